//! title:     simdgroup_store writes an 8 x 8 tile of device memory with every stride, origin and transposition, and
//!            nothing else, of bfloat
//! verifies:  simdgroup_matrix.function_types
//! requires:  msl 3.1, feature simdgroup_matrix, feature bfloat
//! for:       T in bfloat; (TRANSPOSED, FLIPPED) in (false, 0) (true, 1)
//! dispatch:  store(source, stride, origin, result): groups 42, threadgroup 32
//! dispatch:  store_defaults(source, plain): groups 42, threadgroup 32
//! in:        source T[106] = random
//! in:        stride ulong[groups] = tile_strides
//! in:        origin ulong2[groups] = tile_origins(FLIPPED)
//! inout:     result T[1024 * 42] = random
//! out:       plain T[64 * 42]
//! expect:    result = simdgroup_stored(result, source, stride, origin, FLIPPED)
//! expect:    plain = simdgroup_tiles_at(source)
//! mutant:    simdgroup_matrix.function_types | replace `stride[group], origin[group], TRANSPOSED)` with `8,
//!            origin[group], TRANSPOSED)`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void store(device const T *source [[buffer(0)]], device const ulong *stride [[buffer(1)]],
                  device const ulong2 *origin [[buffer(2)]], device T *result [[buffer(3)]],
                  uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<T, 8, 8> tile;
    simdgroup_load(tile, source + group);
    simdgroup_store(tile, result + 1024 * group, stride[group], origin[group], TRANSPOSED);
}

kernel void store_defaults(device const T *source [[buffer(0)]], device T *plain [[buffer(1)]],
                           uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<T, 8, 8> tile;
    simdgroup_load(tile, source + group);
    simdgroup_store(tile, plain + 64 * group);
}
