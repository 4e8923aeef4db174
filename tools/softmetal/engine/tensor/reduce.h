/* reduce.h: reductions of cooperative tensors (MSL 7.2.1). */
#ifndef SOFTMETAL_REDUCE_H
#define SOFTMETAL_REDUCE_H
#include "../threads/meeting.h"

void sm_tensor_reduce(const sm_meeting *meeting);
#endif
