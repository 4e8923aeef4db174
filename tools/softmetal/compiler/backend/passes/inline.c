/* inline.c: how much of a kernel becomes one function. All of it, unless that were more than LLVM compiles in seconds. */
#include "passes.h"
#include <stdlib.h>

typedef struct callable {
    LLVMValueRef function;
    uint64_t size; /* in instructions, with everything it calls inlined; 0: not counted yet */
    uint32_t calls;
    bool open; /* being counted: a call of it is recursion */
} callable;

typedef struct call_graph {
    callable *of; /* by address */
    size_t count;
} call_graph;

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const callable *)a)->function, y = (uintptr_t)((const callable *)b)->function;
    return (x > y) - (x < y);
}

static callable *find_callable(const call_graph *g, LLVMValueRef function)
{
    callable key = {.function = function};
    return bsearch(&key, g->of, g->count, sizeof key, by_address);
}

static uint64_t inlined_size(const call_graph *g, callable *c)
{
    if (c->size || c->open)
        return c->size;
    c->open = true;
    uint64_t size = 1;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i), size++) {
            callable *called = LLVMIsACallInst(i) ? find_callable(g, LLVMGetCalledValue(i)) : NULL;
            if (!called)
                continue;
            called->calls++;
            size += inlined_size(g, called);
        }
    }
    c->open = false;
    return c->size = size < UINT32_MAX ? size : UINT32_MAX;
}

/* Inlining everything multiplies what a library of arithmetic on long numbers consists of; a kernel that would become
 * that large calls such functions instead. */
void limit_inlining(lowering *l)
{
    enum { LARGE_KERNEL = 100000, LARGE_FUNCTION = 300 };
    call_graph g = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f))
        g.count += !LLVMIsDeclaration(f);
    g.of = allocate((g.count + 1) * sizeof *g.of);
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            g.of[n++].function = f;
    }
    qsort(g.of, g.count, sizeof *g.of, by_address);
    bool large = inlined_size(&g, find_callable(&g, l->function->value)) > LARGE_KERNEL;
    for (size_t i = 0; large && i < g.count; i++) {
        if (g.of[i].calls < 2 || g.of[i].size < LARGE_FUNCTION)
            continue;
        LLVMRemoveEnumAttributeAtIndex(g.of[i].function, LLVMAttributeFunctionIndex, attribute_kind("alwaysinline"));
        add_attribute(l, g.of[i].function, "noinline");
    }
    free(g.of);
}
