/* literal.h: numbers written out in a header, as a component of any type takes them: `1`, `-0.0`, `0x1p-149`, `inf`,
 * `nan`, `bits(0x7fc00001)`, `N * 2` (without blanks where blanks separate). */
#ifndef ASSAY_LITERAL_H
#define ASSAY_LITERAL_H
#include "../../base/arena.h"
#include "../expression.h"
#include "../../../reference/core/reference.h"

typedef enum { LITERAL_NUMBER, LITERAL_BITS, LITERAL_NAN } literal_kind;
typedef struct literal {
    literal_kind kind;
    expression_value value;
    uint64_t bits; /* LITERAL_BITS */
    const char *text;
} literal;

/* One literal from text[0, length). */
bool literal_parse(const char *text, size_t length, const expression_scope *scope, literal *result, assay_error *error);
/* Several, separated by blanks (or by commas with `separator` ','). `*repeats` is set when the list ends in `…` or
 * `...`. */
bool literals_parse(const char *text, char separator, const expression_scope *scope, arena *memory, literal **list,
                    size_t *count, bool *repeats, assay_error *error);
/* Its encoding in a scalar type; false with an error when it does not fit (reals are rounded to floating types). */
bool literal_encode(const literal *from, assay_scalar scalar, const expression_scope *scope, uint64_t *bits,
                    assay_error *error);
#endif
