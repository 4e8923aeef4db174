/* driver.c: finds the driver's functions. */
#include "driver.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *symbol;
    size_t offset;
} functions[] = {
#define ROW(name, symbol, parameters) {symbol, offsetof(sm_cuda_driver, name)},
    SM_CUDA_FUNCTIONS(ROW)
#undef ROW
};

const sm_cuda_driver *sm_cuda_driver_open(char problem[200])
{
    static sm_cuda_driver driver;
    const char *named = getenv("SOFTMETAL_CUDA"), *library = named && *named ? named : "libcuda.so.1";
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(problem, 200, "there is no NVIDIA driver: %.120s; install one, or leave SOFTMETAL_DEVICE unset",
                 dlerror());
        return NULL;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *address = dlsym(handle, functions[i].symbol);
        if (!address) {
            snprintf(problem, 200, "%s is too old: it has no %s; install NVIDIA's driver 525 or newer", library,
                     functions[i].symbol);
            return NULL;
        }
        memcpy((char *)&driver + functions[i].offset, &address, sizeof address);
    }
    return &driver;
}
