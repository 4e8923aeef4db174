/* places.c: in checked mode, loads and stores of a cooperative tensor's slots: the engine is told of each. The headers
 * get the address of a slot from __msl_coop_place(slot, written, index, is valid), which this replaces. */
#include "../../../engine/checked/checked.h"
#include "passes.h"

typedef struct slot_use {
    lowering *l;
    LLVMValueRef thread, call;
} slot_use;

static void tell(const slot_use *p, LLVMValueRef before, uint32_t flags)
{
    lowering *l = p->l;
    uint32_t line, column;
    source_position(l, before, &line, &column);
    LLVMTypeRef parameters[] = {l->pointer, l->pointer, l->i32, l->i32, l->i32, l->i32};
    LLVMTypeRef type = LLVMFunctionType(l->nothing, parameters, 6, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_check_place");
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_check_place", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMPositionBuilderBefore(l->b, before);
    LLVMValueRef valid = LLVMBuildZExt(l->b, LLVMGetOperand(p->call, 3), l->i32, ""),
                 all = LLVMBuildOr(l->b, valid, LLVMConstInt(l->i32, flags, 0), "");
    LLVMValueRef v[] = {p->thread, LLVMGetOperand(p->call, 1),    LLVMGetOperand(p->call, 2),
                        all,       LLVMConstInt(l->i32, line, 0), LLVMConstInt(l->i32, column, 0)};
    LLVMBuildCall2(l->b, type, f, v, 6, "");
}

/* Tells of what is done through the address. False: it goes where that cannot be followed. */
static bool follow(const slot_use *p, LLVMValueRef address)
{
    bool followed = true;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user))
            tell(p, user, 0);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address)
            tell(p, user, SM_PLACE_STORE);
        else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user))
            followed = follow(p, user) && followed;
        else
            followed = followed && (LLVMIsAPtrToIntInst(user) || LLVMIsAICmpInst(user));
    }
    return followed;
}

void check_place(lowering *l, LLVMValueRef thread, LLVMValueRef call)
{
    slot_use p = {l, thread, call};
    if (!follow(&p, call))
        tell(&p, call, SM_PLACE_STORE);
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
}
