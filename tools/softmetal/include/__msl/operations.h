/* operations.h: the names that MSL's headers and softmetal's engine agree on. Read by both, as MSL and as C17.
 *
 * The headers express everything that is not plain arithmetic through a handful of calls that lowering (compiler/backend/passes/lower.c)
 * replaces or the engine provides:
 *
 *   ulong __msl_simd(uint operation, uint type, ulong a, ulong b, uint c)        convergent: SIMD- and quad-group functions
 *   void  __msl_barrier(uint kind, uint flags, uint order, uint scope)           convergent: barriers
 *   void  __msl_fence(uint flags, uint order, uint scope)                        atomic_thread_fence
 *   ulong __msl_atomic(uint operation, uint type, generic volatile void *p, ulong value, uint order, uint scope)
 *                                                                                returns the old value
 *   ulong __msl_atomic_compare_exchange(uint type, generic volatile void *p, ulong expected, ulong desired,
 *                                       uint success, uint failure, uint scope)  returns the old value, of at
 *                                                                                most 32 bits, with __MSL_EXCHANGE_FAILED
 *   threadgroup void *__msl_threadgroup_alloc(uint id, uint size, uint align)    a program's threadgroup variable
 *   plain extern "C" functions __msl_<name>                                      found in the engine's table of symbols
 *
 * Values travel as their bits, zero-extended to 64. Operation, type, kind, order and scope are constants after inlining. */
#ifndef MSL_OPERATIONS_H
#define MSL_OPERATIONS_H

#define __MSL_EXCHANGE_FAILED 0x100000000u

enum __msl_operation {
    /* permute: a = data; c = lane, mask or delta */
    __MSL_BROADCAST = 1, __MSL_BROADCAST_FIRST, __MSL_SHUFFLE, __MSL_SHUFFLE_XOR, __MSL_SHUFFLE_UP, __MSL_SHUFFLE_DOWN,
    __MSL_ROTATE_UP, __MSL_ROTATE_DOWN,
    __MSL_FILL_UP, __MSL_FILL_DOWN, /* b = filling data, c = delta | modulo << 16 */
    /* reduce and scan: a = data */
    __MSL_SUM, __MSL_PRODUCT, __MSL_MINIMUM, __MSL_MAXIMUM, __MSL_AND, __MSL_OR, __MSL_XOR,
    __MSL_EXCLUSIVE_SUM, __MSL_INCLUSIVE_SUM, __MSL_EXCLUSIVE_PRODUCT, __MSL_INCLUSIVE_PRODUCT,
    /* vote: a = predicate */
    __MSL_ALL, __MSL_ANY, __MSL_BALLOT, __MSL_ACTIVE_MASK, __MSL_IS_FIRST,
    /* simdgroup_matrix: a = address of this lane's struct { float a[2], b[2], c[2], d[2]; }; d = a * b + c of the 8 x 8 matrices.
     * Lane i holds elements (row, column) and (row, column + 1), laid out as on Apple's GPUs. */
    __MSL_MATRIX_MULTIPLY_ACCUMULATE,
    /* matmul2d: a = address of this lane's __msl_matmul (cooperative.h) */
    __MSL_MATMUL,
    /* reduce_rows, reduce_columns: a = address of this lane's __msl_reduce */
    __MSL_REDUCE,
    __MSL_QUAD = 0x80 /* or-ed in: the same over the quad-group */
};

enum __msl_type {
    __MSL_I8 = 1, __MSL_U8, __MSL_I16, __MSL_U16, __MSL_I32, __MSL_U32, __MSL_I64, __MSL_U64, __MSL_F16, __MSL_BF16, __MSL_F32,
    __MSL_BOOL
};

enum __msl_barrier_kind { __MSL_BARRIER_SIMDGROUP = 1, __MSL_BARRIER_THREADGROUP };

enum __msl_atomic_operation {
    __MSL_ATOMIC_LOAD = 1, __MSL_ATOMIC_STORE, __MSL_ATOMIC_EXCHANGE,
    __MSL_ATOMIC_ADD, __MSL_ATOMIC_SUB, __MSL_ATOMIC_AND, __MSL_ATOMIC_OR, __MSL_ATOMIC_XOR, __MSL_ATOMIC_MIN, __MSL_ATOMIC_MAX
};

/* memory_order */
enum __msl_order { __MSL_RELAXED = 0, __MSL_ACQUIRE = 2, __MSL_RELEASE = 3, __MSL_ACQ_REL = 4, __MSL_SEQ_CST = 5 };
/* thread_scope */
enum __msl_scope { __MSL_SCOPE_THREAD = 0, __MSL_SCOPE_SIMDGROUP, __MSL_SCOPE_THREADGROUP, __MSL_SCOPE_DEVICE };
/* mem_flags, or-ed */
enum __msl_flags { __MSL_MEM_NONE = 0, __MSL_MEM_DEVICE = 1, __MSL_MEM_THREADGROUP = 2, __MSL_MEM_TEXTURE = 4,
                   __MSL_MEM_THREADGROUP_IMAGEBLOCK = 8, __MSL_MEM_OBJECT_DATA = 16 };

/* What checked mode is told of tensors (__msl/tensor_members.h), with the numbers a, b, c that engine/checked/checked_tensor.c has words for. */
enum __msl_tensor_misuse {
    __MSL_TENSOR_NULL = 1, __MSL_TENSOR_ELEMENT, __MSL_TENSOR_RUN, __MSL_TENSOR_ORIGIN, __MSL_TENSOR_SLICE, __MSL_TENSOR_ALIGNED, __MSL_TENSOR_CONVERTED,
    __MSL_TENSOR_EXTENT, __MSL_TENSOR_STRIDE, __MSL_TENSOR_OVERLAP, __MSL_TENSOR_ROW, __MSL_TENSOR_BASE,
    __MSL_COOP_UNSET, __MSL_COOP_INVALID, __MSL_COOP_OTHER, __MSL_MATMUL_INNER,
    __MSL_TENSOR_MEMORY /* always told: b bytes from address a on are the tensor's, of c that are there, or of -1: not known */
};

#endif
