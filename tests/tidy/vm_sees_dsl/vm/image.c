#include "../dsl/diag.h"
