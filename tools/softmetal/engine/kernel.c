/* kernel.c: facts of a prepared kernel (engine.h). */
#include "kernel.h"
#include <stdio.h>

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

void sm_kernel_tell_overflow(const sm_kernel *kernel, char *text, size_t size)
{
    char place[40] = "";
    if (kernel->recursion_line)
        snprintf(place, sizeof place, " declared in line %u", kernel->recursion_line);
    if (kernel->recursive)
        snprintf(text, size,
                 "kernel '%s' ran into the end of a thread's stack: the function%s calls itself without end, or too "
                 "often for the stack",
                 kernel->name, place);
    else
        snprintf(text, size,
                 "kernel '%s' ran into the end of a thread's stack: too much is kept in thread memory, an index leads "
                 "far out of bounds, or a function calls itself through a pointer without end",
                 kernel->name);
}
