/* cuda.h: the engine that runs kernels on an NVIDIA GPU. libcuda.so.1 is loaded when the first of these is called;
 * SOFTMETAL_DEVICE=cuda[:N] asks for it (engine/device.h). */
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

/* NULL if there is a GPU that can be used, otherwise a sentence that says why not. */
const char *sm_cuda_obstacle(void);
const char *sm_cuda_name(void); /* "NVIDIA H200" */
/* LLVM's name of its architecture: "sm_90". */
const char *sm_cuda_architecture(void);

/* Memory that host and GPU reach at the same address: zeroed pages. NULL if there is none left. */
void *sm_cuda_shared(size_t bytes);
void sm_cuda_free_shared(void *memory, size_t bytes);
/* Memory of the GPU's own, zeroed; NULL if there is none left. */
void *sm_cuda_private(size_t bytes);
void sm_cuda_free_private(void *memory); /* may be NULL */
/* False, and nothing done, where no memory of the GPU's own is concerned. */
bool sm_cuda_copy(void *to, const void *from, size_t bytes);
bool sm_cuda_fill(void *to, unsigned char value, size_t bytes);

/* Makes memory of the client reachable: whole pages. False if the driver refuses. */
bool sm_cuda_register(void *memory, size_t bytes);
void sm_cuda_forget(void *memory);
#endif
