/* residency_set.c: MTLResidencySet: a list of allocations to keep resident. All memory is resident here; the list is
 * kept so that a client can ask what is on it, so that it retains what it holds, and so that checked mode can tell what
 * a Metal 4 command buffer reaches without having made it resident. */
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include "tensor.h"
#include <stdlib.h>
#include <string.h>

typedef struct mtl_residency_set_descriptor {
    Class isa;
    id label;
    NSUInteger capacity;
} mtl_residency_set_descriptor;

OBJECT_PROPERTY(mtl_residency_set_descriptor, label, mtl_assign_copy)
PROPERTY(mtl_residency_set_descriptor, NSUInteger, capacity)

FINISH(mtl_residency_set_descriptor, descriptor_finish, self->label)

static const mtl_method descriptor_methods[] = {
    PROPERTY_METHODS(mtl_residency_set_descriptor, "label", "setLabel:", "@", label),
    PROPERTY_METHODS(mtl_residency_set_descriptor, "initialCapacity", "setInitialCapacity:", "Q", capacity),
    END_OF_METHODS,
};
const mtl_class mtl_residency_set_descriptor_class = {.name = "MTLResidencySetDescriptor",
                                                      .size = sizeof(mtl_residency_set_descriptor),
                                                      .methods = descriptor_methods,
                                                      .finish = descriptor_finish};

typedef struct mtl_residency_set {
    Class isa;
    id label;
    id *member; /* in the order in which they were added */
    size_t count, capacity;
    pthread_mutex_t lock; /* guards what follows */
    id *resident;         /* the members at the last commit */
    size_t resident_count;
} mtl_residency_set;

id mtl_residency_set_create(id descriptor)
{
    mtl_residency_set *set = mtl_new(&mtl_residency_set_class);
    if (mtl_is(descriptor, &mtl_residency_set_descriptor_class))
        mtl_assign(&set->label, ((mtl_residency_set_descriptor *)descriptor)->label);
    pthread_mutex_init(&set->lock, NULL);
    return (id)set;
}

static void drop_resident(mtl_residency_set *self)
{
    for (size_t n = 0; n < self->resident_count; n++)
        mtl_release(self->resident[n]);
    free(self->resident);
    self->resident = NULL;
    self->resident_count = 0;
}

static void set_commit(METHOD_ARGUMENTS(mtl_residency_set))
{
    pthread_mutex_lock(&self->lock);
    drop_resident(self);
    self->resident = malloc((self->count + 1) * sizeof *self->resident);
    for (size_t n = 0; self->resident && n < self->count; n++)
        self->resident[self->resident_count++] = mtl_retain(self->member[n]);
    pthread_mutex_unlock(&self->lock);
}

static bool collect_member(mtl_memory_list *list, id member)
{
    if (mtl_is(member, &mtl_buffer_class))
        return mtl_memory_list_add(list, ((mtl_buffer *)member)->bytes, ((mtl_buffer *)member)->length);
    if (mtl_is(member, &mtl_tensor_class))
        return collect_member(list, (id)((mtl_tensor *)member)->buffer) &&
               (!((mtl_tensor *)member)->scales || collect_member(list, (id)((mtl_tensor *)member)->scales));
    if (mtl_is(member, &mtl_function_table_class))
        return collect_member(list, (id)((mtl_function_table *)member)->storage);
    if (mtl_is(member, &mtl_heap_class)) {
        list->everything |= !((mtl_heap *)member)->bytes;
        return mtl_memory_list_add(list, ((mtl_heap *)member)->bytes, ((mtl_heap *)member)->size);
    }
    if (!mtl_is(member, &mtl_texture_class))
        return true;
    sm_memory pixels = mtl_texture_memory((mtl_texture *)member);
    return mtl_memory_list_add(list, pixels.address, pixels.length);
}

bool mtl_residency_set_collect(id set, mtl_memory_list *list)
{
    mtl_residency_set *self = (mtl_residency_set *)set;
    bool good = true;
    pthread_mutex_lock(&self->lock);
    for (size_t n = 0; n < self->resident_count; n++)
        good &= collect_member(list, self->resident[n]);
    pthread_mutex_unlock(&self->lock);
    return good;
}

static size_t position_of(const mtl_residency_set *self, id object)
{
    size_t n = 0;
    while (n < self->count && self->member[n] != object)
        n++;
    return n;
}

static void set_add(METHOD_ARGUMENTS(mtl_residency_set), id object)
{
    if (!object || position_of(self, object) < self->count)
        return;
    if (self->count == self->capacity) {
        size_t capacity = self->capacity ? 2 * self->capacity : 16;
        id *grown = realloc(self->member, capacity * sizeof *grown);
        if (!grown)
            return;
        self->member = grown;
        self->capacity = capacity;
    }
    self->member[self->count++] = mtl_retain(object);
}

static void set_add_all(METHOD_ARGUMENTS(mtl_residency_set), const id *objects, NSUInteger count)
{
    for (NSUInteger n = 0; n < count; n++)
        set_add(self, _cmd, objects[n]);
}

static void set_remove(METHOD_ARGUMENTS(mtl_residency_set), id object)
{
    size_t at = position_of(self, object);
    if (at == self->count)
        return;
    self->count--;
    memmove(self->member + at, self->member + at + 1, (self->count - at) * sizeof *self->member);
    mtl_release(object);
}

static void set_remove_some(METHOD_ARGUMENTS(mtl_residency_set), const id *objects, NSUInteger count)
{
    for (NSUInteger n = 0; n < count; n++)
        set_remove(self, _cmd, objects[n]);
}

static void set_remove_all(METHOD_ARGUMENTS(mtl_residency_set))
{
    while (self->count > 0)
        mtl_release(self->member[--self->count]);
}

static BOOL set_contains(METHOD_ARGUMENTS(mtl_residency_set), id object)
{
    return position_of(self, object) < self->count;
}

static id set_members(METHOD_ARGUMENTS(mtl_residency_set))
{
    return mtl_array(self->member, self->count);
}

GETTER(mtl_residency_set, NSUInteger, set_count, self->count)

static uint64_t set_size(METHOD_ARGUMENTS(mtl_residency_set))
{
    uint64_t size = 0;
    for (size_t n = 0; n < self->count; n++)
        if (mtl_is(self->member[n], &mtl_resource_class))
            size += ((mtl_resource *)self->member[n])->size;
    return size;
}

GETTER(mtl_residency_set, id, set_label, self->label)
GETTER(mtl_residency_set, id, set_device, (id)mtl_the_device())

static void set_nothing(METHOD_ARGUMENTS(mtl_residency_set)) {}

static void set_finish(void *object)
{
    mtl_residency_set *self = object;
    set_remove_all(self, NULL);
    drop_resident(self);
    pthread_mutex_destroy(&self->lock);
    free(self->member);
    mtl_release(self->label);
}

static const mtl_method set_methods[] = {
    METHOD("device", "@@:", set_device),
    METHOD("label", "@@:", set_label),
    METHOD("addAllocation:", "v@:@", set_add),
    METHOD("addAllocations:count:", "v@:r^@Q", set_add_all),
    METHOD("removeAllocation:", "v@:@", set_remove),
    METHOD("removeAllocations:count:", "v@:r^@Q", set_remove_some),
    METHOD("removeAllAllocations", "v@:", set_remove_all),
    METHOD("containsAllocation:", "C@:@", set_contains),
    METHOD("allAllocations", "@@:", set_members),
    METHOD("allocationCount", "Q@:", set_count),
    METHOD("allocatedSize", "Q@:", set_size),
    METHOD("commit", "v@:", set_commit),
    METHOD("requestResidency", "v@:", set_nothing),
    METHOD("endResidency", "v@:", set_nothing),
    END_OF_METHODS,
};
static const char *const set_protocols[] = {"MTLResidencySet", NULL};
const mtl_class mtl_residency_set_class = {.name = "SoftmetalResidencySet",
                                           .size = sizeof(mtl_residency_set),
                                           .methods = set_methods,
                                           .finish = set_finish,
                                           .protocols = set_protocols};
