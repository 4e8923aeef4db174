/* bench_brute_force_main.c: the method of OpenCL-CTS's math_brute_force as a loop of our own: every argument of a float
 * function on an OpenCL device, in buffers of 2 MB, one job per thread; each result compared with the C library's
 * double function, and its error in ulp where it is not the nearest float. One vector width (4), where the suite runs
 * six. bench-brute-force PART PARTS FUNCTION…     prints function, arguments, seconds, worst error */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { JOB = 1 << 19, JOBS = 1 << 13, CHUNK_JOBS = 1 << 5, MOST_THREADS = 16 };

static const struct {
    const char *name;
    double (*reference)(double);
} functions[] = {{"sin", sin}, {"cos", cos}, {"exp", exp}, {"log", log}, {"sqrt", sqrt}};

typedef struct bench {
    cl_context context;
    cl_device_id device;
    cl_program program;
    double (*reference)(double);
    unsigned part, parts;
    atomic_uint next;
    atomic_ullong arguments;
} bench;

typedef struct worker {
    bench *bench;
    pthread_t thread;
    double worst;
} worker;

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "bench-brute-force: %s failed with %d\n", what, (int)status);
    exit(1);
}

static double ulp_error(float got, double truth)
{
    if ((double)got == truth || (isnan(got) && isnan(truth)))
        return 0;
    if (isnan(got) || isnan(truth) || isinf(truth) || isinf(got))
        return (float)truth == got ? 0 : INFINITY;
    int exponent = ilogb(truth);
    return fabs(got - truth) / ldexp(1, (exponent < -126 ? -126 : exponent) - 23);
}

static void compare(worker *w, const float *in, const float *out)
{
    for (int i = 0; i < JOB; i++) {
        double truth = w->bench->reference(in[i]);
        if (out[i] == (float)truth)
            continue;
        double error = ulp_error(out[i], truth);
        if (isfinite(error) && error > w->worst)
            w->worst = error;
    }
}

static void run_job(worker *w, cl_command_queue queue, cl_kernel kernel, cl_mem to, cl_mem from, uint32_t job,
                    float *in)
{
    for (uint32_t i = 0; i < JOB; i++) {
        uint32_t bits = job * JOB + i;
        memcpy(&in[i], &bits, sizeof bits);
    }
    const cl_uint pattern = 0xdeadbeef;
    size_t grid = JOB / 4, size = JOB * sizeof(float);
    cl_int status;
    check(clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, size, in, 0, NULL, NULL), "clEnqueueWriteBuffer");
    check(clEnqueueFillBuffer(queue, from, &pattern, sizeof pattern, 0, size, 0, NULL, NULL), "clEnqueueFillBuffer");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &grid, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    float *out = clEnqueueMapBuffer(queue, from, CL_TRUE, CL_MAP_READ, 0, size, 0, NULL, NULL, &status);
    check(status, "clEnqueueMapBuffer");
    compare(w, in, out);
    check(clEnqueueUnmapMemObject(queue, from, out, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    check(clFinish(queue), "clFinish");
    atomic_fetch_add(&w->bench->arguments, JOB);
}

static void *run_jobs(void *context)
{
    worker *w = context;
    bench *b = w->bench;
    cl_int status;
    cl_command_queue queue = clCreateCommandQueue(b->context, b->device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_kernel kernel = clCreateKernel(b->program, "apply", &status);
    check(status, "clCreateKernel");
    cl_mem to = clCreateBuffer(b->context, CL_MEM_READ_ONLY, JOB * sizeof(float), NULL, &status);
    check(status, "clCreateBuffer");
    cl_mem from = clCreateBuffer(b->context, CL_MEM_WRITE_ONLY, JOB * sizeof(float), NULL, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof to, &to), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof from, &from), "clSetKernelArg");
    float *in = malloc(JOB * sizeof *in);
    for (uint32_t job; in && (job = atomic_fetch_add(&b->next, 1)) < JOBS;)
        if (job / CHUNK_JOBS % b->parts == b->part - 1) /* the chunks of `assay run --exhaustive=PART/PARTS` */
            run_job(w, queue, kernel, to, from, job, in);
    free(in);
    clReleaseMemObject(to);
    clReleaseMemObject(from);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    return NULL;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(bench *b, const char *name)
{
    char source[512];
    const char *text = source;
    cl_int status;
    size_t f = 0;
    while (f < sizeof functions / sizeof *functions && strcmp(functions[f].name, name) != 0)
        f++;
    if (f == sizeof functions / sizeof *functions) {
        fprintf(stderr, "bench-brute-force: no function `%s`\n", name);
        exit(2);
    }
    snprintf(source, sizeof source,
             "__kernel void apply(__global const float4 *in, __global float4 *out)"
             "{ size_t i = get_global_id(0); out[i] = %s(in[i]); }",
             name);
    b->reference = functions[f].reference;
    b->program = clCreateProgramWithSource(b->context, 1, &text, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(b->program, 1, &b->device, "", NULL, NULL), "clBuildProgram");
    atomic_store(&b->next, 0);
    atomic_store(&b->arguments, 0);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    worker workers[MOST_THREADS] = {0};
    int count = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (int)cores;
    double start = now(), worst = 0;
    for (int i = 0; i < count; i++) {
        workers[i].bench = b;
        if (pthread_create(&workers[i].thread, NULL, run_jobs, &workers[i]) != 0)
            exit(1);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        worst = fmax(worst, workers[i].worst);
    }
    printf("%s\t%llu\t%.3f\t%.4g\n", name, (unsigned long long)atomic_load(&b->arguments), now() - start, worst);
    fflush(stdout);
    clReleaseProgram(b->program);
}

int main(int argc, char **argv)
{
    bench b = {0};
    cl_platform_id platform;
    cl_int status;
    if (argc < 4) {
        fprintf(stderr, "usage: bench-brute-force PART PARTS FUNCTION…\n");
        return 2;
    }
    b.part = (unsigned)strtoul(argv[1], NULL, 10);
    b.parts = (unsigned)strtoul(argv[2], NULL, 10);
    if (!b.part || b.part > b.parts)
        return 2;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs (is PoCL installed?)");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &b.device, NULL), "clGetDeviceIDs");
    b.context = clCreateContext(NULL, 1, &b.device, NULL, NULL, &status);
    check(status, "clCreateContext");
    for (int i = 3; i < argc; i++)
        measure(&b, argv[i]);
    clReleaseContext(b.context);
    return 0;
}
