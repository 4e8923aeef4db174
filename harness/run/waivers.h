/* waivers.h: known failures of particular chips, cases/waivers.tsv.
 *
 * Tab-separated, first line names the columns: chip (glob over the device's name), os (`*`, `14.1`, `14.0-15.2`,
 * `15.0-`; ends included), case (glob over names), link, expires (YYYY-MM-DD), flaky (yes or no), reason. Lines that
 * start with # are comments. */
#ifndef ASSAY_WAIVERS_H
#define ASSAY_WAIVERS_H
#include "../error.h"
#include "outcome.h"

typedef struct waiver {
    char *chip, *os, *cases, *link, *expires, *reason;
    bool flaky;
    int line;
} waiver;

typedef struct waivers {
    char *path;
    waiver *item;
    size_t count;
} waivers;

/* Reads the file; none at all is an empty list. An expired waiver (`today` as YYYY-MM-DD) or a malformed line is an
 * error. */
bool waivers_read(waivers *waivers, const char *path, const char *today, assay_error *error);
void waivers_clear(waivers *waivers);
/* Every waiver must name a case of the suite; an error for the first that does not. */
bool waivers_all_match(const waivers *waivers, const char *const *names, size_t count, assay_error *error);
/* Turns a failure that is waived on this device into `waived`, and a pass that should have failed into `unexpected
 * pass`. */
void waivers_apply(const waivers *waivers, const char *chip, const char *os, const char *name, outcome *outcome);
/* Whether `version` (its first number, 15.1 in "macOS 15.1 (24B83)") lies in the range. */
bool os_in_range(const char *version, const char *range);
#endif
