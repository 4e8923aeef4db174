//! title:     The step function chooses the element that a thread gets: the first, by x, by y, or by an index there
//! verifies:  kernel.stage_in.steps kernel.stage_in.indexed
//! for:       INDEX in ushort uint
//! options:   attribute 0 uint a constant, attribute 1 uint b x, attribute 2 uint c y, attribute 3 uint d x_indexed,
//!            attribute 4 uint e y_indexed, indices order
//! dispatch:  threads 8 x 6, threadgroup 4 x 3
//! in:        a uint[8] = iota(100)
//! in:        b uint[8] = iota(200)
//! in:        c uint[8] = iota(300)
//! in:        d uint[16] = iota(400)
//! in:        e uint[16] = iota(500)
//! in:        order INDEX[8] = values 3 15 0 7 9 1 1 12
//! out:       stepped uint[48, 3]
//! out:       indexed uint[48, 2]
//! expect:    stepped = formula(each(i < 48, k < 3: k == 0 ? 100 : k == 1 ? 200 + i % 8 : 300 + i // 8))
//! expect:    indexed = formula(each(i < 48, k < 2: k == 0 ? 400 + order[i % 8] : 500 + order[i // 8]))
//! mutant:    kernel.stage_in.steps | replace `in.constant_one;` with `in.by_x - 100;`
//! mutant:    kernel.stage_in.steps | replace `in.by_x;` with `200 + in.by_y % 100;`
//! mutant:    kernel.stage_in.indexed | replace `in.indexed_x;` with `in.indexed_y - 100;`
//! mutant:    kernel.stage_in.indexed | replace `in.indexed_y;` with `in.by_y + 200;`

#include <metal_stdlib>
using namespace metal;

struct inputs {
    uint constant_one [[attribute(0)]];
    uint by_x [[attribute(1)]];
    uint by_y [[attribute(2)]];
    uint indexed_x [[attribute(3)]];
    uint indexed_y [[attribute(4)]];
};

static_assert(sizeof(INDEX) == 2 || sizeof(INDEX) == 4, "indices are of one of two types");

kernel void copy(inputs in [[stage_in]], device uint *stepped [[buffer(6)]], device uint *indexed [[buffer(7)]],
                 uint2 at [[thread_position_in_grid]])
{
    const uint i = 8 * at.y + at.x;
    stepped[3 * i] = in.constant_one;
    stepped[3 * i + 1] = in.by_x;
    stepped[3 * i + 2] = in.by_y;
    indexed[2 * i] = in.indexed_x;
    indexed[2 * i + 1] = in.indexed_y;
}
