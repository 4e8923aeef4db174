/* command_show.c: `assay show CASE`. Prints a case as somebody needs it who has neither this suite nor its files: what
 * is claimed, the program with its macros, and for each subcase dispatch, inputs with their first values, and what is
 * expected. No device is asked. */
#include "subcommands.h"
#include "../case/declare/promise.h"
#include "../run/subcase/argument_memory.h"
#include "../run/results/expect.h"
#include "../run/session.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_SIMD_WIDTH = 32, SHOWN_VALUES = 8, SHOWN_SUBCASES = 8 };

static void print_list(const char *title, const char *const *items, size_t count)
{
    printf("%-12s", title);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", items[i]);
    printf("%s\n", count ? "" : "-");
}

static void print_version(const char *title, uint32_t version)
{
    if (version)
        printf("%-12s%u.%u\n", title, version >> 16, version & 0xffff);
}

static void print_requirements(const case_file *file)
{
    const case_requirements *needs = case_file_requirements(file);
    size_t count;
    const char *const *ids = case_file_verifies(file, &count);
    print_list("verifies", ids, count);
    print_version("needs MSL", needs->msl_min);
    print_version("MSL before", needs->msl_before);
    for (size_t i = 0; i < needs->family_count; i++)
        printf("%-12s%s\n", "family", metal_family_name(needs->families[i]));
    if (needs->feature_count)
        print_list("features", needs->features, needs->feature_count);
    if (needs->os)
        printf("%-12s%u.%u\n", "OS", needs->os >> 8, needs->os & 0xff);
    if (needs->threads)
        printf("%-12s%u in a threadgroup\n", "threads", needs->threads);
    if (needs->simd_width)
        printf("%-12s%u\n", "SIMD width", needs->simd_width);
}

/* ---- Values */

static void print_value(const reference_array *array, size_t element, unsigned lane)
{
    if (assay_scalar_is_float(array->type.scalar))
        printf("%.9g", array_number(array, element, lane));
    else if (array->type.scalar == SCALAR_ULONG)
        printf("%" PRIu64, array_bits(array, element, lane));
    else
        printf("%" PRId64, array_integer(array, element, lane));
}

static void print_values(const case_instance *instance, const case_argument *argument, uint64_t seed)
{
    assay_error error = {0};
    size_t size = argument->count * argument->type.stride;
    void *data = malloc(size ? size : 1);
    if (!data || !case_generate(instance, argument, seed, data, &error)) {
        printf("      (%s)\n", *error.text ? error.text : "out of memory");
        free(data);
        return;
    }
    reference_array array = {.name = argument->name, .type = argument->type, .count = argument->count, .data = data};
    printf("     ");
    for (size_t i = 0; i < argument->count && i < SHOWN_VALUES; i++) {
        printf(" %s", argument->type.lanes > 1 ? "(" : "");
        for (unsigned lane = 0; lane < argument->type.lanes; lane++) {
            printf("%s", lane ? ", " : "");
            print_value(&array, i, lane);
        }
        printf("%s", argument->type.lanes > 1 ? ")" : "");
    }
    printf("%s\n", argument->count > SHOWN_VALUES ? " …" : "");
    free(data);
}

static const char *table_name(const case_argument *argument)
{
    static const char *const names[] = {
        [TABLE_BUFFERS] = "buffer", [TABLE_TEXTURES] = "texture", [TABLE_SAMPLERS] = "sampler"};
    return names[argument_facts_of(argument->kind)->table];
}

static void print_argument(const case_instance *instance, const case_argument *argument, uint64_t seed)
{
    static const char *const roles[] = {"in", "out", "inout"};
    printf("  %-6s%s(%u) %s: ", roles[argument->role], table_name(argument), argument->index, argument->name);
    const char *called = argument_facts_of(argument->kind)->called;
    if (argument->kind == ARGUMENT_COMMANDS)
        printf("%s of %zu commands", called, argument->count);
    else if (*called)
        printf("%s", called);
    else if (argument->none)
        printf("null texture");
    else if (argument->kind == ARGUMENT_TEXTURE && argument->viewed >= 0)
        printf("%s", argument->format);
    else if (argument->kind == ARGUMENT_TEXTURE)
        printf("%s, %u x %u x %u, slices: %zu, levels: %u", argument->format, argument->shape.width,
               argument->shape.height, argument->shape.depth, metal_shape_slices(&argument->shape),
               argument->shape.levels);
    else
        printf("%zu elements of %u bytes%s", argument->count, argument->type.stride,
               argument->kind == ARGUMENT_BYTES ? ", by setBytes"
               : argument->rank                 ? ", as a tensor"
                                                : "");
    printf("%s%s\n", argument->generator ? " = " : "", argument->generator ? argument->generator : "");
    if (case_has_content(argument))
        print_values(instance, argument, seed);
}

static void print_program(const case_instance *instance, uint64_t seed)
{
    assay_error error = {0};
    char *program = case_program(instance, instance->source, seed, &error);
    printf("\nProgram\n%s%s", program ? program : error.text,
           instance->control ? "\nControl, which must compile\n" : "");
    free(program);
}

/* ---- Subcases */

static void print_dispatch(const case_instance *instance, const case_dispatch *dispatch)
{
    printf("  dispatch%s%s: %s %u x %u x %u, threadgroup %u x %u x %u; binds", dispatch->kernel ? " " : "",
           dispatch->kernel ? dispatch->kernel : "", dispatch->groups ? "threadgroups" : "threads", dispatch->extent[0],
           dispatch->extent[1], dispatch->extent[2], dispatch->threadgroup[0], dispatch->threadgroup[1],
           dispatch->threadgroup[2]);
    for (size_t i = 0; i < dispatch->argument_count; i++) {
        const case_argument *argument = &instance->arguments[dispatch->arguments[i]];
        printf(" %s(%u)=%s", table_name(argument), dispatch->places[i], argument->name);
    }
    if (dispatch->commands >= 0)
        printf(", as command %u of %s%s", dispatch->command, instance->arguments[dispatch->commands].name,
               dispatch->command_barrier ? ", behind a barrier" : "");
    if (dispatch->new_encoder)
        printf(", in a new encoder");
    if (dispatch->after_count || dispatch->after_buffers || dispatch->after_textures)
        printf(", after a barrier of%s%s", dispatch->after_buffers ? " buffers" : "",
               dispatch->after_textures ? " textures" : "");
    for (size_t i = 0; i < dispatch->after_count; i++)
        printf(" %s", instance->arguments[dispatch->after[i]].name);
    printf("\n");
}

static void print_blit(const case_instance *instance, const case_blit *blit)
{
    const char *to = instance->arguments[blit->to.argument].name;
    if (blit->kind == BLIT_COPY)
        printf("  blit %s to %s\n", instance->arguments[blit->from.argument].name, to);
    else
        printf("  blit, which %s %s\n", blit->kind == BLIT_FILL ? "fills" : "makes the levels of", to);
}

/* Blits stand among the dispatches. */
static void print_commands(const case_instance *instance)
{
    for (size_t i = 0; i <= instance->dispatch_count; i++) {
        for (size_t n = 0; n < instance->blit_count; n++)
            if (instance->blits[n].behind == i)
                print_blit(instance, &instance->blits[n]);
        if (i < instance->dispatch_count)
            print_dispatch(instance, &instance->dispatches[i]);
    }
}

/* All inputs as generated, as an array of one pointer per argument; NULL for outputs. */
static void **make_inputs(const case_instance *instance, uint64_t seed, assay_error *error)
{
    void **inputs = calloc(instance->argument_count + 1, sizeof *inputs);
    for (size_t i = 0; inputs && i < instance->argument_count; i++) {
        const case_argument *argument = &instance->arguments[i];
        size_t size = argument->count * argument->type.stride;
        if (!case_has_content(argument))
            continue;
        inputs[i] = malloc(size ? size : 1);
        if (!inputs[i] || !case_generate(instance, argument, seed, inputs[i], error))
            break;
    }
    return inputs;
}

static void print_expected(const case_instance *instance, const case_expectation *what, void *const *inputs,
                           assay_error *error)
{
    const case_argument *argument = &instance->arguments[what->argument];
    const reference_dispatch seen = arguments_dispatch(instance, USUAL_SIMD_WIDTH);
    expectation *promise = expectation_create(argument->type, argument->count);
    if (promise && expectation_fill(promise, instance, what, (const void *const *)inputs, &seen, error))
        for (size_t i = 0; i < argument->count && i < SHOWN_VALUES; i++)
            for (unsigned lane = 0; lane < argument->type.lanes; lane++) {
                char text[96];
                expectation_describe(promise, &what->how, i, lane, text, sizeof text);
                printf("      [%zu].%u %s\n", i, lane, text);
            }
    expectation_destroy(promise);
}

/* A file of the references from the tree's root on, without `x/../`. */
static void print_path(const char *path)
{
    const char *root = strstr(path, "reference/"), *up = strstr(path, "/../");
    const char *folder = up;
    root = root ? root : path;
    while (folder && folder > root && folder[-1] != '/')
        folder--;
    printf("%.*s%s", folder ? (int)(folder - root) : (int)strlen(root), root, up ? up + strlen("/../") : "");
}

/* Where the reference stands that an expectation calls, if it calls one: a parameter may name it. */
static void print_reference(const case_instance *instance, const case_expectation *what)
{
    arena memory = {0};
    assay_error error;
    case_promise promise;
    if (promise_parse(instance, what, &memory, &promise, &error) && promise.reference) {
        printf("  ");
        print_path(promise.reference->place->file);
        printf(":%d\n", promise.reference->place->line);
    }
    arena_free(&memory);
}

static void print_expectation(const case_instance *instance, const case_expectation *what, uint64_t seed)
{
    assay_error error = {0};
    printf("  expect %s = %s\n", instance->arguments[what->argument].name, what->text);
    print_reference(instance, what);
    printf("  compare %s", compare_name(what->how.kind));
    if (what->how.kind == COMPARE_ULP)
        printf(" %g", what->how.ulp);
    if (what->how.kind == COMPARE_STATISTIC)
        printf(" %g", what->how.total);
    if (what->how.kind == COMPARE_NEAR)
        printf(" %g %g", what->how.absolute, what->how.relative);
    printf("\n");
    void **inputs = make_inputs(instance, seed, &error);
    if (inputs && !*error.text)
        print_expected(instance, what, inputs, &error);
    if (*error.text)
        printf("      (%s)\n", error.text);
    for (size_t i = 0; inputs && i < instance->argument_count; i++)
        free(inputs[i]);
    free(inputs);
}

static void print_subcase(const case_instance *instance, size_t index, uint64_t seed)
{
    printf("\nSubcase %zu", index);
    for (size_t i = 0; i < instance->variable_count; i++)
        printf("%s%s=%s", i ? "," : ": ", instance->variables[i].name, instance->variables[i].value);
    printf("\n");
    for (size_t i = 0; i < instance->macro_count; i++)
        printf("  macro %s=%s\n", instance->macros[i].name, instance->macros[i].value);
    for (size_t i = 0; i < instance->constant_count; i++)
        printf("  function constant %s, index %u, MTLDataType %u\n",
               instance->constants[i].name ? instance->constants[i].name : "", instance->constants[i].index,
               instance->constants[i].data_type);
    print_commands(instance);
    if (instance->options.execute)
        printf("  executes %u commands of %s from %u on\n", instance->options.execute_count, instance->options.execute,
               instance->options.execute_first);
    for (size_t i = 0; i < instance->threadgroup_memory_count; i++)
        printf("  threadgroup(%u): %u bytes\n", instance->threadgroup_memory[i].index,
               instance->threadgroup_memory[i].bytes);
    for (size_t i = 0; i < instance->argument_count; i++)
        print_argument(instance, &instance->arguments[i], seed);
    for (size_t i = 0; i < instance->expectation_count; i++)
        print_expectation(instance, &instance->expectations[i], seed);
    for (size_t i = 0; i < instance->reflection_count; i++) {
        const case_reflection *one = &instance->reflections[i];
        printf("  reflection%s%s: %s ", one->kernel ? " of " : "", one->kernel ? one->kernel : "", one->path);
        if (one->text)
            printf("is \"%s\"\n", one->text);
        else if (one->recorded)
            printf("are recorded\n");
        else
            printf(one->absent ? "is absent\n" : "is %u\n", one->value);
    }
    if (instance->refusal)
        printf("  may be refused: %s\n", instance->refusal);
    if (instance->no_pipeline)
        printf("  must compile, but give no pipeline\n");
    else if (instance->must_reject)
        printf("  must not compile: an error on line %d%s%s\n", instance->reject_line,
               instance->reject_words && *instance->reject_words ? ", mentioning one of: " : "",
               instance->reject_words ? instance->reject_words : "");
}

static bool print_subcases(const assay_case *it, uint64_t seed, bool all, assay_error *error)
{
    size_t shown = !all && it->subcase_count > SHOWN_SUBCASES ? SHOWN_SUBCASES : it->subcase_count;
    for (size_t i = 0; i < shown; i++) {
        case_instance *instance = case_instantiate(it, i, USUAL_SIMD_WIDTH, error);
        if (!instance)
            return false;
        print_subcase(instance, i, seed);
        if (i + 1 == shown)
            print_program(instance, seed);
        if (instance->control && i + 1 == shown)
            printf("%s", instance->control);
        case_instance_destroy(instance);
    }
    if (shown < it->subcase_count)
        printf("\n(%zu of %zu subcases shown)\n", shown, it->subcase_count);
    return true;
}

static int show(const planned *planned, const options *options)
{
    const assay_case *it = planned->it;
    assay_error error = {0};
    printf("%s\n%s\n\n", it->name, case_file_title(it->file));
    printf("%-12s%s (%s)\n", "file", case_file_path(it->file), case_file_hash(it->file));
    print_requirements(it->file);
    printf("%-12s%s, functions %s\n", "math", metal_math_name(planned->math), metal_functions_name(planned->functions));
    if (it->msl)
        print_version("MSL", it->msl);
    else
        printf("%-12sthe newest the device has\n", "MSL");
    printf("%-12s%" PRIu64 "\n", "seed", options->seed);
    if (print_subcases(it, options->seed, options->all, &error))
        return EXIT_PASS;
    assay_print_error(&error);
    return EXIT_USAGE;
}

int command_show(const options *options)
{
    assay_error error = {0};
    plan plan;
    if (!plan_make(&plan, options, &error)) {
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    int code = show(&plan.item[0], options);
    fflush(stdout);
    if (plan.count > 1)
        fprintf(stderr, "assay: `%s` names %zu cases; this is the first, `assay list` prints the others\n",
                options->queries[0], plan.count);
    plan_clear(&plan);
    return code;
}
