/* compose.h: contract + kernel = case files. Validation runs nothing of its own: it writes cases that the harness runs,
 * so a kernel of a user's gets the same guards, poison, references, watchdog and worker processes as the suite. */
#ifndef ASSAY_COMPOSE_H
#define ASSAY_COMPOSE_H
#include "../output/text.h"
#include "contract.h"
#include "kernel.h"

/* Which parameter of the kernel plays which role. */
typedef struct binding {
    const contract *contract;
    kernel_source *kernel;
    const kernel_function *function;    /* the entry; of several dispatches the first one's */
    const kernel_parameter **parameter; /* per argument of the contract; NULL: the kernel takes none */
    const kernel_parameter **option;    /* per option: the parameter that tells it, or NULL */
    bool several;                       /* dispatches name kernels and their arguments themselves */
    bool sized;                         /* the dispatch uses TG */
} binding;

/* Finds the entry and binds its parameters by index (`map`) or by name. False with a sentence if the kernel cannot be
 * bound to the contract. */
bool binding_make(binding *to, const contract *contract, kernel_source *kernel, assay_error *error);
/* The type validated: the kernel's own where it states one, otherwise each of the contract's. Array ended by NULL, in
 * the kernel's arena. */
const char *const *binding_types(const binding *binding, assay_error *error);
/* Values of TG to try, the usual one first; the array ends with NULL. One if the dispatch does not depend on it. */
const char *const *binding_threadgroups(const binding *binding);

typedef enum { ROWS_AS_THEY_ARE, ROWS_REPEATED, ROWS_IN_ORDER, ROWS_ROTATED } row_order;

/* One case to compose. */
typedef struct composition {
    const char *type, *threadgroup;
    const contract_sizes *sizes;
    size_t row;                    /* which row of them */
    const contract_inputs *inputs; /* NULL: the contract's ordinary ones */
    const char *const *options;    /* value per option of the contract */
    row_order order;
    const char *expect; /* in place of the first output's reference, or NULL */
} composition;

/* The text of a case file. */
bool compose(const binding *binding, const composition *what, text *out, assay_error *error);
/* What is tolerated beyond the reference's bounds, `ulp N` or `near ABSOLUTE RELATIVE`; NULL: nothing. */
const char *compose_tolerance(const binding *binding);
/* Computes an expression of the contract (`traffic`, `split`) for this composition. */
bool compose_number(const binding *binding, const composition *what, const char *expression, double *value,
                    assay_error *error);
/* The generator or expression that fills an argument. */
const char *compose_content(const binding *binding, const composition *what, const contract_argument *argument);
/* The scalar behind a parameter's type; `type` stands for T. NULL if it is none. */
const char *compose_scalar(const binding *binding, const kernel_parameter *parameter, const char *type);
/* `ROWS=3 N=64`; in the contract's arena. */
const char *compose_sizes(const binding *binding, const composition *what);
/* Whether each value that the contract passes fits the type that the kernel states; false with a sentence if not. */
bool values_fit(const binding *binding, const composition *what, assay_error *error);
/* Whether the kernel's `holds` conditions admit these sizes; false with a sentence if one is no expression of them. */
bool compose_admits(const binding *binding, const composition *what, bool *admits, assay_error *error);
#endif
