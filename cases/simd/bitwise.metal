//! title:     simd_and, simd_or and simd_xor combine the bits of the lanes that take part
//! verifies:  simd.and.full simd.and.divergent simd.or.full simd.or.divergent simd.xor.full simd.xor.divergent
//! requires:  msl 2.2, feature simd_reduction
//! for:       FUNCTION in simd_and simd_or simd_xor; T in char uchar short ushort int uint
//! subcases:  THREADGROUP in 192 83; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 16, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = few_bits
//! in:        active uchar[threads] = sparse_flags(simd_width)
//! out:       result vec<T, N>[threads]
//! out:       agreed uchar[threads]
//! expect:    result = FUNCTION(data, active)
//! expect:    agreed = simd_all(active, active)
//! mutant:    simd.and.full | replace `FUNCTION(data[i])` with `simd_or(data[i])` | for FUNCTION=simd_and
//! mutant:    simd.or.full | replace `FUNCTION(data[i])` with `simd_xor(data[i])` | for FUNCTION=simd_or
//! mutant:    simd.xor.full | replace `FUNCTION(data[i])` with `simd_or(data[i])` | for FUNCTION=simd_xor
//! mutant:    simd.and.divergent | replace `if (active[i]) {` with `if (active[i] || i % 3 == 0) {` | for
//!            FUNCTION=simd_and
//! mutant:    simd.or.divergent | replace `if (active[i]) {` with `if (active[i] || i % 3 == 0) {` | for
//!            FUNCTION=simd_or
//! mutant:    simd.xor.divergent | replace `if (active[i]) {` with `if (active[i] || i % 3 == 0) {` | for
//!            FUNCTION=simd_xor

#include <metal_stdlib>
using namespace metal;

bool whole(bool same)
{
    return same;
}

template <int Width>
bool whole(vec<bool, Width> same)
{
    return all(same);
}

template <typename V>
kernel void reduce(device const V *data [[buffer(0)]], device const uchar *active [[buffer(1)]],
                   device V *result [[buffer(2)]], device uchar *agreed [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    if (active[i]) {
        const V reduced = FUNCTION(data[i]);
        result[i] = reduced;
        agreed[i] = simd_all(whole(reduced == simd_broadcast_first(reduced)));
    }
}

template [[host_name("scalar")]] kernel decltype(reduce<T>) reduce<T>;
template [[host_name("two")]] kernel decltype(reduce<vec<T, 2>>) reduce<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(reduce<vec<T, 3>>) reduce<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(reduce<vec<T, 4>>) reduce<vec<T, 4>>;
