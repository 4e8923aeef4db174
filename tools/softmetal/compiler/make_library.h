/* make_library.h: what a library is made of, for the files of the compiler that make kernels of it. Clients see
 * compiler.h. */
#ifndef SOFTMETAL_LIBRARY_H
#define SOFTMETAL_LIBRARY_H
#include "compiler.h"
#include "layout.h"
#include "store/pack.h"
#include <pthread.h>
#include <stdatomic.h>

enum { SM_MOST_PARTS = 4 }; /* of a library, each with its bitcode */

typedef struct sm_library_entry {
    sm_function facts; /* first: a const sm_function * of the interface is one of these */
    const char *symbol;
    uint32_t part;     /* of the library's bitcode */
    sm_layout *layout; /* of its arguments, once somebody has asked; NULL */
} sm_library_entry;

struct sm_library {
    atomic_uint references;
    sm_hash key;
    sm_target target;
    sm_math_mode math;
    const char *source; /* a copy, for sm_library_argument_type */
    size_t size;
    sm_compile_options options; /* macros are copies, too */
    pthread_mutex_t lock;       /* guards the layouts */
    sm_pack content;            /* log, parts × (bitcode, reflection): what the strings below point into */
    sm_bytes bitcode[SM_MOST_PARTS];
    sm_library_entry *function;
    size_t functions;
    sm_constant *constant;
    size_t constants;
};

/* Makes a library of packed content, which it takes over. NULL if that is malformed. */
sm_library *sm_library_unpack(sm_pack content, sm_hash key, const sm_compile_options *options, char **log);
#endif
