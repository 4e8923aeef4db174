/* driver.h: the functions of NVIDIA's driver that the engine calls, found in libcuda.so.1 at run time. Their types are
 * those of the driver's interface; nothing of CUDA's is needed to build. */
#ifndef SOFTMETAL_CUDA_DRIVER_H
#define SOFTMETAL_CUDA_DRIVER_H
#include <stddef.h>
#include <stdint.h>

typedef int cu_result; /* CUresult */
typedef int cu_device;
typedef struct CUctx_st *cu_context;
typedef struct CUmod_st *cu_module;
typedef struct CUfunc_st *cu_function;
typedef struct CUstream_st *cu_stream;
typedef uint64_t cu_address; /* CUdeviceptr */

enum { /* CUresult */
       CU_SUCCESS = 0,
       CU_ERROR_OUT_OF_MEMORY = 2,
       CU_ERROR_NO_DEVICE = 100,
       CU_ERROR_NOT_FOUND = 500,
       CU_ERROR_NOT_READY = 600,
       CU_ERROR_OUT_OF_RESOURCES = 701,
       CU_ERROR_ALREADY_REGISTERED = 712
};
enum { /* CUdevice_attribute */
       CU_CAPABILITY_MAJOR = 75,
       CU_CAPABILITY_MINOR = 76,
       CU_HOST_REGISTER = 99,
       CU_SAME_ADDRESS = 91 /* CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM */
};
enum { CU_FUNCTION_MAX_THREADS = 0, CU_FUNCTION_SHARED = 1, CU_FUNCTION_LOCAL = 3, CU_FUNCTION_REGISTERS = 4 };
enum { CU_LIMIT_STACK_SIZE = 0 };
enum { CU_SCHEDULE_YIELD = 2, CU_MAP_HOST = 8 };           /* flags of a context */
enum { CU_REGISTER_PORTABLE = 1, CU_REGISTER_MAPPED = 2 }; /* of cuMemHostRegister */
enum { CU_STREAM_ALONE = 1 };                              /* CU_STREAM_NON_BLOCKING */
enum { CU_JIT_ERROR_LOG = 5, CU_JIT_ERROR_LOG_SIZE = 6 };

#define SM_CUDA_FUNCTIONS(F)                                                                                           \
    F(init, "cuInit", (unsigned flags))                                                                                \
    F(driver_version, "cuDriverGetVersion", (int *version))                                                            \
    F(device_count, "cuDeviceGetCount", (int *count))                                                                  \
    F(device_get, "cuDeviceGet", (cu_device * device, int number))                                                     \
    F(device_name, "cuDeviceGetName", (char *name, int room, cu_device device))                                        \
    F(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, cu_device device))                         \
    F(device_memory, "cuDeviceTotalMem_v2", (size_t * bytes, cu_device device))                                        \
    F(context_create, "cuCtxCreate_v2", (cu_context * context, unsigned flags, cu_device device))                      \
    F(context_destroy, "cuCtxDestroy_v2", (cu_context context))                                                        \
    F(context_enter, "cuCtxSetCurrent", (cu_context context))                                                          \
    F(context_limit, "cuCtxSetLimit", (int limit, size_t value))                                                       \
    F(module_load, "cuModuleLoadDataEx",                                                                               \
      (cu_module * module, const void *image, unsigned options, int *option, void **value))                            \
    F(module_unload, "cuModuleUnload", (cu_module module))                                                             \
    F(module_function, "cuModuleGetFunction", (cu_function * function, cu_module module, const char *name))            \
    F(module_global, "cuModuleGetGlobal_v2",                                                                           \
      (cu_address * address, size_t * size, cu_module module, const char *name))                                       \
    F(function_attribute, "cuFuncGetAttribute", (int *value, int attribute, cu_function function))                     \
    F(host_register, "cuMemHostRegister_v2", (void *memory, size_t bytes, unsigned flags))                             \
    F(host_unregister, "cuMemHostUnregister", (void *memory))                                                          \
    F(memory_allocate, "cuMemAlloc_v2", (cu_address * address, size_t bytes))                                          \
    F(memory_free, "cuMemFree_v2", (cu_address address))                                                               \
    F(memory_copy, "cuMemcpy", (cu_address to, cu_address from, size_t bytes))                                         \
    F(memory_set, "cuMemsetD8_v2", (cu_address to, unsigned char value, size_t bytes))                                 \
    F(stream_create, "cuStreamCreate", (cu_stream * stream, unsigned flags))                                           \
    F(stream_query, "cuStreamQuery", (cu_stream stream))                                                               \
    F(launch, "cuLaunchKernel",                                                                                        \
      (cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,    \
       unsigned block_z, unsigned shared_bytes, cu_stream stream, void **parameters, void **extra))                    \
    F(error_name, "cuGetErrorName", (cu_result result, const char **name))                                             \
    F(error_text, "cuGetErrorString", (cu_result result, const char **text))

typedef struct sm_cuda_driver {
#define MEMBER(name, symbol, parameters) cu_result(*name) parameters;
    SM_CUDA_FUNCTIONS(MEMBER)
#undef MEMBER
} sm_cuda_driver;

/* The functions, or NULL with a sentence in `problem`: no driver, or one that lacks some. SOFTMETAL_CUDA names another
 * library than libcuda.so.1. */
const sm_cuda_driver *sm_cuda_driver_open(char problem[200]);
#endif
