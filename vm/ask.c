#include "ask.h"

static const struct ask_row rows[] = {
#define ASK(name, text, chance, sentence) {text, chance, sentence},
#include "ask.def"
#undef ASK
};

const struct ask_row *ask_row(enum ask_kind kind) {
    ASSERT((size_t)kind < ARRAY_LEN(rows));
    return &rows[kind];
}
