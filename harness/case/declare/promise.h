/* promise.h: the right-hand side of `expect`, understood: which reference with which arguments, which values. */
#ifndef ASSAY_PROMISE_H
#define ASSAY_PROMISE_H
#include "../../base/arena.h"
#include "../case.h"
#include "literal.h"

typedef enum {
    PROMISE_UNJUDGED,
    PROMISE_SAME,
    PROMISE_VALUES,
    PROMISE_SET,
    PROMISE_FILE,
    PROMISE_REFERENCE
} promise_kind;
enum { PROMISE_MOST_ARGUMENTS = 24 };
typedef struct promise_argument {
    int32_t argument; /* index into the instance's arguments, or -1: */
    double number;
} promise_argument;

typedef struct case_promise {
    promise_kind kind;
    const reference_entry *reference;
    promise_argument given[PROMISE_MOST_ARGUMENTS]; /* of the reference */
    size_t given_count;
    const char *text; /* formula(TEXT): TEXT, and the names in it, in the order of `given`; file PATH: PATH */
    const char *names[PROMISE_MOST_ARGUMENTS];
    int32_t same;      /* argument that the output must equal */
    literal *literals; /* of values and set */
    size_t literal_count;
    bool repeats;
} case_promise;

/* False with an error for an unknown reference, argument or value. Literals are taken from `memory`. */
bool promise_parse(const case_instance *instance, const case_expectation *what, arena *memory, case_promise *promise,
                   assay_error *error);
#endif
