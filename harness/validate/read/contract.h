/* contract.h: what a kind of kernel promises, however it is written: a file cases/contracts/NAME.contract, described in
 * cases/contracts/README.md. */
#ifndef ASSAY_CONTRACT_H
#define ASSAY_CONTRACT_H
#include "../../base/arena.h"
#include "../../base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum { CONTRACT_IN, CONTRACT_OUT, CONTRACT_INOUT, CONTRACT_VALUE } contract_role;

/* An argument by its role. Texts may use the names of sizes, options and `T`, the type that is validated. */
typedef struct contract_argument {
    contract_role role;
    const char *name;
    const char *const *aliases;          /* other names kernels give it, lower case; ends with NULL */
    const char *type;                    /* NULL for values, whose type the kernel states */
    const char *count, *sizes;           /* elements, and as they are written: `M, K` for M * K; NULL for values */
    const char *format, *width, *height; /* textures; `count` is NULL */
    const char *extents;                 /* of the tensor that a kernel may take in its place, or NULL */
    const char *initial;                 /* generator or expression; NULL for a pure output */
    const char *absent; /* generator that stands for it if the kernel takes none; "" for nothing; NULL: required */
    int line;
} contract_argument;

/* Named numbers and the rows of values they take. */
typedef struct contract_sizes {
    const char *const *names;
    const char *const *values; /* row r, column c: values[r * name_count + c] */
    size_t name_count, row_count;
} contract_sizes;

/* `NAME = TEXT` in place of an argument's own content. */
typedef struct contract_setting {
    const char *name, *text;
    int line;
} contract_setting;

/* A set of inputs that provokes something. */
typedef struct contract_inputs {
    const char *title; /* what it is */
    contract_setting *settings;
    size_t setting_count;
    contract_sizes sizes; /* none: the quick ones */
    const char *types;    /* blank-separated, or NULL: all */
    int line;
} contract_inputs;

/* A formula that is not right, and what it means if a kernel computes just that. Or a condition on sizes that shapes a
 * failure. */
typedef struct contract_hint {
    const char *text, *means;
    int line;
} contract_hint;

/* A number that some kernels are built for and others are told: default value, and all values. */
typedef struct contract_option {
    const char *name, *usual;
    const char *const *values;
    size_t value_count;
    const char *const *aliases;
    bool varied; /* the kernel's own: every value is tried, whether it is told or not */
} contract_option;

typedef struct contract {
    arena memory;
    const char *name, *path, *title;
    const char *const *types;
    size_t type_count;
    contract_sizes sizes, quick, bench;
    contract_argument *arguments;
    size_t argument_count;
    contract_option *options;
    size_t option_count;
    contract_setting *expects; /* OUT = reference(…) */
    size_t expect_count;
    contract_inputs *inputs;
    size_t input_count;
    contract_hint *mistakes, *splits;
    size_t mistake_count, split_count;
    const char *dispatch; /* NULL: the kernel must say */
    int dispatch_line, compare_line;
    const char *const *threadgroups; /* values of TG, the usual one first */
    size_t threadgroup_count;
    const char *rows;                 /* the size that counts independent rows, or NULL */
    const char *rows_when;            /* condition under which they are rows in memory, or NULL: always */
    const char *const *row_arguments; /* arguments made of them */
    size_t row_argument_count;
    const char *traffic, *work; /* bytes and operations that cannot be avoided, for the roofline */
    const char *compare; /* `ulp N`, `near ABSOLUTE RELATIVE`: tolerated beyond the reference's bounds; or NULL */
    const char *note;
} contract;

/* `name` is one of the shipped contracts below `directory`, or the path of a file. */
contract *contract_read(const char *name, const char *directory, assay_error *error);
/* Fails with what contracts `directory` has; `name` is none of them, or NULL where none was given. */
bool contract_unknown(const char *name, const char *directory, assay_error *error);
/* Only these sizes are tried, ordinarily and with every input: `(ROWS, N) in (3, 64)`. Speed keeps its own. */
bool contract_resize(contract *contract, const char *text, assay_error *error);
/* Adds an option `NAME in VALUE …` of a kernel's own, of which every value is tried. */
bool contract_vary(contract *contract, const char *text, assay_error *error);
void contract_destroy(contract *contract);
const contract_argument *contract_argument_named(const contract *contract, const char *name); /* by name or alias */
/* Whether an argument is an output that is judged: of a contract that expects nothing itself, each. */
bool contract_judges(const contract *contract, const contract_argument *argument);
const contract_option *contract_option_named(const contract *contract, const char *name);
#endif
