/* error.h: errors travel as values. A function that can fail takes an assay_error as its last argument and returns
 * false (or NULL) after filling it; the sentence names file, line and remedy and is shown to the user as it is. */
#ifndef ASSAY_ERROR_H
#define ASSAY_ERROR_H
#include <stdbool.h>

/* What a program does about an error, where that depends on its cause. It comes from a code, never from the
 * sentence. */
typedef enum assay_cause {
    CAUSE_OTHER,
    CAUSE_GAP,      /* the software device does not have what was asked for */
    CAUSE_BREAKDOWN /* the compiler broke down */
} assay_cause;

typedef struct assay_error {
    char file[256];  /* the user's file, or "" */
    int line;        /* 1-based, or 0 */
    char text[1024]; /* one sentence */
    assay_cause cause;
} assay_error;

/* Fills `error` (which may be NULL), of no special cause, and returns false. */
bool assay_fail(assay_error *error, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#endif
