/* vector.h: teams of the vector engine: a threadgroup whose SIMD-groups each run vector code
 * (compiler/backend/vector.c), on fibers of their own if they wait for each other at barriers. */
#ifndef SOFTMETAL_ENGINE_VECTOR_H
#define SOFTMETAL_ENGINE_VECTOR_H
#include "fiber.h"

/* Sets the lanes' places for the threadgroup's size; `threads` of them. */
void sm_vector_place(sm_team *team, uint32_t threads);
/* Runs the threadgroup from start to end, or until it is stopped (team->state). */
void sm_vector_run(sm_team *team);
/* On a fiber: runs the SIMD-group of that number. */
void sm_vector_body(sm_team *team, uint32_t simdgroup);
#endif
