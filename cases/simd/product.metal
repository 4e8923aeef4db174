//! title:     simd_product multiplies the data of the lanes that take part, unsigned ones modulo the type's range
//! verifies:  simd.product.full simd.product.divergent simd.sum_product.int_overflow
//! requires:  msl 2.2, feature simd_reduction
//! for:       T in char uchar short ushort int uint half float
//! subcases:  THREADGROUP in 192 83; (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups 16, threadgroup THREADGROUP
//! in:        data vec<T, N>[threads] = lane_factors(simd_width)
//! in:        active uchar[threads] = sparse_flags(simd_width)
//! out:       result vec<T, N>[threads]
//! out:       agreed uchar[threads]
//! expect:    result = simd_product(data, active)
//! expect:    agreed = simd_all(active, active)
//! mutant:    simd.product.full | replace `simd_product(data[i])` with `simd_min(data[i])`
//! mutant:    simd.sum_product.int_overflow | replace `simd_product(data[i])` with
//!            `select(simd_product(data[i]), V(~T(0)), simd_product(data[i]) < simd_max(data[i]))` | for T=uint T=uchar
//! mutant:    simd.product.divergent | replace `if (active[i]) {` with `if (active[i] || i % 3 == 0) {`

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
        const V reduced = simd_product(data[i]);
        result[i] = reduced;
        agreed[i] = simd_all(whole(reduced == simd_broadcast_first(reduced)));
    }
}

template [[host_name("scalar")]] kernel decltype(reduce<T>) reduce<T>;
template [[host_name("two")]] kernel decltype(reduce<vec<T, 2>>) reduce<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(reduce<vec<T, 3>>) reduce<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(reduce<vec<T, 4>>) reduce<vec<T, 4>>;
