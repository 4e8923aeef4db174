/* cache.h: compiled programs on disk, by the hash of everything they were made from. A missing, truncated or altered
 * entry is simply not found; a directory that cannot be written to costs time only; processes share it without locks.
 */
#ifndef SOFTMETAL_CACHE_H
#define SOFTMETAL_CACHE_H
#include "pack.h"

/* The directory, created if possible; NULL if there is none. Lives as long as the process. */
const char *sm_cache_directory(void);

/* Reads the entry into *content, to be freed with free(content->data - SM_CACHE_HEADER) by sm_cache_free. */
bool sm_cache_read(sm_hash key, const char *kind, sm_bytes *content);
void sm_cache_free(sm_bytes content);
void sm_cache_write(sm_hash key, const char *kind, sm_bytes content);

/* The path of an entry that another program reads by itself (a precompiled header). */
bool sm_cache_path(sm_hash key, const char *kind, char *path, size_t room);
#endif
