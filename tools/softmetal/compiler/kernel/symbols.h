/* symbols.h: the functions that compiled kernels call. */
#ifndef SOFTMETAL_SYMBOLS_H
#define SOFTMETAL_SYMBOLS_H

/* Address of a function of the engine, of its run-time library, or of what LLVM takes from libm, libc and libgcc. NULL:
 * there is none of that name. An sm_resolver (loader.h). */
void *sm_resolve(const char *name);
#endif
