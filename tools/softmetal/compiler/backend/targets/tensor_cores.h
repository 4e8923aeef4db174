/* tensor_cores.h: 8 x 8 matrices of SIMD-groups on NVIDIA's tensor cores. */
#ifndef SOFTMETAL_TARGET_TENSOR_CORES_H
#define SOFTMETAL_TARGET_TENSOR_CORES_H
#include "../support/context.h"

/* Tells the device library where elements lie: as the program sees, if it looks. */
void place_matrices(lowering *l);
/* Puts instructions in the place of products. */
void use_tensor_cores(lowering *l);
#endif
