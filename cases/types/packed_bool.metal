//! title:     Packed vectors of bool, whose names are reserved
//! verifies:  lib.more.packed_bool
//! requires:  msl 2.1
//! for:       (N, LAST, SIZE) in (2, y, 2) (3, z, 3) (4, w, 4)
//! dispatch:  threads 1, threadgroup 1
//! in:        data int[2] = values 0 1
//! out:       result int[3]
//! expect:    result = values SIZE 0 1
//! refusal:   the text reserves the names and says no more; Apple's library has them (toolchain 32023.883)
//! mutant:    lib.more.packed_bool | replace `v[0]` with `v.LAST`
//! mutant:    lib.more.packed_bool | replace `sizeof(TYPE)` with `(sizeof(TYPE) + 2)`

#include <metal_stdlib>
using namespace metal;

#define JOINED(a, b) a##b
#define NAMED(n) JOINED(packed_bool, n)
typedef NAMED(N) TYPE;

kernel void report(device const int *data [[buffer(0)]], device int *result [[buffer(1)]])
{
    TYPE v = TYPE(data[0] != 0);
    v.LAST = data[1] != 0;
    result[0] = sizeof(TYPE);
    result[1] = v[0];
    result[2] = v.LAST;
}
