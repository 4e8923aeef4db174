/* host.c: the machine that this process runs on, or an older CPU of its kind: what it can do, and code for it. */
#include "target.h"
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

/* Made once for a CPU and level: it comes with large tables. */
static LLVMTargetMachineRef create_machine_at(const char *named, LLVMCodeGenOptLevel level)
{
    static struct {
        LLVMTargetMachineRef machine;
        char named[64];
    } kept[LLVMCodeGenLevelDefault + 1];
    if (kept[level].machine && strcmp(kept[level].named, named) == 0)
        return kept[level].machine;
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    char *triple = LLVMGetDefaultTargetTriple(), *problem = NULL, *cpu = LLVMGetHostCPUName(),
         *features = LLVMGetHostCPUFeatures();
    if (*named) {
        LLVMDisposeMessage(cpu);
        LLVMDisposeMessage(features);
        cpu = LLVMCreateMessage(named);
        features = LLVMCreateMessage("");
    }
    LLVMTargetRef target;
    if (LLVMGetTargetFromTriple(triple, &target, &problem))
        stop("LLVM cannot generate code for %s: %s", triple, problem);
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, cpu, features, level, LLVMRelocPIC, LLVMCodeModelSmall);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    snprintf(kept[level].named, sizeof kept[level].named, "%s", named);
    return kept[level].machine = machine;
}

static LLVMTargetMachineRef create_machine(const char *named)
{
    return create_machine_at(named, LLVMCodeGenLevelDefault);
}

/* CPUs that can be named and have such vectors; the host's features are listed. */
static bool machine_has(const lowering *l, const char *feature, const char *const *cpus)
{
    for (; *l->target.cpu && cpus && *cpus; cpus++) {
        if (strcmp(l->target.cpu, *cpus) == 0)
            return true;
    }
    char *features = LLVMGetTargetMachineFeatureString(l->machine);
    const char *at = strstr(features, feature);
    bool has = at && (at[strlen(feature)] == ',' || !at[strlen(feature)]);
    LLVMDisposeMessage(features);
    return has;
}

/* Whether the machine lists the feature; those of a CPU that is named are not known. */
bool machine_may_have(const lowering *l, const char *feature)
{
    return *l->target.cpu || machine_has(l, feature, NULL);
}

static const char *const avx512_cpus[] = {"x86-64-v4", "skylake-avx512", NULL};
static const char *const avx2_cpus[] = {"x86-64-v4", "skylake-avx512", "x86-64-v3", "haswell", NULL};

/* AArch64 always does. */
bool machine_fuses(const lowering *l)
{
    char *triple = LLVMGetTargetMachineTriple(l->machine);
    bool fuses = strncmp(triple, "x86_64", 6) != 0 || machine_has(l, "+fma", avx2_cpus);
    LLVMDisposeMessage(triple);
    return fuses;
}

unsigned masked_memory(const lowering *l)
{
    if (machine_has(l, "+avx512bw", avx512_cpus) && machine_has(l, "+avx512vl", avx512_cpus))
        return 8;
    return machine_has(l, "+avx2", avx2_cpus) ? 32 : 0;
}

/* _ZGV and a letter: which vectors the function takes. */
static bool machine_takes(const lowering *l, const char *variant)
{
    switch (strncmp(variant, "_ZGV", 4) == 0 ? variant[4] : 0) {
    case 'e': return machine_has(l, "+avx512f", avx512_cpus);
    case 'c':
    case 'd': return machine_has(l, "+avx2", avx2_cpus);
    default: return true;
    }
}

void drop_foreign_variants(lowering *l)
{
    for (size_t i = 0; i < l->variants && *l->target.cpu; i++) {
        char *kept = allocate(strlen(l->variant[i].abi) + 2);
        for (const char *at = l->variant[i].abi; *at;) {
            size_t n = strcspn(at, ",");
            if (machine_takes(l, at)) {
                strcat(kept, *kept ? "," : "");
                strncat(kept, at, n);
            }
            at += n + (at[n] == ',');
        }
        l->variant[i].abi = kept;
    }
}

static LLVMMemoryBufferRef emit_object(lowering *l)
{
    char *problem = NULL;
    LLVMMemoryBufferRef object = NULL;
    LLVMTargetMachineRef machine = l->quick ? create_machine_at(l->target.cpu, LLVMCodeGenLevelNone) : l->machine;
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, l->m, LLVMObjectFile, &problem, &object))
        stop("LLVM: %s", problem);
    return object;
}

void warm_host(void)
{
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef m = LLVMModuleCreateWithNameInContext("", c);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, 0);
    LLVMBuilderRef at = LLVMCreateBuilderInContext(c);
    LLVMValueRef f = LLVMAddFunction(m, "f", type);
    LLVMPositionBuilderAtEnd(at, LLVMAppendBasicBlockInContext(c, f, ""));
    LLVMBuildRetVoid(at);
    lowering l = {.c = c, .m = m, .machine = create_machine(""), .target = {.cpu = ""}};
    for (int n = 0; n < 4; n++) { /* a machine has a table for functions with long vectors, and one for others */
        l.quick = n & 1;
        if (n == 2)
            prefer_long_vectors(&l, f);
        LLVMDisposeMemoryBuffer(emit_object(&l));
    }
    LLVMDisposeBuilder(at);
    LLVMDisposeModule(m);
    LLVMContextDispose(c);
}

const code_target host_target = {.create_machine = create_machine, .begin = drop_foreign_variants, .emit = emit_object};
