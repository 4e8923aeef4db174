/* layout.c: sizes and alignments (MSL 2.1, 2.2, 2.2.3). */
#include "arguments.h"

/* layout(size, alignment): what a kernel reports of a type: sizeof, alignof, its offset after a char in a struct, and
 * the distance of two elements of an array. */
REFERENCE(layout)
{
    if (!arguments_are(call, "nn"))
        return;
    uint64_t size = argument_size(call, 0), alignment = argument_size(call, 1);
    const uint64_t expected[4] = {size, alignment, alignment, size};
    for (size_t k = 0; k < call->count && k < 4; k++)
        expect_bits(call, k, expected[k]);
}

/* components(data, k): component k of every element. */
REFERENCE(component)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *data = argument_array(call, 0);
    for (size_t i = 0; i < call->count; i++)
        expect_bits(call, i, array_bits(data, i, (unsigned)argument_size(call, 1)));
}
