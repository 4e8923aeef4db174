/* metal4_counters.c: MTL4CounterHeap: times that commands write when they run, in nanoseconds as sampleTimestamps:
 * gives them. */
#include "metal4.h"
#include "../objc/property.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct mtl4_counter_heap_descriptor {
    Class isa;
    NSInteger type;
    NSUInteger count;
} mtl4_counter_heap_descriptor;

PROPERTY(mtl4_counter_heap_descriptor, NSInteger, type)
PROPERTY(mtl4_counter_heap_descriptor, NSUInteger, count)
COPY(mtl4_counter_heap_descriptor, descriptor_copy, nil)

static const mtl_method descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    PROPERTY_METHODS(mtl4_counter_heap_descriptor, "type", "setType:", "q", type),
    PROPERTY_METHODS(mtl4_counter_heap_descriptor, "count", "setCount:", "Q", count),
    END_OF_METHODS,
};
const mtl_class mtl4_counter_heap_descriptor_class = {
    .name = "MTL4CounterHeapDescriptor", .size = sizeof(mtl4_counter_heap_descriptor), .methods = descriptor_methods};

typedef struct mtl4_counter_heap {
    Class isa;
    id label;
    NSUInteger count;
    uint64_t *entry; /* atomic; 0: nothing was written */
} mtl4_counter_heap;

id mtl4_counter_heap_create(id given, id *error)
{
    const mtl4_counter_heap_descriptor *descriptor = (const mtl4_counter_heap_descriptor *)given;
    bool good = mtl_is(given, &mtl4_counter_heap_descriptor_class) && descriptor->type == MTL4CounterHeapTypeTimestamp;
    id heap = good ? mtl4_counter_heap_of(descriptor->count) : nil;
    if (error)
        *error = nil;
    if (!heap)
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "a counter heap needs a descriptor with the type MTL4CounterHeapTypeTimestamp and a count of 1 to %d",
                  MTL4_MOST_COUNTERS);
    return heap;
}

id mtl4_counter_heap_of(NSUInteger count)
{
    uint64_t *entry = count > 0 && count <= MTL4_MOST_COUNTERS ? calloc(count, sizeof *entry) : NULL;
    if (!entry)
        return nil;
    mtl4_counter_heap *heap = mtl_new(&mtl4_counter_heap_class);
    heap->count = count;
    heap->entry = entry;
    return (id)heap;
}

static bool is_within(const mtl4_counter_heap *heap, NSRange range)
{
    return range.location <= heap->count && range.length <= heap->count - range.location;
}

id mtl4_counter_heap_data(id of, NSRange range)
{
    const mtl4_counter_heap *self = (const mtl4_counter_heap *)of;
    id class = (id)objc_getClass("NSData");
    if (!is_within(self, range)) {
        mtl_complain("resolveCounterRange: %lu entries from %lu on reach beyond the heap's %lu; it returns nil",
                     (unsigned long)range.length, (unsigned long)range.location, (unsigned long)self->count);
        return nil;
    }
    return SEND(id(*)(id, SEL, const void *, NSUInteger), class, "dataWithBytes:length:")(
        class, SELECTOR("dataWithBytes:length:"), self->entry + range.location, range.length * sizeof *self->entry);
}

static id heap_resolve(METHOD_ARGUMENTS(mtl4_counter_heap), NSRange range)
{
    return mtl4_counter_heap_data((id)self, range);
}

static void heap_invalidate(METHOD_ARGUMENTS(mtl4_counter_heap), NSRange range)
{
    if (is_within(self, range))
        memset(self->entry + range.location, 0, range.length * sizeof *self->entry);
    else
        mtl_complain("invalidateCounterRange: the range reaches beyond the heap's %lu entries; nothing was done",
                     (unsigned long)self->count);
}

OBJECT_PROPERTY(mtl4_counter_heap, label, mtl_assign_copy)
GETTER(mtl4_counter_heap, NSUInteger, heap_count, self->count)
GETTER(mtl4_counter_heap, NSInteger, heap_type, MTL4CounterHeapTypeTimestamp)

static void heap_finish(void *object)
{
    mtl4_counter_heap *self = object;
    free(self->entry);
    mtl_release(self->label);
}

static const mtl_method heap_methods[] = {
    PROPERTY_METHODS(mtl4_counter_heap, "label", "setLabel:", "@", label),
    METHOD("count", "Q@:", heap_count),
    METHOD("type", "q@:", heap_type),
    METHOD("resolveCounterRange:", "@@:{_NSRange=QQ}", heap_resolve),
    METHOD("invalidateCounterRange:", "v@:{_NSRange=QQ}", heap_invalidate),
    END_OF_METHODS,
};
static const char *const heap_protocols[] = {"MTL4CounterHeap", NULL};
const mtl_class mtl4_counter_heap_class = {.name = "Softmetal4CounterHeap",
                                           .size = sizeof(mtl4_counter_heap),
                                           .methods = heap_methods,
                                           .finish = heap_finish,
                                           .protocols = heap_protocols};

/* ---- commands */

typedef struct counter_command {
    mtl_command command;
    mtl4_counter_heap *heap; /* the command buffer keeps it */
    NSRange range;
    uint8_t *into;
} counter_command;

static bool run_note(mtl_command *command, mtl_command_buffer *buffer UNUSED)
{
    const counter_command *note = (const counter_command *)command;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    note->heap->entry[note->range.location] = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
    return true;
}

static bool run_resolve(mtl_command *command, mtl_command_buffer *buffer UNUSED)
{
    const counter_command *resolve = (const counter_command *)command;
    memcpy(resolve->into, resolve->heap->entry + resolve->range.location,
           resolve->range.length * sizeof *resolve->heap->entry);
    return true;
}

static counter_command *add(mtl_command_buffer *buffer, id heap, NSRange range, SEL selector,
                            bool (*run)(mtl_command *, mtl_command_buffer *))
{
    if (!mtl_is(heap, &mtl4_counter_heap_class) || !is_within((mtl4_counter_heap *)heap, range)) {
        mtl_command_buffer_refuse(buffer, "%s entry %lu and the %lu behind it are not in the counter heap",
                                  sel_getName(selector), (unsigned long)range.location,
                                  (unsigned long)range.length - (range.length > 0));
        return NULL;
    }
    counter_command *command = mtl_command_add(buffer, sizeof *command, run);
    if (!command)
        return NULL;
    command->command.stage = 0;
    command->heap = (mtl4_counter_heap *)heap;
    command->range = range;
    mtl_command_keep(buffer, heap);
    return command;
}

void mtl4_counter_note(mtl_command_buffer *buffer, id heap, NSUInteger index, SEL selector)
{
    add(buffer, heap, (NSRange){index, 1}, selector, run_note);
}

void mtl4_counter_resolve(mtl_command_buffer *buffer, id heap, NSRange range, MTL4BufferRange into, SEL selector)
{
    sm_memory memory = mtl_device_find(mtl_the_device(), into.bufferAddress);
    if (memory.length < range.length * sizeof(uint64_t) || into.length < range.length * sizeof(uint64_t)) {
        mtl_command_buffer_refuse(buffer, "%s %lu entries need %lu bytes of a buffer", sel_getName(selector),
                                  (unsigned long)range.length, (unsigned long)(range.length * sizeof(uint64_t)));
        return;
    }
    counter_command *command = add(buffer, heap, range, selector, run_resolve);
    if (command)
        command->into = memory.address;
}
