/* lane_inputs.c: inputs for the functions of SIMD- and quad-groups. A group sees numbers that are exact in every order
 * of adding or multiplying, so that a single lane too many shows, or numbers that need every bit of the type. Most
 * take the width of the group; threadgroups that are no multiple of it mix the two kinds. */
#include "../core/reference.h"

static size_t width_of(const input_call *call, size_t n)
{
    return call->argument_count > n && call->argument[n] >= 1 ? (size_t)call->argument[n] : 32;
}

static void store(input_call *call, size_t k, uint64_t bits)
{
    size_t lanes = call->type.lanes, size = assay_scalar_size(call->type.scalar);
    scalar_store(call->type.scalar, (char *)call->data + k / lanes * call->type.stride + k % lanes * size, bits);
}

static bool is_signed(const input_call *call)
{
    return assay_scalar_is_signed(call->type.scalar);
}

/* sparse_flags(WIDTH): 0 or 1: for each WIDTH elements in turn all ones, all zeros but one, all ones but one, random.
 */
INPUT(sparse_flags)
{
    size_t width = width_of(call, 0);
    for (size_t i = 0; i < call->count; i++) {
        bool chosen = i % width == i / width % width, random = random_bits(call->seed, i) & 1;
        const bool flag[4] = {true, chosen, !chosen, random};
        input_set(call, i, 0, flag[i / width % 4]);
    }
}

/* all_but_first(WIDTH): 0 for the first k of each WIDTH elements, otherwise 1, where k counts up from 0. */
INPUT(all_but_first)
{
    size_t width = width_of(call, 0);
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, i % width >= i / width % width);
}

/* quad_patterns(STEP): 0 or 1: bit i of a number below 16 for the i-th of four elements; the number goes up by one
 * every STEP times four elements, so that two of them with steps 1 and 16 meet in every combination. */
INPUT(quad_patterns)
{
    size_t step = width_of(call, 0);
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, i / 4 / step % 16 >> i % 4 & 1);
}

/* lane_maps(WIDTH): the lane to read, for each WIDTH elements in turn: the own one, the mirrored one, one for all, a
 * permutation (odd multiples), random. */
INPUT(lane_maps)
{
    size_t width = width_of(call, 0);
    for (size_t i = 0; i < call->count; i++) {
        size_t lane = i % width, turn = i / width;
        size_t map[5] = {lane, width - 1 - lane, turn % width, lane * (2 * turn + 1) % width,
                         (size_t)(random_bits(call->seed, i) % width)};
        input_set(call, i, 0, (double)map[turn % 5]);
    }
}

/* all_lane_maps(): for each four elements in turn one of the 256 ways to name lanes 0 to 3. */
INPUT(all_lane_maps)
{
    for (size_t i = 0; i < call->count; i++)
        input_set(call, i, 0, (double)(i / 4 % 256 >> 2 * (i % 4) & 3));
}

/* lane_values(WIDTH): WIDTH elements of small whole numbers, then WIDTH elements over the whole range of an integer or
 * in [-1, 1), and so on. */
INPUT(lane_values)
{
    size_t lanes = call->type.lanes, width = width_of(call, 0);
    for (size_t k = 0; k < call->count * lanes; k++) {
        uint64_t random = random_bits(call->seed, k);
        if (k / lanes / width % 2 == 0)
            input_set(call, k / lanes, (unsigned)(k % lanes),
                      is_signed(call) ? (double)(random % 7) - 3 : (double)(random % 8));
        else if (assay_scalar_is_float(call->type.scalar))
            input_set(call, k / lanes, (unsigned)(k % lanes), 2 * random_unit(call->seed, k) - 1);
        else
            store(call, k, random);
    }
}

/* A factor that multiplies exactly: of each ten lanes one is no 1. */
static double exact_factor(const input_call *call, uint64_t random, size_t lane)
{
    static const double real[] = {-1, 2, 0.5, -2}, whole[] = {3, 2, 5, 3};
    double negative = is_signed(call) ? -1 : 1;
    if (lane % 10 != random % 10)
        return 1;
    return assay_scalar_is_float(call->type.scalar) ? real[random / 16 % 4]
                                                    : whole[random / 16 % 4] * (random >> 20 & 1 ? negative : 1);
}

/* lane_factors(WIDTH): for products: WIDTH elements most of which are 1, the others powers of two or small integers;
 * then WIDTH elements of magnitude 0.9 to 1.1, or odd integers over the whole range; and so on. */
INPUT(lane_factors)
{
    size_t lanes = call->type.lanes, width = width_of(call, 0);
    for (size_t k = 0; k < call->count * lanes; k++) {
        uint64_t random = random_bits(call->seed, k);
        double near_one = (0.9 + 0.2 * random_unit(call->seed, k)) * (random & 1 ? -1 : 1);
        if (k / lanes / width % 2 == 0)
            input_set(call, k / lanes, (unsigned)(k % lanes), exact_factor(call, random, k / lanes % width));
        else if (assay_scalar_is_float(call->type.scalar))
            input_set(call, k / lanes, (unsigned)(k % lanes), near_one);
        else
            store(call, k, random | 1);
    }
}

/* vote_patterns(WIDTH): 0 or 1: for each WIDTH elements in turn none, one, all but one, all, random. Five of these meet
 * the four of sparse_flags in every combination. */
INPUT(vote_patterns)
{
    size_t width = width_of(call, 0);
    for (size_t i = 0; i < call->count; i++) {
        bool chosen = i % width == 7 * (i / width) % width, random = random_bits(call->seed, i) & 1;
        const bool vote[5] = {false, chosen, !chosen, true, random};
        input_set(call, i, 0, vote[i / width % 5]);
    }
}

/* modulos and deltas_of_modulos: every pair of a modulo in 2, 4, 8, 16, 32 and a delta below it, in this order. */
static void set_pairs(input_call *call, bool modulos)
{
    size_t i = 0;
    for (size_t modulo = 2; modulo <= 32; modulo *= 2)
        for (size_t delta = 0; delta < modulo && i < call->count; delta++)
            input_set(call, i++, 0, (double)(modulos ? modulo : delta));
    if (i < call->count)
        call->error = "there are 62 pairs of modulo and delta";
}

INPUT(modulos)
{
    set_pairs(call, true);
}

INPUT(deltas_of_modulos)
{
    set_pairs(call, false);
}

/* vote_masks(WIDTH): masks of 64 bits: none, each single bit, all of the lanes, all but one, those above, random. */
INPUT(vote_masks)
{
    size_t width = width_of(call, 0);
    uint64_t lanes = UINT64_MAX >> (64 - width);
    for (size_t i = 0; i < call->count; i++) {
        uint64_t one = UINT64_C(1) << i % 64, mask[5] = {one, lanes & ~one, lanes, ~lanes, random_bits(call->seed, i)};
        store(call, i, i == 0 ? 0 : mask[i < 64 ? 0 : i % 5]);
    }
}

/* few_bits: words that differ in few bits, so that AND and OR over many of them are neither nothing nor everything. */
INPUT(few_bits)
{
    uint64_t common = random_bits(call->seed, 0), varying = random_bits(call->seed, 1) & random_bits(call->seed, 2);
    for (size_t k = 0; k < call->count * call->type.lanes; k++)
        store(call, k, common ^ (random_bits(call->seed, k + 3) & varying));
}
