/* reconverge.h: lanes of a warp that parted come together again. */
#ifndef SOFTMETAL_TARGET_RECONVERGE_H
#define SOFTMETAL_TARGET_RECONVERGE_H
#include "../support/context.h"

void reconverge(lowering *l); /* of an optimised module */

/* early_exit.c */
void exit_early(lowering *l, LLVMValueRef kernel);
bool ends_thread(LLVMBasicBlockRef block); /* its lanes exit: they do not go on to what LLVM believes to follow */
#endif
