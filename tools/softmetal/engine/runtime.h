/* runtime.h: the functions that compiled kernels may call by name. runtime.c lists them; the
 * loader resolves `__msl_*` and LLVM's own library calls with it. */
#ifndef SOFTMETAL_RUNTIME_H
#define SOFTMETAL_RUNTIME_H
#include <stddef.h>

typedef struct sm_runtime_symbol {
    const char *name;      /* "__msl_sin_f32" */
    void (*address)(void); /* the scalar function */
    /* Its vector variants as an LLVM "vector-function-abi-variant" string, for example
     * "_ZGV_LLVM_N8v___msl_sin_f32(__msl_sin_f32_x8),_ZGV_LLVM_N16v___msl_sin_f32(__msl_sin_f32_x16)"; each variant is
     * a row of the table too. NULL if there is none. */
    const char *vector_abi;
} sm_runtime_symbol;

/* The table for this CPU: which variants there are, and whether they fuse, depends on it. Never fails. */
const sm_runtime_symbol *sm_runtime_symbols(size_t *count);
#endif
