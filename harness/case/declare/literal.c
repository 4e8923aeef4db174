/* literal.c: whole numbers keep all 64 bits, so that the limits of long and ulong can be written; everything else is a
 * double. */
#include "literal.h"
#include <math.h>
#include <string.h>

#define FAIL(scope, error, ...) assay_fail(error, (scope)->file, (scope)->line, __VA_ARGS__)

static bool equals(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool named(const char *text, size_t length, literal *result)
{
    bool sign = length && (*text == '-' || *text == '+'), negative = sign && *text == '-';
    text += sign;
    length -= sign;
    if (equals(text, length, "nan") || equals(text, length, "NAN")) {
        result->kind = LITERAL_NAN;
        return !sign;
    }
    if (!equals(text, length, "inf") && !equals(text, length, "INFINITY"))
        return false;
    result->value = (expression_value){true, 0, negative ? -INFINITY : INFINITY};
    return true;
}

static bool as_bits(const char *text, size_t length, literal *result)
{
    expression_value value;
    if (length < 7 || memcmp(text, "bits(", 5) != 0 || text[length - 1] != ')' ||
        expression_literal(text + 5, length - 6, &value) != length - 6 || value.real)
        return false;
    result->kind = LITERAL_BITS;
    result->bits = (uint64_t)value.integer;
    return true;
}

bool literal_parse(const char *text, size_t length, const expression_scope *scope, literal *result, assay_error *error)
{
    *result = (literal){.kind = LITERAL_NUMBER, .text = text};
    if (named(text, length, result) || as_bits(text, length, result))
        return true;
    if (length && expression_literal(text, length, &result->value) == length) {
        if (!result->value.real && result->value.integer < 0) { /* above INT64_MAX: unsigned */
            result->kind = LITERAL_BITS;
            result->bits = (uint64_t)result->value.integer;
        }
        return true;
    }
    return expression_evaluate(text, length, scope, &result->value, error);
}

/* Next item of the list: blanks inside brackets do not separate. */
static size_t item_length(const char *at, char separator)
{
    size_t n = 0;
    for (int depth = 0; at[n] && (depth || !(separator == ' ' ? at[n] == ' ' || at[n] == '\t' : at[n] == separator));
         n++)
        depth += (at[n] == '(') - (at[n] == ')');
    return n;
}

bool literals_parse(const char *text, char separator, const expression_scope *scope, arena *memory, literal **list,
                    size_t *count, bool *repeats, assay_error *error)
{
    *list = NULL;
    *count = 0;
    *repeats = false;
    for (const char *at = text + strspn(text, " \t"); *at;) {
        size_t length = item_length(at, separator), trimmed = length;
        while (trimmed && at[trimmed - 1] == ' ')
            trimmed--;
        if (*repeats)
            return FAIL(scope, error, "the repetition `…` stands at the end of a list, not before `%s`", at);
        *repeats = equals(at, trimmed, "…") || equals(at, trimmed, "...");
        if (*repeats && !*count)
            return FAIL(scope, error, "`…` repeats the value before it, and there is none");
        if (!*repeats) {
            const char *copy = arena_text(memory, at, trimmed);
            if (!literal_parse(copy, trimmed, scope, ARENA_PUSH(memory, *list, *count), error))
                return false;
        }
        at += length;
        at += *at == separator;
        at += strspn(at, " \t");
    }
    return *count || FAIL(scope, error, "the list of values is empty");
}

static bool integer_fits(assay_scalar scalar, int64_t value)
{
    if (scalar == SCALAR_BOOL)
        return value == 0 || value == 1;
    int width = 8 * (int)assay_scalar_size(scalar);
    if (assay_scalar_is_signed(scalar))
        return width == 64 || (value >= -(INT64_C(1) << (width - 1)) && value < INT64_C(1) << (width - 1));
    return value >= 0 && (width == 64 || value < INT64_C(1) << width);
}

bool literal_encode(const literal *from, assay_scalar scalar, const expression_scope *scope, uint64_t *bits,
                    assay_error *error)
{
    const char *name = assay_scalar_name(scalar);
    size_t size = assay_scalar_size(scalar);
    *bits = from->bits;
    if (from->kind == LITERAL_BITS)
        return size == 8 || from->bits >> (8 * size) == 0 ||
               FAIL(scope, error, "`%s` has more bits than a %s", from->text, name);
    if (from->kind == LITERAL_NAN && !assay_scalar_is_float(scalar))
        return FAIL(scope, error, "a %s cannot be NaN", name);
    if (assay_scalar_is_float(scalar)) {
        *bits = scalar_encode(scalar, from->kind == LITERAL_NAN ? NAN : from->value.number);
        return true;
    }
    double whole = from->value.number;
    if (from->value.real && (whole != floor(whole) || fabs(whole) >= 0x1p63))
        return FAIL(scope, error, "`%s` is no whole number, which a %s needs", from->text, name);
    int64_t integer = from->value.real ? (int64_t)whole : from->value.integer;
    *bits = size == 8 ? (uint64_t)integer : (uint64_t)integer & ((UINT64_C(1) << (8 * size)) - 1);
    return integer_fits(scalar, integer) || FAIL(scope, error, "`%s` does not fit in a %s", from->text, name);
}
