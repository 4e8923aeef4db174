//! title:     Scalars, vectors, arrays and structs in threadgroup memory are shared, each threadgroup's apart
//! verifies:  addrspace.threadgroup.variables kb17 kb22
//! dispatch:  groups 64, threadgroup 128
//! in:        data uint[8192] = random
//! out:       result uint[8192]
//! expect:    result = group_rotated(data, 1)
//! mutant:    kb22 | replace `bytes[other]` with `(bytes[other] & 0x7f)`
//! mutant:    addrspace.threadgroup.variables | replace `pairs[other].low &` with `pairs[local].low &`
//! mutant:    kb17 | replace `odd[other] ?` with `odd[local] ?`

#include <metal_stdlib>
using namespace metal;

struct pair {
    ushort low;
    bool4 top;
};

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint group [[threadgroup_position_in_grid]])
{
    threadgroup uint owner;
    threadgroup uint4 sizes;
    threadgroup uchar bytes[128];
    threadgroup bool odd[128];
    threadgroup pair pairs[128];
    const uint value = data[i];
    if (local == 0) {
        owner = group;
        sizes = uint4(128, 1, 16, 24);
    }
    bytes[local] = uchar(value >> 16);
    odd[local] = value & 1;
    pairs[local].low = ushort(value);
    pairs[local].top = bool4(value & 0x10000000, value & 0x20000000, value & 0x40000000, value & 0x80000000);
    for (uint round = 0; round < 8; round++) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        if (owner != group)
            return;
    }
    const uint other = (local + sizes.y) % sizes.x;
    const uint4 top = uint4(pairs[other].top) << uint4(28, 29, 30, 31);
    const uint nibble = data[i - local + other] & 0x0f000000;
    const uint low = (pairs[other].low & 0xfffe) | (odd[other] ? 1 : 0);
    if (owner == group)
        result[i] = low | uint(bytes[other]) << sizes.z | nibble | top.x | top.y | top.z | top.w;
}
