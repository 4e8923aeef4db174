//! title:     A tensor is a member of an argument buffer
//! verifies:  tensor.kinds host4.tensor.argument_buffer
//! requires:  msl 4.0, feature tensors
//! for:       T in half float char uchar short ushort int uint
//! subcases:  SY in 32 40
//! dispatch:  threads 32 x 3, threadgroup 32 x 1
//! in:        data tensor<T>(1, SY)[32, 3] = iota
//! out:       result T[threads]
//! out:       put tensor<T>[32, 3]
//! in:        held@0 arguments = 0 data, 1 result, 2 put
//! expect:    result = strided(0, 32, 1, 3, SY, 0)
//! expect:    put = strided(0, 32, 1, 3, SY, 0)
//! mutant:    tensor.kinds | replace `put[x, y]` with `put[x, 0]`
//! mutant:    host4.tensor.argument_buffer | replace `view data = held.data,` with `view data = held.put,`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device T, dextents<int, 2>> view;

struct members {
    view data;
    device T *result;
    view put;
};

kernel void through(device const members &held [[buffer(0)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    view data = held.data, put = held.put;
    T value = data[x, y];
    held.result[x + 32 * y] = value;
    put[x, y] = value;
}
