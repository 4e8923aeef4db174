/* families.h: ids of requirements that a parameter completes: `ulp.half.precise.{F}`. */
#ifndef ASSAY_FAMILIES_H
#define ASSAY_FAMILIES_H
#include "../internal.h"

typedef struct family_member {
    const char *text;
    int line;
    const case_value *only; /* values of the parameters that were filled in */
    size_t only_count;
} family_member;

/* Replaces file->verifies by the ids that its braces stand for. */
bool families_verified(case_file *file, assay_error *error);
/* The texts of all mutants, one for each value. */
bool families_mutants(case_file *file, family_member **list, size_t *count, assay_error *error);
#endif
