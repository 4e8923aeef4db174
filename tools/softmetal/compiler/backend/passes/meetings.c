/* meetings.c: in which functions threads may meet. Functions that are not inlined are recursive ones, and those called
 * through pointers. */
#include "passes.h"
#include <stdlib.h>

static bool has_address_taken(LLVMValueRef function)
{
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return true;
    }
    return false;
}

static LLVMValueRef called_function(LLVMValueRef call)
{
    LLVMValueRef f = LLVMGetCalledValue(call);
    while (LLVMIsAConstantExpr(f))
        f = LLVMGetOperand(f, 0);
    return LLVMIsAFunction(f) ? f : NULL;
}

static bool is_known_to_meet(const lowering *l, LLVMValueRef function)
{
    for (size_t i = 0; i < l->meetings; i++) {
        if (l->meeting[i] == function)
            return true;
    }
    return false;
}

/* Whether instruction i is a call during which threads may meet, other than the meeting itself. */
bool may_meet(const lowering *l, LLVMValueRef i)
{
    if (!LLVMIsACallInst(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
        return false;
    LLVMValueRef f = called_function(i);
    if (f)
        return !LLVMIsDeclaration(f) && is_known_to_meet(l, f);
    for (size_t m = 0; m < l->meetings; m++) {
        if (has_address_taken(l->meeting[m]))
            return true;
    }
    return false;
}

static bool contains_meeting(const lowering *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_meeting(i) || may_meet(l, i))
                return true;
        }
    }
    return false;
}

/* Collects the functions in which threads may meet, through any number of calls. */
void find_meetings(lowering *l)
{
    for (bool again = true; again;) {
        again = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
            if (LLVMIsDeclaration(f) || is_known_to_meet(l, f) || !contains_meeting(l, f))
                continue;
            l->meeting = realloc(l->meeting, (l->meetings + 1) * sizeof *l->meeting);
            l->meeting[l->meetings++] = f;
            again = true;
        }
    }
}
