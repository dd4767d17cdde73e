enum {
#define OP(name) OP_##name,
#include "code.def"
#undef OP
    OP_COUNT
};
