/* inline.c: how much of a kernel becomes one function. All of it, unless that were more than LLVM compiles in seconds:
 * inlining everything multiplies what a library of arithmetic on long numbers consists of. */
#include "passes.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

typedef struct callable {
    LLVMValueRef function;
    uint64_t size;     /* in instructions, with everything it calls inlined; 0: not counted yet */
    uint64_t unrolled; /* the same, with the loops unrolled that ask for it */
    uint32_t calls;
    bool meets; /* threads may meet in it */
    bool open;  /* being counted: a call of it is recursion */
    bool apart; /* it is not inlined: a call is one instruction */
} callable;

typedef struct call_graph {
    callable *of; /* by address */
    size_t count;
    uint64_t least; /* unrolled size of functions that stay apart if they are called more than once; 0: none does */
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

/* ---- loops that ask to be unrolled: what LLVM unrolls by itself stays small */

/* How often one property of a loop, `!{!"llvm.loop.unroll.count", i32 16}`, repeats its body. */
static uint64_t repetitions_of(LLVMValueRef property)
{
    enum { UNKNOWN = 16 };
    LLVMValueRef word[2];
    unsigned words = LLVMIsAMDNode(property) ? (unsigned)LLVMGetMDNodeNumOperands(property) : 0, n = 0;
    if (words < 1 || words > 2)
        return 1;
    LLVMGetMDNodeOperands(property, word);
    const char *name = LLVMGetMDString(word[0], &n), *text = name ? format_text("%.*s", (int)n, name) : "";
    if (words == 2 && strcmp(text, "llvm.loop.unroll.count") == 0 && LLVMIsAConstantInt(word[1]))
        return LLVMConstIntGetZExtValue(word[1]);
    return strcmp(text, "llvm.loop.unroll.full") == 0 || strcmp(text, "llvm.loop.unroll.enable") == 0 ? UNKNOWN : 1;
}

/* Properties of a loop are metadata of the branch back to its header. */
static uint64_t repetitions(const lowering *l, const cfg *g, const cfg_loop *loop)
{
    unsigned kind = LLVMGetMDKindIDInContext(l->c, "llvm.loop", 9);
    uint64_t most = 1;
    for (int i = loop->header; i < g->blocks; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(g->block[i]),
                     list = loop->in[i] ? LLVMGetMetadata(branch, kind) : NULL;
        bool back = false;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
            back = back || LLVMGetSuccessor(branch, s) == g->block[loop->header];
        unsigned count = list && back ? (unsigned)LLVMGetMDNodeNumOperands(list) : 0;
        LLVMValueRef *property = allocate((count + 1) * sizeof *property);
        if (count)
            LLVMGetMDNodeOperands(list, property);
        for (unsigned p = 1; p < count; p++) { /* the first is the list itself */
            uint64_t n = repetitions_of(property[p]);
            most = n > most ? n : most;
        }
        free(property);
    }
    return most;
}

/* For each block how often it is repeated, at most as often as LLVM repeats anything. */
static uint64_t *weigh_blocks(const lowering *l, const cfg *g)
{
    enum { MOST = 1024 };
    uint64_t *weight = allocate(((size_t)g->blocks + 1) * sizeof *weight);
    for (int b = 0; b < g->blocks; b++)
        weight[b] = 1;
    for (int i = 0; i < g->loops; i++) {
        uint64_t times = repetitions(l, g, &g->loop[i]);
        for (int b = 0; b < g->blocks && times > 1; b++) {
            uint64_t all = g->loop[i].in[b] ? weight[b] * times : weight[b];
            weight[b] = all < MOST ? all : MOST;
        }
    }
    return weight;
}

/* ---- sizes */
static void measure(lowering *l, const call_graph *g, callable *c);

static void note_recursion(lowering *l, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    l->recursive = true;
    l->recursion_line = subprogram ? LLVMDISubprogramGetLine(subprogram) : 0;
}

static void measure_block(lowering *l, const call_graph *g, callable *c, LLVMBasicBlockRef block, uint64_t weight)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        callable *called = LLVMIsACallInst(i) ? find_callable(g, LLVMGetCalledValue(i)) : NULL;
        c->size++;
        c->unrolled += weight;
        c->meets = c->meets || is_meeting(i);
        if (!called)
            continue;
        called->calls += !g->least; /* at the first counting */
        if (called->open && !l->recursive)
            note_recursion(l, called->function);
        measure(l, g, called);
        if (called->apart)
            continue;
        c->size += called->size;
        c->unrolled += called->unrolled * weight;
        c->meets = c->meets || called->meets;
    }
}

static void measure(lowering *l, const call_graph *g, callable *c)
{
    if (c->size || c->open)
        return;
    cfg flow;
    cfg_build(&flow, c->function);
    uint64_t *weight = weigh_blocks(l, &flow);
    c->open = true;
    for (int b = 0; b < flow.blocks; b++)
        measure_block(l, g, c, flow.block[b], weight[b]);
    c->open = false;
    c->size = c->size < UINT32_MAX ? c->size : UINT32_MAX;
    c->unrolled = c->unrolled < UINT32_MAX ? c->unrolled : UINT32_MAX;
    c->apart = g->least && c->calls > 1 && !c->meets && c->unrolled >= g->least;
    free(weight);
    cfg_free(&flow);
}

enum { LARGE = 100000, LARGE_UNROLLED = 20000, LARGE_MEETING = 10000 }; /* instructions of a kernel */

/* Code in which threads meet is worth less in pieces, since only one function becomes vector code: there the loops that
 * ask to be unrolled do not make a kernel large by themselves. */
static bool is_large(const callable *kernel)
{
    return kernel->size > LARGE ||
           (kernel->unrolled > LARGE_UNROLLED && (!kernel->meets || kernel->size > LARGE_MEETING));
}

static void keep_apart(lowering *l, const callable *c)
{
    LLVMRemoveEnumAttributeAtIndex(c->function, LLVMAttributeFunctionIndex, attribute_kind("alwaysinline"));
    add_attribute(l, c->function, "noinline");
}

/* A large function that is called more than once stays one in a large kernel, unless threads meet in it. Vector code is
 * not made of such a kernel: check_for_vectors() finds the calls. */
void limit_inlining(lowering *l)
{
    enum { LARGE_FUNCTION = 300, LARGE_FUNCTION_MEETING = 20000 };
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
    callable *kernel = find_callable(&g, l->function->value);
    measure(l, &g, kernel);
    for (size_t i = 0; i < g.count && l->recursive; i++) /* so that what has no end ends with the stack */
        LLVMAddTargetDependentFunctionAttr(g.of[i].function, "disable-tail-calls", "true");
    if (is_large(kernel)) {
        bool meets = kernel->meets && kernel->size <= LARGE; /* beyond that, such a function takes minutes to compile */
        for (size_t i = 0; i < g.count; i++)
            g.of[i].size = g.of[i].unrolled = 0;
        g.least = meets ? LARGE_FUNCTION_MEETING : LARGE_FUNCTION;
        measure(l, &g, kernel);
    }
    for (size_t i = 0; i < g.count; i++) {
        if (g.of[i].apart)
            keep_apart(l, &g.of[i]);
    }
    free(g.of);
}
