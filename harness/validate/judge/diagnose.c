/* diagnose.c: from failed trials to a cause, as a person would look for it: does the output equal what some well-known
 * mistake gives; which inputs, sizes or threadgroups fail where all others pass? A hint says what runs have shown: two
 * trials that differ in one thing, of which one is right, or results that are just those of a mistake. What the
 * failures share decides which experiments (experiment.h) are worth a run. / */
#include "diagnose.h"
#include "experiment.h"
#include "mistake.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 6, MOST_WIDENED = 3 };

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

static void find_mistakes(validation *v)
{
    size_t chosen[MOST_TRIED], count = choose_failures(v, chosen);
    for (size_t m = 0; m < v->contract->mistake_count && v->contract->expect_count; m++) {
        const contract_hint *mistake = &v->contract->mistakes[m];
        if (mistake_explains(v, mistake->text, chosen, count))
            hint(v, "%s: the results are just those", mistake->means);
    }
}

/* ---- What the failures have in common */

typedef bool predicate(const validation *v, const trial *one, const void *what);

typedef struct split {
    size_t inside, inside_failed, outside, outside_failed;
    size_t first; /* that failed inside */
} split;

static bool failed(const validation *v, const trial *one)
{
    return of_candidate(v, one) && !stage_is_assumed(one->stage) && !trial_good(one) && !trial_unjudged(one);
}

static split split_by(const validation *v, stage stage, predicate *is, const void *what)
{
    split s = {.first = SIZE_MAX};
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->stage != stage || !of_candidate(v, one) || trial_unjudged(one))
            continue;
        bool bad = failed(v, one);
        if (is(v, one, what)) {
            s.inside++;
            s.inside_failed += bad;
            s.first = bad && s.first == SIZE_MAX ? i : s.first;
        } else {
            s.outside++;
            s.outside_failed += bad;
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

/* ---- The short type inside of it */

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !strchr("abcdefghijklmnopqrstuvwxyz_", at[-1])) && (at[length] < 'a' || at[length] > 'z'))
            return true;
    return false;
}

/* What is kept in float is right then: the kernel itself, written so and run. */
static void find_narrowness(experiments *with)
{
    validation *v = with->v;
    size_t chosen[MOST_TRIED], count = choose_failures(v, chosen);
    const char *code = v->candidate_source->code;
    for (size_t i = 0; i < count && i < MOST_WIDENED; i++) {
        const trial one = v->trials.item[chosen[i]];
        char place[512];
        bool narrow = short_type(v, &one, NULL);
        if ((!narrow && !has_word(code, "half") && !has_word(code, "bfloat")) || !experiment_wide(with, &one))
            continue;
        const char *name = narrow ? one.what.type : has_word(code, "half") ? "half" : "bfloat";
        hint(v,
             "the kernel keeps in %s what must not be: with float in place of %s inside of it the result is right (%s)",
             name, name, trial_describe(&one, place, sizeof place));
        return;
    }
}

/* ---- Inputs */

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

/* A trial of a size that fails in every mode, or of a mode that does at every size; SIZE_MAX if there is none. */
static size_t fails_for_sure(const validation *v, const contract_inputs *inputs)
{
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->stage == STAGE_CORRECTNESS && one->what.inputs == inputs && failed(v, one) &&
            (fails_with_its_kin(v, one, false) || fails_with_its_kin(v, one, true)))
            return i;
    }
    return SIZE_MAX;
}

static const char *settings_of(const validation *v, const contract_inputs *inputs)
{
    const char *all = "";
    for (size_t i = 0; i < inputs->setting_count; i++)
        all = arena_format(&v->candidate_source->memory, "%s%s%s = %s", all, i ? "; " : "", inputs->settings[i].name,
                           inputs->settings[i].text);
    return all;
}

static bool same_outputs(const validation *v, const trial *a, const trial *b)
{
    bool same = true;
    for (size_t i = 0; same && i < v->contract->argument_count; i++) {
        size_t size = 0, other = 0;
        const contract_argument *argument = &v->contract->arguments[i];
        if (argument->role != CONTRACT_OUT && argument->role != CONTRACT_INOUT)
            continue;
        void *mine = trial_output(a, argument->name, &size), *its = trial_output(b, argument->name, &other);
        same = mine && its && size == other && memcmp(mine, its, size) == 0;
        free(mine);
        free(its);
    }
    return same;
}

/* The same inputs but for one setting. */
static const contract_inputs *without(const validation *v, const contract_inputs *inputs, size_t setting)
{
    arena *memory = &v->candidate_source->memory;
    contract_inputs *to = arena_take(memory, 1, sizeof *to);
    if (inputs->setting_count == 1)
        return NULL;
    *to = *inputs;
    to->settings = arena_take(memory, inputs->setting_count, sizeof *to->settings);
    to->setting_count = 0;
    for (size_t i = 0; i < inputs->setting_count; i++)
        if (i != setting)
            to->settings[to->setting_count++] = inputs->settings[i];
    return to;
}

/* A value that the kernel is told, and that makes no difference. */
static bool find_ignored(experiments *with, size_t n)
{
    validation *v = with->v;
    const contract_inputs *inputs = v->trials.item[n].what.inputs;
    for (size_t i = 0; i < inputs->setting_count; i++) {
        const contract_argument *a = contract_argument_named(v->contract, inputs->settings[i].name);
        trial other = v->trials.item[n];
        other.what.inputs = without(v, inputs, i);
        size_t usual = a && a->role == CONTRACT_VALUE && a->initial ? experiment_find(with, &other) : SIZE_MAX;
        if (usual == SIZE_MAX || !same_outputs(v, &v->trials.item[n], &v->trials.item[usual]))
            continue;
        hint(v, "the kernel does not use the %s that it is told: it writes the same bits for %s and for %s", a->name,
             inputs->settings[i].text, a->initial);
        return true;
    }
    return false;
}

/* Ordinary inputs pass, these do not. */
static void find_inputs(experiments *with)
{
    validation *v = with->v;
    split ordinary = split_by(v, STAGE_CORRECTNESS, has_inputs, NULL);
    for (size_t i = 0; i < v->contract->input_count && ordinary.inside_failed * 4 <= ordinary.inside; i++) {
        const contract_inputs *inputs = &v->contract->inputs[i];
        size_t n = fails_for_sure(v, inputs);
        char place[512];
        if (n == SIZE_MAX || find_ignored(with, n))
            continue;
        trial usual = v->trials.item[n];
        usual.what.inputs = NULL;
        if (experiment_right(with, &usual) == 1)
            hint(v, "inputs: %s: wrong with %s, right with the ordinary ones (%s)", inputs->title,
                 settings_of(v, inputs), trial_describe(&usual, place, sizeof place));
    }
}

/* ---- Sizes */

/* Sizes of a trial with the value of one name changed. */
static const contract_sizes *resized(const trial *of, size_t name, long value)
{
    const contract_sizes *from = of->what.sizes;
    arena *memory = &of->binding->kernel->memory;
    const char **values = arena_take(memory, from->name_count, sizeof *values);
    contract_sizes *to = arena_take(memory, 1, sizeof *to);
    memcpy(values, from->values + of->what.row * from->name_count, from->name_count * sizeof *values);
    values[name] = arena_format(memory, "%ld", value);
    *to = (contract_sizes){from->names, values, from->name_count, 1};
    return to;
}

static trial with_size(const trial *of, size_t name, long value)
{
    trial one = *of;
    one.what.sizes = resized(of, name, value);
    one.what.row = 0;
    return one;
}

static long size_of(const trial *of, size_t name)
{
    return strtol(of->what.sizes->values[of->what.row * of->what.sizes->name_count + name], NULL, 10);
}

/* Sizes next to the trial's. Which: the name of which one is changed; behind the last name, all are by as much. */
static trial moved(const trial *from, size_t which, long by)
{
    trial one = *from;
    for (size_t name = 0; name < from->what.sizes->name_count; name++)
        if (which == name || which == from->what.sizes->name_count)
            one = with_size(&one, name, size_of(from, name) + by);
    return one;
}

static bool has_sizes(const trial *one, const trial *near)
{
    for (size_t name = 0; name < one->what.sizes->name_count; name++)
        if (size_of(one, name) < 1 || size_of(one, name) > 2 * size_of(near, name) + USUAL_SIMD_WIDTH)
            return false;
    return true;
}

/* The nearest of them that are within `in` (may be NULL) and not within `out`. */
static bool find_nearest(const validation *v, const trial *from, const contract_hint *in, const contract_hint *out,
                         trial *to)
{
    enum { FARTHEST = 2048 };
    for (long distance = 1; distance <= FARTHEST; distance++)
        for (size_t which = 0; which <= from->what.sizes->name_count; which++)
            for (int side = -1; side <= 1; side += 2) {
                *to = moved(from, which, side * distance);
                if (has_sizes(to, from) && (!in || has_size(v, to, in)) && !has_size(v, to, out))
                    return true;
            }
    return false;
}

/* A trial of the validation that is right, and differs from this one in nothing but sizes. */
static size_t find_right(const validation *v, const trial *like, const contract_hint *out)
{
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->stage == STAGE_CORRECTNESS && of_candidate(v, one) && trial_good(one) && akin(one, like, true) &&
            one->what.inputs == like->what.inputs && strcmp(one->what.threadgroup, like->what.threadgroup) == 0 &&
            (!out || !has_size(v, one, out)))
            return i;
    }
    return SIZE_MAX;
}

/* Sizes that are within this split, but not within another that separates as well, are right: it is the other. */
static bool refuted(experiments *with, const trial *failing, size_t n, const bool *separating)
{
    const contract *contract = with->v->contract;
    for (size_t i = 0; i < contract->split_count; i++) {
        trial other;
        if (i != n && separating[i] &&
            find_nearest(with->v, failing, &contract->splits[n], &contract->splits[i], &other) &&
            experiment_right(with, &other) == 1)
            return true;
    }
    return false;
}

static void say_split(experiments *with, const trial *failing, const contract_hint *split)
{
    validation *v = with->v;
    trial other;
    size_t known = SIZE_MAX;
    if (!find_nearest(v, failing, NULL, split, &other) || experiment_right(with, &other) != 1) {
        known = find_right(v, failing, split);
        if (known == SIZE_MAX)
            return;
        other = v->trials.item[known];
    }
    hint(v, "only sizes fail with %s: right at %s, wrong at %s", split->means,
         compose_sizes(other.binding, &other.what), compose_sizes(failing->binding, &failing->what));
}

/* Between a size that is right and one that is wrong: the two neighbours where it turns. */
static void find_turn(experiments *with, const trial *wrong, const trial *right)
{
    trial bad = *wrong, good = bad;
    size_t name = 0;
    for (; name < bad.what.sizes->name_count; name++) {
        good = with_size(&bad, name, size_of(right, name));
        int is = size_of(&bad, name) == size_of(right, name) ? 0 : experiment_right(with, &good);
        if (is == 1)
            break;
        if (is < 0)
            return;
        bad = good;
    }
    for (long low = size_of(&good, name), high = size_of(&bad, name); labs(high - low) > 1;) {
        trial middle = with_size(&bad, name, (low + high) / 2);
        int is = experiment_right(with, &middle);
        if (is < 0)
            break;
        *(is ? &good : &bad) = middle;
        low = size_of(&good, name);
        high = size_of(&bad, name);
    }
    hint(with->v, "right at %s, wrong at %s, all else equal", compose_sizes(good.binding, &good.what),
         compose_sizes(bad.binding, &bad.what));
}

static void find_splits(experiments *with)
{
    validation *v = with->v;
    enum { MOST_SPLITS = 32 };
    bool separating[MOST_SPLITS] = {false};
    size_t first[MOST_SPLITS], count = v->contract->split_count < MOST_SPLITS ? v->contract->split_count : MOST_SPLITS;
    for (size_t i = 0; i < count; i++) {
        split s = split_by(v, STAGE_CORRECTNESS, has_size, &v->contract->splits[i]);
        separating[i] = separates(s);
        first[i] = s.first;
    }
    for (size_t i = 0; i < count; i++) {
        if (!separating[i])
            continue;
        const trial failing = v->trials.item[first[i]];
        if (!refuted(with, &failing, i, separating))
            say_split(with, &failing, &v->contract->splits[i]);
    }
}

/* What no split tells apart. */
static void find_sizes(experiments *with)
{
    validation *v = with->v;
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial one = v->trials.item[i];
        size_t right = one.stage == STAGE_CORRECTNESS && !one.what.inputs && wrong_result(&one) && failed(v, &one)
                           ? find_right(v, &one, NULL)
                           : SIZE_MAX;
        if (right == SIZE_MAX)
            continue;
        const trial good = v->trials.item[right];
        find_turn(with, &one, &good);
        return;
    }
}

/* ---- Layouts, threadgroups, types, modes */

/* Arrays whose rows do not follow one another. */
static void find_layouts(experiments *with)
{
    validation *v = with->v;
    static const contract_hint view = {.text = "LAYOUT != 0"};
    split s = split_by(v, STAGE_CORRECTNESS, has_size, &view);
    if (!v->candidate.kernel->says.layout_count || !separates(s))
        return;
    const contract *contract = v->contract;
    trial other = v->trials.item[s.first];
    const char **options = arena_take(&v->candidate_source->memory, contract->option_count, sizeof *options);
    const char *was = "";
    for (size_t i = 0; i < contract->option_count; i++) {
        bool layout = strcmp(contract->options[i].name, "LAYOUT") == 0;
        was = layout ? other.what.options[i] : was;
        options[i] = layout ? "0" : other.what.options[i];
    }
    char place[512];
    other.what.options = options;
    if (experiment_right(with, &other) == 1)
        hint(v, "only inputs that are not row-contiguous fail: right with LAYOUT=0, wrong with LAYOUT=%s (%s)", was,
             trial_describe(&other, place, sizeof place));
}

/* The same with another threadgroup, which is none of this kind, is right. */
static bool say_threadgroups(experiments *with, size_t n, predicate *is, const char *means, const char *advice)
{
    validation *v = with->v;
    for (const char *const *size = binding_threadgroups(&v->candidate); *size; size++) {
        const trial bad = v->trials.item[n];
        trial good = bad;
        good.what.threadgroup = *size;
        if (is(v, &good, NULL) || experiment_right(with, &good) != 1)
            continue;
        hint(v, "%s: right with %s, wrong with %s (%s, %s)%s", means, *size, bad.what.threadgroup, bad.what.type,
             compose_sizes(bad.binding, &bad.what), advice);
        return true;
    }
    return false;
}

/* Of kinds that hold all failures, those that mostly fail; if none does, the one that fails most. */
static void find_threadgroups(experiments *with)
{
    static const char unlike[] = "; if it is never dispatched like that, say so with --threadgroups";
    const struct {
        predicate *is;
        const char *means, *advice;
    } kinds[] = {{odd_threadgroup, "only threadgroups fail whose size is no power of two", unlike},
                 {uneven_threadgroup, "only threadgroups fail whose size is no multiple of 32", unlike},
                 {wide_threadgroup, "threadgroups of one SIMD-group pass, larger ones fail", ""}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    size_t best = KINDS, first = SIZE_MAX;
    double highest = 0;
    bool said = false;
    for (size_t i = 0; i < KINDS; i++) {
        split s = split_by(with->v, STAGE_THREADGROUPS, kinds[i].is, NULL);
        if (!s.inside_failed || s.outside_failed || !s.outside)
            continue;
        double share = (double)s.inside_failed / (double)s.inside;
        if (share > highest) {
            best = i;
            first = s.first;
        }
        highest = fmax(share, highest);
        if (separates(s))
            said |= say_threadgroups(with, s.first, kinds[i].is, kinds[i].means, kinds[i].advice);
    }
    if (!said && best < KINDS)
        say_threadgroups(with, first, kinds[best].is, kinds[best].means, kinds[best].advice);
}

static void find_types(experiments *with)
{
    validation *v = with->v;
    split s = split_by(v, STAGE_CORRECTNESS, short_type, NULL);
    if (!separates(s))
        return;
    bool half = split_by(v, STAGE_CORRECTNESS, has_type, "half").inside_failed > 0,
         bfloat = split_by(v, STAGE_CORRECTNESS, has_type, "bfloat").inside_failed > 0;
    trial other = v->trials.item[s.first];
    char place[512];
    other.what.type = "float";
    if (experiment_right(with, &other) == 1)
        hint(v, "%s, float passes, all else equal (%s)",
             half && bfloat ? "half and bfloat fail"
             : half         ? "half fails"
                            : "bfloat fails",
             trial_describe(&v->trials.item[s.first], place, sizeof place));
}

static void find_modes(experiments *with)
{
    validation *v = with->v;
    split s = split_by(v, STAGE_CORRECTNESS, fast_mode, NULL);
    if (!separates(s))
        return;
    trial other = v->trials.item[s.first];
    char place[512];
    other.math = METAL_MATH_SAFE;
    other.functions = METAL_FUNCTIONS_PRECISE;
    if (experiment_right(with, &other) == 1)
        hint(v, "only fast math fails, which keeps no order, INF, NaN or signed zero; right: %s",
             trial_describe(&other, place, sizeof place));
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

/* ---- Schedules */

/* What a schedule does that Metal permits. */
static const char *schedule_permits(schedule schedule)
{
    if (schedule == SCHEDULE_REVERSED || schedule == SCHEDULE_SHUFFLED)
        return "it fails as soon as threadgroups, or the SIMD-groups in them, run in another order; Metal promises no "
               "order of "
               "them, nor that several are under way at once";
    if (schedule >= SCHEDULE_ROWS)
        return "it fails as soon as the elements of cooperative tensors lie elsewhere; Metal promises no layout, "
               "get_multidimensional_index and is_valid_element tell it";
    return "only weak memory fails: there a load and a store are no single update, a compare-exchange that may fail "
           "does, and writes come late where no fence is";
}

/* Right by itself, most of the time, and wrong as softmetal may schedule it. */
static bool find_schedule(experiments *with)
{
    validation *v = with->v;
    const stage_result *ordinary = &v->stages[STAGE_CORRECTNESS];
    bool any = false, said = false;
    if (ordinary->failed * 4 > ordinary->run)
        return false;
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial bad = v->trials.item[i];
        if (bad.stage != STAGE_SCHEDULE || !failed(v, &bad))
            continue;
        trial usual = bad;
        usual.schedule = SCHEDULE_ANY;
        char place[512];
        any = true;
        if (said || experiment_right(with, &usual) != 1)
            continue;
        said = true;
        hint(v, "%s (right otherwise, wrong at %s)", schedule_permits(bad.schedule),
             trial_describe(&bad, place, sizeof place));
    }
    return any;
}

/* A kernel that crashes or hangs by itself is not run for more. */
static bool unfit(const validation *v, const trial *one)
{
    return failed(v, one) && one->outcome.verdict != VERDICT_FAIL && one->schedule == SCHEDULE_ANY;
}

static size_t count_hints(const validation *v)
{
    size_t count = 0;
    for (size_t i = 0; i < v->finding_count; i++)
        count += v->findings[i].stage == STAGE_COUNT;
    return count;
}

/* What a thread keeps in memory, if it is more than the registers of a GPU may hold. Only some devices tell. */
static void find_stack(validation *v)
{
    enum { WORTH_KNOWING = 1024 };
    for (size_t i = 0; i < v->candidate_source->function_count; i++) {
        const kernel_function *f = &v->candidate_source->functions[i];
        if (f->stack < WORTH_KNOWING)
            continue;
        finding *found =
            validation_add(v, STAGE_CORRECTNESS, false, NULL,
                           "each thread of kernel %s keeps %lu bytes on its stack, as %s compiles it: more "
                           "than registers hold",
                           f->name, f->stack, v->device);
        if (found)
            found->line = f->line;
    }
}

void diagnose(validation *v, bool run)
{
    find_generic_this(v);
    find_stack(v);
    bool any = false;
    for (size_t i = 0; i < v->trials.count; i++) {
        any |= failed(v, &v->trials.item[i]);
        run = run && !unfit(v, &v->trials.item[i]);
    }
    if (!any)
        return;
    experiments with = experiments_begin(v, run);
    size_t before = count_hints(v);
    find_mistakes(v);
    if (!find_schedule(&with)) { /* what else fails does so by chance */
        find_narrowness(&with);
        find_inputs(&with);
        find_splits(&with);
        find_layouts(&with);
        find_threadgroups(&with);
        find_types(&with);
        find_modes(&with);
        if (count_hints(v) == before)
            find_sizes(&with);
    }
    experiments_end(&with);
}
