/* kernel.h: a kernel file of the user's as text: includes flattened, its own `//!` lines, and the kernels in it with
 * their parameters.
 *
 * The text is looked at, not compiled: what decides is how the parameters are written. Types behind macros and
 * templates are found as far as
 * `-D`, `//! macro:` and explicit instantiations tell them. */
#ifndef ASSAY_KERNEL_H
#define ASSAY_KERNEL_H
#include "../case/arena.h"
#include "../error.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct kernel_word {
    const char *name, *text;
} kernel_word; /* a macro, a constant, a role and its index … */

typedef enum {
    PARAMETER_BUFFER,
    PARAMETER_VALUE /* a reference */,
    PARAMETER_TEXTURE,
    PARAMETER_THREADGROUP,
    PARAMETER_OTHER
} parameter_kind;
typedef struct kernel_parameter {
    parameter_kind kind;
    const char *name, *type; /* type: as written, without qualifiers: `float4`, `T` */
    bool tensor;             /* of a host: a buffer with extents */
    bool writable;           /* not const, not constant */
    int index, line;         /* place in its table */
} kernel_parameter;

typedef struct kernel_function {
    const char *name; /* as the host calls it */
    int line;
    kernel_parameter *parameters;
    size_t parameter_count;
    const kernel_word *types; /* template parameters and what this instantiation makes of them */
    size_t type_count;
} kernel_function;

typedef struct kernel_constant {
    const char *name, *type;
    unsigned index;
} kernel_constant;

/* What was said beside the program: by `//!` lines of the file, then by options, which win. */
typedef struct kernel_directives {
    const char *entry, *note, *compare; /* compare: in place of the contract's */
    const char **dispatches;
    size_t dispatch_count; /* `groups …, threadgroup …`, perhaps with `NAME(args):` in front */
    const char **threadgroup_memory;
    size_t memory_count; /* `INDEX BYTES` */
    const char **threadgroups;
    size_t threadgroup_count; /* values of TG that it takes */
    const char **types;
    size_t type_count;
    kernel_word *maps;
    size_t map_count; /* role → index */
    kernel_word *sets;
    size_t set_count; /* option → value */
    kernel_word *macros;
    size_t macro_count;
    kernel_word *constants;
    size_t constant_count; /* function constants */
    const char **extras;
    size_t extra_count; /* further arguments as in a case: `params@3 {uint, uint} = M, N` */
    const char **scratches;
    size_t scratch_count; /* `partials@1 float[64]`, perhaps with a content it starts with */
    const char **holds;
    size_t hold_count; /* conditions on sizes that the kernel may demand: `N % 4 == 0` */
    const char **layouts;
    size_t layout_count; /* `a(M, K) = (1, M)`: sizes and strides of a role */
    const char **varied;
    size_t varied_count; /* `LAYOUT in 0 1 2`: a name of the kernel's own, of which every value is tried */
    bool own_types, own_threadgroups, own_dispatches; /* given as options: those of the file no longer count */
} kernel_directives;

typedef struct kernel_source {
    arena memory;
    const char *path, *text; /* text begins with a #line */
    const char *library;     /* what was compiled of it elsewhere, a .metallib; or NULL */
    kernel_function *functions;
    size_t function_count;
    kernel_constant *constants;
    size_t constant_count;
    kernel_directives says;
} kernel_source;

/* Reads a file. `include` are the directories of -I, ended by NULL. */
kernel_source *kernel_read(const char *path, const char *const *include, assay_error *error);
void kernel_destroy(kernel_source *source);
/* The contract that the file names in a line `//! contract:`, a path seen from the file's directory; "" if it names
 * none. False if the file cannot be read. */
bool kernel_contract(const char *path, char *contract, size_t size, assay_error *error);
/* The directives in the `//!` lines of a file's text. */
bool kernel_read_header(kernel_source *source, const char *raw, assay_error *error);
/* Understands one directive (`dispatch`, `map`, …); options of the command line come the same way, with line 0. */
bool kernel_direct(kernel_source *source, const char *key, const char *value, int line, assay_error *error);
const kernel_function *kernel_function_named(const kernel_source *source, const char *name);
/* The scalar behind a type as a kernel writes it: `packed_float4`, `int64_t`, `atomic_uint`. NULL if it is none; `type`
 * stands for T. */
const char *kernel_scalar(const kernel_source *source, const kernel_function *function, const char *written,
                          const char *type);
/* Components of a type as a kernel writes it: 4 of `float4` and `vec<T, 4>`, 1 of others. */
unsigned kernel_lanes(const kernel_source *source, const kernel_function *function, const char *written);
/* Whether the program names this word outside comments. */
bool kernel_uses(const kernel_source *source, const char *word);
/* The first member function that returns a reference or pointer to thread memory without saying that its object lies
 * there; its line, and its name in `name`, or 0 if there is none. From MSL 4.1 on its `this` is generic. */
int kernel_generic_this(const kernel_source *source, char *name, size_t size);
#endif
