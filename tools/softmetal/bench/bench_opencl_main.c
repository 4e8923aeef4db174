/* bench_opencl_main.c: the engine benchmark's OpenCL side (PoCL's CPU device, or whatever comes first).
 *   bench-opencl bench.cl */
#define CL_TARGET_OPENCL_VERSION 120
#include "bench.h"
#include <CL/cl.h>

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "bench-opencl: %s failed with %d\n", what, (int)status);
    exit(1);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (!file || !text || fread(text, 1, (1 << 16) - 1, file) == 0) {
        fprintf(stderr, "bench-opencl: cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
    return text;
}

static cl_mem make_buffer(cl_context context, size_t length, cl_int *status, float *fill)
{
    cl_mem_flags flags = fill ? CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR : CL_MEM_WRITE_ONLY;
    for (size_t i = 0; fill && i < length; i++)
        fill[i] = bench_input(i);
    return clCreateBuffer(context, flags, length * sizeof(float), fill, status);
}

static cl_mem make_image(cl_context context, const bench_kernel *k, bool input, cl_int *status)
{
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = k->grid[0], .image_height = k->grid[1]};
    uint8_t *pixels = input ? bench_pixels(k->input_length[0]) : NULL;
    cl_mem image = clCreateImage(context, input ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY, &format,
                                 &shape, pixels, status);
    free(pixels);
    return image;
}

static void print(cl_command_queue queue, cl_mem output, const bench_kernel *k, double *ms)
{
    const size_t origin[3] = {0, 0, 0}, region[3] = {k->grid[0], k->grid[1], 1};
    void *result = malloc(k->output_length * (k->image ? 1 : sizeof(float)));
    cl_int status = k->image ? clEnqueueReadImage(queue, output, CL_TRUE, origin, region, 0, 0, result, 0, NULL, NULL)
                             : clEnqueueReadBuffer(queue, output, CL_TRUE, 0, k->output_length * sizeof(float), result,
                                                   0, NULL, NULL);
    check(status, "reading the output");
    if (k->image)
        bench_print_pixels(k, ms, result);
    else
        bench_print(k, ms, result);
    free(result);
}

static void run(cl_context context, cl_command_queue queue, cl_program program, const bench_kernel *k)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, k->name, &status);
    check(status, k->name);
    cl_mem argument[3];
    float *host[2] = {0};
    for (uint32_t i = 0; i <= k->inputs; i++) {
        size_t length = i < k->inputs ? k->input_length[i] : k->output_length;
        if (i < k->inputs && !k->image)
            host[i] = aligned_alloc(4096, length * sizeof(float));
        argument[i] = k->image ? make_image(context, k, i == 0, &status)
                               : make_buffer(context, length, &status, i < k->inputs ? host[i] : NULL);
        check(status, "making an argument");
        check(clSetKernelArg(kernel, i, sizeof argument[i], &argument[i]), "clSetKernelArg");
    }
    size_t grid[2] = {k->grid[0], k->grid[1]}, group[2] = {k->group[0], k->group[1]};
    double ms[REPEATS];
    for (int r = -1; r < REPEATS; r++) {
        double start = bench_now_ms();
        for (uint32_t n = 0; n < k->dispatches; n++)
            check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, grid, group, 0, NULL, NULL), k->name);
        check(clFinish(queue), k->name);
        if (r >= 0)
            ms[r] = bench_now_ms() - start;
    }
    print(queue, argument[k->inputs], k, ms);
    for (uint32_t i = 0; i <= k->inputs; i++)
        clReleaseMemObject(argument[i]);
    clReleaseKernel(kernel);
    free(host[0]);
    free(host[1]);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: bench-opencl bench.cl\n");
        return 2;
    }
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs (is PoCL installed?)");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    char *source = read_file(argv[1]);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "-cl-mad-enable", NULL, NULL), "clBuildProgram");
    for (size_t k = 0; k < sizeof bench_kernels / sizeof *bench_kernels; k++)
        run(context, queue, program, &bench_kernels[k]);
    free(source);
    return 0;
}
