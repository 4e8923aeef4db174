/* reflection.c: what a kernel takes, as MTLComputePipelineReflection tells it: the older list of MTLArgument and the
 * newer one of MTLBinding. One class answers to both. A library's reflection of a function tells the same before there
 * is a pipeline, and what the program annotates the function with. */
#include "../resources/tensor.h"
#include "../objc/property.h"
#include "../../engine/fault.h"
#include <stdlib.h>
#include <string.h>

typedef struct mtl_argument {
    Class isa;
    mtl_function *function; /* keeps `from` alive */
    const sm_argument *from;
    size_t number; /* of the function's arguments */
    bool active;   /* not switched off by a function constant */
    uint32_t index;
    id name;
} mtl_argument;

typedef struct mtl_reflection {
    Class isa;
    id arguments; /* NSArray of mtl_argument */
} mtl_reflection;

typedef struct mtl_function_reflection {
    Class isa;
    id arguments;
    id annotation; /* or nil */
} mtl_function_reflection;

/* NSArray of what the function takes, as `kernel` has it if there is one. */
static id arguments_of(const mtl_function *function, const sm_kernel *kernel)
{
    size_t all = function->function->argument_count, count = 0;
    id *list = calloc(all + 1, sizeof *list);
    for (size_t n = 0; list && n < all; n++) {
        const sm_argument *from = function->function->argument + n;
        if (from->kind == SM_INPUT)
            continue;
        mtl_argument *argument = mtl_new(&mtl_argument_class);
        argument->function = (mtl_function *)mtl_retain((id)function);
        argument->from = from;
        argument->number = n;
        argument->active = !kernel || sm_kernel_argument_active(kernel, n);
        argument->index = kernel ? sm_kernel_argument_index(kernel, n) : from->index;
        argument->name = mtl_string_retained(from->name);
        list[count++] = mtl_autorelease((id)argument);
    }
    id array = mtl_array(list, count);
    free(list);
    return array;
}

id mtl_reflection_create(const mtl_pipeline *pipeline)
{
    mtl_reflection *reflection = mtl_new(&mtl_reflection_class);
    reflection->arguments = mtl_retain(arguments_of(pipeline->function, pipeline->kernel));
    return mtl_autorelease((id)reflection);
}

id mtl_function_reflection_create(const mtl_function *function)
{
    mtl_function_reflection *reflection = mtl_new(&mtl_function_reflection_class);
    reflection->arguments = mtl_retain(arguments_of(function, NULL));
    if (*function->function->annotation && !sm_fault(SM_FAULT_api_annotation_lost))
        reflection->annotation = mtl_string_retained(function->function->annotation);
    return mtl_autorelease((id)reflection);
}

GETTER(mtl_reflection, id, reflection_arguments, self->arguments)

FINISH(mtl_reflection, reflection_finish, self->arguments)

static const mtl_method reflection_methods[] = {
    METHOD("arguments", "@@:", reflection_arguments),
    METHOD("bindings", "@@:", reflection_arguments),
    END_OF_METHODS,
};
const mtl_class mtl_reflection_class = {.name = "MTLComputePipelineReflection",
                                        .size = sizeof(mtl_reflection),
                                        .methods = reflection_methods,
                                        .finish = reflection_finish};

GETTER(mtl_function_reflection, id, function_arguments, self->arguments)
GETTER(mtl_function_reflection, id, function_annotation, self->annotation)

FINISH(mtl_function_reflection, function_reflection_finish, self->arguments, self->annotation)

static const mtl_method function_methods[] = {
    METHOD("bindings", "@@:", function_arguments),
    METHOD("userAnnotation", "@@:", function_annotation),
    END_OF_METHODS,
};
const mtl_class mtl_function_reflection_class = {.name = "MTLFunctionReflection",
                                                 .size = sizeof(mtl_function_reflection),
                                                 .methods = function_methods,
                                                 .finish = function_reflection_finish};

GETTER(mtl_argument, id, argument_name, self->name)

static NSUInteger argument_type(METHOD_ARGUMENTS(mtl_argument))
{
    if (self->from->data_type == SM_DATA_FUNCTION_TABLE)
        return MTLArgumentTypeVisibleFunctionTable;
    if (self->from->data_type == SM_DATA_TENSOR)
        return MTLBindingTypeTensor;
    switch (self->from->kind) {
    case SM_THREADGROUP: return MTLArgumentTypeThreadgroupMemory;
    case SM_TEXTURE: return MTLArgumentTypeTexture;
    case SM_SAMPLER: return MTLArgumentTypeSampler;
    default: return MTLArgumentTypeBuffer;
    }
}

static NSUInteger argument_access(METHOD_ARGUMENTS(mtl_argument))
{
    if (self->from->kind == SM_TEXTURE)
        return self->from->texture_access;
    return self->from->writable ? MTLArgumentAccessReadWrite : MTLArgumentAccessReadOnly;
}

GETTER(mtl_argument, NSUInteger, argument_index, self->index)
GETTER(mtl_argument, BOOL, argument_active, self->active)
GETTER(mtl_argument, BOOL, argument_is_argument, YES)
GETTER(mtl_argument, NSUInteger, argument_alignment, self->from->data_alignment)
GETTER(mtl_argument, NSUInteger, argument_size, self->from->data_size)
GETTER(mtl_argument, NSUInteger, argument_data_type, self->from->data_type)
GETTER(mtl_argument, NSUInteger, argument_texture_type, self->from->texture_type)
GETTER(mtl_argument, NSUInteger, argument_array_length, self->from->count)
GETTER(mtl_argument, BOOL, argument_depth, strncmp(self->from->type_name, "depth", 5) == 0)

/* Of a tensor: the extents that its type has, -1 for dynamic ones. */
static id argument_dimensions(METHOD_ARGUMENTS(mtl_argument))
{
    NSInteger extent[MTL_TENSOR_MAX_RANK];
    NSUInteger rank = 0;
    if (self->from->data_type != SM_DATA_TENSOR)
        return nil;
    for (const char *p = self->from->type_name + strcspn(self->from->type_name, " "); *p && rank < MTL_TENSOR_MAX_RANK;
         rank++)
        extent[rank] = strtol(p, (char **)(uintptr_t)&p, 10);
    return mtl_autorelease(mtl_tensor_extents_create(rank, extent));
}

GETTER(mtl_argument, NSInteger, argument_tensor_type, self->from->texture_type)
GETTER(mtl_argument, NSUInteger, argument_index_type, self->from->texture_access)

static const sm_type *type_of(const mtl_argument *self)
{
    if (self->from->kind != SM_BUFFER)
        return NULL;
    return sm_library_argument_type(self->function->library->library, self->function->function, self->number);
}

const sm_type *mtl_argument_element(id argument, mtl_library **library)
{
    const mtl_argument *self = (const mtl_argument *)argument;
    const sm_type *type = mtl_is(argument, &mtl_argument_class) ? type_of(self) : NULL;
    if (!type || type->kind != SM_TYPE_POINTER)
        return NULL;
    *library = self->function->library;
    return type->element;
}

static id argument_structure(METHOD_ARGUMENTS(mtl_argument))
{
    const sm_type *type = type_of(self), *element = type && type->kind == SM_TYPE_POINTER ? type->element : NULL;
    return element && element->kind == SM_TYPE_STRUCT ? mtl_type_create(self->function->library, element, 0) : nil;
}

static id argument_pointer(METHOD_ARGUMENTS(mtl_argument))
{
    const sm_type *type = type_of(self);
    return type && type->kind == SM_TYPE_POINTER ? mtl_type_create(self->function->library, type, 0) : nil;
}

FINISH(mtl_argument, argument_finish, self->name, (id)self->function)

static const mtl_method argument_methods[] = {
    METHOD("name", "@@:", argument_name),
    METHOD("type", "Q@:", argument_type),
    METHOD("access", "Q@:", argument_access),
    METHOD("index", "Q@:", argument_index),
    METHOD("isActive", "C@:", argument_active),
    METHOD("isUsed", "C@:", argument_active),
    METHOD("isArgument", "C@:", argument_is_argument),
    METHOD("bufferAlignment", "Q@:", argument_alignment),
    METHOD("bufferDataSize", "Q@:", argument_size),
    METHOD("bufferDataType", "Q@:", argument_data_type),
    METHOD("bufferStructType", "@@:", argument_structure),
    METHOD("bufferPointerType", "@@:", argument_pointer),
    METHOD("threadgroupMemoryAlignment", "Q@:", argument_alignment),
    METHOD("threadgroupMemoryDataSize", "Q@:", argument_size),
    METHOD("textureType", "Q@:", argument_texture_type),
    METHOD("textureDataType", "Q@:", argument_data_type),
    METHOD("isDepthTexture", "C@:", argument_depth),
    METHOD("dimensions", "@@:", argument_dimensions),
    METHOD("tensorDataType", "q@:", argument_tensor_type),
    METHOD("indexType", "Q@:", argument_index_type),
    METHOD("arrayLength", "Q@:", argument_array_length),
    END_OF_METHODS,
};
static const char *const argument_protocols[] = {
    "MTLBinding", "MTLBufferBinding", "MTLTextureBinding", "MTLThreadgroupBinding", "MTLTensorBinding", NULL};
const mtl_class mtl_argument_class = {.name = "MTLArgument",
                                      .size = sizeof(mtl_argument),
                                      .methods = argument_methods,
                                      .finish = argument_finish,
                                      .protocols = argument_protocols};

static id pipeline_reflection(METHOD_ARGUMENTS(mtl_pipeline))
{
    return mtl_reflection_create(self);
}

static const mtl_method pipeline_reflection_methods[] = {
    METHOD("reflection", "@@:", pipeline_reflection),
    END_OF_METHODS,
};
const mtl_addition mtl_pipeline_reflection_addition = {&mtl_pipeline_class, pipeline_reflection_methods};

static id library_reflection(METHOD_ARGUMENTS(mtl_library), id name)
{
    id function =
        SEND(id(*)(id, SEL, id), self, "newFunctionWithName:")((id)self, SELECTOR("newFunctionWithName:"), name);
    id reflection = function ? mtl_function_reflection_create((mtl_function *)function) : nil;
    mtl_release(function);
    return reflection;
}

static const mtl_method library_reflection_methods[] = {
    METHOD("reflectionForFunctionWithName:", "@@:@", library_reflection),
    END_OF_METHODS,
};
const mtl_addition mtl_library_reflection_addition = {&mtl_library_class, library_reflection_methods};
