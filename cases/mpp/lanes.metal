//! title:     Which lane has which elements of a cooperative tensor is the device's choice, which is recorded
//! verifies:  mpp.coop.partition
//! requires:  msl 4.0, feature tensors, simd_width 32, os 26.1
//! for:       ROLE in 0 1 2; RELAXED in false true
//! dispatch:  threads 32, threadgroup 32
//! out:       elements int[1]
//! out:       as_m5_relaxed int[32]
//! out:       as_m5_strict int[32]
//! out:       as_simdgroup_matrix int[32]
//! out:       row_by_row int[32]
//! out:       as_the_destination int[32]
//! expect:    elements = values 1024
//! expect:    as_m5_relaxed = recorded values 1 …
//! expect:    as_m5_strict = recorded values 1 …
//! expect:    as_simdgroup_matrix = recorded values 1 …
//! expect:    row_by_row = recorded values 1 …
//! expect:    as_the_destination = recorded values 1 …
//! mutant:    mpp.coop.partition | replace `valid += 1` with `valid += 1 + (at[0] == at[1])`
//! note:      Three users found the first layout on an M5, one the second, by blocks of 16 x 16, of which those of a row
//!            follow each other; a simdgroup_matrix has blocks of 8 x 8. The text leaves it open. Of a role 0 is the
//!            destination, 1 the left, 2 the right factor.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

int2 in_m5_relaxed(int lane, int element)
{
    const int piece = lane >> 2;
    return int2(((piece & 2) | (lane & 1)) * 4 + element % 4, ((piece & 4) | ((lane >> 1) & 3)) + 8 * (element / 4));
}

int2 in_m5_strict(int lane, int element)
{
    const int column = (lane & 1) * 2 + ((lane >> 3) & 1) * 4, row = ((lane >> 1) & 3) + ((lane >> 4) & 1) * 4;
    return int2(column + (element & 1) + (element & 3) / 2 * 8, row + 8 * (element / 4));
}

int2 in_simdgroup_matrix(int lane, int element)
{
    const int piece = lane >> 2;
    return int2(((piece & 2) | (lane & 1)) * 2 + element, (piece & 4) | ((lane >> 1) & 3));
}

kernel void compare(device atomic_int *elements [[buffer(0)]], device int *as_m5_relaxed [[buffer(1)]],
                    device int *as_m5_strict [[buffer(2)]], device int *as_simdgroup_matrix [[buffer(3)]],
                    device int *row_by_row [[buffer(4)]], device int *as_the_destination [[buffer(5)]],
                    uint lane [[thread_index_in_simdgroup]])
{
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, 32, false, false, RELAXED);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    typedef tensor<device float, dextents<int, 2>, tensor_inline> matrix;
    auto destination = op.get_destination_cooperative_tensor<matrix, matrix, float>();
#if ROLE == 0
    auto held = op.get_destination_cooperative_tensor<matrix, matrix, float>();
#elif ROLE == 1
    auto held = op.get_left_input_cooperative_tensor<float, float, float>();
#else
    auto held = op.get_right_input_cooperative_tensor<float, float, float>();
#endif
    int valid = 0;
    bool relaxed = true, strict = true, small = true, rows = true, same = true;
    for (ushort i = 0; i < held.get_capacity(); i++) {
        if (!held.is_valid_element(i))
            continue;
        const auto at = held.get_multidimensional_index(i);
        valid += 1;
        const int2 place(at[0], at[1]), large(i / 8 % 2 * 16, i / 16 * 16), block(i / 2 % 4 * 8, i / 8 * 8);
        relaxed = relaxed && all(place == large + in_m5_relaxed(lane, i % 8));
        strict = strict && all(place == large + in_m5_strict(lane, i % 8));
        small = small && all(place == block + in_simdgroup_matrix(lane, i % 2));
        rows = rows && all(place == int2(i, lane));
        if (i < destination.get_capacity() && destination.is_valid_element(i)) {
            const auto there = destination.get_multidimensional_index(i);
            same = same && there[0] == at[0] && there[1] == at[1];
        } else {
            same = false;
        }
    }
    const bool some = valid > 0;
    valid = simd_sum(valid);
    if (lane == 0)
        atomic_store_explicit(elements, valid, memory_order_relaxed);
    as_m5_relaxed[lane] = some && relaxed;
    as_m5_strict[lane] = some && strict;
    as_simdgroup_matrix[lane] = some && small;
    row_by_row[lane] = some && rows;
    as_the_destination[lane] = some && same;
}
