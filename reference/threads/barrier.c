/* barrier.c: exchanges between threads that a barrier has to order. */
#include "../core/arguments.h"

/* group_rotated(data, distance): each thread receives the element of the thread `distance` further on in its
 * threadgroup, wrapping; threadgroups are one-dimensional and may be partial. */
REFERENCE(group_rotated)
{
    if (!arguments_are(call, "an"))
        return;
    size_t distance = argument_size(call, 1);
    for (size_t i = 0; i < call->count; i++) {
        reference_thread thread;
        reference_thread_at(call->dispatch, i, &thread);
        size_t first = i - thread.index_in_group;
        expect_element(call, i, argument_array(call, 0),
                       first + (thread.index_in_group + distance) % thread.group_size);
    }
}

/* own_numbers(A, B): in turns, the numbers 0 to A - 1 and 1000000 to 1000000 + B - 1. */
REFERENCE(own_numbers)
{
    if (!arguments_are(call, "nn"))
        return;
    size_t a = argument_size(call, 0), b = argument_size(call, 1);
    for (size_t i = 0; i < call->count; i++) {
        size_t k = i % (a + b);
        expect_bits(call, i, k < a ? k : 1000000 + k - a);
    }
}

/* blocks_reversed(data, size): blocks of `size` elements, each with its last element first. */
REFERENCE(blocks_reversed)
{
    if (!arguments_are(call, "an"))
        return;
    size_t size = argument_size(call, 1);
    for (size_t i = 0; i < call->count && size; i++)
        expect_element(call, i, argument_array(call, 0), i / size * size + size - 1 - i % size);
}

/* rotated_by_simdgroup(data): SIMD-group k of each threadgroup passes its values on by k + 1 lanes. */
REFERENCE(rotated_by_simdgroup)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        reference_thread thread;
        reference_thread_at(call->dispatch, i, &thread);
        size_t from = (thread.lane + thread.simdgroup + 1) % thread.simd_lanes;
        expect_element(call, i, argument_array(call, 0), i - thread.lane + from);
    }
}

/* rotated_by_first(data, stay, distance): the first `stay` threads of each threadgroup pass their values on among
 * themselves; the others leave zero. */
REFERENCE(rotated_by_first)
{
    if (!arguments_are(call, "ann"))
        return;
    size_t stay = argument_size(call, 1), distance = argument_size(call, 2);
    for (size_t i = 0; i < call->count && stay; i++) {
        reference_thread thread;
        reference_thread_at(call->dispatch, i, &thread);
        size_t local = thread.index_in_group;
        if (local >= stay)
            expect_bits(call, i, 0);
        else
            expect_element(call, i, argument_array(call, 0), i - local + (local + distance) % stay);
    }
}

/* group_prefix_sums(data): inclusive sums within each threadgroup, modulo 2^32. */
REFERENCE(group_prefix_sums)
{
    if (!arguments_are(call, "a"))
        return;
    uint32_t sum = 0;
    for (size_t i = 0; i < call->count; i++) {
        reference_thread thread;
        reference_thread_at(call->dispatch, i, &thread);
        uint32_t own = (uint32_t)array_bits(argument_array(call, 0), i, 0);
        sum = thread.index_in_group ? sum + own : own;
        expect_bits(call, i, sum);
    }
}

/* tile_sums(data, rounds): tile r of threadgroup g is the 64 elements from 1024 g + 64 r on, modulo the size of the
 * data; thread t sums element t + r of each tile, modulo 64. */
REFERENCE(tile_sums)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *data = argument_array(call, 0);
    for (size_t i = 0; i < call->count; i++) {
        reference_thread thread;
        reference_thread_at(call->dispatch, i, &thread);
        uint32_t sum = 0;
        for (size_t round = 0; round < argument_size(call, 1); round++) {
            size_t k = thread.group[0] * 1024 + round * 64 + (thread.index_in_group + round) % 64;
            sum += (uint32_t)array_bits(data, k % data->count, 0);
        }
        expect_bits(call, i, sum);
    }
}
