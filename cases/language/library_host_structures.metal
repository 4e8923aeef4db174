//! title:     The host's structures of indirect arguments and of resource ids, by the names that they have there
//! verifies:  lib.more.host_structures
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! in:        words uint[9] = iota(1)
//! out:       sizes uint[3]
//! out:       members uint[9]
//! expect:    sizes = values 12 24 8
//! expect:    members = values 1 2 3 4 5 6 7 8 9
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.host_structures | replace `groups->threadgroupsPerGrid[k]` with `groups->threadgroupsPerGrid[0]`
//! mutant:    lib.more.host_structures | replace `region->stageInSize[k]` with `region->stageInOrigin[k]`

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
    for (uint k = 0; k < 3; k++) {
        members[k] = groups->threadgroupsPerGrid[k];
        members[3 + k] = region->stageInOrigin[k];
        members[6 + k] = region->stageInSize[k];
    }
}
