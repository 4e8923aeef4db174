/* slots.h: which slots of a SIMD-group's lanes hold which elements of a cooperative tensor, as a list. */
#ifndef SOFTMETAL_SLOTS_H
#define SOFTMETAL_SLOTS_H
#include "../../include/__msl/cooperative.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A slot that holds an element. */
typedef struct sm_slot {
    uint16_t lane, slot, row, column;
} sm_slot;

typedef struct sm_slots {
    __msl_coop coop;
    uint32_t group; /* the SIMD-group in its scope */
    bool kept;      /* for the next that asks */
    size_t count;
    sm_slot slot[]; /* lane by lane */
} sm_slots;

/* The slots of a SIMD-group, or NULL if memory is short. Lists are kept, as a program has few layouts; sm_slots_done
 * gives back what is not. Called by any thread. */
const sm_slots *sm_slots_of(const __msl_coop *coop, uint32_t group);
void sm_slots_done(const sm_slots *slots);
#endif
