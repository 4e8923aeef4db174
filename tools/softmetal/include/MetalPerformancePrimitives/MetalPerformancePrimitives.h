/* MetalPerformancePrimitives.h: operations on tensors (MSL 7). */
#ifndef __METAL_PERFORMANCE_PRIMITIVES
#define __METAL_PERFORMANCE_PRIMITIVES
#include "MPPTensorOpsConvolution2d.h"
#include "MPPTensorOpsMatMul2d.h"
#endif
