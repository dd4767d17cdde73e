#include "diag.h"

#include "../vm/base.h"

int diag_one(void) {
    return base_one();
}
