/* fault.h: named ways for this device to be wrong on purpose, so that a suite can show that it would notice.
 * The list is faults.def: FAULT(name, "what goes wrong"), one line each; each makes exactly one thing wrong.
 * HEADER_FAULT is the same for those that MSL's headers see, as macros __MSL_FAULT_name. With a fault there is no
 * vector code, except with those of vector code, whose names begin with vector_. */
#ifndef SOFTMETAL_FAULT_H
#define SOFTMETAL_FAULT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
#define FAULT(name, text) SM_FAULT_##name,
#define HEADER_FAULT(name, text) FAULT(name, text)
#include "faults.def"
#undef FAULT
#undef HEADER_FAULT
    SM_FAULT_COUNT
} sm_fault_id;

enum { SM_FAULT_WORDS = (SM_FAULT_COUNT + 63) / 64 };

/* The whole set, for the keys of caches and for lowering, which runs in a child process. */
const uint64_t *sm_fault_set(void);

/* The set, once sm_device_settings() or sm_fault_set() has been called. */
extern uint64_t sm_fault_bits[SM_FAULT_WORDS];

/* Whether SOFTMETAL_FAULT names this fault. Cheap enough for inner loops of the engine. */
static inline bool sm_fault(sm_fault_id fault)
{
#ifdef __NVPTX__ /* GPUs are never wrong on purpose */
    (void)fault;
    return false;
#endif
    return sm_fault_bits[fault / 64] >> fault % 64 & 1;
}

/* For tests: takes the fault into the set, or out of it. */
static inline void sm_fault_flip(sm_fault_id fault)
{
    sm_fault_bits[fault / 64] ^= UINT64_C(1) << fault % 64;
}

/* Whether the fault can change how a program is compiled: not those of the API, whose names begin with api_. */
bool sm_fault_compiles(sm_fault_id fault);
bool sm_fault_in_headers(sm_fault_id fault);

typedef struct sm_fault_row {
    const char *name, *text;
    bool in_headers;
} sm_fault_row;
extern const sm_fault_row sm_fault_rows[SM_FAULT_COUNT];
#endif
