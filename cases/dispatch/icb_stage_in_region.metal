//! title:     a command that a kernel encodes takes its stage-in data from the region that it set
//! verifies:  icb.compute.stage_in_region
//! requires:  msl 2.3
//! before:    icb.compute.gate has a case of its own
//! options:   execute commands 0 1, attribute 0 uint data
//! dispatch:  encode(all): threads 1, threadgroup 1
//! in:        commands command_buffer[1]
//! in:        taking compute_pipeline_state = take
//! in:        data@1 uint[8] = iota(20)
//! out:       result@0 uint[9]
//! in:        all arguments = 0 commands, 1 taking, 2 data, 3 result
//! expect:    result = values 20 21 22 23 24 25 26 27 3
//! mutant:    icb.compute.stage_in_region | replace `uint3(0), uint3(8, 3, 1));` with `uint3(1, 0, 0), uint3(8, 3, 1));`

#include <metal_stdlib>
#include <metal_command_buffer>
using namespace metal;

struct input {
    uint value [[attribute(0)]];
};

kernel void take(input in [[stage_in]], device uint *result [[buffer(0)]], uint3 at [[thread_position_in_grid]],
                 uint3 region [[grid_size]])
{
    result[at.x] = in.value;
    if (at.x == 0)
        result[8] = region.y;
}

struct arguments {
    command_buffer commands [[id(0)]];
    compute_pipeline_state take [[id(1)]];
    device uint *data [[id(2)]];
    device uint *result [[id(3)]];
};

kernel void encode(device arguments &all [[buffer(0)]])
{
    compute_command command(all.commands, 0);
    command.reset();
    command.set_compute_pipeline_state(all.take);
    command.set_kernel_buffer(all.result, 0);
    command.set_kernel_buffer(all.data, 1);
    command.set_stage_in_region(uint3(0), uint3(8, 3, 1));
    command.concurrent_dispatch_threads(uint3(8, 1, 1), uint3(8, 1, 1));
}
