/* plan.h: which cases a run consists of, in which order, and with which modes. */
#ifndef ASSAY_PLAN_H
#define ASSAY_PLAN_H
#include "../../case/case.h"
#include "../options.h"
#include "../workers/wire.h"

typedef struct planned {
    const assay_case *it;
    const char *root; /* of its file, "" outside the tree */
    size_t file;      /* counts files from 0; cases of a file follow each other */
    metal_math math;  /* what it will be compiled with */
    metal_functions functions;
    const char *settings; /* subcases to add (stress.h), or NULL */
    const unit *unit;     /* what it is planned for, or NULL */
} planned;

typedef struct plan {
    case_suite *suite; /* NULL if only files outside the tree were asked for */
    case_file **own;   /* those files */
    size_t own_count;
    planned *item;
    size_t count, file_count;
} plan;

/* Reads the case files that the options ask for. A query, file or unit that gives no case is an error. */
bool plan_make(plan *plan, const options *options, assay_error *error);
void plan_clear(plan *plan);
/* The phases of --first-light: one case of each area, the rest, and at the end what could hang the device. `order` gets
 * the indices of all planned cases, `begin[p]` where phase p starts; the last of `begin` is their number. */
enum { FIRST_LIGHT_AREAS, FIRST_LIGHT_REST, FIRST_LIGHT_ALONE, FIRST_LIGHT_PHASES };
void plan_first_light(const plan *plan, size_t *order, size_t begin[FIRST_LIGHT_PHASES + 1]);
/* The job that runs a planned case; its strings belong to the plan and the options. */
wire_job plan_job(const plan *plan, size_t n, const options *options);
/* Area and stem of a case: its name up to the colon. Written to `buffer`. */
const char *case_stem(const assay_case *it, char *buffer, size_t size);
#endif
