//! title:     simd_sum adds the data of the lanes that take part and gives all of them the same sum
//! verifies:  simd.sum.full simd.sum.divergent simd.sum_product.float_order simd.sum_product.int_overflow
//!            simd.partial_group simd.active_definition simd.types kb32
//! requires:  msl 2.2, feature simd_reduction
//! for:       T in char uchar short ushort int uint half float
//! subcases:  THREADGROUP in 192 83; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 16, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_values(simd_width)
//! in:        active uchar[threads] = sparse_flags(simd_width)
//! out:       result vec<T, N>[threads]
//! out:       agreed uchar[threads]
//! expect:    result = simd_sum(data, active)
//! expect:    agreed = simd_all(active, active)
//! mutant:    simd.sum_product.float_order | replace `simd_sum(data[i])` with `simd_max(data[i])`
//! mutant:    simd.sum_product.int_overflow | replace `simd_sum(data[i])` with `simd_sum(data[i] / 2) * 2` | for T=uint
//! mutant:    simd.sum_product.int_overflow | replace `simd_sum(data[i])` with
//!            `select(simd_sum(data[i]), V(~T(0)), simd_sum(data[i]) < simd_max(data[i]))` | for T=uint
//! mutant:    kb32 | replace `simd_sum(data[i])` with `quad_sum(data[i])`
//! mutant:    simd.sum.divergent simd.active_definition | replace `if (active[i]) {` with `if (active[i] || i % 3 ==
//!            0) {`
//! mutant:    simd.partial_group | replace `simd_sum(data[i])` with `simd_sum(simd_sum(ushort(1)) < simd_width ?
//!            V(T(1)) : data[i])` and replace `uint i [[thread_position_in_grid]])` with `uint i
//!            [[thread_position_in_grid]], uint simd_width [[threads_per_simdgroup]])` | for THREADGROUP=83
//! mutant:    simd.types | replace `simd_sum(data[i])` with `simd_sum(data[i]) & V(T(0xffff))` | for T=int T=uint
//! mutant:    simd.sum.full | replace `simd_sum(data[i])` with `simd_sum(i % 32 == 31 ? V(T(0)) : data[i])`
//! note:      Whole numbers add exactly in every order, other floats within the bound of any order; signed sums beyond
//!            the type are not judged.

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
        const V reduced = simd_sum(data[i]);
        result[i] = reduced;
        agreed[i] = simd_all(whole(reduced == simd_broadcast_first(reduced)));
    }
}

template [[host_name("scalar")]] kernel decltype(reduce<T>) reduce<T>;
template [[host_name("two")]] kernel decltype(reduce<vec<T, 2>>) reduce<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(reduce<vec<T, 3>>) reduce<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(reduce<vec<T, 4>>) reduce<vec<T, 4>>;
