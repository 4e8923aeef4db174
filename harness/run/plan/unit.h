/* unit.h: the work of a run cut into units that do not depend on each other, so that many machines can share it. A unit
 * is a word: `case:NAME` runs a case, `sweep:I/N:NAME` runs it with the I-th of N parts of its sweep, `proof:NAME` runs
 * its mutants. */
#ifndef ASSAY_UNIT_H
#define ASSAY_UNIT_H
#include "../../base/arena.h"
#include "../../base/error.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum unit_kind { UNIT_CASE, UNIT_SWEEP, UNIT_PROOF, UNIT_KINDS } unit_kind;

enum { UNIT_MOST_PARTS = 256 }; /* of a sweep: its chunks (sweep.h) */

typedef struct unit {
    unit_kind kind;
    unsigned part, parts;  /* of a sweep, part from 1; otherwise 0 */
    const char *name, *id; /* name: of the case, within id */
    const char *hash;      /* of the case file when it was planned, or NULL */
    const char *file;      /* that named the unit, with its line; NULL: the command line */
    int line;
} unit;

typedef struct unit_list {
    arena memory;
    unit *item;
    size_t count;
} unit_list;

const char *unit_kind_name(unit_kind kind);
/* Takes `id` apart; the unit points into it. False with a sentence if it is none. */
bool unit_read(const char *id, unit *unit, assay_error *error);
/* Words of a command line. One that begins with @ names a file with a unit on each line: the word, or what `assay plan`
 * prints. The list is sorted by name of case, kind and part. None at all, and one that comes twice, is an error.
 * units_clear is due in either case. */
bool units_read(unit_list *list, const char *const *words, size_t count, assay_error *error);
void units_clear(unit_list *list);
#endif
