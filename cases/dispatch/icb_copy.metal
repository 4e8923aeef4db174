//! title:     copy_command copies what a command holds; an assigned compute_command stands for the other command
//! verifies:  icb.copy_command icb.assign
//! requires:  msl 2.3
//! before:    icb.compute.gate has a case of its own
//! options:   execute commands 0 3
//! dispatch:  encode(all): threads 1, threadgroup 1
//! in:        commands command_buffer[3]
//! in:        adding compute_pipeline_state = add
//! inout:     data uint[4] = zeros
//! in:        all arguments = 0 commands, 1 adding, 2 data
//! expect:    data = values 6 6 4 4
//! mutant:    icb.copy_command | replace `copied.copy_command(first);` with ``
//! mutant:    icb.assign | replace `assigned = first;` with `assigned.copy_command(first);`

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

kernel void add(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]], uint size [[threads_per_grid]])
{
    data[i] += size;
}

struct arguments {
    command_buffer commands [[id(0)]];
    compute_pipeline_state add [[id(1)]];
    device uint *data [[id(2)]];
};

kernel void encode(device arguments &all [[buffer(0)]])
{
    compute_command first(all.commands, 0), copied(all.commands, 1), assigned(all.commands, 2);
    first.reset();
    copied.reset();
    assigned.reset();
    first.set_compute_pipeline_state(all.add);
    first.set_kernel_buffer(all.data, 0);
    first.set_barrier();
    first.concurrent_dispatch_threads(uint3(4, 1, 1), uint3(4, 1, 1));
    copied.copy_command(first);
    assigned = first;
    assigned.concurrent_dispatch_threads(uint3(2, 1, 1), uint3(2, 1, 1));
}
