/* map.h: which kernels of a directory keep which contracts: rows of a table, `KERNEL TAB CONTRACT TAB OPTIONS`. */
#ifndef ASSAY_MAP_H
#define ASSAY_MAP_H
#include "read/directives.h"
#include "../base/arena.h"
#include "../base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct map_row {
    const char *file, *path; /* as the table names it, and where it lies */
    const char *contract;    /* NULL: the kernel names it itself */
    const char *const *options;
    size_t option_count;
    const char *name;            /* `norms.metal:rms_norm --types half`: once in the map */
    const char *skip;            /* why it is not validated, or NULL */
    const kernel_mutant *mutant; /* what is made of the kernel first, or NULL; its contract has to find that */
    int line;                    /* in the table, 0: not from there */
} map_row;

typedef struct map {
    arena memory;
    map_row *rows;
    size_t count;
} map;

/* The rows of `table`, whose kernels lie below `folder`, sorted by file, then a row for every other kernel there: with
 * the contract that it names itself, or skipped. Without a table (NULL) all kernels keep `contract`, or, if that is
 * NULL too, what they name. False with a sentence that names table and line; map_free is due in either case. */
bool map_read(map *to, const char *folder, const char *table, const char *contract, assay_error *error);
/* Behind each row one for each mutant of its kernel (`//! mutant:`). */
bool map_mutants(map *to, assay_error *error);
void map_free(map *map);
#endif
