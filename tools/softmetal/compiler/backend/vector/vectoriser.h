/* vectoriser.h: between the parts of the vector code generator, each of which uses only those before it: shape.c (how
 * values differ between lanes), order.c (order of blocks, where lanes may wait), wide.c (a threadgroup at once),
 * values.c, each.c (one lane after the other), memory.c (loads and stores), group.c (operations of SIMD-groups),
 * instruction.c, vector.c (control flow). */
#ifndef SOFTMETAL_VECTORISER_H
#define SOFTMETAL_VECTORISER_H
#include "../support/context.h"

enum { MOST_LANES = 256, MOST_ROWS = 16, LEAST_ROW = 8 };

/* How a value differs between lanes. A SIMD-group is one row of lanes or several (shape.c); BY_ROW: it is known
 * by one number for each row, that of the row's first lane, from which each lane differs by `step` times its place in
 * the row. */
typedef enum { UNKNOWN, UNIFORM, BY_ROW, VARYING } variation;
typedef struct shape {
    variation kind;
    int64_t step;     /* of addresses: in bytes */
    unsigned aligned; /* unless VARYING: 2 to this power divides the row's number */
    unsigned bits;    /* of integers, unless VARYING: the row's number is less than 2 to this power */
} shape;

/* A value of the scalar function: one number, one for each row, or a vector (the first of each array). */
typedef struct vector_value {
    LLVMValueRef key;
    int block;
    shape shape;
    LLVMValueRef now[MOST_ROWS];  /* while its block is built: the value */
    LLVMValueRef slot[MOST_ROWS]; /* variable that other blocks read it from */
    LLVMValueRef left; /* variable for those behind a loop that lanes leave at different times: each lane's last */
    LLVMValueRef incoming[MOST_ROWS]; /* of a phi: variable that edges write */
} vector_value;

typedef struct vectoriser {
    lowering *l;
    LLVMValueRef scalar, function; /* from, to */
    LLVMBuilderRef variables;      /* in the new function's first block */
    LLVMValueRef lanes, group;     /* sm_simd_lanes, sm_threadgroup */
    unsigned width, row, rows;     /* lanes; of a row; rows */
    unsigned simd_width;           /* lanes of a SIMD-group; fewer than `width`: the lanes are a threadgroup */
    bool whole;                    /* all lanes exist, and rows are rows of the threadgroup */
    LLVMTypeRef bits, mask_type;   /* of a mask as a number; <width x i1> */
    unsigned masked;               /* bits of the smallest elements that the machine accesses under a mask; 0: none */
    cfg g;                         /* of the scalar function; its loops widened: see shape.c */
    int *order, *rank;             /* blocks in the order in which they are laid out, and back */
    bool *branch_varies, *loop_varies;
    int *same; /* by block: the first block that runs for just the same lanes */
    vector_value *map;
    size_t map_size;
    LLVMValueRef mask;                     /* of the block being built */
    int block;                             /* which one that is */
    LLVMValueRef *waiting, *ran;           /* by block: the lanes that wait for it; the mask that it had */
    LLVMBasicBlockRef *test, *body, *skip; /* by rank */
} vectoriser;

void vectorise(lowering *l);    /* vector.c: of the entry makes code for a SIMD-group, or for a threadgroup */
void bound_fields(lowering *l); /* wide.c: before: says how many threads a threadgroup has along each axis */

/* ---- shape.c */
vector_value *find_value(const vectoriser *v, LLVMValueRef key);
const sm_site *site_of(const vectoriser *v, LLVMValueRef call);
bool is_wide(const vectoriser *v);                     /* whether the lanes are those of a threadgroup */
bool reduces(const vectoriser *v, LLVMValueRef call);  /* to a number for each SIMD-group, by vector instructions */
bool permutes(const vectoriser *v, LLVMValueRef call); /* by a number known now */
bool operation_varies(const vectoriser *v, LLVMValueRef call, int block);
void find_varying(vectoriser *v);
shape operand_shape(const vectoriser *v, LLVMValueRef x, int block); /* as seen from the block */
bool operand_varies(const vectoriser *v, LLVMValueRef x, int block); /* is anything but uniform */
bool leaves_varying_loop(const vectoriser *v, int from, int to);
/* Which field of the thread the pointer leads to; NO_FIELD: it leads elsewhere. */
engine_field thread_field(const vectoriser *v, LLVMValueRef pointer);

/* Whether, from the block, control stays in the loop (if there is one) and off its header until it is at `target`. */
bool always_reaches(const vectoriser *v, const cfg_loop *loop, int block, int target, bool *seen);

/* ---- order.c */
void lay_out_blocks(vectoriser *v);
void find_same_masks(vectoriser *v);
/* Whether control may go straight from block a to block b: no lane can be waiting at a block between them. */
bool goes_straight(const vectoriser *v, int a, int b);

/* ---- wide.c: code for a threadgroup at once */
/* Lanes of a row in wide code. */
unsigned wide_row(const vectoriser *v);
/* Whether in wide code the value has the same 32 lanes for each SIMD-group. */
bool repeats(const vectoriser *v, LLVMValueRef x);
/* Up to how many threads a threadgroup may have that had better be run at once; 0: SIMD-groups are faster. */
unsigned worthwhile_lanes(const vectoriser *v);

/* ---- values.c */
bool is_vector(LLVMTypeRef type);
bool is_bit(LLVMTypeRef type); /* or a vector of them */
unsigned components(LLVMTypeRef type);
LLVMTypeRef element_type(LLVMTypeRef type);
LLVMTypeRef widen_type(const vectoriser *v, LLVMTypeRef type);
LLVMTypeRef own_type(const vectoriser *v, const vector_value *d);
unsigned parts_of(const vectoriser *v, const vector_value *d); /* values that represent it */
LLVMValueRef splat_value(const vectoriser *v, LLVMValueRef scalar);
/* A value as it is, for all lanes at once; for those of a row; and for each. In the block being built. */
LLVMValueRef scalar_value(const vectoriser *v, LLVMValueRef x);
LLVMValueRef row_value(const vectoriser *v, LLVMValueRef x, unsigned row);
LLVMValueRef wide_value(const vectoriser *v, LLVMValueRef x);
LLVMValueRef value_as(const vectoriser *v, LLVMValueRef x, bool wide);
LLVMValueRef own_value(const vectoriser *v, LLVMValueRef x); /* wide only if it varies */
bool varies_here(const vectoriser *v, LLVMValueRef x);
LLVMValueRef blend(const vectoriser *v, LLVMValueRef mask, LLVMValueRef chosen, LLVMValueRef otherwise);
bool mask_is_full(const vectoriser *v); /* known to be */
LLVMValueRef mask_bits(const vectoriser *v, LLVMValueRef mask);
LLVMValueRef any_lane(const vectoriser *v, LLVMValueRef mask);
LLVMValueRef first_lane(const vectoriser *v); /* i32: the lowest of the mask */
/* One element a lane -> n equal ones a lane; elements `first` and so on; a power of two of vectors, which it
 * overwrites, as one. */
LLVMValueRef repeat(const vectoriser *v, LLVMValueRef wide, unsigned n);
LLVMValueRef take_part(const vectoriser *v, LLVMValueRef wide, unsigned first, unsigned n);
LLVMValueRef join_all(const vectoriser *v, LLVMValueRef *part, unsigned parts);
LLVMValueRef new_variable(const vectoriser *v, LLVMTypeRef type);
LLVMValueRef call_llvm(const vectoriser *v, const char *name, LLVMTypeRef *overload, size_t overloads, LLVMValueRef *a,
                       unsigned n);
LLVMValueRef lane_numbers(const vectoriser *v, LLVMTypeRef type);
LLVMBasicBlockRef add_block(const vectoriser *v, const char *name);
/* Element `lane` (i32) of a wide value. */
LLVMValueRef element_at(const vectoriser *v, LLVMValueRef wide, LLVMValueRef lane);
/* A structure's or array's members; 0: it is neither. */
unsigned fields(LLVMTypeRef type);
typedef int choice(unsigned lane, unsigned component, unsigned lanes, const void *how);
LLVMValueRef rearrange(const vectoriser *v, LLVMValueRef a, LLVMValueRef b, unsigned result, choice *choose,
                       const void *how);
LLVMValueRef lowest_bit(const vectoriser *v, LLVMValueRef bits);
LLVMValueRef lanes_of_row(const vectoriser *v, unsigned row); /* a mask */
/* Wide values in memory, where masks are bytes; parts of single lanes of them. */
LLVMTypeRef stored_type(const vectoriser *v, LLVMTypeRef type);
LLVMValueRef to_memory(const vectoriser *v, LLVMValueRef wide);
LLVMValueRef load_lane(const vectoriser *v, LLVMValueRef variable, LLVMTypeRef type, LLVMValueRef lane);
void store_lane(const vectoriser *v, LLVMValueRef x, LLVMValueRef variable, LLVMValueRef lane);

/* ---- each.c */
enum { MOST_OPERANDS = 24, MOST_FIELDS = 4 };
LLVMValueRef build_each(const vectoriser *v, LLVMValueRef i); /* the instruction, for one active lane after the other */
void note_scattered(const vectoriser *v);                     /* such an access, or a gather, is being built */
LLVMValueRef build_once(const vectoriser *v, LLVMValueRef i, unsigned row); /* with numbers, those of a row */
void copy_flags(LLVMValueRef from, LLVMValueRef to);
bool divides(LLVMOpcode opcode);

/* ---- memory.c */
LLVMValueRef build_load(const vectoriser *v, LLVMValueRef i);
void build_store(const vectoriser *v, LLVMValueRef i);
LLVMValueRef build_address(const vectoriser *v, LLVMValueRef i);
LLVMValueRef build_alloca(const vectoriser *v, LLVMValueRef i);
LLVMValueRef build_thread_field(const vectoriser *v, LLVMValueRef i, engine_field field, unsigned row);
/* Whether the block being built can read the value by rows, although the function does not. */
bool is_at_hand(const vectoriser *v, LLVMValueRef x);

/* ---- group.c */
LLVMValueRef build_meeting(vectoriser *v, LLVMValueRef call);
void build_reductions(const vectoriser *v, LLVMValueRef call, LLVMValueRef parts[MOST_ROWS]); /* of wide code */

/* ---- intrinsics.c: those that LLVM has for vectors, by what decides their type */
typedef enum { BY_RESULT, BY_OPERAND, BY_BOTH, BY_BOTH_OPERANDS } overloading;
typedef struct wide_intrinsic {
    const char *name;
    overloading by;
    int fixed; /* this operand stays a number; -1: none */
} wide_intrinsic;
const wide_intrinsic *find_intrinsic(LLVMValueRef call); /* NULL if it is none of them */

/* ---- instruction.c */
/* Fills `parts` of the instruction's own value; false: it has none. */
bool build_instruction(vectoriser *v, LLVMValueRef i, LLVMValueRef parts[MOST_ROWS]);
#endif
