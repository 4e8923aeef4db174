/* target.h: what a target tells the passes, and the code that it makes. */
#ifndef SOFTMETAL_TARGET_H
#define SOFTMETAL_TARGET_H
#include "../support/context.h"

LLVMTargetMachineRef create_machine(const char *cpu); /* "": the host */
void drop_foreign_variants(lowering *l);              /* those for vectors that the machine does not have */
bool machine_may_have(const lowering *l, const char *feature);
bool machine_fuses(const lowering *l); /* has an instruction for x * y + z */
/* Bits of the smallest elements that it loads and stores under a mask; 8: also from scattered addresses; 0: none. */
unsigned masked_memory(const lowering *l);
LLVMMemoryBufferRef emit_object(lowering *l);
#endif
