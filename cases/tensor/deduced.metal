//! title:     The type of a tensor follows from pointer and extents
//! verifies:  tensor.inline.ctad
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half uint
//! dispatch:  threads 4 x 4 x 4, threadgroup 4 x 4 x 1
//! in:        data T[threads] = integers(0, 100)
//! out:       result T[threads]
//! out:       kind bool[2]
//! expect:    result = same data
//! expect:    kind = values 1 1
//! mutant:    tensor.inline.ctad | replace `tensor view(data, dextents<int, 3>(4, 4, 4))` with
//!            `tensor view(data, dextents<short, 3>(4, 4, 4))`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

template <class A, class B> struct alike {
    enum { value = 0 };
};
template <class A> struct alike<A, A> {
    enum { value = 1 };
};
template <class V> bool is_plain(thread V &)
{
    return alike<V, tensor<device T, dextents<int, 3>, tensor_inline>>::value;
}
template <class V> bool is_fixed(thread V &)
{
    return alike<V, tensor<device T, extents<int, 4, 16>, tensor_inline>>::value;
}

kernel void copy(device T *data [[buffer(0)]], device T *result [[buffer(1)]], device bool *kind [[buffer(2)]],
                 uint3 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), z = int(at.z);
    tensor view(data, dextents<int, 3>(4, 4, 4));
    tensor flat(data, extents<int, 4, 16>());
    result[x + 4 * y + 16 * z] = z % 2 == 0 ? T(view[x, y, z]) : T(flat[x, y + 4 * z]);
    if (x + y + z == 0) {
        kind[0] = is_plain(view);
        kind[1] = is_fixed(flat);
    }
}
