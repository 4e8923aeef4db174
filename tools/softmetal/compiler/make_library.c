/* make_library.c: libraries as the client holds them. clang and the compile helper make them, the cache keeps them;
 * this file asks for them and unpacks what comes back. */
#include "make_library.h"
#include "../engine/settings.h"
#include "store/cache.h"
#include "process/clang.h"
#include "process/helper.h"
#include "includes.h"
#include "store/kept_refusal.h"
#include "layout.h"
#include "store/note.h"
#include "protocol.h"
#include "rewrite/rewrite.h"
#include "process/toolchain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void unpack_argument(sm_unpack *in, sm_argument *a)
{
    a->kind = (sm_argument_kind)sm_unpack_number(in);
    a->name = sm_unpack_string(in);
    a->index = sm_unpack_number(in);
    a->count = sm_unpack_number(in);
    a->writable = sm_unpack_number(in);
    a->active = true;
    a->data_size = sm_unpack_number(in);
    a->data_alignment = sm_unpack_number(in);
    a->type_name = sm_unpack_string(in);
    const char *condition = sm_unpack_string(in);
    a->condition = *condition ? condition : NULL;
    a->texture_type = sm_unpack_number(in);
    a->texture_access = sm_unpack_number(in);
    a->data_type = sm_unpack_number(in);
    a->stage_in = sm_unpack_number(in);
}

static void unpack_function(sm_unpack *in, sm_library_entry *f, uint32_t **constants)
{
    f->symbol = sm_unpack_string(in);
    f->facts.name = sm_unpack_string(in);
    f->facts.annotation = sm_unpack_string(in);
    f->facts.kind = (sm_function_kind)sm_unpack_number(in);
    f->facts.max_total_threads_per_threadgroup = sm_unpack_number(in);
    for (int axis = 0; axis < 3; axis++)
        f->facts.required_threads_per_threadgroup[axis] = sm_unpack_number(in);
    size_t n = sm_unpack_count(in, 32);
    sm_argument *argument = calloc(n + 1, sizeof *argument);
    for (size_t i = 0; argument && i < n; i++)
        unpack_argument(in, &argument[i]);
    f->facts.argument = argument;
    f->facts.argument_count = argument ? n : 0;
    n = sm_unpack_count(in, 4);
    *constants = calloc(n + 1, sizeof **constants);
    for (size_t i = 0; *constants && i < n; i++)
        (*constants)[i] = sm_unpack_number(in);
    f->facts.constant_count = *constants ? n : 0;
}

/* Replaces the numbers of a function's constants by copies of their descriptions. */
static void resolve_constants(sm_library *library, sm_library_entry *f, uint32_t *numbers)
{
    sm_constant *constant = calloc(f->facts.constant_count + 1, sizeof *constant);
    size_t kept = 0;
    for (size_t i = 0; constant && i < f->facts.constant_count; i++) {
        if (numbers[i] < library->constants)
            constant[kept++] = library->constant[numbers[i]];
    }
    f->facts.constant = constant;
    f->facts.constant_count = kept;
    free(numbers);
}

static bool unpack_reflection(sm_library *library, sm_unpack *in)
{
    library->functions = sm_unpack_count(in, 16);
    library->function = calloc(library->functions + 1, sizeof *library->function);
    uint32_t **numbers = calloc(library->functions + 1, sizeof *numbers);
    for (size_t i = 0; library->function && numbers && i < library->functions; i++)
        unpack_function(in, &library->function[i], &numbers[i]);
    library->constants = sm_unpack_count(in, 16);
    library->constant = calloc(library->constants + 1, sizeof *library->constant);
    for (size_t i = 0; library->constant && i < library->constants; i++) {
        library->constant[i].name = sm_unpack_string(in);
        library->constant[i].index = sm_unpack_number(in);
        library->constant[i].data_type = sm_unpack_number(in);
        library->constant[i].required = sm_unpack_number(in);
    }
    for (size_t i = 0; library->constant && numbers && i < library->functions; i++)
        resolve_constants(library, &library->function[i], numbers[i]);
    free(numbers);
    return library->function && library->constant && !in->failed;
}

sm_library *sm_library_unpack(sm_pack content, sm_hash key, const sm_compile_options *options, char **log)
{
    sm_library *library = calloc(1, sizeof *library);
    if (!library) {
        free(content.data);
        return NULL;
    }
    atomic_init(&library->references, 1);
    pthread_mutex_init(&library->lock, NULL);
    library->key = key;
    library->target = options->target;
    library->math = options->math;
    library->content = content;
    sm_unpack in = {content.data, content.data + content.size, false};
    const char *warnings = sm_unpack_string(&in);
    library->bitcode = sm_unpack_bytes(&in);
    sm_bytes reflection = sm_unpack_bytes(&in);
    sm_unpack inner = {reflection.data, reflection.data + reflection.size, in.failed};
    if (!unpack_reflection(library, &inner)) {
        sm_library_release(library);
        return NULL;
    }
    *log = *warnings ? strdup(warnings) : NULL;
    return library;
}

static sm_library *read_library(sm_hash key, const sm_compile_options *options, char **log)
{
    sm_bytes cached;
    if (!sm_cache_read(key, "library", &cached))
        return NULL;
    sm_pack copy = {0};
    sm_pack_raw(&copy, cached.data, cached.size);
    sm_cache_free(cached);
    return copy.failed ? NULL : sm_library_unpack(copy, key, options, log);
}

/* Rewrites and runs clang. Diagnostics come back in terms of the program as its author wrote it. */
static bool compile_source(const char *source, size_t size, const sm_compile_options *options, sm_purpose purpose,
                           sm_pack *bitcode, char **log)
{
    sm_source *rewritten = sm_source_create(source, size, log);
    if (!rewritten)
        return false;
    bool good = sm_clang_compile(rewritten, options, purpose, bitcode, log);
    if (*log) {
        char *worded = sm_source_diagnostics(rewritten, *log);
        if (worded && (good || *worded)) {
            free(*log);
            *log = worded;
        } else {
            free(worded); /* what cannot be worded is better than nothing */
        }
    }
    sm_source_destroy(rewritten);
    return good;
}

/* Words what the helper finds wrong with a program. */
static void word_complaints(const char *source, size_t size, char **log)
{
    char *problem = NULL;
    sm_source *rewritten = sm_source_create(source, size, &problem);
    char *worded = rewritten ? sm_source_complaints(rewritten, *log) : NULL;
    if (worded) {
        free(*log);
        *log = worded;
    }
    sm_source_destroy(rewritten);
    free(problem);
}

static sm_library *compile_library(const char *source, size_t size, sm_hash key, const sm_compile_options *options,
                                   char **log)
{
    sm_pack bitcode = {0}, request = {0}, answer = {0}, content = {0};
    sm_unpack at;
    double start = sm_note_now();
    if (!compile_source(source, size, options, SM_TO_RUN, &bitcode, log))
        return NULL;
    double translated = sm_note_now();
    char *warnings = *log;
    *log = NULL;
    sm_helper_start(&request, SM_ACTION_REFLECT);
    sm_pack_bytes(&request, bitcode.data, bitcode.size);
    if (sm_helper_ask(&request, &answer, &at, log)) {
        sm_note("library of %zu bytes: translated in %.2f s, functions read in %.2f s", size, translated - start,
                sm_note_now() - translated);
        sm_pack_string(&content, warnings);
        sm_pack_bytes(&content, bitcode.data, bitcode.size);
        sm_pack_bytes(&content, at.at, (size_t)(at.end - at.at));
    } else if (*log) {
        word_complaints(source, size, log);
    }
    free(warnings);
    free(bitcode.data);
    free(request.data);
    free(answer.data);
    if (!content.data)
        return NULL;
    sm_cache_write(key, "library", (sm_bytes){content.data, content.size});
    return sm_library_unpack(content, key, options, log);
}

/* Keeps what describing the types of arguments needs. */
static bool remember_source(sm_library *library, const char *source, size_t size, const sm_compile_options *options)
{
    sm_macro *macro = calloc(options->macro_count + 1, sizeof *macro);
    char *copy = malloc(size + 1);
    library->options = *options;
    library->options.macros = macro;
    library->options.macro_count = macro ? options->macro_count : 0;
    library->source = copy;
    library->size = size;
    for (size_t i = 0; macro && i < options->macro_count; i++)
        macro[i] = (sm_macro){strdup(options->macros[i].name),
                              strdup(options->macros[i].value ? options->macros[i].value : "")};
    if (copy)
        memcpy(copy, source, size);
    return macro && copy;
}

static void forget_source(sm_library *library)
{
    for (size_t i = 0; i < library->options.macro_count; i++) {
        free((char *)(uintptr_t)library->options.macros[i].name);
        free((char *)(uintptr_t)library->options.macros[i].value);
    }
    free((void *)(uintptr_t)library->options.macros);
    free((char *)(uintptr_t)library->source);
}

static sm_library *create_library(const char *source, size_t size, const sm_compile_options *options, char **log)
{
    sm_pack key = {0};
    *log = NULL;
    (void)sm_device_settings();
    sm_clang_key(&key, options);
    sm_pack_raw(&key, &sm_toolchain_find()->rewriter, sizeof(sm_hash));
    sm_pack_raw(&key, &sm_toolchain_find()->back, sizeof(sm_hash)); /* the helper reads the functions */
    sm_pack_bytes(&key, source, size);
    sm_hash hash = sm_hash_bytes(key.data, key.size);
    free(key.data);
    sm_library *library = read_library(hash, options, log);
    if (!library && (*log = sm_known_refusal(hash)))
        return NULL;
    if (!library)
        library = compile_library(source, size, hash, options, log);
    if (!library && *log)
        sm_keep_refusal(hash, *log, sm_refusal_lasts(source, size, *log));
    if (library && !remember_source(library, source, size, options)) {
        sm_library_release(library);
        library = NULL;
    }
    if (!library && !*log)
        *log = strdup("program_source: error: there is no memory to compile the program\n");
    return library;
}

sm_library *sm_library_create(const char *source, size_t size, const sm_compile_options *options, char **log)
{
    size_t length = 0;
    char *whole = sm_include_files(source, size, options->macros, options->macro_count, &length);
    sm_library *library = create_library(whole ? whole : source, whole ? length : size, options, log);
    free(whole);
    return library;
}

void sm_library_retain(sm_library *library)
{
    atomic_fetch_add(&library->references, 1);
}

void sm_library_release(sm_library *library)
{
    if (!library || atomic_fetch_sub(&library->references, 1) != 1)
        return;
    for (size_t i = 0; library->function && i < library->functions; i++) {
        free((void *)(uintptr_t)library->function[i].facts.argument);
        free((void *)(uintptr_t)library->function[i].facts.constant);
        sm_layout_free(library->function[i].layout);
    }
    forget_source(library);
    pthread_mutex_destroy(&library->lock);
    free(library->function);
    free(library->constant);
    free(library->content.data);
    free(library);
}

const char *sm_library_source(const sm_library *library)
{
    return library->source;
}

void sm_library_key(const sm_library *library, char text[33])
{
    snprintf(text, 33, "%016llx%016llx", (unsigned long long)library->key.word[0],
             (unsigned long long)library->key.word[1]);
}

size_t sm_library_function_count(const sm_library *library)
{
    return library->functions;
}
const sm_function *sm_library_function(const sm_library *library, size_t n)
{
    return &library->function[n].facts;
}

/* ---- types of arguments */
static sm_layout *read_layout(sm_hash key)
{
    sm_bytes cached;
    if (!sm_cache_read(key, "layout", &cached))
        return NULL;
    sm_layout *layout = sm_layout_read(cached);
    sm_cache_free(cached);
    return layout;
}

static sm_layout *compile_layout(const sm_library *library, const char *symbol, sm_hash key)
{
    sm_pack bitcode = {0}, request = {0}, answer = {0};
    sm_unpack at;
    sm_layout *layout = NULL;
    char *log = NULL;
    if (compile_source(library->source, library->size, &library->options, SM_TO_DESCRIBE, &bitcode, &log)) {
        free(log);
        sm_helper_start(&request, SM_ACTION_LAYOUT);
        sm_pack_bytes(&request, bitcode.data, bitcode.size);
        sm_pack_string(&request, symbol);
        if (sm_helper_ask(&request, &answer, &at, &log)) {
            sm_bytes content = {at.at, (size_t)(at.end - at.at)};
            layout = sm_layout_read(content);
            sm_cache_write(key, "layout", content);
        }
    }
    free(log);
    free(bitcode.data);
    free(request.data);
    free(answer.data);
    return layout;
}

const sm_type *sm_library_argument_type(sm_library *library, const sm_function *function, size_t n)
{
    sm_library_entry *f = (sm_library_entry *)(uintptr_t)function;
    pthread_mutex_lock(&library->lock);
    if (!f->layout) {
        sm_pack key = {0};
        sm_pack_raw(&key, &library->key, sizeof library->key);
        sm_pack_string(&key, f->symbol);
        sm_hash hash = sm_hash_bytes(key.data, key.size);
        free(key.data);
        f->layout = read_layout(hash);
        if (!f->layout)
            f->layout = compile_layout(library, f->symbol, hash);
    }
    const sm_type *type = f->layout ? sm_layout_type(f->layout, n) : NULL;
    pthread_mutex_unlock(&library->lock);
    return type;
}
