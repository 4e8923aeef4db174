//! title:     An element of a cooperative tensor is reached by index, iterator and pointer, all the same one
//! verifies:  coop_tensor.subscript coop_tensor.get_set coop_tensor.iterators coop_tensor.get_iterator
//!            coop_tensor.member_types coop_tensor.get_rank mpp.iter.range
//! requires:  msl 4.0, feature tensors
//! for:       (M, N) in (32, 32) (16, 40)
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        data half[16] = zeros
//! out:       agreed int[7 * threads]
//! expect:    agreed = values 1 …
//! mutant:    coop_tensor.subscript | replace `cooperative[i] = value;` with `cooperative[i] = value + 1;`
//! mutant:    coop_tensor.get_set | replace `cooperative.set(it, value + 2)` with `cooperative.set(it, value + 1)`
//! mutant:    coop_tensor.iterators | replace `it - cooperative.begin() == i` with `it - cooperative.begin() == i + 1`
//! mutant:    coop_tensor.get_iterator | replace `cooperative.get_iterator(&cooperative[i]) == it` with
//!            `cooperative.get_iterator(&cooperative[i]) == it + 1`
//! mutant:    coop_tensor.member_types | replace `is_same_v<kind::element_type, float>` with
//!            `is_same_v<kind::element_type, half>`
//! mutant:    coop_tensor.get_rank | replace `kind::get_rank() == 2` with `kind::get_rank() == 1`
//! mutant:    mpp.iter.range | replace `++it, steps++` with `++it, steps += 2`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void reach(device half *data [[buffer(0)]], device int *agreed [[buffer(1)]],
                  uint thread_index [[thread_index_in_threadgroup]])
{
    tensor any(data, dextents<int, 2>(4, 4));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto cooperative = op.get_destination_cooperative_tensor<decltype(any), decltype(any), float>();
    typedef remove_address_space_t<decltype(cooperative)> kind;
    bool subscript = true, values = true, iterators = true, found = true;
    for (short i = 0; i < short(cooperative.get_capacity()); i++) {
        if (!cooperative.is_valid_element(i))
            continue;
        const float value = float(i) + 1;
        cooperative[i] = value;
        subscript &= cooperative.get(i) == value && cooperative[i] == value;
        cooperative.set(i, value + 1);
        values &= cooperative[i] == value + 1;
        auto it = cooperative.begin() + i;
        cooperative.set(it, value + 2);
        values &= cooperative.get(it) == value + 2 && cooperative.get(i) == value + 2;
        cooperative.set(&cooperative[i], value + 3);
        values &= cooperative.get(&cooperative[i]) == value + 3 && cooperative[i] == value + 3;
        auto at = cooperative.get_multidimensional_index(i), by_iterator = cooperative.get_multidimensional_index(it),
             by_pointer = cooperative.get_multidimensional_index(&cooperative[i]);
        values &= at[0] == by_iterator[0] && at[1] == by_iterator[1] && at[0] == by_pointer[0] && at[1] == by_pointer[1];
        values &= cooperative.is_valid_element(it) && cooperative.is_valid_element(&cooperative[i]);
        iterators &= *it == cooperative[i] && it - cooperative.begin() == i && it < cooperative.end();
        found &= cooperative.get_iterator(i) == it && cooperative.get_iterator(&cooperative[i]) == it;
    }
    int steps = 0;
    for (auto it = cooperative.begin(); it != cooperative.end(); ++it, steps++)
        if (cooperative.is_valid_element(it))
            *it += 1.0f;
    kind::index_type index = 0;
    kind::size_type size = sizeof(kind::value_type);
    kind::rank_type rank = kind::get_rank();
    kind::thread_index_type place = 0;
    kind::thread_size_type places = cooperative.get_capacity();
    kind::iterator begin = cooperative.begin();
    kind::const_iterator still = cooperative.begin();
    const bool types = is_same_v<kind::element_type, float> && is_same_v<kind::extents_type::index_type, int> &&
                       index == 0 && size == 4 && rank == 2 && place == 0 && places > 0 && begin == still;
    device int *own = agreed + 7 * thread_index;
    own[0] = subscript;
    own[1] = values;
    own[2] = iterators;
    own[3] = found;
    own[4] = types;
    own[5] = kind::get_rank() == 2;
    own[6] = steps == int(cooperative.get_capacity());
}
