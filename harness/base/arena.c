/* arena.c: a list of blocks, each filled from its front. Growing arrays leave their old copies behind; they are small.
 */
#include "arena.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct arena_block {
    struct arena_block *next;
    size_t used, size;
    max_align_t data[];
} arena_block;

enum { ALIGNMENT = sizeof(max_align_t), FIRST_BLOCK = 2048, LARGEST_BLOCK = 1 << 20 };

static void out_of_memory(size_t size)
{
    fprintf(stderr, "assay: out of memory (%zu bytes wanted)\n", size);
    abort();
}

static arena_block *add_block(arena *from, size_t size)
{
    size_t usual = from->blocks ? 2 * from->blocks->size : FIRST_BLOCK;
    if (usual > LARGEST_BLOCK)
        usual = LARGEST_BLOCK;
    if (usual < size)
        usual = size;
    arena_block *block = calloc(1, sizeof *block + usual);
    if (!block)
        out_of_memory(usual);
    block->size = usual;
    block->next = from->blocks;
    from->blocks = block;
    return block;
}

void *arena_take(arena *from, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2) / size)
        out_of_memory(SIZE_MAX);
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena_block *block = from->blocks;
    if (!block || block->size - block->used < bytes)
        block = add_block(from, bytes);
    char *result = (char *)block->data + block->used;
    block->used += bytes;
    return result;
}

char *arena_text(arena *from, const char *text, size_t length)
{
    char *copy = arena_take(from, length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_format(arena *from, const char *format, ...)
{
    char first[512]; /* most texts fit here */
    va_list arguments;
    if (!format) /* never; gcc 12 wants to hear it under UBSan */
        return arena_text(from, "", 0);
    va_start(arguments, format);
    size_t length = (size_t)vsnprintf(first, sizeof first, format, arguments);
    va_end(arguments);
    if (length < sizeof first)
        return arena_text(from, first, length);
    char *text = arena_take(from, length + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, length + 1, format, arguments);
    va_end(arguments);
    return text;
}

void *arena_grow(arena *from, void *items, size_t count, size_t size)
{
    if (count != 0 && (count < 4 || (count & (count - 1)) != 0))
        return items;
    void *more = arena_take(from, count < 4 ? 4 : 2 * count, size);
    if (count)
        memcpy(more, items, count * size);
    return more;
}

void arena_free(arena *from)
{
    while (from->blocks) {
        arena_block *block = from->blocks;
        from->blocks = block->next;
        free(block);
    }
}
