/* reduce.c: sums, maxima and minima over the rows or columns of a cooperative tensor (MSL 7.2.1), whose elements the
 * lanes of a SIMD-group hold. */
#include "reduce.h"
#include "../../include/__msl/cooperative.h"
#include "../checked/checked_matmul.h"
#include "../fault.h"
#include "matmul_element.h"
#include "../threads/team.h"
#include "../threads/worker.h"
#include <stdlib.h>

static __msl_reduce *reduction_of(const sm_meeting *m, uint32_t lane)
{
    return sm_meeting_record(m, lane);
}

static float reduce_float(uint32_t reduction, float so_far, float x)
{
    switch (reduction) {
    case __MSL_REDUCE_SUM: return so_far + x;
    case __MSL_REDUCE_MAX: return x > so_far ? x : so_far;
    default: return x < so_far ? x : so_far;
    }
}

static int32_t reduce_integer(uint32_t reduction, int32_t so_far, int32_t x)
{
    switch (reduction) {
    case __MSL_REDUCE_SUM: return (int32_t)((uint32_t)so_far + (uint32_t)x);
    case __MSL_REDUCE_MAX: return x > so_far ? x : so_far;
    default: return x < so_far ? x : so_far;
    }
}

/* The sums, from the identity on, of each lane's elements after the other's, in a type that holds them. */
static void reduce_lanes(const sm_meeting *m, const __msl_reduce *first, uint32_t *sums, bool rows)
{
    __msl_coop coop = first->source.coop;
    uint32_t type = first->source.type;
    size_t count = (size_t)coop.rows * (size_t)coop.columns;
    uint32_t *all = calloc(count + 1, sizeof *all);
    if (!all)
        sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
    SM_EACH_LANE(m, lane)
    {
        const __msl_reduce *r = reduction_of(m, (uint32_t)lane);
        int slots = __msl_coop_capacity(coop);
        for (int s = 0; s < slots; s++) {
            __msl_slot slot = __msl_coop_slot(coop, 0, (int)lane, s);
            const uint8_t *p = (const uint8_t *)r->source.data + (size_t)s * size_of(type);
            if (slot.valid)
                all[slot.row * coop.columns + slot.column] =
                    type == __MSL_I32 ? read_integer(type, p) : bits_from(read_float(type, p));
        }
    }
    if (sm_fault(SM_FAULT_reduce_skips_last))
        count -= (size_t)coop.columns;
    for (size_t i = 0; i < count; i++) {
        uint32_t *sum = &sums[rows ? i / (size_t)coop.columns : i % (size_t)coop.columns];
        *sum = type == __MSL_I32 ? (uint32_t)reduce_integer(first->reduction, (int32_t)*sum, (int32_t)all[i])
                                 : bits_from(reduce_float(first->reduction, float_from(*sum), float_from(all[i])));
    }
    free(all);
}

void sm_tensor_reduce(const sm_meeting *m)
{
    const __msl_reduce *first = reduction_of(m, (uint32_t)__builtin_ctzll(m->mask));
    if (m->checked)
        sm_check_reduction(m);
    __msl_coop coop = first->destination.coop;
    uint32_t type = first->destination.type;
    bool rows = coop.role == __MSL_ROW_REDUCTION;
    size_t count = (size_t)(rows ? coop.rows : coop.columns);
    uint32_t *sums = malloc((count + 1) * sizeof *sums);
    if (!sums)
        sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
    for (size_t i = 0; i < count; i++)
        sums[i] = sm_fault(SM_FAULT_reduce_identity_ignored) ? 0
                  : type == __MSL_I32                        ? first->identity
                                                             : bits_from(read_float(type, &first->identity));
    reduce_lanes(m, first, sums, rows);
    SM_EACH_LANE(m, lane)
    {
        const __msl_reduce *r = reduction_of(m, (uint32_t)lane);
        int slots = __msl_coop_capacity(coop);
        for (int s = 0; s < slots; s++) {
            __msl_slot slot = __msl_coop_slot(coop, 0, (int)lane, s);
            void *p = (uint8_t *)r->destination.data + (size_t)s * size_of(type);
            uint32_t sum = sums[rows ? slot.row : slot.column];
            if (!slot.valid)
                continue;
            if (type == __MSL_I32)
                write_integer(p, sum);
            else
                write_float(type, p, float_from(sum));
        }
    }
    free(sums);
}
