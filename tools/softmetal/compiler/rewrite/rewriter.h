/* rewriter.h: what the rules of the rewriter share: what is known of the program, questions about tokens, ways to
 * print. A rule is a function of the rewriter and a token; walk.c's table says which token starts which. */
#ifndef SOFTMETAL_REWRITER_H
#define SOFTMETAL_REWRITER_H
#include "rewrite.h"
#include "source.h"
#include <stdbool.h>

enum {
    FAR = 512, /* tokens that a rule looks ahead or back at most */
    MANY = 64, /* items of one list that a rule takes at most */
    MAX_ALIASES = 64,
    MAX_STRUCTURES = 256,
    MAX_ATTRIBUTE_MACROS = 64,
    MAX_OVERLOADS = 1024,
    MAX_MATH_MACROS = 16
};

/* A class of the program, by its name. */
typedef struct structure {
    const char *name;
    uint32_t body, close;
    bool derived, is_union;
    bool resource_array; /* has an array<> of textures or samplers */
} structure;

/* A function with parameters `const device T &`, or with some that were `const thread T &` and are passed by value. */
typedef struct overload {
    uint32_t name, open, parameters;
} overload;

/* A method without an address space of its own that its class only declares. */
typedef struct declared_method {
    const char *class_name;
    uint32_t name;
} declared_method;

/* Text that lives as long as the rewriter. */
struct kept {
    struct kept *next;
    char text[];
};

/* Where a pragma changes how far arithmetic may be optimised. */
typedef struct math_mode {
    char licence, contract; /* as in the annotation msl.math (rewrite.h) */
    const char *pragma;     /* of clang's */
} math_mode;

/* A block that starts with such a pragma. */
typedef struct math_block {
    struct math_block *next;
    uint32_t pragma, close;
} math_block;
#define MATH_COLUMN "00000000"

/* A macro of such a pragma. */
typedef struct math_macro {
    uint32_t name;
    math_mode mode;
} math_macro;

/* By its name and the first token of its body; body 0: it is several things. */
typedef struct macro_definition {
    uint32_t name, body;
} macro_definition;

typedef struct rewriter {
    token_list list;
    math_macro math_macro[MAX_MATH_MACROS];
    uint32_t math_macros;
    math_block *math_block;
    math_mode math_pending; /* of a pragma that another follows */
    bool math_pragmas;
    bool instantiates; /* kernels of templates */
    struct kept *kept;
    uint32_t unnamed;                         /* structures named so far */
    uint32_t alias[MAX_ALIASES], alias_count; /* names of types that are pointers to functions */
    structure structure[MAX_STRUCTURES];
    uint32_t structures;
    macro_definition attribute_macro[MAX_ATTRIBUTE_MACROS];
    uint32_t attribute_macros;
    uint32_t long_vector[MANY], long_vectors; /* names of types made with ext_vector_type */
    uint32_t own_vector[MANY], own_vectors; /* where the program declares types by names of vectors, up to own_looked */
    uint32_t own_looked;
    overload reference[MAX_OVERLOADS], value[MAX_OVERLOADS];
    uint32_t references, values;
    declared_method declared_method[MAX_OVERLOADS];
    uint32_t declared_methods;
    unsigned constructors; /* bodies moved so far */
    bool destructors;      /* a class has one */
    bool places_objects;   /* a placement new makes objects outside of thread memory */
    bool own_tensors;      /* tensor_inline, tensor_ops or cooperative_tensor has been mentioned */
    bool failed;
} rewriter;

#pragma GCC visibility push(hidden)

/* ---- look.c */
uint32_t next(const rewriter *r, uint32_t i);
uint32_t previous(const rewriter *r, uint32_t i);
bool is(const rewriter *r, uint32_t i, const char *text);
bool is_kind(const rewriter *r, uint32_t i, token_kind kind);
bool is_end(const rewriter *r, uint32_t i);
uint32_t partner(const rewriter *r, uint32_t i);
bool is_any(const rewriter *r, uint32_t i, const char *const *table);
bool same_text(const rewriter *r, uint32_t i, uint32_t k);
bool opens(const rewriter *r, uint32_t i);
uint32_t skip(const rewriter *r, uint32_t i);
bool is_attribute(const rewriter *r, uint32_t i);
uint32_t close_angle(const rewriter *r, uint32_t i);
uint32_t open_angle(const rewriter *r, uint32_t i); /* the `<` that the `>` at i closes, or 0 */
uint32_t statement_start(const rewriter *r, uint32_t i);
bool is_instantiation(const rewriter *r, uint32_t start);
bool at_namespace_scope(const rewriter *r, uint32_t i);
bool looks_like_macro(const rewriter *r, uint32_t i);
bool is_scalar(const rewriter *r, uint32_t i);
unsigned vector_size(const rewriter *r, uint32_t i);
bool starts_with(const rewriter *r, uint32_t i, const char *text);
unsigned packed_size(const rewriter *r, uint32_t i); /* of packed_float4 */
uint32_t skip_qualifiers(const rewriter *r, uint32_t i);
uint32_t skip_type(const rewriter *r, uint32_t i);
uint32_t pasted_start(const rewriter *r, uint32_t i);

/* ---- write.c */
extern const char renamed_double[]; /* printed instead of `double`, also in copies */
const char *format(rewriter *r, const char *pattern, ...) __attribute__((format(printf, 2, 3)));
const char *join_but(rewriter *r, uint32_t from, uint32_t to, const char *const *without, uint32_t except);
const char *join(rewriter *r, uint32_t from, uint32_t to);
void put_before(rewriter *r, uint32_t i, const char *text);
void put_after(rewriter *r, uint32_t i, const char *text);
void put_instead(rewriter *r, uint32_t i, const char *text);
void drop(rewriter *r, uint32_t from, uint32_t to);
void refuse(rewriter *r, uint32_t i, const char *word);
bool is_real(const char *number, size_t size);
void rewrite_number(rewriter *r, uint32_t i);

/* ---- annotations.c */
extern const char *const attributes[]; /* that become annotations; ends in NULL */
uint32_t attribute_end(const rewriter *r, uint32_t i, uint32_t end);
const char *annotation(rewriter *r, uint32_t i, uint32_t end);

/* ---- attributes.c */
void rewrite_attributes(rewriter *r, uint32_t i);

/* ---- kernels.c */
typedef struct function {
    uint32_t name, name_end, open; /* open: the `(` of the parameters */
} function;

bool find_function(const rewriter *r, uint32_t i, function *f);
const char *namespaces(rewriter *r, uint32_t i);
bool is_unevaluated(const rewriter *r, uint32_t head, uint32_t head_end, uint32_t from, uint32_t to);
void evaluate_indices(rewriter *r, uint32_t start, uint32_t from, uint32_t to);
uint32_t parameter_name(const rewriter *r, uint32_t from, uint32_t to, uint32_t *end);

/* ---- resources.c */
const structure *find_structure(const rewriter *r, uint32_t name);
bool is_resource_type(const rewriter *r, uint32_t i);
void rewrite_kernel(rewriter *r, uint32_t i);

/* ---- conditional.c */
/* What an operand of ?: looks like. */
typedef enum {
    OPERAND_VALUE,    /* arithmetic, a literal */
    OPERAND_CALL,     /* f(…), T(…) */
    OPERAND_VARIABLE, /* a, a.b, p->c[3], *p, and T{…}, which clang takes for one */
} operand;

operand classify(const rewriter *r, uint32_t from, uint32_t to);
void rewrite_conditional(rewriter *r, uint32_t i);

/* ---- variables.c */
bool starts_statement(const rewriter *r, uint32_t i);
bool find_name(const rewriter *r, uint32_t first, uint32_t *name);
void rewrite_threadgroup(rewriter *r, uint32_t i);
bool is_function_constant(const rewriter *r, uint32_t attribute);
void rewrite_function_constant(rewriter *r, uint32_t attribute);
bool rewrite_global(rewriter *r, uint32_t attribute);
void rewrite_constant(rewriter *r, uint32_t i);
void rewrite_thread(rewriter *r, uint32_t i);
void rewrite_defined(rewriter *r, uint32_t i);
void rewrite_coherent(rewriter *r, uint32_t i);
void rewrite_decltype(rewriter *r, uint32_t i);

/* ---- classes.c */
void rewrite_class(rewriter *r, uint32_t i);
void note_namespace(rewriter *r, uint32_t i);
void note_brace(rewriter *r, uint32_t i);
void align_enumeration(rewriter *r, uint32_t i);

/* ---- constructors.c */
uint32_t constructor_body(const rewriter *r, uint32_t close, uint32_t limit);
void note_placement(rewriter *r, uint32_t i);
void note_destructors(rewriter *r);
void scope_destructors(rewriter *r, uint32_t i);
void rewrite_constructor(rewriter *r, const char *class_name, uint32_t class_body, uint32_t name, uint32_t open);

/* ---- macros.c */
void note_spaces(rewriter *r);
void note_attribute_macros(rewriter *r);
void rename_double(rewriter *r);
uint32_t macro_body(rewriter *r, uint32_t i);

/* ---- overloads.c */
void note_value_parameter(rewriter *r, uint32_t open);
void note_reference(rewriter *r, uint32_t i);
void prefer_references(rewriter *r);

/* ---- outside.c */
void note_declared_method(rewriter *r, const char *class_name, uint32_t name);
void rewrite_outside(rewriter *r, uint32_t i);
void rewrite_outer_constructor(rewriter *r, uint32_t first, uint32_t name, uint32_t open); /* constructors.c */

/* ---- vectors.c */
void rewrite_braces(rewriter *r, uint32_t i);
void note_long_vector(rewriter *r, uint32_t i);
void rewrite_long_vector(rewriter *r, uint32_t i);
void rewrite_subscript(rewriter *r, uint32_t i);
void rewrite_swizzle(rewriter *r, uint32_t i);
void rewrite_assignment(rewriter *r, uint32_t i);
void rewrite_compound(rewriter *r, uint32_t i);
void rewrite_step(rewriter *r, uint32_t i);

/* ---- templates.c */
void note_alias(rewriter *r, uint32_t i);
void rewrite_template(rewriter *r, uint32_t i);

/* ---- pragmas.c */
void rewrite_pragma(rewriter *r, uint32_t i);
void rewrite_pragma_operator(rewriter *r, uint32_t i);
void rewrite_math_macro(rewriter *r, uint32_t i);

/* ---- refusals.c */
void refuse_long_long(rewriter *r, uint32_t i);
void refuse_main(rewriter *r, uint32_t i);
void refuse_noexcept(rewriter *r, uint32_t i);
void refuse_unqualified(rewriter *r, uint32_t i);
void note_own_tensors(rewriter *r, uint32_t i);
void check_members(rewriter *r, uint32_t body, uint32_t close);
void refuse_local_resource(rewriter *r, uint32_t i);
void refuse_sampler(rewriter *r, uint32_t i);
void refuse_label(rewriter *r, uint32_t i);
void refuse_variable(rewriter *r, uint32_t i);
void refuse_static(rewriter *r, uint32_t i);
void refuse_asm(rewriter *r, uint32_t i);
void refuse_new(rewriter *r, uint32_t i);
void mark_lambda(rewriter *r, uint32_t i);
void refuse_program_scope(rewriter *r, uint32_t i);

#pragma GCC visibility pop

#endif
