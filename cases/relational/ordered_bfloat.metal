//! title:     isordered and isunordered tell whether an operand is NaN, in bfloat
//! verifies:  relational.isordered.value relational.isunordered.value
//! requires:  feature bfloat
//! for:       (T, U) in (bfloat, uchar) (bfloat2, uchar2) (bfloat3, uchar3) (bfloat4, uchar4)
//! math:      safe relaxed fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a T[threads] = crossed(0, 2)
//! in:        b T[threads] = crossed(1, 2)
//! out:       ordered U[threads]
//! out:       unordered U[threads]
//! expect:    ordered = isordered(a, b)
//! expect:    unordered = isunordered(a, b)
//! mutant:    relational.isordered.value | replace `isordered(a[i], b[i])` with `(a[i] < b[i])`
//! mutant:    relational.isunordered.value | replace `isunordered(a[i], b[i])` with `(a[i] < b[i])`

#include <metal_stdlib>
using namespace metal;

kernel void compare(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                    device U *ordered [[buffer(2)]], device U *unordered [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    ordered[i] = U(isordered(a[i], b[i]));
    unordered[i] = U(isunordered(a[i], b[i]));
}
