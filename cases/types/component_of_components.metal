//! title:     A component of several components is written in the vector that they are of
//! verifies:  vector.swizzle.lvalue
//! for:       T in char ushort int half float; (SPACE, OF) in (thread, own) (device, result) (threadgroup, shared)
//! dispatch:  threads 16, threadgroup 16
//! in:        data vec<T, 4>[threads] = integers(1, 20)
//! out:       result vec<T, 4>[threads]
//! expect:    result = formula(each(i < threads, c < 4: c == 0 ? 50 : c == 1 ? data[4 * i + 1] + 3 : c == 2 ? 2 * data[4 * i + 2] : data[4 * i]))
//! mutant:    vector.swizzle.lvalue | replace `v.rgb.r = T(50)` with `v.gbr.r = T(50)`
//! mutant:    vector.swizzle.lvalue | replace `v.zyx.y += T(3)` with `v.zyx.z += T(3)`
//! mutant:    vector.swizzle.lvalue | replace `v.wz.g *= T(2)` with `v.wz.r *= T(2)`
//! mutant:    vector.swizzle.lvalue | replace `pair.held.xw.y = data[i].x` with `pair.held.xw.x = data[i].x`

#include <metal_stdlib>
using namespace metal;

struct holder {
    vec<T, 4> held;
};

kernel void write_parts(device const vec<T, 4> *data [[buffer(0)]], device vec<T, 4> *result [[buffer(1)]],
                        uint i [[thread_position_in_grid]])
{
    threadgroup vec<T, 4> shared[16];
    vec<T, 4> own[16];
    SPACE vec<T, 4> &v = OF[i];
    v = data[i];
    v.rgb.r = T(50);
    v.zyx.y += T(3);
    v.wz.g *= T(2);
    holder pair;
    pair.held = v;
    pair.held.xw.y = data[i].x;
    result[i] = pair.held;
}
