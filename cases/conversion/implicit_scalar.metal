//! title:     Scalars convert implicitly, by value: in assignments, arguments and returned values
//! verifies:  convert.implicit.scalar convert.static_cast.bool
//! for:       (FROM, TO) in (int, float) (uchar, half) (half, float) (bool, int) (bool, float) (char, long) (ushort,
//!            int) (int, uint) (uint, char)
//! requires:  msl 2.3
//! dispatch:  threads 64, threadgroup 64
//! in:        data FROM[64] = integers(0, 1)
//! in:        large FROM[64] = random
//! out:       assigned TO[64]
//! out:       passed TO[64]
//! expect:    assigned = converted(data)
//! expect:    passed = converted(large)
//! mutant:    convert.implicit.scalar convert.static_cast.bool | replace `assigned[i] = data[i]`
//!            with `assigned[i] = !data[i]`
//! mutant:    convert.implicit.scalar convert.static_cast.bool | replace `passed[i] = same(large[i])`
//!            with `passed[i] = same(data[i])`

#include <metal_stdlib>
using namespace metal;

static TO same(TO value)
{
    return value;
}

kernel void convert(device const FROM *data [[buffer(0)]], device const FROM *large [[buffer(1)]],
                    device TO *assigned [[buffer(2)]], device TO *passed [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    assigned[i] = data[i];
    passed[i] = same(large[i]);
}
