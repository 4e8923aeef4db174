/* library.c: source to library, function to pipeline state.
 *
 * Compilation failed if and only if the library is nil: warnings fill the error object too. Math mode and functions are
 * always set; an older macOS knows only fastMathEnabled, which can express two of the six combinations. */
#include "../base/utf8.h"
#include "client.h"
#include <stdlib.h>
#include <string.h>

/* ---- Compile options */

static const NSInteger math_mode[] = {[METAL_MATH_SAFE] = MTLMathModeSafe,
                                      [METAL_MATH_RELAXED] = MTLMathModeRelaxed,
                                      [METAL_MATH_FAST] = MTLMathModeFast};
static const NSInteger math_functions[] = {[METAL_FUNCTIONS_FAST] = MTLMathFloatingPointFunctionsFast,
                                           [METAL_FUNCTIONS_PRECISE] = MTLMathFloatingPointFunctionsPrecise};

static bool set_math(metal_device *device, id options, const metal_compile *compile, assay_error *error)
{
    bool fast = compile->math == METAL_MATH_FAST && compile->functions == METAL_FUNCTIONS_FAST;
    bool safe = compile->math == METAL_MATH_SAFE && compile->functions == METAL_FUNCTIONS_PRECISE;
    if (compile->default_math)
        return true;
    if (device->facts.math_modes && !compile->legacy_math) {
        options_set_math_mode(options, math_mode[compile->math]);
        options_set_math_functions(options, math_functions[compile->functions]);
    } else if (fast || safe) {
        options_set_fast_math(options, fast);
    } else {
        return assay_fail(
            error, NULL, 0,
            "fastMathEnabled knows only math=safe with functions=precise and math=fast with functions=fast");
    }
    return true;
}

static bool set_wishes(id options, const metal_compile *compile, assay_error *error)
{
    bool size = runtime_responds(options, METHOD_options_set_optimization);
    bool threads = runtime_responds(options, METHOD_options_set_max_threads);
    if (compile->logging && !runtime_responds(options, METHOD_options_set_logging))
        return assay_fail(error, NULL, 0, "this system's MTLCompileOptions has no enableLogging");
    if (compile->logging)
        options_set_logging(options, YES);
    if ((compile->for_size && !size) || (compile->max_threads && !threads))
        return assay_fail(error, NULL, 0, "this system's MTLCompileOptions has no %s",
                          compile->for_size && !size ? "optimizationLevel" : "maxTotalThreadsPerThreadgroup");
    if (size)
        options_set_optimization(options, compile->for_size ? MTLLibraryOptimizationLevelSize
                                                            : MTLLibraryOptimizationLevelDefault);
    if (compile->max_threads)
        options_set_max_threads(options, compile->max_threads);
    return true;
}

/* Metal's strings hold UTF-8 only. Anything else becomes nil: a dictionary throws at it, and what a compiler says of it
 * helps nobody. */
static bool is_text(const metal_compile *compile, assay_error *error)
{
    for (size_t i = 0; i < compile->macro_count; i++)
        if (!utf8_check(compile->macros[i].name, NULL, error) || !utf8_check(compile->macros[i].value, NULL, error))
            return false;
    return utf8_check(compile->source, NULL, error);
}

static void set_macros(id options, const metal_compile *compile)
{
    id macros = ns_new(runtime_class(CLASS_NSMutableDictionary));
    for (size_t i = 0; i < compile->macro_count; i++)
        dictionary_set(macros, runtime_string(compile->macros[i].value), runtime_string(compile->macros[i].name));
    options_set_macros(options, macros);
    ns_release(macros);
}

/* ---- Libraries */

static void add_name(id name, void *context)
{
    metal_library *library = context;
    char *copy = client_copy(runtime_text(name));
    if (copy)
        library->name[library->name_count++] = copy;
}

/* Takes over `object`. */
static metal_library *wrap_library(metal_device *device, id object, assay_error *error)
{
    metal_library *library = calloc(1, sizeof *library);
    id names = library_function_names(object);
    if (library)
        library->name = calloc(array_count(names) + 1, sizeof *library->name);
    if (!library || !library->name) {
        free(library);
        ns_release(object);
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    library->device = device;
    library->object = object;
    runtime_each(names, add_name, library);
    return library;
}

/* What the code of an error says of its cause: softmetal's own domain has gaps, Metal's has the compiler's. */
static void note_cause(assay_error *error, id problem)
{
    if (!error || !problem)
        return;
    const char *domain = runtime_text(error_domain(problem));
    if (strcmp(domain, "SoftmetalErrorDomain") == 0 && error_code(problem) == SoftmetalErrorGap)
        error->cause = CAUSE_GAP;
    else if (strcmp(domain, "MTLLibraryErrorDomain") == 0 && error_code(problem) == MTLLibraryErrorInternal)
        error->cause = CAUSE_BREAKDOWN;
}

static metal_library *compile_source(metal_device *device, const metal_compile *compile, id options, char **diagnostics,
                                     assay_error *error)
{
    id problem = NULL;
    set_macros(options, compile);
    options_set_language(options, compile->msl ? compile->msl : device->facts.msl);
    id object = device_new_library(device->object, runtime_string(compile->source), options, &problem);
    const char *text = runtime_error_text(problem);
    if (diagnostics && (*text || !object))
        *diagnostics = client_copy(text);
    if (object)
        return wrap_library(device, object, error);
    assay_fail(error, NULL, 0, "the source does not compile: %s", text);
    note_cause(error, problem);
    return NULL;
}

metal_library *metal_library_create(metal_device *device, const metal_compile *compile, char **diagnostics,
                                    assay_error *error)
{
    if (diagnostics)
        *diagnostics = NULL;
    id pool = runtime_pool_open();
    id options = ns_new(runtime_class(CLASS_MTLCompileOptions));
    metal_library *library = NULL;
    if (is_text(compile, error) && set_math(device, options, compile, error) && set_wishes(options, compile, error))
        library = compile_source(device, compile, options, diagnostics, error);
    ns_release(options);
    runtime_pool_close(pool);
    return library;
}

metal_library *metal_library_open(metal_device *device, const char *path, assay_error *error)
{
    id pool = runtime_pool_open(), problem = NULL;
    id name = runtime_string(path), url = name ? url_of_file(runtime_class(CLASS_NSURL), name) : NULL;
    id object = url ? device_open_library(device->object, url, &problem) : NULL;
    metal_library *library = object ? wrap_library(device, object, error) : NULL;
    if (!object) {
        assay_fail(error, path, 0, "is not loaded: %s", name ? runtime_error_text(problem) : "its path is not UTF-8");
        note_cause(error, problem);
    }
    runtime_pool_close(pool);
    return library;
}

char *metal_library_annotation(const metal_library *library, const char *function)
{
    id pool = runtime_pool_open(), text = NULL, reflection = NULL;
    if (runtime_responds(library->object, METHOD_library_reflection))
        reflection = library_reflection(library->object, runtime_string(function));
    if (reflection)
        text = function_annotation(reflection);
    char *copy = text ? client_copy(runtime_text(text)) : NULL;
    runtime_pool_close(pool);
    return copy;
}

void metal_library_destroy(metal_library *library)
{
    if (!library)
        return;
    id pool = runtime_pool_open();
    ns_release(library->object);
    runtime_pool_close(pool);
    for (size_t i = 0; i < library->name_count; i++)
        free(library->name[i]);
    free(library->name);
    free(library);
}

size_t metal_library_function_count(const metal_library *library)
{
    return library->name_count;
}

const char *metal_library_function_name(const metal_library *library, size_t n)
{
    return library->name[n];
}

/* ---- Pipelines */

static void set_constant(id values, const metal_constant *constant)
{
    if (constant->name)
        constants_set_named(values, constant->value, constant->data_type, runtime_string(constant->name));
    else
        constants_set_at(values, constant->value, constant->data_type, constant->index);
}

/* The function, retained, or NULL with an error. */
static id find_function(metal_library *library, const char *name, const metal_constant *constants, size_t count,
                        assay_error *error)
{
    id function, problem = NULL;
    if (count == 0) {
        function = library_new_function(library->object, runtime_string(name));
    } else {
        id values = ns_new(runtime_class(CLASS_MTLFunctionConstantValues));
        for (size_t i = 0; i < count; i++)
            set_constant(values, &constants[i]);
        function = library_new_specialised(library->object, runtime_string(name), values, &problem);
        ns_release(values);
    }
    if (!function) {
        assay_fail(error, NULL, 0, "the library gives no function `%s`%s%s", name, problem ? ": " : "",
                   runtime_error_text(problem));
        note_cause(error, problem);
    }
    return function;
}

/* Takes over `object` and `function`. */
static metal_pipeline *wrap_pipeline(id object, id function, metal_library *library, assay_error *error)
{
    metal_pipeline *pipeline = calloc(1, sizeof *pipeline);
    if (!pipeline) {
        ns_release(object);
        ns_release(function);
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    *pipeline = (metal_pipeline){.object = object,
                                 .function = function,
                                 .device = library->device->object,
                                 .library = library,
                                 .simd_width = (uint32_t)pipeline_simd_width(object),
                                 .max_threads = (uint32_t)pipeline_max_threads(object),
                                 .threadgroup_memory = (uint32_t)pipeline_static_memory(object)};
    return pipeline;
}

#define STRIDE_DYNAMIC ((NSUInteger)-1) /* MTLBufferLayoutStrideDynamic */

static void set_stage_in(id descriptor, const metal_wishes *wishes)
{
    id stage_in = stage_in_descriptor(runtime_class(CLASS_MTLStageInputOutputDescriptor));
    for (size_t i = 0; i < wishes->attribute_count; i++) {
        const metal_attribute *from = &wishes->attributes[i];
        id attribute = attributes_at(stage_in_attributes(stage_in), from->attribute);
        id layout = layouts_at(stage_in_layouts(stage_in), from->buffer);
        attribute_set_format(attribute, from->format);
        attribute_set_buffer(attribute, from->buffer);
        layout_set_stride(layout, from->dynamic ? STRIDE_DYNAMIC : from->stride);
        layout_set_step(layout, from->step);
        if (from->step == MTLStepFunctionConstant)
            layout_set_rate(layout, 0);
    }
    if (wishes->index_bytes) {
        stage_in_set_index_type(stage_in, wishes->index_bytes == 2 ? MTLIndexTypeUInt16 : MTLIndexTypeUInt32);
        stage_in_set_index_buffer(stage_in, wishes->index_buffer);
    }
    descriptor_set_stage_in(descriptor, stage_in);
}

/* A name that the library does not have links nothing: what needs it says so. */
static void set_linked(id descriptor, const metal_library *library, const metal_wishes *wishes)
{
    id list = ns_new(runtime_class(CLASS_NSMutableArray)), linked = ns_new(runtime_class(CLASS_MTLLinkedFunctions));
    for (size_t i = 0; i < wishes->linked_count; i++) {
        id function = library_new_function(library->object, runtime_string(wishes->linked[i]));
        if (!function)
            continue;
        array_add(list, function);
        ns_release(function);
    }
    linked_set_functions(linked, list);
    if (wishes->group_count) {
        id groups = ns_new(runtime_class(CLASS_NSMutableDictionary));
        for (size_t i = 0; i < wishes->group_count; i++)
            dictionary_set(groups, list, runtime_string(wishes->groups[i]));
        linked_set_groups(linked, groups);
        ns_release(groups);
    }
    descriptor_set_linked(descriptor, linked);
    ns_release(linked);
    ns_release(list);
}

/* The pipeline state, or nil with an error object. */
static id make_pipeline(const metal_library *library, id function, const metal_wishes *wishes, id *problem)
{
    id device = library->device->object;
    if (!wishes ||
        (!wishes->required_threads[0] && !wishes->attribute_count && !wishes->linked_count && !wishes->indirect))
        return device_new_pipeline(device, function, problem);
    const uint32_t *required = wishes->required_threads;
    id descriptor = ns_new(runtime_class(CLASS_MTLComputePipelineDescriptor));
    descriptor_set_function(descriptor, function);
    if (wishes->attribute_count)
        set_stage_in(descriptor, wishes);
    if (wishes->linked_count)
        set_linked(descriptor, library, wishes);
    if (wishes->indirect)
        descriptor_set_indirect(descriptor, YES);
    if (required[0] && runtime_responds(descriptor, METHOD_descriptor_set_required_threads))
        descriptor_set_required_threads(descriptor, (MTLSize){required[0], required[1], required[2]});
    id object = device_new_pipeline_described(device, descriptor, 0, NULL, problem);
    ns_release(descriptor);
    return object;
}

metal_pipeline *metal_pipeline_create(metal_library *library, const char *function, const metal_constant *constants,
                                      size_t count, const metal_wishes *wishes, assay_error *error)
{
    metal_pipeline *pipeline = NULL;
    id pool = runtime_pool_open();
    id entry = find_function(library, function, constants, count, error), problem = NULL;
    if (entry) {
        id object = make_pipeline(library, entry, wishes, &problem);
        if (object) {
            pipeline = wrap_pipeline(object, entry, library, error);
        } else {
            assay_fail(error, NULL, 0, "no pipeline for `%s`: %s", function, runtime_error_text(problem));
            note_cause(error, problem);
            ns_release(entry);
        }
    }
    runtime_pool_close(pool);
    return pipeline;
}

void metal_pipeline_destroy(metal_pipeline *pipeline)
{
    if (!pipeline)
        return;
    id pool = runtime_pool_open();
    ns_release(pipeline->object);
    ns_release(pipeline->function);
    runtime_pool_close(pool);
    free(pipeline);
}

/* ---- Reflection */

typedef struct named_argument {
    const char *name;
    size_t length;
    id found;
} named_argument;

static void find_argument(id argument, void *context)
{
    named_argument *wanted = context;
    const char *name = runtime_text(argument_name(argument));
    if (strlen(name) == wanted->length && memcmp(name, wanted->name, wanted->length) == 0 && argument_active(argument))
        wanted->found = argument;
}

bool metal_pipeline_index(const metal_pipeline *pipeline, const char *path, uint32_t *index)
{
    named_argument wanted = {path, strcspn(path, "."), NULL};
    id pool = runtime_pool_open(), reflection = NULL, member = NULL;
    id again = device_new_pipeline_reflected(pipeline->device, pipeline->function,
                                             MTLPipelineOptionArgumentInfo | MTLPipelineOptionBufferTypeInfo,
                                             &reflection, NULL);
    if (reflection)
        runtime_each(reflection_arguments(reflection), find_argument, &wanted);
    if (again)
        ns_release(again);
    bool nested = path[wanted.length] == '.', found = wanted.found != NULL;
    if (found && nested) {
        id structure = argument_struct(wanted.found);
        member = structure ? struct_member(structure, runtime_string(path + wanted.length + 1)) : NULL;
        found = member != NULL;
    }
    if (found)
        *index = (uint32_t)(nested ? member_index(member) : argument_index(wanted.found));
    runtime_pool_close(pool);
    return found;
}

uint32_t metal_pipeline_simd_width(const metal_pipeline *pipeline)
{
    return pipeline->simd_width;
}

uint32_t metal_pipeline_max_threads(const metal_pipeline *pipeline)
{
    return pipeline->max_threads;
}

uint32_t metal_pipeline_threadgroup_memory(const metal_pipeline *pipeline)
{
    return pipeline->threadgroup_memory;
}
