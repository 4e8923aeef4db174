/* loader.h: makes an object file from LLVM callable in this process, without LLVM: kernels come from the cache in well
 * under a millisecond, and the client never maps the compiler. */
#ifndef SOFTMETAL_LOADER_H
#define SOFTMETAL_LOADER_H
#include "../store/pack.h"

typedef struct sm_code sm_code;

/* Address of a function that the object calls, or NULL. */
typedef void *sm_resolver(const char *name);

/* Loads a relocatable ELF object of this machine. NULL with a sentence in `problem` if it is malformed, uses a
 * relocation that is not known, or calls a function that `resolve` does not have. */
sm_code *sm_code_load(sm_bytes object, sm_resolver *resolve, char problem[200]);
void sm_code_free(sm_code *code);

/* Where its code and constants are. */
void sm_code_extent(const sm_code *code, const void **start, size_t *size);

/* Address of a function that the object defines, or NULL. */
void *sm_code_symbol(const sm_code *code, const char *name);
#endif
