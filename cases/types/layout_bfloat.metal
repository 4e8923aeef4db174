//! title:     bfloat and its vectors, aligned and packed: size, alignment, place in a struct, distance in an array
//! verifies:  types.scalar.layout.bfloat types.vector.layout.bfloat packed.layout.bfloat packed.bfloat.names
//! requires:  msl 3.1, feature bfloat
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint4[7]
//! expect:    result = layouts(1)
//! mutant:    types.scalar.layout.bfloat | replace `layout<bfloat>()` with `layout<float>()`
//! mutant:    types.vector.layout.bfloat | replace `layout<bfloat3>()` with `layout<packed_bfloat3>()`
//! mutant:    packed.layout.bfloat | replace `layout<packed_bfloat3>()` with `layout<bfloat3>()`
//! mutant:    packed.bfloat.names | replace `layout<packed_bfloat4>()` with `layout<bfloat4>()`

#include <metal_stdlib>
using namespace metal;

template <typename T> struct after_char {
    char first;
    T second;
};

/* Size, alignment, offset after a char in a structure, distance of two elements of an array. */
template <typename T> static uint4 layout()
{
    after_char<T> probe;
    T pair[2];
    return uint4(sizeof(T), alignof(T), (thread char *)&probe.second - (thread char *)&probe,
                 (thread char *)&pair[1] - (thread char *)&pair[0]);
}

kernel void report(device uint4 *result [[buffer(0)]])
{
    uint row = 0;
    result[row++] = layout<bfloat>();
    result[row++] = layout<bfloat2>();
    result[row++] = layout<bfloat3>();
    result[row++] = layout<bfloat4>();
    result[row++] = layout<packed_bfloat2>();
    result[row++] = layout<packed_bfloat3>();
    result[row++] = layout<packed_bfloat4>();
}
