/* directives.h: what is said of a kernel beside its program, by `//!` lines at the top of its file and by options. */
#ifndef ASSAY_DIRECTIVES_H
#define ASSAY_DIRECTIVES_H
#include "../../base/arena.h"
#include "../../base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct kernel_word {
    const char *name, *text;
} kernel_word; /* a macro, a constant, a role and its index … */

/* A directive as it was given. */
typedef struct kernel_said {
    const char *key, *text;
    int line; /* 0: an option */
} kernel_said;

/* What was said beside the program: by `//!` lines of the file, then by options, which win. */
typedef struct kernel_directives {
    kernel_said *said;
    size_t said_count;                  /* all of it, in order */
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

/* A mistake that the kernel's contract must find: ``replace `A` with `B` | says WORDS``. */
typedef struct kernel_mutant {
    const char *edit;
    const char *const *words; /* of its verdict */
    size_t word_count;
    int line;
} kernel_mutant;

/* Whose directives are read: texts go into `memory`, errors name `path`. */
typedef struct directive_source {
    arena *memory;
    const char *path;
    kernel_directives *says;
} directive_source;

/* Whether each is how many threads a threadgroup may have. */
bool are_threads(const char *const *list, size_t count, const char *path, int line, assay_error *error);
/* The directives in the `//!` lines of a file's text. */
bool directives_read(directive_source *source, const char *raw, assay_error *error);
/* Understands one directive (`dispatch`, `map`, …); options of the command line come the same way, with line 0. */
bool directives_add(directive_source *source, const char *key, const char *value, int line, assay_error *error);
/* The contract that the file names in a line `//! contract:`, a path seen from the file's directory; "" if it names
 * none. False if the file cannot be read. */
bool directives_contract(const char *path, char *contract, size_t size, assay_error *error);
/* The mutants in lines `//! mutant:` of a file, in order. False if the file cannot be read. */
bool directives_mutants(const char *path, arena *memory, kernel_mutant **mutants, size_t *count, assay_error *error);
#endif
