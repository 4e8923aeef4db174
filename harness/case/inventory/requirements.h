/* requirements.h: the table of normative requirements, cases/requirements.tsv: one row per promise of the
 * specification, with an id that case files name in `verifies:`. Columns are closed where they are listed in
 * requirements.c; `-` means none. */
#ifndef ASSAY_REQUIREMENTS_H
#define ASSAY_REQUIREMENTS_H
#include "../../base/error.h"
#include <stddef.h>

typedef struct requirement {
    const char *id;
    const char *section;   /* of the specification; `seed` and `bugs` for ids from those lists */
    const char *line;      /* of the specification's text */
    const char *kind;      /* layout, value, accuracy, compile-accept, compile-reject, ordering, api, undefined, out of
                              scope, seed, bug */
    const char *grade;     /* of a compile-reject: "error stated", "rule stated", "inferred" */
    const char *reading;   /* plain, derived, ambiguous, gap, contradiction: on what the statement rests */
    const char *msl;       /* language version it exists since */
    const char *family;    /* GPU family it is tied to: "apple7", "not apple7" */
    const char *os;        /* first version of the system that has it: "26.1" */
    const char *statement; /* in our words */
    const char *check;     /* how to verify it */
} requirement;

typedef struct requirements requirements;

/* Reads and checks the whole table: columns, closed values, unique ids. */
requirements *requirements_read(const char *path, assay_error *error);
/* The table of a cases directory: ROOT/requirements.tsv. */
requirements *requirements_of(const char *root, assay_error *error);
void requirements_destroy(requirements *table);
size_t requirements_count(const requirements *table);
const requirement *requirements_at(const requirements *table, size_t n);
const requirement *requirements_find(const requirements *table, const char *id); /* NULL if unknown */
/* Whether there is something to verify: it is neither undefined nor out of scope. */
bool requirement_is_judged(const requirement *row);
/* The id most like `id`, for errors; NULL if none is close. */
const char *requirements_nearest(const requirements *table, const char *id);
#endif
