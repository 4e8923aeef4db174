/* optimise.c: hands what lowering made to LLVM's optimiser, with the numeric profile and the vector functions that it
 * may use. */
#include "passes.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

/* Nothing in the module converges any more, so nothing need keep LLVM from treating calls as calls. */
static void drop_convergent(lowering *l)
{
    unsigned convergent = attribute_kind("convergent");
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, convergent);
        if (LLVMIsDeclaration(f) && strncmp(LLVMGetValueName(f), "__msl_", 6) == 0) {
            add_attribute(l, f, "nounwind");
            add_attribute(l, f, "willreturn");
        }
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (LLVMIsACallInst(i))
                    LLVMRemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, convergent);
            }
        }
    }
}

/* Declares the vector function of one variant, `_ZGV…N8vv_name(function)`: every parameter and the result, 8 wide. */
static void declare_variant(lowering *l, LLVMValueRef scalar, const char *variant, size_t length, LLVMValueRef *keep,
                            unsigned *kept)
{
    const char *open = memchr(variant, '(', length), *lanes = memchr(variant, 'N', length);
    if (!open || !lanes || variant[length - 1] != ')')
        return;
    unsigned n = (unsigned)strtoul(lanes + 1, NULL, 10), parameters = LLVMCountParams(scalar);
    char *name = format_text("%.*s", (int)(variant + length - 1 - (open + 1)), open + 1);
    LLVMTypeRef scalar_type = LLVMGlobalGetValueType(scalar), type[8];
    if (LLVMGetNamedFunction(l->m, name) || n < 2 || parameters > 8)
        return;
    LLVMGetParamTypes(scalar_type, type);
    for (unsigned i = 0; i < parameters; i++)
        type[i] = LLVMVectorType(type[i], n);
    LLVMTypeRef result = LLVMVectorType(LLVMGetReturnType(scalar_type), n);
    LLVMValueRef f = LLVMAddFunction(l->m, name, LLVMFunctionType(result, type, parameters, 0));
    add_attribute(l, f, "nounwind");
    add_attribute(l, f, "willreturn");
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(l->c, attribute_kind("memory"), 0));
    keep[(*kept)++] = f;
}

static const char variants_kept[] = "llvm.compiler.used";

/* Tells LLVM which vector functions compute the same as a scalar one of the runtime. */
static void attach_variants(lowering *l)
{
    static const char attribute[] = "vector-function-abi-variant";
    LLVMValueRef *keep = allocate((4 * l->variants + 1) * sizeof *keep); /* a few widths each */
    unsigned kept = 0;
    for (size_t v = 0; v < l->variants; v++) {
        LLVMValueRef f = LLVMGetNamedFunction(l->m, l->variant[v].name);
        if (!f || !LLVMIsDeclaration(f) || !LLVMGetFirstUse(f))
            continue;
        const char *abi = l->variant[v].abi;
        LLVMAttributeRef a =
            LLVMCreateStringAttribute(l->c, attribute, sizeof attribute - 1, abi, (unsigned)strlen(abi));
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f)
                LLVMAddCallSiteAttribute(user, LLVMAttributeFunctionIndex, a);
        }
        while (*abi) {
            size_t n = strcspn(abi, ",");
            declare_variant(l, f, abi, n, keep, &kept);
            abi += n + (abi[n] == ',');
        }
    }
    if (kept) { /* until they are called, nothing else keeps the declarations */
        LLVMValueRef list = LLVMAddGlobal(l->m, LLVMArrayType2(l->pointer, kept), variants_kept);
        LLVMSetInitializer(list, LLVMConstArray2(l->pointer, keep, kept));
        LLVMSetLinkage(list, LLVMAppendingLinkage);
        LLVMSetSection(list, "llvm.metadata");
    }
    free(keep);
}

static void set_numeric_profile(lowering *l, LLVMValueRef function)
{
    static const char subnormals[] = "denormal-fp-math-f32", estimates[] = "reciprocal-estimates";
    const char *mode = l->target.apple ? "preserve-sign,preserve-sign" : "ieee,ieee";
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(l->c, subnormals, sizeof subnormals - 1, mode, (unsigned)strlen(mode)));
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(l->c, estimates, sizeof estimates - 1, "none", 4)); /* they break on infinities */
}

/* What the functions keep on the stack; what spills comes on top. In quick code each value may have its place there. */
static void measure_stack(lowering *l)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->m);
    uint64_t bytes = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (LLVMIsAAllocaInst(i))
                    bytes += LLVMABISizeOfType(layout, LLVMGetAllocatedType(i));
                else if (l->quick && LLVMTypeIsSized(LLVMTypeOf(i)))
                    bytes += LLVMABISizeOfType(layout, LLVMTypeOf(i));
            }
        }
    }
    if (bytes > 64 << 20)
        stop("function '%s' needs %llu bytes of thread memory, more than a thread can have", l->function->facts.name,
             (unsigned long long)bytes);
    l->stack = (uint32_t)bytes;
}

/* What code needs, optimised or not. */
static void finish_functions(lowering *l)
{
    drop_convergent(l);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            set_numeric_profile(l, f);
    }
    char *problem = NULL;
    if (LLVMVerifyModule(l->m, LLVMReturnStatusAction, &problem))
        stop("internal error: lowering made an invalid module: %s", problem);
}

void optimise(lowering *l)
{
    attach_variants(l);
    finish_functions(l);
    run_passes(l, "default<O2>");
    cure_intrinsics(l);
    LLVMValueRef kept = LLVMGetNamedGlobal(l->m, variants_kept);
    if (kept)
        LLVMDeleteGlobal(kept);
    measure_stack(l);
}

void optimise_quickly(lowering *l)
{
    finish_functions(l);
    run_passes(l, "function(sroa,early-cse,simplifycfg)");
    cure_intrinsics(l);
    measure_stack(l);
}
