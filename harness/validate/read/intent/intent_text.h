/* intent_text.h: what intent.c and launch.c read of a body: words, numbers, arrays. */
#ifndef ASSAY_INTENT_TEXT_H
#define ASSAY_INTENT_TEXT_H
#include "../kernel.h"

/* An array in threadgroup memory; sizes that cannot be told are 0. */
typedef struct intent_dimensions {
    const char *name;
    unsigned size[3], dimensions;
    const char *open, *close; /* from the first `[` to behind the last `]` */
} intent_dimensions;

/* What an expression of literals, macros and constants is; 0 if it is no number that can be told. */
unsigned intent_number(const kernel_source *source, const char *expression, size_t size);
/* Reads `[const] TYPE NAME[A][B]` at *at, behind `threadgroup`, and goes past it. False if it is no array. */
bool intent_array_at(const kernel_source *source, const char **at, intent_dimensions *to);
const char *intent_next_word(const char *from, const char *end, const char *word);
#endif
