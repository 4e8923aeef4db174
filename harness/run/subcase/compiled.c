/* compiled.c: remembers what was compiled within a case. The key of a library is everything the compiler sees, as text;
 * that of a pipeline is its library and kernel. Pipelines with function constants are made anew: their subcases differ
 * in them. */
#include "compiled.h"
#include "../../base/text.h"
#include <stdlib.h>
#include <string.h>

typedef struct library_entry {
    text key;
    metal_library *library; /* NULL: refused */
    char *diagnostics;
    assay_error error; /* of a refusal */
} library_entry;

typedef struct pipeline_entry {
    text key;
    metal_pipeline *pipeline;
} pipeline_entry;

struct programs {
    metal_device *device;
    library_entry *libraries;
    size_t library_count;
    pipeline_entry *pipelines;
    size_t pipeline_count;
};

programs *programs_create(metal_device *device)
{
    programs *programs = calloc(1, sizeof *programs);
    if (programs)
        programs->device = device;
    return programs;
}

void programs_destroy(programs *programs)
{
    if (!programs)
        return;
    for (size_t i = 0; i < programs->pipeline_count; i++) {
        metal_pipeline_destroy(programs->pipelines[i].pipeline);
        text_free(&programs->pipelines[i].key);
    }
    for (size_t i = 0; i < programs->library_count; i++) {
        metal_library_destroy(programs->libraries[i].library);
        free(programs->libraries[i].diagnostics);
        text_free(&programs->libraries[i].key);
    }
    free(programs->pipelines);
    free(programs->libraries);
    free(programs);
}

static bool same(const text *a, const text *b)
{
    return a->length == b->length && memcmp(text_string(a), text_string(b), a->length) == 0;
}

static library_entry *compile(programs *programs, text *key, const metal_compile *options, assay_error *error)
{
    library_entry *grown = realloc(programs->libraries, (programs->library_count + 1) * sizeof *grown);
    if (!grown) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    programs->libraries = grown;
    library_entry *entry = &grown[programs->library_count++];
    *entry = (library_entry){.key = *key};
    *key = (text){0};
    entry->library = metal_library_create(programs->device, options, &entry->diagnostics, &entry->error);
    return entry;
}

metal_library *programs_library(programs *programs, const case_instance *instance, uint32_t msl, const char *source,
                                const char **diagnostics, assay_error *error)
{
    metal_compile options = {.source = source,
                             .macros = instance->macros,
                             .macro_count = instance->macro_count,
                             .msl = msl,
                             .math = instance->of->math,
                             .functions = instance->of->functions,
                             .legacy_math = instance->options.legacy_math,
                             .default_math = instance->options.default_math,
                             .logging = instance->options.logging,
                             .for_size = instance->options.for_size,
                             .max_threads = instance->options.max_threads};
    text key = {0};
    text_format(&key, "%u %d %d %d %d %d %d %u\n", msl, options.math, options.functions, options.legacy_math,
                options.default_math, options.for_size, options.logging, options.max_threads);
    for (size_t i = 0; i < options.macro_count; i++)
        text_format(&key, "%s=%s\n", options.macros[i].name, options.macros[i].value);
    text_add(&key, source);
    library_entry *entry = NULL;
    for (size_t i = 0; i < programs->library_count && !entry; i++)
        if (same(&programs->libraries[i].key, &key))
            entry = &programs->libraries[i];
    if (!entry)
        entry = compile(programs, &key, &options, error);
    text_free(&key);
    if (entry && !entry->library)
        *error = entry->error;
    *diagnostics = entry && entry->diagnostics ? entry->diagnostics : "";
    return entry ? entry->library : NULL;
}

metal_library *programs_opened(programs *programs, const char *path, assay_error *error)
{
    library_entry *grown = programs->libraries;
    if (programs->library_count)
        return programs->libraries[0].library; /* a case has one program */
    metal_library *library = metal_library_open(programs->device, path, error);
    if (library && !(grown = calloc(1, sizeof *grown))) {
        metal_library_destroy(library);
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    if (!library)
        return NULL;
    programs->libraries = grown;
    grown->library = library;
    programs->library_count = 1;
    return library;
}

metal_pipeline *programs_pipeline(programs *programs, metal_library *library, const case_instance *instance,
                                  const char *kernel, assay_error *error)
{
    if (!kernel && metal_library_function_count(library) != 1) {
        assay_fail(error, NULL, 0, "the library has %zu functions; name the kernel in `dispatch`",
                   metal_library_function_count(library));
        return NULL;
    }
    if (!kernel)
        kernel = metal_library_function_name(library, 0);
    text key = {0};
    const uint32_t *required = instance->options.pipeline.required_threads;
    text_format(&key, "%p %s %u %u %u %d", (void *)library, kernel, required[0], required[1], required[2],
                instance->options.pipeline.indirect);
    for (size_t i = 0; i < programs->pipeline_count && !instance->constant_count; i++) {
        if (same(&programs->pipelines[i].key, &key)) {
            text_free(&key);
            return programs->pipelines[i].pipeline;
        }
    }
    pipeline_entry *grown = realloc(programs->pipelines, (programs->pipeline_count + 1) * sizeof *grown);
    metal_pipeline *made = NULL;
    if (grown)
        programs->pipelines = grown;
    if (grown)
        made = metal_pipeline_create(library, kernel, instance->constants, instance->constant_count,
                                     &instance->options.pipeline, error);
    else
        assay_fail(error, NULL, 0, "out of memory");
    if (made)
        grown[programs->pipeline_count++] = (pipeline_entry){key, made};
    else
        text_free(&key);
    return made;
}
