/* includes.h: files that a program includes by their absolute path, put in place: the rewriter sees what clang will. */
#ifndef SOFTMETAL_INCLUDES_H
#define SOFTMETAL_INCLUDES_H
#include <stddef.h>

/* The program with each `#include "/…"` replaced by the file's text, between lines of #line; in such a file also what
 * lies beside it. NULL if it has none that can be read, or memory ran out. The caller frees. */
char *sm_include_files(const char *source, size_t size, size_t *length);

#endif
