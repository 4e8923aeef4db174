//! title:     Argument buffers hold pointers, data, arrays and pointers to others, may be indexed, and are copied by
//!            kernels
//! verifies:  argbuf.tier2.pointer_index argbuf.tier2.nested_pointer argbuf.tier2.copy argbuf.arrays
//! requires:  msl 2.3, family apple6
//! dispatch:  fill(tables, nodes, a, b): threads 1, threadgroup 1
//! dispatch:  copy(tables, nodes, a, b, sum): threads 16, threadgroup 16
//! inout:     tables ulong[64] = zeros
//! inout:     nodes ulong[16] = zeros
//! in:        a int[16] = integers(-1000000, 1000000)
//! in:        b int[16] = integers(-1000000, 1000000)
//! out:       sum int[16]
//! expect:    tables = unjudged
//! expect:    nodes = unjudged
//! expect:    sum = added(a, b)
//! mutant:    argbuf.tier2.copy | replace `tables[3] = tables[1]`
//!            with `tables[2] = tables[1]`
//! mutant:    argbuf.tier2.nested_pointer | replace `node.table->list[1][i]` with `node.table->list[0][i]`
//! mutant:    argbuf.arrays | replace `tables[1].list[1] = b` with `tables[1].list[1] = a`
//! mutant:    argbuf.tier2.pointer_index | replace `tables[3].number == 7` with `tables[2].number == 7`
//! note:      A kernel fills the tables itself, as tier 2 permits, with buffers that stay bound.

#include <metal_stdlib>
using namespace metal;

struct inputs {
    device const int *list[2];
    int number;
    float4 other[2];
};

struct link {
    device inputs *table;
};

kernel void fill(device inputs *tables [[buffer(0)]], device link *nodes [[buffer(1)]],
                 device const int *a [[buffer(2)]], device const int *b [[buffer(3)]])
{
    tables[1].list[0] = a;
    tables[1].list[1] = b;
    tables[1].number = 7;
    tables[3] = tables[1];
    nodes[0].table = &tables[3];
}

kernel void copy(device inputs *tables [[buffer(0)]], device link *nodes [[buffer(1)]],
                 device const int *a [[buffer(2)]], device const int *b [[buffer(3)]], device int *sum [[buffer(4)]],
                 uint i [[thread_position_in_grid]])
{
    device const link &node = nodes[0];
    sum[i] = tables[3].number == 7 ? tables[3].list[0][i] + node.table->list[1][i] : 0;
}
