/* bench.h: what both sides of the engine benchmark share: the list of kernels with their shapes, the inputs, the clock.
 *
 * The same work in MSL (bench.metal) and OpenCL C (bench.cl), timed on the host from submission to completion; the
 * first repeat warms up and is dropped. Prints `name<TAB>median ms<TAB>fastest ms<TAB>checksum`, so that a wrong kernel
 * cannot be a fast one. */
#ifndef SOFTMETAL_BENCH_H
#define SOFTMETAL_BENCH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ELEMENTS = 1 << 24,
    MATRIX = 512,
    ROWS = 1024,
    WIDTH = 768,
    ROW_THREADS = 256,
    REPEATS = 9,
    SMALL = 256,
    SMALL_DISPATCHES = 10000,
    IMAGE_WIDTH = 3840,
    IMAGE_HEIGHT = 2160
};

typedef struct bench_kernel {
    const char *name;
    uint32_t grid[2], group[2]; /* threads */
    uint32_t inputs;            /* buffers of floats before the output */
    size_t input_length[2], output_length;
    bool image;          /* the input and the output are images of the grid's size, rgba8unorm */
    uint32_t dispatches; /* one after the other in one submission */
} bench_kernel;

static const bench_kernel bench_kernels[] = {
    {"small_add", {SMALL, 1}, {SMALL, 1}, 2, {SMALL, SMALL}, SMALL, false, SMALL_DISPATCHES},
    {"vector_add", {ELEMENTS, 1}, {256, 1}, 2, {ELEMENTS, ELEMENTS}, ELEMENTS, false, 1},
    {"sine", {ELEMENTS, 1}, {256, 1}, 1, {ELEMENTS, 0}, ELEMENTS, false, 1},
    {"matmul_naive", {MATRIX, MATRIX}, {16, 16}, 2, {MATRIX * MATRIX, MATRIX *MATRIX}, MATRIX *MATRIX, false, 1},
    {"matmul_tiled", {MATRIX, MATRIX}, {16, 16}, 2, {MATRIX * MATRIX, MATRIX *MATRIX}, MATRIX *MATRIX, false, 1},
    {"layernorm_tree", {ROWS * ROW_THREADS, 1}, {ROW_THREADS, 1}, 1, {ROWS * WIDTH, 0}, ROWS *WIDTH, false, 1},
    {"layernorm_simd", {ROWS * ROW_THREADS, 1}, {ROW_THREADS, 1}, 1, {ROWS * WIDTH, 0}, ROWS *WIDTH, false, 1},
    {"image_blur",
     {IMAGE_WIDTH, IMAGE_HEIGHT},
     {16, 16},
     1,
     {4 * IMAGE_WIDTH * IMAGE_HEIGHT, 0},
     4 * IMAGE_WIDTH *IMAGE_HEIGHT,
     true,
     1},
};

/* BENCH_CLOCK=processor: the time of all the process's threads, instead of the wall clock's. */
static inline double bench_now_ms(void)
{
    struct timespec t;
    const char *clock = getenv("BENCH_CLOCK");
    clock_gettime(clock && strcmp(clock, "processor") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Element i of every input: in [-1, 1), the same on both sides. */
static inline float bench_input(size_t i)
{
    return (float)((i * 2654435761u) >> 8 & 0xffff) / 32768.0f - 1.0f;
}

/* The bytes of an image: its codes to be, or NULL if memory is short. */
static inline uint8_t *bench_pixels(size_t length)
{
    uint8_t *pixels = malloc(length);
    for (size_t i = 0; pixels && i < length; i++)
        pixels[i] = (uint8_t)(bench_input(i) * 127.0f + 128.0f);
    return pixels;
}

static int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints the line of one kernel; sorts `ms`. */
static inline void bench_print(const bench_kernel *kernel, double ms[REPEATS], const float *output)
{
    double sum = 0;
    for (size_t i = 0; i < kernel->output_length; i++)
        sum += (double)output[i] * (double)(i % 7 + 1);
    qsort(ms, REPEATS, sizeof *ms, bench_compare);
    printf("%s\t%.3f\t%.3f\t%.6g\n", kernel->name, ms[REPEATS / 2], ms[0], sum);
    fflush(stdout);
}

/* The same for an image's codes. */
static inline void bench_print_pixels(const bench_kernel *kernel, double ms[REPEATS], const uint8_t *pixels)
{
    float *output = malloc(kernel->output_length * sizeof *output);
    for (size_t i = 0; output && i < kernel->output_length; i++)
        output[i] = (float)pixels[i];
    if (output)
        bench_print(kernel, ms, output);
    free(output);
}
#endif
