/* matmul.h: what operations on tensors (MSL 7.2) compute, once the lanes of a SIMD-group have met. */
#ifndef SOFTMETAL_MATMUL_H
#define SOFTMETAL_MATMUL_H
#include "../threads/meeting.h"

void sm_tensor_perform(const sm_meeting *meeting);
#endif
