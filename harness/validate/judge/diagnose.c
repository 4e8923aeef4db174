/* diagnose.c: from failed trials to a cause, as a person would look for it: does the output equal what some well-known
 * mistake gives; which inputs, sizes or threadgroups fail where all others pass? What is found is a hint, said as one.
 */
#include "../../run/subcase/argument_memory.h"
#include "../../run/subcase/expect.h"
#include "diagnose.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_SIMD_WIDTH = 32, MOST_TRIED = 6 };

static bool wrong_result(const trial *one)
{
    return one->ended && one->outcome.verdict == VERDICT_FAIL && one->outcome.kind == FAILURE_COMPARISON;
}

static bool of_candidate(const validation *v, const trial *one)
{
    return one->binding == &v->candidate && one->ended;
}

static void hint(validation *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void hint(validation *v, const char *format, ...)
{
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < v->finding_count; i++)
        if (v->findings[i].stage == STAGE_COUNT && strcmp(v->findings[i].what, sentence) == 0)
            return;
    validation_add(v, STAGE_COUNT, false, NULL, "%s", sentence);
}

/* ---- Well-known mistakes */

typedef enum { FITS, FITS_NOT, NOTHING_EXPECTED } fit;

/* Whether what the trial wrote to the contract's first output is what its case expects of it. */
static fit output_fits(const trial *one, const case_file *file, uint64_t seed)
{
    assay_error error = {0};
    size_t count, size;
    const assay_case *cases = case_file_cases(file, &count);
    assay_case changed = cases[0];
    changed.math = one->math;
    changed.functions = one->functions;
    case_instance *instance = case_instantiate(&changed, 0, USUAL_SIMD_WIDTH, &error);
    const case_expectation *what = instance ? &instance->expectations[0] : NULL;
    const case_argument *out = what ? &instance->arguments[what->argument] : NULL;
    void *got = out ? trial_output(one, out->name, &size) : NULL, **inputs = NULL;
    fit fits = FITS_NOT;
    if (got && size == out->count * out->type.stride)
        inputs = calloc(instance->argument_count + 1, sizeof *inputs);
    bool good = inputs != NULL;
    for (size_t i = 0; good && i < instance->argument_count; i++) {
        const case_argument *a = &instance->arguments[i];
        if (a->role == ROLE_OUT)
            continue;
        inputs[i] = malloc(a->count * a->type.stride + 1);
        good = inputs[i] && case_generate(instance, a, seed, inputs[i], &error);
    }
    expectation *promise = good ? expectation_create(out->type, out->count) : NULL;
    const reference_dispatch seen = instance ? arguments_dispatch(instance, USUAL_SIMD_WIDTH) : (reference_dispatch){0};
    if (promise && expectation_fill(promise, instance, what, (const void *const *)inputs, &seen, &error)) {
        check_result result = {0};
        check_output(promise, &what->how, out->type, out->count, got, NULL, POISON, &result);
        fits = result.wrong ? FITS_NOT : result.judged ? FITS : NOTHING_EXPECTED;
    }
    expectation_destroy(promise);
    for (size_t i = 0; inputs && i < instance->argument_count; i++)
        free(inputs[i]);
    free(inputs);
    free(got);
    case_instance_destroy(instance);
    return fits;
}

static fit explains(validation *v, const char *expect, const trial *one)
{
    trial other = *one;
    assay_error error = {0};
    other.what.expect = expect;
    other.keep = false;
    size_t index = trials_add(&v->trials, &other, &error);
    fit fits = index == SIZE_MAX ? FITS_NOT : output_fits(one, v->trials.item[index].read, v->request->run.seed);
    if (v->trials.count) /* it was never meant to run */
        v->trials.item[v->trials.count - 1].stage = STAGE_COUNT;
    return fits;
}

/* Failing trials that differ as much as possible: the last of each kind, since larger sizes say more. */
static size_t choose_failures(const validation *v, size_t *chosen)
{
    size_t count = 0, failing = 0, seen = 0;
    for (size_t i = 0; i < v->trials.count; i++)
        failing += of_candidate(v, &v->trials.item[i]) && wrong_result(&v->trials.item[i]) &&
                   v->trials.item[i].stage == STAGE_CORRECTNESS;
    size_t step = failing > MOST_TRIED ? failing / MOST_TRIED : 1;
    for (size_t i = v->trials.count; i-- > 0 && count < MOST_TRIED;) {
        const trial *one = &v->trials.item[i];
        if (of_candidate(v, one) && wrong_result(one) && one->stage == STAGE_CORRECTNESS && seen++ % step == 0)
            chosen[count++] = i;
    }
    return count;
}

static bool find_mistakes(validation *v)
{
    size_t chosen[MOST_TRIED], count = choose_failures(v, chosen);
    bool any = false;
    for (size_t m = 0; m < v->contract->mistake_count && v->contract->expect_count; m++) {
        const contract_hint *mistake = &v->contract->mistakes[m];
        size_t fitting = 0, contrary = 0;
        for (size_t i = 0; i < count && !contrary; i++) {
            const trial one = v->trials.item[chosen[i]]; /* the list may move */
            fit fits = explains(v, mistake->text, &one);
            fitting += fits == FITS;
            contrary += fits == FITS_NOT;
        }
        if (fitting && !contrary) {
            hint(v, "%s: the results are just those", mistake->means);
            any = true;
        }
    }
    return any;
}

/* ---- What the failures have in common */

typedef bool predicate(const validation *v, const trial *one, const void *what);

typedef struct split {
    size_t inside, inside_failed, outside, outside_failed;
} split;

static split split_by(const validation *v, stage stage, predicate *is, const void *what)
{
    split s = {0};
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->stage != stage || !of_candidate(v, one) || trial_unjudged(one))
            continue;
        bool failed = !trial_good(one);
        if (is(v, one, what)) {
            s.inside++;
            s.inside_failed += failed;
        } else {
            s.outside++;
            s.outside_failed += failed;
        }
    }
    return s;
}

/* All failures are inside, and most of what is inside fails. */
static bool separates(split s)
{
    return s.inside_failed && !s.outside_failed && s.outside && s.inside_failed * 2 > s.inside;
}

static bool has_inputs(const validation *v, const trial *one, const void *what)
{
    (void)v;
    return one->what.inputs == what;
}

static bool has_size(const validation *v, const trial *one, const void *what)
{
    double value = 0;
    (void)v;
    compose_number(one->binding, &one->what, ((const contract_hint *)what)->text, &value, NULL);
    return value != 0;
}

static bool odd_threadgroup(const validation *v, const trial *one, const void *what)
{
    unsigned long size = strtoul(one->what.threadgroup, NULL, 10);
    (void)v;
    (void)what;
    return (size & (size - 1)) != 0;
}

static bool wide_threadgroup(const validation *v, const trial *one, const void *what)
{
    (void)v;
    (void)what;
    return strtoul(one->what.threadgroup, NULL, 10) > USUAL_SIMD_WIDTH;
}

static bool uneven_threadgroup(const validation *v, const trial *one, const void *what)
{
    (void)v;
    (void)what;
    return strtoul(one->what.threadgroup, NULL, 10) % USUAL_SIMD_WIDTH != 0;
}

static bool has_type(const validation *v, const trial *one, const void *what)
{
    (void)v;
    return strcmp(one->what.type, what) == 0;
}

static bool short_type(const validation *v, const trial *one, const void *what)
{
    return has_type(v, one, "half") || has_type(v, one, "bfloat") || what;
}

static bool fast_mode(const validation *v, const trial *one, const void *what)
{
    (void)v;
    (void)what;
    return one->math == METAL_MATH_FAST;
}

/* Whether two trials of the same inputs differ in nothing but their mode, or in nothing but their sizes. */
static bool akin(const trial *a, const trial *b, bool sizes)
{
    bool same_mode = a->math == b->math && a->functions == b->functions;
    bool same_sizes = a->what.sizes == b->what.sizes && a->what.row == b->what.row;
    return a->what.options == b->what.options && strcmp(a->what.type, b->what.type) == 0 &&
           (sizes ? same_mode : same_sizes);
}

/* Whether all trials of these inputs fail that are akin to this one: by no chance. */
static bool fails_with_its_kin(const validation *v, const trial *one, bool sizes)
{
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *other = &v->trials.item[i];
        if (other->stage == one->stage && of_candidate(v, other) && other->what.inputs == one->what.inputs &&
            akin(one, other, sizes) && trial_good(other))
            return false;
    }
    return true;
}

/* Some size fails in every mode, or some mode at every size. */
static bool fails_for_sure(const validation *v, const contract_inputs *inputs)
{
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        bool failed = one->stage == STAGE_CORRECTNESS && of_candidate(v, one) && one->what.inputs == inputs &&
                      !trial_good(one) && !trial_unjudged(one);
        if (failed && (fails_with_its_kin(v, one, false) || fails_with_its_kin(v, one, true)))
            return true;
    }
    return false;
}

/* Ordinary inputs pass, these do not. */
static void find_inputs(validation *v)
{
    split ordinary = split_by(v, STAGE_CORRECTNESS, has_inputs, NULL);
    for (size_t i = 0; i < v->contract->input_count; i++) {
        const contract_inputs *inputs = &v->contract->inputs[i];
        if (!fails_for_sure(v, inputs) || ordinary.inside_failed * 4 > ordinary.inside)
            continue;
        hint(v, "inputs: %s%s%s", inputs->title, inputs->suspect ? "; " : "", inputs->suspect ? inputs->suspect : "");
    }
}

static bool not_finite(const trial *one)
{
    const char *got = one->outcome.first_count ? one->outcome.first[0].got : "";
    return strstr(got, "nan") || strstr(got, "inf");
}

/* Values that are no numbers where only large sums could make them so. */
static void find_overflow(validation *v)
{
    for (size_t i = 0; i < v->trials.count; i++)
        if (of_candidate(v, &v->trials.item[i]) && !v->trials.item[i].what.inputs && not_finite(&v->trials.item[i]))
            return;
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        const contract_inputs *inputs = one->what.inputs;
        if (!of_candidate(v, one) || !wrong_result(one) || !inputs || !inputs->suspect ||
            !strstr(inputs->suspect, "half"))
            continue;
        if (not_finite(one))
            hint(v, "inputs: %s; %s", inputs->title, inputs->suspect);
    }
}

static void find_sizes(validation *v)
{
    for (size_t i = 0; i < v->contract->split_count; i++)
        if (separates(split_by(v, STAGE_CORRECTNESS, has_size, &v->contract->splits[i])))
            hint(v, "only sizes fail with %s", v->contract->splits[i].means);
}

/* Arrays whose rows do not follow one another. */
static void find_layouts(validation *v)
{
    static const contract_hint view = {.text = "LAYOUT != 0"};
    if (v->candidate.kernel->says.layout_count && separates(split_by(v, STAGE_CORRECTNESS, has_size, &view)))
        hint(v, "only inputs that are not row-contiguous fail: the kernel does not use all of their strides");
}

/* Of kinds that hold all failures, those that mostly fail; if none does, the one that fails most. */
static void find_threadgroups(validation *v)
{
    static const char unlike[] = "; if it is never dispatched like that, say so with --threadgroups";
    const struct {
        predicate *is;
        const char *means, *advice;
    } kinds[] = {{odd_threadgroup,
                  "threadgroups whose size is no power of two fail: a reduction by halves drops elements", unlike},
                 {uneven_threadgroup, "threadgroups that are no multiple of 32 fail: a partial SIMD-group", unlike},
                 {wide_threadgroup,
                  "threadgroups of one SIMD-group pass, larger ones fail: a barrier, or how SIMD-groups combine", ""}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    size_t best = KINDS, said = 0;
    double highest = 0;
    for (size_t i = 0; i < KINDS; i++) {
        split s = split_by(v, STAGE_THREADGROUPS, kinds[i].is, NULL);
        if (!s.inside_failed || s.outside_failed || !s.outside)
            continue;
        double share = (double)s.inside_failed / (double)s.inside;
        best = share > highest ? i : best;
        highest = fmax(share, highest);
        if (separates(s)) {
            hint(v, "%s%s", kinds[i].means, kinds[i].advice);
            said++;
        }
    }
    if (!said && best < KINDS)
        hint(v, "%s%s", kinds[best].means, kinds[best].advice);
}

static void find_types(validation *v)
{
    split s = split_by(v, STAGE_CORRECTNESS, short_type, NULL);
    if (separates(s))
        hint(v, "half and bfloat fail, float passes: intermediate results are kept in the short type");
    if (separates(split_by(v, STAGE_CORRECTNESS, fast_mode, NULL)))
        hint(v,
             "only fast math fails: the kernel relies on what fast math does not keep (order, INF, NaN, signed zero)");
}

/* What the device at hand takes, perhaps, and a compiler of MSL 4.1 does not. */
static void find_generic_this(validation *v)
{
    char name[64];
    int line = kernel_generic_this(v->candidate.kernel, name, sizeof name);
    if (line)
        hint(v,
             "line %d: from MSL 4.1 on `%s`, which returns thread memory, gets a generic object and does not compile; "
             "write `thread` behind its parameters",
             line, name);
}

/* Right by itself, most of the time, and wrong as softmetal may schedule it. */
static bool find_schedule(validation *v)
{
    size_t failed[SCHEDULE_COUNT] = {0};
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (!of_candidate(v, one) || trial_good(one) || trial_unjudged(one))
            continue;
        if (one->stage == STAGE_SCHEDULE)
            failed[one->schedule]++;
    }
    const stage_result *ordinary = &v->stages[STAGE_CORRECTNESS];
    if (ordinary->failed * 4 > ordinary->run)
        return false;
    if (failed[SCHEDULE_REVERSED] || failed[SCHEDULE_SHUFFLED])
        hint(v, "it fails as soon as threadgroups run one after another in another order: it counts on an order, or on "
                "several being under way at once, and Metal promises neither");
    else if (failed[SCHEDULE_WEAK] || failed[SCHEDULE_WEAKER] || failed[SCHEDULE_WEAK3] || failed[SCHEDULE_WEAK4])
        hint(v, "only weak memory fails: an update of shared memory is made of a load and a store, a compare-exchange "
                "that may fail is not repeated, or a fence or an order is missing");
    else if (failed[SCHEDULE_ROWS] || failed[SCHEDULE_SCATTERED])
        hint(v,
             "it fails as soon as the elements of cooperative tensors lie elsewhere: it counts on a layout, and Metal "
             "promises none; ask get_multidimensional_index and is_valid_element");
    for (int s = SCHEDULE_ANY + 1; s < SCHEDULE_COUNT; s++)
        if (failed[s])
            return true;
    return false;
}

void diagnose(validation *v)
{
    find_generic_this(v);
    bool failed = false;
    size_t planned = v->trials.count;
    for (size_t i = 0; i < planned; i++)
        failed |= of_candidate(v, &v->trials.item[i]) && !trial_good(&v->trials.item[i]) &&
                  !trial_unjudged(&v->trials.item[i]);
    if (!failed)
        return;
    find_mistakes(v);
    if (find_schedule(v)) /* what else fails does so by chance */
        return;
    find_inputs(v);
    find_overflow(v);
    find_sizes(v);
    find_layouts(v);
    find_threadgroups(v);
    find_types(v);
}
