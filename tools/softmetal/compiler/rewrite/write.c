/* write.c: how rules say what is printed instead of, before and after a token; and the rule for numbers. */
#include "rewriter.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *keep(rewriter *r, size_t size)
{
    struct kept *k = malloc(sizeof *k + size + 1);
    if (!k) {
        r->failed = true;
        return NULL;
    }
    k->next = r->kept;
    r->kept = k;
    k->text[size] = 0;
    return k->text;
}

const char *format(rewriter *r, const char *pattern, ...) __attribute__((format(printf, 2, 3)));
const char *format(rewriter *r, const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    int size = vsnprintf(NULL, 0, pattern, list);
    va_end(list);
    char *text = size < 0 ? NULL : keep(r, (size_t)size);
    if (!text)
        return "";
    va_start(list, pattern);
    vsnprintf(text, (size_t)size + 1, pattern, list);
    va_end(list);
    return text;
}

const char renamed_double[] = "__msl_name_double";

/* What a number reads after rewrite_number, even where it is dropped; any other token as in the source, but for a raw
 * string of several lines, which no copy repeats. */
static size_t spell(const rewriter *r, uint32_t i, char *out)
{
    const token *t = &r->list.token[i];
    bool number = (t->kind == TOKEN_NUMBER && !(t->instead && !*t->instead)) || t->instead == renamed_double;
    if (t->kind == TOKEN_TEXT && memchr(r->list.source + t->start, '\n', t->size))
        return 0;
    const char *part[] = {number && t->before ? t->before : "",
                          number && t->instead ? t->instead : r->list.source + t->start,
                          number && t->after ? t->after : ""};
    size_t size[] = {strlen(part[0]), number && t->instead ? strlen(t->instead) : t->size, strlen(part[2])}, sum = 0;
    for (int k = 0; k < 3; sum += size[k++])
        if (out)
            memcpy(out + sum, part[k], size[k]);
    return sum;
}

/* The tokens from `from` up to, not including, `to`, with one blank where the source has any, but for those in the
 * table and `except`. */
const char *join_but(rewriter *r, uint32_t from, uint32_t to, const char *const *without, uint32_t except)
{
    size_t size = 0;
    for (uint32_t i = from; i < to && !is_end(r, i); i = next(r, i))
        size += spell(r, i, NULL) + 1;
    char *text = keep(r, size);
    if (!text)
        return "";
    char *out = text;
    uint32_t end = 0;
    for (uint32_t i = from; i < to && !is_end(r, i); i = next(r, i)) {
        const token *t = &r->list.token[i];
        if (i == except || is_any(r, i, without))
            continue;
        if (out > text && t->start != end)
            *out++ = ' ';
        out += spell(r, i, out);
        end = t->start + t->size;
    }
    *out = 0;
    return text;
}

const char *join(rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const none[] = {NULL};
    return join_but(r, from, to, none, 0);
}

void put_before(rewriter *r, uint32_t i, const char *text)
{
    token *t = &r->list.token[i];
    t->before = t->before ? format(r, "%s%s", t->before, text) : text;
}
void put_after(rewriter *r, uint32_t i, const char *text)
{
    token *t = &r->list.token[i];
    t->after = t->after ? format(r, "%s%s", t->after, text) : text;
}
void put_instead(rewriter *r, uint32_t i, const char *text)
{
    r->list.token[i].instead = text;
}

/* Drops the tokens from `from` up to, not including, `to`, with what was to be printed around them. */
void drop(rewriter *r, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to && !is_end(r, i); i = next(r, i)) {
        token *t = &r->list.token[i];
        t->instead = "";
        t->after = NULL;
        if (i != from)
            t->before = NULL;
    }
}

/* Has clang refuse the program at the declarator that ends with token i, if it gets there. */
void refuse(rewriter *r, uint32_t i, const char *word)
{
    put_after(r, i, format(r, " __attribute__((%s)) ", word));
}

/* ---- Literals */

static bool is_hexadecimal(const char *number, size_t size)
{
    return size > 1 && number[0] == '0' && (number[1] | 32) == 'x';
}

bool is_real(const char *number, size_t size)
{
    char exponent = is_hexadecimal(number, size) ? 'p' : 'e';
    for (size_t n = 0; n < size; n++)
        if (number[n] == '.' || (number[n] | 32) == exponent)
            return true;
    return false;
}

/* 1.5 is a float (1.5f to clang, where it would be a double); 1.5bf is a bfloat. */
void rewrite_number(rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    const char *text = r->list.source + t->start;
    if (!is_real(text, t->size))
        return;
    char last = (char)(text[t->size - 1] | 32), before_last = t->size > 1 ? (char)(text[t->size - 2] | 32) : 0;
    if (last == 'f' && before_last == 'b') {
        put_before(r, i, "::metal::bfloat(");
        put_instead(r, i, format(r, "%.*sf", (int)t->size - 2, text));
        put_after(r, i, ")");
    } else if (last != 'h' && last != 'l' && last != 'f') {
        put_after(r, i, "f");
    }
}
