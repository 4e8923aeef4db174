/* gpu_thread.h: for the files that are compiled for the GPU. Functions are inlined into the kernel that calls them. */
#ifndef SOFTMETAL_CUDA_DEVICE_H
#define SOFTMETAL_CUDA_DEVICE_H
#include "../../../include/__msl/operations.h"
#include "../../tensor/element.h"
#include "../../thread.h"
#include "../launch.h"

#ifdef __NVPTX__
#define DEVICE __attribute__((always_inline)) /* what kernels call by name */
#define CONVERGENT __attribute__((always_inline, convergent))
#define UNROLLED _Pragma("unroll")
#else /* in tests (warp.h) */
#define DEVICE
#define CONVERGENT
#define UNROLLED
#endif

enum { TICKS = 65536 }; /* rounds of a loop between two looks at launch.stop */
#endif
