/* plan.c: from queries and files to an ordered list of cases. Arguments that name .metal files below the cases
 * directory are queries in disguise; others are a user's own files. */
#include "plan.h"
#include "../../base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct selection { /* arguments sorted into queries and files */
    const char **query;
    char **owned; /* queries made from paths */
    const char **file;
    size_t query_count, file_count;
} selection;

static bool is_file(const char *argument)
{
    size_t length = strlen(argument);
    bool suffix = length > 6 && strcmp(argument + length - 6, ".metal") == 0;
    return suffix || *argument == '/' || strncmp(argument, "./", 2) == 0 || strncmp(argument, "../", 3) == 0;
}

/* `/tree/cases/simd/sum.metal` as `simd/sum`, `/tree/cases/simd` as `simd`, or NULL if it lies elsewhere. The caller
 * frees. */
static char *inside(const char *argument, const char *root)
{
    char *path = realpath(argument, NULL), *base = realpath(root, NULL), *query = NULL;
    size_t length = base ? strlen(base) : 0;
    if (path && base && strcmp(path, base) == 0) {
        query = text_copy("*");
    } else if (path && base && strncmp(path, base, length) == 0 && path[length] == '/') {
        query = text_copy(path + length + 1);
        char *suffix = query ? strstr(query, ".metal") : NULL;
        if (suffix)
            *suffix = 0;
    }
    free(path);
    free(base);
    return query;
}

static bool sort_arguments(selection *selection, const options *options, assay_error *error)
{
    size_t count = options->query_count;
    selection->query = calloc(count + 1, sizeof *selection->query);
    selection->owned = calloc(count + 1, sizeof *selection->owned);
    selection->file = calloc(count + 1, sizeof *selection->file);
    if (!selection->query || !selection->owned || !selection->file)
        return assay_fail(error, NULL, 0, "out of memory");
    for (size_t i = 0; i < count; i++) {
        const char *argument = options->queries[i];
        char *query = inside(argument, options->cases);
        selection->owned[i] = query;
        if (is_file(argument) && !query)
            selection->file[selection->file_count++] = argument;
        else
            selection->query[selection->query_count++] = query ? query : argument;
    }
    return true;
}

static void clear_selection(selection *selection, size_t count)
{
    for (size_t i = 0; selection->owned && i < count; i++)
        free(selection->owned[i]);
    free(selection->query);
    free(selection->owned);
    free(selection->file);
}

/* ---- Modes */

/* The value of an axis in a case's name (`…:T=half,math=safe`), or NULL. */
static const char *axis_value(const assay_case *it, const char *axis, char *value, size_t size)
{
    const char *at = strchr(it->name, ':');
    size_t length = strlen(axis);
    for (; at; at = strchr(at + 1, ',')) {
        if (strncmp(at + 1, axis, length) == 0 && at[1 + length] == '=') {
            snprintf(value, size, "%.*s", (int)strcspn(at + 2 + length, ","), at + 2 + length);
            return value;
        }
    }
    return NULL;
}

/* Settles the modes of a case; false if the options leave it out. */
static bool settle_modes(planned *planned, const options *options)
{
    char value[32];
    planned->math = options->math ? *options->math : planned->it->math;
    planned->functions = options->functions ? *options->functions : planned->it->functions;
    if (options->math && axis_value(planned->it, "math", value, sizeof value) &&
        strcmp(value, metal_math_name(planned->math)) != 0)
        return false;
    return !options->functions || !axis_value(planned->it, "functions", value, sizeof value) ||
           strcmp(value, metal_functions_name(planned->functions)) == 0;
}

/* ---- Cases */

typedef struct builder {
    plan *plan;
    const options *options;
    size_t seen; /* cases before sharding */
    size_t capacity;
    assay_error *error;
} builder;

static bool add_case(builder *builder, const assay_case *it, const char *root, const unit *unit)
{
    plan *plan = builder->plan;
    planned next = {.it = it, .root = root, .unit = unit};
    if (!settle_modes(&next, builder->options))
        return true;
    if (builder->options->versions && it->msl) /* it has versions of its own */
        return true;
    if (builder->seen++ % builder->options->shards != builder->options->shard - 1)
        return true;
    if (plan->count == builder->capacity) {
        size_t capacity = builder->capacity ? 2 * builder->capacity : 64;
        planned *grown = realloc(plan->item, capacity * sizeof *grown);
        if (!grown)
            return assay_fail(builder->error, NULL, 0, "out of memory");
        plan->item = grown;
        builder->capacity = capacity;
    }
    bool new_file = !plan->count || plan->item[plan->count - 1].it->file != it->file;
    plan->file_count += new_file;
    next.file = plan->file_count - 1;
    plan->item[plan->count++] = next;
    return true;
}

static bool add_suite(builder *builder, const selection *selection)
{
    const options *options = builder->options;
    size_t count;
    const char *const *queries = (const char *const *)selection->query;
    plan *plan = builder->plan;
    plan->suite = options->strict /* which asks about requirements of all */
                      ? case_suite_read(options->cases, builder->error)
                      : case_suite_read_for(options->cases, queries, selection->query_count, builder->error);
    if (!plan->suite)
        return false;
    const assay_case **cases = case_select(plan->suite, queries, selection->query_count, &count, builder->error);
    if (!cases) { /* the whole suite has what may have been meant */
        case_suite_destroy(plan->suite);
        plan->suite = case_suite_read(options->cases, builder->error);
        cases = plan->suite ? case_select(plan->suite, queries, selection->query_count, &count, builder->error) : NULL;
    }
    if (!cases)
        return false;
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = add_case(builder, cases[i], options->cases, NULL);
    free(cases);
    return good;
}

static bool add_own(builder *builder, const selection *selection)
{
    plan *plan = builder->plan;
    plan->own = calloc(selection->file_count + 1, sizeof *plan->own);
    if (!plan->own)
        return assay_fail(builder->error, NULL, 0, "out of memory");
    for (size_t i = 0; i < selection->file_count; i++) {
        size_t count;
        case_file *file = case_file_read(selection->file[i], NULL, builder->error);
        if (!file)
            return false;
        plan->own[plan->own_count++] = file;
        const assay_case *cases = case_file_cases(file, &count);
        for (size_t j = 0; j < count; j++)
            if (!add_case(builder, &cases[j], "", NULL))
                return false;
    }
    return true;
}

/* ---- Units */

/* Of the units, which are sorted by name, the first whose name is not before this one. */
static size_t first_unit(const options *options, const char *name)
{
    size_t low = 0, high = options->unit_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(options->units[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool check_unit(const unit *unit, const assay_case *it, assay_error *error)
{
    if (unit->hash && strcmp(unit->hash, case_file_hash(it->file)) != 0)
        return assay_fail(error, unit->file, unit->line,
                          "unit `%s` was planned for another version of %s; plan again with this suite", unit->id,
                          case_file_path(it->file));
    if (unit->kind == UNIT_SWEEP && !case_file_sweeps(it->file))
        return assay_fail(error, unit->file, unit->line, "unit `%s`: the case has no sweep; its unit is case:%s",
                          unit->id, unit->name);
    return true;
}

static bool add_units_of(builder *builder, const assay_case *it, bool *found)
{
    const options *options = builder->options;
    for (size_t n = first_unit(options, it->name); n < options->unit_count; n++) {
        const unit *unit = &options->units[n];
        if (strcmp(unit->name, it->name) != 0)
            break;
        size_t before = builder->plan->count;
        if (!check_unit(unit, it, builder->error) || !add_case(builder, it, options->cases, unit))
            return false;
        found[n] = builder->plan->count > before;
    }
    return true;
}

static bool all_found(const builder *builder, const bool *found)
{
    const options *options = builder->options;
    for (size_t n = 0; n < options->unit_count; n++) {
        const unit *unit = &options->units[n];
        if (!found[n])
            return assay_fail(builder->error, unit->file, unit->line,
                              "unit `%s`: this suite, with these modes, has no case `%s`; plan again with this suite",
                              unit->id, unit->name);
    }
    return true;
}

static bool add_units(builder *builder)
{
    const options *options = builder->options;
    bool *found = calloc(options->unit_count + 1, sizeof *found), good = true;
    const char **names = calloc(options->unit_count + 1, sizeof *names);
    for (size_t n = 0; names && n < options->unit_count; n++)
        names[n] = options->units[n].name;
    if (!found || !names)
        assay_fail(builder->error, NULL, 0, "out of memory");
    else
        builder->plan->suite = case_suite_read_for(options->cases, names, options->unit_count, builder->error);
    free(names);
    const case_suite *suite = builder->plan->suite;
    for (size_t f = 0; suite && good && f < case_suite_file_count(suite); f++) {
        size_t count;
        const assay_case *cases = case_file_cases(case_suite_file(suite, f), &count);
        for (size_t i = 0; i < count && good; i++)
            good = add_units_of(builder, &cases[i], found);
    }
    good = suite && good && all_found(builder, found);
    free(found);
    return good;
}

bool plan_make(plan *plan, const options *options, assay_error *error)
{
    *plan = (struct plan){0};
    selection selection = {0};
    builder builder = {.plan = plan, .options = options, .error = error};
    bool good = options->unit_count ? add_units(&builder) : sort_arguments(&selection, options, error);
    if (good && !options->unit_count && (selection.query_count || !selection.file_count))
        good = add_suite(&builder, &selection);
    if (good)
        good = add_own(&builder, &selection);
    clear_selection(&selection, options->query_count);
    if (good && !builder.seen)
        good = assay_fail(error, NULL, 0, "no case is left to run; see `assay list`, and --math and --functions");
    if (!good)
        plan_clear(plan);
    return good;
}

void plan_clear(plan *plan)
{
    free(plan->item);
    for (size_t i = 0; i < plan->own_count; i++)
        case_file_destroy(plan->own[i]);
    free(plan->own);
    case_suite_destroy(plan->suite);
    *plan = (struct plan){0};
}

/* ---- First light */

/* Whether a case stands for its area: the first of those that run and could not hang. */
static bool stands_for_area(const plan *plan, size_t n)
{
    const assay_case *it = plan->item[n].it;
    if (case_file_alone(it->file) || case_file_rejects(it->file))
        return false;
    for (size_t i = 0; i < n; i++) {
        const assay_case *other = plan->item[i].it;
        if (strcmp(other->area, it->area) == 0 && !case_file_alone(other->file) && !case_file_rejects(other->file))
            return false;
    }
    return true;
}

void plan_first_light(const plan *plan, size_t *order, size_t begin[FIRST_LIGHT_PHASES + 1])
{
    size_t used = 0;
    for (int phase = 0; phase < FIRST_LIGHT_PHASES; phase++) {
        begin[phase] = used;
        for (size_t i = 0; i < plan->count; i++) {
            int own = case_file_alone(plan->item[i].it->file) ? FIRST_LIGHT_ALONE
                      : stands_for_area(plan, i)              ? FIRST_LIGHT_AREAS
                                                              : FIRST_LIGHT_REST;
            if (own == phase)
                order[used++] = i;
        }
    }
    begin[FIRST_LIGHT_PHASES] = used;
}

wire_job plan_job(const plan *plan, size_t n, const options *options)
{
    const planned *planned = &plan->item[n];
    const unit *unit = planned->unit;
    return (wire_job){.path = (char *)case_file_path(planned->it->file),
                      .root = (char *)planned->root,
                      .name = (char *)planned->it->name,
                      .hash = (char *)case_file_hash(planned->it->file),
                      .seed = options->seed,
                      .math = 1 + (uint64_t)planned->math,
                      .functions = 1 + (uint64_t)planned->functions,
                      .timeout = options->timeout,
                      .settings = (char *)planned->settings,
                      .sweep_part = unit ? unit->part : options->sweep_part,
                      .sweep_parts = unit ? unit->parts : options->sweep_parts,
                      .argument = options->argument,
                      .versions = options->versions,
                      .operands = options->operands};
}

const char *case_stem(const assay_case *it, char *buffer, size_t size)
{
    snprintf(buffer, size, "%.*s", (int)strcspn(it->name, ":"), it->name);
    return buffer;
}
