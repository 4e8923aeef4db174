/* corpus_main.c: compiles one MSL source and builds a pipeline state for each of its functions, through the public API.
 *   softmetal-corpus FILE [-D NAME=VALUE]… [-c NAME:TYPE=VALUE]… [--msl MAJOR.MINOR] [--every K]
 * Prints `library SECONDS` and `functions N`, then a line per function, or per K-th, `ok NAME<TAB>SECONDS` or
 * `no NAME<TAB>REASON`; a source that does not compile prints `refused<TAB>FIRST ERROR`. One file per process, so that
 * a crash is one file's. Called by tools/corpus. */
#include "corpus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_MACROS = 64, MAX_CONSTANTS = 512 };

/* The first line that says error. */
static void print_refusal(const char *diagnostics)
{
    const char *at = diagnostics ? strstr(diagnostics, "error:") : NULL;
    while (at && at > diagnostics && at[-1] != '\n')
        at--;
    if (!at)
        at = diagnostics ? diagnostics : "no diagnostic";
    printf("refused\t%.*s\n", (int)strcspn(at, "\n"), at);
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void build_pipelines(metal_library *library, const metal_constant *constants, size_t constant_count,
                            size_t every)
{
    printf("functions %zu\n", metal_library_function_count(library));
    for (size_t i = 0; i < metal_library_function_count(library); i += every) {
        const char *name = metal_library_function_name(library, i);
        assay_error error = {0};
        double start = seconds();
        metal_pipeline *pipeline = metal_pipeline_create(library, name, constants, constant_count, NULL, &error);
        error.text[strcspn(error.text, "\n")] = 0;
        if (pipeline)
            printf("ok %s\t%.2f\n", name, seconds() - start);
        else
            printf("no %s\t%s\n", name, error.text);
        fflush(stdout);
        metal_pipeline_destroy(pipeline);
    }
}

int main(int argc, char **argv)
{
    metal_macro macros[MAX_MACROS];
    static metal_constant constants[MAX_CONSTANTS];
    static corpus_value values[MAX_CONSTANTS];
    metal_compile compile = {.macros = macros, .math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST};
    size_t constant_count = 0, every = 1;
    const char *path = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-D") && i + 1 < argc && compile.macro_count < MAX_MACROS) {
            char *equals = strchr(argv[++i], '=');
            if (equals)
                *equals = 0;
            macros[compile.macro_count++] = (metal_macro){argv[i], equals ? equals + 1 : "1"};
        } else if (!strcmp(argv[i], "-c") && i + 1 < argc && constant_count < MAX_CONSTANTS) {
            constant_count += corpus_parse_constant(argv[++i], &constants[constant_count], &values[constant_count]);
        } else if (!strcmp(argv[i], "--every") && i + 1 < argc) {
            every = strtoul(argv[++i], NULL, 10);
            every += !every;
        } else if (!strcmp(argv[i], "--msl") && i + 1 < argc) {
            unsigned major = 0, minor = 0;
            sscanf(argv[++i], "%u.%u", &major, &minor);
            compile.msl = major << 16 | minor;
        } else
            path = argv[i];
    }
    char *source = path ? corpus_read_file(path, NULL) : NULL;
    if (!source) {
        fprintf(stderr, "softmetal-corpus: cannot read %s\n", path ? path : "(no file given)");
        return 2;
    }
    compile.source = source;
    assay_error error = {0};
    metal_device *device = metal_open("default", &error);
    if (!device) {
        fprintf(stderr, "softmetal-corpus: %s\n", error.text);
        return 1;
    }
    char *diagnostics = NULL;
    double start = seconds();
    metal_library *library = metal_library_create(device, &compile, &diagnostics, &error);
    printf("library %.2f\n", seconds() - start);
    if (library)
        build_pipelines(library, constants, constant_count, every);
    else
        print_refusal(diagnostics ? diagnostics : error.text);
    metal_library_destroy(library);
    metal_close(device);
    free(diagnostics);
    free(source);
    return 0;
}
