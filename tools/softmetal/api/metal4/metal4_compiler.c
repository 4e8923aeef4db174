/* metal4_compiler.c: MTL4Compiler and the descriptors that it takes: libraries and compute pipelines, made as the
 * device makes them. */
#include "../../include-host/dispatch/dispatch.h"
#include "../objc/blocks.h"
#include "metal4.h"
#include "../objc/property.h"
#include <stdlib.h>

/* ---- descriptors */

/* One class whose objects hold up to three objects, each a property. */
typedef struct mtl4_descriptor {
    Class isa;
    id a, b, c;
} mtl4_descriptor;

OBJECT_PROPERTY(mtl4_descriptor, a, mtl_assign)
OBJECT_PROPERTY(mtl4_descriptor, b, mtl_assign)
OBJECT_PROPERTY(mtl4_descriptor, c, mtl_assign)
FINISH(mtl4_descriptor, descriptor_finish, self->a, self->b, self->c)

static id descriptor_copy(METHOD_ARGUMENTS(mtl4_descriptor), void *zone UNUSED)
{
    mtl4_descriptor *copy = (mtl4_descriptor *)SEND(id(*)(id, SEL), object_getClass((id)self),
                                                    "new")((id)object_getClass((id)self), SELECTOR("new"));
    copy->a = mtl_retain(self->a);
    copy->b = mtl_retain(self->b);
    copy->c = mtl_retain(self->c);
    return (id)copy;
}

#define DESCRIPTOR(variable, class_name, ...)                                                                          \
    static const mtl_method variable##_methods[] = {METHOD("copyWithZone:", "@@:^v", descriptor_copy), __VA_ARGS__,    \
                                                    END_OF_METHODS};                                                   \
    const mtl_class mtl4_##variable##_class = {.name = class_name,                                                     \
                                               .size = sizeof(mtl4_descriptor),                                        \
                                               .methods = variable##_methods,                                          \
                                               .finish = descriptor_finish};
#define HOLDS(getter, setter, field) PROPERTY_METHODS(mtl4_descriptor, getter, setter, "@", field)

DESCRIPTOR(compiler_descriptor, "MTL4CompilerDescriptor", HOLDS("label", "setLabel:", a),
           HOLDS("pipelineDataSetSerializer", "setPipelineDataSetSerializer:", b))
DESCRIPTOR(task_options, "MTL4CompilerTaskOptions", HOLDS("lookupArchives", "setLookupArchives:", a))
DESCRIPTOR(library_descriptor, "MTL4LibraryDescriptor", HOLDS("source", "setSource:", a),
           HOLDS("options", "setOptions:", b), HOLDS("name", "setName:", c))
DESCRIPTOR(library_function_descriptor, "MTL4LibraryFunctionDescriptor", HOLDS("name", "setName:", a),
           HOLDS("library", "setLibrary:", b))
DESCRIPTOR(specialized_function_descriptor, "MTL4SpecializedFunctionDescriptor",
           HOLDS("functionDescriptor", "setFunctionDescriptor:", a), HOLDS("constantValues", "setConstantValues:", b),
           HOLDS("specializedName", "setSpecializedName:", c))
DESCRIPTOR(linking_descriptor, "MTL4StaticLinkingDescriptor",
           HOLDS("functionDescriptors", "setFunctionDescriptors:", a),
           HOLDS("privateFunctionDescriptors", "setPrivateFunctionDescriptors:", b), HOLDS("groups", "setGroups:", c))

typedef struct mtl4_pipeline_options {
    Class isa;
    NSUInteger reflection;
    NSInteger validation;
} mtl4_pipeline_options;
PROPERTY(mtl4_pipeline_options, NSUInteger, reflection)
PROPERTY(mtl4_pipeline_options, NSInteger, validation)
COPY(mtl4_pipeline_options, pipeline_options_copy, nil)
static const mtl_method pipeline_options_methods[] = {
    METHOD("copyWithZone:", "@@:^v", pipeline_options_copy),
    PROPERTY_METHODS(mtl4_pipeline_options, "shaderReflection", "setShaderReflection:", "Q", reflection),
    PROPERTY_METHODS(mtl4_pipeline_options, "shaderValidation", "setShaderValidation:", "q", validation),
    END_OF_METHODS,
};
const mtl_class mtl4_pipeline_options_class = {
    .name = "MTL4PipelineOptions", .size = sizeof(mtl4_pipeline_options), .methods = pipeline_options_methods};

typedef struct mtl4_pipeline_descriptor {
    Class isa;
    id label, options, function, linking;
    NSUInteger max_threads;
    MTLSize required;
    BOOL multiple, binary;
    NSInteger indirect;
} mtl4_pipeline_descriptor;
OBJECT_PROPERTY(mtl4_pipeline_descriptor, label, mtl_assign_copy)
OBJECT_PROPERTY(mtl4_pipeline_descriptor, options, mtl_assign)
OBJECT_PROPERTY(mtl4_pipeline_descriptor, function, mtl_assign)
OBJECT_PROPERTY(mtl4_pipeline_descriptor, linking, mtl_assign)
PROPERTY(mtl4_pipeline_descriptor, NSUInteger, max_threads)
PROPERTY(mtl4_pipeline_descriptor, MTLSize, required)
PROPERTY(mtl4_pipeline_descriptor, BOOL, multiple)
PROPERTY(mtl4_pipeline_descriptor, BOOL, binary)
PROPERTY(mtl4_pipeline_descriptor, NSInteger, indirect)
FINISH(mtl4_pipeline_descriptor, pipeline_descriptor_finish, self->label, self->options, self->function, self->linking)
COPY(mtl4_pipeline_descriptor, pipeline_descriptor_copy, self->label, self->options, self->function, self->linking)

static void pipeline_descriptor_reset(METHOD_ARGUMENTS(mtl4_pipeline_descriptor))
{
    pipeline_descriptor_finish(self);
    *self = (mtl4_pipeline_descriptor){.isa = self->isa};
}

#define OF_PIPELINE(getter, setter, encoding, field)                                                                   \
    PROPERTY_METHODS(mtl4_pipeline_descriptor, getter, setter, encoding, field)
static const mtl_method pipeline_descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", pipeline_descriptor_copy),
    METHOD("reset", "v@:", pipeline_descriptor_reset),
    OF_PIPELINE("label", "setLabel:", "@", label),
    OF_PIPELINE("options", "setOptions:", "@", options),
    OF_PIPELINE("computeFunctionDescriptor", "setComputeFunctionDescriptor:", "@", function),
    OF_PIPELINE("staticLinkingDescriptor", "setStaticLinkingDescriptor:", "@", linking),
    OF_PIPELINE("maxTotalThreadsPerThreadgroup", "setMaxTotalThreadsPerThreadgroup:", "Q", max_threads),
    OF_PIPELINE("requiredThreadsPerThreadgroup", "setRequiredThreadsPerThreadgroup:", "{?=QQQ}", required),
    OF_PIPELINE("threadGroupSizeIsMultipleOfThreadExecutionWidth",
                "setThreadGroupSizeIsMultipleOfThreadExecutionWidth:", "C", multiple),
    OF_PIPELINE("supportBinaryLinking", "setSupportBinaryLinking:", "C", binary),
    OF_PIPELINE("supportIndirectCommandBuffers", "setSupportIndirectCommandBuffers:", "q", indirect),
    END_OF_METHODS,
};
const mtl_class mtl4_pipeline_descriptor_class = {.name = "MTL4ComputePipelineDescriptor",
                                                  .size = sizeof(mtl4_pipeline_descriptor),
                                                  .methods = pipeline_descriptor_methods,
                                                  .finish = pipeline_descriptor_finish};

/* ---- making */

static void *refuse(id *error, const char *what)
{
    mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound, "%s", what);
    return NULL;
}

/* The MTLFunction that a function's descriptor names, autoreleased. */
static id function_of(id given, id *error)
{
    const mtl4_descriptor *descriptor = (const mtl4_descriptor *)given;
    id values = nil, function;
    if (mtl_is(given, &mtl4_specialized_function_descriptor_class)) {
        values = descriptor->b;
        descriptor = (const mtl4_descriptor *)descriptor->a;
    }
    if (!mtl_is((id)descriptor, &mtl4_library_function_descriptor_class) || !mtl_is(descriptor->b, &mtl_library_class))
        return refuse(error, "a function's descriptor needs a library and a name");
    id library = descriptor->b, name = descriptor->a;
    if (values)
        function = SEND(id(*)(id, SEL, id, id, id *), library, "newFunctionWithName:constantValues:error:")(
            library, SELECTOR("newFunctionWithName:constantValues:error:"), name, values, error);
    else
        function =
            SEND(id(*)(id, SEL, id), library, "newFunctionWithName:")(library, SELECTOR("newFunctionWithName:"), name);
    if (!function && !values)
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound, "the library has no function %s",
                  mtl_text(name));
    return mtl_autorelease(function);
}

static bool link_functions(id linked, const char *setter, id descriptors, id *error)
{
    id all = mtl_array(NULL, 0);
    for (size_t n = 0; n < mtl_array_count(descriptors); n++) {
        id function = function_of(mtl_array_object(descriptors, n), error);
        if (!function)
            return false;
        all = SEND(id(*)(id, SEL, id), all, "arrayByAddingObject:")(all, SELECTOR("arrayByAddingObject:"), function);
    }
    SEND(void (*)(id, SEL, id), linked, setter)(linked, SELECTOR(setter), all);
    return true;
}

static bool set_linking(id descriptor, const mtl4_descriptor *linking, id *error)
{
    id linked = mtl_autorelease(mtl_new(&mtl_linked_functions_class));
    if (!mtl_is((id)linking, &mtl4_linking_descriptor_class))
        return !linking || refuse(error, "the linking descriptor is no MTL4StaticLinkingDescriptor");
    if (!link_functions(linked, "setFunctions:", linking->a, error) ||
        !link_functions(linked, "setPrivateFunctions:", linking->b, error))
        return false;
    SEND(void (*)(id, SEL, id), descriptor, "setLinkedFunctions:")(descriptor, SELECTOR("setLinkedFunctions:"), linked);
    return true;
}

static void *make_pipeline(mtl_device *device, id given, id second UNUSED, id *error)
{
    const mtl4_pipeline_descriptor *from = (const mtl4_pipeline_descriptor *)given;
    if (error)
        *error = nil;
    if (!mtl_is(given, &mtl4_pipeline_descriptor_class))
        return refuse(error, "a pipeline needs an MTL4ComputePipelineDescriptor");
    id function = function_of(from->function, error);
    id descriptor = mtl_autorelease(mtl_new(&mtl_pipeline_descriptor_class));
    if (!function || !set_linking(descriptor, (const mtl4_descriptor *)from->linking, error))
        return NULL;
#define SET(type, selector, value)                                                                                     \
    SEND(void (*)(id, SEL, type), descriptor, selector)(descriptor, SELECTOR(selector), value)
    SET(id, "setComputeFunction:", function);
    SET(id, "setLabel:", from->label);
    SET(NSUInteger, "setMaxTotalThreadsPerThreadgroup:", from->max_threads);
    SET(MTLSize, "setRequiredThreadsPerThreadgroup:", from->required);
    SET(BOOL, "setThreadGroupSizeIsMultipleOfThreadExecutionWidth:", from->multiple);
#undef SET
    return mtl_pipeline_create_from_descriptor(device, descriptor, error);
}

static void *make_library(mtl_device *device, id given, id second UNUSED, id *error)
{
    const mtl4_descriptor *descriptor = (const mtl4_descriptor *)given;
    if (!mtl_is(given, &mtl4_library_descriptor_class))
        return refuse(error, "a library needs an MTL4LibraryDescriptor");
    mtl_library *library = mtl_library_create(device, descriptor->a, descriptor->b, error);
    if (library && descriptor->c)
        mtl_assign_copy(&library->label, descriptor->c);
    return library;
}

/* ---- tasks */

typedef struct mtl4_task {
    Class isa;
    id compiler;
    void *(*make)(mtl_device *device, id first, id second, id *error);
    id descriptor, handler;
    NSInteger status; /* guarded by the lock */
    pthread_mutex_t lock;
    pthread_cond_t changed;
} mtl4_task;

typedef struct mtl4_compiler {
    Class isa;
    mtl_device *device;
    id label;
} mtl4_compiler;

static void run_task(void *context)
{
    mtl4_task *task = context;
    id pool = mtl_pool_push(), error = nil;
    id made = task->make(((mtl4_compiler *)task->compiler)->device, task->descriptor, nil, &error);
    if (task->handler)
        BLOCK_CALL(void (*)(id, id, id), task->handler)(task->handler, made, error);
    mtl_release(made);
    pthread_mutex_lock(&task->lock);
    task->status = MTL4CompilerTaskStatusFinished;
    pthread_cond_broadcast(&task->changed);
    pthread_mutex_unlock(&task->lock);
    mtl_release((id)task);
    mtl_pool_pop(pool);
}

static id start_task(mtl4_compiler *compiler, void *(*make)(mtl_device *, id, id, id *), id descriptor, id handler)
{
    mtl4_task *task = mtl_new(&mtl4_task_class);
    task->compiler = mtl_retain((id)compiler);
    task->make = make;
    task->descriptor = SEND(id(*)(id, SEL), descriptor, "copy")(descriptor, SELECTOR("copy"));
    task->handler = mtl_block_copy(handler);
    task->status = MTL4CompilerTaskStatusScheduled;
    pthread_mutex_init(&task->lock, NULL);
    pthread_cond_init(&task->changed, NULL);
    mtl_retain((id)task);
    dispatch_async_f(dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), task, run_task);
    return mtl_autorelease((id)task);
}

static NSInteger task_status(METHOD_ARGUMENTS(mtl4_task))
{
    pthread_mutex_lock(&self->lock);
    NSInteger status = self->status;
    pthread_mutex_unlock(&self->lock);
    return status;
}

static void task_wait(METHOD_ARGUMENTS(mtl4_task))
{
    pthread_mutex_lock(&self->lock);
    while (self->status != MTL4CompilerTaskStatusFinished)
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

GETTER(mtl4_task, id, task_compiler, self->compiler)

static void task_finish(void *object)
{
    mtl4_task *self = object;
    mtl_release(self->compiler);
    mtl_release(self->descriptor);
    mtl_block_release(self->handler);
    pthread_mutex_destroy(&self->lock);
    pthread_cond_destroy(&self->changed);
}

static const mtl_method task_methods[] = {
    METHOD("compiler", "@@:", task_compiler),
    METHOD("status", "q@:", task_status),
    METHOD("waitUntilCompleted", "v@:", task_wait),
    END_OF_METHODS,
};
static const char *const task_protocols[] = {"MTL4CompilerTask", NULL};
const mtl_class mtl4_task_class = {.name = "Softmetal4CompilerTask",
                                   .size = sizeof(mtl4_task),
                                   .methods = task_methods,
                                   .finish = task_finish,
                                   .protocols = task_protocols};

/* ---- compiler */

id mtl4_compiler_create(mtl_device *device, id descriptor)
{
    mtl4_compiler *compiler = mtl_new(&mtl4_compiler_class);
    compiler->device = device;
    if (mtl_is(descriptor, &mtl4_compiler_descriptor_class))
        mtl_assign_copy(&compiler->label, ((mtl4_descriptor *)descriptor)->a);
    return (id)compiler;
}

static id compiler_library(METHOD_ARGUMENTS(mtl4_compiler), id descriptor, id *error)
{
    return make_library(self->device, descriptor, nil, error);
}

static id compiler_ask_library(METHOD_ARGUMENTS(mtl4_compiler), id descriptor, id handler)
{
    return start_task(self, make_library, descriptor, handler);
}

static id compiler_pipeline(METHOD_ARGUMENTS(mtl4_compiler), id descriptor, id options UNUSED, id *error)
{
    return make_pipeline(self->device, descriptor, nil, error);
}

static id compiler_ask_pipeline(METHOD_ARGUMENTS(mtl4_compiler), id descriptor, id options UNUSED, id handler)
{
    return start_task(self, make_pipeline, descriptor, handler);
}

GETTER(mtl4_compiler, id, compiler_device, (id)self->device)
GETTER(mtl4_compiler, id, compiler_label, self->label)
GETTER(mtl4_compiler, id, compiler_serializer, nil)
FINISH(mtl4_compiler, compiler_finish, self->label)

static const mtl_method compiler_methods[] = {
    METHOD("device", "@@:", compiler_device),
    METHOD("label", "@@:", compiler_label),
    METHOD("pipelineDataSetSerializer", "@@:", compiler_serializer),
    METHOD("newLibraryWithDescriptor:error:", "@@:@^@", compiler_library),
    METHOD("newLibraryWithDescriptor:completionHandler:", "@@:@@?", compiler_ask_library),
    METHOD("newComputePipelineStateWithDescriptor:compilerTaskOptions:error:", "@@:@@^@", compiler_pipeline),
    METHOD("newComputePipelineStateWithDescriptor:compilerTaskOptions:completionHandler:", "@@:@@@?",
           compiler_ask_pipeline),
    END_OF_METHODS,
};
static const char *const compiler_protocols[] = {"MTL4Compiler", NULL};
const mtl_class mtl4_compiler_class = {.name = "Softmetal4Compiler",
                                       .size = sizeof(mtl4_compiler),
                                       .methods = compiler_methods,
                                       .finish = compiler_finish,
                                       .protocols = compiler_protocols};
