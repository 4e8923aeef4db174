/* verdict.h: the end of a validation: one page for a person, one JSON object for machines. */
#ifndef ASSAY_VERDICT_H
#define ASSAY_VERDICT_H
#include "../validation.h"

void verdict_print(const validation *validation, FILE *out, bool color);
/* Findings as workflow commands of GitHub's actions, which show them beside the lines they are about. */
void verdict_annotate(const validation *validation, FILE *out);
/* The members of the object are in cases/contracts/validation.schema.json. Whoever takes one away or changes its
 * meaning counts the version up; a new member does not. */
enum { VERDICT_JSON_VERSION = 1 };
void verdict_json(const validation *validation, text *out);
#endif
