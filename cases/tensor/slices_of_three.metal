//! title:     A slice of a tensor of three dimensions whose rows and planes have gaps is a view of the same memory
//! verifies:  tensor.slice.static tensor.slice.no_template_args
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float ushort
//! dispatch:  threads 6 x 3 x 5, threadgroup 6 x 3 x 1
//! in:        data tensor<T>(1, 10, 50)[8, 4, 6] = iota
//! in:        memory T[300] = iota
//! out:       bound T[threads]
//! out:       own T[threads]
//! out:       fixed T[threads]
//! expect:    bound = strided(62, 6, 1, 3, 10, 50)
//! expect:    own = strided(62, 6, 1, 3, 10, 50)
//! expect:    fixed = strided(62, 6, 1, 3, 10, 50)
//! mutant:    tensor.slice.no_template_args | replace `whole.slice(2, 1, 1)` with `whole.slice(2, 1, 0)`
//! mutant:    tensor.slice.static | replace `whole.slice<6, 3, 5>(2, 1, 1)` with `whole.slice<6, 3, 5>(1, 1, 1)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(tensor<device T, dextents<int, 3>> data [[buffer(0)]], device T *memory [[buffer(1)]],
                 device T *bound [[buffer(2)]], device T *own [[buffer(3)]], device T *fixed [[buffer(4)]],
                 uint3 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), z = int(at.z), i = x + 6 * (y + 3 * z);
    tensor<device T, dextents<int, 3>, tensor_inline> whole(memory, dextents<int, 3>(8, 4, 6), array<int, 3>{1, 10, 50});
    auto of_handle = data.slice(2, 1, 1);
    auto rest = whole.slice(2, 1, 1);
    auto part = whole.slice<6, 3, 5>(2, 1, 1);
    bound[i] = of_handle[x, y, z];
    own[i] = rest[x, y, z];
    fixed[i] = part[x, y, z];
}
