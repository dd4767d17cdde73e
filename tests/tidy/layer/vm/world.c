#include "plane.h"
