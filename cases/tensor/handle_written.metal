//! title:     What a kernel writes to a tensor of the host lies where its strides say
//! verifies:  tensor.host_bound
//! requires:  msl 4.0, feature tensors
//! for:       T in half float char uint
//! dispatch:  threads 4 x 5 x 3, threadgroup 4 x 5 x 3
//! in:        data tensor<T>[4, 5, 3] = iota
//! out:       packed tensor<T>[4, 5, 3]
//! expect:    packed = same data
//! mutant:    tensor.host_bound | replace `packed[x, y, z]` with `packed[x, y, 0]`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void copy(tensor<constant T, dextents<ushort, 3>> data [[buffer(0)]],
                 tensor<device T, dextents<short, 3>> packed [[buffer(1)]], ushort3 at [[thread_position_in_grid]])
{
    const short x = short(at.x), y = short(at.y), z = short(at.z);
    packed[x, y, z] = data[at.x, at.y, at.z];
}
