/* cache.h: compiled programs on disk, by the hash of everything they were made from. A missing, truncated or altered
 * entry is simply not found; a directory that cannot be written to costs time only; processes share it without locks.
 * It grows to SOFTMETAL_CACHE_SIZE; then what was used longest ago goes. */
#ifndef SOFTMETAL_CACHE_H
#define SOFTMETAL_CACHE_H
#include "pack.h"

/* Reads the entry into *content, to be freed with free(content->data - SM_CACHE_HEADER) by sm_cache_free. */
bool sm_cache_read(sm_hash key, const char *kind, sm_bytes *content);
void sm_cache_free(sm_bytes content);
void sm_cache_write(sm_hash key, const char *kind, sm_bytes content);

bool sm_cache_path(sm_hash key, const char *kind, char *path, size_t room);

/* For files that another program reads by itself (precompiled headers): `<directory>/<folder>/<name>`, the folder made.
 * Tell the cache when one was written, and when one was found and used. */
bool sm_cache_file(const char *folder, const char *name, char *path, size_t room);
void sm_cache_written(const char *path);
void sm_cache_used(const char *path);
#endif
