/* checked_tensor.c: in checked mode, what programs do with tensors that the text leaves undefined (MSL 2.22.2):
 * elements and slices beyond a tensor, null tensors, and sizes, strides or memory that no tensor can have. The headers
 * look (include/__msl/tensor_members.h); the words are here. */
#include "../../include/__msl/operations.h"
#include "checked.h"
#include "checked_matmul.h"

void sm_check_place(sm_thread *thread, uint8_t *written, int32_t slot, uint32_t flags, uint32_t line, uint32_t column)
{
    if (!(flags & SM_PLACE_VALID))
        sm_check_tensor(thread, __MSL_COOP_INVALID, slot, 0, 0, line, column);
    else if (!(flags & SM_PLACE_STORE) && !*written)
        sm_check_tensor(thread, __MSL_COOP_UNSET, slot, 0, 0, line, column);
    if (flags & SM_PLACE_STORE)
        *written = 1;
}

#define FINDS(kind, ...) sm_checker_report(thread, "tensor-" kind, line, column, __VA_ARGS__)

/* Elements, slices and conversions of a tensor that is there. */
static bool finds_misuse(sm_thread *thread, uint32_t kind, long long p, long long q, long long r, uint32_t line,
                         uint32_t column)
{
    switch ((enum __msl_tensor_misuse)kind) {
    case __MSL_TENSOR_NULL: FINDS("null", "uses a tensor that refers to no memory"); break;
    case __MSL_TENSOR_ELEMENT:
        FINDS("element", "takes element %lld of dimension %lld of a tensor, whose extent is %lld", q, p, r);
        break;
    case __MSL_TENSOR_RUN:
        FINDS("element", "moves elements up to %lld along dimension %lld of a tensor, whose extent is %lld", q - 1, p,
              r);
        break;
    case __MSL_TENSOR_ORIGIN:
        FINDS("slice", "makes a slice from %lld on in dimension %lld of a tensor, whose extent is %lld", q, p, r);
        break;
    case __MSL_TENSOR_SLICE:
        FINDS("slice", "makes a slice that ends at %lld in dimension %lld of a tensor, whose extent is %lld", q, p, r);
        break;
    case __MSL_TENSOR_ALIGNED:
        FINDS("aligned", "begins at %lld and takes %lld elements of a tensor in blocks: both must be multiples of 32",
              q, r);
        break;
    case __MSL_TENSOR_CONVERTED:
        FINDS("converted", "makes dimension %lld of a tensor %lld, which is %lld", p, r, q);
        break;
    default: return false;
    }
    return true;
}

/* Extents, strides and addresses that no tensor can have. */
static bool finds_shape(sm_thread *thread, uint32_t kind, long long p, long long q, long long r, uint32_t line,
                        uint32_t column)
{
    switch ((enum __msl_tensor_misuse)kind) {
    case __MSL_TENSOR_EXTENT: FINDS("extent", "makes a tensor with extent %lld in dimension %lld", q, p); break;
    case __MSL_TENSOR_STRIDE:
        FINDS("stride", "makes a tensor with stride %lld in dimension 0, where it is 1", q);
        break;
    case __MSL_TENSOR_OVERLAP:
        FINDS("stride",
              "makes a tensor with stride %lld in dimension %lld, of which those before reach to element %lld", q, p,
              r);
        break;
    case __MSL_TENSOR_ROW:
        FINDS("aligned", "makes a tensor of a format with rows %lld bytes apart, not a multiple of %lld", q, p);
        break;
    case __MSL_TENSOR_BASE:
        FINDS("aligned", "makes a tensor of a format at address 0x%llx, not a multiple of %lld", (unsigned long long)q,
              p);
        break;
    default: return false;
    }
    return true;
}

static void check_cooperative(sm_thread *thread, uint32_t kind, long long p, uint32_t line, uint32_t column)
{
    switch ((enum __msl_tensor_misuse)kind) {
    case __MSL_COOP_UNSET:
        FINDS("unset", "reads slot %lld of a cooperative tensor, which nothing has been put into", p);
        break;
    case __MSL_COOP_INVALID:
        FINDS("slot", "uses slot %lld of a cooperative tensor, which holds no element in this thread", p);
        break;
    case __MSL_COOP_OTHER:
        FINDS("operation",
              "gives matmul2d a cooperative tensor as its %s input whose elements lie otherwise: ask "
              "is_compatible_as_%s_input",
              p ? "right" : "left", p ? "right" : "left");
        break;
    default: break;
    }
}

/* A tensor of `size` bytes from an address on, of which fewer may be there: `own`, or what the checker knows if that
 * is -1. */
static void check_memory(sm_thread *thread, int64_t address, int64_t size, int64_t own, uint32_t line, uint32_t column)
{
    size_t room = own >= 0 ? (size_t)own : address ? sm_checker_room(thread, (uintptr_t)address) : SIZE_MAX;
    if (size > 0 && room < (uint64_t)size)
        FINDS("memory", "makes a tensor of %lld bytes of memory that has %zu", (long long)size, room);
}
#undef FINDS

void sm_check_tensor(sm_thread *thread, uint32_t kind, int64_t a, int64_t b, int64_t c, uint32_t line, uint32_t column)
{
    if (kind == __MSL_TENSOR_MEMORY)
        check_memory(thread, a, b, c, line, column);
    else if (kind == __MSL_MATMUL_INNER)
        sm_check_inner(thread, (long)a, (long)b, (long)c, line, column);
    else if (!finds_misuse(thread, kind, a, b, c, line, column) && !finds_shape(thread, kind, a, b, c, line, column))
        check_cooperative(thread, kind, a, line, column);
}
