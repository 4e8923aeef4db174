/* buffer.c: MTLBuffer. All storage modes are the same memory: what the CPU writes, kernels see at once,
 * and a buffer's GPU address is its address. */
#include "../../engine/visible.h"
#include "../objc/blocks.h"
#include "../objects.h"
#include "../objc/property.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARD = 65536 }; /* bytes; a multiple of every page size */

/* A buffer has pages of its own between two that nobody may touch: a kernel that runs far out of it faults, as on a
 * GPU, and one that runs a little out of it meets no memory of the client. The system clears pages only when they are
 * touched. */
static size_t guarded(size_t length)
{
    return (length + GUARD - 1) / GUARD * GUARD + 2 * GUARD;
}

/* Small buffers are mostly written whole: their pages at once cost less than one fault after the other. */
static uint8_t *allocate_pages(size_t length)
{
    enum { SMALL = 256 << 10, LARGE = 8 << 20 };
    uint8_t *pages = mmap(NULL, guarded(length), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    if (mprotect(pages + GUARD, guarded(length) - 2 * GUARD, PROT_READ | PROT_WRITE) == 0 &&
        sm_visible_show(pages + GUARD, guarded(length) - 2 * GUARD)) {
        if (length >= LARGE) /* kernels stream through it; the system's wishes about memory come first */
            (void)madvise(pages + GUARD, guarded(length) - 2 * GUARD, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
        if (length <= SMALL)
            (void)madvise(pages + GUARD, length, MADV_POPULATE_WRITE);
#endif
        return pages + GUARD;
    }
    munmap(pages, guarded(length));
    return NULL;
}

/* At least as much as kernels' memory is aligned to. */
static size_t in_heap(size_t length)
{
    enum { ALIGNMENT = 256 };
    return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The system limits the number of mappings of a process (to 65530 by default), and others need some; buffers beyond
 * `MOST` share the client's heap. */
static bool allocate(mtl_buffer *buffer, size_t length, size_t live, NSUInteger options)
{
    enum { MOST = 16384 };
    buffer->memory = MTL_MEMORY_GPU;
    buffer->bytes = mtl_storage_of(options) == MTLStorageModePrivate ? sm_visible_private(length) : NULL;
    if (buffer->bytes)
        return true;
    buffer->memory = MTL_MEMORY_PAGES;
    buffer->bytes = live < MOST ? allocate_pages(length) : NULL;
    if (buffer->bytes)
        return true;
    buffer->memory = MTL_MEMORY_HEAP;
    buffer->bytes = sm_visible_allocate(in_heap(length));
    return buffer->bytes != NULL;
}

static void deallocate(mtl_buffer *buffer)
{
    if (buffer->memory == MTL_MEMORY_GPU)
        sm_visible_free_private(buffer->bytes);
    else if (buffer->memory != MTL_MEMORY_HEAP && !buffer->resource.heap)
        sm_visible_forget(buffer->bytes);
    if (buffer->memory == MTL_MEMORY_PAGES)
        munmap(buffer->bytes - GUARD, guarded(buffer->length));
    else if (buffer->memory == MTL_MEMORY_HEAP)
        sm_visible_free(buffer->bytes, in_heap(buffer->length));
}

static mtl_buffer *buffer_around(mtl_device *device, uint8_t *bytes, size_t length, NSUInteger options)
{
    mtl_buffer *buffer = mtl_new(&mtl_buffer_class);
    buffer->resource.device = device;
    buffer->resource.options = options;
    buffer->resource.size = length;
    buffer->bytes = bytes;
    buffer->length = length;
    mtl_device_add_memory(device, bytes, length);
    return buffer;
}

mtl_buffer *mtl_buffer_create(mtl_device *device, size_t length, NSUInteger options)
{
    if (length == 0) {
        mtl_complain("a buffer needs at least one byte; newBuffer… returns nil");
        return NULL;
    }
    if (length > mtl_device_max_buffer_length(device)) {
        mtl_complain("a buffer of %zu bytes is longer than the device's maxBufferLength; newBuffer… returns nil",
                     length);
        return NULL;
    }
    mtl_buffer made = {0};
    if (!allocate(&made, length, mtl_device_allocation_count(device), options)) {
        mtl_complain("no memory for a buffer of %zu bytes; newBuffer… returns nil", length);
        return NULL;
    }
    mtl_buffer *buffer = buffer_around(device, made.bytes, length, options);
    buffer->memory = made.memory;
    return buffer;
}

mtl_buffer *mtl_buffer_create_no_copy(mtl_device *device, void *bytes, size_t length, NSUInteger options,
                                      id deallocator)
{
    if (!bytes || length == 0) {
        mtl_complain("newBufferWithBytesNoCopy: needs memory of at least one byte; it returns nil");
        return NULL;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if ((uintptr_t)bytes % page || length % page) {
        mtl_complain("newBufferWithBytesNoCopy: address and length must be multiples of a page's %zu bytes; it "
                     "returns nil",
                     page);
        return NULL;
    }
    if (!sm_visible_show(bytes, length)) {
        mtl_complain("newBufferWithBytesNoCopy: the GPU cannot reach this memory; it returns nil");
        return NULL;
    }
    mtl_buffer *buffer = buffer_around(device, bytes, length, options);
    buffer->deallocator = mtl_block_copy(deallocator);
    return buffer;
}

mtl_buffer *mtl_buffer_create_in_heap(mtl_heap *heap, size_t offset, size_t length, NSUInteger options)
{
    return buffer_around(heap->resource.device, heap->bytes + offset, length, options);
}

static void buffer_finish(void *object)
{
    mtl_buffer *self = object;
    mtl_device_remove_memory(self->resource.device, self->bytes);
    if (self->deallocator)
        BLOCK_CALL(void (*)(id, void *, NSUInteger), self->deallocator)(self->deallocator, self->bytes, self->length);
    mtl_block_release(self->deallocator);
    deallocate(self);
}

static void *buffer_contents(METHOD_ARGUMENTS(mtl_buffer))
{
    /* As on Metal: private memory is the GPU's. */
    return mtl_storage_of(self->resource.options) == MTLStorageModePrivate ? NULL : self->bytes;
}

GETTER(mtl_buffer, NSUInteger, buffer_length, self->length)
GETTER(mtl_buffer, uint64_t, buffer_gpu_address, (uintptr_t)self->bytes)

static void buffer_did_modify(METHOD_ARGUMENTS(mtl_buffer), NSRange range)
{
    if (mtl_storage_of(self->resource.options) != MTLStorageModeManaged)
        mtl_complain("didModifyRange: is for buffers in managed storage; the call has no effect");
    else if (range.location > self->length || range.length > self->length - range.location)
        mtl_complain("didModifyRange: %lu bytes from offset %lu reach beyond a buffer of %zu; the call has no effect",
                     (unsigned long)range.length, (unsigned long)range.location, (size_t)self->length);
}

static void buffer_add_marker(METHOD_ARGUMENTS(mtl_buffer), id marker UNUSED, NSRange range UNUSED) {}

static void buffer_remove_markers(METHOD_ARGUMENTS(mtl_buffer)) {}

GETTER(mtl_buffer, id, buffer_remote, nil)
GETTER(mtl_buffer, NSInteger, buffer_sparse_tier, 0)

static const mtl_method buffer_methods[] = {
    METHOD("remoteStorageBuffer", "@@:", buffer_remote),
    METHOD("sparseBufferTier", "q@:", buffer_sparse_tier),
    METHOD("contents", "^v@:", buffer_contents),
    METHOD("length", "Q@:", buffer_length),
    METHOD("gpuAddress", "Q@:", buffer_gpu_address),
    METHOD("didModifyRange:", "v@:{_NSRange=QQ}", buffer_did_modify),
    METHOD("addDebugMarker:range:", "v@:@{_NSRange=QQ}", buffer_add_marker),
    METHOD("removeAllDebugMarkers", "v@:", buffer_remove_markers),
    END_OF_METHODS,
};
static const char *const buffer_protocols[] = {"MTLBuffer", "MTLResource", NULL};
const mtl_class mtl_buffer_class = {.name = "SoftmetalBuffer",
                                    .size = sizeof(mtl_buffer),
                                    .methods = buffer_methods,
                                    .finish = buffer_finish,
                                    .parent = &mtl_resource_class,
                                    .protocols = buffer_protocols};
