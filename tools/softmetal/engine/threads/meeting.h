/* meeting.h: lanes of a SIMD-group that have come to an operation on tensors. */
#ifndef SOFTMETAL_MEETING_H
#define SOFTMETAL_MEETING_H
#include "../../include/__msl/cooperative.h"
#include "../../include/__msl/operations.h"
#include "../kernel.h"
#include "../functions/simd.h"
#include <stdbool.h>
#include <string.h>

struct sm_team;

/* The right factor of a product by several SIMD-groups, as multiply.c takes it: what the first has made of it, the
 * others use. Rows of `columns`, padded; `packed` of its `inner` rows are there. */
typedef struct sm_shared_factor {
    uint32_t simdgroups; /* of the threadgroup, for the whole of which it is */
    uint64_t came;       /* to the operation that it belongs to */
    const sm_site *site;
    __msl_operand operand;
    long inner, column, columns, packed;
    float *values;
    size_t room; /* values that there is room for */
} sm_shared_factor;

/* The lanes of a SIMD-group that take part. */
typedef struct sm_meeting {
    const sm_site *site;
    const sm_lanes *lanes;
    uint64_t mask;
    bool apple;
    struct sm_team *checked;  /* checked mode; otherwise NULL */
    uint32_t first;           /* of its threads, then */
    sm_shared_factor *shared; /* of the threadgroup; NULL: none, as in checked mode */
} sm_meeting;

#define SM_EACH_LANE(m, lane)                                                                                          \
    for (uint64_t rest_ = (m)->mask, lane; rest_ && (lane = (uint64_t)__builtin_ctzll(rest_), true); rest_ &= rest_ - 1)

/* What a lane brings: its __msl_matmul or __msl_reduce. */
static inline void *sm_meeting_record(const sm_meeting *m, uint32_t lane)
{
    uint64_t address;
    memcpy(&address, (const char *)m->lanes->a + lane * m->lanes->stride, sizeof address);
    return (void *)(uintptr_t)address;
}

/* Whether the operation is one of these. */
static inline bool sm_is_tensor_operation(const sm_site *site)
{
    return site->operation == __MSL_MATMUL || site->operation == __MSL_REDUCE;
}
#endif
