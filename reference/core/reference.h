/* reference.h: what a CPU reference is.
 *
 * A reference computes what the specification promises for one output of one dispatch: per scalar component a value, a
 * set, an interval, or nothing (unjudged). It reads the inputs that the case names in `expect: OUT = name(args…)`, in
 * order. It holds no state, includes nothing of softmetal, and works in double or exact integers.
 *
 *     REFERENCE(simd_shuffle_down) { … expect_element(call, i, array, j); … }
 *
 * Registration: REFERENCE_ENTRY(simd_shuffle_down) in references.def; inputs written in C: INPUT_ENTRY(name) in
 * inputs.def. */
#ifndef ASSAY_REFERENCE_H
#define ASSAY_REFERENCE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Types of MSL as the host lays them out (MSL 2.1, 2.2, 2.2.3). */
typedef enum {
    SCALAR_BOOL,
    SCALAR_CHAR,
    SCALAR_UCHAR,
    SCALAR_SHORT,
    SCALAR_USHORT,
    SCALAR_INT,
    SCALAR_UINT,
    SCALAR_LONG,
    SCALAR_ULONG,
    SCALAR_HALF,
    SCALAR_BFLOAT,
    SCALAR_FLOAT
} assay_scalar;
typedef struct assay_type {
    assay_scalar scalar;
    uint8_t lanes;  /* components: 1 to 4 */
    uint8_t stride; /* bytes from one element to the next: float3 16, packed_float3 12 */
} assay_type;
size_t assay_scalar_size(assay_scalar scalar);
const char *assay_scalar_name(assay_scalar scalar);
bool assay_scalar_is_float(assay_scalar scalar);
bool assay_scalar_is_signed(assay_scalar scalar); /* integers with a sign, and all floating types */
bool assay_type_from_name(const char *name, assay_type *type);

/* ---- Conversions between encodings and double, exact where representable, otherwise to nearest even. */
double half_to_double(uint16_t bits);
uint16_t double_to_half(double value);
double bfloat_to_double(uint16_t bits);
uint16_t double_to_bfloat(double value);
/* One scalar of any type: its bits zero-extended to 64, as a number (integers exact up to 2^53), as an integer (floats
 * truncated). */
double scalar_number(assay_scalar scalar, uint64_t bits);
int64_t scalar_integer(assay_scalar scalar, uint64_t bits);
uint64_t scalar_encode(assay_scalar scalar, double value); /* nearest, ties to even; integers saturate, NaN gives 0 */
uint64_t scalar_load(assay_scalar scalar, const void *address);
void scalar_store(assay_scalar scalar, void *address, uint64_t bits);

/* ---- What a reference sees. */
typedef struct reference_array {
    const char *name;
    assay_type type;
    /* Elements; for textures width * height pixels, rows tight. `type` then holds a pixel's components as stored
     * (rgba8unorm: uchar4 codes, r32float: float), in memory order (bgra: blue first). */
    size_t count;
    const void *data;                  /* as the device received it */
    uint32_t width, height;            /* textures only */
    const char *format;                /* textures only: "rgba8unorm", … */
    uint32_t dimensions, dimension[4]; /* of a buffer that is declared with several, as T[ROWS, N] is; otherwise 0 */
} reference_array;
/* Component `lane` of element `i` as a double (exact up to 2^53), or as its bits zero-extended. */
double array_number(const reference_array *array, size_t i, unsigned lane);
uint64_t array_bits(const reference_array *array, size_t i, unsigned lane);
int64_t array_integer(const reference_array *array, size_t i, unsigned lane);

typedef struct reference_dispatch {
    uint32_t grid[3], threadgroup[3], groups[3]; /* threads in the grid, threads per threadgroup, threadgroups */
    bool whole_groups;                           /* dispatchThreadgroups: no partial group */
    uint32_t simd_width;
} reference_dispatch;

typedef struct reference_argument {
    const reference_array *array; /* or NULL: */
    double number;
} reference_argument;

typedef struct expectation expectation; /* harness/check/expectation.h */
typedef struct reference_call {
    const reference_argument *argument;
    size_t argument_count;
    const reference_dispatch *dispatch; /* the last one of the case */
    assay_type type;
    size_t count; /* of the output */
    uint32_t width, height;
    const char *format;                           /* of an output texture */
    bool fast_math, fast_functions, relaxed_math; /* the mode of this case */
    const char *text;                             /* formula(TEXT) only: the formula, and */
    const char *const *names;                     /* what it calls its arguments, in their order */
    expectation *out;
    const char *error; /* set by the reference: wrong number of arguments and the like */
} reference_call;

/* Promise about component k = element * lanes + lane of the output. Default for what is not promised: unjudged. */
void expect_bits(reference_call *call, size_t k, uint64_t bits); /* exactly this encoding */
/* The result of rounding this real value: within the bound of `compare: ulp N`, otherwise rounded correctly, to nearest
 * even or toward zero (MSL 8.2). A result that is subnormal before rounding may be a zero; the sign of a zero is not
 * judged (use expect_bits to promise it). */
void expect_value(reference_call *call, size_t k, double value);
/* lo <= result <= hi, as real numbers; a NaN fails. */
void expect_interval(reference_call *call, size_t k, double lo, double hi);
void expect_interval_or_nan(reference_call *call, size_t k, double lo, double hi);
void expect_nan(reference_call *call, size_t k); /* any NaN */
/* One of these n encodings; a NaN among them: any NaN. */
void expect_any(reference_call *call, size_t k, const uint64_t *bits, size_t n);
/* All components of element j. */
void expect_element(reference_call *call, size_t i, const reference_array *from, size_t j);
void expect_unjudged(reference_call *call, size_t k);
/* Within this many ulp(value) of a real value (MSL 8.4), whatever `compare` says. 0: exactly this number. */
void expect_ulps(reference_call *call, size_t k, double value, double ulps);
/* Any of several: `a` correctly rounded; within b ulp of a; a number from a to b; a NaN. */
typedef enum { PERMIT_ROUNDED, PERMIT_ULPS, PERMIT_INTERVAL, PERMIT_NAN } permit_kind;
typedef struct reference_permit {
    permit_kind kind;
    double a, b;
} reference_permit;
void expect_permitted(reference_call *call, size_t k, const reference_permit *permits, size_t n);
/* For the record only: the real result for this argument, against which the device's is measured. */
void expect_measured(reference_call *call, size_t k, double argument, double truth);
/* A sweep, whose arguments are consecutive encodings of floats, wants nothing but a real value and a bound for each
 * component, which a reference need not know to give: what it leaves out is asked for again in full. A result that
 * equals `value` or is nearer to it than `bound` is right; of others nothing is said. A bound of INFINITY: nothing is
 * promised; NaN: ask in full. False where no sweep asks (or memory is out); otherwise the arrays, with an element for
 * each component, all to be filled. */
typedef struct reference_bounds {
    double *argument, *value, *bound;
    struct reference_band *band;
} reference_bounds;
/* The same in short, where one rule holds for all components: the reference says `given`, fills `value` if there is
 * anything to compare with it, and nothing else. A result is right if it is no farther from its value than `ulps` ulp
 * of it (MSL 8.4) or than `absolute`, where the value's magnitude is from `least` to `most`; where it is smaller than
 * `least_small`, but not zero, than `small_bound`, or if it is zero; from `inf_from` on (NAN: nowhere) if it is INF of
 * its sign. Where the value is zero, zeros are right; where it is a NaN, nothing is promised. */
typedef struct reference_band {
    bool given;
    bool nothing; /* is promised for any of them */
    bool nan;     /* all of them are NaN */
    bool same;    /* all values are the first one, which is zero or INF */
    bool measured;
    const float *argument; /* of consecutive encodings with one exponent and sign */
    double ulps, absolute, least, most, least_small, small_bound, inf_from;
} reference_band;
bool expects_bounds(reference_call *call, reference_bounds *bounds);
/* |result - value| <= bound, where bound is an absolute error that the reference derived. */
void expect_near(reference_call *call, size_t k, double value, double bound);

/* Half the gap between 1 and the next number: unit roundoff of a floating type. */
double unit_roundoff(assay_scalar scalar);

/* ---- Threads of a dispatch, in grid order, with their place in threadgroup and SIMD-group (MSL 5.2.3.6: threads fill
 * SIMD-groups in the order of their index in the threadgroup). */
typedef struct reference_thread {
    size_t index; /* x + grid.x * (y + grid.y * z) */
    uint32_t position[3], in_group[3], group[3];
    uint32_t index_in_group, group_size;  /* actual size of this (possibly partial) threadgroup */
    uint32_t lane, simdgroup, simd_lanes; /* lanes that exist in this thread's SIMD-group */
    size_t simd_first;                    /* index in grid of lane 0, meaningful for 1D dispatches */
} reference_thread;
void reference_thread_at(const reference_dispatch *dispatch, size_t index, reference_thread *thread);
/* Index in the grid of the thread with this index in this (possibly partial) threadgroup. */
size_t reference_thread_index(const reference_dispatch *dispatch, const uint32_t group[3], uint32_t index_in_group);

typedef void reference_function(reference_call *call);
typedef struct reference_place { /* where its definition stands */
    const char *file;
    int line;
} reference_place;
typedef struct reference_entry {
    const char *name;
    reference_function *function;
    const reference_place *place;
} reference_entry;
const reference_entry *reference_find(const char *name); /* NULL if unknown */
const reference_entry *reference_all(void);              /* ends with a NULL name */

/* ---- Inputs that need C: fills `count` elements. */
typedef struct input_call {
    assay_type type;
    size_t count;
    void *data;
    const double *argument;
    size_t argument_count;
    uint64_t seed;
    const char *error;
} input_call;
typedef void input_function(input_call *call);
typedef struct input_entry {
    const char *name;
    input_function *function;
} input_entry;
input_function *input_find(const char *name); /* NULL if unknown */
const input_entry *input_all(void);           /* ends with a NULL name */
/* Stores a number into component `lane` of element `i`, rounded to the element's type (saturating for integers). */
void input_set(input_call *call, size_t i, unsigned lane, double value);
/* A counter-based generator (SplitMix64 of seed and n): the same number on every machine. */
uint64_t random_bits(uint64_t seed, uint64_t n);
double random_unit(uint64_t seed, uint64_t n); /* [0, 1) */

/* ---- Programs that are written by C (`generate: name(in)`), from the content of an input: added to the body of the
 * case. */
typedef struct program_call {
    const reference_array *from;
    char *text;
    size_t length, room;
    const char *error;
} program_call;
typedef void program_function(program_call *call);
typedef struct program_entry {
    const char *name;
    program_function *function;
} program_entry;
const program_entry *program_all(void); /* ends with a NULL name */
/* To the end of the text; sets call->error if memory is short. */
void program_print(program_call *call, const char *format, ...);

#define REFERENCE(name)                                                                                                \
    extern const reference_place reference_place_##name;                                                               \
    const reference_place reference_place_##name = {__FILE__, __LINE__};                                               \
    void reference_##name(reference_call *call)
#define INPUT(name) void input_##name(input_call *call)
#define PROGRAM(name) void program_##name(program_call *call)
#endif
