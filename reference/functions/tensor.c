/* tensor.c: what tensors show of memory that holds its own indices (MSL 2.22). */
#include "../core/arguments.h"

/* strided(first, n, s0, m, s1, s2): of element i, x = i % n, y = i / n % m, z = i / n / m: first + x s0 + y s1 + z s2.
 */
REFERENCE(strided)
{
    if (!arguments_are(call, "nnnnnn"))
        return;
    size_t n = argument_size(call, 1), m = argument_size(call, 3);
    for (size_t i = 0; n && m && i < call->count; i++) {
        double at = argument_number(call, 0) + (double)(i % n) * argument_number(call, 2) +
                    (double)(i / n % m) * argument_number(call, 4) + (double)(i / n / m) * argument_number(call, 5);
        expect_bits(call, i, scalar_encode(call->type.scalar, at));
    }
}

/* framed(W, H, x, y, w, h, s0, s1): the w × h elements from (x, y) on of W × H are 1 + column s0 + row s1, the others
 * 0. */
REFERENCE(framed)
{
    if (!arguments_are(call, "nnnnnnnn"))
        return;
    double a[8];
    for (size_t n = 0; n < 8; n++)
        a[n] = argument_number(call, n);
    for (size_t i = 0; i < call->count && a[0] > 0; i++) {
        double x = (double)(i % (size_t)a[0]) - a[2], y = (double)(i / (size_t)a[0]) - a[3];
        bool inside = x >= 0 && y >= 0 && x < a[4] && y < a[5];
        expect_bits(call, i, scalar_encode(call->type.scalar, inside ? 1 + x * a[6] + y * a[7] : 0));
    }
}

/* kept_frame(W, x, y, w, h, v): rows of W elements, zero in the w × h from (x, y) on, otherwise v. */
REFERENCE(kept_frame)
{
    if (!arguments_are(call, "nnnnnn"))
        return;
    size_t wide = argument_size(call, 0), x = argument_size(call, 1), y = argument_size(call, 2),
           w = argument_size(call, 3), h = argument_size(call, 4);
    for (size_t i = 0; i < call->count && wide; i++) {
        size_t column = i % wide, row = i / wide;
        bool inside = column >= x && column < x + w && row >= y && row < y + h;
        expect_bits(call, i, scalar_encode(call->type.scalar, inside ? 0 : argument_number(call, 5)));
    }
}

/* runs(data, n, w, W): of each of the first w elements of rows of W, it and the n - 1 that follow. */
REFERENCE(runs)
{
    if (!arguments_are(call, "annn"))
        return;
    size_t n = argument_size(call, 1), w = argument_size(call, 2), wide = argument_size(call, 3);
    for (size_t i = 0; i < call->count && n && w; i++)
        expect_element(call, i, argument_array(call, 0), i / n / w * wide + i / n % w + i % n);
}

/* rows_kept(data, w, W, h): the first w elements of each of the first h rows of W, otherwise zero. */
REFERENCE(rows_kept)
{
    if (!arguments_are(call, "annn"))
        return;
    size_t w = argument_size(call, 1), wide = argument_size(call, 2), h = argument_size(call, 3);
    for (size_t i = 0; i < call->count && wide; i++) {
        if (i % wide < w && i / wide < h)
            expect_element(call, i, argument_array(call, 0), i);
        else
            expect_bits(call, i, 0);
    }
}

/* backwards(data): its elements, the last one first. */
REFERENCE(backwards)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        expect_element(call, i, argument_array(call, 0), argument_array(call, 0)->count - 1 - i);
}

/* repeated(data): its elements again and again. */
REFERENCE(repeated)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        expect_element(call, i, argument_array(call, 0), i % argument_array(call, 0)->count);
}

/* block_scales(scales, n): of elements 0, n, 2 n, … the scale of the block of 32 that each is in. */
REFERENCE(block_scales)
{
    if (!arguments_are(call, "an"))
        return;
    for (size_t i = 0; i < call->count; i++)
        expect_element(call, i, argument_array(call, 0), i * argument_size(call, 1) / 32);
}
