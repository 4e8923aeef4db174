/* convolution_test.c: where the window of a convolution stands, and that nothing lies beyond a border, whatever memory
 * has there: what cases cannot judge, as the text is silent. */
#include "convolution.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { C = 2, W = 5, H = 4, N = 2 };

/* 3 x 3, every pixel, `C` channels in, `C` out. */
static sm_window window_of(void)
{
    sm_window w = {.extent = {{C, W, H, N}, {C, C, 3, 3}, {C, W, H, N}},
                   .stride = {{1, C, C * W, C * W * H}, {1, C, C * C, 3 * C * C}, {1, C, C * W, C * W * H}},
                   .size = {C, W, H, N},
                   .source = {C, W, H, N},
                   .taps = {3, 3},
                   .step = {1, 1},
                   .dilation = {1, 1},
                   .channels = C,
                   .groups = 1};
    return w;
}

static void borders(void **state)
{
    (void)state;
    const sm_window w = window_of();
    for (long pixel = 0; pixel < W * H * N; pixel++)
        for (long k = 0; k < C * 9; k++) {
            long x = pixel % W + k / C % 3 - 1, y = pixel / W % H + k / (3 * C) - 1, image = pixel / (W * H);
            bool inside = x >= 0 && x < W && y >= 0 && y < H;
            assert_int_equal(sm_window_offset(&w, SM_ACTIVATION, 0, pixel, k),
                             inside ? ((image * H + y) * W + x) * C + k % C : -1);
        }
    assert_int_equal(sm_window_offset(&w, SM_WEIGHTS, 0, C * 9 - 1, C - 1), 9 * C * C - 1);
    assert_int_equal(sm_window_offset(&w, SM_WEIGHTS, 0, C * 9, 0), -1);
    assert_int_equal(sm_window_offset(&w, SM_DESTINATION, 0, W * H * N - 1, C - 1), W * H * N * C - 1);
    assert_int_equal(sm_window_offset(&w, SM_DESTINATION, 0, W * H * N, 0), -1);
}

static void offsets(void **state)
{
    (void)state;
    sm_window w = window_of();
    w.offset[0] = 1;
    w.offset[1] = -1;
    assert_int_equal(sm_window_offset(&w, SM_ACTIVATION, 0, 2 * W + 1, 4 * C), (W + 2) * C);
    assert_int_equal(sm_window_offset(&w, SM_ACTIVATION, 0, 0, 4 * C), -1);
    w.dilation[0] = 2;
    w.step[1] = 2;
    assert_int_equal(sm_window_offset(&w, SM_ACTIVATION, 0, W + 1, 5 * C), (W + 4) * C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borders),
        cmocka_unit_test(offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
