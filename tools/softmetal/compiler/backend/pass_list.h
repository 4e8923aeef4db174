/* pass_list.h: making an object of one kernel. */
#ifndef SOFTMETAL_PIPELINE_H
#define SOFTMETAL_PIPELINE_H
#include "support/context.h"

void start_lowering(lowering *l, LLVMContextRef c, LLVMModuleRef module);
LLVMMemoryBufferRef compile_kernel(lowering *l, program *p, const char *symbol);
#endif
