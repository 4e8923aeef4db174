/* resource.c: MTLResource, what buffers, textures, heaps, tensors and tables have in common. */
#include "../objects.h"
#include "../objc/property.h"

GETTER(mtl_resource, id, resource_device, (id)self->device)
OBJECT_PROPERTY(mtl_resource, label, mtl_assign_copy)

GETTER(mtl_resource, NSUInteger, resource_storage_mode, mtl_storage_of(self->options))
GETTER(mtl_resource, NSUInteger, resource_cpu_cache_mode, self->options & 15)

static NSUInteger resource_hazard_tracking(METHOD_ARGUMENTS(mtl_resource))
{
    NSUInteger mode = self->options >> 8 & 3;
    return mode != MTLHazardTrackingModeDefault ? mode
           : self->heap                         ? MTLHazardTrackingModeUntracked
                                                : MTLHazardTrackingModeTracked;
}

GETTER(mtl_resource, NSUInteger, resource_options, self->options)
GETTER(mtl_resource, NSUInteger, resource_size, self->size)
GETTER(mtl_resource, id, resource_heap, (id)self->heap)
GETTER(mtl_resource, NSUInteger, resource_heap_offset, self->heap_offset)

static NSUInteger resource_purgeable(METHOD_ARGUMENTS(mtl_resource), NSUInteger state UNUSED)
{
    return MTLPurgeableStateNonVolatile;
}

static void resource_make_aliasable(METHOD_ARGUMENTS(mtl_resource)) {}

GETTER(mtl_resource, BOOL, resource_is_aliasable, NO)

static void resource_finish(void *object)
{
    mtl_resource *self = object;
    mtl_release(self->label);
    if (self->heap)
        __atomic_sub_fetch(&self->heap->used, self->heap_share, __ATOMIC_RELAXED);
    mtl_release((id)self->heap);
}

static const mtl_method resource_methods[] = {
    METHOD("device", "@@:", resource_device),
    PROPERTY_METHODS(mtl_resource, "label", "setLabel:", "@", label),
    METHOD("storageMode", "Q@:", resource_storage_mode),
    METHOD("cpuCacheMode", "Q@:", resource_cpu_cache_mode),
    METHOD("hazardTrackingMode", "Q@:", resource_hazard_tracking),
    METHOD("resourceOptions", "Q@:", resource_options),
    METHOD("allocatedSize", "Q@:", resource_size),
    METHOD("heap", "@@:", resource_heap),
    METHOD("heapOffset", "Q@:", resource_heap_offset),
    METHOD("setPurgeableState:", "Q@:Q", resource_purgeable),
    METHOD("makeAliasable", "v@:", resource_make_aliasable),
    METHOD("isAliasable", "C@:", resource_is_aliasable),
    END_OF_METHODS,
};
const mtl_class mtl_resource_class = {
    .name = "SoftmetalResource", .size = sizeof(mtl_resource), .methods = resource_methods, .finish = resource_finish};
