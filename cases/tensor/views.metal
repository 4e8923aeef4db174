//! title:     Tensors do not own their memory: what one writes another one and the pointer see
//! verifies:  tensor.non_owning
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! dispatch:  threads 16 x 16, threadgroup 16 x 1
//! in:        data float[threads] = random
//! out:       memory float[threads]
//! out:       transposed float[threads]
//! expect:    memory = same data
//! expect:    transposed = same data
//! mutant:    tensor.non_owning | replace `memory, dextents<int, 2>(16, 16)` with
//!            `transposed, dextents<int, 2>(16, 16)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void copy(device float *data [[buffer(0)]], device float *memory [[buffer(1)]],
                 device float *transposed [[buffer(2)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    tensor<device float, dextents<int, 2>, tensor_inline> flat(memory, dextents<int, 2>(16, 16));
    tensor<device float, dextents<int, 1>, tensor_inline> line(memory, dextents<int, 1>(256));
    flat[x, y] = data[x + 16 * y];
    auto column = flat.slice<1, 16>(x, 0);
    transposed[x + 16 * y] = y % 2 == 0 ? float(line[x + 16 * y]) : float(column.get(0, y));
}
