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
#include "rewrite/source.h"
#include "process/toolchain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Replaces the numbers of a function's constants, as its part counts them, by copies of their descriptions. */
static void resolve_constants(const sm_library *library, const uint32_t *place, size_t places, sm_library_entry *f,
                              const uint32_t *numbers)
{
    sm_constant *constant = calloc(f->facts.constant_count + 1, sizeof *constant);
    size_t kept = 0;
    for (size_t i = 0; constant && i < f->facts.constant_count; i++) {
        if (numbers[i] < places)
            constant[kept++] = library->constant[place[numbers[i]]];
    }
    f->facts.constant = constant;
    f->facts.constant_count = kept;
}

/* Adds a constant, if it is new; returns its place. */
static uint32_t add_constant(sm_library *library, const sm_constant *c)
{
    size_t at = 0;
    while (at < library->constants && strcmp(library->constant[at].name, c->name) != 0)
        at++;
    if (at == library->constants)
        library->constant[library->constants++] = *c;
    return (uint32_t)at;
}

static bool has_function(const sm_library *library, size_t count, const char *symbol)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(library->function[i].symbol, symbol) == 0)
            return true;
    }
    return false;
}

static void free_function(sm_library_entry *f)
{
    free((void *)(uintptr_t)f->facts.argument);
    free((void *)(uintptr_t)f->facts.constant);
    sm_layout_free(f->layout);
}

/* Adds what a part has and those before it have not: all of them have what is no instantiation. */
static bool unpack_reflection(sm_library *library, uint32_t part, sm_unpack *in)
{
    size_t first = library->functions, count = sm_unpack_count(in, 16);
    sm_library_entry *function = realloc(library->function, (first + count + 1) * sizeof *function);
    uint32_t **numbers = calloc(count + 1, sizeof *numbers);
    if (function)
        library->function = function;
    for (size_t i = 0; function && numbers && i < count; i++) {
        function[first + i] = (sm_library_entry){.part = part};
        unpack_function(in, &function[first + i], &numbers[i]);
    }
    size_t constants = sm_unpack_count(in, 16);
    sm_constant *constant = realloc(library->constant, (library->constants + constants + 1) * sizeof *constant);
    uint32_t *place = calloc(constants + 1, sizeof *place);
    if (constant)
        library->constant = constant;
    for (size_t i = 0; constant && place && i < constants; i++) {
        sm_constant c = {.name = sm_unpack_string(in)};
        c.index = sm_unpack_number(in);
        c.data_type = sm_unpack_number(in);
        c.required = sm_unpack_number(in);
        place[i] = add_constant(library, &c);
    }
    bool good = function && numbers && constant && place && !in->failed;
    for (size_t i = 0; function && numbers && i < count; i++) {
        sm_library_entry *f = &function[first + i];
        if (good && !has_function(library, first, f->symbol)) {
            resolve_constants(library, place, constants, f, numbers[i]);
            function[library->functions++] = *f;
        } else {
            free_function(f);
        }
        free(numbers[i]);
    }
    free(numbers);
    free(place);
    return good;
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
    uint32_t parts = sm_unpack_number(&in);
    bool good = parts > 0 && parts <= SM_MOST_PARTS;
    for (uint32_t part = 0; good && part < parts; part++) {
        library->bitcode[part] = sm_unpack_bytes(&in);
        sm_bytes reflection = sm_unpack_bytes(&in);
        sm_unpack inner = {reflection.data, reflection.data + reflection.size, in.failed};
        good = unpack_reflection(library, part, &inner);
    }
    if (!good) {
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

/* Diagnostics in terms of the program as its author wrote it. */
static void word_diagnostics(const sm_source *source, const sm_compile_options *options, bool good, char **log)
{
    char *worded = *log ? sm_source_diagnostics(source, sm_clang_version(options), *log) : NULL;
    if (worded && (good || *worded)) {
        free(*log);
        *log = worded;
    } else {
        free(worded); /* what cannot be worded is better than nothing */
    }
}

/* Words what the helper finds wrong with a program. */
static void word_complaints(const sm_source *source, char **log)
{
    char *worded = *log ? sm_source_complaints(source, *log) : NULL;
    if (worded) {
        free(*log);
        *log = worded;
    }
}

typedef struct part_work {
    const sm_source *source;
    const sm_compile_options *options;
    sm_part part;
    sm_pack bitcode, answer;
    sm_unpack reflection;      /* within the answer */
    double translated, read;   /* seconds */
    char *warnings, *log;      /* clang's, unworded; what went wrong */
    bool has_bitcode, has_all; /* clang took it, the helper as well */
    pthread_t thread;
    bool is_running;
} part_work;

static void *make_part(void *work)
{
    part_work *w = work;
    sm_pack request = {0};
    double start = sm_note_now();
    w->has_bitcode = sm_clang_compile(w->source, w->options, SM_TO_RUN, w->part, &w->bitcode, &w->warnings);
    w->has_bitcode = w->has_bitcode && !sm_source_beyond(sm_clang_version(w->options), w->warnings);
    w->translated = sm_note_now() - start;
    if (!w->has_bitcode)
        return NULL;
    sm_helper_start(&request, SM_ACTION_REFLECT);
    sm_pack_bytes(&request, w->bitcode.data, w->bitcode.size);
    sm_pack_string(&request, sm_version_needed("recursion", sm_clang_version(w->options)));
    w->has_all = sm_helper_ask(&request, &w->answer, &w->reflection, &w->log);
    w->read = sm_note_now() - start - w->translated;
    free(request.data);
    return NULL;
}

static void forget_parts(part_work *w, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        free(w[i].bitcode.data);
        free(w[i].answer.data);
        free(w[i].warnings);
        free(w[i].log);
        w[i] = (part_work){0};
    }
}

/* Makes the parts side by side. True if all are there. */
static bool make_parts(const sm_source *source, const sm_compile_options *options, part_work *w, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; i < count; i++)
        w[i] = (part_work){.source = source, .options = options, .part = {i, count}};
    for (uint32_t i = 1; i < count; i++)
        w[i].is_running = pthread_create(&w[i].thread, NULL, make_part, &w[i]) == 0;
    for (uint32_t i = 0; i < count; i++) {
        if (w[i].is_running)
            pthread_join(w[i].thread, NULL);
        else
            make_part(&w[i]);
        good = good && w[i].has_all;
    }
    return good;
}

/* A library of many instantiations, which take clang nearly all its time, is made in a part for each core. */
static uint32_t choose_parts(const sm_source *source)
{
    enum { LARGE = 1 << 16 }; /* bytes; what is smaller takes less than a second */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!sm_source_instantiates(source) || sm_source_size(source) < LARGE || cores < 2)
        return 1;
    return cores < SM_MOST_PARTS ? (uint32_t)cores : SM_MOST_PARTS;
}

/* The end of the diagnostic that starts here: where the next one starts. */
static const char *diagnostic_end(const char *at)
{
    static const char mark[] = ": warning: ";
    const char *line_end = strchr(at, '\n'), *following = line_end ? strstr(line_end, mark) : NULL;
    if (!following)
        return at + strlen(at);
    while (following[-1] != '\n')
        following--;
    return following;
}

/* Each part warns of the whole text, and of its own instantiations. */
static char *join_warnings(const part_work *w, uint32_t count)
{
    char *all = w[0].warnings ? strdup(w[0].warnings) : NULL;
    for (uint32_t i = 1; i < count; i++) {
        for (const char *at = w[i].warnings ? w[i].warnings : "", *end; *at; at = end) {
            end = diagnostic_end(at);
            char *one = strndup(at, (size_t)(end - at)), *more = NULL;
            if (one && !(all && strstr(all, one)) && asprintf(&more, "%s%s", all ? all : "", one) >= 0) {
                free(all);
                all = more;
            }
            free(one);
        }
    }
    return all;
}

static void pack_library(sm_pack *content, const char *warnings, const part_work *w, uint32_t count)
{
    sm_pack_string(content, warnings);
    sm_pack_number(content, count);
    for (uint32_t i = 0; i < count; i++) {
        sm_pack_bytes(content, w[i].bitcode.data, w[i].bitcode.size);
        sm_pack_bytes(content, w[i].reflection.at, (size_t)(w[i].reflection.end - w[i].reflection.at));
    }
}

static void note_times(size_t size, const part_work *w, uint32_t count)
{
    double translated = 0, read = 0;
    for (uint32_t i = 0; i < count; i++) {
        translated = translated > w[i].translated ? translated : w[i].translated;
        read = read > w[i].read ? read : w[i].read;
    }
    sm_note("library of %zu bytes in %u part(s): translated in %.2f s, functions read in %.2f s", size, count,
            translated, read);
}

static sm_library *compile_library(const char *source, size_t size, sm_hash key, const sm_compile_options *options,
                                   char **log)
{
    part_work work[SM_MOST_PARTS] = {{0}};
    sm_pack content = {0};
    sm_source *rewritten = sm_source_create(source, size, log);
    if (!rewritten)
        return NULL;
    uint32_t parts = choose_parts(rewritten);
    bool good = make_parts(rewritten, options, work, parts);
    if (!good && parts > 1) { /* what is wrong is said of the whole */
        forget_parts(work, parts);
        parts = 1;
        good = make_parts(rewritten, options, work, parts);
    }
    char *warnings = join_warnings(work, parts);
    word_diagnostics(rewritten, options, work[0].has_bitcode, &warnings);
    if (good) {
        note_times(size, work, parts);
        pack_library(&content, warnings, work, parts);
        free(warnings);
    } else if (work[0].has_bitcode) {
        free(warnings);
        *log = work[0].log;
        work[0].log = NULL;
        word_complaints(rewritten, log);
    } else {
        *log = warnings;
    }
    forget_parts(work, parts);
    sm_source_destroy(rewritten);
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
    for (size_t i = 0; i < library->functions; i++)
        free_function(&library->function[i]);
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
    sm_source *rewritten = sm_source_create(library->source, library->size, &log);
    if (rewritten && sm_clang_compile(rewritten, &library->options, SM_TO_DESCRIBE, SM_WHOLE, &bitcode, &log)) {
        free(log);
        log = NULL;
        sm_helper_start(&request, SM_ACTION_LAYOUT);
        sm_pack_bytes(&request, bitcode.data, bitcode.size);
        sm_pack_string(&request, symbol);
        if (sm_helper_ask(&request, &answer, &at, &log)) {
            sm_bytes content = {at.at, (size_t)(at.end - at.at)};
            layout = sm_layout_read(content);
            sm_cache_write(key, "layout", content);
        }
    }
    sm_source_destroy(rewritten);
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
