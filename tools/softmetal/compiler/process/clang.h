/* clang.h: MSL that the rewriter has made digestible -> LLVM bitcode, by a clang child. */
#ifndef SOFTMETAL_CLANG_H
#define SOFTMETAL_CLANG_H
#include "../compiler.h"
#include "../store/pack.h"
#include "../rewrite/rewrite.h"

/* __METAL_VERSION__ of the program: 310 is Metal 3.1. */
uint32_t sm_clang_version(const sm_compile_options *options);
/* Everything about the options that the result depends on. */
void sm_clang_key(sm_pack *key, const sm_compile_options *options);

/* What the bitcode is for: to be run, or to have its types read from full debug information. */
typedef enum { SM_TO_RUN, SM_TO_DESCRIBE } sm_purpose;

/* Kernels that are instantiations of templates are dealt out in `count` parts; everything else is in each. */
typedef struct sm_part {
    uint32_t number, count;
} sm_part;
#define SM_WHOLE ((sm_part){0, 1})

/* Compiles. False with diagnostics in *log; otherwise *bitcode is filled, and *log may hold warnings. The caller frees
 * both. */
bool sm_clang_compile(const sm_source *source, const sm_compile_options *options, sm_purpose purpose, sm_part part,
                      sm_pack *bitcode, char **log);
#endif
