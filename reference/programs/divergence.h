/* divergence.h: random programs about divergence: nested conditions, loops, breaks, returns and calls with operations
 * of SIMD-groups in between, and barriers where all threads come by. Each exists three times: as a tree, as MSL, and as
 * a simulation on the CPU that says which lanes take part in which operation.
 *
 * The simulation follows one rule: lanes meet in an operation if they came to the same place in the program, by the
 * same calls, in the same iteration of every loop around it, and the group has not ended for them. The specification
 * speaks of active threads only (MSL 6.10.2), so this rule is softmetal's promise; hardware may reconverge later.
 *
 * Barriers need no such rule. They stand where every thread of the threadgroup, or of the SIMD-group, comes by that has
 * not returned (MSL 6.10.1; that ended threads hold nobody up is what Apple silicon promises): under conditions, in
 * loops and in calls that are alike for all of them by what decides there, and that none leaves alone.
 *
 * A program works on one number of its lane, h, which every operation's result changes, so that a wrong result changes
 * where the lane goes from there. What it calls (total(), first(), …) stands in the case; the first SLOTS results of a
 * lane go to its trace, its last h to `ended`. */
#ifndef ASSAY_REFERENCE_DIVERGENCE_H
#define ASSAY_REFERENCE_DIVERGENCE_H
#include "../core/reference.h"

enum { DIVERGENCE_NODES = 64, DIVERGENCE_THREADS = 128, DIVERGENCE_SECTIONS = 3 };

typedef enum {
    STEP_OPERATION,
    STEP_IF,
    STEP_FOR,
    STEP_WHILE,
    STEP_DO,
    STEP_SWITCH,
    STEP_BREAK,
    STEP_CONTINUE,
    STEP_RETURN,
    STEP_CALL /* of the program's helper function */
} divergence_step;

typedef enum {
    CONDITION_BIT,       /* bit a of h */
    CONDITION_BELOW,     /* lane < a */
    CONDITION_MODULO,    /* lane % a == b */
    CONDITION_SIMDGROUP, /* SIMD-group in its threadgroup, % a == b */
    CONDITION_GROUP,     /* threadgroup in the grid, % a == b */
    CONDITION_COUNTER    /* of the innermost loop == a */
} divergence_condition;

/* For whom the trips of a loop and the section of a switch are the same: a 255, for all threads of a threadgroup: b
 * trips, section (group + b) & 3; a 254, for those of a SIMD-group: simdgroup % 3 + b trips, section (simdgroup + b) &
 * 3; any other a, for nobody: (h >> a & 3) + b trips, section h >> a & 3. */
enum divergence_alike { ALIKE_GROUP = 255, ALIKE_SIMDGROUP = 254 };

/* A statement. Blocks are lists through `next`; -1 ends a list and stands for an empty one. */
typedef struct divergence_node {
    divergence_step step;
    uint8_t operation;                   /* STEP_OPERATION: number in the table of operations */
    divergence_condition condition;      /* STEP_IF */
    uint8_t a, b;                        /* of the condition; of loops and switches, see divergence_alike */
    int8_t loop;                         /* the innermost loop around it, -1 */
    int8_t block[DIVERGENCE_SECTIONS];   /* then and else; body; sections of a switch */
    bool falls[DIVERGENCE_SECTIONS - 1]; /* STEP_SWITCH: this section goes on into the next */
    int8_t next;
} divergence_node;

typedef struct divergence_program {
    divergence_node node[DIVERGENCE_NODES];
    int count, body, helper; /* nodes; first statement of the kernel and of its helper function, or -1 */
} divergence_program;

void divergence_grow(divergence_program *program, uint64_t seed);
/* MSL of the kernel p<number> and its helper. */
void divergence_print(const divergence_program *program, size_t number, program_call *to);

/* One threadgroup. */
typedef struct divergence_group {
    uint32_t width, threads; /* of a SIMD-group; of this threadgroup */
    uint32_t number;         /* in the grid */
    uint32_t h[DIVERGENCE_THREADS];
    uint32_t noted[DIVERGENCE_THREADS]; /* results so far */
    uint32_t *trace[DIVERGENCE_THREADS];
    uint32_t slots;      /* room in each trace */
    bool missed_barrier; /* set where some of those who should come by a barrier do not: no program that grew */
} divergence_group;
void divergence_simulate(const divergence_program *program, divergence_group *group);

/* A smaller program: statement n left out, or, with `hoist`, what it holds first put in its place. False if that is
 * not possible: it is not there any more, or is a loop whose counter would be missing. */
bool divergence_without(const divergence_program *program, int n, bool hoist, divergence_program *smaller);
/* Statements that it has. */
int divergence_size(const divergence_program *program);
#endif
