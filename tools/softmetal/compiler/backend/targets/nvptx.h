/* nvptx.h: code for NVIDIA GPUs, as PTX. */
#ifndef SOFTMETAL_TARGET_NVPTX_H
#define SOFTMETAL_TARGET_NVPTX_H
#include "../support/context.h"

LLVMTargetMachineRef create_gpu_machine(const char *architecture); /* "sm_90" */
/* From the front end's address spaces (1 device, 2 constant, 3 threadgroup, 4 generic, 0 thread) to NVPTX's (1 global,
 * 3 shared, 0 generic). The module is another one afterwards: values of before are gone. */
void map_address_spaces(lowering *l);
/* Links what engine/cuda/device has, beside this program, into the module, and makes sm_start the entry. */
void link_device_library(lowering *l);
void optimise_for_gpu(lowering *l);
LLVMMemoryBufferRef emit_ptx(lowering *l);
#endif
