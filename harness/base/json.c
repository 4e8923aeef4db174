/* json.c: a small JSON writer and reader for lines of the log. The writer looks at the last byte written to know
 * whether a comma is due; the reader builds a tree, one allocation per value, and trusts nothing about its input. */
#include "json.h"
#include "utf8.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing */

static void quote(text *out, const char *string)
{
    text_add(out, "\"");
    for (const unsigned char *s = (const unsigned char *)string; *s;) {
        size_t length = utf8_length(s);
        if (!length) {
            text_add(out, "\\ufffd");
            length = 1;
        } else if (*s == '"' || *s == '\\') {
            text_format(out, "\\%c", *s);
        } else if (*s == '\n') {
            text_add(out, "\\n");
        } else if (*s == '\t') {
            text_add(out, "\\t");
        } else if (*s < 0x20 || *s == 0x7f) {
            text_format(out, "\\u%04x", *s);
        } else {
            text_bytes(out, s, length);
        }
        s += length;
    }
    text_add(out, "\"");
}

static void begin(text *out, const char *key)
{
    char last = out->length ? out->data[out->length - 1] : '{';
    if (last != '{' && last != '[' && last != '\n')
        text_add(out, ",");
    if (key) {
        quote(out, key);
        text_add(out, ":");
    }
}

void json_open(text *out, const char *key, char bracket)
{
    begin(out, key);
    text_bytes(out, &bracket, 1);
}

void json_close(text *out, char bracket)
{
    text_bytes(out, &bracket, 1);
}

void json_string(text *out, const char *key, const char *value)
{
    begin(out, key);
    if (value)
        quote(out, value);
    else
        text_add(out, "null");
}

void json_unsigned(text *out, const char *key, uint64_t value)
{
    begin(out, key);
    text_format(out, "%llu", (unsigned long long)value);
}

void json_number(text *out, const char *key, double value)
{
    char digits[32];
    begin(out, key);
    snprintf(digits, sizeof digits, "%.9g", value);
    if (strtod(digits, NULL) != value) /* all that it takes to read the same number back */
        snprintf(digits, sizeof digits, "%.17g", value);
    text_add(out, isfinite(value) ? digits : "null");
}

void json_members(text *out, const char *key, const char *members)
{
    json_open(out, key, '{');
    text_bytes(out, members, strlen(members));
    json_close(out, '}');
}

void json_strings(text *out, const char *key, const char *const *values, size_t count)
{
    json_open(out, key, '[');
    for (size_t i = 0; i < count; i++)
        json_string(out, NULL, values[i]);
    json_close(out, ']');
}

void json_bool(text *out, const char *key, bool value)
{
    begin(out, key);
    text_add(out, value ? "true" : "false");
}

/* ---- Reading */

typedef struct reader {
    const char *at, *end;
    unsigned depth;
} reader;

enum { MAX_DEPTH = 64 };

static void skip_space(reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r'))
        in->at++;
}

static bool take(reader *in, char c)
{
    skip_space(in);
    if (in->at >= in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

static bool take_word(reader *in, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

static bool read_hex4(reader *in, unsigned *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        if (in->at >= in->end)
            return false;
        char c = *in->at++;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : 16;
        if (digit > 15)
            return false;
        *value = *value * 16 + digit;
    }
    return true;
}

static void add_utf8(text *out, unsigned code)
{
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(lead[length] | code);
    text_bytes(out, bytes, length);
}

static bool read_escape(reader *in, text *out)
{
    if (in->at >= in->end)
        return false;
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = *in->at++;
    const char *known = c ? strchr(names, c) : NULL;
    if (known) {
        text_bytes(out, &values[known - names], 1);
        return true;
    }
    unsigned code, low;
    if (c != 'u' || !read_hex4(in, &code))
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (!take_word(in, "\\u") || !read_hex4(in, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    add_utf8(out, code ? code : 0xfffd); /* a NUL would end the C string */
    return true;
}

static char *read_string(reader *in)
{
    text out = {0};
    bool good = true;
    text_add(&out, "");
    while (good && in->at < in->end && *in->at != '"') {
        if (*in->at == '\\') {
            in->at++;
            good = read_escape(in, &out);
        } else {
            good = (unsigned char)*in->at >= 0x20;
            text_bytes(&out, in->at++, 1);
        }
    }
    if (!good || in->at >= in->end || out.failed) {
        text_free(&out);
        return NULL;
    }
    in->at++;
    return out.data;
}

static bool read_number(reader *in, double *number)
{
    char copy[64];
    size_t length = 0;
    while (in->at + length < in->end && length < sizeof copy - 1 && strchr("+-.eE0123456789", in->at[length]) &&
           in->at[length])
        length++;
    if (!length)
        return false;
    memcpy(copy, in->at, length);
    copy[length] = 0;
    char *end;
    *number = strtod(copy, &end);
    in->at += length;
    return *end == 0;
}

static json_value *read_value(reader *in);

static bool read_members(reader *in, json_value *parent, char close)
{
    if (take(in, close))
        return true;
    json_value **link = &parent->first;
    do {
        char *key = NULL;
        if (parent->kind == JSON_OBJECT && (!take(in, '"') || !(key = read_string(in))))
            return false;
        json_value *child = (!key || take(in, ':')) ? read_value(in) : NULL;
        if (!child) {
            free(key);
            return false;
        }
        child->key = key;
        *link = child;
        link = &child->next;
    } while (take(in, ','));
    return take(in, close);
}

static bool read_into(reader *in, json_value *value)
{
    if (take(in, '{')) {
        value->kind = JSON_OBJECT;
        return read_members(in, value, '}');
    }
    if (take(in, '[')) {
        value->kind = JSON_ARRAY;
        return read_members(in, value, ']');
    }
    if (take(in, '"')) {
        value->kind = JSON_STRING;
        return (value->string = read_string(in)) != NULL;
    }
    if (take_word(in, "null"))
        return true;
    value->kind = JSON_BOOL;
    value->number = 1;
    if (take_word(in, "true"))
        return true;
    value->number = 0;
    if (take_word(in, "false"))
        return true;
    value->kind = JSON_NUMBER;
    return read_number(in, &value->number);
}

static json_value *read_value(reader *in)
{
    skip_space(in);
    json_value *value = calloc(1, sizeof *value);
    if (!value)
        return NULL;
    value->begin = in->at;
    bool good = ++in->depth <= MAX_DEPTH && read_into(in, value);
    in->depth--;
    value->end = in->at;
    if (good)
        return value;
    json_destroy(value);
    return NULL;
}

json_value *json_read(const char *line, size_t length)
{
    reader in = {line, line + length, 0};
    json_value *value = read_value(&in);
    skip_space(&in);
    if (value && in.at == in.end)
        return value;
    json_destroy(value);
    return NULL;
}

void json_destroy(json_value *value)
{
    while (value) {
        json_value *next = value->next;
        json_destroy(value->first);
        free((void *)value->key);
        free((void *)value->string);
        free(value);
        value = next;
    }
}

const json_value *json_get(const json_value *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    for (const json_value *child = object->first; child; child = child->next)
        if (strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

const char *json_text(const json_value *object, const char *key)
{
    const json_value *value = json_get(object, key);
    return value && value->string ? value->string : "";
}

double json_double(const json_value *object, const char *key, double otherwise)
{
    const json_value *value = json_get(object, key);
    return value && value->kind == JSON_NUMBER ? value->number : otherwise;
}
