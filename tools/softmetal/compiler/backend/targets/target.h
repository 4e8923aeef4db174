/* target.h: what code can be made for. A target is one struct, in a file of its own beside this one, and a row of
 * CODE_TARGETS; pass_list.c runs the passes and asks the target for what is its own. */
#ifndef SOFTMETAL_TARGET_H
#define SOFTMETAL_TARGET_H
#include "../support/context.h"

typedef struct code_target {
    LLVMTargetMachineRef (*create_machine)(const char *cpu); /* "": the one that this process runs on */
    void (*begin)(lowering *l);                              /* before the first pass, with the machine made */
    /* No engine runs its threads, which find out themselves who they are (support/thread_abi.c). */
    bool without_engine;
    /* Without an engine: from a thread's code to optimised code for the machine. `dump` keeps the module between
     * steps. */
    void (*finish)(lowering *l, void (*dump)(const lowering *l, const char *step));
    LLVMMemoryBufferRef (*emit)(lowering *l);
    const char *text; /* how the file's name ends if the object is text: "ptx"; or NULL */
} code_target;

/* All targets, by the number that a request has (protocol.h). */
#define CODE_TARGETS(X)                                                                                                \
    X(host)  /* host.c: this CPU, or an older one of its kind */                                                       \
    X(nvptx) /* nvptx.c: an NVIDIA GPU */
#define X(name) extern const code_target name##_target;
CODE_TARGETS(X)
#undef X

/* ---- host.c */
/* Makes what LLVM makes at the first use of a machine, tables of 3 ms, so that forks have it. */
void warm_host(void);
/* What the CPU tells the passes: */
void drop_foreign_variants(lowering *l); /* those for vectors that the machine does not have */
bool machine_may_have(const lowering *l, const char *feature);
bool machine_fuses(const lowering *l); /* has an instruction for x * y + z */
/* Bits of the smallest elements that it loads and stores under a mask; 8: also from scattered addresses; 0: none. */
unsigned masked_memory(const lowering *l);
#endif
