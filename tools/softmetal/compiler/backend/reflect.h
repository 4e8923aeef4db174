/* reflect.h: what a program consists of, and whether it is MSL. */
#ifndef SOFTMETAL_REFLECT_H
#define SOFTMETAL_REFLECT_H
#include "support/context.h"

/* Finds functions and function constants by the annotations that the rewriter left, then removes the annotations. */
void reflect(LLVMModuleRef module, program *program);
const char *plain_name(const char *symbol);     /* of a function, without namespaces */
const char *annotation_text(LLVMValueRef text); /* of a row's operand */
/* debug_types.c: packs, for the function of this symbol, how the types of its parameters lie in memory (protocol.h). */
void write_layout(LLVMModuleRef module, const char *symbol, sm_pack *out);
/* verify.c: stops with diagnostics if the program is not MSL; `no_recursion` is what to say of recursion, or "". */
void verify(const program *program, const char *no_recursion);
#endif
