/* components.c: an access to one component of a vector in memory touches that component only. Clang writes `v.x = s` as
 * load, insert and store of the whole vector; were that done, a thread would put back what others had in the other
 * components before. */
#include "passes.h"
#include <llvm-c/Target.h>
#include <stdlib.h>

enum { MOST = 16 };

static bool has_whole_bytes(const lowering *l, LLVMTypeRef element)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->m);
    return LLVMSizeOfTypeInBits(layout, element) == 8 * LLVMStoreSizeOfType(layout, element);
}

static bool is_plain_vector_load(const lowering *l, LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic && has_whole_bytes(l, LLVMGetElementType(LLVMTypeOf(v)));
}

static LLVMValueRef component_pointer(lowering *l, LLVMValueRef vector, LLVMTypeRef element, uint64_t n)
{
    LLVMValueRef at = LLVMConstInt(l->i64, n, 0);
    return LLVMBuildInBoundsGEP2(l->b, element, vector, &at, 1, "component");
}

/* Component n keeps as much of the whole vector's alignment as its place has, so that checked mode still sees a vector
 * that lies where none may. */
static void set_alignment(const lowering *l, LLVMValueRef access, LLVMValueRef whole, LLVMTypeRef element, uint64_t n)
{
    uint64_t place = n * LLVMStoreSizeOfType(LLVMGetModuleDataLayout(l->m), element);
    unsigned alignment = LLVMGetAlignment(whole);
    while (place % alignment)
        alignment /= 2;
    LLVMSetAlignment(access, alignment);
}

/* ---- stores */

/* Nothing between the two, of one block, may write. */
static bool is_undisturbed(LLVMValueRef load, LLVMValueRef store)
{
    if (LLVMGetInstructionParent(load) != LLVMGetInstructionParent(store))
        return false;
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i && i != store; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
            LLVMIsAFenceInst(i))
            return false;
    }
    return true;
}

/* Erases insertions into a load that nothing uses any more, and the load. */
static void erase_unused(LLVMValueRef v)
{
    while (LLVMIsAInsertElementInst(v) && !LLVMGetFirstUse(v)) {
        LLVMValueRef inner = LLVMGetOperand(v, 0);
        LLVMInstructionEraseFromParent(v);
        v = inner;
    }
    if (LLVMIsALoadInst(v) && !LLVMGetFirstUse(v))
        LLVMInstructionEraseFromParent(v);
}

static void split_store(lowering *l, LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1), value[MOST] = {NULL};
    unsigned inserted = 0;
    if (LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic || LLVMGetVolatile(store))
        return;
    for (; LLVMIsAInsertElementInst(v); v = LLVMGetOperand(v, 0)) {
        LLVMValueRef index = LLVMGetOperand(v, 2);
        uint64_t n = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : MOST;
        if (n >= MOST)
            return;
        inserted++;
        if (!value[n]) /* the last one counts */
            value[n] = LLVMGetOperand(v, 1);
    }
    if (!inserted || !is_plain_vector_load(l, v) || LLVMGetOperand(v, 0) != pointer || !is_undisturbed(v, store))
        return;
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(v));
    LLVMPositionBuilderBefore(l->b, store);
    for (uint64_t n = 0; n < MOST; n++) {
        if (value[n])
            set_alignment(l, LLVMBuildStore(l->b, value[n], component_pointer(l, pointer, element, n)), store, element,
                          n);
    }
    LLVMValueRef whole = LLVMGetOperand(store, 0);
    LLVMInstructionEraseFromParent(store);
    erase_unused(whole);
}

/* ---- loads */

static bool is_extracted_only(LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAExtractElementInst(user) || !LLVMIsAConstantInt(LLVMGetOperand(user, 1)))
            return false;
    }
    return true;
}

static void split_load(lowering *l, LLVMValueRef load)
{
    if (!is_plain_vector_load(l, load) || !is_extracted_only(load))
        return;
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(load));
    for (LLVMUseRef u; (u = LLVMGetFirstUse(load));) {
        LLVMValueRef user = LLVMGetUser(u);
        uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1));
        LLVMPositionBuilderBefore(l->b, load);
        LLVMValueRef one = LLVMBuildLoad2(l->b, element, component_pointer(l, LLVMGetOperand(load, 0), element, n), "");
        set_alignment(l, one, load, element, n);
        LLVMReplaceAllUsesWith(user, one);
        LLVMInstructionEraseFromParent(user);
    }
    LLVMInstructionEraseFromParent(load);
}

void split_components(lowering *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsAStoreInst(i) && may_be_shared(LLVMGetOperand(i, 1)))
                split_store(l, i);
        }
    }
}

/* Loads that are whole in the program cost less as one; checked mode wants to know what is used. */
void split_loads(lowering *l, LLVMValueRef function)
{
    size_t n;
    LLVMValueRef *list = instructions_of(function, &n);
    for (size_t i = 0; i < n; i++) {
        if (LLVMIsALoadInst(list[i]) && may_be_shared(LLVMGetOperand(list[i], 0)))
            split_load(l, list[i]);
    }
    free(list);
}
