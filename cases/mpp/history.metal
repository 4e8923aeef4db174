//! title:     Metal Performance Primitives came with Metal 4.0
//! verifies:  hist.40.mpp
//! requires:  msl 3.2
//! msl:       3.2
//! reject:    mpp undeclared namespace
//! grade:     rule stated
//! control:   replace `using namespace mpp` with `using namespace metal`

#include <metal_stdlib>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp; // reject

kernel void describe(device int *data [[buffer(0)]])
{
    data[0] = 1;
}
