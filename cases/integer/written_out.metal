//! title:     An integer function of two operands that is written out in operators gives what the function gives
//! verifies:  kb56
//! requires:  msl 2.3
//! for:       (T, U, WIDE) in (char, uchar, int) (uchar, uchar, uint) (short, ushort, int) (ushort, ushort, uint)
//!            (int, uint, long) (uint, uint, ulong)
//! dispatch:  threads sizeof(T) == 1 ? 65536 : 4096, threadgroup 64
//! in:        a T[threads] = whole_numbers(0, 2)
//! in:        b T[threads] = whole_numbers(1, 2)
//! out:       rotated T[threads]
//! out:       rotated_by_3 T[threads]
//! out:       average T[threads]
//! out:       average_up T[threads]
//! out:       product_high T[threads]
//! out:       sum T[threads]
//! out:       difference T[threads]
//! out:       distance U[threads]
//! out:       least T[threads]
//! out:       greatest T[threads]
//! in:        three T[threads] = constant(3)
//! expect:    rotated = int_rotate(a, b)
//! expect:    rotated_by_3 = int_rotate(a, three)
//! expect:    average = int_hadd(a, b)
//! expect:    average_up = int_rhadd(a, b)
//! expect:    product_high = int_mulhi(a, b)
//! expect:    sum = int_addsat(a, b)
//! expect:    difference = int_subsat(a, b)
//! expect:    distance = int_absdiff(a, b)
//! expect:    least = int_min(a, b)
//! expect:    greatest = int_max(a, b)
//! mutant:    kb56 | replace `U(x) << n | U(x) >> rest` with `U(x) << rest | U(x) >> n`
//! mutant:    kb56 | replace `U(x) << 3 | U(x) >> (BITS - 3)` with `U(x) << (BITS - 3) | U(x) >> 3`
//! mutant:    kb56 | replace `T((WIDE(x) + WIDE(y)) >> 1)` with `T(WIDE(T(x + y)) >> 1)`
//! mutant:    kb56 | replace `(WIDE(x) + WIDE(y) + 1) >> 1` with `(WIDE(x) + WIDE(y)) >> 1`
//! mutant:    kb56 | replace `WIDE(x) * WIDE(y) >> BITS` with `WIDE(U(x)) * WIDE(U(y)) >> BITS` | for T=char T=short
//!            T=int
//! mutant:    kb56 | replace `WIDE(x) * WIDE(y) >> BITS` with `WIDE(x) * WIDE(y) >> (BITS - 1)`
//! mutant:    kb56 | replace `s > WIDE(HIGHEST) ? HIGHEST` with `s > WIDE(HIGHEST) ? LOWEST`
//! mutant:    kb56 | replace `d < WIDE(LOWEST) ? LOWEST` with `d < WIDE(LOWEST) ? HIGHEST` | for T=char T=short T=int
//! mutant:    kb56 | replace `x > y ? U(x) - U(y) : U(y) - U(x)` with `U(x) - U(y)`
//! mutant:    kb56 | replace `y < x ? y : x` with `U(y) < U(x) ? y : x` | for T=char T=short T=int
//! mutant:    kb56 | replace `x < y ? y : x` with `x < y ? x : y`
//! note:      Compilers look for such forms and put one instruction in their place. WIDE holds every sum and product
//!            of two T.

#include <metal_stdlib>
using namespace metal;

#define BITS (8 * uint(sizeof(T)))
#define HIGHEST T(U(~U(0)) >> (T(-1) < T(0) ? 1 : 0))
#define LOWEST T(~HIGHEST)

kernel void compute(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                    device T *rotated [[buffer(2)]], device T *rotated_by_3 [[buffer(3)]],
                    device T *average [[buffer(4)]], device T *average_up [[buffer(5)]],
                    device T *product_high [[buffer(6)]], device T *sum [[buffer(7)]],
                    device T *difference [[buffer(8)]], device U *distance [[buffer(9)]],
                    device T *least [[buffer(10)]], device T *greatest [[buffer(11)]],
                    uint i [[thread_position_in_grid]])
{
    const T x = a[i], y = b[i];
    const uint n = uint(y) & (BITS - 1), rest = (BITS - n) & (BITS - 1);
    rotated[i] = T(U(x) << n | U(x) >> rest);
    rotated_by_3[i] = T(U(x) << 3 | U(x) >> (BITS - 3));
    average[i] = T((WIDE(x) + WIDE(y)) >> 1);
    average_up[i] = T((WIDE(x) + WIDE(y) + 1) >> 1);
    product_high[i] = T(WIDE(x) * WIDE(y) >> BITS);
    const WIDE s = WIDE(x) + WIDE(y);
    sum[i] = s > WIDE(HIGHEST) ? HIGHEST : s < WIDE(LOWEST) ? LOWEST : T(s);
    const WIDE d = WIDE(x) - WIDE(y);
    difference[i] = T(-1) > T(0) ? (x > y ? T(x - y) : T(0))
                                 : d > WIDE(HIGHEST) ? HIGHEST : d < WIDE(LOWEST) ? LOWEST : T(d);
    distance[i] = x > y ? U(x) - U(y) : U(y) - U(x);
    least[i] = y < x ? y : x;
    greatest[i] = x < y ? y : x;
}
