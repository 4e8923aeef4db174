/* vector_engine.h: the vector engine: a team whose SIMD-groups each run vector code
 * (compiler/backend/vector/vector.c), on fibers of their own if they wait for each other at barriers. */
#ifndef SOFTMETAL_ENGINE_VECTOR_H
#define SOFTMETAL_ENGINE_VECTOR_H
#include "team.h"

/* Vector code is made for a shape of threadgroups, its row:
 *   the SIMD-group's width   all its lanes exist, and are part of one row of the threadgroup
 *   less, but 8 or more      all exist, and are whole rows, of that many threads, of the threadgroup
 *   1                        all exist
 *   0                        nothing is known
 * The row of a threadgroup, in a dispatch whose threadgroups have up to `whole` threads along x: */
uint32_t sm_vector_row(const uint32_t size[3], uint32_t whole, uint32_t simd_width);
/* Code with more lanes than a SIMD-group runs a threadgroup at once (compiler/backend/vector/wide.c), of so many
 * threads in one layer, `row` of them along x. The shape for threadgroups of this size, if they have up to `most`
 * threads; no lanes: there is none. */
sm_shape sm_vector_wide(const uint32_t size[3], uint32_t simd_width, uint32_t most);
/* Whether vector code of this shape can run all threadgroups of the dispatch. */
bool sm_vector_covers(sm_shape shape, const sm_dispatch *dispatch, uint32_t simd_width);

/* Sets the lanes' places for the threadgroup's size; `threads` of them. */
void sm_vector_place(sm_team *team, uint32_t threads);
/* Runs the threadgroup from start to end, or until it is stopped (team->state). */
void sm_vector_run(sm_team *team);
/* On a fiber: the SIMD-group of that number from start to end. Returns the fiber that goes on. */
uint32_t sm_vector_body(sm_team *team, uint32_t simdgroup);
#endif
