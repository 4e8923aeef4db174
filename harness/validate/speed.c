/* speed.c: times by turns. Old and new run in alternating jobs of a few repetitions on one worker, so that whatever
 * else the machine does meets both alike; the first repetition of each job warms up and is dropped. Medians are
 * compared, and a bootstrap over the samples says how far the ratio can be trusted. Samples of one job resemble each
 * other more than the bootstrap believes, so rounds must agree as well: each compares a job with its neighbour. Were
 * both as fast, either side would have half of the rounds; a verdict needs so many on one side that chance puts them
 * there once in thousands of times, and rounds go on until one is found or none can be any more. */
#include "speed.h"
#include "../base/home.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 1000, ROOFLINE_REPEATS = 5 };
static const double same_within = 0.03;           /* ratios this close to 1 are the same speed */
static const double chance_of_error = 1.0 / 3800; /* of each side, in 12 rounds that agree, or 24 of which 3 do not */

/* ---- Statistics */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t count, double q)
{
    double at = q * (double)(count - 1);
    size_t low = (size_t)at, high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (at - (double)low) * (sorted[high] - sorted[low]);
}

void samples_summarise(samples *s)
{
    if (!s->count)
        return;
    double sorted[SPEED_ROUNDS * SPEED_REPEATS];
    memcpy(sorted, s->value, s->count * sizeof *sorted);
    qsort(sorted, s->count, sizeof *sorted, ascending);
    s->median = quantile(sorted, s->count, 0.5);
    s->low = quantile(sorted, s->count, 0.25);
    s->high = quantile(sorted, s->count, 0.75);
}

static double resampled_median(const samples *s, uint64_t seed, uint64_t n)
{
    double picked[SPEED_ROUNDS * SPEED_REPEATS];
    for (size_t i = 0; i < s->count; i++)
        picked[i] = s->value[random_bits(seed, n * s->count + i) % s->count];
    qsort(picked, s->count, sizeof *picked, ascending);
    return quantile(picked, s->count, 0.5);
}

static double round_median(const samples *s, size_t round)
{
    double picked[SPEED_REPEATS];
    memcpy(picked, s->value + round * SPEED_REPEATS, sizeof picked);
    qsort(picked, SPEED_REPEATS, sizeof *picked, ascending);
    return quantile(picked, SPEED_REPEATS, 0.5);
}

typedef struct tally {
    size_t rounds, slower, faster;
} tally;

static tally count_rounds(const speed_row *row)
{
    tally t = {.rounds = row->candidate.count / SPEED_REPEATS};
    if (row->baseline.count != row->candidate.count)
        return (tally){0};
    for (size_t i = 0; i < t.rounds; i++) {
        double ratio = round_median(&row->candidate, i) / round_median(&row->baseline, i);
        t.slower += ratio > 1 + same_within;
        t.faster += ratio < 1 - same_within;
    }
    return t;
}

/* Of `rounds` tosses of a coin: how likely no more than `against` fall on one side. */
static double chance(size_t rounds, size_t against)
{
    double one = pow(0.5, (double)rounds), sum = 0;
    for (size_t k = 0; k <= against; k++) {
        sum += one;
        one *= (double)(rounds - k) / (double)(k + 1);
    }
    return sum;
}

static bool enough(size_t rounds, size_t on_side)
{
    return chance(rounds, rounds - on_side) < chance_of_error;
}

bool speed_decided(const speed_row *row)
{
    tally t = count_rounds(row);
    size_t left = SPEED_ROUNDS - t.rounds;
    if (t.rounds < SPEED_FEWEST || !left)
        return !left;
    bool open = enough(SPEED_ROUNDS, t.slower + left) || enough(SPEED_ROUNDS, t.faster + left);
    return !open || enough(t.rounds, t.slower) || enough(t.rounds, t.faster);
}

void speed_compare(speed_row *row)
{
    double ratios[RESAMPLES];
    size_t slower = 0, faster = 0;
    if (!row->candidate.count || !row->baseline.count || !(row->baseline.median > 0))
        return;
    for (size_t i = 0; i < RESAMPLES; i++) {
        ratios[i] = resampled_median(&row->candidate, 1, i) / resampled_median(&row->baseline, 2, i);
        slower += ratios[i] > 1 + same_within;
        faster += ratios[i] < 1 - same_within;
    }
    qsort(ratios, RESAMPLES, sizeof *ratios, ascending);
    row->ratio = row->candidate.median / row->baseline.median;
    row->ratio_low = quantile(ratios, RESAMPLES, 0.025);
    row->ratio_high = quantile(ratios, RESAMPLES, 0.975);
    row->verdict = slower >= 0.95 * RESAMPLES ? 1 : faster >= 0.95 * RESAMPLES ? -1 : 0;
    tally t = count_rounds(row);
    size_t on_side = row->verdict > 0 ? t.slower : t.faster;
    row->disagree = row->verdict && !enough(t.rounds, on_side);
    row->verdict = row->disagree ? 0 : row->verdict;
    row->confidence = row->verdict ? 1 - chance(t.rounds, t.rounds - on_side) : NAN;
}

/* ---- Runs */

static void take_samples(samples *to, const outcome *outcome)
{
    for (uint64_t i = 1; i < outcome->sample_count && to->count < SPEED_ROUNDS * SPEED_REPEATS; i++)
        to->value[to->count++] = outcome->samples[i];
}

static trial timed(const binding *b, const char *type, size_t row)
{
    return (trial){.stage = STAGE_SPEED,
                   .binding = b,
                   .what = {.type = type,
                            .threadgroup = *binding_threadgroups(b),
                            .sizes = &b->contract->bench,
                            .row = row,
                            .timed = true},
                   .math = METAL_MATH_FAST,
                   .functions = METAL_FUNCTIONS_FAST,
                   .repeats = SPEED_REPEATS + 1,
                   .partner = SIZE_MAX};
}

static bool baseline_takes(const binding *baseline, const char *type)
{
    assay_error error = {0};
    const char *const *types = baseline ? binding_types(baseline, &error) : NULL;
    for (; types && *types; types++)
        if (strcmp(*types, type) == 0)
            return true;
    return false;
}

/* What a size will take, judged by the last that was measured. */
static bool is_too_long(const speed *s, const speed_row *row)
{
    const speed_row *before = row;
    while (before > s->row && !before->candidate.count)
        before--;
    if (!(s->budget > 0) || !before->candidate.count || !(before->operations > 0))
        return false;
    double once = before->candidate.median * row->operations / before->operations;
    return once * (SPEED_FEWEST * SPEED_REPEATS + 1) > s->budget;
}

static bool describe_row(speed_row *to, const trial *one, assay_error *error)
{
    const contract *contract = one->binding->contract;
    snprintf(to->sizes, sizeof to->sizes, "%s", compose_sizes(one->binding, &one->what));
    snprintf(to->type, sizeof to->type, "%s", one->what.type);
    return (!contract->traffic || compose_number(one->binding, &one->what, contract->traffic, &to->bytes, error)) &&
           (!contract->work || compose_number(one->binding, &one->what, contract->work, &to->operations, error));
}

static bool measured(const speed_row *row, bool both)
{
    return both ? speed_decided(row) : row->candidate.count >= SPEED_FEWEST * SPEED_REPEATS;
}

/* New, old; in the next round old, new, so that neither is always the first. */
static bool run_round(speed_row *to, trials *trials, const trial *one, const trial *old, size_t round, pool *pool,
                      const options *options, assay_error *error)
{
    size_t first = trials->count;
    const trial *turn[] = {round % 2 && old ? old : one, round % 2 ? one : old};
    for (int i = 0; i < 1 + (old != NULL); i++)
        if (trials_add(trials, turn[i], error) == SIZE_MAX)
            return false;
    if (!trials_run(trials, first, trials->count, pool, options, NULL, error))
        return false;
    for (size_t i = first; i < trials->count && (round || !old); i++) {
        const trial *ran = &trials->item[i];
        take_samples(ran->binding == one->binding ? &to->candidate : &to->baseline, &ran->outcome);
    }
    samples_summarise(&to->candidate);
    samples_summarise(&to->baseline);
    return true;
}

/* One size. A round before the first shows it to the device: nobody takes its times. Alone there are no turns to take
 * and nothing is decided: a single job has as many repetitions as rounds need at least, since comparing its results may
 * take longer than all of them. */
static bool measure_row(speed_row *to, trials *trials, const binding *candidate, const binding *baseline,
                        const char *type, size_t row, pool *pool, const options *options, assay_error *error)
{
    bool both = baseline_takes(baseline, type);
    trial one = timed(candidate, type, row), old = one;
    if (!both)
        one.repeats = SPEED_FEWEST * SPEED_REPEATS + 1;
    else
        old = timed(baseline, type, row);
    size_t before = SIZE_MAX;
    for (size_t round = 0; !measured(to, both) && to->candidate.count != before; round++) {
        before = round || !both ? to->candidate.count : SIZE_MAX; /* what gives no times, gives none the next time */
        if (!run_round(to, trials, &one, both ? &old : NULL, round, pool, options, error))
            return false;
    }
    speed_compare(to);
    return true;
}

/* ---- Roofline */

typedef struct timing {
    samples samples;
} timing;

static bool timing_done(void *context, size_t job, outcome *outcome)
{
    (void)job;
    take_samples(&((timing *)context)->samples, outcome);
    return true;
}

/* Seconds that a shipped kernel takes; 0 if it cannot be told. */
static double time_of(const char *name, pool *pool, const options *options, assay_error *error)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/harness/validate/roofline/%s.metal", home_directory(), name);
    case_file *file = case_file_read(path, NULL, error);
    if (!file)
        return 0;
    timing timing = {0};
    pool_job job = {.wire = {.path = path,
                             .root = (char *)"",
                             .name = (char *)name,
                             .hash = (char *)case_file_hash(file),
                             .seed = options->seed,
                             .timeout = options->timeout,
                             .repeats = ROOFLINE_REPEATS + 1}};
    pool_events events = {.context = &timing, .done = timing_done};
    bool good = pool_run(pool, &job, 1, &events, error);
    case_file_destroy(file);
    samples_summarise(&timing.samples);
    return good ? timing.samples.median : 0;
}

/* Measures what a copy and a chain of multiply-adds reach. */
static bool roofline(speed *to, pool *pool, const options *options, assay_error *error)
{
    double copy = time_of("copy", pool, options, error);
    double wide = *error->text ? 0 : time_of("multiply_add", pool, options, error);
    double lanes = *error->text ? 0 : time_of("multiply_add_lanes", pool, options, error);
    if (*error->text)
        return false;
    to->copy_bandwidth = copy > 0 ? 2 * 8 * 1048576.0 / copy : 0;
    double work = 16384.0 * 8 * 64 * 4 * 2, fastest = wide > 0 && (wide < lanes || lanes <= 0) ? wide : lanes;
    to->peak = fastest > 0 ? work / fastest : 0; /* both do so many operations in all */
    return true;
}

/* ---- All sizes */

bool speed_measure(speed *to, trials *trials, const binding *candidate, const binding *baseline, const options *options,
                   assay_error *error)
{
    const char *const *types = binding_types(candidate, error);
    const contract_sizes *sizes = &candidate->contract->bench;
    /* softmetal left to itself runs small work on its slow engine, and after some time anew on the fast one. */
    const char *engine = options->engine ? options->engine : "vector";
    pool_options how = {.worker = {.device = options->device,
                                   .profile = options->profile,
                                   .personality = options->personality,
                                   .fault = options->fault,
                                   .engine = engine},
                        .workers = 1,
                        .timeout = options->timeout};
    pool *pool = types ? pool_start(&how, error) : NULL;
    to->row = calloc(sizes->row_count + 1, sizeof *to->row);
    if (pool)
        snprintf(to->device, sizeof to->device, "%s", pool_device(pool)->name);
    to->software = pool && pool_device(pool)->software;
    bool good = pool && to->row && roofline(to, pool, options, error);
    for (size_t row = 0; good && row < sizes->row_count; row++) {
        trial one = timed(candidate, types[0], row);
        bool admits, old_admits = true;
        good = compose_admits(candidate, &one.what, &admits, error) &&
               (!baseline || compose_admits(baseline, &one.what, &old_admits, error));
        if (!good || !admits || !old_admits)
            continue;
        speed_row *now = &to->row[to->count++];
        good = describe_row(now, &one, error);
        now->left_out = good && is_too_long(to, now);
        if (good && !now->left_out)
            good = measure_row(now, trials, candidate, baseline, types[0], row, pool, options, error);
    }
    pool_end(pool);
    return good;
}

void speed_clear(speed *speed)
{
    free(speed->row);
    *speed = (struct speed){0};
}
