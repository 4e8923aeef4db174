//! title:     A command takes buffers of constant memory, at an index of its own, as it takes those of device memory
//! verifies:  icb.compute.encode
//! requires:  msl 2.3
//! before:    icb.compute.gate has a case of its own
//! options:   execute commands 0 2
//! dispatch:  encode(all): threads 1, threadgroup 1
//! in:        commands command_buffer[2]
//! in:        adding compute_pipeline_state = add
//! in:        amounts uint[4] = values 3 5 7 11
//! inout:     data uint[4] = values 100 200 300 400
//! in:        all arguments = 0 commands, 1 adding, 2 data, 3 amounts
//! expect:    data = values 108 212 318 411
//! mutant:    icb.compute.encode | replace `first.set_kernel_buffer(all.amounts, 1)` with `first.set_kernel_buffer(all.amounts + 1, 1)`
//! mutant:    icb.compute.encode | replace `second.set_kernel_buffer(all.amounts + 1, 1)` with `second.set_kernel_buffer(all.amounts, 1)`
//! mutant:    icb.compute.encode | replace `second.set_kernel_buffer(all.data, 0)` with `second.set_kernel_buffer(all.data + 1, 0)`

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

kernel void add(device uint *data [[buffer(0)]], constant uint *amount [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    data[i] += amount[i];
}

struct arguments {
    command_buffer commands [[id(0)]];
    compute_pipeline_state add [[id(1)]];
    device uint *data [[id(2)]];
    constant uint *amounts [[id(3)]];
};

kernel void encode(device arguments &all [[buffer(0)]])
{
    compute_command first(all.commands, 0), second(all.commands, 1);
    first.reset();
    first.set_compute_pipeline_state(all.add);
    first.set_kernel_buffer(all.data, 0);
    first.set_kernel_buffer(all.amounts, 1);
    first.concurrent_dispatch_threads(uint3(4, 1, 1), uint3(4, 1, 1));
    second.reset();
    second.set_barrier();
    second.set_compute_pipeline_state(all.add);
    second.set_kernel_buffer(all.data, 0);
    second.set_kernel_buffer(all.amounts + 1, 1);
    second.concurrent_dispatch_threads(uint3(3, 1, 1), uint3(3, 1, 1));
}
