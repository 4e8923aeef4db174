/* gpu_context.h: the GPU of this process, between gpu_context.c and cuda.c. */
#ifndef SOFTMETAL_CUDA_CONTEXT_H
#define SOFTMETAL_CUDA_CONTEXT_H
#include "driver.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct sm_gpu {
    const sm_cuda_driver *driver;
    cu_stream stream;
    uint32_t age;            /* how many contexts there were before: modules of older ones are gone */
    volatile uint32_t *stop; /* a word that kernels see: they end when it is not 0 */
} sm_gpu;

/* Makes the context current on this thread and locks it: launches follow each other. NULL, without a lock, if there is
 * no GPU; sm_cuda_obstacle says why. */
sm_gpu *sm_gpu_enter(void);
void sm_gpu_leave(sm_gpu *gpu);

/* After a fault the context is lost: makes another, and shows it the memory of the old one. False if there is none. */
bool sm_gpu_renew(sm_gpu *gpu);

/* "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered" */
const char *sm_gpu_error(const sm_gpu *gpu, cu_result result, char text[200]);
#endif
