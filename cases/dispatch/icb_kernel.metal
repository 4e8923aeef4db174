//! title:     commands that a kernel encodes run with the pipelines, buffers and grids that it set
//! verifies:  icb.compute.encode icb.compute.threads icb.compute.threadgroups icb.compute.last icb.compute.reset
//!            icb.compute.barrier
//! requires:  msl 2.3
//! before:    icb.compute.gate has a case of its own
//! options:   execute commands 0 4
//! dispatch:  encode(all): threads 1, threadgroup 1
//! in:        commands command_buffer[4]
//! in:        adding compute_pipeline_state = add
//! in:        doubling compute_pipeline_state = twice
//! inout:     data uint[8] = zeros
//! in:        all arguments = 0 commands, 1 adding, 2 doubling, 3 adding, 4 data
//! expect:    data = values 14 14 12 12 6 6 0 0
//! mutant:    icb.compute.encode | replace `begin(all, 1, all.list[0])` with `begin(all, 1, all.list[1])`
//! mutant:    icb.compute.encode | replace `set_kernel_buffer(all.data, 0)` with `set_kernel_buffer(all.data + 1, 0)`
//! mutant:    icb.compute.threads | replace `threads(uint3(6, 1, 1)` with `threads(uint3(5, 1, 1)`
//! mutant:    icb.compute.threadgroups | replace `threadgroups(uint3(2, 1, 1)` with `threadgroups(uint3(1, 1, 1)`
//! mutant:    icb.compute.last | replace `fourth.concurrent_dispatch_threadgroups(uint3(1, 1, 1), uint3(2, 1, 1));` with ``
//! mutant:    icb.compute.reset | replace `third.reset();` with ``
//! mutant:    icb.compute.barrier | replace `second.set_barrier();` with ``

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

kernel void add(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]], uint size [[threads_per_grid]])
{
    data[i] += size;
}

kernel void twice(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] *= 2;
}

struct arguments {
    command_buffer commands [[id(0)]];
    compute_pipeline_state add [[id(1)]];
    array<compute_pipeline_state, 2> list [[id(2)]]; // twice, add
    device uint *data [[id(4)]];
};

static compute_command begin(device arguments &all, uint n, compute_pipeline_state state)
{
    compute_command command(all.commands, n);
    command.reset();
    // What is set last counts.
    command.set_compute_pipeline_state(all.list[n & 1]);
    command.set_kernel_buffer(all.data + 1, 0);
    command.set_compute_pipeline_state(state);
    command.set_kernel_buffer(all.data, 0);
    return command;
}

kernel void encode(device arguments &all [[buffer(0)]])
{
    compute_command first = begin(all, 0, all.add);
    first.concurrent_dispatch_threads(uint3(6, 1, 1), uint3(4, 1, 1));

    compute_command second = begin(all, 1, all.list[0]);
    second.set_barrier();
    second.concurrent_dispatch_threadgroups(uint3(2, 1, 1), uint3(2, 1, 1));

    compute_command third = begin(all, 2, all.list[0]);
    third.set_barrier();
    third.concurrent_dispatch_threads(uint3(8, 1, 1), uint3(8, 1, 1));
    third.reset();

    compute_command fourth = begin(all, 3, all.list[1]);
    fourth.set_barrier();
    fourth.concurrent_dispatch_threads(uint3(8, 1, 1), uint3(8, 1, 1));
    fourth.concurrent_dispatch_threadgroups(uint3(1, 1, 1), uint3(2, 1, 1));
}
