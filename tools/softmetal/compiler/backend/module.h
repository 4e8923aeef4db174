/* module.h: reading the program's bitcode. */
#ifndef SOFTMETAL_MODULE_H
#define SOFTMETAL_MODULE_H
#include "support/context.h"

LLVMModuleRef read_module(LLVMContextRef c, sm_bytes bitcode);
/* One function with all it needs out of the program, which may hold hundreds. */
LLVMModuleRef read_function(LLVMContextRef c, sm_bytes bitcode, const char *symbol, const lowering *l);
#endif
