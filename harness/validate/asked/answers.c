/* answers.c: asks a Python function or the baseline what each trial's outputs must be. Trials that differ only in how
 * they are run have the same question, which is asked once; an answer is a file that the trial's case names. */
#include "answers.h"
#include "python.h"
#include "../../base/json.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *answers_function(const char *reference, char *file, size_t size, assay_error *error)
{
    const char *colon = strrchr(reference, ':');
    if (!colon || colon == reference || !colon[1] || (size_t)(colon - reference) >= size) {
        assay_fail(error, NULL, 0, "--reference %s: a file and a function of it are expected, FILE.py:FUNCTION",
                   reference);
        return NULL;
    }
    snprintf(file, size, "%.*s", (int)(colon - reference), reference);
    return colon + 1;
}

/* ---- Questions */

static bool is_checked(const trial *one)
{
    return one->stage == STAGE_CHECKED;
}

/* How it runs matters to a kernel alone: its mode, its code in checked mode, and the order in which threads add up. */
static bool runs_alike(const trial *a, const trial *b)
{
    return a->math == b->math && a->functions == b->functions && is_checked(a) == is_checked(b) &&
           strcmp(a->what.threadgroup, b->what.threadgroup) == 0;
}

static bool same_question(const validation *v, const trial *a, const trial *b)
{
    return (v->request->reference || runs_alike(a, b)) && strcmp(a->what.type, b->what.type) == 0 &&
           a->what.inputs == b->what.inputs && a->what.order == b->what.order &&
           compose_same_sizes(v->contract, &a->what, &b->what);
}

/* The first trial with the same question, perhaps this one. */
static size_t first_like(const validation *v, size_t n)
{
    size_t i = 0;
    while (i < n && !same_question(v, &v->trials.item[i], &v->trials.item[n]))
        i++;
    return i;
}

/* ---- Files */

static const char *file_of(const validation *v, size_t n, const char *name, const char *what)
{
    return arena_format(&v->candidate_source->memory, "%s/%zu.%s.%s", v->trials.directory, n, name, what);
}

/* Eight bytes for each component: of a floating type the double, otherwise the integer's bits. */
static bool write_words(const char *path, assay_type type, size_t count, const void *data, assay_error *error)
{
    FILE *file = fopen(path, "wb");
    bool good = file != NULL;
    for (size_t k = 0; good && k < count * type.lanes; k++) {
        size_t at = k / type.lanes * type.stride + k % type.lanes * assay_scalar_size(type.scalar);
        uint64_t bits = scalar_load(type.scalar, (const char *)data + at);
        double number = scalar_number(type.scalar, bits);
        good = fwrite(assay_scalar_is_float(type.scalar) ? (void *)&number : (void *)&bits, 8, 1, file) == 1;
    }
    if (file && fclose(file) != 0)
        good = false;
    return good || assay_fail(error, path, 0, "cannot be written: %s", strerror(errno));
}

static case_instance *instance_of(const trial *one, assay_error *error)
{
    size_t count;
    const assay_case *cases = case_file_cases(one->read, &count);
    return case_instantiate(&cases[0], 0, USUAL_SIMD_WIDTH, error);
}

static const case_argument *argument_of(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->argument_count; i++)
        if (strcmp(instance->arguments[i].name, name) == 0)
            return &instance->arguments[i];
    return NULL;
}

/* `file PATH` for each output, beside the arguments of the contract; without an answer nothing is judged. */
static const char **answers_of(const validation *v, size_t n)
{
    arena *memory = &v->candidate_source->memory;
    const char **given = arena_take(memory, v->contract->argument_count, sizeof *given);
    for (size_t i = 0; i < v->contract->argument_count; i++) {
        const contract_argument *a = &v->contract->arguments[i];
        if (!contract_judges(v->contract, a))
            given[i] = NULL;
        else if (v->trials.item[n].unanswered)
            given[i] = "unjudged";
        else
            given[i] = arena_format(memory, "file %s", file_of(v, n, a->name, "expected"));
    }
    return given;
}

/* ---- Python */

typedef struct question {
    const validation *v;
    const trial *of;
    size_t number;
    const case_instance *instance;
    text *out;
    assay_error *error;
} question;

static void add_names(text *out, const char *key, const char *const *names)
{
    json_open(out, key, '[');
    for (; *names; names++)
        json_string(out, NULL, *names);
    json_close(out, ']');
}

static bool add_shape(const question *q, const contract_argument *a, const case_argument *argument, const char *path)
{
    text *out = q->out;
    if (argument && argument->kind != ARGUMENT_BUFFER && argument->kind != ARGUMENT_BYTES)
        return assay_fail(q->error, q->v->contract->path, a->line,
                          "`%s` is a texture, which a reference in Python cannot be given yet", a->name);
    json_open(out, NULL, '{');
    json_string(out, "name", a->name);
    add_names(out, "aliases", a->aliases);
    json_string(out, "file", path);
    json_string(out, "type", argument ? assay_scalar_name(argument->type.scalar) : NULL);
    json_unsigned(out, "lanes", argument ? argument->type.lanes : 1);
    json_open(out, "shape", '[');
    for (uint32_t i = 0; argument && i < argument->dimensions; i++)
        json_unsigned(out, NULL, argument->dimension[i]);
    if (argument && !argument->dimensions)
        json_unsigned(out, NULL, argument->count);
    json_close(out, ']');
    json_close(out, '}');
    return true;
}

static bool add_input(const question *q, const contract_argument *a)
{
    const case_argument *argument = argument_of(q->instance, a->name);
    const char *path = argument ? file_of(q->v, q->number, a->name, "given") : NULL;
    void *data = argument ? malloc(argument->count * argument->type.stride + 1) : NULL;
    bool good = add_shape(q, a, argument, path);
    if (good && argument)
        good = data && case_generate(q->instance, argument, q->v->request->run.seed, data, q->error) &&
               write_words(path, argument->type, argument->count, data, q->error);
    free(data);
    return good;
}

/* What the kernel is told, in the type in which it is told. */
static bool add_value(const question *q, const contract_argument *a)
{
    const case_argument *argument = argument_of(q->instance, a->name);
    char data[64];
    double number;
    if (argument && argument->count * argument->type.stride <= sizeof data) {
        if (!case_generate(q->instance, argument, q->v->request->run.seed, data, q->error))
            return false;
        number = scalar_number(argument->type.scalar, scalar_load(argument->type.scalar, data));
    } else if (!compose_number(q->of->binding, &q->of->what, compose_content(q->of->binding, &q->of->what, a), &number,
                               q->error)) {
        return false;
    }
    json_number(q->out, a->name, number);
    return true;
}

static void add_sizes(const question *q)
{
    const composition *what = &q->of->what;
    for (size_t i = 0; i < what->sizes->name_count; i++)
        json_number(q->out, what->sizes->names[i],
                    strtod(what->sizes->values[what->row * what->sizes->name_count + i], NULL));
    for (size_t i = 0; i < q->v->contract->option_count; i++) {
        double number;
        const contract_option *option = &q->v->contract->options[i];
        if (compose_number(q->of->binding, what, option->name, &number, NULL))
            json_number(q->out, option->name, number);
    }
}

static bool write_question(const question *q)
{
    const contract *contract = q->v->contract;
    bool good = true;
    json_open(q->out, NULL, '{');
    json_string(q->out, "type", q->of->what.type);
    json_open(q->out, "inputs", '[');
    for (size_t i = 0; i < contract->argument_count && good; i++)
        if (contract->arguments[i].role == CONTRACT_IN || contract->arguments[i].role == CONTRACT_INOUT)
            good = add_input(q, &contract->arguments[i]);
    json_close(q->out, ']');
    json_open(q->out, "numbers", '{');
    for (size_t i = 0; i < contract->argument_count && good; i++)
        if (contract->arguments[i].role == CONTRACT_VALUE)
            good = add_value(q, &contract->arguments[i]);
    add_sizes(q);
    json_close(q->out, '}');
    json_open(q->out, "aliases", '{');
    for (size_t i = 0; i < contract->argument_count; i++)
        if (contract->arguments[i].role == CONTRACT_VALUE)
            add_names(q->out, contract->arguments[i].name, contract->arguments[i].aliases);
    json_close(q->out, '}');
    json_open(q->out, "outputs", '[');
    for (size_t i = 0; i < contract->argument_count && good; i++) {
        const contract_argument *a = &contract->arguments[i];
        if (contract_judges(contract, a))
            good = add_shape(q, a, argument_of(q->instance, a->name), file_of(q->v, q->number, a->name, "expected"));
    }
    json_close(q->out, ']');
    json_close(q->out, '}');
    text_add(q->out, "\n");
    return good;
}

/* The sentence of an answer that is none says for which trial. An exception is that trial's own. */
static bool ask_python(validation *v, python *python, size_t n, assay_error *error)
{
    text request = {0};
    trial *one = &v->trials.item[n];
    bool raised = false;
    case_instance *instance = instance_of(one, error);
    question q = {v, one, n, instance, &request, error};
    bool good = instance && write_question(&q);
    if (good && !python_ask(python, text_string(&request), &raised, error)) {
        char place[512];
        if (raised)
            one->unanswered =
                arena_format(&v->candidate_source->memory, "%s:%d: %s", error->file, error->line, error->text);
        size_t used = strlen(error->text);
        snprintf(error->text + used, sizeof error->text - used, " (%s)", trial_describe(one, place, sizeof place));
        good = raised;
    }
    text_free(&request);
    case_instance_destroy(instance);
    return good;
}

static bool find_in_python(validation *v, size_t first, assay_error *error)
{
    char file[1024];
    const char *function = answers_function(v->request->reference, file, sizeof file, error);
    size_t count = v->trials.count;
    while (first < count && first_like(v, first) != first)
        first++;
    if (first == count)
        return function != NULL;
    python *python = function ? python_start(file, function, v->request->python, v->request->run.timeout, error) : NULL;
    bool good = python != NULL, answered = false;
    assay_error raised = {0};
    for (size_t i = first; i < count && good; i++) {
        if (first_like(v, i) != i)
            continue;
        good = ask_python(v, python, i, error);
        answered |= !v->trials.item[i].unanswered;
        if (good && !*raised.text)
            raised = *error;
    }
    python_end(python);
    if (good)
        *error = answered ? (assay_error){0} : raised;
    return good && answered; /* where it raises whatever the inputs are, that is its own mistake */
}

/* ---- Another kernel */

static bool runs_like(const validation *v, const trial *old, assay_error *error)
{
    char place[512];
    const char *const *types = binding_types(&v->baseline, error);
    bool admits, known = false;
    if (!types || !compose_admits(old->binding, &old->what, &admits, error))
        return false;
    for (; *types && !known; types++)
        known = strcmp(*types, old->what.type) == 0;
    trial_describe(old, place, sizeof place);
    if (!known)
        return assay_fail(error, v->request->baseline, v->baseline.function->line,
                          "kernel %s has no %s, so it is no reference for that; --types leaves it out",
                          v->baseline.function->name, old->what.type);
    return admits ||
           assay_fail(error, v->request->baseline, 0,
                      "does not admit %s, so it is no reference for that; --sizes or --holds leave it out", place);
}

/* What it wrote, in the types of the candidate. */
static bool take_outputs(const validation *v, const trial *old, size_t n, assay_error *error)
{
    case_instance *instance = instance_of(&v->trials.item[n], error), *other = instance_of(old, error);
    bool good = instance && other;
    for (size_t i = 0; i < v->contract->argument_count && good; i++) {
        const char *name = v->contract->arguments[i].name;
        if (!contract_judges(v->contract, &v->contract->arguments[i]))
            continue;
        const case_argument *mine = argument_of(instance, name), *its = argument_of(other, name);
        size_t size;
        void *data = trial_output(old, name, &size);
        bool fits = mine && its && mine->count == its->count && mine->type.lanes == its->type.lanes &&
                    (mine->type.scalar == its->type.scalar ||
                     (assay_scalar_is_float(mine->type.scalar) && assay_scalar_is_float(its->type.scalar)));
        good = !fits ? assay_fail(error, v->request->baseline, v->baseline.function->line,
                                  "kernel %s gives `%s` in another type or size than the candidate, so it is no "
                                  "reference for it",
                                  v->baseline.function->name, name)
                     : data && size >= its->count * its->type.stride &&
                           write_words(file_of(v, n, name, "expected"), its->type, its->count, data, error);
        free(data);
    }
    case_instance_destroy(instance);
    case_instance_destroy(other);
    return good;
}

/* The old kernel must run to its end: whatever it writes then is what is expected. */
static bool ran_well(const validation *v, const trial *old, assay_error *error)
{
    char summary[2048], place[512];
    bool found = old->outcome.verdict == VERDICT_FAIL && old->outcome.kind == FAILURE_FINDING;
    if (trial_good(old) || trial_unjudged(old) || found)
        return true;
    outcome_summary(&old->outcome, summary, sizeof summary);
    return assay_fail(error, v->request->baseline, (int)old->outcome.line,
                      "is no reference, since it fails itself: %.600s (%s)", summary,
                      trial_describe(old, place, sizeof place));
}

static bool run_baseline(validation *v, bool checked, size_t first, assay_error *error)
{
    size_t stopped = SIZE_MAX;
    if (first == v->trials.count)
        return true;
    pool *pool = validation_pool(v, SCHEDULE_ANY, checked, v->request->run.jobs, error);
    bool good = pool && trials_run(&v->trials, first, v->trials.count, pool, &v->request->run, &stopped, error);
    pool_end(pool);
    return good || *error->text || assay_fail(error, NULL, 0, "interrupted");
}

/* The trial with the old kernel in place of the new, with the same threadgroups if it takes them. */
static trial old_of(const validation *v, const trial *one)
{
    const char *const *sizes = binding_threadgroups(&v->baseline), *usual = *sizes;
    trial old = *one;
    while (*sizes && strcmp(*sizes, one->what.threadgroup) != 0)
        sizes++;
    old.binding = &v->baseline;
    old.stage = STAGE_BASELINE;
    old.schedule = SCHEDULE_ANY;
    old.what.threadgroup = *sizes ? *sizes : usual;
    old.placement = 0;
    old.keep = true;
    old.partner = SIZE_MAX;
    return old;
}

/* Runs the old kernel on all questions of checked mode, or on all others, of trials [first, count). */
static bool ask_baseline(validation *v, bool checked, size_t first, size_t count, assay_error *error)
{
    size_t start = v->trials.count, asked = 0;
    size_t *of = calloc(count + 1, sizeof *of);
    bool good = of || assay_fail(error, NULL, 0, "out of memory");
    for (size_t i = first; i < count && good; i++) {
        trial old = old_of(v, &v->trials.item[i]);
        if (is_checked(&v->trials.item[i]) != checked || first_like(v, i) != i)
            continue;
        of[asked++] = i;
        good = runs_like(v, &old, error) && trials_add(&v->trials, &old, error) != SIZE_MAX;
    }
    good = good && run_baseline(v, checked, start, error);
    for (size_t i = 0; i < asked && good; i++)
        good = ran_well(v, &v->trials.item[start + i], error);
    for (size_t i = 0; i < asked && good; i++) {
        good = take_outputs(v, &v->trials.item[start + i], of[i], error);
        v->trials.item[start + i].stage = STAGE_COUNT; /* no trial of the candidate */
    }
    free(of);
    return good;
}

static bool find_in_baseline(validation *v, size_t first, assay_error *error)
{
    size_t count = v->trials.count;
    return ask_baseline(v, false, first, count, error) && ask_baseline(v, true, first, count, error);
}

/* ---- Both */

bool answers_possible(const validation *v, assay_error *error)
{
    const contract *contract = v->contract;
    bool outside = v->request->reference || v->request->as_reference;
    if (!outside)
        return contract->expect_count || assay_fail(error, contract->path, 0,
                                                    "a contract needs `//! expect:`, or the validation --reference "
                                                    "FILE.py:FUNCTION; see cases/contracts/README.md");
    if (!v->request->reference || compose_tolerance(&v->candidate))
        return true;
    for (size_t i = 0; i < contract->argument_count; i++) {
        assay_type type;
        const contract_argument *a = &contract->arguments[i];
        const char *name = v->candidate.parameter[i]
                               ? binding_scalar(&v->candidate, v->candidate.parameter[i], *contract->types)
                               : a->type;
        if (contract_judges(contract, a) && name && assay_type_from_name(name, &type) &&
            assay_scalar_is_float(type.scalar))
            return assay_fail(error, NULL, 0,
                              "--reference: `%s` is made of %ss, which a formula in Python gives only so nearly; say "
                              "how near they must be with --ulp N or --near ABS REL (`--ulp 0`: the nearest one), or "
                              "with `//! compare:` in the contract",
                              a->name, name);
    }
    return true;
}

bool answers_find(validation *v, size_t from, assay_error *error)
{
    size_t count = v->trials.count;
    if (!v->request->reference && !v->request->as_reference)
        return true;
    if (v->request->reference ? !find_in_python(v, from, error) : !find_in_baseline(v, from, error))
        return false;
    for (size_t i = from; i < count; i++) {
        size_t first = first_like(v, i);
        v->trials.item[i].unanswered = v->trials.item[first].unanswered;
        const char *const *given = first == i ? answers_of(v, i) : v->trials.item[first].what.given;
        if (!trials_expect(&v->trials, i, given, error))
            return false;
    }
    return true;
}
