/* lint.h: checks all case files of a tree, without a device: what reading a single file checks, and what only the whole
 * shows. */
#ifndef ASSAY_LINT_H
#define ASSAY_LINT_H
#include <stdio.h>

/* Writes one line `FILE:LINE: sentence` per finding to `out` and returns their number; 0: clean.
 * `root`: a cases directory with its requirements.tsv. `references`: the directory of the reference sources, where
 * tests may use a reference that no case does; NULL leaves out whether references and inputs are used. */
int assay_lint(const char *root, const char *references, FILE *out);
#endif
