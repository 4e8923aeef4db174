/* gpu.h: the GPU of this process and its memory, for those who run no kernels on it. */
#ifndef SOFTMETAL_GPU_H
#define SOFTMETAL_GPU_H
#include <stdbool.h>
#include <stddef.h>

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
