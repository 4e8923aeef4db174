/* bench_gpu_main.c: what a GPU reaches with kernels of the ladder, from memory of its own, beside a copy: `bench-gpu
 * [CASES [KERNEL]]`, CASES being the directory of the cases, KERNEL a part of the names of kernels wanted beside it.
 * One line of tab-separated numbers each: kernel, type, milliseconds (median of the rounds), gigabytes or
 * gigaoperations per second. */
#include "../include-host/Metal/Metal.h"
#include "../include-host/objc/message.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef _Float16 float16;

enum { SIDE = 8192, MATRIX = 4096, ROUNDS = 9, LAUNCHES = 100, PRIVATE = MTLStorageModePrivate << 4 };

#define CALL0(result, receiver, name) ((result(*)(id, SEL))objc_msgSend)(receiver, sel_registerName(name))
#define TYPES(...) __VA_ARGS__
#define CALL(result, types, receiver, name, ...)                                                                       \
    ((result(*)(id, SEL, types))objc_msgSend)(receiver, sel_registerName(name), __VA_ARGS__)

static id device, queue;
static const char *quads = "2", *packed = "1"; /* of a thread and of one access, in layernorm_registers */
static const char *only;       /* what the name of each measured kernel contains; NULL: all are measured */
static const char *side = "4"; /* of a SIMD-group, in matrices, in matmul_simdgroup_tiles */

static id text(const char *utf8)
{
    return CALL(id, const char *, (id)objc_getClass("NSString"), "stringWithUTF8String:", utf8);
}

static const char *reason_of(id error)
{
    return error ? CALL0(const char *, CALL0(id, error, "localizedDescription"), "UTF8String") : "";
}

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "bench-gpu: %s %s\n", what, why);
    exit(1);
}

static char *read_file(const char *directory, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    char *content = calloc(1, 1 << 20);
    if (!file || !content || !fread(content, 1, (1 << 20) - 1, file))
        fail("cannot read", path);
    fclose(file);
    return content;
}

static id pipeline(const char *source, const char *function, const char *type)
{
    id options = CALL0(id, CALL0(id, (id)objc_getClass("MTLCompileOptions"), "alloc"), "init"), error = nil;
    id macros = CALL0(id, (id)objc_getClass("NSMutableDictionary"), "dictionary");
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text(type), text("T"));
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text(quads), text("QUADS"));
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text(packed), text("PACK"));
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text(side), text("SIDE"));
    CALL(void, id, options, "setPreprocessorMacros:", macros);
    id library =
        CALL(id, TYPES(id, id, id *), device, "newLibraryWithSource:options:error:", text(source), options, &error);
    id made = library ? CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:",
                             CALL(id, id, library, "newFunctionWithName:", text(function)), &error)
                      : nil;
    if (!made)
        fail(function, reason_of(error));
    return made;
}

static id buffer(size_t bytes, NSUInteger options)
{
    id made = CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", bytes, options);
    if (!made)
        fail("has no memory", "for the matrices");
    return made;
}

static void wait(id commands)
{
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    if (CALL0(id, commands, "error"))
        fail("a command buffer failed:", reason_of(CALL0(id, commands, "error")));
}

static void blit(id from, id to, size_t bytes)
{
    id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), encoder,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", from, 0, to, 0, bytes);
    CALL0(void, encoder, "endEncoding");
    wait(commands);
}

static float input(size_t n)
{
    return (float)((n * 2654435761u >> 7) % 1024) / 512.0f - 1.0f;
}

/* A private buffer of random numbers. */
static id filled(size_t count, bool half)
{
    size_t bytes = count * (half ? 2 : 4);
    id shared = buffer(bytes, 0), made = buffer(bytes, PRIVATE);
    void *to = CALL0(void *, shared, "contents");
    for (size_t n = 0; n < count; n++) {
        if (half)
            ((float16 *)to)[n] = (float16)input(n);
        else
            ((float *)to)[n] = input(n);
    }
    blit(shared, made, bytes);
    CALL0(void, shared, "release");
    return made;
}

typedef struct job {
    id pipeline, buffer[4];
    struct {
        const void *bytes;
        NSUInteger size;
    } value[6]; /* by index of the buffer */
    MTLSize groups, group;
    NSUInteger threadgroup;
    int repeats;
} job;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Seconds of one dispatch: the median over rounds of many in one command buffer. */
static double run(const job *j)
{
    double seconds[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
        id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "computeCommandEncoder");
        CALL(void, id, encoder, "setComputePipelineState:", j->pipeline);
        for (NSUInteger n = 0; n < 4; n++)
            if (j->buffer[n])
                CALL(void, TYPES(id, NSUInteger, NSUInteger), encoder, "setBuffer:offset:atIndex:", j->buffer[n], 0, n);
        for (NSUInteger n = 0; n < 6; n++)
            if (j->value[n].size)
                CALL(void, TYPES(const void *, NSUInteger, NSUInteger), encoder,
                     "setBytes:length:atIndex:", j->value[n].bytes, j->value[n].size, n);
        if (j->threadgroup)
            CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", j->threadgroup,
                 0);
        for (int n = 0; n < j->repeats; n++)
            CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreadgroups:threadsPerThreadgroup:", j->groups,
                 j->group);
        CALL0(void, encoder, "endEncoding");
        wait(commands);
        double time = CALL0(double, commands, "GPUEndTime") - CALL0(double, commands, "GPUStartTime");
        if (round >= 0)
            seconds[round] = time / j->repeats;
    }
    qsort(seconds, ROUNDS, sizeof *seconds, ascending);
    return seconds[ROUNDS / 2];
}

static bool is_wanted(const char *kernel)
{
    return !only || strstr(kernel, only);
}

static void print(const char *kernel, const char *type, double seconds, double amount, const char *unit)
{
    printf("%s\t%s\t%.4f ms\t%.1f %s\n", kernel, type, seconds * 1e3, amount / seconds / 1e9, unit);
    fflush(stdout);
}

/* Of as many bytes as the matrix has whose elements have this size. */
static void bench_copy(size_t size)
{
    static const char source[] =
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void copy(device const float4 *x [[buffer(0)]], device float4 *y [[buffer(1)]],\n"
        "                 uint i [[thread_position_in_grid]]) { y[i] = x[i]; }\n";
    const size_t bytes = (size_t)SIDE * SIDE * size;
    job j = {.pipeline = pipeline(source, "copy", "float"),
             .buffer = {filled(bytes / 4, false), buffer(bytes, PRIVATE)},
             .groups = {bytes / 16 / 256, 1, 1},
             .group = {256, 1, 1},
             .repeats = LAUNCHES};
    print("copy", size == 4 ? "as floats" : "as halves", run(&j), 2.0 * (double)bytes, "GB/s");
    CALL0(void, j.buffer[0], "release");
    CALL0(void, j.buffer[1], "release");
}

static void bench_layernorm(const char *cases, const char *file, bool half, NSUInteger threads)
{
    if (!is_wanted(file))
        return;
    char path[256], function[64], label[96];
    snprintf(function, sizeof function, "layernorm_%s", file);
    snprintf(label, sizeof label, "%s, %u threads, %s x %s quads", function, (unsigned)threads, quads, packed);
    snprintf(path, sizeof path, "kernels/layernorm/%s.metal", file);
    const int64_t n = SIDE;
    const float eps = 1e-5f;
    const size_t count = (size_t)SIDE * SIDE, size = half ? 2 : 4;
    job j = {.pipeline = pipeline(read_file(cases, path), function, half ? "half" : "float"),
             .buffer = {filled(count, half), buffer(count * size, PRIVATE), filled(SIDE, half), filled(SIDE, half)},
             .value = {[4] = {&n, sizeof n}, [5] = {&eps, sizeof eps}},
             .groups = {SIDE, 1, 1},
             .group = {threads, 1, 1},
             .threadgroup = 128,
             .repeats = LAUNCHES};
    print(label, half ? "half" : "float", run(&j), 2.0 * (double)(count * size), "GB/s of one read and one write");
    for (int b = 0; b < 4; b++)
        CALL0(void, j.buffer[b], "release");
}

static void bench_sum(void)
{
    if (!is_wanted("sum"))
        return;
    static const char source[] =
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void sum(device const float4 *x [[buffer(0)]], device atomic_float *total [[buffer(1)]],\n"
        "                uint i [[thread_position_in_grid]], uint n [[threads_per_grid]])\n"
        "{\n    float4 s = 0;\n"
        "    for (uint k = i; k < 16777216; k += 4 * n) s += (x[k] + x[k + n]) + (x[k + 2 * n] + x[k + 3 * n]);\n"
        "    float all = simd_sum(s.x + s.y + s.z + s.w);\n"
        "    if (simd_is_first()) atomic_fetch_add_explicit(total, all, memory_order_relaxed);\n}\n";
    const size_t bytes = (size_t)SIDE * SIDE * 4;
    job j = {.pipeline = pipeline(source, "sum", "float"),
             .buffer = {filled(bytes / 4, false), buffer(256, PRIVATE)},
             .groups = {2048, 1, 1}, /* 16777216 is a multiple of four times their threads */
             .group = {256, 1, 1},
             .repeats = LAUNCHES};
    print("simd_sum", "float", run(&j), (double)bytes, "GB/s");
    CALL0(void, j.buffer[0], "release");
}

static void bench_matmul(const char *cases, const char *file, const char *function, MTLSize groups, MTLSize group)
{
    if (!is_wanted(function))
        return;
    char path[256];
    snprintf(path, sizeof path, "kernels/matmul/%s.metal", file);
    const uint32_t n = MATRIX;
    const size_t count = (size_t)MATRIX * MATRIX;
    job j = {.pipeline = pipeline(read_file(cases, path), function, "half"),
             .buffer = {filled(count, true), filled(count, true), buffer(count * 2, PRIVATE)},
             .value = {[3] = {&n, 4}, [4] = {&n, 4}, [5] = {&n, 4}},
             .groups = groups,
             .group = group,
             .repeats = 2};
    print(function, "half", run(&j), 2.0 * MATRIX * (double)count, "GFLOP/s");
    for (int b = 0; b < 3; b++)
        CALL0(void, j.buffer[b], "release");
}

int main(int count, char **arguments)
{
    static const struct {
        const char *quads, *packed;
    } forms[] = {{"2", "1"}, {"4", "1"}, {"2", "2"}, {"4", "2"}, {"8", "2"}};
    const char *cases = count > 1 ? arguments[1] : "cases";
    only = count > 2 ? arguments[2] : NULL;
    (void)CALL0(id, CALL0(id, (id)objc_getClass("NSAutoreleasePool"), "alloc"), "init");
    device = MTLCreateSystemDefaultDevice();
    if (!device)
        return 1;
    queue = CALL0(id, device, "newCommandQueue");
    printf("# %s, %d x %d, matrices %d x %d\n", CALL0(const char *, CALL0(id, device, "name"), "UTF8String"), SIDE,
           SIDE, MATRIX, MATRIX);
    bench_copy(4);
    bench_copy(2);
    for (int half = 0; half < 2; half++) {
        for (NSUInteger threads = 256; threads <= 1024; threads *= 2) {
            bench_layernorm(cases, "vectorized", half, threads);
            bench_layernorm(cases, "fused2pass", half, threads);
        }
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
            quads = forms[i].quads;
            packed = forms[i].packed;
            bench_layernorm(cases, "registers", half, SIDE / 4 / (NSUInteger)atoi(quads));
        }
    }
    bench_sum();
    const NSUInteger tiles = MATRIX / 8;
    bench_matmul(cases, "simdgroup_matrix", "matmul_simdgroup_matrix", (MTLSize){tiles, tiles, 1}, (MTLSize){32, 1, 1});
    bench_matmul(cases, "simdgroup_tiles", "matmul_simdgroup_tiles", (MTLSize){tiles / 8, tiles / 8, 1},
                 (MTLSize){128, 1, 1});
    side = "8";
    bench_matmul(cases, "simdgroup_tiles", "matmul_simdgroup_tiles", (MTLSize){tiles / 16, tiles / 16, 1},
                 (MTLSize){128, 1, 1});
    bench_matmul(cases, "vectorized", "matmul_vectorized", (MTLSize){tiles / 4, tiles, 1}, (MTLSize){8, 8, 1});
    return 0;
}
