//! title:     simdgroup_load reads an 8 x 8 tile of threadgroup memory with every stride, origin and transposition, of
//!            bfloat
//! verifies:  simdgroup_matrix.function_types
//! requires:  msl 3.1, feature simdgroup_matrix, feature bfloat
//! for:       T in bfloat; (TRANSPOSED, FLIPPED) in (false, 0) (true, 1)
//! dispatch:  load(source, stride, origin, result): groups 42, threadgroup 32
//! dispatch:  load_defaults(source, plain): groups 42, threadgroup 32
//! threadgroup:0 1024 * sizeof(T)
//! in:        source T[1100] = random
//! in:        stride ulong[groups] = tile_strides
//! in:        origin ulong2[groups] = tile_origins(FLIPPED)
//! out:       result T[64 * 42]
//! out:       plain T[64 * 42]
//! expect:    result = simdgroup_tiles(source, stride, origin, FLIPPED)
//! expect:    plain = simdgroup_tiles_at(source)
//! mutant:    simdgroup_matrix.function_types | replace `simdgroup_load(tile, shared, stride[group], origin[group],
//!            TRANSPOSED)` with `simdgroup_load(tile, shared)`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void load(device const T *source [[buffer(0)]], device const ulong *stride [[buffer(1)]],
                 device const ulong2 *origin [[buffer(2)]], device T *result [[buffer(3)]],
                 threadgroup T *shared [[threadgroup(0)]], uint group [[threadgroup_position_in_grid]],
                 uint index [[thread_index_in_threadgroup]])
{
    for (uint i = index; i < 1024; i += 32)
        shared[i] = source[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    simdgroup_matrix<T, 8, 8> tile;
    simdgroup_load(tile, shared, stride[group], origin[group], TRANSPOSED);
    simdgroup_store(tile, result + 64 * group);
}

kernel void load_defaults(device const T *source [[buffer(0)]], device T *result [[buffer(1)]],
                          threadgroup T *shared [[threadgroup(0)]], uint group [[threadgroup_position_in_grid]],
                          uint index [[thread_index_in_threadgroup]])
{
    for (uint i = index; i < 64; i += 32)
        shared[i] = source[i + group];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    simdgroup_matrix<T, 8, 8> tile;
    simdgroup_load(tile, shared);
    simdgroup_store(tile, result + 64 * group);
}
