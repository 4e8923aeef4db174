/* json.h: writing and reading one line of JSON.
 *
 * Writing appends to a text; commas take care of themselves. `key` is NULL inside arrays. Strings may hold any bytes:
 * what is not UTF-8 becomes U+FFFD. Reading gives a tree that points into the text it was read from. */
#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H
#include "text.h"
#include <stdint.h>

void json_open(text *out, const char *key, char bracket);        /* '{' or '[' */
void json_close(text *out, char bracket);                        /* '}' or ']' */
void json_string(text *out, const char *key, const char *value); /* NULL: null */
void json_unsigned(text *out, const char *key, uint64_t value);
void json_number(text *out, const char *key, double value);                             /* null unless finite */
void json_strings(text *out, const char *key, const char *const *values, size_t count); /* an array */
void json_bool(text *out, const char *key, bool value);
void json_members(text *out, const char *key, const char *members); /* an object whose members are written already */

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;
typedef struct json_value json_value;
struct json_value {
    json_kind kind;
    const char *key;          /* in an object */
    const char *string;       /* decoded */
    double number;            /* also 1 for true */
    const char *begin, *end;  /* where it stood in the text */
    json_value *first, *next; /* children of arrays and objects */
};

/* Reads one value and nothing after it but white space; NULL if malformed or nested deeper than 64. */
json_value *json_read(const char *line, size_t length);
void json_destroy(json_value *value);
/* Member of an object, or NULL (also if `object` is NULL or no object). */
const json_value *json_get(const json_value *object, const char *key);
/* Its string, or "" if there is none. */
const char *json_text(const json_value *object, const char *key);
double json_double(const json_value *object, const char *key, double otherwise);
#endif
