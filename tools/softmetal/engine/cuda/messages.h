/* messages.h: os_log from the GPU. */
#ifndef SOFTMETAL_CUDA_MESSAGES_H
#define SOFTMETAL_CUDA_MESSAGES_H
#include "../functions/log.h"
#include "launch.h"

/* An empty buffer for the messages of a launch, the same for all launches; NULL without memory for one. */
sm_cuda_log *sm_cuda_log_start(const sm_log *log);
/* Hands its messages on. */
void sm_cuda_log_finish(const sm_cuda_log *from, sm_log *log, const void *owner);
#endif
