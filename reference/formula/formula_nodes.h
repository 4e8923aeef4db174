/* formula_nodes.h: a formula as a tree, for its two evaluations: formula.c takes the operations in the order of the
 * text, as table 8.2 needs it; formula_free.c in any order, as a kernel may, and arrays as well as numbers. */
#ifndef ASSAY_REFERENCE_FORMULA_NODES_H
#define ASSAY_REFERENCE_FORMULA_NODES_H
#include "../accuracy/accuracy.h"
#include "../core/real.h"
#include <stddef.h>

typedef enum {
    NODE_NUMBER,
    NODE_INPUT, /* the a-th name */
    NODE_INDEX, /* the a-th index that is bound */
    NODE_LET,   /* the a-th definition behind `where` */
    NODE_T,
    NODE_NEGATIVE,
    NODE_ADD,
    NODE_SUB,
    NODE_MUL,
    NODE_DIV,
    NODE_WHOLE_DIV,
    NODE_REMAINDER,
    NODE_CALL,
    NODE_POW,
    NODE_NARROWED,
    NODE_ENCODED, /* the number that a has as its b bits */
    NODE_MIN,
    NODE_MAX,
    NODE_LESS,
    NODE_LESS_OR_EQUAL,
    NODE_EQUAL,
    NODE_AND,
    NODE_OR,
    NODE_NOT,
    NODE_SELECT,         /* a ? b : c */
    NODE_ELEMENT,        /* a[part, …] */
    NODE_EACH,           /* index a below b: an array of c */
    NODE_SUM,            /* likewise: the sum of all c */
    NODE_LEAST,          /* the least c */
    NODE_GREATEST,       /* the greatest c */
    NODE_FIRST_LEAST,    /* the first index of the least c */
    NODE_FIRST_GREATEST, /* … of the greatest */
    NODE_ARRAY           /* call(part, …) */
} node_kind;

/* Functions of whole arrays: name, and how many arguments. Most work along the last axis. */
#define FORMULA_ARRAY_CALLS(X)                                                                                         \
    X(MATMUL, "matmul", 2, 2)                                                                                          \
    X(TRANSPOSE, "transpose", 1, 1)                                                                                    \
    X(RESHAPE, "reshape", 2, 5)                                                                                        \
    X(SOFTMAX, "softmax", 1, 1)                                                                                        \
    X(SUM, "sum", 1, 1)                                                                                                \
    X(MEAN, "mean", 1, 1)                                                                                              \
    X(LEAST, "min", 1, 1)                                                                                              \
    X(GREATEST, "max", 1, 1)                                                                                           \
    X(ARGMIN, "argmin", 1, 1)                                                                                          \
    X(ARGMAX, "argmax", 1, 1)                                                                                          \
    X(CUMSUM, "cumsum", 1, 1)                                                                                          \
    X(SORT, "sort", 1, 1)                                                                                              \
    X(ARGSORT, "argsort", 1, 1)                                                                                        \
    X(TOP, "top_k", 2, 2)                                                                                              \
    X(TOP_INDICES, "top_k_indices", 2, 2)                                                                              \
    X(HISTOGRAM, "histogram", 2, 2)                                                                                    \
    X(SCATTER_ADD, "scatter_add", 3, 3)
typedef enum {
#define X(constant, name, least, most) ARRAY_##constant,
    FORMULA_ARRAY_CALLS(X)
#undef X
        ARRAY_CALLS
} array_call;

enum {
    MOST_NODES = 256,
    FORMULA_MOST_NAMES = 16,
    FORMULA_MOST_WAYS = 4,
    FORMULA_MOST_LETS = 8,
    FORMULA_MOST_DEPTH = 8,
    FORMULA_MOST_RANK = 4,
    FORMULA_MOST_PARTS = 5
};

typedef struct node {
    node_kind kind;
    double number;
    const real_function *function;
    int a, b, c;
    array_call call;
    int part[FORMULA_MOST_PARTS], parts;
    bool whole;   /* a number: written without a fraction */
    bool chained; /* each: c is the next index of the same array */
} node;

struct formula {
    node nodes[MOST_NODES];
    int count, way[FORMULA_MOST_WAYS], ways; /* the roots of `A; B` */
    int where;                               /* the node that t stands for, or -1 */
    char let_name[FORMULA_MOST_LETS][FORMULA_NAME_SIZE];
    int let[FORMULA_MOST_LETS], lets; /* the nodes that names behind `where` stand for */
};
#endif
