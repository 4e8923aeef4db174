//! title:     convolution2d refuses scopes, dimensions and operands that it does not have
//! verifies:  mpp.conv2d.{ROW}
//! requires:  msl 4.0, feature tensors
//! for:       (ROW, SCOPE, CHANNELS, WEIGHTS) in (scope, execution_thread, 32, weights)
//!            (rank, execution_simdgroups<2>, 32, flat) (desc.dim.order, execution_simdgroups<2>, 0, weights)
//! reject:    scope dimensions
//! grade:     inferred
//! control:   replace `SCOPE` with `execution_simdgroups<2>` and replace `CHANNELS` with `32` and replace `run(activation,
//!            WEIGHTS` with `run(activation, weights`
//! mutant:    mpp.conv2d.{ROW} | replace `SCOPE` with `execution_simdgroups<2>` and replace `CHANNELS` with `32` and
//!            replace `run(activation, WEIGHTS` with `run(activation, weights`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;

// Which row of the table of requirements this is.
#define TEXT(...) #__VA_ARGS__
#define NAME(...) TEXT(__VA_ARGS__)
constant char row[] = NAME(ROW);

kernel void convolve(device half *a [[buffer(0)]], device half *w [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor activation(a, dextents<int, 4>(16, 8, 8, 1));
    tensor weights(w, dextents<int, 4>(32, 16, 1, 1));
    tensor flat(w, dextents<int, 2>(32, 16));
    tensor destination(c, dextents<int, 4>(32, 8, 8, 1));
    constexpr convolution2d_descriptor descriptor(int4(CHANNELS, 8, 8, 1), int4(16, 8, 8, 1), int2(1, 1));
    convolution2d<descriptor, SCOPE> op; op.run(activation, WEIGHTS, destination); // reject
}
