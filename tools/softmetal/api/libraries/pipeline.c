/* pipeline.c: MTLComputePipelineState and its descriptor. Making one is where a kernel becomes code. */
#include "../../engine/functions/stage_in.h"
#include "../../engine/visible.h"
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include <stdlib.h>
#include <string.h>

/* ---- pipeline state */

static mtl_pipeline *pipeline_around(mtl_function *function, sm_kernel *kernel)
{
    mtl_pipeline *pipeline = mtl_new(&mtl_pipeline_class);
    pipeline->function = (mtl_function *)mtl_retain((id)function);
    pipeline->kernel = kernel;
    pipeline->max_threads = sm_kernel_max_threads(kernel);
    memcpy(pipeline->required, function->function->required_threads_per_threadgroup, sizeof pipeline->required);
    uint32_t option = function->library->max_threads;
    if (option && option < pipeline->max_threads && !function->function->max_total_threads_per_threadgroup)
        pipeline->max_threads = option;
    return pipeline;
}

static bool has_stage_in(const mtl_function *function)
{
    const sm_function *of = function->function;
    for (size_t n = 0; n < of->argument_count; n++) {
        if (of->argument[n].stage_in)
            return true;
    }
    return false;
}

/* What of its library the kernel is linked with: `count` functions, which the caller frees. NULL with an error. */
static const sm_function **link_list(const mtl_function *function, id linked, size_t *count, id *error)
{
    *count = mtl_array_count(linked);
    const sm_function **list = calloc(*count + 1, sizeof *list);
    for (size_t n = 0; list && n < *count; n++) {
        const mtl_function *one = (const mtl_function *)mtl_array_object(linked, n);
        const char *problem = !mtl_is((id)one, &mtl_function_class)                 ? "is no function"
                              : one->function->kind != SM_FUNCTION_VISIBLE          ? "is not visible"
                              : one->library->library != function->library->library ? "is of another library, which "
                                                                                      "softmetal does not link"
                              : one->function->constant_count ? "has function constants, which softmetal does not link"
                                                              : NULL;
        list[n] = one->function;
        if (!problem)
            continue;
        if (mtl_is((id)one, &mtl_function_class) && one->function->kind == SM_FUNCTION_VISIBLE)
            mtl_gap(error, "%s: linked function %zu %s", function->function->name, n, problem);
        else
            mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported, "%s: linked function %zu %s",
                      function->function->name, n, problem);
        free(list);
        return NULL;
    }
    return list;
}

/* All functions of an MTLLinkedFunctions, the private ones last. `exported`: how many are not private. */
static id all_linked(id given, size_t *exported)
{
    const mtl_linked_functions *linked = (const mtl_linked_functions *)given;
    id lists[] = {linked ? linked->functions : nil, linked ? linked->binary : nil, linked ? linked->private : nil},
       all = nil;
    for (size_t n = 0; n < 3; n++) {
        if (n == 2)
            *exported = mtl_array_count(all);
        if (!all)
            all = lists[n];
        else if (lists[n])
            all = SEND(id(*)(id, SEL, id), all,
                       "arrayByAddingObjectsFromArray:")(all, SELECTOR("arrayByAddingObjectsFromArray:"), lists[n]);
    }
    return all;
}

static mtl_pipeline *create(id given, id stage_input, id linked, id *error)
{
    if (error)
        *error = nil;
    if (!mtl_is(given, &mtl_function_class)) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound,
                  "a pipeline needs a function, but it is nil");
        return NULL;
    }
    mtl_function *function = (mtl_function *)given;
    const char *name = function->function->name;
    if (function->function->kind != SM_FUNCTION_KERNEL) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported, "%s is not a kernel", name);
        return NULL;
    }
    if (!function->specialised) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "%s has function constants: get it by newFunctionWithName:constantValues:error:", name);
        return NULL;
    }
    if (function->function->max_total_threads_per_threadgroup > SM_MAX_THREADS) {
        mtl_error(
            error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
            "%s: max_total_threads_per_threadgroup is %u; the device has no more than %d threads in a threadgroup",
            name, function->function->max_total_threads_per_threadgroup, SM_MAX_THREADS);
        return NULL;
    }
    size_t linked_count;
    const sm_function **links = link_list(function, linked, &linked_count, error);
    if (!links)
        return NULL;
    struct sm_stage_in *stage_in = NULL;
    if (has_stage_in(function) && !(stage_in = mtl_stage_in_create(function, stage_input, error))) {
        free(links);
        return NULL;
    }
    char *log = NULL;
    sm_kernel *kernel = sm_kernel_create_linked(function->library->library, function->function, function->value,
                                                function->value_count, links, linked_count, &log);
    free(links);
    if (!kernel)
        mtl_compiler_error(error, name, log ? log : "no code was made", sm_log_trouble(log));
    else if (sm_kernel_family(kernel) > sm_device_settings()->family) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "%s uses operations that GPUs have from family Apple%u on", name, sm_kernel_family(kernel));
        sm_kernel_release(kernel);
        kernel = NULL;
    }
    free(log);
    mtl_pipeline *pipeline = kernel ? pipeline_around(function, kernel) : NULL;
    if (pipeline) {
        pipeline->stage_in = stage_in;
        pipeline->linked = mtl_retain(linked);
    } else
        sm_visible_free(stage_in, sizeof *stage_in);
    return pipeline;
}

mtl_pipeline *mtl_pipeline_create(mtl_device *device UNUSED, id function, id *error)
{
    return create(function, nil, nil, error);
}

static void pipeline_finish(void *object)
{
    mtl_pipeline *self = object;
    mtl_identity_remove(self);
    sm_visible_free(self->stage_in, sizeof *self->stage_in);
    sm_kernel_release(self->kernel);
    mtl_release((id)self->function);
    mtl_release(self->linked);
    mtl_release(self->label);
}

static id pipeline_handle(METHOD_ARGUMENTS(mtl_pipeline), id function)
{
    return mtl_function_handle_create(self, function);
}

static id pipeline_new_table(METHOD_ARGUMENTS(mtl_pipeline), id descriptor)
{
    return mtl_function_table_create(self, descriptor);
}

GETTER(mtl_pipeline, id, pipeline_device, (id)self->function->library->device)
GETTER(mtl_pipeline, id, pipeline_label, self->label)
GETTER(mtl_pipeline, NSUInteger, pipeline_max_threads, self->max_threads)
GETTER(mtl_pipeline, NSUInteger, pipeline_width, sm_kernel_simd_width(self->kernel))
GETTER(mtl_pipeline, NSUInteger, pipeline_threadgroup_memory, sm_kernel_static_threadgroup_memory(self->kernel))
GETTER(mtl_pipeline, NSUInteger, pipeline_thread_memory, sm_kernel_thread_memory(sm_kernel_optimised(self->kernel)))
GETTER(mtl_pipeline, BOOL, pipeline_indirect, self->indirect)
GETTER(mtl_pipeline, MTLSize, pipeline_required, MTLSizeMake(self->required[0], self->required[1], self->required[2]))
GETTER(mtl_pipeline, NSInteger, pipeline_shader_validation, sm_device_settings()->target.checked ? 1 : 2) /* on, off */

MTLResourceID mtl_pipeline_identity(mtl_pipeline *pipeline)
{
    mtl_identity_add(pipeline, (id)pipeline);
    return (MTLResourceID){(uintptr_t)pipeline};
}

GETTER(mtl_pipeline, MTLResourceID, pipeline_resource_id, mtl_pipeline_identity(self))

static NSUInteger pipeline_imageblock(METHOD_ARGUMENTS(mtl_pipeline), MTLSize size UNUSED)
{
    return 0;
}

static const mtl_method pipeline_methods[] = {
    METHOD("device", "@@:", pipeline_device),
    METHOD("label", "@@:", pipeline_label),
    METHOD("maxTotalThreadsPerThreadgroup", "Q@:", pipeline_max_threads),
    METHOD("threadExecutionWidth", "Q@:", pipeline_width),
    METHOD("staticThreadgroupMemoryLength", "Q@:", pipeline_threadgroup_memory),
    METHOD("softmetalThreadMemory", "Q@:", pipeline_thread_memory), /* Metal does not tell */
    METHOD("imageblockMemoryLengthForDimensions:", "Q@:{?=QQQ}", pipeline_imageblock),
    METHOD("supportIndirectCommandBuffers", "C@:", pipeline_indirect),
    METHOD("requiredThreadsPerThreadgroup", "{?=QQQ}@:", pipeline_required),
    METHOD("shaderValidation", "q@:", pipeline_shader_validation),
    METHOD("gpuResourceID", "{?=Q}@:", pipeline_resource_id),
    METHOD("functionHandleWithFunction:", "@@:@", pipeline_handle),
    METHOD("newVisibleFunctionTableWithDescriptor:", "@@:@", pipeline_new_table),
    END_OF_METHODS,
};
static const char *const pipeline_protocols[] = {"MTLComputePipelineState", NULL};
const mtl_class mtl_pipeline_class = {.name = "SoftmetalComputePipelineState",
                                      .size = sizeof(mtl_pipeline),
                                      .methods = pipeline_methods,
                                      .finish = pipeline_finish,
                                      .protocols = pipeline_protocols};

/* ---- descriptor */

typedef struct mtl_pipeline_descriptor {
    Class isa;
    id label, function, buffers, stage_input, linked;
    id archives, inserted;
    id preloaded; /* remembered: a dynamic library is in the program that was compiled with it */
    NSUInteger max_threads, max_depth;
    NSInteger shader_validation; /* MTLShaderValidation; SOFTMETAL_CHECKED is for the whole process */
    MTLSize required_threads;
    BOOL multiple_of_width, indirect, adds_functions;
} mtl_pipeline_descriptor;

OBJECT_PROPERTY(mtl_pipeline_descriptor, label, mtl_assign_copy)
OBJECT_PROPERTY(mtl_pipeline_descriptor, function, mtl_assign)
OBJECT_PROPERTY(mtl_pipeline_descriptor, stage_input, mtl_assign_copy)
OBJECT_PROPERTY(mtl_pipeline_descriptor, linked, mtl_assign_copy)
OBJECT_PROPERTY(mtl_pipeline_descriptor, archives, mtl_assign_copy)
OBJECT_PROPERTY(mtl_pipeline_descriptor, inserted, mtl_assign_copy)
OBJECT_PROPERTY(mtl_pipeline_descriptor, preloaded, mtl_assign_copy)
PROPERTY(mtl_pipeline_descriptor, NSInteger, shader_validation)
PROPERTY(mtl_pipeline_descriptor, BOOL, adds_functions)
PROPERTY(mtl_pipeline_descriptor, NSUInteger, max_threads)
PROPERTY(mtl_pipeline_descriptor, NSUInteger, max_depth)
PROPERTY(mtl_pipeline_descriptor, MTLSize, required_threads)
PROPERTY(mtl_pipeline_descriptor, BOOL, multiple_of_width)
PROPERTY(mtl_pipeline_descriptor, BOOL, indirect)

static id descriptor_buffers(METHOD_ARGUMENTS(mtl_pipeline_descriptor))
{
    if (!self->buffers)
        self->buffers = mtl_new(&mtl_pipeline_buffers_class);
    return self->buffers;
}

FINISH(mtl_pipeline_descriptor, descriptor_finish, self->label, self->function, self->buffers, self->stage_input,
       self->linked, self->archives, self->inserted, self->preloaded)

static id descriptor_init(METHOD_ARGUMENTS(mtl_pipeline_descriptor))
{
    self->max_depth = 1;
    return (id)self;
}

static void descriptor_reset(METHOD_ARGUMENTS(mtl_pipeline_descriptor))
{
    descriptor_finish(self);
    *self = (mtl_pipeline_descriptor){.isa = self->isa, .max_depth = 1};
}

COPY(mtl_pipeline_descriptor, descriptor_copy, self->label, self->function, self->buffers, self->stage_input,
     self->linked, self->archives, self->inserted, self->preloaded)

#define OPTION(getter, setter, encoding, field)                                                                        \
    PROPERTY_METHODS(mtl_pipeline_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    METHOD("reset", "v@:", descriptor_reset),
    OPTION("label", "setLabel:", "@", label),
    OPTION("computeFunction", "setComputeFunction:", "@", function),
    OPTION("threadGroupSizeIsMultipleOfThreadExecutionWidth",
           "setThreadGroupSizeIsMultipleOfThreadExecutionWidth:", "C", multiple_of_width),
    OPTION("maxTotalThreadsPerThreadgroup", "setMaxTotalThreadsPerThreadgroup:", "Q", max_threads),
    OPTION("requiredThreadsPerThreadgroup", "setRequiredThreadsPerThreadgroup:", "{?=QQQ}", required_threads),
    OPTION("maxCallStackDepth", "setMaxCallStackDepth:", "Q", max_depth),
    OPTION("supportIndirectCommandBuffers", "setSupportIndirectCommandBuffers:", "C", indirect),
    OPTION("stageInputDescriptor", "setStageInputDescriptor:", "@", stage_input),
    OPTION("linkedFunctions", "setLinkedFunctions:", "@", linked),
    OPTION("binaryArchives", "setBinaryArchives:", "@", archives),
    OPTION("insertLibraries", "setInsertLibraries:", "@", inserted),
    OPTION("preloadedLibraries", "setPreloadedLibraries:", "@", preloaded),
    OPTION("shaderValidation", "setShaderValidation:", "q", shader_validation),
    OPTION("supportAddingBinaryFunctions", "setSupportAddingBinaryFunctions:", "C", adds_functions),
    METHOD("buffers", "@@:", descriptor_buffers),
    END_OF_METHODS,
};
const mtl_class mtl_pipeline_descriptor_class = {.name = "MTLComputePipelineDescriptor",
                                                 .size = sizeof(mtl_pipeline_descriptor),
                                                 .methods = descriptor_methods,
                                                 .finish = descriptor_finish};

/* The kernel's attribute and the descriptor must not differ where both are there (MSL 5.1.3). */
static bool set_required_threads(mtl_pipeline *pipeline, const mtl_pipeline_descriptor *descriptor, id *error)
{
    uint32_t *own = pipeline->required;
    MTLSize asked = descriptor->required_threads;
    if (!asked.width || (own[0] == asked.width && own[1] == asked.height && own[2] == asked.depth))
        return true;
    if (!own[0]) {
        own[0] = (uint32_t)asked.width, own[1] = (uint32_t)asked.height, own[2] = (uint32_t)asked.depth;
        return true;
    }
    mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
              "requiredThreadsPerThreadgroup is %lu x %lu x %lu, but the kernel's attribute says %u x %u x %u",
              (unsigned long)asked.width, (unsigned long)asked.height, (unsigned long)asked.depth, own[0], own[1],
              own[2]);
    return false;
}

mtl_pipeline *mtl_pipeline_create_from_descriptor(mtl_device *device UNUSED, id given, id *error)
{
    if (!mtl_is(given, &mtl_pipeline_descriptor_class)) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "a pipeline needs a descriptor, but it is nil");
        return NULL;
    }
    const mtl_pipeline_descriptor *descriptor = (void *)given;
    if (mtl_array_count(descriptor->inserted) > 0) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "insertLibraries: softmetal links dynamic libraries when a program is compiled; name them in the "
                  "libraries of its MTLCompileOptions");
        return NULL;
    }
    size_t exported = 0;
    id linked = all_linked(descriptor->linked, &exported);
    mtl_pipeline *pipeline = create(descriptor->function, descriptor->stage_input, linked, error);
    if (!pipeline)
        return NULL;
    pipeline->exported = exported;
    if (!set_required_threads(pipeline, descriptor, error)) {
        mtl_release((id)pipeline);
        return NULL;
    }
    if (descriptor->max_threads > SM_MAX_THREADS) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "maxTotalThreadsPerThreadgroup is %lu; no more than %d are possible",
                  (unsigned long)descriptor->max_threads, SM_MAX_THREADS);
        mtl_release((id)pipeline);
        return NULL;
    }
    if (descriptor->max_threads > 0 && descriptor->max_threads < pipeline->max_threads)
        pipeline->max_threads = (uint32_t)descriptor->max_threads;
    pipeline->indirect = descriptor->indirect;
    mtl_assign(&pipeline->label, descriptor->label);
    return pipeline;
}

/* ---- mutability of buffers: taken and remembered; softmetal's code does not depend on it */

typedef struct mtl_pipeline_buffer_descriptor {
    Class isa;
    NSUInteger mutability;
} mtl_pipeline_buffer_descriptor;

PROPERTY(mtl_pipeline_buffer_descriptor, NSUInteger, mutability)

static const mtl_method buffer_descriptor_methods[] = {
    PROPERTY_METHODS(mtl_pipeline_buffer_descriptor, "mutability", "setMutability:", "Q", mutability), END_OF_METHODS};
const mtl_class mtl_pipeline_buffer_descriptor_class = {.name = "MTLPipelineBufferDescriptor",
                                                        .size = sizeof(mtl_pipeline_buffer_descriptor),
                                                        .methods = buffer_descriptor_methods};

typedef struct mtl_pipeline_buffers {
    Class isa;
    id buffer[SM_MAX_BUFFERS];
} mtl_pipeline_buffers;

static id buffers_get(METHOD_ARGUMENTS(mtl_pipeline_buffers), NSUInteger index)
{
    if (index >= SM_MAX_BUFFERS)
        return nil;
    if (!self->buffer[index])
        self->buffer[index] = mtl_new(&mtl_pipeline_buffer_descriptor_class);
    return self->buffer[index];
}

static void buffers_set(METHOD_ARGUMENTS(mtl_pipeline_buffers), id descriptor, NSUInteger index)
{
    if (index < SM_MAX_BUFFERS)
        mtl_assign(&self->buffer[index], descriptor);
}

static void buffers_finish(void *object)
{
    mtl_pipeline_buffers *self = object;
    for (size_t n = 0; n < SM_MAX_BUFFERS; n++)
        mtl_release(self->buffer[n]);
}

static const mtl_method buffers_methods[] = {
    METHOD("objectAtIndexedSubscript:", "@@:Q", buffers_get),
    METHOD("setObject:atIndexedSubscript:", "v@:@Q", buffers_set),
    END_OF_METHODS,
};
const mtl_class mtl_pipeline_buffers_class = {.name = "MTLPipelineBufferDescriptorArray",
                                              .size = sizeof(mtl_pipeline_buffers),
                                              .methods = buffers_methods,
                                              .finish = buffers_finish};
