/* tap.h: results in the Test Anything Protocol, version 13 (or 14, which differs in its first line only).
 *
 * One test per case file, with its cases as an indented subtest before it. Lines are flushed one by one. */
#ifndef ASSAY_TAP_H
#define ASSAY_TAP_H
#include "outcome.h"
#include <stdio.h>

typedef struct tap {
    FILE *out;
    size_t planned, emitted;
} tap;

typedef struct tap_case {
    const char *name;
    const outcome *outcome;
    const char *rerun;
} tap_case;

/* Version line and plan. */
void tap_begin(tap *tap, FILE *out, int version, size_t files);
/* One file and its cases. */
void tap_file(tap *tap, const char *name, const tap_case *cases, size_t count);
/* A line of comment, or several. */
void tap_comment(tap *tap, const char *text);
/* Ends early: what is missing will not come. */
void tap_bail_out(tap *tap, const char *reason);
#endif
