/* internal.h: a case file as read, shared by the files of this module: what the header declares, still as text, because
 * its meaning depends on parameters. Everything lives in the file's arena. */
#ifndef ASSAY_CASE_INTERNAL_H
#define ASSAY_CASE_INTERNAL_H
#include "../base/arena.h"
#include "case.h"
#include "expression.h"
#include "inventory/requirements.h"

/* One `key: value` of the header; continuation lines are joined by one space. */
typedef struct header_entry {
    const char *key, *value;
    int line;
} header_entry;

/* The kind that is declared by the word with which `text` begins; false if there is none. */
bool argument_kind_declared(const char *text, argument_kind *kind);

/* One axis: `NAME in v1 v2`, or the tuples of `(A, B) in (1, x) (2, y)`. Row r, column c: values[r * name_count + c].
 */
typedef struct case_axis {
    const char **names, **values;
    size_t name_count, row_count;
    int line;
} case_axis;

typedef struct case_axes {
    case_axis *axis;
    size_t count;
} case_axes;

typedef struct declared_argument {
    argument_role role;
    argument_kind kind;
    const char *name, *type,
        *count; /* type: a name, or `{uint, float}` for a struct; count: an expression, NULL for bytes */
    const metal_texture_class *class; /* of a texture */
    const char *format, *size[4];     /* of a texture: as many sizes as are given, in the order of its class */
    const char *extents, *strides;    /* of a tensor: expressions between commas; strides NULL: one row after another */
    const char *scales;               /* of a tensor: the argument that holds its plane of scales, or NULL */
    const char *initial;              /* after `=`, NULL without */
    uint32_t index;
    bool placed; /* has an @n of its own */
    bool member; /* of an argument buffer, or a tensor's plane, or for commands: bound by it alone */
    int line;
} declared_argument;

typedef struct declared_dispatch {
    const char *kernel; /* NULL: the only one */
    bool groups;
    const char *extent[3], *threadgroup[3]; /* NULL: 1 */
    const char **argument;                  /* names, with `named` */
    int32_t *place;                         /* their @n, or -1 */
    size_t argument_count;
    bool named;           /* has a list of arguments */
    const char *indirect; /* the argument that the device reads the grid from, or NULL */
    const char *after;    /* what a barrier in front of it covers, or NULL */
    bool new_encoder;
    const char *command; /* `NAME N` or `NAME N barrier`: of which it becomes a command, or NULL */
    int line;
} declared_dispatch;

typedef struct declared_constant {
    const char *name, *type, *value;
    uint32_t index;
    int line;
} declared_constant;

typedef struct declared_text { /* macro, threadgroup, expect, compare */
    const char *name;          /* NULL where it may be missing and is */
    const char *text;
    uint32_t index;
    int line;
} declared_text;

struct case_file {
    arena memory;
    const char *path, *stem, *area, *title; /* stem: path below the cases directory without suffix */
    bool in_tree;
    char hash[17];
    const char *source; /* the whole file */
    size_t body;        /* offset of the first line after the header */
    const char *code;   /* the body with comments blanked out, same length as the body */
    case_requirements requires;
    const char **verifies;
    int title_line, verifies_line;
    size_t verifies_count;
    uint32_t *since; /* versions with which the verified rows came, ascending */
    size_t since_count;
    case_axes parameters, subcases, tune;  /* tune: other values of the variables of subcases */
    const char **math, **functions, **msl; /* values of the axes */
    size_t math_count, functions_count, msl_count;
    int math_line, functions_line, msl_line;
    declared_argument *arguments;
    size_t argument_count;
    declared_dispatch *dispatches;
    size_t dispatch_count;
    declared_constant *constants;
    size_t constant_count;
    declared_text *macros, *threadgroups, *expects, *compares, *mutant_texts, *reflects, *logs,
        *blits; /* blits: index: how many dispatches come before */
    size_t macro_count, threadgroup_count, expect_count, compare_count, mutant_text_count, reflect_count, log_count,
        blit_count;
    declared_text options;  /* text NULL: none */
    declared_text sweep;    /* name: the input of which --exhaustive goes through every encoding, or NULL */
    declared_text generate; /* name: generator of programs, text: the input it reads; without: NULL */
    bool must_reject, no_pipeline;
    const char *reject_words, *control_edit, *control, *grade;
    const char *refusal;                      /* why a compiler may refuse the program, or NULL */
    const char *alone;                        /* why it could hang a device, or NULL */
    const char *before;                       /* why the language version before may take it, or NULL */
    int reject_at, control_line, reject_line; /* line of the key; line of the control; line marked in the body */
    case_mutant *mutants;
    size_t mutant_count;
    assay_case *cases;
    size_t case_count;
};

/* ---- header.c: cuts the header into entries; sets file->body. */
bool header_read(case_file *file, header_entry **entries, size_t *count, assay_error *error);

/* ---- declare.c: the meaning of each key, as far as it stands alone. */
bool declare_all(case_file *file, const header_entry *entries, size_t count, assay_error *error);

/* ---- axes.c: parameters and combinations. */
bool axes_parse(case_file *file, case_axes *axes, const char *text, int line, assay_error *error);
size_t axes_combinations(const case_axes *axes);
size_t axes_name_count(const case_axes *axes);
/* Row n of all combinations, the last axis fastest; `values` has room for axes_name_count. */
void axes_row(const case_axes *axes, size_t n, case_value *values);
/* The axis that has this name and its column, or NULL. */
const case_axis *axes_find(const case_axes *axes, const char *name, size_t length, size_t *column);
bool cases_expand(case_file *file, assay_error *error);
/* Checks that `tune` has values for the variables of `subcases` (one axis then) and for nothing else. */
bool tune_good(const case_file *file, assay_error *error);

/* ---- body.c: the program: comments blanked out, words found, edits made. */
char *body_code(case_file *file);
bool code_has_word(const char *code, const char *word);
/* Applies ``replace `A` with `B` [and replace …]``; NULL on failure. `*rest` (may be NULL) gets what follows the last
 * edit. */
const char *body_edit(case_file *file, const char *edit, int line, const char **rest, assay_error *error);
bool mutants_read(case_file *file, assay_error *error);

/* ---- axes.c: a language version, `2.4`, as major << 16 | minor; 0 for anything else. */
uint32_t msl_from(const char *text);

/* ---- instance.c */
typedef struct struct_field { /* a member of a value by setBytes; the list ends with lanes 0 */
    assay_type type;
    uint32_t offset;
} struct_field;

typedef struct case_box { /* what a case_instance is inside */
    case_instance instance;
    arena memory;
    expression_scope scope;
    expression_name names[16];
    struct_field **fields; /* per argument: its members if it is a struct, else NULL */
} case_box;

/* ---- declare.c: names with a meaning of their own in headers. */
bool name_reserved(const char *name);

/* ---- generate.c: checks a generator without running it. */
bool generator_check(const case_instance *instance, const case_argument *argument, assay_error *error);

/* ---- suite.c. Reads a file with requirements already loaded (NULL: ids are not checked). */
case_file *case_file_read_with(const char *path, const char *root, const requirements *known, assay_error *error);
#endif
