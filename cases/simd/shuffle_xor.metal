//! title:     simd_shuffle_xor exchanges data between lanes whose indices differ in the bits of the mask
//! verifies:  simd.shuffle_xor.value simd.shuffle_xor.mask_zero simd.shuffle_xor.float
//! requires:  msl 2.2, feature simd_permute
//! for:       T in char uchar short ushort int uint half float
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: groups simd_width, threadgroup 2 * simd_width
//! in:        data vec<T, N>[threads] = random
//! in:        mask ushort[groups] = iota
//! out:       result vec<T, N>[threads]
//! expect:    result = simd_shuffle_xor(data, mask)
//! mutant:    simd.shuffle_xor.value | replace `mask[group])` with `mask[group] ^ 3)`
//! mutant:    simd.shuffle_xor.mask_zero | replace `mask[group])` with `max(mask[group], ushort(1)))`
//! mutant:    simd.shuffle_xor.float | replace `simd_shuffle_xor(data[i], mask[group])` with
//!            `rint(simd_shuffle_xor(data[i], mask[group]))` | for T=half T=float
//! note:      The signature is printed for integers only, that of quad_shuffle_xor for all types; floats are expected
//!            to be taken.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void transfer(device const V *data [[buffer(0)]], device const ushort *mask [[buffer(1)]],
                 device V *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                 uint group [[threadgroup_position_in_grid]])
{
    result[i] = simd_shuffle_xor(data[i], mask[group]);
}

template [[host_name("scalar")]] kernel decltype(transfer<T>) transfer<T>;
template [[host_name("two")]] kernel decltype(transfer<vec<T, 2>>) transfer<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(transfer<vec<T, 3>>) transfer<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(transfer<vec<T, 4>>) transfer<vec<T, 4>>;
