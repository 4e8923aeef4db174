//! title:     commands that the host encodes run in the range that is executed, behind barriers in order
//! verifies:  c.icb.host
//! requires:  msl 2.3
//! before:    the commands are the host's, not the language's
//! options:   execute commands 1 2
//! dispatch:  add(data): threads 6, threadgroup 4, command commands 1
//! dispatch:  twice(data): groups 2, threadgroup 2, command commands 2 barrier
//! dispatch:  add(data): groups 1, threadgroup 2, command commands 0
//! dispatch:  add(data): groups 1, threadgroup 2, command commands 3 barrier
//! in:        commands command_buffer[4]
//! inout:     data uint[8] = zeros
//! expect:    data = values 12 12 12 12 6 6 0 0
//! mutant:    c.icb.host | replace `data[i] += size` with `data[i] += size + 1`
//! mutant:    c.icb.host | replace `data[i] *= 2` with `data[i] *= 3`

#include <metal_stdlib>
using namespace metal;

kernel void add(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]], uint size [[threads_per_grid]])
{
    data[i] += size;
}

kernel void twice(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] *= 2;
}
