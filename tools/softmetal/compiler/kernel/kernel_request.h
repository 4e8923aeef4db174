/* kernel_request.h: what is asked of the compile helper for a kernel, after the bitcode (protocol.h). It is also
 * what the cache knows a kernel by. */
#ifndef SOFTMETAL_KERNEL_REQUEST_H
#define SOFTMETAL_KERNEL_REQUEST_H
#include "../make_library.h"

typedef enum { SM_CODE_THREAD, SM_CODE_VECTOR, SM_CODE_QUICK } sm_code_kind; /* quick: of a thread, if that can be */

/* Everything about the request but the bitcode and the row. `cpu` is what code is made for, by LLVM's name. */
void sm_request_pack(sm_pack *out, const sm_library *library, const sm_library_entry *f, const char *cpu,
                     sm_code_kind code, const sm_constant_value *values, size_t count, const sm_function *const *linked,
                     size_t linked_count);
#endif
