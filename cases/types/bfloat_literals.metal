//! title:     The suffix bf makes a literal a bfloat
//! verifies:  types.literal.bfloat_suffix
//! requires:  msl 3.1, feature bfloat
//! dispatch:  threads 1, threadgroup 1
//! out:       types int[2]
//! out:       encodings ushort[4]
//! expect:    types = values 1 1
//! expect:    encodings = values 0x3f00 0x3dcd 0x4049 0xbf80
//! mutant:    types.literal.bfloat_suffix | replace `decltype(0.5bf), bfloat` with `decltype(0.5f), bfloat`
//! mutant:    types.literal.bfloat_suffix | replace `as_type<ushort>(0.1bf)` with `as_type<ushort>(0.11bf)`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *types [[buffer(0)]], device ushort *encodings [[buffer(1)]])
{
    types[0] = is_same<decltype(0.5bf), bfloat>::value;
    types[1] = is_same<decltype(0.5BF), bfloat>::value;
    encodings[0] = as_type<ushort>(0.5bf);
    encodings[1] = as_type<ushort>(0.1bf);
    encodings[2] = as_type<ushort>(3.14159265BF);
    encodings[3] = as_type<ushort>(-1.0bf);
}
