/* generate_test.c: what the generators of inputs put into memory. */
#include "../case_testing.h"

static void generated(const char *declaration, const void *expected, size_t size)
{
    char text[512];
    unsigned char data[512];
    assay_error error = {0};
    snprintf(text, sizeof text,
             "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: data %s\n//! out: result float[1]\n"
             "//! expect: result = values 1\nkernel void copy() {}\n",
             declaration);
    case_file *file = read_text(text);
    case_instance *instance = instantiate(file, 0, 0);
    assert_true(case_generate(instance, &instance->arguments[0], 1, data, &error));
    if (memcmp(data, expected, size) != 0)
        fail_msg("%s: other bytes than expected", declaration);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

#define GENERATED(declaration, type, ...) generated(declaration, ((type[]){__VA_ARGS__}), sizeof((type[]){__VA_ARGS__}))

static void plain_generators(void **state)
{
    (void)state;
    GENERATED("float[4] = iota", float, 0, 1, 2, 3);
    GENERATED("float[3] = iota(0.5, -0.25)", float, 0.5f, 0.25f, 0);
    GENERATED("uchar[3] = iota(254)", uint8_t, 254, 255, 0); /* wraps */
    GENERATED("short[2] = iota(-1, -1)", int16_t, -1, -2);
    GENERATED("int2[2] = iota", int32_t, 0, 1, 2, 3);
    GENERATED("half[2] = ones", uint16_t, 0x3c00, 0x3c00);
    GENERATED("ulong[2] = zeros", uint64_t, 0, 0);
    GENERATED("bfloat[1] = constant(-1.5)", uint16_t, 0xbfc0);
    GENERATED("ulong[2] = values 18446744073709551615 0x8000000000000000", uint64_t, UINT64_MAX, UINT64_C(1) << 63);
    GENERATED("long[1] = values -9223372036854775807", int64_t, -INT64_MAX);
    GENERATED("float[5] = values 1 -0.0 inf bits(0x7fc00001) …", uint32_t, 0x3f800000, 0x80000000, 0x7f800000,
              0x7fc00001, 0x7fc00001);
    GENERATED("float[2] = values nan -inf", uint32_t, 0x7fc00000, 0xff800000);
    GENERATED("float[1] = values 0x1p-149", uint32_t, 1);
    GENERATED("bool[3] = values 1 0 true", uint8_t, 1, 0, 1);
    GENERATED("bool[2] = special", uint8_t, 0, 1);
    GENERATED("half[4] = special", uint16_t, 0, 0x8000, 1, 0x8001);
    GENERATED("uchar[4] = special", uint8_t, 0, 1, 2, 255);
    GENERATED("ulong[14] = special", uint64_t, 0, 1, 2, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX, UINT64_MAX - 1, 0, 1,
              UINT64_C(1) << 63, INT64_MAX, UINT64_MAX / 3, UINT64_MAX / 3 * 2, UINT64_C(1) << 32);
    GENERATED("float3[1] = ones", uint32_t, 0x3f800000, 0x3f800000, 0x3f800000, 0xa5a5a5a5); /* padding is noise */
}

/* Fills n elements of a type under a seed. */
static void random_data(const char *declaration, uint64_t seed, void *data)
{
    char text[512];
    assay_error error = {0};
    snprintf(text, sizeof text,
             "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! in: %s\n//! out: result float[1]\n"
             "//! expect: result = values 1\nkernel void copy() {}\n",
             declaration);
    case_file *file = read_text(text);
    case_instance *instance = instantiate(file, 0, 0);
    if (!case_generate(instance, &instance->arguments[0], seed, data, &error))
        fail_msg("%s", error.text);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void random_generators(void **state)
{
    (void)state;
    static float a[4096], b[4096];
    static int32_t n[4096];
    random_data("data float[4096] = random", 1, a);
    random_data("data float[4096] = random", 1, b);
    assert_memory_equal(a, b, sizeof a); /* reproducible */
    random_data("data float[4096] = random", 2, b);
    assert_memory_not_equal(a, b, sizeof a);
    random_data("next float[4096] = random", 1, b);
    assert_memory_not_equal(a, b, sizeof a);
    double sum = 0;
    for (int i = 0; i < 4096; i++) {
        assert_true(a[i] >= -1 && a[i] < 1);
        sum += (double)a[i];
    }
    assert_true(sum / 4096 > -0.05 && sum / 4096 < 0.05);
    random_data("data float[4096] = normal(10, 2)", 1, a);
    double mean = 0, square = 0;
    for (int i = 0; i < 4096; i++)
        mean += (double)a[i] / 4096;
    for (int i = 0; i < 4096; i++)
        square += ((double)a[i] - mean) * ((double)a[i] - mean) / 4096;
    assert_true(mean > 9.8 && mean < 10.2 && square > 3.6 && square < 4.4);
    random_data("data int[4096] = integers(-2, 2)", 1, n);
    int seen[5] = {0};
    for (int i = 0; i < 4096; i++) {
        assert_in_range(n[i] + 2, 0, 4);
        seen[n[i] + 2]++;
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i] > 700);
    random_data("data int[4096] = random(5, 7)", 1, n);
    for (int i = 0; i < 4096; i++)
        assert_in_range(n[i], 5, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_generators),
        cmocka_unit_test(random_generators),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
