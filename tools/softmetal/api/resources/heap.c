/* heap.c: MTLHeapDescriptor and MTLHeap.
 *
 * An automatic heap is an account: each of its resources has memory of its own, and together they may not exceed the
 * heap's size. A placement heap is one piece of memory in which the client says where resources lie; they may overlap.
 */
#include "../../engine/visible.h"
#include "../objects.h"
#include "../objc/property.h"
#include <sys/mman.h>

enum { HEAP_ALIGNMENT = 256 };

/* ---- descriptor */

typedef struct mtl_heap_descriptor {
    Class isa;
    NSUInteger size, storage, cache, hazard;
    NSInteger type;
} mtl_heap_descriptor;

PROPERTY(mtl_heap_descriptor, NSUInteger, size)
PROPERTY(mtl_heap_descriptor, NSUInteger, storage)
PROPERTY(mtl_heap_descriptor, NSUInteger, cache)
PROPERTY(mtl_heap_descriptor, NSUInteger, hazard)
PROPERTY(mtl_heap_descriptor, NSInteger, type)

static id descriptor_init(METHOD_ARGUMENTS(mtl_heap_descriptor))
{
    self->storage = MTLStorageModePrivate;
    return (id)self;
}

GETTER(mtl_heap_descriptor, NSUInteger, descriptor_options, self->cache | self->storage << 4 | self->hazard << 8)

static void descriptor_set_options(METHOD_ARGUMENTS(mtl_heap_descriptor), NSUInteger options)
{
    self->cache = options & 15;
    self->storage = mtl_storage_of(options);
    self->hazard = options >> 8 & 3;
}

COPY(mtl_heap_descriptor, descriptor_copy, nil)

#define OPTION(getter, setter, encoding, field) PROPERTY_METHODS(mtl_heap_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    OPTION("size", "setSize:", "Q", size),
    OPTION("storageMode", "setStorageMode:", "Q", storage),
    OPTION("cpuCacheMode", "setCpuCacheMode:", "Q", cache),
    OPTION("hazardTrackingMode", "setHazardTrackingMode:", "Q", hazard),
    OPTION("type", "setType:", "q", type),
    METHOD("resourceOptions", "Q@:", descriptor_options),
    METHOD("setResourceOptions:", "v@:Q", descriptor_set_options),
    END_OF_METHODS,
};
const mtl_class mtl_heap_descriptor_class = {
    .name = "MTLHeapDescriptor", .size = sizeof(mtl_heap_descriptor), .methods = descriptor_methods};

/* ---- heap */

mtl_heap *mtl_heap_create(mtl_device *device, id descriptor)
{
    mtl_heap_descriptor *of = (mtl_heap_descriptor *)descriptor;
    const char *problem = !mtl_is(descriptor, &mtl_heap_descriptor_class)                    ? "the descriptor is nil"
                          : of->size == 0 || of->size > mtl_device_max_buffer_length(device) ? "its size is impossible"
                          : of->type > MTLHeapTypePlacement ? "softmetal does not have sparse heaps"
                                                            : NULL;
    uint8_t *bytes = NULL;
    if (!problem && of->type == MTLHeapTypePlacement) {
        bytes = mmap(NULL, of->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        problem = bytes == MAP_FAILED || !sm_visible_show(bytes, of->size) ? "there is no memory for it" : NULL;
    }
    if (problem) {
        mtl_complain("no heap can be made: %s; newHeapWithDescriptor: returns nil", problem);
        return NULL;
    }
    mtl_heap *heap = mtl_new(&mtl_heap_class);
    heap->resource.device = device;
    heap->resource.options = descriptor_options(of, NULL);
    heap->resource.size = heap->size = of->size;
    heap->type = of->type;
    heap->bytes = bytes;
    return heap;
}

static void heap_finish(void *object)
{
    mtl_heap *self = object;
    if (self->bytes) {
        sm_visible_forget(self->bytes);
        munmap(self->bytes, self->size);
    }
}

static size_t rounded(size_t size)
{
    return (size + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT;
}

/* Puts a resource on the heap's account. */
static id adopt(mtl_heap *self, mtl_resource *resource, size_t offset, size_t share)
{
    if (!resource) {
        __atomic_sub_fetch(&self->used, share, __ATOMIC_RELAXED);
        return nil;
    }
    resource->heap = (mtl_heap *)mtl_retain((id)self);
    resource->heap_offset = offset;
    resource->heap_share = share;
    return (id)resource;
}

/* Takes `size` bytes of an automatic heap's account; 0 when it has not as many. */
static size_t take(mtl_heap *self, SEL selector, size_t size)
{
    size_t share = rounded(size);
    if (self->type != MTLHeapTypeAutomatic) {
        mtl_complain("%s is for automatic heaps; say an offset; it returns nil", sel_getName(selector));
        return 0;
    }
    if (share == 0 || share > self->size || __atomic_add_fetch(&self->used, share, __ATOMIC_RELAXED) > self->size) {
        if (share <= self->size)
            __atomic_sub_fetch(&self->used, share, __ATOMIC_RELAXED);
        return 0;
    }
    return share;
}

static bool check_place(mtl_heap *self, SEL selector, size_t size, NSUInteger offset)
{
    const char *problem = self->type != MTLHeapTypePlacement ? "is for placement heaps"
                          : size == 0                        ? "got an impossible size"
                          : offset % HEAP_ALIGNMENT          ? "needs an offset that is a multiple of 256"
                          : offset > self->size || size > self->size - offset ? "would reach beyond the heap"
                                                                              : NULL;
    if (problem)
        mtl_complain("%s %s; it returns nil", sel_getName(selector), problem);
    return !problem;
}

static id heap_new_buffer(METHOD_ARGUMENTS(mtl_heap), NSUInteger length, NSUInteger options)
{
    size_t share = take(self, _cmd, length);
    return share ? adopt(self, (mtl_resource *)mtl_buffer_create(self->resource.device, length, options), 0, share)
                 : nil;
}

static id heap_new_buffer_at(METHOD_ARGUMENTS(mtl_heap), NSUInteger length, NSUInteger options, NSUInteger offset)
{
    if (!check_place(self, _cmd, length, offset))
        return nil;
    return adopt(self, (mtl_resource *)mtl_buffer_create_in_heap(self, offset, length, options), offset, 0);
}

static id heap_new_texture(METHOD_ARGUMENTS(mtl_heap), id descriptor)
{
    size_t share = take(self, _cmd, mtl_texture_bytes(descriptor));
    return share ? adopt(self, (mtl_resource *)mtl_texture_create(self->resource.device, descriptor, NULL), 0, share)
                 : nil;
}

static id heap_new_texture_at(METHOD_ARGUMENTS(mtl_heap), id descriptor, NSUInteger offset)
{
    if (!check_place(self, _cmd, mtl_texture_bytes(descriptor), offset))
        return nil;
    return adopt(self, (mtl_resource *)mtl_texture_create(self->resource.device, descriptor, self->bytes + offset),
                 offset, 0);
}

GETTER(mtl_heap, NSUInteger, heap_size, self->size)
GETTER(mtl_heap, NSUInteger, heap_used, __atomic_load_n(&self->used, __ATOMIC_RELAXED))

static NSUInteger heap_available(METHOD_ARGUMENTS(mtl_heap), NSUInteger alignment)
{
    size_t left = self->size - heap_used(self, _cmd);
    return alignment > 1 ? left / alignment * alignment : left;
}

GETTER(mtl_heap, NSInteger, heap_type, self->type)

static const mtl_method heap_methods[] = {
    METHOD("size", "Q@:", heap_size),
    METHOD("usedSize", "Q@:", heap_used),
    METHOD("currentAllocatedSize", "Q@:", heap_size),
    METHOD("maxAvailableSizeWithAlignment:", "Q@:Q", heap_available),
    METHOD("type", "q@:", heap_type),
    METHOD("newBufferWithLength:options:", "@@:QQ", heap_new_buffer),
    METHOD("newBufferWithLength:options:offset:", "@@:QQQ", heap_new_buffer_at),
    METHOD("newTextureWithDescriptor:", "@@:@", heap_new_texture),
    METHOD("newTextureWithDescriptor:offset:", "@@:@Q", heap_new_texture_at),
    END_OF_METHODS,
};
static const char *const heap_protocols[] = {"MTLHeap", NULL};
const mtl_class mtl_heap_class = {.name = "SoftmetalHeap",
                                  .size = sizeof(mtl_heap),
                                  .methods = heap_methods,
                                  .finish = heap_finish,
                                  .parent = &mtl_resource_class,
                                  .protocols = heap_protocols};
