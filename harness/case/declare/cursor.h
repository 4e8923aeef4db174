/* cursor.h: reading a header's value from left to right. */
#ifndef ASSAY_CURSOR_H
#define ASSAY_CURSOR_H
#include "../../base/arena.h"
#include "../../base/error.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct cursor {
    const char *at; /* zero-terminated */
    arena *memory;
    const char *file;
    int line;
    assay_error *error;
} cursor;

void cursor_blanks(cursor *c);
bool cursor_end(cursor *c);                     /* only blanks left */
bool cursor_take(cursor *c, const char *token); /* skips blanks, then `token` if it is there */
const char *cursor_name(cursor *c);             /* an identifier, or NULL */
const char *cursor_word(cursor *c);             /* up to the next blank, or NULL */
/* Text up to the first of `stops` outside brackets, quotes and backquotes (or the end), without blanks around it; stays
 * before the stop. NULL with an error when a bracket or backquote stays open. */
const char *cursor_until(cursor *c, const char *stops);
/* Text inside the brackets that start here, without them. */
const char *cursor_bracketed(cursor *c, char open);
bool cursor_index(cursor *c, uint32_t most, uint32_t *value); /* a decimal number; false with an error */
bool cursor_fail(cursor *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
