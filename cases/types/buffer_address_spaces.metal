//! title:     Buffers are pointers or references to device, constant and threadgroup memory
//! verifies:  buffer.address_spaces buffer.long addrspace.kernel_arg.allowed addrspace.names addrspace.device.pointee
//!            addrspace.device.read_write addrspace.threadgroup.argument
//! requires:  msl 2.3
//! before:    of the types, long and ulong alone are new in buffers
//! for:       T in char float3 long ulong2 int4 half2
//! dispatch:  threads 64, threadgroup 64
//! threadgroup: 0 64 * sizeof(T)
//! in:        data T[64] = random
//! in:        fixed T[64] = random
//! inout:     changed T[64] = random
//! out:       copies T[64]
//! out:       first T[1]
//! expect:    changed = same fixed
//! expect:    copies = same data
//! expect:    first = first_element(fixed)
//! mutant:    buffer.address_spaces addrspace.threadgroup.argument | replace `shared_data[i] = data[i]` with `shared_data[i] = data[i ^ 1]`
//! mutant:    addrspace.device.read_write | replace `changed[i] = fixed[i]`
//!            with `changed[i] = changed[i]`
//! mutant:    addrspace.device.pointee addrspace.kernel_arg.allowed | replace `first = fixed[0]`
//!            with `first = data[1]`
//! mutant:    buffer.address_spaces | replace `shared_data[i] = data[i]` with `shared_data[i] = fixed[i]`
//! mutant:    buffer.long | replace `copies[i] = shared_data[i]` with
//!            `copies[i] = T(int(shared_data[i]))` | for T=long
//! mutant:    addrspace.names | replace `copies[i] = shared_data[i]` with `copies[i] = fixed[i]`
//! mutant:    addrspace.kernel_arg.allowed | replace `changed[i] = fixed[i]` with `changed[i] = data[i]`
//! mutant:    addrspace.device.pointee | replace `first = fixed[0]` with `first = fixed[1]`

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const T *data [[buffer(0)]], constant T *fixed [[buffer(1)]], device T *changed [[buffer(2)]],
                 device T *copies [[buffer(3)]], device T &first [[buffer(4)]],
                 threadgroup T *shared_data [[threadgroup(0)]], uint i [[thread_position_in_threadgroup]])
{
    shared_data[i] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    copies[i] = shared_data[i];
    changed[i] = fixed[i];
    if (i == 0)
        first = fixed[0];
}
