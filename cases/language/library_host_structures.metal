//! title:     The host's structures of indirect arguments and of resource ids, by the names that they have there
//! verifies:  lib.more.host_structures
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! in:        words uint[17] = iota(1)
//! out:       sizes uint[5]
//! out:       members uint[17]
//! expect:    sizes = values 12 24 8 24 8
//! expect:    members = values 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.host_structures | replace `groups->threadgroupsPerGrid[k]` with `groups->threadgroupsPerGrid[0]`
//! mutant:    lib.more.host_structures | replace `region->stageInSize[k]` with `region->stageInOrigin[k]`
//! mutant:    lib.more.host_structures | replace `threads->threadsPerGrid[k]` with `threads->threadsPerThreadgroup[k]`
//! mutant:    lib.more.host_structures | replace `range->location` with `range->length`

#include <metal_command_buffer>
#include <metal_stdlib>
using namespace metal;

kernel void report(device const uint *words [[buffer(0)]], device uint *sizes [[buffer(1)]],
                   device uint *members [[buffer(2)]])
{
    device const auto *groups = (device const MTLDispatchThreadgroupsIndirectArguments *)words;
    device const auto *region = (device const MTLStageInRegionIndirectArguments *)(words + 3);
    sizes[0] = sizeof(*groups);
    sizes[1] = sizeof(*region);
    sizes[2] = sizeof(MTLResourceID);
    device const auto *threads = (device const MTLDispatchThreadsIndirectArguments *)(words + 9);
    device const auto *range = (device const MTLIndirectCommandBufferExecutionRange *)(words + 15);
    sizes[3] = sizeof(*threads);
    sizes[4] = sizeof(*range);
    members[15] = range->location;
    members[16] = range->length;
    for (uint k = 0; k < 3; k++) {
        members[k] = groups->threadgroupsPerGrid[k];
        members[3 + k] = region->stageInOrigin[k];
        members[6 + k] = region->stageInSize[k];
        members[9 + k] = threads->threadsPerGrid[k];
        members[12 + k] = threads->threadsPerThreadgroup[k];
    }
}
