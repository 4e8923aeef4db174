/* vector.c: components of vectors: chosen by number, in the order of a swizzle; columns of matrices (MSL 2.2, 2.3). */
#include "../core/arguments.h"

/* component_at(data, at): of each element the component that at.x counts. */
REFERENCE(component_at)
{
    if (!arguments_are(call, "aa"))
        return;
    const reference_array *data = argument_array(call, 0), *at = argument_array(call, 1);
    for (size_t i = 0; i < call->count; i++)
        expect_bits(call, i, array_bits(data, i, (unsigned)array_bits(at, i, 0)));
}

/* swizzled(data, x, y, z, w): each element with the components of these numbers, as many as the output has. */
REFERENCE(swizzled)
{
    if (!arguments_are(call, "annnn"))
        return;
    const reference_array *data = argument_array(call, 0);
    unsigned lanes = call->type.lanes;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < lanes; lane++)
            expect_bits(call, i * lanes + lane, array_bits(data, i, (unsigned)argument_size(call, 1 + lane)));
}

/* every_encoding: the bits of the type counted from 0. */
INPUT(every_encoding)
{
    size_t size = assay_scalar_size(call->type.scalar), lanes = call->type.lanes;
    for (size_t k = 0; k < call->count * lanes; k++)
        scalar_store(call->type.scalar, (char *)call->data + k / lanes * call->type.stride + k % lanes * size, k);
}

/* first_element(data): the first element in every element of the output. */
REFERENCE(first_element)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        expect_element(call, i, argument_array(call, 0), 0);
}

/* whole_edges: whole numbers of every size, beside the powers of two and halfway between floating numbers. */
INPUT(whole_edges)
{
    size_t lanes = call->type.lanes, size = assay_scalar_size(call->type.scalar);
    for (size_t k = 0; k < call->count * lanes; k++) {
        uint64_t random = random_bits(call->seed, k), top = (uint64_t)1 << k % (8 * size);
        uint64_t step = top >> (8 + k / 64 % 17);
        uint64_t value = k / 64 % 3 == 0 ? top - 1 + k / 192 % 3 : top | (random & (top - 1) & ~(step ? step - 1 : 0));
        scalar_store(call->type.scalar, (char *)call->data + k / lanes * call->type.stride + k % lanes * size,
                     random >> 63 ? value : -value);
    }
}
