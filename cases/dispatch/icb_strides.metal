//! title:     a command that a kernel encodes reads its stage-in data with the stride that it gave the buffer
//! verifies:  icb.compute.strides
//! requires:  msl 3.1, os 14.0
//! options:   execute commands 0 2, attribute 0 uint data dynamic
//! dispatch:  encode(all): threads 1, threadgroup 1
//! in:        commands command_buffer[2]
//! in:        taking compute_pipeline_state = take
//! in:        data@1 uint[32] = iota(20)
//! out:       result@0 uint[16]
//! in:        all arguments = 0 commands, 1 taking, 2 data, 3 result
//! expect:    result = values 20 22 24 26 28 30 32 34 21 24 27 30 33 36 39 42
//! mutant:    icb.compute.strides | replace `set_kernel_buffer(all.data, 8, 1)` with `set_kernel_buffer(all.data, 4, 1)`
//! mutant:    icb.compute.strides | replace `all.data + 1, 12, 1` with `all.data + 1, 8, 1`

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

struct input {
    uint value [[attribute(0)]];
};

kernel void take(input in [[stage_in]], device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = in.value;
}

struct arguments {
    command_buffer commands [[id(0)]];
    compute_pipeline_state take [[id(1)]];
    device uint *data [[id(2)]];
    device uint *result [[id(3)]];
};

kernel void encode(device arguments &all [[buffer(0)]])
{
    for (uint n = 0; n < 2; n++) {
        compute_command command(all.commands, n);
        command.reset();
        command.set_compute_pipeline_state(all.take);
        command.set_kernel_buffer(all.result + 8 * n, 0);
        if (n == 0)
            command.set_kernel_buffer(all.data, 8, 1);
        else
            command.set_kernel_buffer(all.data + 1, 12, 1);
        command.set_stage_in_region(uint3(0), uint3(8, 1, 1));
        command.concurrent_dispatch_threads(uint3(8, 1, 1), uint3(8, 1, 1));
    }
}
