/* divergence.h: random programs about divergence: nested conditions, loops, breaks, returns and calls with operations
 * of SIMD-groups in between. Each exists three times: as a tree, as MSL, and as a simulation on the CPU that says which
 * lanes take part in which operation.
 *
 * The simulation follows one rule: lanes meet in an operation if they came to the same place in the program, by the
 * same calls, in the same iteration of every loop around it, and the group has not ended for them. The specification
 * speaks of active threads only (MSL 6.10.2), so this rule is softmetal's promise; hardware may reconverge later.
 *
 * A program works on one number of its lane, h, which every operation's result changes, so that a wrong result changes
 * where the lane goes from there. What it calls (total(), first(), …) stands in the case; the first SLOTS results of a
 * lane go to its trace, its last h to `ended`. */
#ifndef ASSAY_REFERENCE_DIVERGENCE_H
#define ASSAY_REFERENCE_DIVERGENCE_H
#include "reference.h"

enum { DIVERGENCE_NODES = 64, DIVERGENCE_LANES = 64, DIVERGENCE_SECTIONS = 3 };

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
    CONDITION_BIT,    /* bit a of h */
    CONDITION_BELOW,  /* lane < a */
    CONDITION_MODULO, /* lane % a == b */
    CONDITION_COUNTER /* of the innermost loop == a */
} divergence_condition;

/* A statement. Blocks are lists through `next`; -1 ends a list and stands for an empty one. */
typedef struct divergence_node {
    divergence_step step;
    uint8_t operation;                   /* STEP_OPERATION: index of divergence_operation() */
    divergence_condition condition;      /* STEP_IF */
    uint8_t a, b;                        /* of the condition; loops: trips are (h >> a & 3) + b, or b if a is 255 */
    int8_t loop;                         /* the innermost loop around it, -1 */
    int8_t block[DIVERGENCE_SECTIONS];   /* then and else; body; sections of a switch on h >> a & 3 */
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

/* One SIMD-group. */
typedef struct divergence_group {
    uint32_t width, lanes; /* lanes that exist */
    uint32_t h[DIVERGENCE_LANES];
    uint32_t noted[DIVERGENCE_LANES]; /* results so far */
    uint32_t *trace[DIVERGENCE_LANES];
    uint32_t slots; /* room in each trace */
} divergence_group;
void divergence_simulate(const divergence_program *program, divergence_group *group);

/* A smaller program: statement n left out, or, with `hoist`, what it holds first put in its place. False if that is
 * not possible: it is not there any more, or is a loop whose counter would be missing. */
bool divergence_without(const divergence_program *program, int n, bool hoist, divergence_program *smaller);
/* Statements that it has. */
int divergence_size(const divergence_program *program);
#endif
