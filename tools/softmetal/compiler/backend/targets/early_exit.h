/* early_exit.h: threads that end before others end where they are. */
#ifndef SOFTMETAL_TARGET_EARLY_EXIT_H
#define SOFTMETAL_TARGET_EARLY_EXIT_H
#include "../support/context.h"

void exit_early(lowering *l, LLVMValueRef kernel);
bool ends_thread(LLVMBasicBlockRef block); /* its lanes exit: they do not go on to what LLVM believes to follow */
#endif
