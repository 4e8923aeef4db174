/* resolve_blit_test.c: commands of a blit encoder, as a header says them. */
#include "../case_testing.h"

static const char format[] = "//! title: t\n//! dispatch: threads 1, threadgroup 1\n//! blit: %s\n"
                             "//! dispatch: threads 1, threadgroup 1\n"
                             "//! inout: image texture2d_array<uint>(rg32uint)[8, 8, 5, 3] = zeros\n"
                             "//! inout: bytes uint[16] = zeros\n//! in: only uint[4] = zeros\n"
                             "//! out: result float[1]\n//! expect: result = values 1\nkernel void copy() {}\n";

static case_instance *read_blit(const char *blit, case_file **file)
{
    char text[1024];
    snprintf(text, sizeof text, format, blit);
    *file = read_text(text);
    return instantiate(*file, 0, 0);
}

static void copies(void **state)
{
    (void)state;
    case_file *file;
    case_instance *instance =
        read_blit("copy image slice 4 level 1 origin 1 2, to bytes offset 8 row 16 image 32, size 1 2", &file);
    const case_blit *blit = instance->blits;
    assert_int_equal(instance->blit_count, 1);
    assert_int_equal(blit->kind, BLIT_COPY);
    assert_int_equal(blit->behind, 1);
    assert_false(blit->whole);
    assert_memory_equal(&blit->from, &((case_place){.argument = 0, .slice = 4, .level = 1, .origin = {1, 2, 0}}),
                        sizeof blit->from);
    assert_memory_equal(&blit->to, &((case_place){.argument = 1, .offset = 8, .row = 16, .image = 32}),
                        sizeof blit->to);
    assert_memory_equal(blit->size, ((uint32_t[3]){1, 2, 1}), sizeof blit->size);
    case_instance_destroy(instance);
    case_file_destroy(file);
    instance = read_blit("copy image, to image", &file);
    assert_true(instance->blits->whole);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void fills(void **state)
{
    (void)state;
    case_file *file;
    case_instance *instance = read_blit("fill bytes offset 3, size 2*4, value 255", &file);
    const case_blit *blit = instance->blits;
    assert_int_equal(blit->kind, BLIT_FILL);
    assert_int_equal(blit->to.argument, 1);
    assert_int_equal(blit->to.offset, 3);
    assert_int_equal(blit->size[0], 8);
    assert_int_equal(blit->value, 255);
    case_instance_destroy(instance);
    case_file_destroy(file);
    instance = read_blit("generate_mipmaps image", &file);
    assert_int_equal(instance->blits->kind, BLIT_MIPMAPS);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void refused(void **state)
{
    static const char *const bad[][2] = {
        {"move image, to bytes", "`copy …`, `fill …` or `generate_mipmaps …` is expected"},
        {"copy picture, to bytes, size 1", "not `picture`"},
        {"copy image, size 1 1 1", "`to NAME …` is missing"},
        {"copy image, to bytes row 8", "`size …` is missing"},
        {"copy image, to bytes row 8, size", "a number is expected after `size`"},
        {"copy image, to bytes row 8, size 1 1 1 1", "a size has one to three numbers"},
        {"copy image row 8, to bytes, size 1 1 1", "of a texture `slice`, `level` or `origin` is expected, not `row`"},
        {"copy image, to bytes level 8, size 1 1 1", "of a buffer `offset`, `row` or `image` is expected"},
        {"copy image, to bytes row 16 offset 44, size 1 2 1", "24 bytes from offset 44 reach beyond `bytes`"},
        {"copy bytes offset 60, to image, size 1", "8 bytes from offset 60 reach beyond `bytes`"},
        {"copy bytes, to only, size 4", "`only` is written"},
        {"copy only, to bytes, size 17", "17 bytes from offset 0 reach beyond `only`"},
        {"copy image, to bytes, value 4", "is expected, not `value 4`"},
        {"fill image, size 4, value 0", "`fill` takes a buffer"},
        {"fill bytes, size 65, value 0", "65 bytes from offset 0 reach beyond `bytes`"},
        {"fill bytes, size 4, value 256", "a fill's value is a byte"},
        {"fill bytes, to image, size 4", "is expected, not `to image`"},
        {"fill bytes, value 4", "`size …` is missing"},
        {"fill only, size 4, value 1", "`only` is written"},
        {"generate_mipmaps bytes", "`generate_mipmaps` takes a texture alone"},
        {"generate_mipmaps image, size 4", "`generate_mipmaps` takes a texture alone"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[1024];
        snprintf(text, sizeof text, format, bad[i][0]);
        write_file(text, strlen(text));
        refuses(bad[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),
        cmocka_unit_test(fills),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
