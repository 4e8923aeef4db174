/* context.h: what all parts of the compile helper know: a program, a kernel while it is lowered, and what support/
 * has for both. The helper is a short-lived process that reads a module of bitcode and either lists its functions
 * (reflect.c) or makes one of them into an object file (pass_list.c). It may abort: the client only sees that it
 * did. */
#ifndef SOFTMETAL_CONTEXT_H
#define SOFTMETAL_CONTEXT_H
#include "../../../engine/tensor/element.h"
#include "../../../engine/fault.h"
#include "../../../engine/kernel.h"
#include "../../compiler.h"
#include "../../store/pack.h"
#include "../../protocol.h"
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

/* ---- process.c */
/* Ends the process with an error reply: a sentence for whoever wrote the program being compiled. */
_Noreturn void stop(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Ends the attempt at vector code: the kernel runs on fibers, for this reason. */
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
void write_all(const sm_pack *pack); /* on standard output */
void *allocate(size_t size);         /* zeroed; never NULL */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- reflect.c */
typedef struct parameter {
    sm_argument argument;
    const char *input; /* of SM_INPUT: "thread_position_in_grid" */
    const char *file;  /* and line in it, of the program; line 0 if unknown */
    uint32_t line;
    LLVMValueRef late; /* the variable that holds the index, if function constants decide it; else NULL */
} parameter;

typedef struct function {
    LLVMValueRef value;
    const char *symbol; /* as the module has it */
    sm_function facts;
    parameter *parameter;
    unsigned parameters;
    uint32_t *constant; /* numbers of the constants it depends on */
    size_t constants;
    bool named; /* by host_name */
} function;

typedef struct constant_variable {
    LLVMValueRef value, defined; /* defined: whether it has a value; NULL if the program never asks */
    sm_constant facts;
} constant_variable;

/* A variable that holds the value of an expression in an attribute, or the type of a function constant (its text then
 * is the annotation msl.constant_type). */
typedef struct index_variable {
    LLVMValueRef value;
    const char *text;
} index_variable;

/* A part of the program with other math than the options ask for (MSL 1.6.3): annotation msl.math in rewrite.h. */
typedef struct math_region {
    const char *file;
    char licence, contract;
    bool point;                                    /* only what has this line and column */
    unsigned line, column, last_line, last_column; /* last_line 0: to the end of the file */
} math_region;

typedef struct program {
    LLVMModuleRef module;
    math_region *region;
    size_t regions;
    function *function;
    size_t functions;
    constant_variable *constant;
    size_t constants;
    index_variable *variable;
    size_t variables;
} program;

/* ---- lowering of one kernel */
typedef struct vector_variant {
    const char *name, *abi;
} vector_variant;

typedef struct lowering {
    LLVMContextRef c;
    LLVMModuleRef m;
    LLVMBuilderRef b;
    uint32_t code_number; /* of targets/target.h's CODE_TARGETS, as requested; start_lowering finds */
    const struct code_target *code;
    bool without_engine; /* that target's */
    LLVMTargetMachineRef machine;
    LLVMTypeRef i1, i8, i16, i32, i64, pointer, nothing;
    sm_target target;
    sm_math_mode math;
    uint64_t faults[SM_FAULT_WORDS];
    const sm_constant_value *value;
    size_t values;
    vector_variant *variant;
    size_t variants;
    const char **linked; /* symbols of visible functions that the pipeline links */
    size_t linked_count;
    function *function;
    LLVMValueRef entry;
    LLVMValueRef *meeting; /* functions in which threads may meet */
    size_t meetings;
    uint32_t position; /* last one given to a site or loop */
    /* results */
    sm_site *site;
    uint32_t sites;
    sm_site_loop *site_loop;
    uint32_t site_loops, counters, static_memory, stack;
    bool recursive;          /* a function calls itself, perhaps through others, */
    uint32_t recursion_line; /* which is declared there; 0: nobody knows */
    const char **file;       /* that source_position has numbered, from 1 on */
    uint32_t files;
    uint32_t family;    /* of Apple's, the oldest that has all operations the kernel uses; 0: any */
    bool vector, waits; /* vector code; SIMD-groups wait for each other */
    /* Vector code for threadgroups in which all lanes of SIMD-groups exist, each a part of one row of the threadgroup
     * if `row` is the SIMD-group's width, whole rows of that many threads if it is less; 1: anything else; 0: not all
     * of them exist. */
    uint32_t row;
    /* Vector code for threadgroups of so many threads, `row` along x, all at once; 0: for a SIMD-group. And up to how
     * many it would pay, a result. */
    uint32_t lanes, most_lanes;
    /* Code that is made quickly, for a kernel that may run once: as requested, and then whether it is. And how many
     * instructions a thread executes, a result. */
    bool quick;
    uint32_t length;
    uint32_t rounds, scattered;       /* of loops of a range; of vector code: accesses in loops, lane by lane */
    bool is_range, fibers, grid_only; /* grid_only: nothing it does depends on threadgroups */
    /* threadgroup variables placed so far: where they are if they follow one another, and, with the gaps that checked
     * mode leaves between them, where they lie */
    struct place {
        uint32_t id, offset, lies, size;
    } * place;
    uint32_t gaps; /* bytes of these gaps */
    uint32_t places;
} lowering;

/* ---- ir.c */
bool faulty(const lowering *l, sm_fault_id fault);
unsigned attribute_kind(const char *name);
void add_attribute(lowering *l, LLVMValueRef function, const char *name);
/* The longest that there are: LLVM would rather have half of what some machines have. */
void prefer_long_vectors(lowering *l, LLVMValueRef function);
/* A function without a result, of this module, for code that LLVM is to put into blocks by inlining it. */
LLVMValueRef add_inlined_function(lowering *l, const char *name, LLVMTypeRef *parameters, unsigned count);
const char *callee_name(LLVMValueRef call); /* "" if indirect */
bool is_call_to(LLVMValueRef instruction, const char *prefix);
LLVMValueRef number(const lowering *l, uint64_t value); /* i32 */
LLVMValueRef byte_address(lowering *l, LLVMValueRef base, size_t offset);
uint64_t constant_operand(LLVMValueRef call, unsigned index);
LLVMValueRef token_of(LLVMValueRef call);
/* Where in the program, not in a header, an instruction comes from: line 0 if unknown. */
typedef struct origin {
    const char *file; /* as #line calls it */
    unsigned line, column;
    bool own; /* not by way of a header */
} origin;
origin find_origin(LLVMValueRef instruction);
/* Its line and column, 0 if unknown; of a part that #line names those there, and above SM_LINE_BITS which file. */
void source_position(lowering *l, LLVMValueRef instruction, uint32_t *line, uint32_t *column);
/* Those the function has now, for steps that add and remove some; the caller frees. */
LLVMValueRef *instructions_of(LLVMValueRef function, size_t *count);
void run_passes(lowering *l, const char *passes);
void copy_attributes(LLVMValueRef from, LLVMValueRef to); /* of calls, those that change what is called how */
/* A call at the builder's position; `overload`: the types that the intrinsic's name leaves open. */
LLVMValueRef call_intrinsic(lowering *l, const char *name, LLVMTypeRef *overload, size_t overloads, LLVMValueRef *v,
                            unsigned n);
/* The same of a function, with the token of convergence that it is controlled by, or NULL. */
LLVMValueRef call_with_token(lowering *l, LLVMValueRef f, LLVMValueRef *v, unsigned n, LLVMValueRef token);
LLVMTypeRef element_of(LLVMTypeRef type);                         /* of a vector; a scalar's is itself */
LLVMTypeRef with_elements(LLVMTypeRef type, LLVMTypeRef element); /* the same shape of others */
bool is_meeting(LLVMValueRef instruction);                        /* a call of a SIMD-group function or barrier */
typedef struct value_list {
    LLVMValueRef *item;
    size_t count, room;
} value_list;
void push_value(value_list *x, LLVMValueRef item);

/* ---- access.c */
LLVMValueRef underlying(LLVMValueRef pointer); /* what it is computed from, as far as that is plain */
bool may_be_shared(LLVMValueRef pointer);      /* to memory that is not the thread's own */
bool is_atomic(LLVMValueRef instruction);
uint32_t atomic_order(LLVMValueRef instruction); /* enum __msl_order of an atomic one */

/* ---- thread_abi.c: what code sees of the engine's structures. It alone knows how they lie in memory. */
#define FIELD(name, ...) name,
typedef enum engine_field {
    NO_FIELD,
#include "engine_fields.def"
    OTHER_FIELD /* one that passes do not name */
} engine_field;
/* Of the structure at `base`; of an array the element `n`, otherwise 0. */
LLVMValueRef field_address(lowering *l, engine_field field, LLVMValueRef base, size_t n);
LLVMValueRef load_field(lowering *l, engine_field field, LLVMValueRef base, size_t n, const char *name);
/* Which field of the structure at `base`, to which `sample` belongs, is at the address: of an array the first element.
 * NO_FIELD if the address is not so many bytes behind `base`. */
engine_field find_field(const lowering *l, engine_field sample, LLVMValueRef base, LLVMValueRef address);
LLVMValueRef thread_of(lowering *l, LLVMValueRef function); /* the sm_thread that runs the function; NULL in a range */
LLVMValueRef group_of(lowering *l, LLVMValueRef function, LLVMValueRef thread);
LLVMValueRef current_group(lowering *l); /* asked of the engine */

/* ---- cfg.c: a function's control flow: blocks in reverse postorder, immediate dominators, natural loops. */
typedef struct cfg_loop {
    int header, parent; /* parent: index of the loop around it, or -1 */
    bool *in;           /* by block */
} cfg_loop;
typedef struct cfg {
    int blocks;
    LLVMBasicBlockRef *block;
    int *idom;
    int loops;
    cfg_loop *loop; /* inner loops after outer ones */
    struct cfg_slot {
        LLVMBasicBlockRef key;
        int value;
    } * map;
    size_t map_size;
    struct cfg_edge {
        int from, to;
    } * edge;
    int edges;
} cfg;
void cfg_build(cfg *g, LLVMValueRef function);
void cfg_free(cfg *g);
int cfg_index(const cfg *g, LLVMBasicBlockRef block); /* -1 if unreachable */
bool cfg_dominates(const cfg *g, int a, int b);
#endif
