//! title:     simdgroup_load reads an 8 x 8 tile of device memory with every stride, origin and transposition
//! verifies:  simdgroup_matrix.load.device simdgroup_matrix.load.device.stride simdgroup_matrix.load.device.origin
//!            simdgroup_matrix.load.device.transpose
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       T in half float; (TRANSPOSED, FLIPPED) in (false, 0) (true, 1)
//! dispatch:  load(source, stride, origin, result): groups 42, threadgroup 32
//! dispatch:  load_defaults(source, plain): groups 42, threadgroup 32
//! in:        source T[1100] = random
//! in:        stride ulong[groups] = tile_strides
//! in:        origin ulong2[groups] = tile_origins(FLIPPED)
//! out:       result T[64 * 42]
//! out:       plain T[64 * 42]
//! expect:    result = simdgroup_tiles(source, stride, origin, FLIPPED)
//! expect:    plain = simdgroup_tiles_at(source)
//! mutant:    simdgroup_matrix.load.device | replace `simdgroup_load(tile, source + group);` with `simdgroup_load(tile,
//!            source + group, 8, 0, true);`
//! mutant:    simdgroup_matrix.load.device.stride | replace `stride[group], origin[group], TRANSPOSED)` with `8,
//!            origin[group], TRANSPOSED)`
//! mutant:    simdgroup_matrix.load.device.origin | replace `stride[group], origin[group], TRANSPOSED)` with
//!            `stride[group], origin[group].yx, TRANSPOSED)` | for TRANSPOSED=false
//! mutant:    simdgroup_matrix.load.device.transpose | replace `stride[group], origin[group], TRANSPOSED)` with
//!            `stride[group], origin[group], !TRANSPOSED)`
//! note:      The text does not say which component of the origin is the column: x, as the common reading has it; nor whether
//!            transposition exchanges the two: they are then equal.

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void load(device const T *source [[buffer(0)]], device const ulong *stride [[buffer(1)]],
                 device const ulong2 *origin [[buffer(2)]], device T *result [[buffer(3)]],
                 uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<T, 8, 8> tile;
    simdgroup_load(tile, source, stride[group], origin[group], TRANSPOSED);
    simdgroup_store(tile, result + 64 * group);
}

kernel void load_defaults(device const T *source [[buffer(0)]], device T *result [[buffer(1)]],
                          uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<T, 8, 8> tile;
    simdgroup_load(tile, source + group);
    simdgroup_store(tile, result + 64 * group);
}
