/* kernel.h: a kernel file of the user's as text: includes flattened, its own `//!` lines, and the kernels in it with
 * their parameters.
 *
 * The text is looked at here, not compiled: where the kernels stand, and what their parameters seem to be. What a
 * compiler makes of them comes later, if it takes the program (reflected.h). */
#ifndef ASSAY_KERNEL_H
#define ASSAY_KERNEL_H
#include "directives.h"

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
    const char *builtin;     /* the attribute of a PARAMETER_OTHER: `thread_position_in_grid` */
    bool tensor;             /* of a host: a buffer with extents */
    bool writable;           /* not const, not constant */
    int index, line;         /* place in its table; of a member of an argument buffer its id */
    /* What reflection tells (reflected.h): members of a structure, of an argument buffer if that is one. */
    bool arguments;
    struct kernel_parameter *members;
    size_t member_count;
    const char *holder; /* of a member: the parameter that it is in */
    int offset;         /* likewise, in bytes */
} kernel_parameter;

typedef struct kernel_function {
    const char *name; /* as the host calls it */
    int line;
    kernel_parameter *parameters;
    size_t parameter_count;
    const kernel_word *types; /* template parameters and what this instantiation makes of them */
    size_t type_count;
    const char *head, *body; /* in `code`: where its declaration begins, and its `{` */
    size_t body_length;
    /* What its pipeline tells; 0: not known. */
    unsigned most_threads, required[3]; /* of a threadgroup */
    unsigned long stack;                /* bytes that a thread keeps in memory, if: */
    bool stack_told;
} kernel_function;

typedef struct kernel_constant {
    const char *name, *type;
    unsigned index;
    bool required; /* as reflection tells: there is no pipeline without a value */
} kernel_constant;

/* Whether the program is one only with a macro T. Nobody knows before a compiler has been asked. */
typedef enum { OPENNESS_UNKNOWN, OPENNESS_OPEN, OPENNESS_CLOSED } kernel_openness;

typedef struct kernel_source {
    arena memory;
    const char *path, *text; /* text begins with a #line */
    const char *code;        /* the text with comments blanked out and macros of declarations expanded */
    const char *library;     /* what was compiled of it elsewhere, a .metallib; or NULL */
    kernel_function *functions;
    size_t function_count;
    kernel_constant *constants;
    size_t constant_count;
    kernel_directives says;
    kernel_openness openness;
} kernel_source;

/* Reads a file. `include` are the directories of -I, ended by NULL. `mutant`: with the edit of its n-th line
 * `//! mutant:`, from 1; 0: as it is. */
kernel_source *kernel_read(const char *path, const char *const *include, size_t mutant, assay_error *error);
void kernel_destroy(kernel_source *source);
/* Adds a directive of the command line (directives.h), `line` 0. */
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
