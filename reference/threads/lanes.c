/* lanes.c: what the functions of SIMD-groups and quad-groups give to each lane (MSL 6.10.2, 6.10.3). One model serves
 * both: a quad-group is a SIMD-group of four lanes. A view is the group around one thread: how wide it is, which of its
 * lanes exist and take part. Everything else is asked of the view.
 *
 * Every output has one element per thread of the grid. Threads fill SIMD-groups in the order of their index in the
 * threadgroup (5.2.3.6), quad-groups divide SIMD-groups; the last group of a threadgroup may be partial. All references
 * take as last argument, if they like, an array `active` of one number per thread: threads whose number is zero do not
 * call the function. What such a thread receives is unjudged, and so is what others read from it (6.10.2). */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include "../core/reference.h"
#include <math.h>
#include <stdlib.h>

enum { QUAD = 4 };

typedef enum { SIMD_GROUP, QUAD_GROUP } lane_group;

typedef struct view {
    const reference_call *call;
    reference_thread thread;
    uint32_t width, lane;  /* of the group; of this thread in it */
    uint32_t first, lanes; /* index in the threadgroup of lane 0; lanes that exist */
    const reference_array *active;
} view;

static view view_of(const reference_call *call, lane_group group, const reference_array *active, size_t index)
{
    view v = {.call = call, .width = group == QUAD_GROUP ? QUAD : call->dispatch->simd_width, .active = active};
    reference_thread_at(call->dispatch, index, &v.thread);
    v.lane = v.thread.lane % v.width;
    v.first = v.thread.index_in_group - v.lane;
    uint32_t left = v.thread.lane - v.lane;
    left = v.thread.simd_lanes - left;
    v.lanes = left < v.width ? left : v.width;
    return v;
}

/* Index in the grid of a lane that exists. */
static size_t thread_of(const view *v, uint32_t lane)
{
    return reference_thread_index(v->call->dispatch, v->thread.group, v->first + lane);
}

static bool takes_part(const view *v, uint32_t lane)
{
    return lane < v->lanes && (!v->active || array_bits(v->active, thread_of(v, lane), 0) != 0);
}

/* Threads that call the function. */
#define for_each_view(v, call, group, active)                                                                          \
    for (size_t index_ = 0; index_ < (call)->count; index_++)                                                          \
        for (view v = view_of(call, group, active, index_), *once_ = &v; once_; once_ = NULL)                          \
            if (takes_part(&v, v.lane))

/* Checks the arguments; `kinds` may be followed by the array of active threads. */
static bool arguments_with_active(reference_call *call, const char *kinds, size_t count, const reference_array **active)
{
    char all[8] = {0};
    bool selective = call->argument_count == count + 1;
    for (size_t i = 0; i < count; i++)
        all[i] = kinds[i];
    all[count] = selective ? 'a' : 0;
    if (!arguments_are(call, all))
        return false;
    *active = selective ? argument_array(call, count) : NULL;
    return true;
}

/* ---- Permutations: (data, parameter). The parameter is a number, or an array with one for each threadgroup, or for
 * expect_permuted_each one for each thread. */
typedef struct lane_source {
    enum { FROM_LANE, FROM_NOWHERE } kind; /* nowhere: the specification does not say */
    uint32_t lane;
    bool filling; /* of the filling data */
} lane_source;
typedef lane_source lane_function(uint32_t lane, uint32_t width, uint32_t parameter);

static lane_source lane_named(uint32_t lane, uint32_t width, uint32_t parameter)
{
    (void)lane;
    return (lane_source){parameter < width ? FROM_LANE : FROM_NOWHERE, parameter, false};
}

/* The upper `delta` lanes keep their own. */
static lane_source lane_down(uint32_t lane, uint32_t width, uint32_t delta)
{
    return (lane_source){FROM_LANE, lane + delta < width ? lane + delta : lane, false};
}

static lane_source lane_up(uint32_t lane, uint32_t width, uint32_t delta)
{
    (void)width;
    return (lane_source){FROM_LANE, lane >= delta ? lane - delta : lane, false};
}

/* No wrapping more than once is described. */
static lane_source lane_rotated_down(uint32_t lane, uint32_t width, uint32_t delta)
{
    return (lane_source){delta < width ? FROM_LANE : FROM_NOWHERE, (lane + delta) % width, false};
}

static lane_source lane_rotated_up(uint32_t lane, uint32_t width, uint32_t delta)
{
    return (lane_source){delta < width ? FROM_LANE : FROM_NOWHERE, (lane + width - delta % width) % width, false};
}

static lane_source lane_exclusive_or(uint32_t lane, uint32_t width, uint32_t mask)
{
    return lane_named(lane, width, lane ^ mask);
}

static void expect_from(reference_call *call, const view *v, const reference_array *data, lane_source source)
{
    if (source.kind == FROM_LANE && takes_part(v, source.lane))
        expect_element(call, v->thread.index, data, thread_of(v, source.lane));
}

/* A number, or an array's element for this thread's threadgroup. */
static uint32_t parameter_of(const reference_call *call, const view *v, size_t n)
{
    const reference_array *array = call->argument[n].array;
    if (!array || array->count == 1)
        return (uint32_t)argument_size(call, n);
    const uint32_t *group = v->thread.group, *groups = call->dispatch->groups;
    return (uint32_t)array_bits(array, group[0] + groups[0] * (group[1] + (size_t)groups[1] * group[2]), 0);
}

static bool parameter_array_fits(reference_call *call, size_t n, size_t count)
{
    const reference_array *array = call->argument[n].array;
    if (array && array->count != 1 && array->count < count)
        call->error = "the array of parameters is too short";
    return !call->error;
}

static size_t group_count(const reference_call *call)
{
    const uint32_t *groups = call->dispatch->groups;
    return (size_t)groups[0] * groups[1] * groups[2];
}

static void expect_permuted(reference_call *call, lane_group group, lane_function *source)
{
    const reference_array *active;
    bool per_group = call->argument_count > 1 && call->argument[1].array && call->argument[1].array->count != 1;
    if (!arguments_with_active(call, per_group ? "aa" : "an", 2, &active) ||
        !parameter_array_fits(call, 1, group_count(call)))
        return;
    for_each_view(v, call, group, active)
        expect_from(call, &v, argument_array(call, 0), source(v.lane, v.width, parameter_of(call, &v, 1)));
}

/* shuffle: each thread names its lane. */
static void expect_permuted_each(reference_call *call, lane_group group)
{
    const reference_array *active;
    if (!arguments_with_active(call, "aa", 2, &active) || !parameter_array_fits(call, 1, call->count))
        return;
    const reference_array *lane = argument_array(call, 1);
    for_each_view(v, call, group, active) expect_from(
        call, &v, argument_array(call, 0), lane_named(v.lane, v.width, (uint32_t)array_bits(lane, v.thread.index, 0)));
}

/* Vectors of `modulo` lanes shift by delta; what becomes free takes the other end of the filling data's vector. */
static lane_source filled(uint32_t lane, uint32_t delta, uint32_t modulo, bool down)
{
    uint32_t first = lane - lane % modulo, at = lane % modulo;
    if (down)
        return (lane_source){FROM_LANE, first + (at + delta) % modulo, at + delta >= modulo};
    return (lane_source){FROM_LANE, first + (at + modulo - delta) % modulo, at < delta};
}

/* (data, filling, delta, modulo): within vectors of `modulo` lanes; modulo 0 stands for the overload without. */
static void expect_filled(reference_call *call, lane_group group, bool down)
{
    const reference_array *active;
    bool deltas = call->argument_count > 2 && call->argument[2].array && call->argument[2].array->count != 1;
    bool modulos = call->argument_count > 3 && call->argument[3].array && call->argument[3].array->count != 1;
    const char *kinds = deltas ? (modulos ? "aaaa" : "aaan") : modulos ? "aana" : "aann";
    if (!arguments_with_active(call, kinds, 4, &active) || !parameter_array_fits(call, 2, group_count(call)) ||
        !parameter_array_fits(call, 3, group_count(call)))
        return;
    for_each_view(v, call, group, active)
    {
        uint32_t delta = parameter_of(call, &v, 2), modulo = parameter_of(call, &v, 3);
        bool allowed = modulo <= 32 && (modulo & (modulo - 1)) == 0 && modulo != 1 && modulo <= v.width;
        modulo = modulo ? modulo : v.width;
        if (!allowed || delta >= modulo)
            continue; /* not described */
        lane_source source = filled(v.lane, delta, modulo, down);
        expect_from(call, &v, argument_array(call, source.filling), source);
    }
}

/* ---- Reductions and scans: (data). A lane without active lanes below it gets the operation's neutral value.
 * Integers wrap if unsigned; a signed result beyond the type is not described, so it is unjudged, and so is a
 * floating one of which an intermediate result may lie beyond the range of normal numbers in some order. */
typedef enum { LANE_SUM, LANE_PRODUCT, LANE_MINIMUM, LANE_MAXIMUM, LANE_AND, LANE_OR, LANE_XOR } lane_reduction;
typedef enum { LANES_BELOW, LANES_UP_TO } lane_scan;

typedef struct reduction {
    double sum, magnitude, product;
    double least_product, most_product; /* bounds of every partial product's magnitude */
    double exponents;                   /* sum of |log2 |x||, infinite unless all are powers of two */
    bool whole;
    uint64_t wrapped_sum, wrapped_product, least, most, all_bits, any_bits, odd_bits;
    uint32_t lanes;
} reduction;

/* a < b, as numbers of this type; no NaN. */
static bool less(assay_scalar scalar, uint64_t a, uint64_t b)
{
    if (assay_scalar_is_float(scalar))
        return scalar_number(scalar, a) < scalar_number(scalar, b);
    return assay_scalar_is_signed(scalar) ? scalar_integer(scalar, a) < scalar_integer(scalar, b) : a < b;
}

static void reduction_add(reduction *r, assay_scalar scalar, uint64_t bits)
{
    double x = scalar_number(scalar, bits);
    int exponent;
    bool power = fabs(frexp(x, &exponent)) == 0.5;
    r->sum += x;
    r->magnitude += fabs(x);
    r->product *= x;
    r->least_product *= fmin(fabs(x), 1);
    r->most_product *= fmax(fabs(x), 1);
    r->exponents += power ? abs(exponent - 1) : INFINITY;
    r->whole = r->whole && x == rint(x);
    /* Signed values are extended, so that sums and products of theirs are right in 64 bits. */
    uint64_t extended = assay_scalar_is_float(scalar) ? bits : (uint64_t)scalar_integer(scalar, bits);
    r->wrapped_sum += extended;
    r->wrapped_product *= extended;
    r->least = !r->lanes || less(scalar, bits, r->least) ? bits : r->least;
    r->most = !r->lanes || less(scalar, r->most, bits) ? bits : r->most;
    r->all_bits &= bits;
    r->any_bits |= bits;
    r->odd_bits ^= bits;
    r->lanes++;
}

static reduction reduce(const view *v, const reference_array *data, unsigned component, uint32_t end)
{
    reduction r = {.product = 1,
                   .least_product = 1,
                   .most_product = 1,
                   .wrapped_product = 1,
                   .all_bits = UINT64_MAX,
                   .whole = true};
    for (uint32_t lane = 0; lane < end; lane++)
        if (takes_part(v, lane))
            reduction_add(&r, data->type.scalar, array_bits(data, thread_of(v, lane), component));
    return r;
}

static double largest(assay_scalar scalar)
{
    return scalar == SCALAR_HALF ? 65504 : 0x1.fep127;
}

/* Whole numbers whose magnitudes add up to what the significand holds are added exactly in every order. */
static void expect_real_sum(reference_call *call, size_t k, const reduction *r)
{
    assay_scalar scalar = call->type.scalar;
    double e = rounding_error(scalar), additions = r->lanes ? r->lanes - 1 : 0;
    if (r->whole && r->magnitude <= 2 / e)
        expect_near(call, k, r->sum, 0);
    else if (r->magnitude < largest(scalar))
        expect_near(call, k, r->sum,
                    accumulated_error(additions, e) * r->magnitude + additions * smallest_normal(scalar));
}

/* Powers of two are multiplied exactly in every order. */
static void expect_real_product(reference_call *call, size_t k, const reduction *r)
{
    assay_scalar scalar = call->type.scalar;
    double e = rounding_error(scalar), multiplications = r->lanes ? r->lanes - 1 : 0;
    if (r->least_product < smallest_normal(scalar) || r->most_product > largest(scalar))
        return;
    bool exact = isfinite(r->exponents);
    expect_near(call, k, r->product, exact ? 0 : accumulated_error(multiplications, e) * fabs(r->product));
}

static void expect_wrapped(reference_call *call, size_t k, uint64_t value, double magnitude)
{
    assay_scalar scalar = call->type.scalar;
    unsigned bits = 8 * (unsigned)assay_scalar_size(scalar);
    if (assay_scalar_is_signed(scalar) && magnitude >= ldexp(1, (int)bits - 1)) {
        /* In narrow types 64 bits still hold the true result. */
        int64_t result = (int64_t)value, limit = INT64_C(1) << (bits < 64 ? bits - 1 : 62);
        if (bits == 64 || magnitude >= 0x1p62 || result < -limit || result >= limit)
            return;
    }
    expect_bits(call, k, value & (UINT64_MAX >> (64 - bits)));
}

static void expect_reduction(reference_call *call, size_t k, lane_reduction kind, const reduction *r)
{
    bool real = assay_scalar_is_float(call->type.scalar);
    uint64_t mask = UINT64_MAX >> (64 - 8 * assay_scalar_size(call->type.scalar));
    switch (kind) {
    case LANE_SUM:
        if (real)
            expect_real_sum(call, k, r);
        else
            expect_wrapped(call, k, r->wrapped_sum, r->magnitude);
        break;
    case LANE_PRODUCT:
        if (real)
            expect_real_product(call, k, r);
        else
            expect_wrapped(call, k, r->wrapped_product, r->most_product);
        break;
    case LANE_MINIMUM: expect_bits(call, k, r->least); break;
    case LANE_MAXIMUM: expect_bits(call, k, r->most); break;
    case LANE_AND: expect_bits(call, k, r->all_bits & mask); break;
    case LANE_OR: expect_bits(call, k, r->any_bits); break;
    case LANE_XOR: expect_bits(call, k, r->odd_bits); break;
    }
}

static bool reducible(reference_call *call, const reference_array **active)
{
    if (!arguments_with_active(call, "a", 1, active))
        return false;
    const assay_type *from = &argument_array(call, 0)->type;
    if (from->scalar != call->type.scalar || from->lanes != call->type.lanes)
        call->error = "data and result differ in type";
    return !call->error;
}

static void expect_reduced(reference_call *call, lane_group group, lane_reduction kind)
{
    const reference_array *active;
    if (!reducible(call, &active))
        return;
    for_each_view(v, call, group, active) for (unsigned c = 0; c < call->type.lanes; c++)
    {
        reduction r = reduce(&v, argument_array(call, 0), c, v.lanes);
        expect_reduction(call, v.thread.index * call->type.lanes + c, kind, &r);
    }
}

static void expect_scanned(reference_call *call, lane_group group, lane_reduction kind, lane_scan end)
{
    const reference_array *active;
    if (!reducible(call, &active))
        return;
    for_each_view(v, call, group, active) for (unsigned c = 0; c < call->type.lanes; c++)
    {
        reduction r = reduce(&v, argument_array(call, 0), c, v.lane + (end == LANES_UP_TO));
        expect_reduction(call, v.thread.index * call->type.lanes + c, kind, &r);
    }
}

static uint32_t first_active(const view *v)
{
    uint32_t lane = 0;
    while (!takes_part(v, lane))
        lane++;
    return lane;
}

/* broadcast_first */
static void expect_first(reference_call *call, lane_group group)
{
    const reference_array *active;
    if (!reducible(call, &active))
        return;
    for_each_view(v, call, group, active)
        expect_element(call, v.thread.index, argument_array(call, 0), thread_of(&v, first_active(&v)));
}

/* ---- Votes: (predicate), except for the last two, which ask nothing: (). Numbers 0 and 1; a ballot has one bit for
 * each lane, lane 0 lowest. LANE_BALLOT_ALL and _ANY are the members all() and any() of the ballot (6.10.2.1). */
typedef enum {
    LANE_ALL,
    LANE_ANY,
    LANE_BALLOT,
    LANE_BALLOT_ALL,
    LANE_BALLOT_ANY,
    LANE_ACTIVE,
    LANE_IS_FIRST
} lane_vote;

static uint64_t vote(const view *v, const reference_array *predicate, lane_vote kind)
{
    uint64_t active = 0, ballot = 0, everybody = v->width == 64 ? UINT64_MAX : (UINT64_C(1) << v->width) - 1;
    for (uint32_t lane = 0; lane < v->lanes; lane++) {
        if (!takes_part(v, lane))
            continue;
        active |= UINT64_C(1) << lane;
        if (predicate && array_bits(predicate, thread_of(v, lane), 0) != 0)
            ballot |= UINT64_C(1) << lane;
    }
    switch (kind) {
    case LANE_ALL: return ballot == active;
    case LANE_ANY:
    case LANE_BALLOT_ANY: return ballot != 0;
    case LANE_BALLOT: return ballot;
    case LANE_BALLOT_ALL: return ballot == everybody;
    case LANE_ACTIVE: return active;
    case LANE_IS_FIRST: break;
    }
    return first_active(v) == v->lane;
}

static void expect_vote(reference_call *call, lane_group group, lane_vote kind)
{
    const reference_array *active;
    size_t asked = kind == LANE_ACTIVE || kind == LANE_IS_FIRST ? 0 : 1;
    if (!arguments_with_active(call, "a", asked, &active))
        return;
    const reference_array *predicate = asked ? argument_array(call, 0) : NULL;
    for_each_view(v, call, group, active)
    {
        /* Whether simd_vote::all() of a partial SIMD-group asks for lanes that do not exist, too, is not said; that of
         * a quad-group asks for the four bottom bits (6.10.3). */
        uint64_t existing = (UINT64_C(1) << (v.lanes - 1) << 1) - 1;
        if (kind == LANE_BALLOT_ALL && group == SIMD_GROUP && v.lanes < v.width &&
            vote(&v, predicate, LANE_BALLOT) == existing)
            continue;
        expect_bits(call, v.thread.index, vote(&v, predicate, kind));
    }
}

/* The class simd_vote and quad_vote, made from a mask (6.10.2.1): bits of lanes that no group has do not count.
 * LANE_BALLOT_ALL, LANE_BALLOT_ANY, or LANE_BALLOT for the cast. */
static void expect_vote_member(reference_call *call, lane_group group, lane_vote kind)
{
    if (!arguments_are(call, "a"))
        return;
    uint32_t width = group == QUAD_GROUP ? QUAD : call->dispatch->simd_width;
    uint64_t lanes = UINT64_MAX >> (64 - width);
    for (size_t i = 0; i < call->count; i++) {
        uint64_t bits = array_bits(argument_array(call, 0), i, 0) & lanes;
        expect_bits(call, i, kind == LANE_BALLOT_ALL ? bits == lanes : kind == LANE_BALLOT_ANY ? bits != 0 : bits);
    }
}

/* simd_chain(data, steps): a chain of shuffles and sums, each of the last one's results: what no_barrier_needed.metal
 * computes, in SIMD-groups without absent lanes. */
REFERENCE(simd_chain)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *data = argument_array(call, 0);
    uint32_t width = call->dispatch->simd_width, value[64], next[64];
    for (size_t first = 0; first + width <= call->count; first += width) {
        for (uint32_t lane = 0; lane < width; lane++)
            value[lane] = (uint32_t)array_bits(data, first + lane, 0);
        for (uint32_t k = 0; k < argument_size(call, 1); k++) {
            uint32_t sum = 0;
            for (uint32_t lane = 0; lane < width; lane++)
                sum += next[lane] = value[lane] * 5 + value[lane ^ k % 16] / 3;
            for (uint32_t lane = 0; lane < width; lane++)
                value[lane] = next[lane] ^ sum / 7 ^ next[(lane + 1) % width] / 5;
        }
        for (uint32_t lane = 0; lane < width; lane++)
            expect_bits(call, first + lane, value[lane]);
    }
}

/* ---- All of them by name: simd_NAME and quad_NAME are the same of other groups. */
#define BOTH(name, expect)                                                                                             \
    REFERENCE(simd_##name)                                                                                             \
    {                                                                                                                  \
        const lane_group group = SIMD_GROUP;                                                                           \
        expect;                                                                                                        \
    }                                                                                                                  \
    REFERENCE(quad_##name)                                                                                             \
    {                                                                                                                  \
        const lane_group group = QUAD_GROUP;                                                                           \
        expect;                                                                                                        \
    }

BOTH(shuffle, expect_permuted_each(call, group))
BOTH(broadcast, expect_permuted(call, group, lane_named))
BOTH(shuffle_xor, expect_permuted(call, group, lane_exclusive_or))
BOTH(shuffle_down, expect_permuted(call, group, lane_down))
BOTH(shuffle_up, expect_permuted(call, group, lane_up))
BOTH(shuffle_rotate_down, expect_permuted(call, group, lane_rotated_down))
BOTH(shuffle_rotate_up, expect_permuted(call, group, lane_rotated_up))
BOTH(shuffle_and_fill_down, expect_filled(call, group, true))
BOTH(shuffle_and_fill_up, expect_filled(call, group, false))
BOTH(broadcast_first, expect_first(call, group))

BOTH(sum, expect_reduced(call, group, LANE_SUM))
BOTH(product, expect_reduced(call, group, LANE_PRODUCT))
BOTH(min, expect_reduced(call, group, LANE_MINIMUM))
BOTH(max, expect_reduced(call, group, LANE_MAXIMUM))
BOTH(and, expect_reduced(call, group, LANE_AND))
BOTH(or, expect_reduced(call, group, LANE_OR))
BOTH(xor, expect_reduced(call, group, LANE_XOR))
BOTH(prefix_exclusive_sum, expect_scanned(call, group, LANE_SUM, LANES_BELOW))
BOTH(prefix_inclusive_sum, expect_scanned(call, group, LANE_SUM, LANES_UP_TO))
BOTH(prefix_exclusive_product, expect_scanned(call, group, LANE_PRODUCT, LANES_BELOW))
BOTH(prefix_inclusive_product, expect_scanned(call, group, LANE_PRODUCT, LANES_UP_TO))

BOTH(all, expect_vote(call, group, LANE_ALL))
BOTH(any, expect_vote(call, group, LANE_ANY))
BOTH(ballot, expect_vote(call, group, LANE_BALLOT))
BOTH(ballot_all, expect_vote(call, group, LANE_BALLOT_ALL))
BOTH(ballot_any, expect_vote(call, group, LANE_BALLOT_ANY))
BOTH(active_threads_mask, expect_vote(call, group, LANE_ACTIVE))
BOTH(is_first, expect_vote(call, group, LANE_IS_FIRST))

BOTH(vote_bits, expect_vote_member(call, group, LANE_BALLOT))
BOTH(vote_all, expect_vote_member(call, group, LANE_BALLOT_ALL))
BOTH(vote_any, expect_vote_member(call, group, LANE_BALLOT_ANY))
