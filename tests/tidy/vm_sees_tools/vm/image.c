#include "api.h"
