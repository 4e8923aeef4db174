/* passes.h: the passes, each on the module of one kernel or on one function of it. pass_list.c has their order. */
#ifndef SOFTMETAL_PASSES_H
#define SOFTMETAL_PASSES_H
#include "../support/context.h"

/* ---- constants.c */
void fill_constants(lowering *l, program *program);
void compute_variables(lowering *l, program *program);

/* ---- entry.c */
void prepare_functions(lowering *l);
void list_linked_functions(lowering *l);
void build_entry(lowering *l, bool range);
/* Program-scope built-ins and bindings: external variables whose value is the running thread's. */
void replace_inputs(lowering *l);

/* ---- inline.c */
void limit_inlining(lowering *l);

/* ---- numerics.c: before functions are inlined, and after */
void relax_arithmetic(lowering *l, const program *p);
void follow_math_pragmas(lowering *l, const program *p);

/* ---- arithmetic.c, settle.c, cures.c: cures after the last pass that may bring some */
void guard_arithmetic(lowering *l, LLVMValueRef function);
void settle_arithmetic(lowering *l);
void cure_intrinsics(lowering *l);

/* ---- mistaken.c: faults */
void mistake(lowering *l, LLVMValueRef function);

/* ---- meetings.c */
void find_meetings(lowering *l);
bool may_meet(const lowering *l, LLVMValueRef instruction); /* it is a call during which threads may meet */

/* ---- components.c: accesses to single components of vectors in memory touch no others; stores, and loads */
void split_components(lowering *l, LLVMValueRef function);
void split_loads(lowering *l, LLVMValueRef function);

/* ---- lower.c, tokens.c */
void lower_operations(lowering *l, LLVMValueRef function);
void lower_for_vectors(lowering *l);
void lower_for_gpu(lowering *l, LLVMValueRef function);
void drop_tokens(lowering *l, LLVMValueRef function);

/* ---- instrument.c: checked mode; check_fence: beside a fence */
void mark_returns(lowering *l, LLVMValueRef kernel); /* before anything is simplified */
void instrument(lowering *l, LLVMValueRef function);
void check_fence(lowering *l, uint64_t flags, uint64_t order, uint64_t scope);

/* ---- own_arrays.c, undefined.c: checked mode: arrays, marked before they are taken apart; calls of __msl_own, which
 * are these marks; signs of differences */
void check_arrays(lowering *l, LLVMValueRef function);
void check_own(lowering *l, LLVMValueRef thread, LLVMValueRef call);
void check_differences(lowering *l, LLVMValueRef function);
void check_conversions(lowering *l, LLVMValueRef function);

/* ---- places.c: checked mode: a call of __msl_coop_place, whose memory belongs to a cooperative tensor */
void check_place(lowering *l, LLVMValueRef thread, LLVMValueRef call);

/* ---- weaken.c: weak mode */
void weaken(lowering *l, LLVMValueRef function);
void weaken_fence(lowering *l, uint64_t flags, uint64_t order, uint64_t scope);
LLVMValueRef weak_failure(lowering *l);

/* ---- alignment.c */
void relax_alignment(lowering *l, LLVMValueRef function);

/* ---- loops.c */
void bound_loops(lowering *l, LLVMValueRef function);
void watch_loops(lowering *l, LLVMValueRef function); /* the same for a GPU */
bool waits_for_others(lowering *l, LLVMValueRef function);
uint32_t count_sampling(LLVMValueRef range); /* samples in it, as rounds */
uint32_t count_rounds(LLVMValueRef range);   /* of the loops in that of a range; 0: there are none */

/* Instructions that a thread executes; at least, if not all loops have a known number of rounds. */
uint32_t count_length(LLVMValueRef function, bool is_range, bool *known);

/* ---- optimise.c, then stream.c: of a range, optimised */
void optimise(lowering *l);
void optimise_quickly(lowering *l); /* as much as makes code soonest */
void stream_stores(lowering *l);
#endif
