/* clang.c: the command line for clang, and the precompiled header. MSL's library is parsed once per set of options that
 * its headers see and kept in the cache as clang's own file; without it every compilation would take several times as
 * long. */
#include "clang.h"
#include "../../engine/fault.h"
#include "../store/cache.h"
#include "child.h"
#include "../protocol.h"
#include "../serve/serve.h"
#include "toolchain.h"
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMPILE_SECONDS = 300 };

typedef struct command {
    const char **argument;
    size_t count, room;
    char **owned;
    size_t owned_count;
} command;

static void add(command *c, const char *argument)
{
    if (c->count + 2 > c->room)
        c->argument = realloc(c->argument, (c->room = 2 * c->room + 64) * sizeof *c->argument);
    c->argument[c->count++] = argument;
    c->argument[c->count] = NULL;
}

/* Adds prefix and text as one argument. */
static void add_joined(command *c, const char *prefix, const char *text)
{
    size_t n = strlen(prefix) + strlen(text) + 1;
    char *joined = malloc(n);
    snprintf(joined, n, "%s%s", prefix, text);
    c->owned = realloc(c->owned, (c->owned_count + 1) * sizeof *c->owned);
    c->owned[c->owned_count++] = joined;
    add(c, joined);
}

static void add_number(command *c, const char *prefix, unsigned value)
{
    char text[16];
    snprintf(text, sizeof text, "%u", value);
    add_joined(c, prefix, text);
}

static void free_command(command *c)
{
    for (size_t i = 0; i < c->owned_count; i++)
        free(c->owned[i]);
    free(c->owned);
    free(c->argument);
}

/* C++ for OpenCL on a machine that gives convergence tokens; see backend/passes/lower.c for what happens to its
 * code. */
static const char *const language[] = {
    "-cc1",
    "-x",
    "clcpp",
    "-cl-std=clc++2021",
    "-cl-ext=+all,-__opencl_c_device_enqueue,-__opencl_c_pipes,-cl_khr_fp64,-__opencl_c_fp64",
    "-triple",
    "spirv-unknown-vulkan1.3-compute",
    "-fnative-half-type",
    "-relaxed-aliasing",
    "-fexperimental-max-bitint-width=1024",
    "-fdeclspec",
    "-O2",
    "-disable-llvm-passes",
    "-disable-llvm-verifier", /* clang gives the loop that constructs an array no token of its own; lowering drops what
                                 is left of them */
    "-debug-info-kind=line-tables-only",
    "-dwarf-version=4",
    "-ferror-limit",
    "100",
    "-fno-pch-timestamp",
    "-fpch-instantiate-templates", /* those that the headers themselves use, once and not for each program */
    "-fno-caret-diagnostics",
    "-fno-elide-type",
    "-Wno-duplicate-decl-specifier",
    "-Wno-c++20-extensions",
    "-Wno-c99-designator",
    "-Wno-unknown-pragmas",
    "-Wno-pass-failed",
    "-Wno-gcc-compat",
    "-Wno-unused-value",
    "-Wno-defaulted-function-deleted", /* those that the rewriter adds to a class */
};

uint32_t sm_clang_version(const sm_compile_options *options)
{
    return (options->language_version >> 16) * 100 + (options->language_version & 0xffff) * 10;
}

/* What the headers see; a precompiled header is good for equal arguments up to here. */
static void add_language(command *c, const sm_compile_options *options)
{
    const sm_toolchain *t = sm_toolchain_find();
    add(c, t->clang);
    for (size_t i = 0; i < sizeof language / sizeof *language; i++)
        add(c, language[i]);
    add_joined(c, "-I", t->include);
    add_number(c, "-D__METAL_VERSION__=", sm_clang_version(options));
    add_number(c, "-D__MSL_FAST_FUNCTIONS=", options->functions == SM_FUNCTIONS_FAST);
    add_number(c, "-D__MSL_SIMD_WIDTH=", options->target.simd_width);
    add_number(c, "-D__MSL_COOP=", options->target.cooperation);
    if (options->target.checked)
        add(c, "-D__MSL_CHECKED=1");
    if (options->logging)
        add(c, "-D__MSL_LOGGING");
    if (options->target.cuda)
        add(c, "-D__MSL_CUDA");
    for (int i = 0; i < SM_FAULT_COUNT; i++) {
        if (sm_fault((sm_fault_id)i) && sm_fault_in_headers((sm_fault_id)i))
            add_joined(c, "-D__MSL_FAULT_", sm_fault_rows[i].name);
    }
}

/* Debug information knows the headers as SM_HEADERS/…, whatever the directory. */
static void add_header_name(command *c)
{
    char map[4200];
    snprintf(map, sizeof map, "%s=" SM_HEADERS, sm_toolchain_find()->include);
    add_joined(c, "-fdebug-prefix-map=", map);
}

/* What the headers do not see. `contract` marks in the IR what lowering may treat as fast (numerics.c). Where pragmas
 * ask for other math than the options, the headers' code is marked whatever the options are: lowering looks where it
 * was called. Members' attributes are not in debug information: the rewriter names them, and to describe they become
 * static members (write_macros). */
static void add_program_options(command *c, const sm_compile_options *options, sm_purpose purpose, bool pragmas)
{
    const char *dump = getenv("SOFTMETAL_DUMP");
    add_header_name(c);
    if ((!dump || !*dump) && !options->target.checked)
        add(c, "-discard-value-names"); /* a quarter of the bitcode; people read them, and mark_returns does */
    add(c, options->math == SM_MATH_SAFE || pragmas ? "-ffp-contract=on" : "-ffp-contract=fast");
    if (purpose == SM_TO_DESCRIBE)
        add(c, "-debug-info-kind=standalone");
    static const char *const rest[] = {
        "-disable-free", "-main-file-name", "program_source", "-emit-llvm-bc", "-o", "-", "-"};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        add(c, rest[i]);
}

static void write_string(sm_pack *text, const char *string)
{
    sm_pack_raw(text, string, strlen(string));
}

/* The macros that only the program sees, as if they were given on the command line: up to the end of a line. A member's
 * attribute becomes a static member, whose length says the number (an initialiser would not be there in a
 * template). */
static void write_macros(sm_pack *text, const sm_compile_options *options, sm_purpose purpose)
{
    write_string(text, purpose == SM_TO_DESCRIBE ? "#define __MSL_MEMBER(kind,name,index) static __global char "
                                                   "__msl_##kind##_##name[1ul + (index)];\n"
                                                 : "#define __MSL_MEMBER(kind,name,index)\n");
    for (size_t i = 0; i < options->macro_count; i++) {
        const sm_macro *m = &options->macros[i];
        const char *value = m->value ? m->value : "";
        write_string(text, "# 1 \"<command line>\"\n#define ");
        sm_pack_raw(text, m->name, strcspn(m->name, "\n"));
        write_string(text, " ");
        sm_pack_raw(text, value, strcspn(value, "\n"));
        write_string(text, "\n");
    }
}

static void pack_command(sm_pack *key, const command *c)
{
    for (size_t i = 0; i < c->count; i++)
        sm_pack_string(key, c->argument[i]);
}

void sm_clang_key(sm_pack *key, const sm_compile_options *options)
{
    command c = {0};
    add_language(&c, options);
    add_program_options(&c, options, SM_TO_RUN, false);
    sm_pack_raw(key, &sm_toolchain_find()->front, sizeof(sm_hash));
    pack_command(key, &c);
    sm_pack_number(key, (uint32_t)options->math);
    write_macros(key, options, SM_TO_RUN);
    free_command(&c);
}

static pthread_mutex_t header_lock = PTHREAD_MUTEX_INITIALIZER;

/* Headers that take clang long and are not part of metal_stdlib: precompiled with it for programs that name them. */
static const char *const more_headers[] = {"metal_pixel", "MetalPerformancePrimitives/MetalPerformancePrimitives.h"};
enum { MORE_HEADERS = sizeof more_headers / sizeof *more_headers };

/* A bit for each that the program names. */
static unsigned find_more(const sm_source *source)
{
    unsigned named = 0;
    for (unsigned i = 0; i < MORE_HEADERS; i++) {
        char line[80];
        int n = snprintf(line, sizeof line, "<%s>", more_headers[i]);
        named |= (unsigned)(memmem(sm_source_text(source), sm_source_size(source), line, (size_t)n) != NULL) << i;
    }
    return named;
}

static bool build_header(const sm_compile_options *options, unsigned more, const char *path)
{
    command c = {0};
    sm_child_result result;
    char temporary[4200];
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    add_language(&c, options);
    add(&c, "-emit-pch");
    add(&c, "-o");
    add(&c, temporary);
    add(&c, "-");
    sm_pack text = {0};
    write_string(&text, "#include <metal_stdlib>\n");
    for (unsigned i = 0; i < MORE_HEADERS; i++) {
        if (more >> i & 1) {
            write_string(&text, "#include <");
            write_string(&text, more_headers[i]);
            write_string(&text, ">\n");
        }
    }
    bool good = sm_child_run(c.argument, (sm_bytes){text.data, text.size}, COMPILE_SECONDS, &result);
    free(text.data);
    if (!good || rename(temporary, path) != 0) {
        unlink(temporary);
        good = false;
    }
    sm_child_result_free(&result);
    free_command(&c);
    return good;
}

/* Precompiled headers lie in a folder for their directory of headers, and their names start with what identifies the
 * headers and clang: so those of headers that are no more can be told. */
typedef struct header_place {
    char folder[32], version[20], path[4096];
} header_place;

static bool find_place(const sm_compile_options *options, unsigned more, header_place *place)
{
    command c = {0};
    sm_pack key = {0};
    const sm_toolchain *t = sm_toolchain_find();
    char name[64];
    add_language(&c, options);
    pack_command(&key, &c);
    sm_pack_number(&key, more);
    free_command(&c);
    sm_hash directory = sm_hash_bytes((const uint8_t *)t->include, strlen(t->include)),
            language_hash = sm_hash_bytes(key.data, key.size);
    free(key.data);
    snprintf(place->folder, sizeof place->folder, "headers-%016llx", (unsigned long long)directory.word[0]);
    snprintf(place->version, sizeof place->version, "%016llx-", (unsigned long long)t->front.word[0]);
    snprintf(name, sizeof name, "%s%016llx.pch", place->version, (unsigned long long)language_hash.word[0]);
    return sm_cache_file(place->folder, name, place->path, sizeof place->path);
}

static void forget_older(const header_place *place)
{
    char folder[4096], path[4096];
    struct dirent *entry;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(place->path, '/') - place->path), place->path);
    DIR *list = opendir(folder);
    while (list && (entry = readdir(list))) {
        if (entry->d_name[0] != '.' && strncmp(entry->d_name, place->version, strlen(place->version)) != 0 &&
            (size_t)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < sizeof path)
            unlink(path);
    }
    if (list)
        closedir(list);
}

/* Path of the precompiled header, built if need be; false if there is no place for one, or it does not compile. */
static bool find_header(const sm_compile_options *options, unsigned more, char *path, size_t room)
{
    header_place place;
    if (!find_place(options, more, &place) || (size_t)snprintf(path, room, "%s", place.path) >= room)
        return false;
    pthread_mutex_lock(&header_lock);
    bool found = access(path, R_OK) == 0;
    if (found) {
        sm_cache_used(path);
    } else if (build_header(options, more, path)) {
        found = true;
        forget_older(&place);
        sm_cache_written(path);
    }
    pthread_mutex_unlock(&header_lock);
    return found;
}

/* Instantiations are counted, and of each block of them all parts but one have a declaration only. Neighbours are often
 * of the same types and share what they call. */
static void deal_out(sm_pack *input, sm_part part)
{
    enum { BLOCK = 256, MOST = 8192 }; /* with more, clang refuses the part, and the program is compiled whole */
    static const char head[] = "#undef __MSL_PART\n#define __MSL_PART_OF(n) __MSL_PASTE(__MSL_PART_, n)\n"
                               "#define __MSL_PART __MSL_PART_OF(__COUNTER__)\n";
    if (part.count == 1)
        return;
    sm_pack_raw(input, head, sizeof head - 1);
    for (uint32_t n = 0; n < MOST; n++) {
        char line[64];
        int length = snprintf(line, sizeof line, "#define __MSL_PART_%u%s\n", n,
                              n / BLOCK % part.count == part.number ? "" : " extern");
        sm_pack_raw(input, line, (size_t)length);
    }
}

static void write_program(sm_pack *text, const sm_source *source, const sm_compile_options *options, sm_purpose purpose,
                          sm_part part, bool pragmas)
{
    write_string(text, "#define __MSL_RUNS\n");
    write_macros(text, options, purpose);
    if (pragmas)
        write_string(text, "#pragma clang fp contract(fast)\n");
    deal_out(text, part);
    for (const char *const *piece = sm_source_prologue; *piece; piece++)
        write_string(text, *piece);
    sm_pack_raw(text, sm_source_text(source), sm_source_size(source));
}

/* What a server has read before programs: nearly all of the precompiled header is read at the first use of it. */
#define FIRST_NAME "<before the program>"
static const char first[] = "# 1 \"" FIRST_NAME "\"\n"
                            "#include <__msl/first.h>\n"
                            "#include \"" SM_SERVE_INPUT "\"\n"
                            "#ifndef __MSL_RUNS\n"
                            "#include <__msl/second.h>\n"
                            "#include \"" SM_SERVE_INPUT_LATER "\"\n"
                            "#endif\n";

/* Drops the lines that say where the program was included. */
static void drop_first(sm_pack *errors)
{
    static const char line[] = "In file included from " FIRST_NAME;
    char *at = (char *)errors->data, *to = at;
    while (at && *at) {
        size_t n = strcspn(at, "\n") + (strchr(at, '\n') != NULL);
        if (strncmp(at, line, sizeof line - 1) != 0) {
            memmove(to, at, n);
            to += n;
        }
        at += n;
    }
    if (at) {
        *to = '\0';
        errors->size = (size_t)(to - (char *)errors->data);
    }
}

enum { REFUSED = 1 }; /* how clang ends where the program has errors; an error of its own ends with another code */

/* Whether a clang started anew would have done the same. It would say that something is missing at the end of a program
 * in the main file, and look beside that for files that a program names. */
static bool did_the_same(const sm_child_result *result)
{
    const char *errors = result->errors.data ? (const char *)result->errors.data : "";
    bool refused = result->code == REFUSED && strstr(errors, "error:");
    bool done = result->started && !result->signal && (result->code == 0 || refused);
    return done && !strstr(errors, FIRST_NAME) && !strstr(errors, "file not found");
}

/* By a server. False if none can do it, or would not do the same. */
static bool run_after(const command *c, const sm_pack *program, sm_child_result *result, bool *good)
{
    *good = sm_child_run_after(c->argument, (sm_bytes){(const uint8_t *)first, sizeof first - 1},
                               (sm_bytes){program->data, program->size}, COMPILE_SECONDS, result);
    drop_first(&result->errors);
    if (did_the_same(result))
        return true;
    sm_child_result_free(result);
    return false;
}

static bool run(const sm_source *source, const sm_compile_options *options, sm_purpose purpose, sm_part part,
                const char *header, sm_child_result *result)
{
    command c = {0};
    sm_pack program = {0};
    bool pragmas = sm_source_has_math_pragmas(source) && options->math != SM_MATH_SAFE;
    add_language(&c, options);
    add(&c, header ? "-include-pch" : "-include");
    add(&c, header ? header : "metal_stdlib");
    add_program_options(&c, options, purpose, pragmas);
    write_program(&program, source, options, purpose, part, pragmas);
    bool good;
    if (!header || !run_after(&c, &program, result, &good))
        good = sm_child_run(c.argument, (sm_bytes){program.data, program.size}, COMPILE_SECONDS, result);
    free(program.data);
    free_command(&c);
    return good;
}

static char *describe_failure(const sm_child_result *result)
{
    const char *clang = sm_toolchain_find()->clang,
               *errors = result->errors.data ? (const char *)result->errors.data : "";
    char *text = NULL;
    if (!result->started)
        (void)!asprintf(&text, "program_source: error: the compiler %s cannot be started\n", clang);
    else if (result->signal || result->code != REFUSED)
        (void)!asprintf(
            &text, "program_source: error: " SM_LOG_BREAKDOWN "internal compiler error: %s ended with %s %d\n%s", clang,
            result->signal ? "signal" : "code", result->signal ? result->signal : result->code, errors);
    else
        (void)!asprintf(&text, "%s%s", errors,
                        *errors ? "" : "program_source: error: the compiler failed without a message\n");
    return text;
}

bool sm_clang_compile(const sm_source *source, const sm_compile_options *options, sm_purpose purpose, sm_part part,
                      sm_pack *bitcode, char **log)
{
    char header[4096];
    unsigned more = find_more(source);
    bool precompiled = find_header(options, more, header, sizeof header);
    sm_child_result result;
    bool good = run(source, options, purpose, part, precompiled ? header : NULL, &result);
    if (!good && precompiled && result.errors.data && strstr((const char *)result.errors.data, header)) {
        unlink(header); /* damaged: build it again */
        sm_child_result_free(&result);
        precompiled = find_header(options, more, header, sizeof header);
        good = run(source, options, purpose, part, precompiled ? header : NULL, &result);
    }
    *log = NULL;
    if (!good)
        *log = describe_failure(&result);
    else if (result.errors.size)
        *log = strdup((const char *)result.errors.data);
    if (good) {
        *bitcode = result.output;
        result.output = (sm_pack){0};
    }
    sm_child_result_free(&result);
    return good;
}
