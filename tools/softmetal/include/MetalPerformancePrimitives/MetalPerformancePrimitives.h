/* MetalPerformancePrimitives.h: operations on tensors (MSL 7). */
#ifndef __METAL_PERFORMANCE_PRIMITIVES
#define __METAL_PERFORMANCE_PRIMITIVES
#include "MPPTensorOpsMatMul2d.h"

#if __METAL_VERSION__ >= 400
namespace mpp {
namespace tensor_ops {

#define __MSL_MPP(__name) \
    template <class... __Xs> struct __name { \
        template <class... __Ys> constexpr __name(__Ys...) \
        { static_assert(sizeof...(__Ys) > 1000, "softmetal does not have convolution2d yet"); } \
    };
__MSL_MPP(convolution2d_descriptor)
#undef __MSL_MPP
template <auto... __Descriptor> struct convolution2d {
    static_assert(sizeof...(__Descriptor) > 1000, "softmetal does not have convolution2d yet");
};

} // namespace tensor_ops
} // namespace mpp
#endif
#endif
