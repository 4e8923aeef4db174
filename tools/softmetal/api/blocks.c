/* blocks.c: copying and releasing blocks and what they capture.
 *
 * A block starts on the stack; the first copy moves it to the heap, further ones count. What it captures is copied by
 * the helper that the compiler wrote, which calls back _Block_object_assign for objects, blocks and __block variables.
 */
#include "blocks.h"
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak, visibility("default")))

/* The compiler takes only the addresses of these. */
WEAK void *_NSConcreteStackBlock[32];
WEAK void *_NSConcreteGlobalBlock[32];
WEAK void *_NSConcreteMallocBlock[32];

/* What a captured variable is: the `flags` of the helpers. */
enum { FIELD_IS_OBJECT = 3, FIELD_IS_BLOCK = 7, FIELD_IS_BYREF = 8, FIELD_KIND = 15, BYREF_CALLER = 128 };

/* A __block variable; the helpers exist if its flags have MTL_BLOCK_HAS_COPY_DISPOSE. */
typedef struct byref {
    void *isa;
    struct byref *forwarding; /* where the variable lives now */
    int flags, size;
    void (*keep)(struct byref *to, struct byref *from);
    void (*destroy)(struct byref *variable);
} byref;

void *_Block_copy(const void *block);
void _Block_release(const void *block);
void _Block_object_assign(void *to, const void *object, int flags);
void _Block_object_dispose(const void *object, int flags);

WEAK void *_Block_copy(const void *source)
{
    mtl_block *block = (mtl_block *)source;
    if (!block || block->flags & MTL_BLOCK_IS_GLOBAL)
        return block;
    if (block->flags & MTL_BLOCK_NEEDS_FREE) {
        __atomic_fetch_add(&block->flags, 1, __ATOMIC_RELAXED);
        return block;
    }
    mtl_block *copy = malloc(block->descriptor->size);
    if (!copy)
        return NULL;
    memcpy(copy, block, block->descriptor->size);
    copy->isa = _NSConcreteMallocBlock;
    copy->flags = (block->flags & ~MTL_BLOCK_COUNT) | MTL_BLOCK_NEEDS_FREE | 1;
    if (block->flags & MTL_BLOCK_HAS_COPY_DISPOSE)
        block->descriptor->copy(copy, block);
    return copy;
}

WEAK void _Block_release(const void *source)
{
    mtl_block *block = (mtl_block *)source;
    if (!block || !(block->flags & MTL_BLOCK_NEEDS_FREE))
        return;
    if ((__atomic_sub_fetch(&block->flags, 1, __ATOMIC_ACQ_REL) & MTL_BLOCK_COUNT) != 0)
        return;
    if (block->flags & MTL_BLOCK_HAS_COPY_DISPOSE)
        block->descriptor->dispose(block);
    free(block);
}

static byref *byref_copy(byref *variable)
{
    byref *home = variable->forwarding;
    if (home->flags & MTL_BLOCK_NEEDS_FREE) {
        __atomic_fetch_add(&home->flags, 1, __ATOMIC_RELAXED);
        return home;
    }
    byref *copy = malloc((size_t)home->size);
    if (!copy)
        return home;
    memcpy(copy, home, (size_t)home->size);
    copy->flags = (home->flags & ~MTL_BLOCK_COUNT) | MTL_BLOCK_NEEDS_FREE | 2; /* the block and the stack frame */
    copy->forwarding = copy;
    home->forwarding = copy;
    if (home->flags & MTL_BLOCK_HAS_COPY_DISPOSE)
        home->keep(copy, home);
    return copy;
}

static void byref_release(byref *variable)
{
    byref *home = variable->forwarding;
    if (!(home->flags & MTL_BLOCK_NEEDS_FREE))
        return;
    if ((__atomic_sub_fetch(&home->flags, 1, __ATOMIC_ACQ_REL) & MTL_BLOCK_COUNT) != 0)
        return;
    if (home->flags & MTL_BLOCK_HAS_COPY_DISPOSE)
        home->destroy(home);
    free(home);
}

WEAK void _Block_object_assign(void *to, const void *object, int flags)
{
    const void *value = object;
    if (!(flags & BYREF_CALLER)) { /* a __block variable does not retain what it holds */
        if ((flags & FIELD_KIND) == FIELD_IS_OBJECT)
            value = mtl_retain((id)object);
        else if ((flags & FIELD_KIND) == FIELD_IS_BLOCK)
            value = _Block_copy(object);
        else if (flags & FIELD_IS_BYREF)
            value = byref_copy((byref *)object);
    }
    memcpy(to, &value, sizeof value);
}

WEAK void _Block_object_dispose(const void *object, int flags)
{
    if (flags & BYREF_CALLER)
        return;
    if ((flags & FIELD_KIND) == FIELD_IS_OBJECT)
        mtl_release((id)object);
    else if ((flags & FIELD_KIND) == FIELD_IS_BLOCK)
        _Block_release(object);
    else if (flags & FIELD_IS_BYREF)
        byref_release((byref *)object);
}

id mtl_block_copy(id block)
{
    return _Block_copy(block);
}

void mtl_block_release(id block)
{
    _Block_release(block);
}
