//! title:     interleave and deinterleave move even and odd bits
//! verifies:  integer.interleave.two_args integer.interleave.vec_arg integer.interleave.types
//!            integer.deinterleave.value integer.deinterleave.types integer.deinterleave.roundtrip
//! requires:  msl 4.1
//! for:       (N, N2, W) in (uchar, uchar2, ushort) (ushort, ushort2, uint) (uint, uint2, ulong)
//! dispatch:  threads 65536, threadgroup 64
//! in:        even N[threads] = whole_numbers(0, 2)
//! in:        odd N[threads] = whole_numbers(1, 2)
//! in:        wide W[threads] = random
//! out:       both W[threads]
//! out:       of_vector W[threads]
//! out:       parts N2[threads]
//! out:       again W[threads]
//! expect:    both = interleave(even, odd)
//! expect:    of_vector = interleave(even, odd)
//! expect:    parts = deinterleave(wide)
//! expect:    again = same wide
//! mutant:    integer.interleave.two_args | replace `interleave(even[i], odd[i])` with
//!            `interleave(odd[i], even[i])`
//! mutant:    integer.interleave.vec_arg | replace `interleave(N2(even[i], odd[i]))` with
//!            `interleave(N2(odd[i], even[i]))`
//! mutant:    integer.deinterleave.value | replace `parts[i] = deinterleave(wide[i])`
//!            with `parts[i] = deinterleave(wide[i]).yx`
//! mutant:    integer.deinterleave.roundtrip | replace `interleave(deinterleave(wide[i]))` with
//!            `W(wide[i] + (i == 7))`
//! mutant:    integer.interleave.types | replace `interleave(even[i], odd[i])` with `N(interleave(even[i], odd[i]))`
//! mutant:    integer.deinterleave.types | replace `parts[i] = deinterleave(wide[i])` with
//!            `parts[i] = deinterleave(W(N(wide[i])))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const N *even [[buffer(0)]], device const N *odd [[buffer(1)]],
                  device const W *wide [[buffer(2)]], device W *both [[buffer(3)]],
                  device W *of_vector [[buffer(4)]], device N2 *parts [[buffer(5)]], device W *again [[buffer(6)]],
                  uint i [[thread_position_in_grid]])
{
    both[i] = interleave(even[i], odd[i]);
    of_vector[i] = interleave(N2(even[i], odd[i]));
    parts[i] = deinterleave(wide[i]);
    again[i] = interleave(deinterleave(wide[i]));
}
