/* convolution2d_test.c: convolutions small enough to be worked out by hand (MSL 7.2.2, table 7.8). */
#include "../core/testing.h"

typedef struct sizes {
    double outputs, to[2], batch, inputs, from[2], kernel[2], stride[2], dilation[2], offset[2], groups;
} sizes;

static void take(trial *t, const float *activation, size_t pixels, const float *weights, size_t weight_count, sizes z)
{
    const double number[] = {z.outputs,
                             z.to[0],
                             z.to[1],
                             z.batch,
                             z.inputs,
                             z.from[0],
                             z.from[1],
                             z.kernel[0],
                             z.kernel[1],
                             z.stride[0],
                             z.stride[1],
                             z.dilation[0],
                             z.dilation[1],
                             z.offset[0],
                             z.offset[1],
                             z.groups,
                             0};
    *t = (trial){0};
    trial_array(t, "float", activation, pixels);
    trial_array(t, "float", weights, weight_count);
    for (size_t n = 0; n < sizeof number / sizeof *number; n++)
        trial_number(t, number[n]);
}

/* These are taken, and with any one of them off by one, that one is refused. */
static void gives(trial *t, const char *reference, const float *right, size_t count)
{
    float other[16];
    assert_true(count <= 16);
    assert_int_equal(refused(t, reference, "float", right, count), 0);
    assert_int_equal(t->unjudged, 0);
    memcpy(other, right, count * sizeof *other);
    for (size_t k = 0; k < count; k++) {
        other[k] += 1;
        assert_int_equal(refused(t, reference, "float", other, count), 1);
        other[k] -= 1;
    }
}

static const float nine[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}; /* three rows of three pixels */

/* Weights are not flipped: pixel (x, y) meets 1, the next one 10, the row below 100 and 1000. */
static void kernels_are_not_flipped(void **state)
{
    (void)state;
    static const float weights[] = {1, 10, 100, 1000}, right[] = {5421, 6532, 8754, 9865};
    trial t;
    take(&t, nine, 9, weights, 4, (sizes){1, {2, 2}, 1, 1, {3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}, 1});
    gives(&t, "convolved", right, 4);
}

/* Two columns and three rows, so that neither can stand for the other; the window's centre is the pixel (x, y). */
static void beyond_the_edge_is_zero(void **state)
{
    (void)state;
    static const float six[] = {1, 2, 3, 4, 5, 6}, weights[] = {1, 10, 100};
    static const float along[] = {210, 21, 430, 43, 650, 65}, down[] = {310, 420, 531, 642, 53, 64};
    trial t;
    take(&t, six, 6, weights, 3, (sizes){1, {2, 3}, 1, 1, {2, 3}, {3, 1}, {1, 1}, {1, 1}, {0, 0}, 1});
    gives(&t, "convolved", along, 6);
    take(&t, six, 6, weights, 3, (sizes){1, {2, 3}, 1, 1, {2, 3}, {1, 3}, {1, 1}, {1, 1}, {0, 0}, 1});
    gives(&t, "convolved", down, 6);
}

/* Every second pixel from the third on; a kernel that takes its pixels two apart, around the third. */
static void strides_and_dilations(void **state)
{
    (void)state;
    static const float one[] = {1}, weights[] = {1, 10, 100}, every_second[] = {3, 5, 7}, apart[] = {531, 642, 753};
    trial t;
    take(&t, nine, 9, one, 1, (sizes){1, {3, 1}, 1, 1, {9, 1}, {1, 1}, {2, 1}, {1, 1}, {2, 0}, 1});
    gives(&t, "convolved", every_second, 3);
    take(&t, nine, 9, weights, 3, (sizes){1, {3, 1}, 1, 1, {9, 1}, {3, 1}, {1, 1}, {2, 1}, {2, 0}, 1});
    gives(&t, "convolved", apart, 3);
}

/* Two images of one pixel with two channels; three outputs, whose weights lie beside each other. */
static void channels_and_batches(void **state)
{
    (void)state;
    static const float pixels[] = {1, 2, 3, 4}, weights[] = {1, 2, 3, 10, 20, 30};
    static const float right[] = {21, 42, 63, 43, 86, 129};
    trial t;
    take(&t, pixels, 4, weights, 6, (sizes){3, {1, 1}, 2, 2, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, 1});
    gives(&t, "convolved", right, 6);
}

/* Of four channels the first two make the first two outputs, the others the last two. */
static void groups_split_the_channels(void **state)
{
    (void)state;
    static const float pixel[] = {1, 2, 3, 4}, weights[] = {1, 2, 3, 4, 10, 20, 30, 40};
    static const float right[] = {21, 42, 129, 172};
    trial t;
    take(&t, pixel, 4, weights, 8, (sizes){4, {1, 1}, 1, 4, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, 2});
    gives(&t, "convolved", right, 4);
}

static void what_was_there_is_added_to(void **state)
{
    (void)state;
    static const float one[] = {10}, before[] = {100, 200, 300}, right[] = {120, 240, 360};
    trial t;
    take(&t, nine, 3, one, 1, (sizes){1, {3, 1}, 1, 1, {3, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, 1});
    trial_array(&t, "float", before, 3);
    trial_number(&t, 2);
    gives(&t, "convolved_added", right, 3);
}

static void sizes_have_to_fit(void **state)
{
    (void)state;
    static const float one[] = {1, 1};
    trial t;
    take(&t, nine, 9, one, 1, (sizes){1, {4, 3}, 1, 1, {3, 4}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, 1});
    assert_non_null(complaint(&t, "convolved", "float", 12));
    take(&t, nine, 9, one, 2, (sizes){1, {3, 1}, 1, 3, {3, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, 2});
    assert_non_null(complaint(&t, "convolved", "float", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_not_flipped),   cmocka_unit_test(beyond_the_edge_is_zero),
        cmocka_unit_test(strides_and_dilations),     cmocka_unit_test(channels_and_batches),
        cmocka_unit_test(groups_split_the_channels), cmocka_unit_test(what_was_there_is_added_to),
        cmocka_unit_test(sizes_have_to_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
