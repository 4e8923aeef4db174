/* bench_metal_main.c: the engine benchmark's Metal side, through the harness's client and thus the public API.
 *   bench-metal bench.metal [DEVICE] */
#include "../../../harness/metal/metal.h"
#include "bench.h"

static void check(bool ok, const assay_error *error)
{
    if (ok)
        return;
    fprintf(stderr, "bench-metal: %s\n", error->text);
    exit(1);
}

static void run(metal_device *device, metal_library *library, const bench_kernel *k)
{
    assay_error error = {0};
    metal_pipeline *pipeline = metal_pipeline_create(library, k->name, NULL, 0, NULL, &error);
    check(pipeline, &error);
    metal_buffer *buffer[3];
    for (uint32_t i = 0; i <= k->inputs; i++) {
        size_t length = i < k->inputs ? k->input_length[i] : k->output_length;
        buffer[i] = metal_buffer_create(device, length * sizeof(float), &error);
        check(buffer[i], &error);
        float *contents = metal_buffer_contents(buffer[i]);
        for (size_t n = 0; i < k->inputs && n < length; n++)
            contents[n] = bench_input(n);
    }
    double ms[REPEATS];
    for (int r = -1; r < REPEATS; r++) {
        metal_commands *commands = metal_commands_create(device, METAL_SERIAL, &error);
        check(commands, &error);
        metal_set_pipeline(commands, pipeline);
        for (uint32_t i = 0; i <= k->inputs; i++)
            metal_set_buffer(commands, buffer[i], 0, i);
        metal_dispatch_threads(commands, (uint32_t[]){k->grid[0], k->grid[1], 1},
                               (uint32_t[]){k->group[0], k->group[1], 1});
        metal_result result;
        double start = bench_now_ms();
        metal_commands_run(commands, 60, &result);
        if (r >= 0)
            ms[r] = bench_now_ms() - start;
        metal_commands_destroy(commands);
        if (result.status != METAL_COMPLETED) {
            fprintf(stderr, "bench-metal: %s: %s\n", k->name, result.message);
            exit(1);
        }
    }
    bench_print(k, ms, metal_buffer_contents(buffer[k->inputs]));
    for (uint32_t i = 0; i <= k->inputs; i++)
        metal_buffer_destroy(buffer[i]);
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
    metal_library_destroy(library);
    metal_close(device);
    free(diagnostics);
    return 0;
}
