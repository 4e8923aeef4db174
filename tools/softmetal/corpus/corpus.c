/* corpus.c: see corpus.h. */
#include "corpus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef _Float16 half_value;

typedef struct constant_type {
    const char *name;
    uint32_t data_type; /* MTLDataType; those of its vectors follow */
    uint32_t size;
} constant_type;

enum { DATA_TYPE_FLOAT = 3, DATA_TYPE_HALF = 16 };
static const constant_type constant_types[] = {{"bool", 53, 1},  {"char", 45, 1},   {"uchar", 49, 1},
                                               {"short", 37, 2}, {"ushort", 41, 2}, {"int", 29, 4},
                                               {"uint", 33, 4},  {"half", 16, 2},   {"float", DATA_TYPE_FLOAT, 4}};

char *corpus_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = length < 0 ? NULL : calloc(1, (size_t)length + 1);
    if (text && fread(text, 1, (size_t)length, file) != (size_t)length) {
        free(text);
        text = NULL;
    }
    fclose(file);
    if (size)
        *size = text ? (size_t)length : 0;
    return text;
}

static void put_component(const constant_type *type, const char *text, unsigned char *bytes)
{
    int64_t whole = strtol(text, NULL, 0);
    float real = strtof(text, NULL);
    half_value half = (half_value)real;
    memcpy(bytes,
           type->data_type == DATA_TYPE_FLOAT  ? (const void *)&real
           : type->data_type == DATA_TYPE_HALF ? (const void *)&half
                                               : (const void *)&whole,
           type->size);
}

bool corpus_parse_constant(char *text, metal_constant *constant, corpus_value *value)
{
    char *colon = strchr(text, ':'), *equals = strchr(text, '=');
    if (!colon || !equals || equals < colon)
        return false;
    *colon = *equals = 0;
    char last = equals[-1];
    uint32_t components = last >= '2' && last <= '4' ? (uint32_t)(last - '0') : 1;
    if (components > 1)
        equals[-1] = 0;
    for (size_t i = 0; i < sizeof constant_types / sizeof *constant_types; i++) {
        const constant_type *type = &constant_types[i];
        if (strcmp(type->name, colon + 1) != 0)
            continue;
        memset(value, 0, sizeof *value);
        for (uint32_t n = 0; n < components; n++)
            put_component(type, equals + 1, value->bytes + n * type->size);
        *constant =
            (metal_constant){.name = text, .data_type = type->data_type + components - 1, .value = value->bytes};
        return true;
    }
    return false;
}
