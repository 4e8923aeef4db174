/* binding.h: which parameter of a kernel plays which role of a contract. */
#ifndef ASSAY_BINDING_H
#define ASSAY_BINDING_H
#include "contract.h"
#include "kernel.h"
#include "intent/launch.h"

enum { USUAL_SIMD_WIDTH = 32 }; /* of a device that has not been asked */

/* Which parameter of the kernel plays which role. */
typedef struct binding {
    const contract *contract;
    kernel_source *kernel;
    const kernel_function *function;    /* the entry; of several dispatches the first one's */
    const kernel_parameter **parameter; /* per argument of the contract; NULL: the kernel takes none */
    const kernel_parameter **option;    /* per option: the parameter that tells it, or NULL */
    /* What the kernel finds where it writes, an argument that has no parameter then; NULL: it does not work in
     * place. */
    const contract_argument *in_place;
    const contract_argument *overwritten; /* the output in whose place that is, or NULL */
    bool several;                         /* dispatches name kernels and their arguments themselves */
    bool sized;                           /* the dispatch uses TG */
    unsigned lanes;                       /* of the device's SIMD-groups; 0: the usual number */
    unsigned side, limit;                 /* of TG, by the kernel's own text (intent.h); 0: not told */
    const char *intent;                   /* that in words, or NULL */
    launch_sizes launch;                  /* what TG may be besides, by the numbers in its text */
    bool outside; /* what is expected is given (composition), not the contract's: nothing, where it is not given */
} binding;

/* The first half of binding_make: what the contract does not know is refused, and the entry is found. */
bool binding_begin(binding *to, const contract *contract, kernel_source *kernel, assay_error *error);
/* Finds the entry and binds its parameters by index (`map`) or by name. False with a sentence if the kernel cannot be
 * bound to the contract. */
bool binding_make(binding *to, const contract *contract, kernel_source *kernel, assay_error *error);
/* The type validated: the kernel's own where it states one, otherwise each of the contract's. Array ended by NULL, in
 * the kernel's arena. */
const char *const *binding_types(const binding *binding, assay_error *error);
/* Values of TG to try, the usual one first; the array ends with NULL. One if the dispatch does not depend on it. */
const char *const *binding_threadgroups(const binding *binding);
/* Those of the contract's that would leave a SIMD-group partial, of a kernel that works by SIMD-groups: nobody says
 * that it is dispatched so. */
const char *const *binding_partial_threadgroups(const binding *binding);
/* The smallest and the largest of the contract's, where the numbers in the kernel's text say what TG is: nobody says
 * that it is dispatched with others. */
const char *const *binding_unnamed_threadgroups(const binding *binding);
/* Says that TG is this one of `launch`, or, if it is none of them, the contract's. */
void binding_launch(binding *binding, unsigned size);
/* The scalar behind a parameter's type; `type` stands for T. NULL if it is none. */
const char *binding_scalar(const binding *binding, const kernel_parameter *parameter, const char *type);
/* The same of a parameter in a role. Bytes (`device const char *`) are what the body casts them to, otherwise `type`;
 * an `atomic_uint` in place of a float holds its bits. Where the contract fixes char and the kernel takes uchar, it is
 * char. */
const char *binding_role_scalar(const binding *binding, const contract_argument *argument,
                                const kernel_parameter *parameter, const char *type);
/* The parameter that the first of several dispatches passes this argument to, or NULL. */
const kernel_parameter *binding_given_parameter(const binding *binding, const contract_argument *argument);
/* The type of the first argument that the contract declares with T; "T" itself if the kernel leaves it open. */
const char *binding_stated_type(const binding *binding);
/* A buffer, value or texture: something that the host binds by index. */
bool binding_is_bound_kind(const kernel_parameter *parameter);
/* A parameter's name without underscores around it; in the kernel's arena. */
const char *binding_plain_name(const binding *binding, const char *name);
/* Whether an `extra` or `scratch` line speaks for this parameter, by its index or its name. */
bool binding_declares(const kernel_parameter *parameter, const char *line);
/* An `extra` or `scratch` line with a name that cases have: `rows_1 float[8]` of `rows[1] float[8]`. */
const char *binding_declaration(const binding *binding, const char *line);
/* `NAME` of `NAME(args): groups …` or `NAME: groups …`, or NULL. */
const char *binding_dispatched_name(const binding *binding, const char *dispatch);
/* Where texts go that live as long as the binding. */
arena *binding_memory(const binding *binding);
#endif
