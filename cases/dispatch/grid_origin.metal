//! title:     Without per-thread stage-in data the origin of the grid is zero
//! verifies:  kattr.grid_origin
//! requires:  feature nonuniform_threadgroups
//! for:       T in ushort ushort2 ushort3 uint uint2 uint3
//! dispatch:  threads 37, threadgroup 16
//! out:       origin T[37]
//! expect:    origin = values 0 …
//! mutant:    kattr.grid_origin | replace `origin[index(at)] = from` with `origin[index(at)] = from + T(1)`

#include <metal_stdlib>
using namespace metal;

static uint index(ushort at) { return at; }
static uint index(uint at) { return at; }
template <typename V> static uint index(V at) { return at.x; }

kernel void store(device T *origin [[buffer(0)]], T from [[grid_origin]], T at [[thread_position_in_grid]])
{
    origin[index(at)] = from;
}
