//! title:     Before Metal 4 there are no Metal Performance Primitives
//! verifies:  mpp.version.gate
//! requires:  msl 3.0
//! msl:       3.0 3.1
//! reject:    mpp undeclared namespace
//! grade:     rule stated
//! control:   replace `#define DESCRIPTOR mpp::tensor_ops::matmul2d_descriptor` with `#define DESCRIPTOR int2`

#include <metal_stdlib>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;

#define DESCRIPTOR mpp::tensor_ops::matmul2d_descriptor

kernel void describe(device int *data [[buffer(0)]])
{
    const DESCRIPTOR descriptor(64, 32); // reject
    data[0] = sizeof(descriptor);
}
