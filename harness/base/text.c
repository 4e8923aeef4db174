/* text.c: a growable string, the one way in which output is put together. Appending never fails half-way: either all
 * bytes go in, or none and `failed` is set, so that callers check once at the end. */
#include "text.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(text *out, size_t more)
{
    size_t needed = out->length + more + 1;
    if (needed <= out->capacity)
        return true;
    size_t capacity = out->capacity ? out->capacity : 128;
    while (capacity < needed)
        capacity *= 2;
    char *data = realloc(out->data, capacity);
    if (!data) {
        out->failed = true;
        return false;
    }
    out->data = data;
    out->capacity = capacity;
    return true;
}

void text_bytes(text *out, const void *bytes, size_t length)
{
    if (!reserve(out, length))
        return;
    if (length)
        memcpy(out->data + out->length, bytes, length);
    out->length += length;
    out->data[out->length] = 0;
}

void text_add(text *out, const char *string)
{
    if (string)
        text_bytes(out, string, strlen(string));
}

void text_format(text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !reserve(out, (size_t)length)) {
        out->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(out->data + out->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    out->length += (size_t)length;
}

const char *text_string(const text *out)
{
    return out->data ? out->data : "";
}

void text_consume(text *out, size_t count)
{
    if (!out->data || !count)
        return;
    if (count > out->length)
        count = out->length;
    out->length -= count;
    memmove(out->data, out->data + count, out->length + 1);
}

void text_clear(text *out)
{
    out->length = 0;
    out->failed = false;
    if (out->data)
        out->data[0] = 0;
}

void text_free(text *out)
{
    free(out->data);
    *out = (text){0};
}

char *text_copy(const char *string)
{
    if (!string)
        return NULL;
    size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, string, size) : NULL;
}

bool text_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool text_is_name(const char *begin, const char *at, const char *name, size_t length)
{
    return strncmp(at, name, length) == 0 && !text_in_name(at[length]) && (at == begin || !text_in_name(at[-1]));
}

const char *text_past_space(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

size_t text_columns(char *line, char **columns, size_t most)
{
    size_t count = 0;
    while (line) {
        char *tab = strchr(line, '\t');
        if (count < most)
            columns[count] = line;
        count++;
        line = tab ? tab + 1 : NULL;
        if (tab)
            *tab = 0;
    }
    return count;
}
