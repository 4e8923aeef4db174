/* stress.h: the settings of litmus cases that `assay tune` found, cases/stress.tsv.
 *
 * Tab-separated, first line names the columns: device (its name), case, settings (tuples as in the case's `subcases`),
 * shown (what they showed, for people). Other runs on a device of that name add the settings to the case's subcases. */
#ifndef ASSAY_STRESS_H
#define ASSAY_STRESS_H
#include "../../base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct stress_row {
    char *device, *name, *settings, *shown;
} stress_row;

typedef struct stress {
    char *path;
    stress_row *row;
    size_t count;
} stress;

/* Reads the file; none at all is an empty list, a malformed line an error. */
bool stress_read(stress *stress, const char *path, assay_error *error);
/* The settings of a case on a device; NULL if there are none. */
const char *stress_find(const stress *stress, const char *device, const char *name);
/* Every line must name a case of the suite; an error for the first that does not. */
bool stress_all_match(const stress *stress, const char *const *names, size_t count, assay_error *error);
/* Replaces what is there for this case and device, or adds it. */
bool stress_put(stress *stress, const char *device, const char *name, const char *settings, const char *shown,
                assay_error *error);
/* Writes the file that was read, in whole or not at all. */
bool stress_write(const stress *stress, assay_error *error);
/* Whether stress_write can work, asked before hours go into what it is to keep. */
bool stress_can_write(const stress *stress, assay_error *error);
void stress_clear(stress *stress);
#endif
