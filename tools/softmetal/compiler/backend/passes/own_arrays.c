/* own_arrays.c: in checked mode, accesses to a thread's own arrays, and to constant ones of the program, are marked
 * where they may leave the array, or a row of it: __msl_own(outside, offset, length, access), which undefined.c
 * replaces. This comes before LLVM takes arrays apart, for it makes what it likes of an element that there is not; but
 * after variables have become values, so that pointers show what they point into. */
#include "../../../engine/checked/checked_access.h"
#include "passes.h"
#include <llvm-c/Target.h>
#include <stdlib.h>

enum { MOST_POINTERS = 64 };

static LLVMValueRef wide(lowering *l, uint64_t v)
{
    return LLVMConstInt(l->i64, v, 0);
}

static uint64_t bytes_of(const lowering *l, LLVMTypeRef type)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(l->m), type);
}

/* ---- What a pointer points into */

static bool is_step(LLVMValueRef p)
{
    return LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p);
}

static bool is_choice(LLVMValueRef p)
{
    return LLVMIsAPHINode(p) || LLVMIsASelectInst(p);
}

/* Its bytes; 0: it is no array that is known here. */
static uint64_t object_size(const lowering *l, LLVMValueRef object)
{
    if (LLVMIsAAllocaInst(object) && LLVMIsAConstantInt(LLVMGetOperand(object, 0)))
        return LLVMConstIntGetZExtValue(LLVMGetOperand(object, 0)) * bytes_of(l, LLVMGetAllocatedType(object));
    bool constant = LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object) && !LLVMIsDeclaration(object);
    return constant ? bytes_of(l, LLVMGlobalGetValueType(object)) : 0;
}

static void add_pointer(LLVMValueRef *list, size_t *count, LLVMValueRef p)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i] == p)
            return;
    if (*count < MOST_POINTERS)
        list[(*count)++] = p;
}

/* The one object that the pointer, or each that it may be, is computed from; NULL if there are several. */
static LLVMValueRef object_of(const lowering *l, LLVMValueRef pointer)
{
    LLVMValueRef list[MOST_POINTERS] = {pointer}, object = NULL;
    size_t count = 1;
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef p = list[i];
        while (is_step(p))
            p = LLVMGetOperand(p, 0);
        if (LLVMIsAPHINode(p)) {
            for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
                add_pointer(list, &count, LLVMGetIncomingValue(p, k));
        } else if (LLVMIsASelectInst(p)) {
            add_pointer(list, &count, LLVMGetOperand(p, 1));
            add_pointer(list, &count, LLVMGetOperand(p, 2));
        } else if (!LLVMIsUndef(p)) {
            if (!object_size(l, p) || (object && object != p) || count == MOST_POINTERS)
                return NULL;
            object = p;
        }
    }
    return object;
}

/* ---- Where it points to */

typedef struct spot {
    LLVMValueRef object, offset, outside; /* outside: of the object */
    uint64_t length;
    /* the row that its subscripts leave, the outermost: bytes from its beginning, and how many it has */
    LLVMValueRef in_row, leaves;
    uint64_t row;
} spot;

/* `a[i][j]`: j is beyond its row. Not of a step whose result another one starts counting from. */
static void check_row(lowering *l, spot *to, LLVMTypeRef array, LLVMValueRef index)
{
    uint64_t count = LLVMGetArrayLength2(array), size = bytes_of(l, LLVMGetElementType(array));
    if (count * size >= to->length || !count)
        return;
    LLVMValueRef leaves = LLVMBuildICmp(l->b, LLVMIntUGE, index, wide(l, count), "");
    LLVMValueRef in_row = LLVMBuildMul(l->b, index, wide(l, size), "");
    to->in_row = to->leaves ? LLVMBuildSelect(l->b, to->leaves, to->in_row, in_row, "") : in_row;
    to->leaves = to->leaves ? LLVMBuildOr(l->b, to->leaves, leaves, "") : leaves;
    to->row = count * size;
}

/* The bytes that one step of an address computation adds. */
static LLVMValueRef step_bytes(lowering *l, LLVMValueRef step, spot *to, bool last)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    LLVMValueRef bytes = wide(l, 0);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            bytes = LLVMBuildAdd(l->b, bytes, wide(l, LLVMOffsetOfElement(LLVMGetModuleDataLayout(l->m), type, member)),
                                 "");
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        LLVMValueRef n = LLVMBuildIntCast2(l->b, index, l->i64, 1, "");
        if (i > 1 && last && LLVMGetTypeKind(type) == LLVMArrayTypeKind)
            check_row(l, to, type, n);
        type = i > 1 ? LLVMGetElementType(type) : type;
        bytes = LLVMBuildAdd(l->b, bytes, LLVMBuildMul(l->b, n, wide(l, bytes_of(l, type)), ""), "");
    }
    return bytes;
}

static bool starts_there(LLVMValueRef step)
{
    LLVMValueRef first = LLVMGetOperand(step, 1);
    return LLVMIsAConstantInt(first) && LLVMIsNull(first);
}

static void follow_steps(lowering *l, LLVMValueRef p, spot *to)
{
    bool last = true;
    to->offset = wide(l, 0);
    for (LLVMValueRef at = p; at != to->object; at = LLVMGetOperand(at, 0)) {
        if (!LLVMIsAGetElementPtrInst(at))
            continue;
        to->offset = LLVMBuildAdd(l->b, to->offset, step_bytes(l, at, to, last), "");
        last = last && starts_there(at);
    }
}

static bool is_direct(LLVMValueRef p)
{
    while (is_step(p))
        p = LLVMGetOperand(p, 0);
    return !is_choice(p);
}

/* ---- Marks */

static void mark(lowering *l, LLVMValueRef outside, LLVMValueRef offset, uint64_t length, uint32_t access)
{
    if (LLVMIsAConstantInt(outside) && LLVMIsNull(outside))
        return;
    LLVMTypeRef parameters[] = {LLVMInt1TypeInContext(l->c), l->i64, l->i64, l->i32};
    LLVMTypeRef type = LLVMFunctionType(l->nothing, parameters, 4, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "__msl_own");
    if (!f) {
        f = LLVMAddFunction(l->m, "__msl_own", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMValueRef v[] = {outside, offset, wide(l, length), number(l, access)};
    LLVMBuildCall2(l->b, type, f, v, 4, "");
}

/* An access of `size` bytes (i64) by this operand. */
static void check_pointer(lowering *l, LLVMValueRef instruction, unsigned operand, LLVMValueRef size, uint32_t access)
{
    LLVMValueRef p = LLVMGetOperand(instruction, operand);
    spot to = {.object = object_of(l, p)};
    if (!to.object || to.object == p)
        return;
    if (LLVMIsAGlobalVariable(to.object))
        access |= SM_ACCESS_SPACE * 2;
    to.length = object_size(l, to.object);
    LLVMPositionBuilderBefore(l->b, instruction);
    if (is_direct(p))
        follow_steps(l, p, &to);
    else
        to.offset = LLVMBuildSub(
            l->b, LLVMBuildPtrToInt(l->b, p, l->i64, ""),
            LLVMBuildPtrToInt(l->b, LLVMBuildAddrSpaceCast(l->b, to.object, LLVMTypeOf(p), ""), l->i64, ""), "");
    LLVMValueRef room = LLVMBuildSub(l->b, wide(l, to.length), size, "");
    to.outside = LLVMBuildICmp(l->b, LLVMIntUGT, to.offset, room, "outside");
    mark(l, to.outside, to.offset, to.length, access);
    if (to.leaves)
        mark(l, LLVMBuildAnd(l->b, to.leaves, LLVMBuildNot(l->b, to.outside, ""), ""), to.in_row, to.row, access);
    if (LLVMIsAConstantInt(to.outside) && LLVMIsNull(to.outside))
        return;
    LLVMValueRef begin = LLVMBuildAddrSpaceCast(l->b, to.object, LLVMTypeOf(p), "");
    LLVMSetOperand(instruction, operand, LLVMBuildSelect(l->b, to.outside, begin, p, ""));
}

static void check_access(lowering *l, LLVMValueRef i)
{
    bool copies = is_call_to(i, "llvm.memcpy") || is_call_to(i, "llvm.memmove");
    if (LLVMIsALoadInst(i)) {
        check_pointer(l, i, 0, wide(l, bytes_of(l, LLVMTypeOf(i))), 0);
    } else if (LLVMIsAStoreInst(i)) {
        check_pointer(l, i, 1, wide(l, bytes_of(l, LLVMTypeOf(LLVMGetOperand(i, 0)))), SM_ACCESS_STORE);
    } else if (copies || is_call_to(i, "llvm.memset")) {
        LLVMPositionBuilderBefore(l->b, i);
        LLVMValueRef size = LLVMBuildIntCast2(l->b, LLVMGetOperand(i, 2), l->i64, 0, "");
        check_pointer(l, i, 0, size, SM_ACCESS_STORE);
        if (copies)
            check_pointer(l, i, 1, size, 0);
    }
}

void check_arrays(lowering *l, LLVMValueRef function)
{
    size_t n;
    LLVMValueRef *list = instructions_of(function, &n);
    for (size_t i = 0; i < n; i++)
        check_access(l, list[i]);
    free(list);
}
