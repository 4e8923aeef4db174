/* text.h: a growable string. Always terminated; when memory runs out it keeps what it has and says so in `failed`. */
#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct text {
    char *data; /* NULL while empty */
    size_t length, capacity;
    bool failed;
} text;

void text_bytes(text *out, const void *bytes, size_t length);
void text_add(text *out, const char *string);
void text_format(text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The string as it is now, "" if empty; valid until the next change. */
const char *text_string(const text *out);
/* Removes the first `count` bytes. */
void text_consume(text *out, size_t count);
void text_clear(text *out);
void text_free(text *out);
/* strdup that takes NULL, and gives it back. */
char *text_copy(const char *string);

/* Whether a character is part of a name: a letter, a digit, an underscore. */
bool text_in_name(char c);
/* Whether the name of this length stands at `at`, and is not part of a longer one; `begin` is where the text begins. */
bool text_is_name(const char *begin, const char *at, const char *name, size_t length);
/* Past white space. */
const char *text_past_space(const char *at);
/* Cuts a line at its tabs. Returns how many columns it has, of which the first `most` are in `columns`. */
size_t text_columns(char *line, char **columns, size_t most);
#endif
