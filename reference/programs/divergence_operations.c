/* divergence_operations.c: calls in the programs, and what they give to each lane of a SIMD-group's set that makes
 * them. */
#include "divergence_operations.h"

static uint32_t lowest(uint64_t set)
{
    uint32_t lane = 0;
    while (!(set >> lane & 1))
        lane++;
    return lane;
}

static uint32_t members(const uint32_t *h, uint64_t active, uint32_t lane)
{
    (void)h, (void)lane;
    return (uint32_t)active;
}

static uint32_t votes(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t ballot = 0;
    (void)lane;
    FOR_LANES(l, active & UINT32_MAX)
    ballot |= (h[l] >> 2 & 1) << l;
    return ballot;
}

static uint32_t head_count(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t count = 0;
    (void)h, (void)lane;
    FOR_LANES(l, active)
    count++;
    return count;
}

static uint32_t total(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t sum = 0;
    (void)lane;
    FOR_LANES(l, active)
    sum += h[l] & 0xffff;
    return sum;
}

static uint32_t highest(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t most = 0;
    (void)lane;
    FOR_LANES(l, active)
    most = h[l] > most ? h[l] : most;
    return most;
}

static uint32_t odd(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t bits = 0;
    (void)lane;
    FOR_LANES(l, active)
    bits ^= h[l];
    return bits;
}

static uint32_t first(const uint32_t *h, uint64_t active, uint32_t lane)
{
    (void)lane;
    return h[lowest(active)];
}

static uint32_t leads(const uint32_t *h, uint64_t active, uint32_t lane)
{
    (void)h;
    return lowest(active) == lane;
}

static uint32_t before(const uint32_t *h, uint64_t active, uint32_t lane)
{
    return total(h, active & ((UINT64_C(1) << lane) - 1), lane);
}

static uint32_t agreement(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t all = 1, any = 0;
    (void)lane;
    FOR_LANES(l, active)
    {
        all &= h[l] >> 3 & 1;
        any |= h[l] >> 5 & 1;
    }
    return all | any << 1;
}

static uint32_t quad_total(const uint32_t *h, uint64_t active, uint32_t lane)
{
    return total(h, active & (UINT64_C(15) << (lane & ~3u)), lane);
}

const divergence_operation divergence_operations[] = {
    {"members(h, c)", members, TOGETHER_NONE},       {"votes(h, c)", votes, TOGETHER_NONE},
    {"head_count(h, c)", head_count, TOGETHER_NONE}, {"total(h, c)", total, TOGETHER_NONE},
    {"highest(h, c)", highest, TOGETHER_NONE},       {"odd(h, c)", odd, TOGETHER_NONE},
    {"first(h, c)", first, TOGETHER_NONE},           {"leads(h, c)", leads, TOGETHER_NONE},
    {"before(h, c)", before, TOGETHER_NONE},         {"agreement(h, c)", agreement, TOGETHER_NONE},
    {"quad_total(h, c)", quad_total, TOGETHER_NONE}, {"neighbour(h, c)", NULL, TOGETHER_SIMDGROUP},
    {"exchange(h, c)", NULL, TOGETHER_GROUP},
};
_Static_assert(sizeof divergence_operations / sizeof *divergence_operations == OPERATIONS, "one row each");
