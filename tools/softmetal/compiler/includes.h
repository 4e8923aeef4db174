/* includes.h: files that a program includes by their absolute path, put in place: the rewriter sees what clang will. */
#ifndef SOFTMETAL_INCLUDES_H
#define SOFTMETAL_INCLUDES_H
#include "compiler.h"
#include <stddef.h>

/* The program with each `#include "/…"` replaced by the file's text, between lines of #line; also `#include
 * TEXT(ROOT/x)` where ROOT is one of the macros, and in such a file what lies beside it. NULL if it has none that can
 * be read, or memory ran out. The caller frees. */
char *sm_include_files(const char *source, size_t size, const sm_macro *macros, size_t count, size_t *length);

#endif
