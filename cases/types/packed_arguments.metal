//! title:     Functions of the library take packed vectors as they take the aligned ones that these convert to
//! verifies:  packed.convert.to_aligned
//! requires:  msl 3.1, feature bfloat
//! for:       T in int ushort
//! subcases:  N in 2 3 4; SPACE in device constant
//! dispatch:  threads 128, threadgroup 64
//! in:        a T[N * threads] = random
//! in:        b T[N * threads] = random
//! in:        c T[N * threads] = random
//! in:        p float[N * threads] = random
//! in:        q float[N * threads] = random
//! out:       larger T[N * threads]
//! out:       middle T[N * threads]
//! out:       high T[N * threads]
//! out:       real float[N * threads]
//! expect:    larger = int_max(a, b)
//! expect:    middle = int_median3(a, b, c)
//! expect:    high = int_mulhi(a, b)
//! expect:    real = fmax(p, q, 0)
//! mutant:    packed.convert.to_aligned | replace `max(a[i], b[i])` with `max(a[i], c[i])`
//! mutant:    packed.convert.to_aligned | replace `fmax(p[i], q[i])` with `fmin(p[i], q[i])`

#include <metal_stdlib>
using namespace metal;

kernel void take(SPACE const packed_vec<T, N> *a [[buffer(0)]], SPACE const packed_vec<T, N> *b [[buffer(1)]],
                 SPACE const packed_vec<T, N> *c [[buffer(2)]], SPACE const packed_vec<float, N> *p [[buffer(3)]],
                 SPACE const packed_vec<float, N> *q [[buffer(4)]], device packed_vec<T, N> *larger [[buffer(5)]],
                 device packed_vec<T, N> *middle [[buffer(6)]], device packed_vec<T, N> *high [[buffer(7)]],
                 device packed_vec<float, N> *real [[buffer(8)]],
                 uint i [[thread_position_in_grid]])
{
    larger[i] = max(a[i], b[i]);
    middle[i] = median3(a[i], b[i], c[i]);
    high[i] = mulhi(a[i], b[i]);
    real[i] = fmax(p[i], q[i]);
}
