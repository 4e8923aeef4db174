/* matmul.h: what operations on tensors (MSL 7.2) compute, once the lanes of a SIMD-group have met. */
#ifndef SOFTMETAL_MATMUL_H
#define SOFTMETAL_MATMUL_H
#include "kernel.h"
#include "simd.h"
#include "../include/__msl/operations.h"

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
/* Checked mode: what is wrong with a matmul2d or a convolution2d, and with a reduction. */
void sm_check_matmul(const sm_meeting *meeting);
void sm_check_reduction(const sm_meeting *meeting);
/* The same where all threads are at a barrier or have ended: whether SIMD-groups missed operations of others. */
void sm_check_operations(struct sm_team *team);
void sm_tensor_perform(const sm_meeting *meeting);
#endif
