//! title:     The language version is in __METAL_VERSION__, and __METAL__ is set from the unified version 3.0 on
//! verifies:  macro.metal_version macro.version_guard macro.metal_unified opt.std.unified opt.std.macos
//! msl:       2.0 2.1 2.2 2.3 2.4 3.0 3.1 3.2 4.0 4.1
//! dispatch:  threads 1, threadgroup 1
//! out:       version uint[1]
//! out:       guards uint[1]
//! out:       unified uint[1]
//! expect:    version = values msl
//! expect:    guards = values
//!            (msl>=200)+(msl>=210)+(msl>=220)+(msl>=230)+(msl>=240)+(msl>=300)+(msl>=310)+(msl>=320)+(msl>=400)+(msl>=410)
//! expect:    unified = values msl>=300
//! mutant:    macro.metal_version | replace `__METAL_VERSION__ / 10 * 10`
//!            with `__METAL_VERSION__ + 10`
//! mutant:    macro.version_guard | replace `>= 230` with `>= 250` | for msl=2.3 msl=2.4
//! mutant:    macro.metal_unified | replace `defined(__METAL__)` with `!defined(__METAL__)`
//! mutant:    opt.std.unified | replace `__METAL_VERSION__ / 10 * 10` with
//!            `min(__METAL_VERSION__ / 10 * 10, 240)` | for msl=3.0 msl=3.1 msl=3.2 msl=4.0 msl=4.1
//! mutant:    opt.std.macos | replace `__METAL_VERSION__ / 10 * 10` with
//!            `max(__METAL_VERSION__ / 10 * 10, 300)` | for msl=2.0 msl=2.1 msl=2.2 msl=2.3 msl=2.4

#include <metal_stdlib>
using namespace metal;

kernel void report(device uint *version [[buffer(0)]], device uint *guards [[buffer(1)]],
                   device uint *unified [[buffer(2)]])
{
    version[0] = __METAL_VERSION__ / 10 * 10;
    uint reached = 0;
#if __METAL_VERSION__ >= 200
    reached++;
#endif
#if __METAL_VERSION__ >= 210
    reached++;
#endif
#if __METAL_VERSION__ >= 220
    reached++;
#endif
#if __METAL_VERSION__ >= 230
    reached++;
#endif
#if __METAL_VERSION__ >= 240
    reached++;
#endif
#if __METAL_VERSION__ >= 300
    reached++;
#endif
#if __METAL_VERSION__ >= 310
    reached++;
#endif
#if __METAL_VERSION__ >= 320
    reached++;
#endif
#if __METAL_VERSION__ >= 400
    reached++;
#endif
#if __METAL_VERSION__ >= 410
    reached++;
#endif
    guards[0] = reached;
#if defined(__METAL__)
    unified[0] = 1;
#else
    unified[0] = 0;
#endif
}
