/* corpus.c: see corpus.h. */
#include "corpus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct constant_type {
    const char *name;
    uint32_t data_type; /* MTLDataType */
} constant_type;

enum { DATA_TYPE_FLOAT = 3 };
static const constant_type constant_types[] = {{"bool", 53},  {"char", 45},   {"uchar", 49},
                                               {"short", 37}, {"ushort", 41}, {"int", 29},
                                               {"uint", 33},  {"half", 16},   {"float", DATA_TYPE_FLOAT}};

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

bool corpus_parse_constant(char *text, metal_constant *constant, int64_t *value)
{
    char *colon = strchr(text, ':'), *equals = strchr(text, '=');
    if (!colon || !equals || equals < colon)
        return false;
    *colon = *equals = 0;
    for (size_t i = 0; i < sizeof constant_types / sizeof *constant_types; i++) {
        if (strcmp(constant_types[i].name, colon + 1) != 0)
            continue;
        *value = strtol(equals + 1, NULL, 0);
        if (constant_types[i].data_type == DATA_TYPE_FLOAT) {
            float real = strtof(equals + 1, NULL);
            memcpy(value, &real, sizeof real);
        }
        *constant = (metal_constant){.name = text, .data_type = constant_types[i].data_type, .value = value};
        return true;
    }
    return false;
}
