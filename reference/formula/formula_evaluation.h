/* formula_evaluation.h: what the parts of the free evaluation share: sizes (formula_shape.c), arrays
 * (formula_arrays.c), numbers (formula_free.c), each of which uses those before it. */
#ifndef ASSAY_REFERENCE_FORMULA_EVALUATION_H
#define ASSAY_REFERENCE_FORMULA_EVALUATION_H
#include "formula.h"
#include "formula_nodes.h"
#include <math.h>

typedef struct shape {
    unsigned rank; /* 0: a number */
    size_t extent[FORMULA_MOST_RANK], count;
} shape;

/* An array whose elements are known as well as can be, in row-major order. */
typedef struct cells {
    shape shape;
    interval *cell;
} cells;

typedef struct freedom freedom;
struct freedom {
    const formula *f;
    const accuracy_table *table;
    reference_call *call;
    bool fast, fast_math, finite_only; /* finite_only: the mode promises nothing of INF and NaN */
    shape input_shape[FORMULA_MOST_NAMES];
    double *numbers[FORMULA_MOST_NAMES]; /* NULL: it is a number, */
    double alone[FORMULA_MOST_NAMES];
    bool input_whole[FORMULA_MOST_NAMES];
    cells made[MOST_NODES];          /* arrays that exist already */
    unsigned char whole[MOST_NODES]; /* by node, once it is known: 1: no, 2: yes */
    bool making[FORMULA_MOST_LETS];
    int64_t index[FORMULA_MOST_DEPTH];       /* that are bound */
    const shape *frame;                      /* of the array that is made element by element, and */
    size_t k;                                /* the element; NULL: indices say which are meant */
    interval (*value)(freedom *e, int node); /* one element, at index and k: formula_free.c */
};

/* interval_nan: the value is a NaN for sure. */
static const interval interval_unknown = {0, 0, true}, interval_nan = {NAN, NAN, true};

static inline bool surely_nan(interval v)
{
    return v.unknown && isnan(v.low);
}

static inline interval exactly(double v)
{
    return (interval){v, v, false};
}

static inline bool is_exact(interval v)
{
    return !v.unknown && v.low == v.high;
}

/* The largest power of two that v is a multiple of; INFINITY for 0, and 0 if v is not known exactly. */
static inline double grain(interval v)
{
    int exponent;
    if (!is_exact(v) || !isfinite(v.low))
        return 0;
    int64_t significand = (int64_t)ldexp(frexp(v.low, &exponent), 53);
    return significand ? ldexp((double)(significand & -significand), exponent - 53) : INFINITY;
}

/* A sum of terms in any order: what the bounds of formula_free.c need to know of them. */
typedef struct terms {
    double low, high, magnitude;
    double grain; /* each is a multiple of this power of two; 0: some term is not known exactly */
    size_t count; /* that are not zero */
    bool any, unknown, nan;
} terms;
void terms_add(terms *to, interval v);
/* Whether float has all partial sums, in any order; `of` is the largest of them. */
bool terms_exact(const terms *t, double of);
interval terms_total(const freedom *e, const terms *t);

/* A whole number, or 0 with an error. */
int64_t formula_whole(freedom *e, int node);
bool formula_is_whole(freedom *e, int node);
/* All elements; they belong to e. NULL with an error. */
const cells *formula_cells(freedom *e, int node);
shape formula_shape(freedom *e, int node);
/* The result of an array function, its shape, and whether it is of whole numbers. */
void formula_array(freedom *e, const node *n, cells *to);
shape formula_array_shape(freedom *e, const node *n);
bool formula_array_whole(freedom *e, const node *n);
/* The shape without its last n sizes. */
shape shape_without_last(shape s, unsigned n);
/* a and b fit: equal sizes, 1 counts for any, a list repeats. */
shape shape_broadcast(freedom *e, shape a, shape b);
/* Element k of an array, seen in a part that is spread over it. */
size_t shape_place(const shape *all, size_t k, const shape *part);
void formula_fail(freedom *e, const char *sentence);
#endif
