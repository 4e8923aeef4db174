/* blocks.c: copying and releasing blocks and what they capture.
 *
 * A block starts on the stack; the first copy moves it to the heap, further ones count. What it captures is copied by
 * the helper that the compiler wrote, which calls back _Block_object_assign for objects, blocks and __block variables.
 */
#include "blocks.h"
#include "modules.h"
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

/* ---- blocks as objects: the three places that name a block's kind hold classes, as a compiler would write them */

typedef struct block_methods {
    void *next;
    int count;
    mtl_method list[6];
} block_methods;

static id kind_copy(id self, SEL _cmd UNUSED)
{
    return _Block_copy(self);
}

static id kind_copy_in(id self, SEL _cmd UNUSED, void *zone UNUSED)
{
    return _Block_copy(self);
}

/* One on the stack stays what it is until it is copied. */
static id kind_retain(id self, SEL _cmd UNUSED)
{
    return ((const mtl_block *)self)->isa == _NSConcreteMallocBlock ? _Block_copy(self) : self;
}

static void kind_release(id self, SEL _cmd UNUSED)
{
    _Block_release(self);
}

static id kind_autorelease(id self, SEL _cmd UNUSED)
{
    id pool = (id)objc_getClass("NSAutoreleasePool");
    SEND(void (*)(id, SEL, id), pool, "addObject:")(pool, SELECTOR("addObject:"), self);
    return self;
}

static NSUInteger kind_retain_count(id self UNUSED, SEL _cmd UNUSED)
{
    return 1;
}

#define BLOCK_METHODS                                                                                                  \
    {                                                                                                                  \
        NULL, 6,                                                                                                       \
        {                                                                                                              \
            METHOD("copy", "@@:", kind_copy), METHOD("copyWithZone:", "@@:^v", kind_copy_in),                          \
                METHOD("retain", "@@:", kind_retain), METHOD("release", "v@:", kind_release),                          \
                METHOD("autorelease", "@@:", kind_autorelease), METHOD("retainCount", "Q@:", kind_retain_count),       \
        }                                                                                                              \
    }

void mtl_blocks_prepare(void)
{
    enum { KINDS = 3, CLASS = 1, META = 2 };
    static void **const kinds[KINDS] = {_NSConcreteStackBlock, _NSConcreteGlobalBlock, _NSConcreteMallocBlock};
    static const char *const names[KINDS] = {"__NSStackBlock__", "__NSGlobalBlock__", "__NSMallocBlock__"};
    static block_methods methods[KINDS] = {BLOCK_METHODS, BLOCK_METHODS, BLOCK_METHODS};
    static mtl_class_record metas[KINDS];
    _Static_assert(sizeof(mtl_class_record) <= sizeof _NSConcreteStackBlock, "a class has room there");
    static struct { /* an mtl_symbols */
        unsigned long selector_count;
        void *selectors;
        unsigned short class_count, category_count;
        void *definitions[KINDS + 1];
    } defined = {.class_count = KINDS};
    static mtl_module module = {MTL_MODULE_VERSION, sizeof module, "blocks", (mtl_symbols *)(void *)&defined};
    for (int n = 0; n < KINDS; n++) {
        metas[n] = (mtl_class_record){
            .name = names[n], .info = META, .size = offsetof(mtl_class_record, abi_version)}; /* of GCC's class */
        mtl_class_record class = {.isa = metas + n,
                                  .super_name = "NSObject",
                                  .name = names[n],
                                  .info = CLASS,
                                  .size = sizeof(void *),
                                  .methods = methods + n};
        memcpy(kinds[n], &class, sizeof class);
        defined.definitions[n] = kinds[n];
    }
    mtl_module_load(&module);
}
