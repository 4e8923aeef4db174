/* relate.h: what two trials say about each other. */
#ifndef ASSAY_RELATE_H
#define ASSAY_RELATE_H
#include "../validation.h"

/* Compares kept outputs with those of partners and of the baseline. */
void relate(validation *to);
#endif
