/* case.h: case files, read and expanded. The format is described in cases/README.md.
 *
 * A case_file is one .metal file. Expansion gives its cases: one per combination of parameters and math axes, each with
 * a name that selects it. Subcases are combinations inside one case. Everything is owned by the case_file. */
#ifndef ASSAY_CASE_H
#define ASSAY_CASE_H
#include "../base/arena.h"
#include "../base/error.h"
#include "../check/check.h"
#include "../words/words.h"
#include "../../reference/core/reference.h"

typedef struct case_file case_file;
typedef struct case_suite case_suite;

typedef struct case_value {
    const char *name, *value;
} case_value; /* one parameter with its value */

typedef enum {
#define ARGUMENT_KIND(constant, word, called, table, content, bound) ARGUMENT_##constant,
#include "argument_kinds.def"
#undef ARGUMENT_KIND
} argument_kind;
typedef enum { TABLE_BUFFERS, TABLE_TEXTURES, TABLE_SAMPLERS, TABLE_COUNT } argument_table;
typedef struct argument_facts { /* columns of argument_kinds.def */
    const char *word, *called;
    argument_table table;
    bool content, bound;
} argument_facts;
const argument_facts *argument_facts_of(argument_kind kind);
typedef enum { ROLE_IN, ROLE_OUT, ROLE_INOUT } argument_role;
typedef struct case_member {
    uint32_t id, argument; /* index into arguments */
} case_member;
enum { CASE_MOST_RANK = 16, CASE_MOST_DIMENSIONS = 4 };
typedef struct case_argument {
    argument_kind kind;
    argument_role role;
    const char *name;
    uint32_t index;
    assay_type type;
    size_t count;                                         /* resolved for a subcase */
    uint32_t dimensions, dimension[CASE_MOST_DIMENSIONS]; /* of a buffer `T[ROWS, N]`, whose count is the product */
    const char *format;
    metal_shape shape; /* textures; count: pixels of all levels, largest first, of each level slice by slice */
    bool of_buffer;    /* a texture buffer */
    int32_t viewed;    /* of a texture that is a view: the argument of which, or -1 */
    metal_view view;
    bool reformatted; /* a view has another format */
    bool none;        /* a null texture (MSL 6.13.18): nothing is bound */
    uint32_t rank;    /* of a buffer that is bound as a tensor: its dimensions; 0: it is not */
    uint32_t
        tensor_type; /* MTLTensorDataType of a format (MSL table 2.24), whose bytes the content is; 0: of no format */
    uint32_t extents[CASE_MOST_RANK], strides[CASE_MOST_RANK]; /* in elements */
    int32_t scales; /* of a tensor: the argument that holds its plane of scales, or -1 */
    bool is_plane;  /* it is such an argument */
    metal_sampling sampling;
    const char *const *functions; /* of a table; none: nothing is bound; of a pipeline state: its kernel */
    size_t function_count;
    const case_member *members; /* of an argument buffer */
    size_t member_count;
    const char *generator; /* text after '=', NULL for an out */
    int line;
} case_argument;

typedef struct case_expectation {
    uint32_t argument; /* index into arguments: which out */
    const char *text;  /* right-hand side of `expect`, without `recorded` */
    int line;
    bool recorded; /* how far it holds is recorded, not judged */
    compare_rule how;
} case_expectation;

typedef struct case_dispatch {
    const char *kernel; /* NULL: the only one */
    int32_t indirect;   /* argument that holds the numbers of threadgroups when it runs, or -1 */
    uint32_t extent[3];
    bool groups; /* threads, or threadgroups; 0: nothing to dispatch */
    uint32_t threadgroup[3];
    const uint32_t *arguments;
    size_t argument_count;  /* indices into the instance's arguments, always filled */
    const uint32_t *places; /* where each is bound: index in its table (buffers and bytes share one) */
    int32_t commands;       /* argument of which it becomes a command, in place of running; or -1 */
    uint32_t command;
    bool command_barrier;
    /* What comes between it and the dispatch before: */
    bool new_encoder, after_buffers, after_textures;
    const uint32_t *after; /* a barrier of these arguments */
    size_t after_count;
} case_dispatch;

/* A command of a blit encoder, behind the first `behind` dispatches. */
typedef enum { BLIT_COPY, BLIT_FILL, BLIT_MIPMAPS } case_blit_kind;
typedef struct case_place {
    uint32_t argument;         /* a buffer or a texture: */
    size_t offset, row, image; /* in bytes; from one row or image to the next, where the other side is a texture */
    uint32_t slice, level, origin[3];
} case_place;
typedef struct case_blit {
    case_blit_kind kind;
    size_t behind;
    case_place from, to; /* of fills and mipmaps: to */
    bool whole;          /* a copy of a texture as a whole */
    uint32_t size[3];    /* of textures in pixels; of buffers: bytes in size[0] */
    uint8_t value;       /* of fills */
} case_blit;

typedef struct case_mutant {
    const char *const *ids;
    size_t id_count;         /* requirements it violates */
    const char *description; /* the edit, as written */
    const char *body;        /* the edited source */
    const case_value *only;
    size_t only_count; /* cases it applies to */
    int line;
} case_mutant;

/* What the API says of a pipeline, `reflect: KERNEL: PATH = …`. */
typedef struct case_reflection {
    const char *kernel, *path; /* path: `max_threads`, `annotation`, `arguments`, `constants`, `NAME`, `NAME.member` */
    bool recorded;             /* of `arguments` and `constants`, which are told and not judged */
    bool absent;               /* nothing of that name; otherwise: */
    const char *text;          /* of an annotation; NULL for the others, which are numbers */
    uint32_t value;
    int line;
} case_reflection;

/* A message that must arrive, `LEVEL [SUBSYSTEM:CATEGORY] TEXT`. */
typedef struct case_log {
    const char *text;
    int line;
} case_log;

/* `options`: what is asked of the API beside source, macros and modes. */
typedef struct case_options {
    bool for_size, legacy_math, default_math;
    bool concurrent; /* dispatches may run beside each other */
    bool logging;    /* os_log takes effect */
    metal_log_options log;
    bool log_overflow; /* the messages are more than the log buffer holds */
    bool constants_by_index;
    uint32_t max_threads;  /* 0: not set */
    metal_wishes pipeline; /* attributes by the index of their buffers as declared */
    uint32_t region[3];    /* of the stage-in data; 0: the grid */
    const char *execute;   /* after the dispatches: commands of this indirect command buffer, or NULL */
    uint32_t execute_first, execute_count;
} case_options;

typedef struct case_threadgroup_memory {
    uint32_t index, bytes;
} case_threadgroup_memory; /* bytes: a multiple of 16 */

typedef struct case_requirements {
    uint32_t msl_min, msl_before; /* major << 16 | minor, 0: none */
    const uint32_t *families;
    size_t family_count; /* MTLGPUFamily, all needed */
    const char *const *features;
    size_t feature_count;
    uint32_t os; /* major << 8 | minor */
    uint32_t threads, simd_width;
} case_requirements;

typedef struct assay_case {
    const case_file *file;
    const char *name; /* area/stem:PARAM=VALUE,… ; math and functions named where the file has the axis */
    const char *area;
    const case_value *parameters;
    size_t parameter_count;
    metal_math math;
    metal_functions functions;
    uint32_t msl;
    uint64_t seed_key; /* hash of the name */
    size_t subcase_count;
} assay_case;

/* One subcase with every expression computed: what a worker runs. */
typedef struct case_instance {
    const assay_case *of;
    const case_value *variables;
    size_t variable_count; /* the subcase's own */
    const char *source;    /* body; line numbers equal the file's */
    const metal_macro *macros;
    size_t macro_count;
    const metal_constant *constants;
    size_t constant_count;
    const case_argument *arguments;
    size_t argument_count;
    const case_dispatch *dispatches;
    size_t dispatch_count;
    const case_blit *blits; /* in order */
    size_t blit_count;
    const case_threadgroup_memory *threadgroup_memory;
    size_t threadgroup_memory_count;
    const case_expectation *expectations;
    size_t expectation_count;
    case_options options;
    const case_reflection *reflections;
    size_t reflection_count;
    const case_log *logs; /* `expect_log`: all messages, in any order */
    size_t log_count;     /* with `none`: 1, whose text is NULL */
    bool no_pipeline;     /* with must_reject: compiles, but gives no pipeline */
    int32_t sweep;        /* argument of which --exhaustive goes through every encoding, or -1 */
    bool must_reject;
    const char *reject_words;
    int reject_line;
    const char *control; /* source that compiles */
    const char *grade;
    const char *refusal; /* why a compiler may refuse the program, which is recorded; or NULL */
} case_instance;

/* What `requires: feature NAME` may name (features.def): a device has it if it is of any of the families (none: every
 * device) and takes the language version. Ends with a NULL name. */
typedef struct case_feature {
    const char *name, *families;
    uint32_t msl;
    const char *meaning;
} case_feature;
const case_feature *case_features(void);
bool case_feature_met(const char *feature, const metal_facts *facts);

/* Whether it begins with data that case_generate makes. */
bool case_has_content(const case_argument *argument);

/* Reads one file. `root` is the cases directory, or NULL for a file of the user's own (literal expectations; nothing
 * verified). */
case_file *case_file_read(const char *path, const char *root, assay_error *error);
/* The same without a look at the table of requirements: for a file that was read so before. */
case_file *case_file_read_again(const char *path, const char *root, assay_error *error);
void case_file_destroy(case_file *file);
const char *case_file_path(const case_file *file);
const char *case_file_stem(const case_file *file); /* its path below the cases directory, without suffix */
const char *case_file_title(const case_file *file);
/* Why the case could hang a device or the machine, or NULL: what `alone` says; litmus cases and random programs could.
 */
const char *case_file_alone(const case_file *file);
const char *case_file_hash(const case_file *file); /* 16 hex digits over the file's bytes */
const case_requirements *case_file_requirements(const case_file *file);
const char *const *case_file_verifies(const case_file *file, size_t *count);
/* The oldest language version that its requirements allow; 0: any. */
uint32_t case_file_oldest(const case_file *file);
/* `before`: why the version before its oldest may take the program, or NULL. */
const char *case_file_before(const case_file *file);
/* Whether its program must not compile, or must give no pipeline (`reject`, `no_pipeline`); it never runs. */
bool case_file_rejects(const case_file *file);
/* Whether --exhaustive goes through every encoding of its input. */
bool case_file_sweeps(const case_file *file);
/* The language versions with which what it verifies came, ascending, major << 16 | minor. */
const uint32_t *case_file_since(const case_file *file, size_t *count);
const case_mutant *case_file_mutants(const case_file *file, size_t *count);
const assay_case *case_file_cases(const case_file *file, size_t *count);

/* `tune` in the header: how many settings of the variables of `subcases` there are to try (0: it has none), and the
 * n-th as a tuple in the order of `subcases`, "(1, 37, 5, 16)". */
size_t case_file_setting_count(const case_file *file);
void case_file_setting(const case_file *file, size_t n, char *buffer, size_t size);
/* Adds subcases, behind those of the file, with these tuples; false if `tune` does not permit one. */
bool case_file_add_settings(case_file *file, const char *tuples, assay_error *error);

/* Whether a mutant's `for` lets it apply to this case and subcase; subcase SIZE_MAX asks for any. */
bool case_mutant_applies(const case_mutant *mutant, const assay_case *of, size_t subcase);

/* Computes subcase n; simd_width of the pipeline for expressions that use it (32 before it is known;
 * compute again if the pipeline's differs). Owned by the caller. */
case_instance *case_instantiate(const assay_case *of, size_t subcase, uint32_t simd_width, assay_error *error);
void case_instance_destroy(case_instance *instance);
/* Fills an argument's initial content: count * stride bytes. `seed` is the run's; the case's seed_key and the
 * argument's name are mixed in. */
bool case_generate(const case_instance *instance, const case_argument *argument, uint64_t seed, void *data,
                   assay_error *error);

/* The program a device gets: `source` (the instance's, or a mutant's body), and behind it what the file's `generate`
 * writes from its input with this seed. The caller frees; NULL with an error. */
char *case_program(const case_instance *instance, const char *source, uint64_t seed, assay_error *error);
bool case_file_generates(const case_file *file); /* whether it says `generate` */

/* The paths of all .metal files below a directory, sorted; at least one, or NULL with an error. */
const char *const *case_paths(const char *root, arena *memory, size_t *count, assay_error *error);
/* All files below a cases directory, in order of name; stops at the first error. */
case_suite *case_suite_read(const char *root, assay_error *error);
/* Of these only the files in which queries (case_select) might find a case; no query: all. */
case_suite *case_suite_read_for(const char *root, const char *const *queries, size_t query_count, assay_error *error);
void case_suite_destroy(case_suite *suite);
size_t case_suite_file_count(const case_suite *suite);
const case_file *case_suite_file(const case_suite *suite, size_t n);

/* Selects cases by query: `area/…`, `area/stem`, `area/stem:T=half,*`, globs with * and ?. No query: all. A query that
 * matches nothing is an error. Result: array of pointers, freed by the caller. */
const assay_case **case_select(const case_suite *suite, const char *const *queries, size_t query_count, size_t *count,
                               assay_error *error);
#endif
