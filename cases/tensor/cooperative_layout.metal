//! title:     The functions of a layout work on storage of a program's own as on a cooperative tensor's
//! verifies:  coop_layout.capacity coop_layout.elements coop_layout.multidim coop_layout.load_store_map
//! requires:  msl 4.0, feature tensors
//! for:       G in 1 4
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        data float[64 * 32] = random
//! out:       copied float[64 * 32]
//! inout:     counted uint[64 * 32] = zeros
//! out:       same_capacity int[threads]
//! out:       sound int[threads]
//! expect:    copied = same data
//! expect:    counted = values 1 …
//! expect:    same_capacity = values 1 …
//! expect:    sound = values 1 …
//! mutant:    coop_layout.capacity | replace `layout::get_capacity(storage) == held.get_capacity()` with
//!            `layout::get_capacity(storage) < held.get_capacity()`
//! mutant:    coop_layout.elements | replace `layout::get_element_index(storage, place) != i` with
//!            `layout::get_element_index(storage, place) == i`
//! mutant:    coop_layout.multidim | replace `uint(1)` with `uint(at[0] == at[1])`
//! mutant:    coop_layout.load_store_map | replace `layout::store(storage, destination)` with
//!            `if (thread_index == 0) layout::store(storage, destination)`
//! note:      Layouts are the device's; the text says that a program usually does not call these functions.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void move_elements(device float *data [[buffer(0)]], device float *copied [[buffer(1)]],
                          device atomic_uint *counted [[buffer(2)]], device int *same_capacity [[buffer(3)]],
                          device int *sound [[buffer(4)]], uint thread_index [[thread_index_in_threadgroup]])
{
    tensor source(data, dextents<int, 2>(32, 64)), destination(copied, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto held = op.get_destination_cooperative_tensor<decltype(source), decltype(source), float>();
    typedef remove_address_space_t<decltype(held)>::layout layout;
    alignas(16) uchar storage[4096];
    layout::load(storage, source);
    layout::store(storage, destination);
    bool right = true;
    for (ushort i = 0; i < layout::get_capacity(storage); i++) {
        if (!layout::is_valid_element(storage, i))
            continue;
        const auto at = layout::get_multidimensional_index<int, 2>(storage, i);
        thread void *place = layout::get_element_pointer(storage, i);
        right &= *(thread float *)place == data[at[0] + 32 * at[1]];
        if (layout::get_element_index(storage, place) != i)
            right = false;
        atomic_fetch_add_explicit(counted + at[0] + 32 * at[1], uint(1), memory_order_relaxed);
    }
    same_capacity[thread_index] = layout::get_capacity(storage) == held.get_capacity();
    sound[thread_index] = right;
}
