/* nvptx.h: a step of the target for NVIDIA GPUs, for its test. */
#ifndef SOFTMETAL_TARGET_NVPTX_H
#define SOFTMETAL_TARGET_NVPTX_H
#include "../support/context.h"

/* From the front end's address spaces (1 device, 2 constant, 3 threadgroup, 4 generic, 0 thread) to NVPTX's (1 global,
 * 3 shared, 0 generic). The module is another one afterwards: values of before are gone. */
void map_address_spaces(lowering *l);
#endif
