/* weak.h: weak mode (SOFTMETAL_WEAK=SEED): memory that shows what the memory model permits, not only what this machine
 * happens to do. Kernels compiled for it (compiler/backend/passes/weaken.c) bring their accesses here. */
#ifndef SOFTMETAL_WEAK_H
#define SOFTMETAL_WEAK_H
#include "../kernel.h"

/* What an access is: its order (enum __msl_order) or SM_WEAK_PLAIN, and its address space times SM_WEAK_SPACE. */
enum { SM_WEAK_PLAIN = 15, SM_WEAK_ORDER = 15, SM_WEAK_SPACE = 16 };

/* Called by kernels. Values travel as their bits, of `size` bytes. */
uint64_t sm_weak_load(void *address, uint32_t size, uint32_t how);
void sm_weak_store(void *address, uint64_t value, uint32_t size, uint32_t how);
/* Around a read-modify-write, which reads and writes memory itself. `written`: 0 if a comparison failed. */
void sm_weak_begin(void *address, uint32_t size, uint32_t how);
void sm_weak_end(void *address, uint32_t size, uint32_t how, uint32_t written);
/* Whether the compare-exchange that comes next is to fail; sm_weak_end then takes it for failed, too. */
uint32_t sm_weak_fails(void);
void sm_weak_fence(uint32_t flags, uint32_t order, uint32_t scope);

struct sm_team;
typedef struct sm_weak sm_weak;

/* What one dispatch has stored, and when. NULL if there is no memory. */
sm_weak *sm_weak_create(uint64_t seed);
void sm_weak_destroy(sm_weak *weak);
/* A threadgroup starts; its threads have seen nothing yet. False if there is no memory. */
bool sm_weak_start(sm_weak *weak, struct sm_team *team, uint64_t number);
void sm_weak_forget(struct sm_team *team);
/* A barrier: each of its threads arrives, what they and those that have ended have seen is gathered, each passes.
 * `flags` as lowering packs them: flags | order << 8 | scope << 16. */
void sm_weak_arrive(struct sm_team *team, uint32_t thread, uint32_t flags);
void sm_weak_gather(struct sm_team *team, uint32_t first, uint32_t count);
void sm_weak_pass(struct sm_team *team, uint32_t thread, uint32_t flags);
#endif
