/* bench_metal_main.c: the engine benchmark's Metal side, through the harness's client and thus the public API.
 *   bench-metal bench.metal [DEVICE]
 * Last comes `machine<TAB>` and what one core could do: 10^9 fused multiply-adds a second, and 10^9 bytes that memcpy
 * reads and writes a second between large buffers, and between those of the size of the rows. */
#include "../../../harness/metal/metal.h"
#include "bench_machine.h"

static void check(bool ok, const assay_error *error)
{
    if (ok)
        return;
    fprintf(stderr, "bench-metal: %s\n", error->text);
    exit(1);
}

/* The buffers or the images of a kernel: inputs first, then the output. */
typedef struct arguments {
    metal_buffer *buffer[3];
    metal_texture *texture[2];
} arguments;

static void make_image(metal_device *device, const bench_kernel *k, uint32_t i, arguments *made)
{
    assay_error error = {0};
    const uint32_t size[] = {k->grid[0], k->grid[1]};
    const metal_shape shape = metal_shape_of(metal_texture_class_find("texture2d"), size, 2);
    made->texture[i] = metal_texture_create(device, "rgba8unorm", &shape, (metal_use){.written = i == 1}, &error);
    check(made->texture[i], &error);
    uint8_t *pixels = i == 0 ? bench_pixels(k->input_length[0]) : NULL;
    if (pixels)
        check(metal_texture_write(made->texture[i], pixels, &error), &error);
    free(pixels);
}

static void make_buffer(metal_device *device, const bench_kernel *k, uint32_t i, arguments *made)
{
    assay_error error = {0};
    size_t length = i < k->inputs ? k->input_length[i] : k->output_length;
    made->buffer[i] = metal_buffer_create(device, length * sizeof(float), &error);
    check(made->buffer[i], &error);
    float *contents = metal_buffer_contents(made->buffer[i]);
    for (size_t n = 0; i < k->inputs && n < length; n++)
        contents[n] = bench_input(n);
}

static double dispatch(metal_device *device, metal_pipeline *pipeline, const bench_kernel *k, const arguments *with)
{
    assay_error error = {0};
    double start = bench_now_ms(); /* PoCL encodes while it runs, too */
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, &error);
    check(commands, &error);
    metal_set_pipeline(commands, pipeline);
    for (uint32_t i = 0; i <= k->inputs; i++)
        if (k->image)
            metal_set_texture(commands, with->texture[i], i);
        else
            metal_set_buffer(commands, with->buffer[i], 0, i);
    for (uint32_t n = 0; n < k->dispatches; n++)
        metal_dispatch_threads(commands, (uint32_t[]){k->grid[0], k->grid[1], 1},
                               (uint32_t[]){k->group[0], k->group[1], 1});
    metal_result result;
    metal_commands_run(commands, 60, &result);
    double ms = bench_now_ms() - start;
    metal_commands_destroy(commands);
    if (result.status != METAL_COMPLETED) {
        fprintf(stderr, "bench-metal: %s: %s\n", k->name, result.message);
        exit(1);
    }
    return ms;
}

static void print(const bench_kernel *k, double *ms, const arguments *with)
{
    assay_error error = {0};
    if (!k->image) {
        bench_print(k, ms, metal_buffer_contents(with->buffer[k->inputs]));
        return;
    }
    uint8_t *pixels = bench_pixels(k->output_length);
    check(pixels && metal_texture_read(with->texture[1], pixels, &error), &error);
    bench_print_pixels(k, ms, pixels);
    free(pixels);
}

static void run(metal_device *device, metal_library *library, const bench_kernel *k)
{
    assay_error error = {0};
    metal_pipeline *pipeline = metal_pipeline_create(library, k->name, NULL, 0, NULL, &error);
    check(pipeline, &error);
    arguments made = {0};
    for (uint32_t i = 0; i <= k->inputs; i++)
        (k->image ? make_image : make_buffer)(device, k, i, &made);
    double ms[REPEATS];
    dispatch(device, pipeline, k, &made);
    for (int r = 0; r < REPEATS; r++)
        ms[r] = dispatch(device, pipeline, k, &made);
    print(k, ms, &made);
    for (uint32_t i = 0; i <= k->inputs; i++) {
        metal_buffer_destroy(made.buffer[i]);
        metal_texture_destroy(made.texture[i < 2 ? i : 1]);
        made.texture[i < 2 ? i : 1] = NULL;
    }
    metal_pipeline_destroy(pipeline);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: bench-metal bench.metal [DEVICE]\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    static char source[1 << 16];
    if (!file || fread(source, 1, sizeof source - 1, file) == 0) {
        fprintf(stderr, "bench-metal: cannot read %s\n", argv[1]);
        return 2;
    }
    fclose(file);
    assay_error error = {0};
    metal_device *device = metal_open(argc > 2 ? argv[2] : "default", &error);
    check(device, &error);
    char *diagnostics = NULL;
    metal_compile compile = {.source = source, .math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST};
    metal_library *library = metal_library_create(device, &compile, &diagnostics, &error);
    check(library, &error);
    for (size_t k = 0; k < sizeof bench_kernels / sizeof *bench_kernels; k++)
        run(device, library, &bench_kernels[k]);
    printf("machine\t%.2f\t%.2f\t%.2f\n", bench_peak(), bench_copy(ELEMENTS * sizeof(float)),
           bench_copy((size_t)ROWS * WIDTH * sizeof(float)));
    metal_library_destroy(library);
    metal_close(device);
    free(diagnostics);
    return 0;
}
