//! title:     A decimal literal beside a tie of float becomes one of its neighbours, which is recorded; one that float holds is exact
//! verifies:  kb54
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! out:       exact float[4]
//! out:       plain float[4]
//! out:       rounded_once float[4]
//! out:       rounded_twice float[4]
//! expect:    exact = values 0x1.000002p+0 0x1p-1 0x1.fffffep-1 0x1.000004p+0
//! expect:    plain = set {0x1.000002p+0, 0x1p+0, 0x1.000004p+0}
//! expect:    rounded_once = recorded values 0x1.000002p+0 0x1p+0 0x1.000002p+0 0x1.000004p+0
//! expect:    rounded_twice = recorded values 0x1p+0 0x1p+0 0x1.000004p+0 0x1.000004p+0
//! mutant:    kb54 | replace `exact[3] = 1.0000002384185791015625f` with `exact[3] = 1.0000001f`
//! mutant:    kb54 | replace `plain[0] = 1.0000000596046448` with `plain[0] = 1.1`
//! note:      1.0000000596046448 is above the tie of 1 and 0x1.000002p+0, but as a double it is the tie. C++ lets either neighbour be
//!            taken; Apple's compilers take the nearest one.

#include <metal_stdlib>
using namespace metal;

kernel void store(device float *exact [[buffer(0)]], device float *plain [[buffer(1)]],
                  device float *rounded_once [[buffer(2)]], device float *rounded_twice [[buffer(3)]])
{
    exact[0] = 1.00000011920928955078125f;
    exact[1] = 0.5;
    exact[2] = 0.999999940395355224609375;
    exact[3] = 1.0000002384185791015625f;
    plain[0] = 1.0000000596046448;
    plain[1] = 1.0000000596046447;
    plain[2] = 1.0000001788139343;
    plain[3] = 1.0000001788139344;
    for (uint k = 0; k < 4; k++) {
        rounded_once[k] = plain[k];
        rounded_twice[k] = plain[k];
    }
}
