/* bench_compile_main.c: how long a small kernel takes from source to pipeline: compiled, and from the cache on disk.
 * Each round has a source of its own, so that the first of its two times is cold whatever the cache holds; the header
 * is precompiled by a round before, which does not count. */
#include "../../../harness/metal/metal.h"
#include "bench.h"
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

static const char kernel_text[] =
    "#include <metal_stdlib>\nusing namespace metal;\n"
    "kernel void axpy_%ld_%d(device const float *x [[buffer(0)]], device float *y [[buffer(1)]], constant float &a "
    "[[buffer(2)]],\n"
    "                        uint i [[thread_position_in_grid]])\n{\n    y[i] = fma(a, x[i], y[i]);\n}\n";

/* What the process and those that ended before it have used, in ticks. */
static long ticks_of(long process)
{
    char path[64], line[1024] = "";
    long user = 0, system = 0, user_of_children = 0, system_of_children = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    const char *at = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (file)
        fclose(file);
    if (at)
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld", &user, &system,
               &user_of_children, &system_of_children);
    return user + system + user_of_children + system_of_children;
}

/* Compile servers go on; main() has made them children of this process. */
static double running_children_ms(void)
{
    long ticks = 0, process;
    FILE *list = fopen("/proc/thread-self/children", "r");
    while (list && fscanf(list, "%ld", &process) == 1)
        ticks += ticks_of(process);
    if (list)
        fclose(list);
    return 1e3 * (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

/* Processor time of this process and of its compilers, in milliseconds: what other load does not change. */
static double processor_ms(void)
{
    double sum = running_children_ms();
    const int who[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    for (int i = 0; i < 2; i++) {
        struct rusage used;
        getrusage(who[i], &used);
        sum += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-3;
    }
    return sum;
}

/* Source to pipeline, in milliseconds; negative if it failed. */
static double build(metal_device *device, const char *source)
{
    assay_error error = {0};
    double start = bench_now_ms();
    metal_compile compile = {.source = source, .math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST};
    metal_library *library = metal_library_create(device, &compile, NULL, &error);
    metal_pipeline *pipeline =
        library ? metal_pipeline_create(library, metal_library_function_name(library, 0), NULL, 0, NULL, &error) : NULL;
    double end = bench_now_ms();
    if (!pipeline)
        fprintf(stderr, "bench-compile: %s\n", error.text);
    bool good = pipeline != NULL;
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
    return good ? end - start : -1;
}

static void print_times(const char *name, double ms[REPEATS], double processor)
{
    qsort(ms, REPEATS, sizeof *ms, bench_compare);
    printf("%s\t%.3f\t%.3f\t%.3f\n", name, ms[REPEATS / 2], ms[0], processor / REPEATS);
}

int main(void)
{
    assay_error error = {0};
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    metal_device *device = metal_open("default", &error);
    double cold[REPEATS], cached[REPEATS], cold_processor = 0, cached_processor = 0;
    if (!device) {
        fprintf(stderr, "bench-compile: %s\n", error.text);
        return 1;
    }
    for (int round = -1; round < REPEATS; round++) {
        char source[sizeof kernel_text + 64];
        snprintf(source, sizeof source, kernel_text, (long)time(NULL) ^ getpid() << 8, round + 1);
        double start = processor_ms(), first = build(device, source);
        double between = processor_ms(), second = build(device, source), end = processor_ms();
        if (first < 0 || second < 0)
            return 1;
        if (round < 0)
            continue;
        cold[round] = first;
        cached[round] = second;
        cold_processor += between - start;
        cached_processor += end - between;
    }
    print_times("compiled", cold, cold_processor);
    print_times("from the cache", cached, cached_processor);
    metal_close(device);
    return 0;
}
