/* validate.c: which trials a validation consists of, in which order they run, and what each one's end means by itself.
 * What several mean together is relate.c's and diagnose.c's. */
#include "validate.h"
#include "../clock.h"
#include "../run/ledger.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Findings */

finding *validation_add(validation *to, stage stage, bool defect, const trial *where, const char *format, ...)
{
    char sentence[2048], place[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < to->finding_count; i++)
        if (strcmp(to->findings[i].what, sentence) == 0) { /* told once, by the check that saw it first */
            to->findings[i].count++;
            return &to->findings[i];
        }
    finding *grown = realloc(to->findings, (to->finding_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    to->findings = grown;
    finding *one = &grown[to->finding_count++];
    *one = (finding){.stage = stage, .defect = defect, .what = text_copy(sentence), .count = 1};
    if (where)
        one->where = text_copy(trial_describe(where, place, sizeof place));
    return one;
}

/* ---- The plan */

typedef struct mode {
    metal_math math;
    metal_functions functions;
} mode;

typedef struct planner {
    validation *v;
    const char *const *types, *const *threadgroups;
    mode modes[2]; /* the usual one last */
    size_t mode_count;
    const char *const *old_types, *old_threadgroup; /* of the baseline */
    const char ***options;                          /* combinations of option values; ends with NULL */
    schedule schedule;                              /* of plan_schedule */
    assay_error *error;
} planner;

static mode usual_mode(const planner *p)
{
    return p->modes[p->mode_count - 1];
}

static void choose_modes(planner *p, const options *run)
{
    const mode both[] = {{METAL_MATH_SAFE, METAL_FUNCTIONS_PRECISE}, {METAL_MATH_FAST, METAL_FUNCTIONS_FAST}};
    p->mode_count =
        run->math || run->functions || p->v->request->library ? 1 : 2; /* a library has the one it was built in */
    memcpy(p->modes, both, sizeof both);
    if (p->mode_count == 1) {
        p->modes[0].math = run->math ? *run->math : METAL_MATH_FAST;
        p->modes[0].functions = run->functions ? *run->functions : METAL_FUNCTIONS_FAST;
    }
}

/* The values an option takes: all if the kernel is told, otherwise the one it is built for. */
static size_t option_values(const binding *b, size_t n, const char *const **values)
{
    const contract_option *option = &b->contract->options[n];
    const kernel_directives *says = &b->kernel->says;
    *values = option->values;
    if (b->option[n] || option->varied)
        return option->value_count;
    for (size_t i = 0; i < says->set_count; i++)
        if (contract_option_named(b->contract, says->sets[i].name) == option) {
            const char **one = arena_take(&b->kernel->memory, 1, sizeof *one);
            *one = says->sets[i].text;
            *values = one;
        }
    return 1;
}

static void choose_options(planner *p)
{
    const binding *b = &p->v->candidate;
    size_t count = b->contract->option_count, combinations = 1;
    for (size_t i = 0; i < count; i++) {
        const char *const *values;
        combinations *= option_values(b, i, &values);
    }
    p->options = arena_take(&b->kernel->memory, combinations + 1, sizeof *p->options);
    for (size_t n = 0; n < combinations; n++) {
        size_t rest = n;
        p->options[n] = arena_take(&b->kernel->memory, count + 1, sizeof **p->options);
        for (size_t i = 0; i < count; i++) {
            const char *const *values;
            size_t size = option_values(b, i, &values);
            p->options[n][i] = values[rest % size];
            rest /= size;
        }
    }
}

static trial make(const planner *p, stage stage, const char *type, const contract_sizes *sizes, size_t row,
                  const char *const *options)
{
    mode mode = usual_mode(p);
    return (trial){
        .stage = stage,
        .binding = &p->v->candidate,
        .what = {.type = type, .threadgroup = p->threadgroups[0], .sizes = sizes, .row = row, .options = options},
        .math = mode.math,
        .functions = mode.functions,
        .keep = true,
        .partner = SIZE_MAX};
}

/* `INDEX BYTES` of the host's threadgroup memory, where no size of the device's own is in it. */
static bool check_memory(planner *p, const trial *one)
{
    enum { LARGEST = 32768, GRANULE = 16 };
    const kernel_directives *says = &one->binding->kernel->says;
    char place[512];
    for (size_t i = 0; i < says->memory_count; i++) {
        const char *bytes = strchr(says->threadgroup_memory[i], ' ');
        double size;
        if (!bytes || !compose_number(one->binding, &one->what, bytes + 1, &size, NULL))
            continue;
        trial_describe(one, place, sizeof place);
        if (size > LARGEST)
            return assay_fail(p->error, one->binding->kernel->path, 0,
                              "threadgroup memory `%s` takes %.0f bytes (%s); GPUs have %d",
                              says->threadgroup_memory[i], size, place, LARGEST);
        if (fmod(size, GRANULE) != 0 && one->binding == &p->v->candidate)
            validation_add(p->v, one->stage, false, one,
                           "the host gives threadgroup memory `%s` whose size is no multiple of %d, as Metal demands; "
                           "here it is rounded up",
                           says->threadgroup_memory[i], GRANULE);
    }
    return true;
}

static bool add(planner *p, const trial *one, size_t *index)
{
    bool admits;
    *index = SIZE_MAX;
    if (!compose_admits(one->binding, &one->what, &admits, p->error))
        return false;
    if (!admits)
        return true;
    if (!check_memory(p, one) || !values_fit(one->binding, &one->what, p->error))
        return false;
    *index = trials_add(&p->v->trials, one, p->error);
    return *index != SIZE_MAX;
}

static bool has_type(const char *const *types, const char *type)
{
    while (*types && strcmp(*types, type) != 0)
        types++;
    return *types != NULL;
}

/* The trial itself in every mode, and with a baseline the same for it. */
static bool add_modes(planner *p, trial *one)
{
    size_t index = SIZE_MAX, partner;
    for (size_t m = 0; m < p->mode_count; m++) {
        one->math = p->modes[m].math;
        one->functions = p->modes[m].functions;
        if (!add(p, one, &index))
            return false;
    }
    if (!p->v->request->baseline || index == SIZE_MAX)
        return true;
    if (!has_type(p->old_types, one->what.type))
        return true;
    trial old = *one;
    old.binding = &p->v->baseline;
    old.what.threadgroup = p->old_threadgroup;
    old.stage = STAGE_BASELINE;
    old.partner = index;
    return add(p, &old, &partner);
}

static bool takes_type(const contract_inputs *inputs, const char *type)
{
    size_t length = strlen(type);
    for (const char *at = inputs->types; at && (at = strstr(at, type)); at++)
        if ((at == inputs->types || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return !inputs->types;
}

/* Inputs that only set what this kernel is not told would repeat the ordinary ones. */
static bool reaches_kernel(const binding *b, const contract_inputs *inputs)
{
    for (size_t i = 0; i < inputs->setting_count; i++) {
        const contract_argument *a = contract_argument_named(b->contract, inputs->settings[i].name);
        if (b->parameter[a - b->contract->arguments] || b->several)
            return true;
    }
    return false;
}

static bool plan_correctness(planner *p, const char *type, const char *const *options)
{
    const contract *contract = p->v->contract;
    for (size_t row = 0; row < contract->sizes.row_count; row++) {
        trial one = make(p, STAGE_CORRECTNESS, type, &contract->sizes, row, options);
        if (!add_modes(p, &one))
            return false;
    }
    for (size_t i = 0; i < contract->input_count; i++) {
        const contract_inputs *inputs = &contract->inputs[i];
        for (size_t row = 0; row < inputs->sizes.row_count; row++) {
            trial one = make(p, STAGE_CORRECTNESS, type, &inputs->sizes, row, options);
            one.what.inputs = inputs;
            if (takes_type(inputs, type) && reaches_kernel(&p->v->candidate, inputs) && !add_modes(p, &one))
                return false;
        }
    }
    return true;
}

static bool plan_threadgroups(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    for (size_t row = 0; row < quick->row_count; row++) {
        size_t first = SIZE_MAX, index;
        for (size_t i = 0; p->threadgroups[i] && p->threadgroups[1]; i++) {
            trial one = make(p, STAGE_THREADGROUPS, type, quick, row, options);
            one.what.threadgroup = p->threadgroups[i];
            one.partner = first;
            if (!add(p, &one, &index))
                return false;
            if (i == 0)
                first = index;
        }
    }
    return true;
}

/* Once more as it was, then elsewhere: what differs only in the second way depends on its surroundings. */
static bool plan_placement(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    for (size_t row = 0; row < quick->row_count; row++) {
        size_t first = SIZE_MAX, index;
        for (uint64_t placement = 0; placement < 5; placement++) {
            trial one = make(p, STAGE_PLACEMENT, type, quick, row, options);
            one.placement = placement ? placement - 1 : 0;
            one.partner = first;
            if (!add(p, &one, &index))
                return false;
            if (placement == 0)
                first = index;
        }
    }
    return true;
}

/* The same sizes with a single row. */
static const contract_sizes *single_row(planner *p, const contract_sizes *of, size_t row)
{
    arena *memory = &p->v->candidate_source->memory;
    const char **values = arena_take(memory, of->name_count, sizeof *values);
    contract_sizes *to = arena_take(memory, 1, sizeof *to);
    for (size_t i = 0; i < of->name_count; i++)
        values[i] = strcmp(of->names[i], p->v->contract->rows) == 0 ? "1" : of->values[row * of->name_count + i];
    *to = (contract_sizes){of->names, values, of->name_count, 1};
    return to;
}

static bool rows_in_memory(const planner *p, const trial *one)
{
    const char *when = p->v->contract->rows_when;
    double holds = 1;
    return !when || !compose_number(one->binding, &one->what, when, &holds, p->error) || holds != 0;
}

static bool plan_rows(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    for (size_t row = 0; p->v->contract->rows && row < quick->row_count; row++) {
        size_t alone, ordered, index;
        trial one = make(p, STAGE_BATCH, type, single_row(p, quick, row), 0, options);
        if (!rows_in_memory(p, &one))
            continue;
        one.what.order = ROWS_REPEATED;
        if (!add(p, &one, &alone))
            return false;
        one = make(p, STAGE_BATCH, type, quick, row, options);
        one.what.order = ROWS_REPEATED;
        one.partner = alone;
        if (!add(p, &one, &index))
            return false;
        one = make(p, STAGE_ORDER, type, quick, row, options);
        one.what.order = ROWS_IN_ORDER;
        if (!add(p, &one, &ordered))
            return false;
        one.what.order = ROWS_ROTATED;
        one.partner = ordered;
        if (!add(p, &one, &index))
            return false;
    }
    return true;
}

/* Weak memory only shows where threads speak to each other without a barrier. */
static bool has_atomics(const validation *v)
{
    return strstr(v->candidate_source->text, "atomic") != NULL;
}

/* Layouts are of no account where nothing is laid out by the device. */
static bool is_schedule_of(const validation *v, schedule s)
{
    if (s >= SCHEDULE_ROWS)
        return strstr(v->candidate_source->text, "cooperative_tensor") != NULL;
    return s < SCHEDULE_WEAK || has_atomics(v);
}

static bool plan_schedule(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    size_t index;
    for (size_t row = 0; row < quick->row_count; row++) {
        trial one = make(p, STAGE_SCHEDULE, type, quick, row, options);
        one.schedule = p->schedule;
        if (!add(p, &one, &index))
            return false;
    }
    return true;
}

static bool plan_checked(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    size_t index;
    for (size_t row = 0; row < quick->row_count; row++) {
        trial one = make(p, STAGE_CHECKED, type, quick, row, options);
        if (!add(p, &one, &index))
            return false;
    }
    return true;
}

typedef bool planning(planner *p, const char *type, const char *const *options);

static bool plan_all(planner *p, planning *what)
{
    for (size_t o = 0; p->options[o]; o++)
        for (size_t t = 0; p->types[t]; t++)
            if (!what(p, p->types[t], p->options[o]))
                return false;
    return true;
}

/* ---- What single trials mean */

static void first_values(const trial *one, text *out)
{
    const outcome *outcome = &one->outcome;
    for (uint64_t i = 0; i < outcome->first_count && i < 3; i++)
        text_format(out, "%s[%zu]: got %s, expected %s\n", outcome->output ? outcome->output : "output",
                    outcome->first[i].element, outcome->first[i].got, outcome->first[i].expected);
}

static void set_detail(finding *to, const char *detail)
{
    if (to && !to->detail && detail && *detail)
        to->detail = text_copy(detail);
}

/* What the compiler said, about the kernel's own file. */
static void set_diagnostics(const validation *v, finding *to, const char *message)
{
    static const char own[] = "program_source:";
    text out = {0};
    for (const char *line = message; to && line && *line;) {
        size_t length = strcspn(line, "\n");
        bool named = strncmp(line, own, strlen(own)) == 0;
        if (named && !to->line)
            to->line = atoi(line + strlen(own));
        text_format(&out, "%s%.*s\n", named ? v->request->shown : "", (int)(length - (named ? strlen(own) - 1 : 0)),
                    line + (named ? strlen(own) - 1 : 0));
        line += length + (line[length] == '\n');
    }
    set_detail(to, text_string(&out));
    text_free(&out);
}

static void judge_failure(validation *v, const trial *one)
{
    const outcome *outcome = &one->outcome;
    char summary[2048];
    text values = {0};
    finding *found;
    stage stage = one->stage;
    switch (outcome->kind) {
    case FAILURE_COMPILE:
    case FAILURE_PIPELINE:
        found = validation_add(v, stage, true, one, "the kernel %s", outcome_summary(outcome, summary, sizeof summary));
        set_diagnostics(v, found, outcome->message);
        return;
    case FAILURE_GUARD:
        found = validation_add(v, stage, true, one, "the kernel writes where it must not");
        set_detail(found, outcome_summary(outcome, summary, sizeof summary));
        return;
    case FAILURE_FINDING: return; /* told one by one */
    default: break;
    }
    first_values(one, &values);
    if (outcome->unwritten && outcome->unwritten == outcome->wrong)
        found = validation_add(v, stage, true, one, "the kernel leaves results unwritten");
    else
        found = validation_add(v, stage, true, one, "results are wrong");
    set_detail(found, text_string(&values));
    text_free(&values);
}

/* Digits aside, since thread and address differ each time. */
static bool same_but_digits(const char *a, const char *b)
{
    const char *const digits = "0123456789abcdefx";
    while (*a && *b) {
        if (strspn(a, "0123456789") && strspn(b, "0123456789")) {
            a += strspn(a, digits);
            b += strspn(b, digits);
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return !*a && !*b;
}

static void take_device_findings(validation *v, const trial *one)
{
    enum { MOST_SHOWN = 8 };
    size_t shown = 0;
    for (size_t i = 0; i < v->finding_count; i++)
        shown += v->findings[i].stage == STAGE_CHECKED;
    for (uint64_t i = 0; i < one->outcome.finding_count; i++) {
        const char *text = one->outcome.findings[i];
        bool known = false, note = finding_is_note(text);
        text += note ? strlen("note: ") : 0;
        for (size_t j = 0; j < v->finding_count && !known; j++)
            known = v->findings[j].stage == STAGE_CHECKED && same_but_digits(v->findings[j].what, text);
        const char *line = strstr(text, ", line ");
        finding *found =
            !known && shown++ < MOST_SHOWN ? validation_add(v, STAGE_CHECKED, !note, one, "%s", text) : NULL;
        if (found && line)
            found->line = atoi(line + strlen(", line "));
    }
}

static void note_worst(stage_result *stage, const trial *one)
{
    const outcome *outcome = &one->outcome;
    if (!outcome->worst_unit || strcmp(outcome->worst_unit, "of bound") != 0)
        return;
    if (isnan(stage->worst) || outcome->worst > stage->worst) {
        stage->worst = outcome->worst;
        trial_describe(one, stage->worst_where, sizeof stage->worst_where);
    }
}

/* False with an error where nothing can be said about the kernel. */
static bool judge_trial(validation *v, const trial *one, assay_error *error)
{
    stage_result *stage = &v->stages[one->stage];
    const outcome *outcome = &one->outcome;
    char summary[2048], place[512];
    bool old = one->binding == &v->baseline;
    if (!one->ended)
        return true;
    outcome_summary(outcome, summary, sizeof summary);
    take_device_findings(v, one);
    stage->run++;
    stage->judged += outcome->judged;
    switch (outcome->verdict) {
    case VERDICT_PASS: note_worst(stage, one); return true;
    case VERDICT_SKIP:
    case VERDICT_UNIMPLEMENTED:
        stage->run--;
        stage->skipped++;
        if (!*stage->note)
            snprintf(stage->note, sizeof stage->note, "%.200s", summary);
        return true;
    case VERDICT_INTERNAL_ERROR:
        if (trial_unjudged(one)) { /* the mode promises nothing for such inputs */
            stage->run--;
            stage->unpromised++;
            return true;
        }
        return assay_fail(error, NULL, 0, "%s: %s", trial_describe(one, place, sizeof place), summary);
    default: break;
    }
    stage->failed++;
    note_worst(stage, one);
    if (old) {
        v->baseline_failed = true;
        set_detail(validation_add(v, STAGE_BASELINE, false, one, "the baseline is not right itself: %s", summary),
                   outcome->message);
    } else if (outcome->verdict == VERDICT_TIMEOUT) {
        set_detail(validation_add(v, one->stage, true, one,
                                  "the kernel does not end within %g s; --timeout allows more",
                                  v->request->run.timeout),
                   summary);
    } else if (outcome->verdict == VERDICT_CRASH || outcome->verdict == VERDICT_DEVICE_ERROR) {
        bool compiler = outcome->message && strstr(summary, "compil");
        set_detail(validation_add(v, one->stage, true, one, "%s",
                                  compiler ? "the compiler breaks down" : "the kernel crashes"),
                   summary);
    } else {
        judge_failure(v, one);
    }
    return true;
}

static bool judge_range(validation *v, size_t first, size_t end, assay_error *error)
{
    for (size_t i = first; i < end; i++)
        if (!judge_trial(v, &v->trials.item[i], error))
            return false;
    return true;
}

/* ---- Running */

static pool *start_pool(const validation *v, schedule schedule, bool checked, assay_error *error)
{
    static const struct {
        const char *order, *weak, *layout;
    } settings[] = {
#define X(constant, meaning, order, weak, layout) {order, weak, layout},
        VALIDATE_SCHEDULES(X)
#undef X
    };
    const options *run = &v->request->run;
    pool_options options = {.worker = {.device = run->device,
                                       .checked = checked,
                                       .profile = run->profile,
                                       .personality = run->personality,
                                       .fault = run->fault,
                                       .order = settings[schedule].order,
                                       .weak = settings[schedule].weak,
                                       .layout = settings[schedule].layout,
                                       .engine = run->engine},
                            .workers = run->jobs,
                            .timeout = run->timeout};
    return pool_start(&options, error);
}

static bool run_range(validation *v, pool *pool, size_t first, size_t end, bool *stopped, assay_error *error)
{
    size_t at = SIZE_MAX;
    if (first == end)
        return true;
    if (!trials_run(&v->trials, first, end, pool, &v->request->run, &at, error))
        return *error->text ? false : assay_fail(error, NULL, 0, "interrupted");
    *stopped |= at != SIZE_MAX;
    return judge_range(v, first, end, error);
}

/* One trial first: a kernel that does not compile needs no more, and compiling once fills the device's cache. */
static bool run_unchecked(validation *v, size_t end, bool *stopped, assay_error *error)
{
    pool *pool = start_pool(v, SCHEDULE_ANY, false, error);
    if (!pool)
        return false;
    snprintf(v->device, sizeof v->device, "%s", pool_device(pool)->name);
    v->software = pool_device(pool)->software;
    if (v->request->library && v->software) {
        pool_end(pool);
        return assay_fail(
            error, v->request->library, 0,
            "%s does not run compiled libraries (.metallib): validate it on a Mac, or give its source alone",
            v->device);
    }
    bool good = run_range(v, pool, 0, 1, stopped, error) && (*stopped || run_range(v, pool, 1, end, stopped, error));
    pool_end(pool);
    return good;
}

static bool run_again(validation *v, schedule schedule, bool checked, size_t first, size_t end, assay_error *error)
{
    bool stopped = false;
    if (first == end)
        return true;
    pool *pool = start_pool(v, schedule, checked, error);
    bool good = pool && run_range(v, pool, first, end, &stopped, error);
    pool_end(pool);
    return good;
}

static bool make_binding(validation *v, const char *path, bool old, kernel_source **source, binding *to,
                         assay_error *error)
{
    const validate_request *request = v->request;
    *source = kernel_read(path, request->include, error);
    if (!*source)
        return false;
    for (size_t i = 0; i < request->directive_count; i++) {
        const kernel_word *one = &request->directives[i];
        bool own_file = strcmp(one->name, "macro") != 0; /* a baseline speaks for itself where it can */
        bool about_kernel = strcmp(one->name, "types") != 0;
        if (old && own_file && about_kernel && ((*source)->says.dispatch_count || strcmp(one->name, "entry") == 0))
            continue;
        if (!kernel_direct(*source, one->name, one->text, 0, error))
            return false;
    }
    for (size_t i = 0; i < (*source)->says.varied_count && !old; i++)
        if (!contract_vary(v->contract, (*source)->says.varied[i], error))
            return false;
    return binding_make(to, v->contract, *source, error);
}

/* --types chooses among those that the kernel leaves open; one that states its type must be asked for that. */
static bool check_types(const validation *v, const char *const *types, assay_error *error)
{
    const kernel_directives *says = &v->candidate.kernel->says;
    bool listed = !says->own_types;
    for (size_t i = 0; i < says->type_count; i++)
        listed |= strcmp(says->types[i], types[0]) == 0;
    return listed ||
           assay_fail(error, v->request->kernel, v->candidate.function->line,
                      "kernel %s works on %s, which --types leaves out", v->candidate.function->name, types[0]);
}

/* Where the trials of each kind end, in the order in which they are planned and run. */
typedef struct ends {
    size_t ordinary, schedule[SCHEDULE_COUNT], checked;
} ends;

static bool plan_schedules(planner *p, ends *to)
{
    for (schedule s = SCHEDULE_ANY + 1; s < SCHEDULE_COUNT; s++) {
        p->schedule = s;
        if (is_schedule_of(p->v, s) && !plan_all(p, plan_schedule))
            return false;
        to->schedule[s] = p->v->trials.count;
    }
    return true;
}

static bool plan(validation *v, planner *p, ends *to)
{
    choose_modes(p, &v->request->run);
    p->types = binding_types(&v->candidate, p->error);
    p->threadgroups = binding_threadgroups(&v->candidate);
    if (v->request->library && p->types && p->types[0] && p->types[1])
        return assay_fail(p->error, v->request->library, 0,
                          "is compiled for one type; say for which with -D T=%s or --types %s", p->types[0],
                          p->types[0]);
    if (v->request->baseline) {
        p->old_types = binding_types(&v->baseline, p->error);
        p->old_threadgroup = *binding_threadgroups(&v->baseline);
    }
    if (!p->types || (v->request->baseline && !p->old_types))
        return false;
    if (!check_types(v, p->types, p->error))
        return false;
    choose_options(p);
    if (!p->threadgroups[1])
        snprintf(v->stages[STAGE_THREADGROUPS].note, sizeof v->stages->note, "not varied: %s",
                 v->candidate.sized ? "the kernel takes one size" : "its dispatch does not use TG");
    if (!plan_all(p, plan_correctness) || !plan_all(p, plan_threadgroups) || !plan_all(p, plan_placement) ||
        !plan_all(p, plan_rows))
        return false;
    to->ordinary = to->schedule[SCHEDULE_ANY] = v->trials.count;
    if (!plan_schedules(p, to) || (!v->request->skip_checked && !plan_all(p, plan_checked)))
        return false;
    to->checked = v->trials.count;
    return to->ordinary > 0 || assay_fail(p->error, v->request->kernel, 0,
                                          "`holds` leaves no size of contract %s to validate", v->contract->name);
}

static bool prepare(validation *v, planner *p, ends *to)
{
    const validate_request *request = v->request;
    v->contract = contract_read(request->contract, request->contracts, p->error);
    bool bound = v->contract && make_binding(v, request->kernel, false, &v->candidate_source, &v->candidate, p->error);
    if (bound)
        v->candidate_source->library = request->library;
    return bound &&
           (!request->baseline ||
            make_binding(v, request->baseline, true, &v->baseline_source, &v->baseline, p->error)) &&
           trials_begin(&v->trials, p->error) && plan(v, p, to);
}

/* A device of its own chooses its schedule itself. */
static bool run_schedules(validation *v, const ends *to, assay_error *error)
{
    if (!v->software) {
        snprintf(v->stages[STAGE_SCHEDULE].note, sizeof v->stages->note, "not run: only softmetal can be told");
        return true;
    }
    for (schedule s = SCHEDULE_ANY + 1; s < SCHEDULE_COUNT; s++)
        if (!run_again(v, s, false, to->schedule[s - 1], to->schedule[s], error))
            return false;
    return true;
}

static bool compiles(const validation *v)
{
    const outcome *first = &v->trials.item[0].outcome;
    return !(first->verdict == VERDICT_FAIL && (first->kind == FAILURE_COMPILE || first->kind == FAILURE_PIPELINE));
}

static bool is_given(const kernel_source *kernel, const char *constant)
{
    for (size_t i = 0; i < kernel->says.constant_count; i++)
        if (strcmp(kernel->says.constants[i].name, constant) == 0)
            return true;
    return false;
}

/* No pipeline, because a function constant has no value: that is for the user to say. */
static bool check_constants(const validation *v, assay_error *error)
{
    const kernel_source *kernel = v->candidate_source;
    bool no_pipeline = v->trials.item[0].outcome.kind == FAILURE_PIPELINE;
    for (size_t i = 0; no_pipeline && i < kernel->constant_count; i++)
        if (!is_given(kernel, kernel->constants[i].name))
            return assay_fail(error, v->request->kernel, v->candidate.function->line,
                              "kernel %s gives no pipeline, and its function constant %s has no value; give it with "
                              "--constant %s=VALUE",
                              v->candidate.function->name, kernel->constants[i].name, kernel->constants[i].name);
    return true;
}

/* The trial that crashed, once more in checked mode, which names the line. */
static bool check_crash(validation *v, size_t end, assay_error *error)
{
    for (size_t i = 0; i < end; i++) {
        trial one = v->trials.item[i];
        if (!one.ended || one.binding != &v->candidate || one.stage == STAGE_CHECKED ||
            (one.outcome.verdict != VERDICT_CRASH && one.outcome.verdict != VERDICT_DEVICE_ERROR))
            continue;
        one.stage = STAGE_CHECKED;
        one.partner = SIZE_MAX;
        one.keep = false;
        size_t again = trials_add(&v->trials, &one, error);
        return again != SIZE_MAX && run_again(v, one.schedule, true, again, again + 1, error);
    }
    return true;
}

bool validate(validation *v, const validate_request *request, assay_error *error)
{
    double start = monotonic_seconds();
    *v = (validation){.request = request};
    for (int i = 0; i < STAGE_COUNT; i++)
        v->stages[i].worst = NAN;
    planner p = {.v = v, .error = error};
    ends ends = {0};
    bool stopped = false;
    if (!prepare(v, &p, &ends) || !run_unchecked(v, ends.ordinary, &stopped, error))
        return false;
    if (!compiles(v)) {
        if (!check_constants(v, error))
            return false;
        diagnose(v);
        return true;
    }
    if (!stopped && !run_schedules(v, &ends, error))
        return false;
    /* After a crash all the more: it may name the line. */
    if (!run_again(v, SCHEDULE_ANY, true, ends.schedule[SCHEDULE_COUNT - 1], ends.checked, error) ||
        (!request->skip_checked && !check_crash(v, ends.checked, error)))
        return false;
    relate(v);
    diagnose(v);
    if (!stopped && !request->skip_speed && validation_right(v) &&
        !speed_measure(&v->speed, &v->trials, &v->candidate, request->baseline ? &v->baseline : NULL, &request->run,
                       error))
        return false;
    v->seconds = monotonic_seconds() - start;
    return true;
}

bool validation_right(const validation *v)
{
    for (size_t i = 0; i < v->finding_count; i++)
        if (v->findings[i].defect)
            return false;
    return true;
}

bool validation_judged(const validation *v)
{
    return v->stages[STAGE_CORRECTNESS].judged > 0;
}

int validation_exit_code(const validation *v)
{
    if (!validation_right(v))
        return EXIT_FAIL;
    for (size_t i = 0; i < v->speed.count; i++)
        if (v->speed.row[i].verdict > 0)
            return EXIT_SLOWER;
    return validation_judged(v) ? EXIT_PASS : EXIT_SKIPPED;
}

void validation_clear(validation *v)
{
    trials_clear(&v->trials);
    for (size_t i = 0; i < v->finding_count; i++) {
        free(v->findings[i].what);
        free(v->findings[i].where);
        free(v->findings[i].detail);
    }
    free(v->findings);
    speed_clear(&v->speed);
    kernel_destroy(v->candidate_source);
    kernel_destroy(v->baseline_source);
    contract_destroy(v->contract);
    *v = (validation){0};
}
