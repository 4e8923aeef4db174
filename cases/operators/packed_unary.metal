//! title:     Unary + and - of packed vectors of each type and width work on every component
//! verifies:  packed.arithmetic
//! requires:  msl 3.1, feature bfloat
//! for:       T in char uchar short ushort int uint long half bfloat float
//! math:      safe
//! dispatch:  threads 64, threadgroup 64
//! in:        zero T[9 * threads] = zeros
//! in:        a T[9 * threads] = integers(1, 11)
//! out:       plus T[9 * threads]
//! out:       minus T[9 * threads]
//! expect:    plus = same a
//! expect:    minus = subtracted(zero, a)
//! mutant:    packed.arithmetic | replace `= -p` with `= p`
//! mutant:    packed.arithmetic | replace `= +p` with `= -p`
//! mutant:    packed.arithmetic | replace `= -p` with `= packed_vec<T, N>(vec<T, N>(-p[0]))`

#include <metal_stdlib>
using namespace metal;

template <int N>
static void operate(device const T *a, device T *plus, device T *minus)
{
    const packed_vec<T, N> p = *(device const packed_vec<T, N> *)a;
    *(device packed_vec<T, N> *)plus = +p;
    *(device packed_vec<T, N> *)minus = -p;
}

/* Packed vectors of two, three and four. */
kernel void operate_on_nine(device const T *a [[buffer(1)]], device T *plus [[buffer(2)]],
                            device T *minus [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    const uint at = 9 * i;
    operate<2>(a + at, plus + at, minus + at);
    operate<3>(a + at + 2, plus + at + 2, minus + at + 2);
    operate<4>(a + at + 5, plus + at + 5, minus + at + 5);
}
