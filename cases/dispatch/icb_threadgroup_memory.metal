//! title:     a command that a kernel encodes has the threadgroup memory that it set
//! verifies:  icb.compute.threadgroup_memory
//! requires:  msl 2.3, os 14.0
//! before:    icb.compute.gate has a case of its own
//! options:   execute commands 0 1
//! dispatch:  encode(all): threads 1, threadgroup 1
//! in:        commands command_buffer[1]
//! in:        turning compute_pipeline_state = turn
//! inout:     data uint[16] = iota
//! in:        all arguments = 0 commands, 1 turning, 2 data
//! expect:    data = values 7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8
//! mutant:    icb.compute.threadgroup_memory | replace `shared[7 - lane]` with `shared[lane]`

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

kernel void turn(device uint *data [[buffer(0)]], threadgroup uint *shared [[threadgroup(1)]],
                 uint i [[thread_position_in_grid]], uint lane [[thread_position_in_threadgroup]])
{
    shared[lane] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    data[i] = shared[7 - lane];
}

struct arguments {
    command_buffer commands [[id(0)]];
    compute_pipeline_state turn [[id(1)]];
    device uint *data [[id(2)]];
};

kernel void encode(device arguments &all [[buffer(0)]])
{
    compute_command command(all.commands, 0);
    command.reset();
    command.set_compute_pipeline_state(all.turn);
    command.set_kernel_buffer(all.data, 0);
    command.set_threadgroup_memory_length(32, 1);
    command.concurrent_dispatch_threadgroups(uint3(2, 1, 1), uint3(8, 1, 1));
}
