/* checked_matmul.h: checked mode of the operations on tensors. */
#ifndef SOFTMETAL_CHECKED_MATMUL_H
#define SOFTMETAL_CHECKED_MATMUL_H
#include "../threads/meeting.h"

/* What is wrong with a matmul2d or a convolution2d, and with a reduction. */
void sm_check_matmul(const sm_meeting *meeting);
void sm_check_reduction(const sm_meeting *meeting);
/* A product whose K is `fixed` by its descriptor, or not if that is below 1, of matrices that have so much of it. */
void sm_check_inner(const sm_thread *thread, long fixed, long left, long right, uint32_t line, uint32_t column);
/* Where all threads are at a barrier or have ended: whether SIMD-groups missed operations of others. */
void sm_check_operations(struct sm_team *team);
#endif
