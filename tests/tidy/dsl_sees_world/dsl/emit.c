#include "../vm/world.h"
