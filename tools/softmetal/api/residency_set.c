/* residency_set.c: MTLResidencySet: a list of allocations to keep resident. All memory is resident here; the list is
 * kept so that a client can ask what is on it, and so that it retains what it holds. */
#include "objects.h"
#include "property.h"
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
} mtl_residency_set;

id mtl_residency_set_create(id descriptor)
{
    mtl_residency_set *set = mtl_new(&mtl_residency_set_class);
    if (mtl_is(descriptor, &mtl_residency_set_descriptor_class))
        mtl_assign(&set->label, ((mtl_residency_set_descriptor *)descriptor)->label);
    return (id)set;
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
    METHOD("commit", "v@:", set_nothing),
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
