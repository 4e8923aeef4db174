/* meeting.h: lanes of a SIMD-group that have come to an operation on tensors. */
#ifndef SOFTMETAL_MEETING_H
#define SOFTMETAL_MEETING_H
#include "../../include/__msl/operations.h"
#include "../kernel.h"
#include "../functions/simd.h"

struct sm_team;

/* The lanes of a SIMD-group that take part. */
typedef struct sm_meeting {
    const sm_site *site;
    const sm_lanes *lanes;
    uint64_t mask;
    bool apple;
    struct sm_team *checked; /* checked mode; otherwise NULL */
    uint32_t first;          /* of its threads, then */
} sm_meeting;

/* Whether the operation is one of these. */
static inline bool sm_is_tensor_operation(const sm_site *site)
{
    return site->operation == __MSL_MATMUL || site->operation == __MSL_REDUCE;
}
#endif
