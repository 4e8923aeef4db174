/* path.h: the way to a thread's operation through calls that were not inlined: for each call site in turn the positions
 * and counters of the loops around it and its own position, as in sm_site. Each call also saves all counters, since the
 * called function may be the calling one. */
#ifndef SOFTMETAL_PATH_H
#define SOFTMETAL_PATH_H
#include <stdint.h>
#include <stdlib.h>

typedef struct sm_path {
    uint32_t *key, *saved;
    uint32_t keys, key_room, saves, saved_room;
} sm_path;

static inline void sm_path_free(sm_path *path)
{
    if (!path)
        return;
    free(path->key);
    free(path->saved);
    free(path);
}
#endif
