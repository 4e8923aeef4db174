/* command_validate.c: `assay validate`. Cuts its own options out of the command line, hands the rest to the common
 * reader, and writes the verdict wherever it is wanted. */
#include "subcommands.h"
#include "../base/file.h"
#include "../base/home.h"
#include "../run/workers/interrupt.h"
#include "../run/ledger.h"
#include "../run/session.h"
#include "../validate/asked/answers.h"
#include "../validate/batch.h"
#include "../validate/read/mlx.h"
#include "../validate/judge/page.h"
#include "../validate/run_validation.h"
#include "../validate/judge/verdict.h"
#include "../validate/watch.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double usual_timeout = 20; /* seconds */
enum { MOST_WORDS = 256, MOST_PASSED = 2 * MOST_WORDS };

typedef struct given {
    validate_request request;
    kernel_word directives[MOST_WORDS];
    const char *include[MOST_WORDS];
    char contract[1024], contracts[1024], compare[128];
    size_t include_count;
    char *rest[MOST_WORDS];
    int rest_count;
    const char *json, *page, *source, *annotate;
    mlx_call mlx;
    bool is_mlx, watch;
    char *passed[MOST_PASSED + 1]; /* words that go for each kernel of a directory */
    size_t passed_count;
} given;

/* Options with a value; those with a directive say what a `//! directive:` line of the kernel would say. */
static const struct own_option {
    const char *name, *value, *directive, *help;
} own_options[] = {
    {"--contract", "NAME", NULL,
     "what the kernel promises: a name of cases/contracts, or the path of a .contract file"},
    {"--baseline", "OLD.metal", NULL, "compare results and speed with this version"},
    {"--reference", "FILE.py:FUNCTION", NULL, "what must come out is what this function in Python returns"},
    {"--python", "PROGRAM", NULL, "with --reference: the interpreter"},
    {"--source", "KERNEL.metal", NULL, "with a .metallib: what it was compiled from, for the parameters' names"},
    {"--entry", "NAME", "entry", "the kernel, if the file has several"},
    {"--map", "ROLE=INDEX,…", "map", "which buffer (or texture) plays which role, where names do not tell"},
    {"--dispatch", "TEXT", "dispatch", "how it is dispatched: 'groups ROWS, threadgroup TG'"},
    {"--threadgroup", "INDEX BYTES", "threadgroup", "threadgroup memory that the host gives: '0 4 * TG'"},
    {"--threadgroups", "SIZES", "threadgroups", "values of TG that it must take, the usual one first"},
    {"--types", "TYPES", "types", "of those the contract covers, where the kernel leaves T open"},
    {"--set", "OPTION=VALUE,…", "set", "an option of the contract: TB=1"},
    {"--constant", "NAME=VALUE,…", "constant", "values of function constants"},
    {"--holds", "CONDITION", "holds", "sizes that the kernel may demand: 'N % 4 == 0'"},
    {"--ulp", "N", "compare", "tolerated beyond the reference's own bounds, in units in the last place of the type"},
    {"--near", "ABS REL", "compare", "likewise: '1e-3 1e-2' is 0.001 and one in a hundred; the verdict says so"},
    {"--extra", "ARGUMENT", "extra", "one that the contract does not know: 'params@3 {uint, uint} = M, N'"},
    {"--scratch", "ARGUMENT", "scratch", "memory that nobody judges: 'partials@4 float[64]', perhaps '= zeros'"},
    {"--layout", "ROLE(...) = (...)", "layout", "sizes and strides of an input: 'a(M, K) = (1, M)'"},
    {"--vary", "NAME in VALUES", "vary", "a name for these texts, every value of which is tried: 'LAYOUT in 0 1'"},
    {"-D", "NAME=TEXT", "macro", "a macro"},
    {"--macro", "NAME=TEXT", "macro", "the same"},
    {"-I", "DIR", NULL, "where quoted includes are looked for"},
    {"--json", "FILE", NULL, "write the verdict as JSON, - for standard output"},
    {"--report", "FILE.html", NULL, "write the verdict as a page with plots"},
    {"--sizes", "SIZES", NULL, "only these sizes of the contract: '(ROWS, N) in (3, 64) (5, 130)'"},
    {"--mutant", "N", NULL,
     "the kernel with the edit of its N-th line `//! mutant:`, as `assay prove DIRECTORY` tries it"},
    {"--annotate", "github", NULL, "findings as comments on lines, for GitHub's actions"},
    {"--contracts", "DIR|MAP.tsv", NULL,
     "directory of contracts (default: those that come with assay); of a directory of kernels: which keeps which"},
    {"--inputs", "A,B,…", NULL, "with --mlx: names of the inputs, in order"},
    {"--outputs", "C,…", NULL, "with --mlx: names of the outputs"},
    {"--header", "FILE", NULL, "with --mlx: the header that goes before the kernel"},
    {"--template", "T=float,…", NULL, "with --mlx: template parameters"},
    {"--grid", "X, Y, Z", NULL, "with --mlx: threads, as expressions of the contract's sizes"},
    {"--group", "X, Y, Z", NULL, "with --mlx: threads per threadgroup"},
};
static const struct {
    const char *name, *help;
} own_flags[] = {
    {"--mlx", "the file is the body of an mx.fast.metal_kernel"},
    {"--atomic-outputs", "with --mlx: outputs are atomic"},
    {"--no-row-contiguous", "with --mlx: ensure_row_contiguous is false; inputs come as views, too"},
    {"--as-reference", "with --baseline: what it writes must come out, to the bit or as near as --ulp or --near says"},
    {"--quick", "few sizes in the usual mode, other threadgroups, checked mode; no speed: while one works on a kernel"},
    {"--watch", "validate again whenever the kernel, what it includes, or the contract changes"},
    {"--no-checked", "leave checked mode out"},
    {"--no-speed", "leave speed out"},
};
enum { OWN_OPTIONS = sizeof own_options / sizeof *own_options, OWN_FLAGS = sizeof own_flags / sizeof *own_flags };

static void print_help(void)
{
    options_help(COMMAND_VALIDATE, stdout);
    printf("\nThe kernel and its contract (cases/contracts/README.md)\n");
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        char usage[64];
        snprintf(usage, sizeof usage, "%s %s", own_options[i].name, own_options[i].value);
        printf("  %-*s %s\n", 28 + (strstr(usage, "…") ? 2 : 0), usage, own_options[i].help);
    }
    for (size_t i = 0; i < OWN_FLAGS; i++)
        printf("  %-28s %s\n", own_flags[i].name, own_flags[i].help);
    options_exit_codes(COMMAND_VALIDATE, stdout);
}

/* ---- Reading */

static bool take_value(given *g, const struct own_option *option, const char *value, assay_error *error)
{
    const struct {
        const char *name, **field;
    } fields[] = {{"--contract", &g->request.contract},
                  {"--baseline", &g->request.baseline},
                  {"--reference", &g->request.reference},
                  {"--python", &g->request.python},
                  {"--source", &g->source},
                  {"--json", &g->json},
                  {"--report", &g->page},
                  {"--sizes", &g->request.sizes},
                  {"--annotate", &g->annotate},
                  {"--contracts", &g->request.contracts},
                  {"--inputs", &g->mlx.inputs},
                  {"--outputs", &g->mlx.outputs},
                  {"--header", &g->mlx.header},
                  {"--template", &g->mlx.templates},
                  {"--grid", &g->mlx.grid},
                  {"--group", &g->mlx.group}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(option->name, fields[i].name) == 0)
            *fields[i].field = value;
    if (strcmp(option->name, "--mutant") == 0) {
        char *end;
        g->request.mutant = strtoul(value, &end, 10);
        if (!g->request.mutant || *end)
            return assay_fail(error, NULL, 0, "--mutant %s: a number from 1 is expected", value);
    }
    if (strcmp(option->name, "-I") == 0)
        g->include[g->include_count++] = value;
    if (option->directive && strcmp(option->directive, "macro") == 0 && !strchr(value, '='))
        return assay_fail(error, NULL, 0, "-D %s: write -D NAME=TEXT", value);
    if (option->directive && strcmp(option->directive, "compare") == 0) {
        snprintf(g->compare, sizeof g->compare, "%s %s", option->name + 2, value);
        value = g->compare;
    }
    if (option->directive)
        g->directives[g->request.directive_count++] = (kernel_word){option->directive, value};
    return true;
}

static bool take_flag(given *g, const char *word)
{
    bool *const fields[] = {&g->is_mlx,        &g->mlx.atomic, &g->mlx.strided,          &g->request.as_reference,
                            &g->request.quick, &g->watch,      &g->request.skip_checked, &g->request.skip_speed};
    for (size_t i = 0; i < OWN_FLAGS; i++)
        if (strcmp(word, own_flags[i].name) == 0) {
            *fields[i] = true;
            return true;
        }
    return false;
}

/* The option a word is, with its value if that is joined to it (`--map=…`, `-DX=1`). */
static const struct own_option *option_of(const char *word, const char **value)
{
    *value = NULL;
    for (size_t i = 0; i < OWN_OPTIONS; i++) {
        size_t length = strlen(own_options[i].name);
        if (strncmp(word, own_options[i].name, length) != 0)
            continue;
        bool is_short = length == 2;
        if (!word[length])
            return &own_options[i];
        if (is_short || word[length] == '=') {
            *value = word + length + (word[length] == '=' && !is_short);
            return &own_options[i];
        }
    }
    return NULL;
}

/* Options of a directory that its rows do not get: they say what the rows are, or where all results go. */
static bool of_rows(const char *name)
{
    static const char *const others[] = {"--contract", "--contracts", "--json", "--report", "--watch"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return false;
    return true;
}

static void pass(given *g, const char *name, const char *value)
{
    const char *both[] = {name, value};
    for (int i = 0; i < 2; i++)
        if (both[i] && g->passed_count < MOST_PASSED)
            g->passed[g->passed_count++] = (char *)both[i];
}

static bool read_words(given *g, int count, char **words, assay_error *error)
{
    if (count > MOST_WORDS - 1)
        return assay_fail(error, NULL, 0, "more than %d words on the command line", MOST_WORDS);
    g->rest[g->rest_count++] = words[0];
    for (int i = 1; i < count; i++) {
        const char *value;
        const struct own_option *option = option_of(words[i], &value);
        if (option && !value && ++i == count)
            return assay_fail(error, NULL, 0, "%s needs a value; see `assay validate --help`", option->name);
        value = value ? value : words[i];
        if (option && !take_value(g, option, value, error))
            return false;
        bool flag = !option && take_flag(g, words[i]);
        if (!option && !flag)
            g->rest[g->rest_count++] = words[i];
        else if (of_rows(option ? option->name : words[i]))
            pass(g, option ? option->name : words[i], option ? value : NULL);
    }
    return true;
}

static bool is_library(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    return length > 9 && strcmp(path + length - 9, ".metallib") == 0;
}

/* A .metallib is validated by the parameters of its source, which says their names and types. */
static bool check_library(given *g, assay_error *error)
{
    validate_request *request = &g->request;
    bool library = is_library(request->kernel);
    if (is_library(request->baseline))
        return assay_fail(error, request->baseline, 0, "a baseline is given as source");
    if (library && !g->source)
        return assay_fail(error, request->kernel, 0,
                          "a compiled library does not say what its parameters are called; add --source KERNEL.metal, "
                          "from which it was compiled");
    if (library && access(request->kernel, R_OK) != 0)
        return assay_fail(error, request->kernel, 0, "cannot be read");
    if (!library && g->source)
        return assay_fail(error, g->source, 0, "--source goes with a .metallib");
    if (library) {
        request->library = request->kernel;
        request->kernel = g->source;
    }
    return true;
}

/* Options that describe the call in Python say nothing about a kernel with a signature of its own. */
static bool check_mlx(const given *g, assay_error *error)
{
    const struct {
        const char *name;
        bool given;
    } options[] = {{"--inputs", g->mlx.inputs != NULL}, {"--outputs", g->mlx.outputs != NULL},
                   {"--header", g->mlx.header != NULL}, {"--template", g->mlx.templates != NULL},
                   {"--grid", g->mlx.grid != NULL},     {"--group", g->mlx.group != NULL},
                   {"--atomic-outputs", g->mlx.atomic}, {"--no-row-contiguous", g->mlx.strided}};
    for (size_t i = 0; !g->is_mlx && i < sizeof options / sizeof *options; i++)
        if (options[i].given)
            return assay_fail(error, NULL, 0, "%s goes with --mlx", options[i].name);
    return true;
}

static bool check_reference(const validate_request *request, assay_error *error)
{
    char file[1024];
    if (request->python && !request->reference)
        return assay_fail(error, NULL, 0, "--python goes with --reference FILE.py:FUNCTION");
    if (request->as_reference && !request->baseline)
        return assay_fail(error, NULL, 0, "--as-reference goes with --baseline OLD.metal");
    if (request->as_reference && request->reference)
        return assay_fail(error, NULL, 0, "--as-reference and --reference both say what must come out; leave one out");
    return !request->reference || answers_function(request->reference, file, sizeof file, error);
}

static bool check_includes(const given *g, assay_error *error)
{
    for (size_t i = 0; i < g->include_count; i++)
        if (access(g->include[i], R_OK | X_OK) != 0)
            return assay_fail(error, NULL, 0, "-I %s: %s", g->include[i], strerror(errno));
    return true;
}

/* Without --contract the kernel may say itself what it promises. */
static bool find_contract(given *g, const char *kernel, assay_error *error)
{
    if (!directives_contract(kernel, g->contract, sizeof g->contract, error))
        return false;
    g->request.contract = g->contract;
    return *g->contract || contract_unknown(NULL, g->request.contracts, error);
}

static bool check_single(const given *g, assay_error *error)
{
    const validate_request *request = &g->request;
    if (request->run.log || request->run.tap)
        return assay_fail(error, NULL, 0,
                          "--%s goes with a directory of kernels; --json FILE has the verdict of one kernel",
                          request->run.log ? "log" : "tap");
    if (access(request->contracts, F_OK) == 0 && !file_is_folder(request->contracts))
        return assay_fail(error, request->contracts, 0,
                          "is no directory of contracts; a map goes with a directory of kernels");
    return true;
}

static bool check(given *g, assay_error *error)
{
    validate_request *request = &g->request;
    const char *kernel = request->run.query_count == 1 ? request->run.queries[0] : NULL;
    if (!kernel && request->run.query_count > 1)
        return assay_fail(error, NULL, 0,
                          "validate takes one kernel file, so `%s` is one word too many; a value of "
                          "several words stands in quotes: --near '1e-3 1e-2'",
                          request->run.queries[1]);
    if (!kernel)
        return assay_fail(error, NULL, 0,
                          "validate takes one kernel file: assay validate KERNEL.metal --contract NAME");
    if (!check_single(g, error))
        return false;
    if (!request->contract && !find_contract(g, g->source ? g->source : kernel, error))
        return false;
    request->kernel = request->shown = kernel;
    request->skip_speed |= request->quick;
    if (g->annotate && strcmp(g->annotate, "github") != 0)
        return assay_fail(error, NULL, 0, "--annotate %s: only `github` is known", g->annotate);
    return check_mlx(g, error) && check_reference(request, error) && check_includes(g, error) &&
           check_library(g, error);
}

/* ---- Writing */

static bool write_json(const given *g, const validation *v, assay_error *error)
{
    text out = {0};
    verdict_json(v, &out);
    bool standard = strcmp(g->json, "-") == 0;
    FILE *file = standard ? stdout : fopen(g->json, "w");
    bool good = file && fwrite(text_string(&out), 1, out.length, file) == out.length;
    good = file && (standard ? fflush(file) : fclose(file)) == 0 && good;
    text_free(&out);
    return good || assay_fail(error, g->json, 0, "cannot be written: %s", strerror(errno));
}

static int perform(given *g, assay_error *error)
{
    validation v;
    int code = EXIT_USAGE;
    bool done = validate(&v, &g->request, error);
    bool to_stdout = g->json && strcmp(g->json, "-") == 0;
    if (done && !to_stdout)
        verdict_print(&v, stdout, isatty(STDOUT_FILENO));
    if (done && g->annotate)
        verdict_annotate(&v, stdout);
    bool written = done && (!g->json || write_json(g, &v, error)) && (!g->page || page_write(&v, g->page, error));
    if (written)
        code = validation_exit_code(&v);
    else if (interrupt_seen())
        code = EXIT_INTERRUPTED;
    validation_clear(&v);
    return code;
}

static int perform_single(given *g, assay_error *error)
{
    char *wrapped = NULL;
    if (g->is_mlx) {
        wrapped = mlx_wrap(g->request.kernel, &g->mlx, g->request.contract, g->request.contracts, error);
        g->request.kernel = wrapped;
        if (!wrapped)
            return EXIT_USAGE;
    }
    int code = perform(g, error);
    mlx_unwrap(wrapped);
    return code;
}

/* ---- A directory */

static bool check_folder(const given *g, assay_error *error)
{
    const validate_request *request = &g->request;
    const bool given[] = {g->json != NULL, g->page != NULL, g->watch, g->source != NULL};
    static const char *const names[] = {"--json", "--report", "--watch", "--source"};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i])
            return assay_fail(error, NULL, 0, "%s goes with one kernel; of a directory --log FILE has all verdicts",
                              names[i]);
    if (request->contract && access(request->contracts, F_OK) == 0 && !file_is_folder(request->contracts))
        return assay_fail(error, NULL, 0, "--contract and the map %s both say what the kernels keep; leave one out",
                          request->contracts);
    return access(request->contracts, R_OK) == 0 ||
           assay_fail(error, request->contracts, 0, "cannot be read: %s", strerror(errno));
}

static int perform_folder(given *g, assay_error *error)
{
    map map = {0};
    char seed[32], timeout[32];
    validate_request *request = &g->request;
    const char *folder = request->run.queries[0];
    int code = EXIT_USAGE;
    if (!check_folder(g, error))
        return code;
    bool has_map = !file_is_folder(request->contracts);
    if (!has_map && request->contracts != g->contracts)
        pass(g, "--contracts", request->contracts);
    char *common[BATCH_MOST_COMMON];
    size_t words = batch_common(&request->run, seed, common);
    for (size_t i = 0; i < words; i++)
        pass(g, common[i], NULL);
    snprintf(timeout, sizeof timeout, "%g", request->run.timeout);
    if (request->run.timeout != usual_timeout)
        pass(g, "--timeout", timeout);
    const batch_request all = {.run = &request->run,
                               .folder = folder,
                               .map = &map,
                               .words = g->passed,
                               .word_count = g->passed_count,
                               .annotate = g->annotate != NULL};
    if (map_read(&map, folder, has_map ? request->contracts : NULL, request->contract, error))
        code = batch_run(&all, error);
    map_free(&map);
    return code;
}

/* ---- Again and again */

static int perform_watch(given *g, const char *program, int count, char **words, assay_error *error)
{
    char *all[MOST_WORDS + 2] = {(char *)program};
    size_t used = 1;
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--watch") != 0)
            all[used++] = words[i];
    return watch_run(&g->request, all, error);
}

int command_validate(const char *program, int word_count, char **words)
{
    given *g = calloc(1, sizeof *g);
    assay_error error = {0};
    int code = EXIT_USAGE;
    const char *own[OWN_OPTIONS + OWN_FLAGS + 1] = {NULL};
    for (size_t i = 0; i < OWN_OPTIONS; i++)
        own[i] = own_options[i].name;
    for (size_t i = 0; i < OWN_FLAGS; i++)
        own[OWN_OPTIONS + i] = own_flags[i].name;
    if (!g)
        return EXIT_INTERNAL;
    g->request.contracts = home_path("cases/contracts", g->contracts, sizeof g->contracts);
    bool good = read_words(g, word_count, words, &error) &&
                options_read(&g->request.run, program, COMMAND_VALIDATE, g->rest_count, g->rest, own, &error);
    if (good && g->request.run.help) {
        print_help();
        free(g);
        return EXIT_PASS;
    }
    bool timeout = false;
    for (int i = 1; i < g->rest_count; i++)
        timeout |= strncmp(g->rest[i], "--timeout", strlen("--timeout")) == 0;
    if (good && !timeout)
        g->request.run.timeout = usual_timeout;
    interrupt_watch();
    g->request.directives = g->directives;
    g->request.include = g->include;
    if (good && g->request.run.query_count == 1 && file_is_folder(g->request.run.queries[0]))
        code = perform_folder(g, &error);
    else if (good && check(g, &error) && g->watch)
        code = perform_watch(g, program, word_count, words, &error);
    else if (good && !*error.text)
        code = perform_single(g, &error);
    if (*error.text)
        assay_print_error(&error);
    free(g);
    return code;
}
