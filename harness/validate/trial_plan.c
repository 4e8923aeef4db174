/* trial_plan.c: which trials a validation consists of, in which order they run. */
#include "trial_plan.h"
#include "../case/expression.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    p->mode_count = run->math || run->functions || p->v->request->library || p->v->request->quick
                        ? 1
                        : 2; /* a library has the one it was built in */
    memcpy(p->modes, both, sizeof both);
    if (p->mode_count == 1) {
        p->modes[0].math = run->math ? *run->math : METAL_MATH_FAST;
        p->modes[0].functions = run->functions ? *run->functions : METAL_FUNCTIONS_FAST;
    }
}

static bool names_option(const binding *b, const char *text, const contract_option *option)
{
    size_t length;
    bool identifier;
    for (const char *at = text; *at; at += length) {
        length = token_length(at, &identifier);
        if (identifier && contract_option_named(b->contract, arena_text(&b->kernel->memory, at, length)) == option)
            return true;
    }
    return false;
}

/* Whether a line hands it on: `extra: p@4 {uint, uint} = M, CAUSAL`, `{uint m, uint causal}` without a content, `macro:
 * TB=TB`. */
static bool is_handed_on(const binding *b, const contract_option *option)
{
    const kernel_directives *says = &b->kernel->says;
    bool found = false;
    for (size_t i = 0; i < says->extra_count; i++) {
        const char *content = strchr(says->extras[i], '='), *members = strchr(says->extras[i], '{');
        found |= (content || members) && names_option(b, content ? content : members, option);
    }
    for (size_t i = 0; i < says->macro_count; i++)
        found |= names_option(b, says->macros[i].text, option);
    for (size_t i = 0; i < says->constant_count; i++)
        found |= names_option(b, says->constants[i].text, option);
    return found;
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
            return 1;
        }
    return is_handed_on(b, option) ? option->value_count : 1;
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
    if (!p->v->request->baseline || p->v->request->as_reference || index == SIZE_MAX)
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
        if (b->parameter[a - b->contract->arguments] || b->several || a == b->in_place)
            return true;
    }
    return false;
}

/* The smallest sizes of which one is beyond `limit`; where none is, the largest. */
static size_t row_beyond(const contract_sizes *sizes, double limit)
{
    size_t beyond = SIZE_MAX, largest = 0;
    double least = INFINITY, most = 0;
    for (size_t row = 0; row < sizes->row_count; row++) {
        double all = 1, longest = 0;
        for (size_t i = 0; i < sizes->name_count; i++) {
            double value = strtod(sizes->values[row * sizes->name_count + i], NULL);
            all *= value;
            longest = fmax(longest, value);
        }
        if (longest > limit && all < least) {
            beyond = row;
            least = all;
        }
        if (all > most) {
            largest = row;
            most = all;
        }
    }
    return beyond == SIZE_MAX ? largest : beyond;
}

static bool has_own_sizes(const planner *p, const contract_inputs *inputs)
{
    return inputs->sizes.values != p->v->contract->quick.values;
}

static bool plan_correctness(planner *p, const char *type, const char *const *options)
{
    const contract *contract = p->v->contract;
    bool quick = p->v->request->quick;
    const contract_sizes *sizes = quick ? &contract->quick : &contract->sizes;
    for (size_t row = 0; row < sizes->row_count; row++) {
        trial one = make(p, STAGE_CORRECTNESS, type, sizes, row, options);
        if (!add_modes(p, &one))
            return false;
    }
    for (size_t i = 0; i < contract->input_count; i++) {
        const contract_inputs *inputs = &contract->inputs[i];
        for (size_t row = quick ? inputs->sizes.row_count - 1 : 0; row < inputs->sizes.row_count; row++) {
            trial one = make(p, STAGE_CORRECTNESS, type, &inputs->sizes, row, options);
            one.what.inputs = inputs;
            /* places are the same in every type: the largest sizes of inputs for each place cost most, and come once */
            bool again = type != p->types[0] && has_own_sizes(p, inputs) && inputs->sizes.row_count > 1 &&
                         takes_type(inputs, p->types[0]) && row == row_beyond(&inputs->sizes, INFINITY);
            if (!again && takes_type(inputs, type) && reaches_kernel(&p->v->candidate, inputs) && !add_modes(p, &one))
                return false;
        }
    }
    return true;
}

static double largest_threadgroup(const planner *p)
{
    double largest = 0;
    for (size_t i = 0; p->threadgroups[i]; i++)
        largest = fmax(largest, strtod(p->threadgroups[i], NULL));
    return largest;
}

static size_t smallest_threadgroup(const planner *p)
{
    size_t smallest = 0;
    for (size_t i = 0; p->threadgroups[i]; i++)
        if (strtod(p->threadgroups[i], NULL) < strtod(p->threadgroups[smallest], NULL))
            smallest = i;
    return smallest;
}

/* Kernels that ask for nothing but their place in the grid do not care how it is divided. */
static bool knows_threadgroups(const validation *v)
{
    return strstr(v->candidate_source->code, "threadgroup") || strstr(v->candidate_source->code, "simd");
}

/* What depends on the threadgroup may need so many elements that the sums of the smallest threadgroups fill more than
 * one, or inputs that provoke. Those that are to be at every place have sizes of their own, and come with every
 * threadgroup; others with the smallest and the largest. */
static bool provoke_threadgroups(planner *p, const char *type, const char *const *options)
{
    const contract *contract = p->v->contract;
    size_t index, smallest = smallest_threadgroup(p);
    double largest = largest_threadgroup(p);
    trial one = make(p, STAGE_THREADGROUPS, type, &contract->sizes, row_beyond(&contract->sizes, INFINITY), options);
    one.what.threadgroup = p->threadgroups[smallest];
    if (!add(p, &one, &index))
        return false;
    for (size_t n = 0; n < contract->input_count; n++) {
        const contract_inputs *inputs = &contract->inputs[n];
        bool all = has_own_sizes(p, inputs);
        if (!(all || knows_threadgroups(p->v)) || !takes_type(inputs, type) ||
            !reaches_kernel(&p->v->candidate, inputs))
            continue;
        one = make(p, STAGE_THREADGROUPS, type, &inputs->sizes, row_beyond(&inputs->sizes, largest), options);
        one.what.inputs = inputs;
        for (size_t i = 1; p->threadgroups[i]; i++) {
            one.what.threadgroup = p->threadgroups[i];
            bool wanted = all || i == smallest || strtod(p->threadgroups[i], NULL) == largest;
            if (wanted && !add(p, &one, &index))
                return false;
        }
    }
    return true;
}

static bool plan_threadgroups(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    for (size_t row = p->v->request->quick ? quick->row_count - 1 : 0; row < quick->row_count; row++) {
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
    return p->v->request->quick || !p->threadgroups[1] || provoke_threadgroups(p, type, options);
}

static bool plan_partial(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    const char *const *partial = binding_partial_threadgroups(&p->v->candidate);
    const char *const *unnamed = binding_unnamed_threadgroups(&p->v->candidate);
    for (size_t row = p->v->request->quick ? quick->row_count - 1 : 0; row < quick->row_count; row++)
        for (size_t i = 0, index; partial[i]; i++) {
            trial one = make(p, STAGE_PARTIAL, type, quick, row, options);
            one.what.threadgroup = partial[i];
            if (!add(p, &one, &index))
                return false;
        }
    const contract_sizes *all = &p->v->contract->sizes; /* the second threadgroup begins where no SIMD-group would */
    for (size_t i = 0, index; partial[i] && !p->v->request->quick && type == p->types[0]; i++) {
        trial one = make(p, STAGE_PARTIAL, type, all, row_beyond(all, 2 * strtod(partial[i], NULL)), options);
        one.what.threadgroup = partial[i];
        if (!add(p, &one, &index))
            return false;
    }
    for (size_t i = 0, index; unnamed[i] && quick->row_count && type == p->types[0]; i++) {
        trial one = make(p, STAGE_UNNAMED, type, quick, quick->row_count - 1, options);
        one.what.threadgroup = unnamed[i];
        if (!add(p, &one, &index))
            return false;
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
    /* Many small threadgroups have most to say to one another; it depends on the host's threads, so they say it
     * again. */
    enum { TIMES = 4 };
    size_t last = 0;
    while (p->threadgroups[last] && p->threadgroups[last + 1])
        last++;
    for (size_t i = 0; p->threadgroups[i]; i++)
        if (strtoul(p->threadgroups[i], NULL, 10) < strtoul(p->threadgroups[last], NULL, 10))
            last = i;
    trial one = make(p, STAGE_SCHEDULE, type, quick, quick->row_count - 1, options);
    one.schedule = p->schedule;
    one.what.threadgroup = p->threadgroups[last];
    bool weak = p->schedule >= SCHEDULE_WEAK && p->schedule < SCHEDULE_ROWS;
    bool added = true;
    for (int n = 0; added && weak && last && quick->row_count && n < TIMES; n++)
        added = add(p, &one, &index);
    return added;
}

/* Integers overflow where inputs are to provoke it, and only checked mode sees that whatever the compiler made of
 * it. */
static bool watch_integers(planner *p, const char *type, const char *const *options)
{
    const contract *contract = p->v->contract;
    assay_type of;
    size_t index;
    bool whole = assay_type_from_name(type, &of) && !assay_scalar_is_float(of.scalar);
    for (size_t i = 0; whole && i < contract->input_count; i++) {
        const contract_inputs *inputs = &contract->inputs[i];
        trial one = make(p, STAGE_CHECKED, type, &inputs->sizes, row_beyond(&inputs->sizes, 0), options);
        one.what.inputs = inputs;
        if (takes_type(inputs, type) && reaches_kernel(&p->v->candidate, inputs) && !add(p, &one, &index))
            return false;
    }
    return true;
}

static bool plan_checked(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *quick = &p->v->contract->quick;
    size_t index;
    for (size_t row = p->v->request->quick ? quick->row_count - 1 : 0; row < quick->row_count; row++) {
        trial one = make(p, STAGE_CHECKED, type, quick, row, options);
        for (size_t i = 0; p->threadgroups[i]; i++) {
            one.what.threadgroup = p->threadgroups[i];
            bool last = row + 1 == quick->row_count && !p->v->request->quick;
            if ((i == 0 || last) && !add(p, &one, &index))
                return false;
        }
    }
    return watch_integers(p, type, options);
}

static double extent(const trial *one)
{
    const contract_sizes *sizes = one->what.sizes;
    double all = 1;
    for (size_t i = 0; i < sizes->name_count; i++)
        all *= strtod(sizes->values[one->what.row * sizes->name_count + i], NULL);
    return all;
}

static int by_extent(const void *a, const void *b)
{
    double x = extent(a), y = extent(b);
    return (x > y) - (x < y);
}

/* Every size in checked mode, and every kind of inputs once: some paths only those take. The small ones first, since
 * time may end. */
static bool plan_watched(planner *p, const char *type, const char *const *options)
{
    const contract_sizes *sizes = &p->v->contract->sizes;
    size_t first = p->v->trials.count, index;
    for (size_t row = 0; row < sizes->row_count; row++) {
        trial one = make(p, STAGE_CHECKED, type, sizes, row, options);
        one.keep = false;
        if (!add(p, &one, &index))
            return false;
    }
    for (size_t i = 0; i < p->v->contract->input_count && type == p->types[0]; i++) {
        const contract_inputs *inputs = &p->v->contract->inputs[i];
        trial one = make(p, STAGE_CHECKED, type, &inputs->sizes, row_beyond(&inputs->sizes, 0), options);
        one.what.inputs = inputs;
        one.keep = false;
        if (takes_type(inputs, type) && reaches_kernel(&p->v->candidate, inputs) && !add(p, &one, &index))
            return false;
    }
    qsort(p->v->trials.item + first, p->v->trials.count - first, sizeof(trial), by_extent);
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

/* --types chooses among those that the kernel leaves open; one that states its type must be asked for that. */
static bool check_types(const validation *v, const char *const *types, assay_error *error)
{
    const kernel_directives *says = &v->candidate.kernel->says;
    bool listed = !says->own_types;
    for (size_t i = 0; i < says->type_count; i++) {
        if (!has_type(v->contract->types, says->types[i]))
            return assay_fail(error, v->request->kernel, 0, "contract %s does not cover the type %s", v->contract->name,
                              says->types[i]);
        listed |= strcmp(says->types[i], types[0]) == 0;
    }
    return listed ||
           assay_fail(error, v->request->kernel, v->candidate.function->line,
                      "kernel %s works on %s, which --types leaves out", v->candidate.function->name, types[0]);
}

/* What a contract says of mistakes and sizes is looked at only where a kernel fails; whoever writes one hears of it
 * before. */
static bool check_hints(planner *p)
{
    const contract *contract = p->v->contract;
    const trial first = p->v->trials.item[0];
    double value;
    for (size_t i = 0; i < contract->mistake_count; i++) {
        trial one = first;
        one.what.expect = contract->mistakes[i].text;
        if (!trials_try(&p->v->trials, &one, p->error))
            return false;
    }
    for (size_t i = 0; i < contract->split_count; i++)
        if (!compose_number(first.binding, &first.what, contract->splits[i].text, &value, p->error))
            return snprintf(p->error->file, sizeof p->error->file, "%s", contract->path),
                   p->error->line = contract->splits[i].line, false;
    return true;
}

static bool plan_schedules(planner *p, ends *to)
{
    for (schedule s = SCHEDULE_ANY + 1; s < SCHEDULE_COUNT; s++) {
        p->schedule = s;
        if (!p->v->request->quick && is_schedule_of(p->v, s) && !plan_all(p, plan_schedule))
            return false;
        to->schedule[s] = p->v->trials.count;
    }
    return true;
}

/* Its types, threadgroups and modes. */
static bool begin_plan(planner *p, validation *v, assay_error *error)
{
    *p = (planner){.v = v, .error = error};
    choose_modes(p, &v->request->run);
    p->types = binding_types(&v->candidate, p->error);
    p->threadgroups = binding_threadgroups(&v->candidate);
    return p->types != NULL;
}

bool plan_first(validation *v, trial *to, assay_error *error)
{
    planner all, *p = &all;
    if (!begin_plan(p, v, error))
        return false;
    choose_options(p);
    *to = make(p, STAGE_COUNT, p->types[0], &v->contract->quick, 0, p->options[0]);
    return true;
}

bool plan(validation *v, ends *to, assay_error *error)
{
    planner all, *p = &all;
    if (!begin_plan(p, v, error))
        return false;
    if (v->request->library && p->types[0] && p->types[1])
        return assay_fail(p->error, v->request->library, 0,
                          "is compiled for one type; say for which with -D T=%s or --types %s", p->types[0],
                          p->types[0]);
    if (v->request->baseline) {
        p->old_types = binding_types(&v->baseline, p->error);
        p->old_threadgroup = *binding_threadgroups(&v->baseline);
    }
    if (v->request->baseline && !p->old_types)
        return false;
    if (!check_types(v, p->types, p->error))
        return false;
    choose_options(p);
    if (!p->threadgroups[1])
        snprintf(v->stages[STAGE_THREADGROUPS].note, sizeof v->stages->note, "not varied: %s%s",
                 v->candidate.intent  ? "TG "
                 : v->candidate.sized ? "the kernel takes one size"
                                      : "its dispatch does not use TG",
                 v->candidate.intent ? v->candidate.intent : "");
    bool quick = v->request->quick;
    if (!plan_all(p, plan_correctness) || !plan_all(p, plan_threadgroups) ||
        (!quick && (!plan_all(p, plan_placement) || !plan_all(p, plan_rows))))
        return false;
    to->ordinary = v->trials.count;
    if (!plan_all(p, plan_partial))
        return false;
    to->partial = to->schedule[SCHEDULE_ANY] = v->trials.count;
    if (!plan_schedules(p, to) || (!v->request->skip_checked && !plan_all(p, plan_checked)))
        return false;
    to->checked = v->trials.count;
    if (!quick && !v->request->skip_checked && !plan_all(p, plan_watched))
        return false;
    to->watched = v->trials.count;
    if (v->trials.count && !v->candidate.outside && !check_hints(p))
        return false;
    return to->ordinary > 0 || assay_fail(p->error, v->request->kernel, 0,
                                          "`holds` leaves no size of contract %s to validate", v->contract->name);
}
