/* layout.h: the types of a function's parameters, as the compile helper packs them (protocol.h). */
#ifndef SOFTMETAL_LAYOUT_H
#define SOFTMETAL_LAYOUT_H
#include "compiler.h"
#include "store/pack.h"

typedef struct sm_layout sm_layout;

/* NULL if the content is malformed or memory is short. */
sm_layout *sm_layout_read(sm_bytes content);
void sm_layout_free(sm_layout *layout);
/* The n-th parameter's, NULL beyond the last. */
const sm_type *sm_layout_type(const sm_layout *layout, size_t n);
#endif
