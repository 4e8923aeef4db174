/* kernel.c: facts of a prepared kernel (engine.h). */
#include "kernel.h"

uint32_t sm_kernel_simd_width(const sm_kernel *kernel)
{
    return kernel->simd_width;
}
uint32_t sm_kernel_static_threadgroup_memory(const sm_kernel *kernel)
{
    return kernel->static_memory;
}
uint32_t sm_kernel_family(const sm_kernel *kernel)
{
    return kernel->family;
}

uint32_t sm_kernel_max_threads(const sm_kernel *kernel)
{
    return kernel->max_threads;
}
uint32_t sm_kernel_thread_memory(const sm_kernel *kernel)
{
    return kernel->vector ? kernel->stack / kernel->simd_width : kernel->stack;
}
bool sm_kernel_argument_active(const sm_kernel *kernel, size_t n)
{
    return n >= kernel->argument_count || kernel->active[n];
}

uint32_t sm_kernel_argument_index(const sm_kernel *kernel, size_t n)
{
    return n < kernel->argument_count ? kernel->index[n] : 0;
}
