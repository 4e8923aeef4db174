/* numerics.c: how far floating-point arithmetic may be optimised. Clang marks with `contract` what is compiled in fast
 * or relaxed math; every such instruction gets the licence of that mode (MSL 1.6.3), except inside the library's exact
 * functions.
 *
 * In a program with pragmas of math, each instruction that is not of an exact function is marked by metadata, and once
 * functions are inlined gets what the region allows in which it, or the call that brought it, stands.
 *
 * Neither mode is told that there are no infinities and NaNs. The specification allows it for fast math; but programs
 * use INFINITY as the start of a maximum all the same, and Apple's GPUs let them. */
#include "passes.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_exact(LLVMValueRef function)
{
    const char *name = LLVMGetValueName(function);
    return strstr(name, "5metal7precise") || strstr(name, "5metal7__exact");
}

static const LLVMFastMathFlags licence =
    LLVMFastMathAllowReassoc | LLVMFastMathNoSignedZeros | LLVMFastMathAllowReciprocal | LLVMFastMathApproxFunc;

static void each_instruction(lowering *l, const program *p, LLVMValueRef function,
                             void (*step)(lowering *l, const program *p, LLVMValueRef instruction))
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMCanValueUseFastMathFlags(i) && !LLVMIsAPHINode(i) && !LLVMIsASelectInst(i))
                step(l, p, i);
        }
    }
}

static void relax(lowering *l, const program *p, LLVMValueRef instruction)
{
    (void)l;
    (void)p;
    if (LLVMGetFastMathFlags(instruction) & LLVMFastMathAllowContract)
        LLVMSetFastMathFlags(instruction, LLVMGetFastMathFlags(instruction) | licence);
}

static unsigned mark_of(const lowering *l)
{
    static const char name[] = "msl.inexact";
    return LLVMGetMDKindIDInContext(l->c, name, sizeof name - 1);
}

static void mark(lowering *l, const program *p, LLVMValueRef instruction)
{
    (void)p;
    LLVMSetMetadata(instruction, mark_of(l), LLVMMDNodeInContext(l->c, NULL, 0));
}

void relax_arithmetic(lowering *l, const program *p)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f) && !is_exact(f))
            each_instruction(l, p, f, p->regions ? mark : relax);
    }
}

static bool contains(const math_region *r, const origin *o)
{
    if (!o->line || strcmp(r->file, o->file) != 0)
        return false;
    if (r->point)
        return o->line == r->line && o->column == r->column;
    return o->line > r->line &&
           (!r->last_line || o->line < r->last_line || (o->line == r->last_line && o->column < r->last_column));
}

/* Flags can only be added. The innermost region is the one that starts last; of those at one line, the one noted last.
 */
static void apply_regions(lowering *l, const program *p, LLVMValueRef instruction)
{
    origin o = find_origin(instruction);
    bool rewritten = l->math != SM_MATH_SAFE, contracted = rewritten;
    unsigned rewritten_at = 0, contracted_at = 0;
    for (size_t i = 0; i < p->regions; i++) {
        const math_region *r = &p->region[i];
        if (!contains(r, &o))
            continue;
        if (r->licence != '-' && r->line >= rewritten_at) {
            rewritten = r->licence == '1';
            rewritten_at = r->line;
        }
        if (r->contract != '-' && r->line >= contracted_at) {
            contracted = r->contract == '1';
            contracted_at = r->line;
        }
    }
    if (!LLVMGetMetadata(instruction, mark_of(l)))
        return;
    LLVMSetMetadata(instruction, mark_of(l), NULL);
    if (rewritten)
        LLVMSetFastMathFlags(instruction, licence);
    if (contracted && !o.own) /* the program's own has it from clang */
        LLVMSetFastMathFlags(instruction, LLVMFastMathAllowContract);
}

void follow_math_pragmas(lowering *l, const program *p)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); p->regions && f; f = LLVMGetNextFunction(f))
        each_instruction(l, p, f, apply_regions);
}
