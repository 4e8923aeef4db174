/* mistake.h: whether results are just those of a well-known mistake. */
#ifndef ASSAY_VALIDATE_MISTAKE_H
#define ASSAY_VALIDATE_MISTAKE_H
#include "../validation.h"

/* Whether what these failed trials (indices into v->trials) wrote to the contract's first output is what `expect`, a
 * line of a case, says: all of them where it says something, and one at least. The list of trials may move. */
bool mistake_explains(validation *v, const char *expect, const size_t *failed, size_t count);
#endif
