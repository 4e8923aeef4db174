/* blit_test.c: copies and fills between dispatches, by both paths. */
#include "commands_testing.h"

static metal_commands *(*const paths[])(metal_device *, metal_order, assay_error *) = {metal_commands_create,
                                                                                       metal_commands_create4};

/* By each path that the system has. */
static metal_commands *commands_by(size_t path)
{
    return paths[path](device, METAL_SERIAL, NULL);
}

/* What a dispatch wrote is copied, and another one sees the copy and the fill. */
static void buffers_are_copied_between_dispatches(void **state)
{
    (void)state;
    metal_pipeline *first = pipeline_of(library, "iota"), *second = pipeline_of(library, "doubled");
    for (size_t path = 0; path < 2; path++) {
        uint32_t *numbers = cleared();
        metal_commands *commands = commands_by(path);
        if (!commands)
            continue;
        dispatch(commands, first);
        assert_true(metal_blit_copy(commands, &(metal_place){.buffer = buffer},
                                    &(metal_place){.buffer = buffer, .offset = 32}, (uint32_t[]){12, 1, 1}, NULL));
        assert_true(metal_blit_fill(commands, &(metal_place){.buffer = buffer, .offset = 4}, 2, 0xab, NULL));
        dispatch(commands, second);
        run(commands);
        const uint32_t expected[] = {2, 0xabab * 2, 6, 8, 0, 0, 0, 0, 1, 2, 3, 0};
        assert_memory_equal(numbers, expected, sizeof expected);
    }
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

enum { WIDTH = 4, HEIGHT = 3, LAYERS = 2, TEXELS = WIDTH * HEIGHT * LAYERS, TYPE_2D_ARRAY = 3 };

static metal_texture *layers(uint32_t levels)
{
    assay_error error = {0};
    const metal_shape shape = {TYPE_2D_ARRAY, WIDTH, HEIGHT, 1, LAYERS, levels, .samples = 1};
    metal_texture *made = metal_texture_create(device, "r32uint", &shape, METAL_READ, &error);
    if (!made)
        fail_msg("%s", error.text);
    return made;
}

/* Part of a slice to a buffer with rows of its own, from there to another place, and whole. */
static void parts_of_textures_are_copied(void **state)
{
    (void)state;
    uint32_t texels[TEXELS], got[TEXELS];
    for (uint32_t i = 0; i < TEXELS; i++)
        texels[i] = i;
    for (size_t path = 0; path < 2; path++) {
        metal_commands *commands = commands_by(path);
        if (!commands)
            continue;
        metal_texture *from = layers(1), *to = layers(1), *all = layers(1);
        assert_true(metal_texture_write(from, texels, NULL) && metal_texture_write(to, texels, NULL));
        uint32_t *numbers = cleared();
        const metal_place flat = {.buffer = buffer, .offset = 16, .row = 16, .image = 32};
        const uint32_t size[] = {2, 2, 1};
        assert_true(metal_blit_copy(commands, &(metal_place){.texture = from, .slice = 1, .origin = {1, 1, 0}}, &flat,
                                    size, NULL));
        assert_true(metal_blit_copy(commands, &flat, &(metal_place){.texture = to, .origin = {2, 0, 0}}, size, NULL));
        assert_true(metal_blit_copy(commands, &(metal_place){.texture = from, .slice = 1, .origin = {0, 2, 0}},
                                    &(metal_place){.texture = to, .slice = 1, .origin = {3, 0, 0}},
                                    (uint32_t[]){1, 1, 1}, NULL));
        assert_true(
            metal_blit_copy(commands, &(metal_place){.texture = to}, &(metal_place){.texture = all}, NULL, NULL));
        run(commands);
        const uint32_t rows[] = {0, 0, 0, 0, 17, 18, 0, 0, 21, 22};
        assert_memory_equal(numbers, rows, sizeof rows);
        assert_true(metal_texture_read(all, got, NULL));
        for (uint32_t i = 0; i < TEXELS; i++) {
            const uint32_t moved = i == 2 ? 17 : i == 3 ? 18 : i == 6 ? 21 : i == 7 ? 22 : i == 15 ? 20 : i;
            assert_int_equal(got[i], moved);
        }
        metal_texture_destroy(from);
        metal_texture_destroy(to);
        metal_texture_destroy(all);
    }
}

static void mipmaps_are_means(void **state)
{
    (void)state;
    for (size_t path = 0; path < 2; path++) {
        metal_commands *commands = commands_by(path);
        if (!commands)
            continue;
        float pixels[4 + 1] = {1, 2, 4, 9, 0};
        metal_texture *texture =
            metal_texture_create(device, "r32float", &(metal_shape){2, 2, 2, 1, 1, 2, .samples = 1}, METAL_READ, NULL);
        assert_true(texture && metal_texture_write(texture, pixels, NULL));
        assert_true(metal_blit_mipmaps(commands, texture, NULL));
        run(commands);
        assert_true(metal_texture_read(texture, pixels, NULL));
        assert_true(pixels[0] == 1 && pixels[4] == 4);
        metal_texture_destroy(texture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_copied_between_dispatches),
        cmocka_unit_test(parts_of_textures_are_copied),
        cmocka_unit_test(mipmaps_are_means),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, begin, end);
}
