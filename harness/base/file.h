/* file.h: reads a whole text file, and refuses what is no text. */
#ifndef ASSAY_FILE_H
#define ASSAY_FILE_H
#include "error.h"
#include "arena.h"
#include <stdbool.h>
#include <stdint.h>

/* Whether there is a directory of this name; `path` may be NULL. */
bool file_is_folder(const char *path);
/* The file's bytes in the arena, zero-terminated. A directory, device, missing, unreadable or binary file (one with a
 * zero byte), one that is not UTF-8, and one of more than `largest` bytes is an error: NULL. */
char *file_text(arena *into, const char *path, size_t largest, size_t *size, assay_error *error);
/* FNV-1a, 64 bits. */
uint64_t text_hash(const void *text, size_t length);
#endif
