/* compose.h: contract + kernel = case files. Validation runs nothing of its own: it writes cases that the harness runs,
 * so a kernel of a user's gets the same guards, poison, references, watchdog and worker processes as the suite. */
#ifndef ASSAY_COMPOSE_H
#define ASSAY_COMPOSE_H
#include "../../base/text.h"
#include "binding.h"

/* What a case that runs nothing asks: which function constants there are, or what the kernels take. */
typedef enum { ASKS_NOTHING, ASKS_CONSTANTS, ASKS_ARGUMENTS } inquiry;
typedef enum { ROWS_AS_THEY_ARE, ROWS_REPEATED, ROWS_IN_ORDER, ROWS_ROTATED } row_order;

/* One case to compose. */
typedef struct composition {
    const char *type, *threadgroup;
    const contract_sizes *sizes;
    size_t row;                    /* which row of them */
    const contract_inputs *inputs; /* NULL: the contract's ordinary ones */
    const char *const *options;    /* value per option of the contract */
    row_order order;
    const char *expect;       /* in place of the first output's reference, or NULL */
    const char *const *given; /* per argument of the contract: what is expected of it; or NULL (binding.outside) */
    bool timed;               /* nothing is judged: what is expected of large sizes may take long */
    inquiry asks;             /* `type` NULL: the program has no T */
} composition;

/* The text of a case file. */
bool compose(const binding *binding, const composition *what, text *out, assay_error *error);
/* Makes an error in a line of a composed text one of the line behind it: of the contract, of the kernel's file, or an
 * option. False where that is not known: the error then names the kernel's file. */
bool compose_blame(const binding *binding, const composition *what, const char *content, assay_error *error);
/* What is tolerated beyond the reference's bounds, `ulp N` or `near ABSOLUTE RELATIVE`; NULL: nothing. */
const char *compose_tolerance(const binding *binding);
/* Computes an expression of the contract (`traffic`, `split`) for this composition. */
bool compose_number(const binding *binding, const composition *what, const char *expression, double *value,
                    assay_error *error);
/* The generator or expression that fills an argument. */
const char *compose_content(const binding *binding, const composition *what, const contract_argument *argument);
/* `ROWS=3 N=64`; in the contract's arena. */
const char *compose_sizes(const binding *binding, const composition *what);
/* Whether two compositions have the same sizes and the same values of the contract's options. */
bool compose_same_sizes(const contract *contract, const composition *a, const composition *b);
/* Whether each value that the contract passes fits the type that the kernel states; false with a sentence if not. */
bool values_fit(const binding *binding, const composition *what, assay_error *error);
/* Whether the kernel's `holds` conditions admit these sizes; false with a sentence if one is no expression of them. */
bool compose_admits(const binding *binding, const composition *what, bool *admits, assay_error *error);
#endif
