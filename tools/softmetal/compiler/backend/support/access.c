/* access.c: what is known of an instruction that accesses memory. */
#include "context.h"

LLVMValueRef underlying(LLVMValueRef p)
{
    for (;;) {
        if (LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p) || LLVMIsABitCastInst(p) ||
            LLVMIsAFreezeInst(p) || LLVMIsAConstantExpr(p))
            p = LLVMGetOperand(p, 0);
        else
            return p;
    }
}

bool may_be_shared(LLVMValueRef p)
{
    LLVMValueRef object = underlying(p);
    return LLVMGetPointerAddressSpace(LLVMTypeOf(p)) != 0 && !LLVMIsAAllocaInst(object) &&
           !LLVMIsAGlobalVariable(object);
}

bool is_atomic(LLVMValueRef i)
{
    bool memory = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || is_call_to(i, "__msl_atomic") ||
           (memory && LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
}

static uint32_t order_from(LLVMAtomicOrdering ordering)
{
    switch (ordering) {
    case LLVMAtomicOrderingAcquire: return __MSL_ACQUIRE;
    case LLVMAtomicOrderingRelease: return __MSL_RELEASE;
    case LLVMAtomicOrderingAcquireRelease: return __MSL_ACQ_REL;
    case LLVMAtomicOrderingSequentiallyConsistent: return __MSL_SEQ_CST;
    default: return __MSL_RELAXED;
    }
}

uint32_t atomic_order(LLVMValueRef i)
{
    if (!LLVMIsAAtomicCmpXchgInst(i))
        return order_from(LLVMGetOrdering(i));
    uint32_t success = order_from(LLVMGetCmpXchgSuccessOrdering(i));
    bool acquires = LLVMGetCmpXchgFailureOrdering(i) == LLVMAtomicOrderingAcquire;
    return success == __MSL_RELAXED && acquires ? __MSL_ACQUIRE : success;
}
