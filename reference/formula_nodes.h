/* formula_nodes.h: a formula as a tree, for its two evaluations: formula.c takes the operations in the order of the
 * text, as table 8.2 needs it; formula_free.c in any order, as a kernel may. */
#ifndef ASSAY_REFERENCE_FORMULA_NODES_H
#define ASSAY_REFERENCE_FORMULA_NODES_H
#include "accuracy.h"
#include "real.h"

typedef enum {
    NODE_NUMBER,
    NODE_INPUT, /* the a-th name */
    NODE_T,
    NODE_NEGATIVE,
    NODE_ADD,
    NODE_SUB,
    NODE_MUL,
    NODE_DIV,
    NODE_CALL,
    NODE_MIN,
    NODE_MAX
} node_kind;

enum { MOST_NODES = 96, FORMULA_MOST_NAMES = 16, FORMULA_MOST_WAYS = 4 };

typedef struct node {
    node_kind kind;
    double number;
    const real_function *function;
    int a, b;
} node;

struct formula {
    node nodes[MOST_NODES];
    int count, way[FORMULA_MOST_WAYS], ways; /* the roots of `A; B` */
    int where;                               /* the node that t stands for, or -1 */
    bool chooses;                            /* min or max occurs: a NaN may be lost */
};
#endif
