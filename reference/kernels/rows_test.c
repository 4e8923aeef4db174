/* rows_test.c: tests of RMSNorm, softmax, running sums, and the elementwise and image references of contracts: right
 * results pass, the usual mistakes do not. */
#include "../core/testing.h"

enum { N = 8 };

static void on_rows(trial *t, const float *x, const float *gamma, double eps)
{
    *t = (trial){0};
    trial_array(t, "float", x, N);
    if (gamma)
        trial_array(t, "float", gamma, N);
    trial_number(t, N);
    if (gamma)
        trial_number(t, eps);
}

static const float numbers[N] = {0.5f, -1.25f, 2.0f, 0.0f, -0.75f, 1.5f, 3.0f, -2.5f};
static const float gammas[N] = {1.0f, 0.5f, 2.0f, -1.0f, 1.5f, 0.25f, 1.0f, 3.0f};

/* x / (sqrt(sum / n + inside) + outside) * gamma, over `counted` elements. */
static void rms(float *y, int counted, double inside, double outside)
{
    double squares = 0;
    for (int i = 0; i < counted; i++)
        squares += (double)numbers[i] * (double)numbers[i];
    for (int i = 0; i < N; i++)
        y[i] = (float)((double)numbers[i] * (double)gammas[i] / (sqrt(squares / N + inside) + outside));
}

static void rms_norm(void **state)
{
    float y[N];
    trial t;
    (void)state;
    on_rows(&t, numbers, gammas, 0.01);
    rms(y, N, 0.01, 0);
    assert_int_equal(refused(&t, "rms_norm", "float", y, N), 0);
    y[2] *= 1.00001f;
    assert_int_equal(refused(&t, "rms_norm", "float", y, N), 1);
    static const struct {
        int counted;
        double inside, outside;
        int mistake;
    } wrong[] = {{N, 0, 0, 1}, {N, 0, 0.01, 2}, {N - 1, 0.01, 0, 5}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        rms(y, wrong[i].counted, wrong[i].inside, wrong[i].outside);
        on_rows(&t, numbers, gammas, 0.01);
        assert_int_equal(refused(&t, "rms_norm", "float", y, N), N - 1); /* one element is zero */
        trial_number(&t, wrong[i].mistake);
        assert_int_equal(refused(&t, "rms_norm_wrong", "float", y, N), 0);
    }
}

static void rms_norm_of_special_rows(void **state)
{
    float x[N], y[N] = {0};
    trial t;
    (void)state;
    memcpy(x, numbers, sizeof x);
    x[3] = INFINITY;
    y[3] = NAN;
    on_rows(&t, x, gammas, 0.01);
    assert_int_equal(refused(&t, "rms_norm", "float", y, N), 0);
    y[0] = 1;
    assert_int_equal(refused(&t, "rms_norm", "float", y, N), 1);
    t.fast_math = true;
    assert_int_equal(refused(&t, "rms_norm", "float", y, N), 0);
    assert_int_equal(t.unjudged, N);
}

static void softmax_into(float *y, const float *x, int counted, double base)
{
    double sum = 0, largest = -INFINITY;
    for (int i = 0; i < N; i++) /* with fmax, GCC 12 crashes on AArch64 */
        largest = (double)x[i] > largest ? (double)x[i] : largest;
    for (int i = 0; i < counted; i++)
        sum += pow(base, (double)x[i] - largest);
    for (int i = 0; i < N; i++)
        y[i] = (float)(pow(base, (double)x[i] - largest) / sum);
}

static void softmax(void **state)
{
    const double e = 2.718281828459045;
    float y[N], masked[N];
    trial t;
    (void)state;
    on_rows(&t, numbers, NULL, 0);
    softmax_into(y, numbers, N, e);
    assert_int_equal(refused(&t, "softmax", "float", y, N), 0);
    y[1] *= 1.0005f;
    assert_int_equal(refused(&t, "softmax", "float", y, N), 1);
    softmax_into(y, numbers, N, 2);
    assert_int_equal(refused(&t, "softmax", "float", y, N), N);
    softmax_into(y, numbers, N - 1, e);
    assert_int_equal(refused(&t, "softmax", "float", y, N), N);
    memcpy(masked, numbers, sizeof masked);
    masked[5] = masked[6] = -INFINITY;
    on_rows(&t, masked, NULL, 0);
    softmax_into(y, masked, N, e);
    assert_int_equal(refused(&t, "softmax", "float", y, N), 0);
    y[6] = NAN;
    assert_int_equal(refused(&t, "softmax", "float", y, N), 1);
    masked[0] = NAN;
    for (int i = 0; i < N; i++)
        y[i] = NAN;
    assert_int_equal(refused(&t, "softmax", "float", y, N), 0);
}

static void running_sums(void **state)
{
    static const float x[5] = {1, 2, 3, 4, 5};
    float y[5] = {1, 3, 6, 10, 15}, exclusive[5] = {0, 1, 3, 6, 10}, blocks[5] = {1, 3, 3, 7, 5};
    trial t = {0};
    (void)state;
    trial_array(&t, "float", x, 5);
    trial_number(&t, 5);
    trial_number(&t, 0);
    assert_int_equal(refused(&t, "prefix_sums", "float", y, 5), 0);
    assert_int_equal(refused(&t, "prefix_sums", "float", exclusive, 5), 5);
    assert_int_equal(refused(&t, "prefix_sums", "float", blocks, 5), 3);
    trial_number(&t, 2);
    assert_int_equal(refused(&t, "prefix_sums_of_blocks", "float", blocks, 5), 0);
    t.argument[2].number = 1;
    t.arguments = 3;
    assert_int_equal(refused(&t, "prefix_sums", "float", exclusive, 5), 0);
}

static void elements(void **state)
{
    float x[5] = {-2, 0, 3, -1000, NAN}, y[5], limited[5] = {-2, 0, 2.5f, -2.5f, NAN};
    trial t = {0};
    (void)state;
    for (int i = 0; i < 4; i++)
        y[i] = (float)((double)x[i] / (1 + exp(-(double)x[i])));
    y[4] = NAN;
    trial_array(&t, "float", x, 5);
    assert_int_equal(refused(&t, "silu", "float", y, 5), 0);
    y[0] *= 1.0001f;
    y[3] = NAN;
    assert_int_equal(refused(&t, "silu", "float", y, 5), 2);
    trial_number(&t, 2.5);
    assert_int_equal(refused(&t, "limited", "float", limited, 5), 0);
    limited[4] = -2.5f; /* as fmin(fmax(x, -cap), cap) has it */
    assert_int_equal(refused(&t, "limited", "float", limited, 5), 1);
}

/* 3 x 1 pixels of one channel: the edges count twice. */
static void blurred_images(void **state)
{
    float x[12] = {0}, y[12] = {0};
    trial t = {.width = 3, .height = 1};
    (void)state;
    for (int i = 0; i < 3; i++)
        x[4 * i] = (float)(3 * i * i);
    y[0] = 1;
    y[4] = 5;
    y[8] = 9;
    trial_array(&t, "float4", x, 3);
    t.array[0].width = 3;
    t.array[0].height = 1;
    trial_number(&t, 1);
    assert_int_equal(refused(&t, "box_blurred", "float4", y, 3), 0);
    y[8] = 8;
    assert_int_equal(refused(&t, "box_blurred", "float4", y, 3), 1);
}

static void codes_cut_off(void **state)
{
    uint8_t codes[8] = {100, 101, 255, 7, 1, 2, 3, 4}, cut[8] = {150, 151, 255, 7, 1, 3, 4, 4},
            rounded[8] = {150, 152, 255, 7, 2, 3, 5, 4};
    trial t = {0};
    (void)state;
    trial_array(&t, "uchar4", codes, 2);
    trial_number(&t, 1.5);
    assert_int_equal(refused(&t, "brightness_truncated", "uchar4", cut, 2), 0);
    assert_int_equal(refused(&t, "brightness_truncated", "uchar4", rounded, 2), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rms_norm),      cmocka_unit_test(rms_norm_of_special_rows),
        cmocka_unit_test(softmax),       cmocka_unit_test(running_sums),
        cmocka_unit_test(elements),      cmocka_unit_test(blurred_images),
        cmocka_unit_test(codes_cut_off),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
