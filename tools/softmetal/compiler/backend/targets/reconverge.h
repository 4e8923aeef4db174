/* reconverge.h: lanes of a warp that parted come together again. */
#ifndef SOFTMETAL_TARGET_RECONVERGE_H
#define SOFTMETAL_TARGET_RECONVERGE_H
#include "../support/context.h"

void reconverge(lowering *l); /* of an optimised module */
#endif
