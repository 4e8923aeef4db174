/* toolchain.h: where clang, the compile helper and MSL's headers are, and what identifies their versions. */
#ifndef SOFTMETAL_TOOLCHAIN_H
#define SOFTMETAL_TOOLCHAIN_H
#include "../store/pack.h"

/* A cache that is carried to a machine without a compiler also holds what cannot be compiled. */
typedef enum { SM_SEAL_NONE, SM_SEAL_WRITE, SM_SEAL_READ } sm_seal;

typedef struct sm_toolchain {
    const char *clang;   /* path */
    const char *include; /* directory of MSL's headers */
    const char *helper;  /* path of softmetal-compile */
    const char *preload; /* of the library that makes clang serve (serve/preload.c); "": there is none */
    sm_hash front;       /* of clang and the headers */
    sm_hash rewriter;    /* of this library, which rewrites programs */
    sm_seal seal;        /* SOFTMETAL_SEAL */
    sm_hash back;        /* of the helper and this machine's instruction set */
} sm_toolchain;

/* Found once per process. */
const sm_toolchain *sm_toolchain_find(void);
#endif
