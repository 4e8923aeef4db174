/* bench_tensors_main.c: products of matrices by matmul2d beside the tiled kernel, through the harness's client.
 *   bench-tensors tensors.metal [DEVICE]
 * Inputs are small whole numbers, so that all products of a size must be the same. Prints
 * `TYPE<TAB>SIZE<TAB>KERNEL<TAB>median ms<TAB>fastest ms`, and last `peak<TAB>` with the fused multiply-adds that one
 * core does in a second, in billions, in registers. */
#include "../../../harness/metal/metal.h"
#include "bench.h"
#include "bench_machine.h"

typedef struct product {
    metal_device *device;
    metal_library *library;
    const char *type;
    uint32_t size;
    metal_buffer *buffer[3];
} product;

static const struct kernel {
    const char *name;
    uint32_t tile, threads[2]; /* of c for a threadgroup, and its threads */
} kernels[] = {{"matmul2d", 64, {128, 1}}, {"matmul2d_lanes", 64, {128, 1}}, {"tiled", 16, {16, 16}}};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static void check(bool ok, const char *text)
{
    if (ok)
        return;
    fprintf(stderr, "bench-tensors: %s\n", text);
    exit(1);
}

static void open_library(product *p, const char *source)
{
    assay_error error = {0};
    char *diagnostics = NULL, size[16];
    snprintf(size, sizeof size, "%u", p->size);
    const metal_macro macros[] = {{"T", p->type}, {"SIZE", size}};
    metal_compile compile = {.source = source,
                             .macros = macros,
                             .macro_count = 2,
                             .math = METAL_MATH_FAST,
                             .functions = METAL_FUNCTIONS_FAST};
    p->library = metal_library_create(p->device, &compile, &diagnostics, &error);
    check(p->library, diagnostics ? diagnostics : error.text);
    free(diagnostics);
}

/* Whole numbers from -4 to 4, as halves or floats. */
static void fill(const product *p, int which)
{
    static const uint16_t halves[] = {0xc400, 0xc200, 0xc000, 0xbc00, 0, 0x3c00, 0x4000, 0x4200, 0x4400};
    void *contents = metal_buffer_contents(p->buffer[which]);
    for (size_t i = 0; i < (size_t)p->size * p->size; i++) {
        uint32_t n = (uint32_t)(i * 2654435761u + (uint32_t)which * 97u) >> 8 & 0xffff;
        if (p->type[0] == 'h')
            ((uint16_t *)contents)[i] = halves[n % 9];
        else
            ((float *)contents)[i] = (float)((int)(n % 9) - 4);
    }
}

static double dispatch(const product *p, metal_pipeline *pipeline, const struct kernel *k)
{
    assay_error error = {0};
    metal_commands *commands = metal_commands_create(p->device, METAL_SERIAL, &error);
    check(commands, error.text);
    metal_set_pipeline(commands, pipeline);
    for (uint32_t i = 0; i < 3; i++)
        metal_set_buffer(commands, p->buffer[i], 0, i);
    metal_dispatch_groups(commands, (uint32_t[]){p->size / k->tile, p->size / k->tile, 1},
                          (uint32_t[]){k->threads[0], k->threads[1], 1});
    metal_result result;
    double start = bench_now_ms();
    metal_commands_run(commands, 60, &result);
    double ms = bench_now_ms() - start;
    metal_commands_destroy(commands);
    check(result.status == METAL_COMPLETED, result.message);
    return ms;
}

static void run_kernel(const product *p, const struct kernel *k, float *expected)
{
    assay_error error = {0};
    metal_pipeline *pipeline = metal_pipeline_create(p->library, k->name, NULL, 0, NULL, &error);
    check(pipeline, error.text);
    size_t bytes = (size_t)p->size * p->size * sizeof *expected;
    float *result = metal_buffer_contents(p->buffer[2]);
    memset(result, 0, bytes);
    double ms[REPEATS];
    dispatch(p, pipeline, k);
    for (int r = 0; r < REPEATS; r++)
        ms[r] = dispatch(p, pipeline, k);
    if (k == kernels)
        memcpy(expected, result, bytes);
    check(memcmp(expected, result, bytes) == 0, "the kernels' products differ");
    qsort(ms, REPEATS, sizeof *ms, bench_compare);
    printf("%s\t%u\t%s\t%.3f\t%.3f\n", p->type, p->size, k->name, ms[REPEATS / 2], ms[0]);
    fflush(stdout);
    metal_pipeline_destroy(pipeline);
}

static void run(product p, const char *source)
{
    assay_error error = {0};
    size_t elements = (size_t)p.size * p.size;
    float *expected = malloc(elements * sizeof *expected);
    check(expected, "no memory");
    open_library(&p, source);
    for (int i = 0; i < 3; i++) {
        p.buffer[i] = metal_buffer_create(p.device, elements * (i < 2 && p.type[0] == 'h' ? 2 : 4), &error);
        check(p.buffer[i], error.text);
        if (i < 2)
            fill(&p, i);
    }
    for (const struct kernel *k = kernels; k < kernels + KERNELS; k++)
        run_kernel(&p, k, expected);
    for (int i = 0; i < 3; i++)
        metal_buffer_destroy(p.buffer[i]);
    metal_library_destroy(p.library);
    free(expected);
}

int main(int argc, char **argv)
{
    check(argc > 1, "usage: bench-tensors tensors.metal [DEVICE]");
    FILE *file = fopen(argv[1], "rb");
    static char source[1 << 16];
    check(file && fread(source, 1, sizeof source - 1, file), "cannot read the kernels");
    fclose(file);
    assay_error error = {0};
    metal_device *device = metal_open(argc > 2 ? argv[2] : "default", &error);
    check(device, error.text);
    static const char *const types[] = {"half", "float"};
    static const uint32_t sizes[] = {128, 256, 512, 1024};
    for (int t = 0; t < 2; t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            run((product){.device = device, .type = types[t], .size = sizes[s]}, source);
    printf("peak\t%.2f\n", bench_peak());
    metal_close(device);
    return 0;
}
