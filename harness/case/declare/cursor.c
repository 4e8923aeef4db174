/* cursor.c: the few moves that every key's parser is made of. Blanks separate words; brackets and backquotes protect
 * what is in them. */
#include "cursor.h"
#include "../expression.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool cursor_fail(cursor *c, const char *format, ...)
{
    char text[900];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return assay_fail(c->error, c->file, c->line, "%s", text);
}

void cursor_blanks(cursor *c)
{
    c->at += strspn(c->at, " \t");
}

bool cursor_end(cursor *c)
{
    cursor_blanks(c);
    return !*c->at;
}

bool cursor_take(cursor *c, const char *token)
{
    cursor_blanks(c);
    size_t length = strlen(token);
    if (strncmp(c->at, token, length) != 0)
        return false;
    c->at += length;
    return true;
}

const char *cursor_name(cursor *c)
{
    cursor_blanks(c);
    size_t length = identifier_length(c->at);
    if (!length)
        return NULL;
    const char *name = arena_text(c->memory, c->at, length);
    c->at += length;
    return name;
}

const char *cursor_word(cursor *c)
{
    cursor_blanks(c);
    size_t length = strcspn(c->at, " \t");
    if (!length)
        return NULL;
    const char *word = arena_text(c->memory, c->at, length);
    c->at += length;
    return word;
}

/* Length of the text before the first of `stops` at depth 0; sets *open to a bracket left open. */
static size_t protected_span(const char *text, const char *stops, char *open)
{
    char waiting[64];
    size_t depth = 0, n = 0;
    *open = 0;
    for (; text[n]; n++) {
        char ch = text[n];
        bool quoted = depth && waiting[depth - 1] == '`';
        if (depth && ch == waiting[depth - 1])
            depth--;
        else if (!quoted && !depth && strchr(stops, ch))
            return n;
        else if (!quoted && depth < sizeof waiting && strchr("([{`", ch))
            waiting[depth++] = ch == '(' ? ')' : ch == '[' ? ']' : ch == '{' ? '}' : '`';
    }
    if (depth)
        *open = waiting[depth - 1];
    return n;
}

const char *cursor_until(cursor *c, const char *stops)
{
    cursor_blanks(c);
    char open;
    size_t length = protected_span(c->at, stops, &open);
    if (open) {
        cursor_fail(c, open == '`' ? "a backquote is not closed" : "`%c` is missing", open);
        return NULL;
    }
    const char *start = c->at;
    c->at += length;
    while (length && (start[length - 1] == ' ' || start[length - 1] == '\t'))
        length--;
    return arena_text(c->memory, start, length);
}

const char *cursor_bracketed(cursor *c, char open)
{
    char close[2] = {open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '>', 0}, opening[2] = {open, 0};
    if (!cursor_take(c, opening)) {
        cursor_fail(c, "`%c` is expected at `%.20s`", open, c->at);
        return NULL;
    }
    const char *inside = cursor_until(c, close);
    if (inside && !cursor_take(c, close)) {
        cursor_fail(c, "`%s` is missing", close);
        return NULL;
    }
    return inside;
}

bool cursor_index(cursor *c, uint32_t most, uint32_t *value)
{
    cursor_blanks(c);
    size_t digits = strspn(c->at, "0123456789");
    uint64_t number = 0;
    for (size_t i = 0; i < digits && number <= most; i++)
        number = 10 * number + (uint64_t)(c->at[i] - '0');
    if (!digits || number > most)
        return cursor_fail(c, "a number from 0 to %u is expected at `%.20s`", (unsigned)most, c->at);
    c->at += digits;
    *value = (uint32_t)number;
    return true;
}
