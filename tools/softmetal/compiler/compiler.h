/* compiler.h: MSL source -> library (functions and what they take) -> prepared kernel that an engine can run.
 *
 * Used by api/ (Metal's classes) and by tools. Thread-safe: any number of compilations may run at once. Compilers that
 * abort cannot take the client down: clang and LLVM's passes run in child processes, their results come through the
 * cache. */
#ifndef SOFTMETAL_COMPILER_H
#define SOFTMETAL_COMPILER_H
#include "../engine/profile.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sm_macro {
    const char *name, *value;
} sm_macro;

typedef enum { SM_MATH_SAFE, SM_MATH_RELAXED, SM_MATH_FAST } sm_math_mode; /* values of MTLMathMode */
typedef enum {
    SM_FUNCTIONS_FAST,
    SM_FUNCTIONS_PRECISE
} sm_math_functions; /* values of MTLMathFloatingPointFunctions */

typedef struct sm_compile_options {
    uint32_t language_version; /* MTLLanguageVersion, (major << 16) + minor */
    sm_math_mode math;
    sm_math_functions functions;
    const sm_macro *macros;
    size_t macro_count;
    bool logging; /* messages of os_log take effect */
    sm_target target;
} sm_compile_options;

/* What a kernel's parameter is bound to, or which value of the grid it receives. */
typedef enum { SM_BUFFER, SM_THREADGROUP, SM_TEXTURE, SM_SAMPLER, SM_INPUT } sm_argument_kind;
typedef struct sm_argument {
    sm_argument_kind kind;
    const char *name;                   /* the parameter's */
    uint32_t index;                     /* buffer(n), threadgroup(n), texture(n), sampler(n) */
    uint32_t count;                     /* array of textures or samplers: elements; otherwise 1 */
    bool writable;                      /* device pointer that is not const; texture with access write or read_write */
    bool active;                        /* false if a function constant switched it off */
    uint32_t data_size, data_alignment; /* of the element a pointer or reference names, bytes; 0 if unknown */
    const char *type_name;              /* as the source has it, for reflection */
    const char *condition;              /* [[function_constant(name)]] on the parameter, or NULL */
    uint32_t texture_type, texture_access, data_type; /* MTLTextureType, MTLArgumentAccess, MTLDataType; of a tensor
                                                         the first is its MTLTensorDataType, and the second the
                                                         MTLDataType of its indices */
    bool stage_in;                                    /* an SM_INPUT: a structure with [[attribute(n)]] members */
} sm_argument;

typedef struct sm_constant {
    const char *name;
    uint32_t index;
    uint32_t data_type /* MTLDataType */;
    bool required;
} sm_constant;
typedef struct sm_constant_value {
    const char *name; /* or NULL: by index */
    uint32_t index;
    uint32_t data_type;
    uint8_t bytes[32];
    size_t size;
} sm_constant_value;

typedef enum { SM_FUNCTION_KERNEL, SM_FUNCTION_VISIBLE, SM_FUNCTION_OTHER } sm_function_kind;
typedef struct sm_function {
    const char *name;       /* host_name where given */
    const char *annotation; /* user_annotation, "" without */
    sm_function_kind kind;
    const sm_argument *argument;
    size_t argument_count;
    const sm_constant *constant;
    size_t constant_count;                      /* function constants the function depends on */
    uint32_t max_total_threads_per_threadgroup; /* attribute, or 0 */
    uint32_t required_threads_per_threadgroup[3];
} sm_function;

/* How a type lies in memory, as far as Metal's reflection tells: vectors, matrices and atomics are values. */
typedef enum {
    SM_TYPE_UNKNOWN,
    SM_TYPE_VALUE,
    SM_TYPE_STRUCT,
    SM_TYPE_ARRAY,
    SM_TYPE_POINTER,
    SM_TYPE_TEXTURE,
    SM_TYPE_SAMPLER
} sm_type_kind;
enum { /* MTLDataType */
       SM_DATA_STRUCT = 1,
       SM_DATA_ARRAY = 2,
       SM_DATA_TEXTURE = 58,
       SM_DATA_SAMPLER = 59,
       SM_DATA_POINTER = 60,
       SM_DATA_PIPELINE = 79,
       SM_DATA_COMMAND_BUFFER = 80,
       SM_DATA_FUNCTION_TABLE = 115,
       SM_DATA_TENSOR = 140
};
#define SM_NO_INDEX UINT32_MAX

typedef struct sm_type {
    sm_type_kind kind;
    uint32_t data_type;                           /* MTLDataType */
    uint32_t size, alignment;                     /* bytes; size 0: unknown */
    uint32_t texture_type, texture_access, texel; /* MTLTextureType, MTLArgumentAccess, MTLDataType */
    uint32_t count, stride;                       /* of an array: elements, bytes from one to the next */
    bool writable;                                /* what a pointer points to */
    const struct sm_type *element;                /* of an array or pointer */
    const struct sm_member *member;               /* of a structure; none where it contains itself by pointer */
    size_t member_count;
} sm_type;
typedef struct sm_member {
    const char *name;
    uint32_t offset;
    uint32_t id, attribute; /* [[id(n)]], [[attribute(n)]], or SM_NO_INDEX */
    bool optional;          /* has [[function_constant(…)]] */
    const sm_type *type;
} sm_member;

typedef struct sm_library sm_library;
typedef struct sm_kernel sm_kernel; /* engine/kernel.h */

/* Compiles. On failure returns NULL; `*log` (the caller frees) then holds the diagnostics, one per line as
 * `program_source:LINE:COLUMN: error: TEXT` like Metal's. On success `*log` is NULL or holds warnings.
 * A log of a failure goes through sm_log_trouble before anybody reads it. */
sm_library *sm_library_create(const char *source, size_t size, const sm_compile_options *options, char **log);
void sm_library_retain(sm_library *library);
void sm_library_release(sm_library *library);
const char *sm_library_source(const sm_library *library);
/* What tells it from other programs: 32 digits of its source, its options and the compiler. */
void sm_library_key(const sm_library *library, char text[33]);
size_t sm_library_function_count(const sm_library *library);
const sm_function *sm_library_function(const sm_library *library, size_t n);

/* The type of a function's n-th argument, in detail; of a buffer that is a pointer. The program is compiled once more
 * for it. Lives as long as the library; NULL if it cannot be told. */
const sm_type *sm_library_argument_type(sm_library *library, const sm_function *function, size_t n);

/* Why there is no library or no kernel. The log carries it as a code, which this takes out; the words tell nothing. */
typedef enum { SM_TROUBLE_PROGRAM, SM_TROUBLE_GAP, SM_TROUBLE_BREAKDOWN } sm_trouble;
sm_trouble sm_log_trouble(char *log); /* may be NULL */

/* Specialises, lowers, optimises and loads one kernel. NULL on failure, with a sentence in `*log` (the caller frees).
 */
sm_kernel *sm_kernel_create(sm_library *library, const sm_function *function, const sm_constant_value *values,
                            size_t count, char **log);
/* The same for a kernel that calls visible functions of its library, directly or through tables: those of `linked`,
 * none of which has function constants. */
sm_kernel *sm_kernel_create_linked(sm_library *library, const sm_function *function, const sm_constant_value *values,
                                   size_t count, const sm_function *const *linked, size_t linked_count, char **log);
/* Where in the kernel's code its n-th linked function is. */
uint64_t sm_kernel_linked_function(const sm_kernel *kernel, size_t n);
void sm_kernel_release(sm_kernel *kernel);

/* The kernel that runs a dispatch: this one, or with engine `auto`, once the dispatches so far would have paid for it,
 * one of optimised or vector code, which then is made first. It lives as long as this one. */
struct sm_dispatch;
sm_kernel *sm_kernel_for(sm_kernel *kernel, const struct sm_dispatch *dispatch);
sm_kernel *sm_kernel_optimised(sm_kernel *kernel); /* the code of it that is optimised, made if need be */
#endif
