/* function_table.c: MTLLinkedFunctions, MTLFunctionHandle and MTLVisibleFunctionTable (MSL 2.15).
 *
 * A pipeline's code holds its linked functions; a handle stands for one of them, and a table is a buffer with the
 * number of its entries and their addresses, as include/metal_visible_function_table reads it. */
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include <string.h>

/* ---- linked functions */

OBJECT_PROPERTY(mtl_linked_functions, functions, mtl_assign_copy)
OBJECT_PROPERTY(mtl_linked_functions, binary, mtl_assign_copy)
OBJECT_PROPERTY(mtl_linked_functions, private, mtl_assign_copy)
OBJECT_PROPERTY(mtl_linked_functions, groups, mtl_assign_copy)

FINISH(mtl_linked_functions, linked_finish, self->functions, self->binary, self->private, self->groups)

static id linked_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(mtl_new(&mtl_linked_functions_class));
}

COPY(mtl_linked_functions, linked_copy, self->functions, self->binary, self->private, self->groups)

static const mtl_method linked_methods[] = {
    METHOD("copyWithZone:", "@@:^v", linked_copy),
    PROPERTY_METHODS(mtl_linked_functions, "functions", "setFunctions:", "@", functions),
    PROPERTY_METHODS(mtl_linked_functions, "binaryFunctions", "setBinaryFunctions:", "@", binary),
    PROPERTY_METHODS(mtl_linked_functions, "privateFunctions", "setPrivateFunctions:", "@", private),
    PROPERTY_METHODS(mtl_linked_functions, "groups", "setGroups:", "@", groups),
    END_OF_METHODS,
};
static const mtl_method linked_class_methods[] = {METHOD("linkedFunctions", "@@:", linked_make), END_OF_METHODS};
const mtl_class mtl_linked_functions_class = {.name = "MTLLinkedFunctions",
                                              .size = sizeof(mtl_linked_functions),
                                              .methods = linked_methods,
                                              .class_methods = linked_class_methods,
                                              .finish = linked_finish};

/* ---- handle */

typedef struct mtl_function_handle {
    Class isa;
    mtl_pipeline *pipeline;
    mtl_function *function;
    uint64_t address;
} mtl_function_handle;

id mtl_function_handle_create(mtl_pipeline *pipeline, id function)
{
    for (size_t n = 0; n < pipeline->exported; n++) {
        mtl_function *linked = (mtl_function *)mtl_array_object(pipeline->linked, n);
        if (!mtl_is(function, &mtl_function_class) || linked->function != ((mtl_function *)function)->function)
            continue;
        mtl_function_handle *handle = mtl_new(&mtl_function_handle_class);
        handle->pipeline = (mtl_pipeline *)mtl_retain((id)pipeline);
        handle->function = (mtl_function *)mtl_retain((id)linked);
        handle->address = sm_kernel_linked_function(pipeline->kernel, n);
        return mtl_autorelease((id)handle);
    }
    return nil;
}

FINISH(mtl_function_handle, handle_finish, (id)self->pipeline, (id)self->function)

GETTER(mtl_function_handle, id, handle_name, mtl_string(self->function->function->name))
GETTER(mtl_function_handle, NSUInteger, handle_type, MTLFunctionTypeVisible)
GETTER(mtl_function_handle, id, handle_device, (id)self->function->library->device)

static const mtl_method handle_methods[] = {
    METHOD("name", "@@:", handle_name),
    METHOD("functionType", "Q@:", handle_type),
    METHOD("device", "@@:", handle_device),
    END_OF_METHODS,
};
static const char *const handle_protocols[] = {"MTLFunctionHandle", NULL};
const mtl_class mtl_function_handle_class = {.name = "SoftmetalFunctionHandle",
                                             .size = sizeof(mtl_function_handle),
                                             .methods = handle_methods,
                                             .finish = handle_finish,
                                             .protocols = handle_protocols};

/* ---- table */

typedef struct mtl_table_descriptor {
    Class isa;
    NSUInteger count;
} mtl_table_descriptor;

PROPERTY(mtl_table_descriptor, NSUInteger, count)

static id table_descriptor_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(mtl_new(&mtl_table_descriptor_class));
}

COPY(mtl_table_descriptor, table_descriptor_copy, nil)

static const mtl_method table_descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", table_descriptor_copy),
    PROPERTY_METHODS(mtl_table_descriptor, "functionCount", "setFunctionCount:", "Q", count),
    END_OF_METHODS,
};
static const mtl_method table_descriptor_class_methods[] = {
    METHOD("visibleFunctionTableDescriptor", "@@:", table_descriptor_make), END_OF_METHODS};
const mtl_class mtl_table_descriptor_class = {.name = "MTLVisibleFunctionTableDescriptor",
                                              .size = sizeof(mtl_table_descriptor),
                                              .methods = table_descriptor_methods,
                                              .class_methods = table_descriptor_class_methods};

static uint64_t *entries_of(const mtl_function_table *table)
{
    return (uint64_t *)(void *)table->storage->bytes;
}

id mtl_function_table_create(mtl_pipeline *pipeline, id descriptor)
{
    enum { MOST = 1 << 20 };
    NSUInteger count =
        mtl_is(descriptor, &mtl_table_descriptor_class) ? ((mtl_table_descriptor *)descriptor)->count : 0;
    mtl_device *device = pipeline->function->library->device;
    mtl_buffer *storage = count <= MOST ? mtl_buffer_create(device, (1 + count) * sizeof(uint64_t), 0) : NULL;
    if (!storage) {
        mtl_complain("newVisibleFunctionTableWithDescriptor: no memory for %lu functions; it returns nil",
                     (unsigned long)count);
        return nil;
    }
    mtl_function_table *table = mtl_new(&mtl_function_table_class);
    table->resource.device = device;
    table->resource.size = storage->length;
    table->pipeline = (mtl_pipeline *)mtl_retain((id)pipeline);
    table->storage = storage;
    entries_of(table)[0] = count;
    return (id)table;
}

static void table_finish(void *object)
{
    mtl_function_table *self = object;
    mtl_identity_remove(self->storage->bytes);
    mtl_release((id)self->storage);
    mtl_release((id)self->pipeline);
}

static void set_entry(mtl_function_table *self, SEL selector, id given, NSUInteger index)
{
    const mtl_function_handle *handle = (const mtl_function_handle *)given;
    if (index >= entries_of(self)[0])
        mtl_complain("%s the index %lu is not below the table's %lu functions", sel_getName(selector),
                     (unsigned long)index, (unsigned long)entries_of(self)[0]);
    else if (given && (!mtl_is(given, &mtl_function_handle_class) || handle->pipeline != self->pipeline))
        mtl_complain("%s the handle at index %lu is not one of the table's pipeline", sel_getName(selector),
                     (unsigned long)index);
    else
        entries_of(self)[1 + (sm_fault(SM_FAULT_api_table_entries) ? index % 4 : index)] = given ? handle->address : 0;
}

static void table_set(METHOD_ARGUMENTS(mtl_function_table), id handle, NSUInteger index)
{
    set_entry(self, _cmd, handle, index);
}

static void table_set_range(METHOD_ARGUMENTS(mtl_function_table), const id *handles, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        set_entry(self, _cmd, handles[n], range.location + n);
}

static MTLResourceID table_resource_id(METHOD_ARGUMENTS(mtl_function_table))
{
    mtl_identity_add(self->storage->bytes, (id)self);
    return (MTLResourceID){(uintptr_t)self->storage->bytes};
}

static const mtl_method table_methods[] = {
    METHOD("setFunction:atIndex:", "v@:@Q", table_set),
    METHOD("setFunctions:withRange:", "v@:r^@{_NSRange=QQ}", table_set_range),
    METHOD("gpuResourceID", "{?=Q}@:", table_resource_id),
    END_OF_METHODS,
};
static const char *const table_protocols[] = {"MTLVisibleFunctionTable", "MTLResource", NULL};
const mtl_class mtl_function_table_class = {.name = "SoftmetalVisibleFunctionTable",
                                            .size = sizeof(mtl_function_table),
                                            .methods = table_methods,
                                            .finish = table_finish,
                                            .parent = &mtl_resource_class,
                                            .protocols = table_protocols};
