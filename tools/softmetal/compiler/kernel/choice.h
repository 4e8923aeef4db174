/* choice.h: which engine runs a kernel. */
#ifndef SOFTMETAL_CHOICE_H
#define SOFTMETAL_CHOICE_H
#include "../compiler.h"

/* What sm_kernel_create_linked does, for a CPU (or GPU) that is named. */
sm_kernel *sm_kernel_choose(sm_library *library, const sm_function *function, const char *cpu,
                            const sm_constant_value *values, size_t count, const sm_function *const *linked,
                            size_t linked_count, char **log);
#endif
