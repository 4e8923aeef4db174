//! title:     A tensor is made of memory in any address space that its element type names, or in each if it names none
//! verifies:  tensor.inline.address_space tensor.inline.matching_space tensor.inline.generic_element
//!            tensor.element.address_space
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half uchar
//! dispatch:  threads 64, threadgroup 64
//! in:        data T[64] = integers(0, 100)
//! in:        fixed T[64] = integers(0, 100)
//! out:       from_device T[64]
//! out:       from_constant T[64]
//! out:       from_threadgroup T[64]
//! out:       from_thread T[64]
//! out:       from_any T[192]
//! expect:    from_device = same data
//! expect:    from_constant = same fixed
//! expect:    from_threadgroup = backwards(data)
//! expect:    from_thread = same data
//! expect:    from_any = repeated(data)
//! mutant:    tensor.inline.address_space | replace `shared[63 - int(i)]` with `shared[int(i)]`
//! mutant:    tensor.inline.matching_space | replace `mine[3]` with `mine[2]`
//! mutant:    tensor.inline.generic_element | replace `any_shared[int(i)]` with `any_shared[63 - int(i)]`
//! mutant:    tensor.element.address_space | replace `still.get(int(i))` with `still.get(0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef dextents<int, 1> line;

kernel void copy(device T *data [[buffer(0)]], constant T *fixed [[buffer(1)]], device T *from_device [[buffer(2)]],
                 device T *from_constant [[buffer(3)]], device T *from_threadgroup [[buffer(4)]],
                 device T *from_thread [[buffer(5)]], device T *from_any [[buffer(6)]],
                 uint i [[thread_index_in_threadgroup]])
{
    threadgroup T room[64];
    thread T own[8];
    tensor<device T, line, tensor_inline> out(from_device, line(64));
    tensor<const device T, line, tensor_inline> source(data, line(64));
    tensor<constant T, line, tensor_inline> still(fixed, line(64));
    tensor<threadgroup T, line, tensor_inline> shared(room, line(64));
    tensor<thread T, line, tensor_inline> mine(own, line(8));
    tensor<T, line, tensor_inline> any_device(data, line(64)), any_shared(room, line(64)), any_mine(own, line(8));
    out[int(i)] = source.get(int(i));
    from_constant[i] = still.get(int(i));
    shared[int(i)] = source[int(i)];
    for (int k = 0; k < 8; k++)
        mine.set(T(data[i] + T(3 - k)), k);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    from_threadgroup[i] = shared[63 - int(i)];
    from_thread[i] = mine[3];
    from_any[i] = any_device[int(i)];
    from_any[64 + i] = any_shared[int(i)];
    from_any[128 + i] = any_mine.get(3);
}
