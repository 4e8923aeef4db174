/* arena.h: memory that is freed all at once. Everything a case file or an instance owns lives in one.
 *
 * Allocation does not fail: when memory is out, the process cannot do anything useful and stops with a sentence. */
#ifndef ASSAY_ARENA_H
#define ASSAY_ARENA_H
#include <stddef.h>

typedef struct arena {
    struct arena_block *blocks;
} arena;

/* Zeroed memory, aligned for any type; valid until arena_free. `count * size` must not overflow. */
void *arena_take(arena *from, size_t count, size_t size);
/* A copy of `length` bytes of text with a terminating zero. */
char *arena_text(arena *from, const char *text, size_t length);
char *arena_format(arena *from, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(arena *from);

/* An array that grows inside an arena: items doubles its room when full. */
#define ARENA_PUSH(from, items, count)                                                                                 \
    ((items) = arena_grow((from), (items), (count), sizeof *(items)), &(items)[(count)++])
void *arena_grow(arena *from, void *items, size_t count, size_t size);
#endif
