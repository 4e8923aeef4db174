/* compile.c: libraries and kernels as the client holds them. Both are made by children and come back through the cache;
 * this file asks for them, unpacks them, and loads a kernel's code. */
#include "../engine/checked.h"
#include "../engine/cuda/cuda.h"
#include "../engine/weak.h"
#include "../engine/device.h"
#include "../engine/kernel.h"
#include "../engine/log.h"
#include "../engine/runtime.h"
#include "../engine/stage_in.h"
#include "../engine/vector.h"
#include "cache.h"
#include "child.h"
#include "clang.h"
#include "compiler.h"
#include "includes.h"
#include "layout.h"
#include "loader.h"
#include "protocol.h"
#include "rewrite.h"
#include "selfcheck.h"
#include "toolchain.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HELPER_SECONDS = 300 };

typedef struct library_function {
    sm_function facts; /* first: a const sm_function * of the interface is one of these */
    const char *symbol;
    sm_layout *layout; /* of its arguments, once somebody has asked; NULL */
} library_function;

struct sm_library {
    atomic_uint references;
    sm_hash key;
    sm_target target;
    sm_math_mode math;
    const char *source; /* a copy, for sm_library_argument_type */
    size_t size;
    sm_compile_options options; /* macros are copies, too */
    pthread_mutex_t lock;       /* guards the layouts */
    sm_pack content;            /* log, bitcode, reflection: what the strings below point into */
    sm_bytes bitcode;
    library_function *function;
    size_t functions;
    sm_constant *constant;
    size_t constants;
};

static char *sentence(const char *text)
{
    char *copy = strdup(text);
    return copy ? copy : NULL;
}

/* ---- the log: SOFTMETAL_LOG */
static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void note(const char *format, ...)
{
    const char *path = sm_device_settings()->log;
    FILE *to = !path ? NULL : strcmp(path, "-") == 0 ? stderr : fopen(path, "a");
    if (!to)
        return;
    va_list list;
    va_start(list, format);
    fputs("softmetal: ", to);
    vfprintf(to, format, list);
    fputc('\n', to);
    va_end(list);
    if (to != stderr)
        fclose(to);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the helper */
static void start_request(sm_pack *request, uint32_t action)
{
    sm_pack_number(request, SM_PROTOCOL_VERSION);
    sm_pack_number(request, action);
}

/* Runs the helper. On success *answer holds its whole answer (the caller frees it) and *at stands after the error text.
 */
static bool ask_helper(const sm_pack *request, sm_pack *answer, sm_unpack *at, char **log)
{
    char client[24];
    snprintf(client, sizeof client, "%ld", (long)getpid());
    const char *argv[] = {sm_toolchain_find()->helper, client, NULL};
    sm_child_result result;
    bool good = sm_child_run(argv, (sm_bytes){request->data, request->size}, HELPER_SECONDS, &result);
    *answer = result.output;
    result.output = (sm_pack){0};
    *at = (sm_unpack){answer->data, answer->data + answer->size, !good};
    uint32_t version = sm_unpack_number(at);
    const char *problem = sm_unpack_string(at);
    if (!good || at->failed || version != SM_PROTOCOL_VERSION || *problem) {
        const char *errors = result.errors.data ? (const char *)result.errors.data : "";
        *log = NULL;
        if (good && !at->failed && *problem)
            *log = sentence(problem);
        else if (!result.started)
            (void)!asprintf(log, "%s cannot be started", argv[0]);
        else
            (void)!asprintf(log, "internal compiler error: %s ended with %s %d %.1000s", argv[0],
                            result.signal ? "signal" : "code", result.signal ? result.signal : result.code, errors);
        free(answer->data);
        *answer = (sm_pack){0};
        good = false;
    }
    sm_child_result_free(&result);
    return good;
}

/* ---- libraries */
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

/* A count of items of at least `each` bytes, which therefore cannot exceed what is left. */
static size_t unpack_count(sm_unpack *in, size_t each)
{
    size_t n = sm_unpack_number(in);
    if (n > (size_t)(in->end - in->at) / each)
        in->failed = true;
    return in->failed ? 0 : n;
}

static void unpack_function(sm_unpack *in, library_function *f, uint32_t **constants)
{
    f->symbol = sm_unpack_string(in);
    f->facts.name = sm_unpack_string(in);
    f->facts.annotation = sm_unpack_string(in);
    f->facts.kind = (sm_function_kind)sm_unpack_number(in);
    f->facts.max_total_threads_per_threadgroup = sm_unpack_number(in);
    for (int axis = 0; axis < 3; axis++)
        f->facts.required_threads_per_threadgroup[axis] = sm_unpack_number(in);
    size_t n = unpack_count(in, 32);
    sm_argument *argument = calloc(n + 1, sizeof *argument);
    for (size_t i = 0; argument && i < n; i++)
        unpack_argument(in, &argument[i]);
    f->facts.argument = argument;
    f->facts.argument_count = argument ? n : 0;
    n = unpack_count(in, 4);
    *constants = calloc(n + 1, sizeof **constants);
    for (size_t i = 0; *constants && i < n; i++)
        (*constants)[i] = sm_unpack_number(in);
    f->facts.constant_count = *constants ? n : 0;
}

/* Replaces the numbers of a function's constants by copies of their descriptions. */
static void resolve_constants(sm_library *library, library_function *f, uint32_t *numbers)
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
    library->functions = unpack_count(in, 16);
    library->function = calloc(library->functions + 1, sizeof *library->function);
    uint32_t **numbers = calloc(library->functions + 1, sizeof *numbers);
    for (size_t i = 0; library->function && numbers && i < library->functions; i++)
        unpack_function(in, &library->function[i], &numbers[i]);
    library->constants = unpack_count(in, 16);
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

/* Makes a library of packed content, which it takes over. */
static sm_library *unpack_library(sm_pack content, sm_hash key, const sm_compile_options *options, char **log)
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
    *log = *warnings ? sentence(warnings) : NULL;
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
    return copy.failed ? NULL : unpack_library(copy, key, options, log);
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
    double start = now();
    if (!compile_source(source, size, options, SM_TO_RUN, &bitcode, log))
        return NULL;
    double translated = now();
    char *warnings = *log;
    *log = NULL;
    start_request(&request, SM_ACTION_REFLECT);
    sm_pack_bytes(&request, bitcode.data, bitcode.size);
    if (ask_helper(&request, &answer, &at, log)) {
        note("library of %zu bytes: translated in %.2f s, functions read in %.2f s", size, translated - start,
             now() - translated);
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
    return unpack_library(content, key, options, log);
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

/* ---- refusals: what is wrong with a program is kept like what is made of it */

/* What stands in the way, as was found before; in a sealed cache, that nobody has asked. NULL: compile it. */
static char *known_refusal(sm_hash key)
{
    sm_bytes text;
    char *found = NULL;
    if (sm_cache_read(key, "refusal", &text)) {
        found = strndup((const char *)text.data, text.size);
        sm_cache_free(text);
    } else if (sm_toolchain_find()->seal == SM_SEAL_READ) {
        found = sentence("program_source: error: it is not in the sealed cache (SOFTMETAL_SEAL=read): pack it again");
    }
    return found;
}

/* Whether it will be said of this source again: it names a line of the program, and nothing that lies elsewhere, like a
 * compiler that ran out of memory or a file that is included. */
static bool is_lasting(const char *source, size_t size, const char *log)
{
    static const char place[] = SM_PROGRAM_NAME ":", include[] = "include \"";
    if (memmem(source, size, include, sizeof include - 1) || strstr(log, "file not found") ||
        strstr(log, "internal compiler error"))
        return false;
    for (const char *at = log; (at = strstr(at, place)); at++) {
        if (at[sizeof place - 1] >= '0' && at[sizeof place - 1] <= '9')
            return true;
    }
    return false;
}

static void keep_refusal(sm_hash key, const char *log, bool lasting)
{
    if (log && (lasting || sm_toolchain_find()->seal == SM_SEAL_WRITE))
        sm_cache_write(key, "refusal", (sm_bytes){(const uint8_t *)log, strlen(log)});
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
    if (!library && (*log = known_refusal(hash)))
        return NULL;
    if (!library)
        library = compile_library(source, size, hash, options, log);
    if (!library && *log)
        keep_refusal(hash, *log, is_lasting(source, size, *log));
    if (library && !remember_source(library, source, size, options)) {
        sm_library_release(library);
        library = NULL;
    }
    if (!library && !*log)
        *log = sentence("program_source: error: there is no memory to compile the program\n");
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
        start_request(&request, SM_ACTION_LAYOUT);
        sm_pack_bytes(&request, bitcode.data, bitcode.size);
        sm_pack_string(&request, symbol);
        if (ask_helper(&request, &answer, &at, &log)) {
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
    library_function *f = (library_function *)(uintptr_t)function;
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

/* ---- kernels */
static void pack_values(sm_pack *out, const sm_constant_value *values, size_t count)
{
    sm_pack_number(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        sm_pack_string(out, values[i].name);
        sm_pack_number(out, values[i].index);
        sm_pack_number(out, values[i].data_type);
        sm_pack_bytes(out, values[i].bytes,
                      values[i].size < sizeof values[i].bytes ? values[i].size : sizeof values[i].bytes);
    }
}

/* Vector functions that the host's CPU has; a GPU's code, which may come from another host, calls none. */
static void pack_variants(sm_pack *out, bool cuda)
{
    size_t rows, count = 0;
    const sm_runtime_symbol *symbol = sm_runtime_symbols(&rows);
    if (cuda)
        rows = 0;
    for (size_t i = 0; i < rows; i++)
        count += symbol[i].vector_abi != NULL;
    sm_pack_number(out, (uint32_t)count);
    for (size_t i = 0; i < rows; i++) {
        if (!symbol[i].vector_abi)
            continue;
        sm_pack_string(out, symbol[i].name);
        sm_pack_string(out, symbol[i].vector_abi);
    }
}

/* The faults that compiling knows of: those of the API change no code. */
static void pack_faults(sm_pack *out)
{
    uint64_t set[SM_FAULT_WORDS] = {0};
    for (int i = 0; i < SM_FAULT_COUNT; i++) {
        if (sm_fault((sm_fault_id)i) && sm_fault_compiles((sm_fault_id)i))
            set[i / 64] |= UINT64_C(1) << i % 64;
    }
    for (int i = 0; i < SM_FAULT_WORDS; i++) {
        sm_pack_number(out, (uint32_t)set[i]);
        sm_pack_number(out, (uint32_t)(set[i] >> 32));
    }
}

/* What code is made for, by LLVM's name. */
static const char *processor_of(const sm_target *target)
{
    const char *named = sm_device_settings()->cpu;
    if (target->cpu)
        return target->cpu;
    if (!target->cuda)
        return sm_selfcheck_cpu();
    return *named ? named : sm_cuda_architecture();
}

/* Everything about the request but the bitcode. */
static void pack_request_tail(sm_pack *out, const sm_library *library, const library_function *f, bool vector,
                              const sm_constant_value *values, size_t count, const sm_function *const *linked,
                              size_t linked_count)
{
    sm_pack_string(out, f->symbol);
    sm_pack_number(out, library->target.apple);
    sm_pack_number(out, library->target.checked | (uint32_t)library->target.weak << 1 | (uint32_t)vector << 2 |
                            (uint32_t)library->target.cuda << 3);
    sm_pack_number(out, library->target.simd_width);
    sm_pack_string(out, processor_of(&library->target));
    sm_pack_number(out, (uint32_t)library->math);
    pack_faults(out);
    pack_values(out, values, count);
    pack_variants(out, library->target.cuda);
    sm_pack_number(out, (uint32_t)linked_count);
    for (size_t i = 0; i < linked_count; i++)
        sm_pack_string(out, ((const library_function *)(const void *)linked[i])->symbol);
}

/* ---- symbols that kernels call */
static uint16_t truncate_to_bfloat(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

typedef void any_function(void);
static const struct {
    const char *name;
    any_function *address;
} engine_symbols[] = {
    {"sm_meet", (any_function *)sm_meet},
    {"sm_vector_meet", (any_function *)sm_vector_meet},
    {"sm_vector_wait", (any_function *)sm_vector_wait},
    {"sm_check", (any_function *)sm_check},
    {"sm_check_texel", (any_function *)sm_check_texel},
    {"sm_check_fence", (any_function *)sm_check_fence},
    {"sm_check_tensor", (any_function *)sm_check_tensor},
    {"sm_check_place", (any_function *)sm_check_place},
    {"sm_check_return", (any_function *)sm_check_return},
    {"sm_stage_in_fetch", (any_function *)sm_stage_in_fetch},
    {"sm_weak_load", (any_function *)sm_weak_load},
    {"sm_weak_store", (any_function *)sm_weak_store},
    {"sm_weak_begin", (any_function *)sm_weak_begin},
    {"sm_weak_end", (any_function *)sm_weak_end},
    {"sm_weak_fails", (any_function *)sm_weak_fails},
    {"sm_weak_fence", (any_function *)sm_weak_fence},
    {"sm_enter", (any_function *)sm_enter},
    {"sm_leave", (any_function *)sm_leave},
    {"sm_current_thread", (any_function *)sm_current_thread},
    {"sm_current_group", (any_function *)sm_current_group},
    {"sm_spin", (any_function *)sm_spin},
    {"__msl_log_message", (any_function *)sm_log_message},
    {"sm_tick", (any_function *)sm_tick},
    {"__truncsfbf2", (any_function *)truncate_to_bfloat}, /* libgcc has it from version 13 on */
};

static struct {
    pthread_once_t once;
    void *self;
} library_handle = {.once = PTHREAD_ONCE_INIT};

static void open_self(void)
{
    Dl_info self;
    if (dladdr((void *)&library_handle, &self) && self.dli_fname)
        library_handle.self = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

static void *address_of(any_function *f)
{
    void *address;
    memcpy(&address, &f, sizeof address);
    return address;
}

static void *resolve(const char *name)
{
    for (size_t i = 0; i < sizeof engine_symbols / sizeof *engine_symbols; i++) {
        if (strcmp(name, engine_symbols[i].name) == 0)
            return address_of(engine_symbols[i].address);
    }
    size_t rows;
    const sm_runtime_symbol *symbol = sm_runtime_symbols(&rows);
    for (size_t i = 0; i < rows; i++) {
        if (strcmp(name, symbol[i].name) == 0)
            return address_of(symbol[i].address);
    }
    if (strncmp(name, "__msl_", 6) == 0)
        return NULL;
    pthread_once(&library_handle.once, open_self);
    return dlsym(library_handle.self ? library_handle.self : RTLD_DEFAULT,
                 name); /* what LLVM takes from libm, libc and libgcc */
}

static bool unpack_sites(sm_kernel *k, sm_unpack *in)
{
    k->site_count = (uint32_t)unpack_count(in, 32);
    k->site = calloc(k->site_count + 1, sizeof *k->site);
    for (uint32_t i = 0; k->site && i < k->site_count; i++) {
        sm_site *s = &k->site[i];
        uint32_t *const fields[] = {&s->operation,  &s->type,  &s->flags, &s->position,
                                    &s->first_loop, &s->depth, &s->line,  &s->column};
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            *fields[f] = sm_unpack_number(in);
    }
    k->site_loop_count = (uint32_t)unpack_count(in, 8);
    k->site_loop = calloc(k->site_loop_count + 1, sizeof *k->site_loop);
    for (uint32_t i = 0; k->site_loop && i < k->site_loop_count; i++) {
        k->site_loop[i].position = sm_unpack_number(in);
        k->site_loop[i].slot = sm_unpack_number(in);
    }
    return k->site && k->site_loop && !in->failed;
}

static bool unpack_files(sm_kernel *k, sm_unpack *in)
{
    uint32_t count = (uint32_t)unpack_count(in, 4);
    bool good = (k->file = calloc(count + 1, sizeof *k->file)) != NULL;
    for (; good && k->file_count < count; k->file_count++)
        good = (k->file[k->file_count] = strdup(sm_unpack_string(in))) != NULL;
    return good && !in->failed;
}

static bool unpack_active(sm_kernel *k, sm_unpack *in)
{
    k->argument_count = (uint32_t)unpack_count(in, 8);
    k->active = calloc(k->argument_count + 1, sizeof *k->active);
    k->index = calloc(k->argument_count + 1, sizeof *k->index);
    for (uint32_t i = 0; k->active && k->index && i < k->argument_count; i++) {
        k->active[i] = sm_unpack_number(in);
        k->index[i] = sm_unpack_number(in);
    }
    return k->active && k->index && !in->failed;
}

static uint32_t max_threads_of(const sm_function *f)
{
    uint32_t most = sm_device_settings()->max_threads, own = f->max_total_threads_per_threadgroup;
    return own && own < most ? own : most;
}

/* Code that is wanted of a kernel. */
typedef struct sm_request {
    bool vector;
    uint32_t row;        /* of vector code: engine/vector.h */
    const sm_pack *tail; /* see pack_request_tail */
} sm_request;

static sm_kernel *load_on_gpu(sm_kernel *k, sm_bytes ptx, char **log)
{
    char problem[200] = "there is no memory for a kernel";
    k->cuda = k->name ? sm_cuda_load(ptx.data, ptx.size, problem) : NULL;
    if (!k->cuda) {
        (void)!asprintf(log, "%s", problem);
        sm_kernel_release(k);
        return NULL;
    }
    uint32_t most = sm_cuda_max_threads(k->cuda);
    if (k->max_threads > most)
        k->max_threads = most / k->simd_width * k->simd_width;
    return k;
}

/* The kernel of which content came; one without code if it was refused. */
static sm_kernel *load_kernel(const sm_library *library, const library_function *f, const sm_request *request,
                              sm_unpack *in, char **log)
{
    bool vector = request->vector;
    char problem[200] = "the compiled kernel is malformed";
    sm_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->name = strdup(f->facts.name);
    const char *refusal = sm_unpack_string(in);
    if (*refusal) {
        k->refusal = strdup(refusal);
        return k;
    }
    bool is_range = sm_unpack_number(in);
    k->fibers = sm_unpack_number(in);
    k->grid_only = sm_unpack_number(in);
    k->rounds = sm_unpack_number(in);
    k->scattered = sm_unpack_number(in);
    k->row = request->row;
    k->static_memory = sm_unpack_number(in);
    k->counters = sm_unpack_number(in);
    k->stack = sm_unpack_number(in);
    k->family = sm_unpack_number(in);
    k->checked = library->target.checked;
    k->weak = library->target.weak;
    k->apple = library->target.apple;
    k->simd_width = library->target.simd_width;
    k->max_threads = max_threads_of(&f->facts);
    if (unpack_sites(k, in) && unpack_files(k, in) && unpack_active(k, in)) {
        sm_bytes object = sm_unpack_bytes(in);
        if (library->target.cuda && !in->failed)
            return load_on_gpu(k, object, log);
        k->code = in->failed ? NULL : sm_code_load(object, resolve, problem);
    }
    const char *symbol = vector ? SM_VECTOR_SYMBOL : is_range ? SM_RANGE_SYMBOL : SM_ENTRY_SYMBOL;
    void *entry = k->code ? sm_code_symbol(k->code, symbol) : NULL;
    if (!entry || !k->name) {
        *log = sentence(problem);
        sm_kernel_release(k);
        return NULL;
    }
    if (vector)
        memcpy(&k->vector, &entry, sizeof k->vector);
    else if (is_range)
        memcpy(&k->range, &entry, sizeof k->range);
    else
        memcpy(&k->entry, &entry, sizeof k->entry);
    return k;
}

/* Asks the helper for the kernel; the part of its answer after the error text goes to *content. */
static bool compile_kernel(const sm_library *library, const sm_request *wanted, sm_pack *content, char **log)
{
    sm_pack request = {0}, answer = {0};
    sm_unpack at;
    start_request(&request, SM_ACTION_KERNEL);
    sm_pack_bytes(&request, library->bitcode.data, library->bitcode.size);
    sm_pack_number(&request, wanted->row);
    sm_pack_raw(&request, wanted->tail->data, wanted->tail->size);
    bool good = ask_helper(&request, &answer, &at, log);
    if (good)
        sm_pack_raw(content, at.at, (size_t)(at.end - at.at));
    free(request.data);
    free(answer.data);
    return good;
}

/* Makes the kernel for one engine, or loads it from the cache. */
static sm_kernel *make_kernel(const sm_library *library, const library_function *f, const sm_request *request,
                              char **log)
{
    sm_pack key = {0}, content = {0};
    *log = NULL;
    sm_pack_raw(&key, &library->key, sizeof library->key);
    sm_pack_raw(&key, &sm_toolchain_find()->back, sizeof(sm_hash));
    sm_pack_number(&key, request->row);
    sm_pack_raw(&key, request->tail->data, request->tail->size);
    sm_hash hash = sm_hash_bytes(key.data, key.size);
    free(key.data);
    sm_bytes cached;
    sm_kernel *kernel = NULL;
    if (sm_cache_read(hash, "kernel", &cached)) {
        sm_unpack in = {cached.data, cached.data + cached.size, false};
        kernel = load_kernel(library, f, request, &in, log);
        sm_cache_free(cached);
    }
    if (!kernel) {
        if (*log && sm_toolchain_find()->seal == SM_SEAL_READ)
            return NULL; /* the GPU's driver refused it */
        free(*log);
        if ((*log = known_refusal(hash)))
            return NULL;
        double start = now();
        if (compile_kernel(library, request, &content, log)) {
            sm_unpack in = {content.data, content.data + content.size, false};
            kernel = load_kernel(library, f, request, &in, log);
        }
        if (kernel)
            kernel->seconds = now() - start;
        if (kernel)
            sm_cache_write(hash, "kernel", (sm_bytes){content.data, content.size});
        else
            keep_refusal(hash, *log, false);
    }
    free(content.data);
    if (!kernel && !*log)
        *log = sentence("there is no memory to compile the kernel");
    return kernel;
}

/* Which engine runs a kernel, and how long it took to make its code. */
static void note_engine(const sm_kernel *kernel)
{
    char took[40] = "";
    if (kernel->seconds > 0)
        snprintf(took, sizeof took, ", made in %.2f s", kernel->seconds);
    note("kernel '%s': %s%s%s%s", kernel->name,
         kernel->cuda     ? "cuda"
         : kernel->vector ? "vector"
                          : "fiber",
         took, kernel->refusal ? ", because " : "", kernel->refusal ? kernel->refusal : "");
}

/* Why vector code is not even tried, or NULL. */
static const char *vector_obstacle(const sm_target *target)
{
    uint64_t faults = 0;
    for (int i = 0; i < SM_FAULT_WORDS; i++)
        faults |= sm_fault_set()[i];
    if (target->cuda)
        return "the kernel runs on a GPU";
    if (target->checked || target->weak)
        return "checked and weak mode follow single threads";
    return faults ? "a fault is planted" : NULL;
}

/* NULL, with the reason in *refusal, if there is none. */
static sm_kernel *make_vector_kernel(const sm_library *library, const library_function *f, const sm_pack *tail,
                                     uint32_t row, char **refusal)
{
    char *log = NULL;
    sm_kernel *kernel = make_kernel(library, f, &(sm_request){true, row, tail}, &log);
    if (kernel && kernel->vector)
        return kernel;
    *refusal = strdup(kernel ? kernel->refusal : log); /* if it is no refusal, threads may fare better */
    free(log);
    sm_kernel_release(kernel);
    return NULL;
}

enum { ROWS = 8 }; /* 0, and the powers of two up to 64 */

/* The vector code of a kernel: for threadgroups of each row made when a dispatch has such; with engine `auto` only when
 * it pays. */
struct sm_choice {
    sm_library *library;
    const library_function *function;
    sm_pack tail; /* of the request for vector code */
    pthread_mutex_t lock;
    double spent; /* see run_cost() */
    bool refused;
    sm_kernel *vector[ROWS];
};

static struct sm_choice *defer_vector(sm_library *library, const library_function *f, sm_pack tail)
{
    struct sm_choice *choice = calloc(1, sizeof *choice);
    if (!choice) {
        free(tail.data);
        return NULL;
    }
    *choice = (struct sm_choice){.library = library, .function = f, .tail = tail};
    pthread_mutex_init(&choice->lock, NULL);
    sm_library_retain(library);
    return choice;
}

static void forget_choice(const sm_kernel *kernel)
{
    struct sm_choice *choice = kernel->choice;
    if (!choice)
        return;
    for (int i = 0; i < ROWS; i++) {
        if (choice->vector[i] != kernel)
            sm_kernel_release(choice->vector[i]);
    }
    sm_library_release(choice->library);
    pthread_mutex_destroy(&choice->lock);
    free(choice->tail.data);
    free(choice);
}

static sm_kernel **code_for(struct sm_choice *choice, uint32_t row)
{
    return &choice->vector[row ? 1 + __builtin_ctz(row) : 0];
}

sm_kernel *sm_kernel_create(sm_library *library, const sm_function *function, const sm_constant_value *values,
                            size_t count, char **log)
{
    return sm_kernel_create_linked(library, function, values, count, NULL, 0, log);
}

sm_kernel *sm_kernel_create_linked(sm_library *library, const sm_function *function, const sm_constant_value *values,
                                   size_t count, const sm_function *const *linked, size_t linked_count, char **log)
{
    const library_function *f = (const library_function *)(const void *)function;
    sm_engine engine = library->target.engine;
    const char *obstacle = vector_obstacle(&library->target);
    char *refusal = engine != SM_ENGINE_FIBER && obstacle ? strdup(obstacle) : NULL;
    uint32_t width = library->target.simd_width;
    sm_pack threads = {0}, vectors = {0};
    pack_request_tail(&threads, library, f, false, values, count, linked, linked_count);
    if (engine != SM_ENGINE_FIBER && !obstacle)
        pack_request_tail(&vectors, library, f, true, values, count, linked, linked_count);
    *log = NULL;
    sm_kernel *kernel =
        engine == SM_ENGINE_VECTOR && !obstacle ? make_vector_kernel(library, f, &vectors, width, &refusal) : NULL;
    if (!kernel) {
        kernel = make_kernel(library, f, &(sm_request){.tail = &threads}, log);
        if (kernel) {
            kernel->refusal = refusal;
            refusal = NULL;
        }
    }
    if (kernel)
        note_engine(kernel);
    bool may_change = engine == SM_ENGINE_AUTO && !obstacle && kernel && (kernel->fibers || kernel->rounds);
    if (kernel && (kernel->vector || may_change)) {
        kernel->choice = defer_vector(library, f, vectors);
        vectors = (sm_pack){0};
        if (kernel->choice && kernel->vector)
            *code_for(kernel->choice, width) = kernel;
    }
    free(refusal);
    free(threads.data);
    free(vectors.data);
    return kernel;
}

/* Roughly what a dispatch costs without vector code, in nanoseconds: a switch for each meeting of each thread, with
 * loops of eight rounds; or its loops. Not measured, so that the choice does not depend on the day. */
static double run_cost(const sm_kernel *kernel, const sm_dispatch *dispatch)
{
    double threads = (double)dispatch->grid[0] * dispatch->grid[1] * dispatch->grid[2],
           each = kernel->fibers ? 20 : kernel->rounds;
    for (uint32_t i = 0; i < kernel->site_count; i++) {
        double meeting = 20;
        for (uint32_t d = 0; d < kernel->site[i].depth && d < 6; d++)
            meeting *= 8;
        each += meeting;
    }
    return threads * each;
}

/* And what making vector code costs. */
static double code_cost(const sm_kernel *kernel)
{
    return 100e6 + 5e6 * kernel->site_count;
}

/* Vector code for threadgroups of the row, made if need be. NULL: there is none, or it is no better. */
static sm_kernel *vector_for(sm_kernel *kernel, uint32_t row)
{
    struct sm_choice *choice = kernel->choice;
    sm_kernel **code = code_for(choice, row);
    if (*code || choice->refused)
        return *code;
    char *refusal = NULL;
    sm_kernel *made = make_vector_kernel(choice->library, choice->function, &choice->tail, row, &refusal);
    if (made && !kernel->vector && !kernel->fibers && made->scattered) {
        refusal = strdup("it would access memory lane by lane");
        sm_kernel_release(made);
        made = NULL;
    }
    if (refusal) {
        choice->refused = true;
        if (!kernel->refusal)
            kernel->refusal = refusal;
        else
            free(refusal);
        note_engine(kernel);
    } else if (!kernel->vector && made) {
        note_engine(made);
    }
    return *code = made;
}

sm_kernel *sm_kernel_for(sm_kernel *kernel, const sm_dispatch *dispatch)
{
    struct sm_choice *choice = kernel->choice;
    const uint32_t *group = dispatch->group;
    if (!choice || !group[0] || !group[1] || !group[2])
        return kernel;
    pthread_mutex_lock(&choice->lock);
    uint32_t row = sm_vector_row(group, group[0], kernel->simd_width);
    sm_kernel *chosen = *code_for(choice, row);
    bool covers = sm_vector_covers(row, dispatch, kernel->simd_width), pays = kernel->vector != NULL;
    if (!pays && (!chosen || (!covers && !chosen->rest)))
        pays = (choice->spent += run_cost(kernel, dispatch)) > code_cost(kernel);
    if (pays)
        chosen = vector_for(kernel, row);
    if (pays && chosen && !covers && !chosen->rest)
        chosen->rest = vector_for(kernel, 0);
    if (!chosen || (!covers && !chosen->rest))
        chosen = kernel;
    pthread_mutex_unlock(&choice->lock);
    return chosen;
}

void sm_kernel_release(sm_kernel *kernel)
{
    if (!kernel)
        return;
    forget_choice(kernel);
    sm_code_free(kernel->code);
    sm_cuda_unload(kernel->cuda);
    free(kernel->site);
    free(kernel->site_loop);
    for (uint32_t i = 0; i < kernel->file_count; i++)
        free(kernel->file[i]);
    free(kernel->file);
    free(kernel->active);
    free(kernel->index);
    free(kernel->refusal);
    free(kernel->name);
    free(kernel);
}

uint64_t sm_kernel_linked_function(const sm_kernel *kernel, size_t n)
{
    if (kernel->cuda)
        return sm_cuda_linked(kernel->cuda, n);
    const uint64_t *list = sm_code_symbol(kernel->code, SM_LINKED_SYMBOL);
    return list ? list[n] : 0;
}

uint32_t sm_kernel_simd_width(const sm_kernel *kernel)
{
    return kernel->simd_width;
}
uint32_t sm_kernel_static_threadgroup_memory(const sm_kernel *kernel)
{
    return kernel->static_memory;
}
uint32_t sm_kernel_family(const sm_kernel *kernel)
{
    return kernel->family;
}

uint32_t sm_kernel_max_threads(const sm_kernel *kernel)
{
    return kernel->max_threads;
}
bool sm_kernel_argument_active(const sm_kernel *kernel, size_t n)
{
    return n >= kernel->argument_count || kernel->active[n];
}

uint32_t sm_kernel_argument_index(const sm_kernel *kernel, size_t n)
{
    return n < kernel->argument_count ? kernel->index[n] : 0;
}
