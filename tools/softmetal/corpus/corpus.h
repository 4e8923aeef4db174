/* corpus.h: what the programs that try other people's MSL share: reading a file, and values of function constants as
 * text. */
#ifndef SOFTMETAL_CORPUS_H
#define SOFTMETAL_CORPUS_H
#include "../../../harness/metal/metal.h"

/* The whole file with a NUL behind it, or NULL. The caller frees. */
char *corpus_read_file(const char *path, size_t *size);

/* Room for the value of a function constant. */
typedef struct corpus_value {
    _Alignas(16) unsigned char bytes[16];
} corpus_value;

/* Parses NAME:TYPE=VALUE, where TYPE is a scalar or vector as MSL spells it; each component of a vector has the value.
 * The constant's name points into `text`, which changes; its value into `value`. */
bool corpus_parse_constant(char *text, metal_constant *constant, corpus_value *value);
#endif
