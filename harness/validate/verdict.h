/* verdict.h: the end of a validation: one page for a person, one JSON object for machines. */
#ifndef ASSAY_VERDICT_H
#define ASSAY_VERDICT_H
#include "validation.h"

void verdict_print(const validation *validation, FILE *out, bool color);
void verdict_json(const validation *validation, text *out);
#endif
