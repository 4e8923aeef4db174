/* cuda.h: the engine that runs kernels on an NVIDIA GPU. libcuda.so.1 is loaded when the first of these is called;
 * SOFTMETAL_DEVICE=cuda[:N] asks for it (engine/settings.h). */
#ifndef SOFTMETAL_CUDA_H
#define SOFTMETAL_CUDA_H
#include "../engine.h"

typedef struct sm_cuda_module sm_cuda_module;

/* Hands PTX (text, not terminated) to the driver. NULL with a sentence in `problem` if it does not take it. */
sm_cuda_module *sm_cuda_load(const void *ptx, size_t size, char problem[200]);
void sm_cuda_unload(sm_cuda_module *module); /* may be NULL */

/* Threads that a threadgroup of the kernel may have: registers are limited. */
uint32_t sm_cuda_max_threads(const sm_cuda_module *module);

/* The n-th address of the table SM_CUDA_LINKED: of a visible function, on the GPU. 0 if there is none. */
uint64_t sm_cuda_linked(const sm_cuda_module *module, size_t n);

/* Runs the grid to its end, as sm_engine_run does. */
void sm_cuda_run(sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome);
#endif
