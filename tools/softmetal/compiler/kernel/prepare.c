/* prepare.c: kernels for clients: for the CPU that passes the self-check, or the GPU that is there. */
#include "../../engine/cuda/gpu.h"
#include "../../engine/settings.h"
#include "choice.h"
#include "../make_library.h"
#include "selfcheck.h"

/* What code is made for, by LLVM's name. */
static const char *processor_of(const sm_target *target)
{
    const char *named = sm_device_settings()->cpu;
    if (!target->cuda)
        return sm_selfcheck_cpu();
    return *named ? named : sm_cuda_architecture();
}

sm_kernel *sm_kernel_create(sm_library *library, const sm_function *function, const sm_constant_value *values,
                            size_t count, char **log)
{
    return sm_kernel_create_linked(library, function, values, count, NULL, 0, log);
}

sm_kernel *sm_kernel_create_linked(sm_library *library, const sm_function *function, const sm_constant_value *values,
                                   size_t count, const sm_function *const *linked, size_t linked_count, char **log)
{
    const char *cpu = processor_of(&library->target);
    return sm_kernel_choose(library, function, cpu, values, count, linked, linked_count, log);
}
