/* stub_driver.c: a library in libcuda.so.1's place that has one GPU, on which nothing runs: launches succeed and leave
 * memory as it was. For tests of everything around the GPU, and to fill a cache on a machine that has none:
 *
 *   SOFTMETAL_CUDA=build/libcuda-stub.so SOFTMETAL_DEVICE=cuda build/assay run …
 *
 * While STUB_FAIL is set, waits end with an illegal address, after which everything fails until a new context is made;
 * while STUB_HANG is set, they do not end; while STUB_FULL is set, there is no memory, for launches neither; while
 * STUB_GONE is set, no new context is made. STUB_VERSION is the driver's version. STUB_RECORD names a file that gets a
 * line for each call. */
#include "driver.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
enum { UNAVAILABLE = 46, ILLEGAL_ADDRESS = 700, LATEST = 13000 };

static struct {
    pthread_mutex_t lock;
    bool lost;
} stub;

static __attribute__((format(printf, 1, 2))) void record(const char *format, ...)
{
    const char *path = getenv("STUB_RECORD");
    FILE *to = path ? fopen(path, "a") : NULL;
    va_list arguments;
    if (!to)
        return;
    va_start(arguments, format);
    vfprintf(to, format, arguments);
    va_end(arguments);
    fputc('\n', to);
    fclose(to);
}

static cu_result result(void)
{
    return stub.lost ? ILLEGAL_ADDRESS : CU_SUCCESS;
}

EXPORT cu_result cuInit(unsigned flags)
{
    return flags ? 1 : CU_SUCCESS;
}
EXPORT cu_result cuDriverGetVersion(int *version)
{
    const char *named = getenv("STUB_VERSION");
    *version = named ? atoi(named) : LATEST;
    return CU_SUCCESS;
}
EXPORT cu_result cuDeviceGetCount(int *count)
{
    *count = 1;
    return CU_SUCCESS;
}
EXPORT cu_result cuDeviceGet(cu_device *device, int number)
{
    *device = number;
    return CU_SUCCESS;
}
EXPORT cu_result cuDeviceGetName(char *name, int room, cu_device device)
{
    snprintf(name, (size_t)room, "stub of GPU %d", device);
    return CU_SUCCESS;
}
EXPORT cu_result cuDeviceGetAttribute(int *value, int attribute, cu_device device)
{
    (void)device;
    *value = attribute == CU_CAPABILITY_MAJOR ? 9 : attribute == CU_CAPABILITY_MINOR ? 0 : 1;
    return CU_SUCCESS;
}
EXPORT cu_result cuDeviceTotalMem_v2(size_t *bytes, cu_device device)
{
    (void)device;
    *bytes = (size_t)80 << 30;
    return CU_SUCCESS;
}
EXPORT cu_result cuCtxCreate_v2(cu_context *context, unsigned flags, cu_device device)
{
    record("context %u %d", flags, device);
    if (getenv("STUB_GONE"))
        return UNAVAILABLE;
    stub.lost = false;
    *context = (cu_context)&stub;
    return CU_SUCCESS;
}
EXPORT cu_result cuCtxDestroy_v2(cu_context context)
{
    (void)context;
    record("context destroyed");
    return CU_SUCCESS;
}
EXPORT cu_result cuCtxSetCurrent(cu_context context)
{
    (void)context;
    return CU_SUCCESS;
}
EXPORT cu_result cuCtxSetLimit(int limit, size_t value)
{
    record("limit %d %zu", limit, value);
    return result();
}
EXPORT cu_result cuModuleLoadDataEx(cu_module *module, const void *image, unsigned options, int *option, void **value)
{
    (void)options, (void)option, (void)value;
    const char *text = image;
    record("module %zu", strlen(text));
    *module = (cu_module)(uintptr_t)image;            /* which the engine keeps */
    return strstr(text, ".version") ? result() : 218; /* CUDA_ERROR_INVALID_PTX */
}
EXPORT cu_result cuModuleUnload(cu_module module)
{
    (void)module;
    return result();
}
EXPORT cu_result cuModuleGetFunction(cu_function *function, cu_module module, const char *name)
{
    (void)module, (void)name;
    *function = (cu_function)&stub;
    return result();
}
EXPORT cu_result cuModuleGetGlobal_v2(cu_address *address, size_t *size, cu_module module, const char *name)
{
    *address = *size = 0;
    return strstr((const char *)module, name) ? result() : CU_ERROR_NOT_FOUND;
}
EXPORT cu_result cuFuncGetAttribute(int *value, int attribute, cu_function function)
{
    (void)attribute, (void)function;
    *value = 1024;
    return result();
}
EXPORT cu_result cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags)
{
    (void)memory;
    record("register %zu %u", bytes, flags);
    return getenv("STUB_FULL") ? CU_ERROR_OUT_OF_MEMORY : result();
}
EXPORT cu_result cuMemHostUnregister(void *memory)
{
    (void)memory;
    return result();
}
EXPORT cu_result cuMemAlloc_v2(cu_address *address, size_t bytes)
{
    *address = getenv("STUB_FULL") ? 0 : (uintptr_t)malloc(bytes);
    return *address ? result() : CU_ERROR_OUT_OF_MEMORY;
}
EXPORT cu_result cuMemFree_v2(cu_address address)
{
    free((void *)(uintptr_t)address);
    return result();
}
EXPORT cu_result cuMemcpy(cu_address to, cu_address from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    return result();
}
EXPORT cu_result cuMemsetD8_v2(cu_address to, unsigned char value, size_t bytes)
{
    memset((void *)(uintptr_t)to, value, bytes);
    return result();
}
EXPORT cu_result cuStreamCreate(cu_stream *stream, unsigned flags)
{
    (void)flags;
    *stream = (cu_stream)&stub;
    return result();
}
EXPORT cu_result cuStreamQuery(cu_stream stream)
{
    (void)stream;
    stub.lost |= getenv("STUB_FAIL") != NULL;
    if (getenv("STUB_HANG"))
        return CU_ERROR_NOT_READY;
    record("wait");
    return result();
}
EXPORT cu_result cuLaunchKernel(cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                cu_stream stream, void **parameters, void **extra)
{
    (void)function, (void)stream, (void)parameters, (void)extra;
    record("launch %u %u %u of %u %u %u, %u bytes", grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes);
    return getenv("STUB_FULL") ? CU_ERROR_OUT_OF_MEMORY : result();
}
EXPORT cu_result cuGetErrorName(cu_result error, const char **name)
{
    *name = error == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_UNKNOWN";
    return CU_SUCCESS;
}
EXPORT cu_result cuGetErrorString(cu_result error, const char **text)
{
    *text = error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered" : "unknown error";
    return CU_SUCCESS;
}
