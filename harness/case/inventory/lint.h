/* lint.h: checks all case files of a tree, without a device: what reading a single file checks, and what only the whole
 * shows. */
#ifndef ASSAY_LINT_H
#define ASSAY_LINT_H
#include <stdio.h>

/* Writes one line `FILE:LINE: sentence` per finding to `out` and returns their number; 0: clean. `root`: a cases
 * directory with its requirements.tsv. `tree`: the project that the cases belong to, with its sources; NULL leaves out
 * whether references and inputs are used (by a case or a test), and whether library functions are complete. */
int assay_lint(const char *root, const char *tree, FILE *out);
#endif
