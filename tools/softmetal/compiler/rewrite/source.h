/* source.h: what a rewritten program is inside: shared by rewrite/walk.c, which makes it, and diagnose.c, which goes
 * back. */
#ifndef SOFTMETAL_SOURCE_H
#define SOFTMETAL_SOURCE_H
#include "rewrite.h"
#include "token.h"

struct sm_source {
    token_list list;   /* of the author's text */
    uint32_t *printed; /* per token, where its own text (or what replaced it) starts in `text` */
    char *text;
    size_t size;
    bool math_pragmas, instantiates;
};

/* Words that clang refuses wherever they are used, and what Metal says of each: those of C++ that MSL lacks, and those
 * that a rule writes where it found something that MSL refuses. */
typedef struct sm_refusal {
    const char *word, *text;
} sm_refusal;
extern const sm_refusal sm_refusals[]; /* ends in a NULL word */

/* What MSL has from a version on only: a row of versions.def. */
typedef struct sm_version {
    enum { SM_SINCE_ATTRIBUTE, SM_SINCE_MARKED, SM_SINCE_WORD, SM_SINCE_CLANG, SM_SINCE_CODE, SM_SINCE_NAMED } kind;
    const char *name, *written, *text; /* as in MSL, as clang sees it, what is said in older versions */
    unsigned version;                  /* as in __METAL_VERSION__ */
} sm_version;
extern const sm_version sm_versions[];                             /* ends in a NULL name */
const char *sm_version_needed(const char *name, unsigned version); /* the row's text; "" if this version has it */

#endif
