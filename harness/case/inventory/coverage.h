/* coverage.h: what stands for each row of requirements.tsv: cases that verify it, a mutant that violates it alone, or a
 * line of uncovered.tsv. `assay coverage`, `assay prove --strict` and `assay lint` see the same. */
#ifndef ASSAY_COVERAGE_H
#define ASSAY_COVERAGE_H
#include "../case.h"
#include "requirements.h"
#include "uncovered.h"

typedef enum coverage_state {
    COVERAGE_OWN,      /* verified, and a mutant, or the control of a reject case, violates this id and no other */
    COVERAGE_SHARED,   /* verified, but each edit that violates it violates others, too */
    COVERAGE_LISTED,   /* no case; uncovered.tsv says why */
    COVERAGE_NOWHERE,  /* no case, and nothing says why */
    COVERAGE_UNJUDGED, /* undefined or out of scope: there is nothing to verify */
    COVERAGE_STATES
} coverage_state;

typedef struct coverage_row {
    const requirement *row;
    coverage_state state;
    const case_file *const *files; /* that verify it, in order of name */
    size_t file_count;
    const case_file *own_file; /* the first that has a mutant of its own, and that mutant; or NULL */
    const case_mutant *own;
    const uncovered_row *listed; /* the line that stands for it, or NULL */
} coverage_row;

typedef struct coverage coverage;

/* The table of all these files; they, `known` and `listed` must live as long as it. */
coverage *coverage_of(const requirements *known, const case_file *const *files, size_t file_count,
                      const uncovered_row *listed, size_t listed_count);
/* The same, of a cases directory: reads requirements.tsv and uncovered.tsv. */
coverage *coverage_read(const char *root, const case_suite *suite, assay_error *error);
void coverage_destroy(coverage *table);
size_t coverage_count(const coverage *table); /* rows in the order of requirements.tsv */
const coverage_row *coverage_at(const coverage *table, size_t n);
/* The number of the row that has this id, or SIZE_MAX. */
size_t coverage_find(const coverage *table, const char *id);
/* Whether a mutant violates this id and no other. */
bool coverage_is_own(const case_mutant *mutant);
/* `own`, `shared`, `listed`, `nowhere`, `unjudged`. */
const char *coverage_state_name(coverage_state state);
/* The length of the part of an id that names its group: up to its first dot or digit. */
size_t coverage_group(const char *id);
/* Whether a query names this row: its id, the beginning of it up to a dot, a pattern with `*` and `?`, or a case file
 * that verifies it, `simd/sum` or `simd/`. */
bool coverage_matches(const coverage_row *row, const char *query);
#endif
