/* fiber.h: the reference engine: a team whose threads are fibers, which meet by the rule of reconvergence. A team may
 * be put aside while its threads wait for another threadgroup, and taken up again. */
#ifndef SOFTMETAL_FIBER_H
#define SOFTMETAL_FIBER_H
#include "team.h"

/* Starts all threads of the team, whose positions the caller has set, from the beginning. */
void sm_fiber_start(sm_team *team);
/* Runs them until all have ended, all wait for somebody else, or one was stopped. */
sm_team_state sm_fiber_run(sm_team *team);
/* On a fiber: the thread of that number from start to end. Returns the fiber that goes on. */
uint32_t sm_fiber_body(sm_team *team, uint32_t thread);
#endif
