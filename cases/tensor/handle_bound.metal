//! title:     Tensors that a host binds have its extents, strides and elements
//! verifies:  tensor.host_bound tensor.descriptor
//! requires:  msl 4.0, feature tensors
//! for:       T in half float char uchar short ushort int uint
//! subcases:  (SX, SY) in (32, 32) (32, 40)
//! dispatch:  threads 32 x 3, threadgroup 32 x 1
//! in:        data tensor<T>(1, SY)[SX, 3] = iota
//! in:        fixed tensor<float>[32, 3] = iota
//! out:       result T[threads]
//! out:       alike float[threads]
//! out:       facts int[8]
//! expect:    result = strided(0, 32, 1, 3, SY, 0)
//! expect:    alike = strided(0, 32, 1, 3, 32, 0)
//! expect:    facts = values SX 3 1 SY 32 3 0 1
//! mutant:    tensor.host_bound | replace `data[x, y]` with `data[x, 0]`
//! mutant:    tensor.descriptor | replace `2>, tensor_handle>>` with `2>, tensor_inline>>`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(tensor<device T, dextents<int, 2>> data [[buffer(0)]],
                 tensor<constant float, extents<int, 32, 3>> fixed [[buffer(1)]], device T *result [[buffer(2)]],
                 device float *alike [[buffer(3)]], device int *facts [[buffer(4)]],
                 uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    result[x + 32 * y] = data[x, y];
    alike[x + 32 * y] = fixed[x, y];
    if (x == 0 && y == 0) {
        facts[0] = data.get_extent(0);
        facts[1] = data.get_extent(1);
        facts[2] = data.get_stride(0);
        facts[3] = data.get_stride(1);
        facts[4] = fixed.get_extent(0);
        facts[5] = fixed.get_extent(1);
        facts[6] = is_null_tensor(data);
        facts[7] = is_same_v<tensor<device T, dextents<int, 2>>, tensor<device T, dextents<int, 2>, tensor_handle>>;
    }
}
