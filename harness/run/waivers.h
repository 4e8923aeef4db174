/* waivers.h: known failures of particular chips, cases/waivers.tsv.
 *
 * Tab-separated, first line names the columns: chip, os, case (glob over names), link, since and expires (YYYY-MM-DD),
 * flaky (yes: it may pass, too; no: a pass is an error), reason. Lines that start with # are comments. chip is a glob
 * over the device's name, or a family of Apple's: `apple8` for devices whose newest it is, `apple9+` for all that have
 * it. os is `*`, `14.1`, `14.0-15.2`, `15.0-` or `..26.5`, ends included. Of two waivers that fit the first counts. */
#ifndef ASSAY_WAIVERS_H
#define ASSAY_WAIVERS_H
#include "../base/error.h"
#include "../output/outcome.h"

typedef struct waiver {
    char *chip, *os, *cases, *link, *since, *expires, *reason;
    bool flaky;
    int line;
} waiver;

typedef struct waivers {
    char *path;
    waiver *item;
    size_t count;
} waivers;

/* What a waiver looks at. Families are Metal's names; software that stands for no chip has none, and no OS of Apple's.
 */
typedef struct waivers_device {
    const char *name, *os; /* os NULL: any */
    const char *const *families;
    size_t family_count;
} waivers_device;

/* Reads the file; none at all is an empty list. An expired waiver (`today` as YYYY-MM-DD) or a malformed line is an
 * error. */
bool waivers_read(waivers *waivers, const char *path, const char *today, assay_error *error);
void waivers_clear(waivers *waivers);
/* Every waiver must name a case of the suite; an error for the first that does not. */
bool waivers_all_match(const waivers *waivers, const char *const *names, size_t count, assay_error *error);
/* The waiver for a case on this device, or NULL. */
const waiver *waivers_find(const waivers *waivers, const waivers_device *device, const char *name);
/* Turns a failure that is waived on this device into `waived`, and a pass that should have failed into `unexpected
 * pass`. */
void waivers_apply(const waivers *waivers, const waivers_device *device, const char *name, outcome *outcome);
/* Days from one date (YYYY-MM-DD) to another. */
long waivers_days(const char *from, const char *to);
/* Today as YYYY-MM-DD. */
const char *waivers_today(char *buffer, size_t size);
/* Whether `version` (its first number, 15.1 in "macOS 15.1 (24B83)") lies in the range. */
bool os_in_range(const char *version, const char *range);
#endif
