/* base: looks up. */
#include "world.h"
