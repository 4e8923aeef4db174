/* instance_test.c: what a case asks for once its variables have values: sizes, places, types, constants, dispatches. */
#include "../case_testing.h"

static void sizes(void **state)
{
    (void)state;
    case_file *file =
        read_text("//! title: t\n//! for: W in 57; H in 9\n//! dispatch: threads W x H, threadgroup 16 x 2\n"
                  "//! in: data@3 float3[threads] = iota\n//! in: next packed_half3[groups * threadgroup] = zeros\n"
                  "//! in: sizes uint2 = W, H\n//! in: both {uchar, float, ushort, half3} = 1, 0.5, W, 2\n//! in: eps "
                  "float = 1e-5\n"
                  "//! in: image texture2d<float>(rgba8unorm)[W, H] = random\n//! out: picture texture2d<float, "
                  "access::write>(r32float)[W, 1]\n"
                  "//! out: result ulong[groups.x * 100 + groups.y * 10 + grid.y]\n//! inout: state int[simd_width] = "
                  "constant(-3)\n"
                  "//! threadgroup: 1 W\n//! constant: flag(2) bool = true\n//! constant: scale(0) half = 1.5\n"
                  "//! macro: AREA = W * H\n//! macro: THIRD = 1.0 / 4\n//! macro: NAME = int##W\n//! expect: result = "
                  "values 7 …\n//! compare: ulp 2.5\n"
                  "kernel void copy() { AREA THIRD NAME; }\n");
    case_instance *i = instantiate(file, 0, 0);
    const case_argument *a = i->arguments;
    assert_int_equal(i->argument_count, 9);
    assert_int_equal(a[0].index, 3);
    assert_int_equal(a[0].count, 57 * 9);
    assert_int_equal(a[0].type.stride, 16);
    assert_int_equal(a[1].index, 4);
    assert_int_equal(a[1].count, 4 * 5 * 32);
    assert_int_equal(a[1].type.stride, 6);
    assert_int_equal(a[2].kind, ARGUMENT_BYTES);
    assert_int_equal(a[2].index, 5);
    assert_int_equal(a[3].count, 24); /* 0: uchar, 4: float, 8: ushort, 16: half3 */
    assert_int_equal(a[5].kind, ARGUMENT_TEXTURE);
    assert_int_equal(a[5].index, 0);
    assert_int_equal(a[5].count, 57 * 9);
    assert_int_equal(a[5].type.lanes, 4);
    assert_int_equal(a[6].index, 1);
    assert_string_equal(a[6].format, "r32float");
    assert_int_equal(a[7].index, 8);
    assert_int_equal(a[7].count, 400 + 50 + 9);
    assert_int_equal(a[8].role, ROLE_INOUT);
    assert_int_equal(a[8].count, 32);
    assert_int_equal(i->threadgroup_memory[0].index, 1);
    assert_int_equal(i->threadgroup_memory[0].bytes, 64); /* rounded up to 16 */
    assert_int_equal(i->constants[0].data_type, 53);
    assert_int_equal(*(const uint8_t *)i->constants[0].value, 1);
    assert_int_equal(i->constants[1].data_type, 16);
    assert_int_equal(*(const uint16_t *)i->constants[1].value, 0x3e00);
    assert_string_equal(macro(i, "AREA"), "513");
    assert_string_equal(macro(i, "THIRD"), "0.25");
    assert_string_equal(macro(i, "NAME"), "int##57");
    assert_int_equal(i->expectations[0].how.kind, COMPARE_ULP);
    assert_true(i->expectations[0].how.ulp == 2.5);
    unsigned char bytes[64];
    assay_error error = {0};
    assert_true(case_generate(i, &a[2], 0, bytes, &error));
    assert_memory_equal(bytes, ((uint32_t[]){57, 9}), 8);
    assert_true(case_generate(i, &a[3], 0, bytes, &error));
    assert_int_equal(bytes[0], 1);
    assert_memory_equal(bytes + 4, &(float){0.5f}, 4);
    assert_memory_equal(bytes + 8, &(uint16_t){57}, 2);
    assert_memory_equal(bytes + 16, ((uint16_t[]){0x4000, 0x4000, 0x4000}), 6);
    case_instance_destroy(i);
    i = case_instantiate(case_file_cases(file, &(size_t){0}), 0, 64, &error);
    assert_int_equal(i->arguments[8].count, 64);
    case_instance_destroy(i);
    case_file_destroy(file);
}

/* `x` between blanks and a multiplication sign, with blanks or without. */
static void dimensions(void **state)
{
    (void)state;
    static const char *const grids[] = {"8 x 4 x 2", "8 \xc3\x97 4 \xc3\x97 2",
                                        "8\xc3\x97"
                                        "4\xc3\x97"
                                        "2",
                                        "4 + 4 x 2 * (4 - 2) \xc3\x97 2"};
    for (size_t n = 0; n < sizeof grids / sizeof *grids; n++) {
        char text[400];
        snprintf(text, sizeof text,
                 "//! title: t\n//! dispatch: threads %s, threadgroup 4 \xc3\x97 2\n//! in: data float[64] = ones\n"
                 "//! out: result float[64]\n//! expect: result = same data\nkernel void copy() {}\n",
                 grids[n]);
        case_file *file = read_text(text);
        case_instance *i = instantiate(file, 0, 0);
        const case_dispatch *d = &i->dispatches[0];
        if (d->extent[0] != 8 || d->extent[1] != 4 || d->extent[2] != 2)
            fail_msg("%s is a grid of %u x %u x %u", grids[n], d->extent[0], d->extent[1], d->extent[2]);
        assert_true(d->threadgroup[0] == 4 && d->threadgroup[1] == 2 && d->threadgroup[2] == 1);
        case_instance_destroy(i);
        case_file_destroy(file);
    }
}

static void two_dispatches(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! dispatch: first(data, parts): threads 1000, threadgroup 64\n"
                                "//! dispatch: second(parts, picture, total@4, n): groups 1, threadgroup groups\n//! "
                                "in: data float[1000] = ones\n"
                                "//! out: parts float[16]\n//! out: total float[1]\n//! in: n uint = 16\n"
                                "//! out: picture texture2d<float>(r32float)[1, 1]\n//! expect: total = values 1000\n"
                                "kernel void first() {} kernel void second() {}\n");
    case_instance *i = instantiate(file, 0, 0);
    assert_int_equal(i->dispatch_count, 2);
    assert_string_equal(i->dispatches[0].kernel, "first");
    assert_false(i->dispatches[0].groups);
    assert_true(i->dispatches[1].groups);
    assert_int_equal(i->dispatches[1].threadgroup[0], 1); /* names mean the latest: its own single group */
    const uint32_t arguments[] = {1, 4, 2, 3}, places[] = {0, 0, 4, 5};
    assert_int_equal(i->dispatches[1].argument_count, 4);
    assert_memory_equal(i->dispatches[1].arguments, arguments, sizeof arguments);
    assert_memory_equal(i->dispatches[1].places, places, sizeof places);
    case_instance_destroy(i);
    case_file_destroy(file);
}

static void concurrent_dispatches(void **state)
{
    (void)state;
    case_file *file = read_text(
        "//! title: t\n//! for: B in buffers parts\n//! options: concurrent\n"
        "//! dispatch: first(parts): threads 8, threadgroup 8\n"
        "//! dispatch: second(parts, picture): threads 8, threadgroup 8, after B\n"
        "//! dispatch: second(parts, picture): threads 8, threadgroup 8, after picture parts\n"
        "//! dispatch: second(parts, picture): threads 8, threadgroup 8, new encoder\n//! out: parts float[16]\n"
        "//! out: picture texture2d<float>(r32float)[1, 1]\n//! expect: parts = values 1 …\n"
        "kernel void first() {} kernel void second() {}\n");
    case_instance *i = instantiate(file, 0, 0);
    assert_true(i->options.concurrent);
    assert_false(i->dispatches[0].after_buffers || i->dispatches[0].after_count);
    assert_true(i->dispatches[1].after_buffers && !i->dispatches[1].after_textures && !i->dispatches[1].after_count);
    assert_int_equal(i->dispatches[2].after_count, 2);
    assert_int_equal(i->dispatches[2].after[0], 1);
    assert_int_equal(i->dispatches[2].after[1], 0);
    assert_true(i->dispatches[3].new_encoder && !i->dispatches[2].new_encoder);
    case_instance_destroy(i);
    i = instantiate(file, 1, 0);
    assert_int_equal(i->dispatches[1].after_count, 1);
    assert_false(i->dispatches[1].after_buffers);
    case_instance_destroy(i);
    case_file_destroy(file);
}

static void members_of_an_argument_buffer(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota\n"
                                "//! out: result float[4]\n//! in: all arguments = 12 data, 3 result\n"
                                "//! expect: result = same data\nkernel void k() {}\n");
    case_instance *i = instantiate(file, 0, 0);
    assert_int_equal(i->arguments[2].member_count, 2);
    assert_int_equal(i->arguments[2].members[0].id, 12);
    assert_int_equal(i->arguments[2].members[0].argument, 0);
    assert_int_equal(i->arguments[2].members[1].id, 3);
    assert_int_equal(i->arguments[2].members[1].argument, 1);
    case_instance_destroy(i);
    case_file_destroy(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_of_an_argument_buffer),
        cmocka_unit_test(sizes),
        cmocka_unit_test(dimensions),
        cmocka_unit_test(two_dispatches),
        cmocka_unit_test(concurrent_dispatches),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
