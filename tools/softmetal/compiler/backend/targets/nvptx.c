/* nvptx.c: what is particular to NVIDIA's GPUs: address spaces, the library that runs there, PTX. */
#include "nvptx.h"
#include "target.h"
#include "../../../engine/cuda/launch.h"
#include "reconverge.h"
#include "tensor_cores.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "sm_90" */
static LLVMTargetMachineRef create_machine(const char *architecture)
{
    static const char triple[] = "nvptx64-nvidia-cuda";
    char *problem = NULL;
    LLVMTargetRef target;
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    if (LLVMGetTargetFromTriple(triple, &target, &problem))
        stop("LLVM cannot generate code for %s: %s", triple, problem);
    return LLVMCreateTargetMachine(target, triple, architecture, "+ptx78", LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                   LLVMCodeModelDefault);
}

/* ---- address spaces
 *
 * LLVM's interface for C cannot change the type of a value, so the module is printed, changed as text, and read
 * again. */

enum { SHARED = 3 }; /* NVPTX's address space */

typedef struct text {
    char *data;
    size_t size, room;
} text;

static void put(text *t, const char *from, size_t n)
{
    if (t->size + n + 1 > t->room) {
        t->room = 2 * (t->size + n + 1);
        t->data = realloc(t->data, t->room);
    }
    memcpy(t->data + t->size, from, n);
    t->size += n;
    t->data[t->size] = 0;
}

static text rename_spaces(const char *from)
{
    static const char word[] = "addrspace(";
    text t = {0};
    for (const char *at; (at = strstr(from, word)); from = at + sizeof word + 1) {
        char space = at[sizeof word - 1];
        bool generic = space == '4' || space == '0';
        put(&t, from, (size_t)(at - from) - (generic && at[-1] == ' '));
        if (!generic)
            put(&t, space == '2' ? "addrspace(1)" : space == '1' ? "addrspace(1)" : "addrspace(3)", 12);
    }
    put(&t, from, strlen(from));
    return t;
}

/* The type that starts here: `ptr`, `ptr addrspace(1)`, `<4 x ptr>`. */
static size_t type_length(const char *at)
{
    if (*at == '<')
        return strcspn(at, ">") + 1;
    size_t n = strcspn(at, " ,)\n");
    return strncmp(at + n, " addrspace(", 11) == 0 ? n + 13 : n;
}

/* Where the ` to ` of a cast is whose operand starts here. */
static const char *find_to(const char *at)
{
    int depth = 0;
    for (; *at && *at != '\n'; at++) {
        if (*at == '(' || *at == '[' || *at == '{' || *at == '<')
            depth++;
        else if (*at == ')' || *at == ']' || *at == '}' || *at == '>')
            depth--;
        else if (depth == 0 && strncmp(at, " to ", 4) == 0)
            return at;
    }
    return NULL;
}

/* A cast between spaces that have become one is none. */
static text drop_casts(const char *from)
{
    static const char word[] = "addrspacecast ";
    text t = {0};
    for (const char *at; (at = strstr(from, word)); from = at + sizeof word - 1) {
        const char *type = at + sizeof word - 1 + (at[sizeof word - 1] == '(');
        size_t n = type_length(type);
        const char *to = find_to(type + n);
        bool same = to && type_length(to + 4) == n && memcmp(type, to + 4, n) == 0;
        put(&t, from, (size_t)(at - from));
        put(&t, same ? "bitcast " : word, same ? 8 : sizeof word - 1);
    }
    put(&t, from, strlen(from));
    return t;
}

/* MSL's pointers are numbers from which the same pointer can be made again, through one of another address space, too;
 * in shared memory, PTX's are offsets. Their numbers are those of the generic pointer. */
static void number_generically(lowering *l, LLVMValueRef function)
{
    size_t count;
    LLVMValueRef *all = instructions_of(function, &count);
    LLVMTypeRef generic = LLVMPointerTypeInContext(l->c, 0);
    for (size_t n = 0; n < count; n++) {
        LLVMValueRef i = all[n],
                     operand = LLVMIsAPtrToIntInst(i) || LLVMIsAIntToPtrInst(i) ? LLVMGetOperand(i, 0) : NULL;
        LLVMTypeRef pointer = !operand ? NULL : LLVMIsAPtrToIntInst(i) ? LLVMTypeOf(operand) : LLVMTypeOf(i);
        if (!pointer || LLVMGetTypeKind(pointer) != LLVMPointerTypeKind ||
            LLVMGetPointerAddressSpace(pointer) != SHARED)
            continue;
        LLVMPositionBuilderBefore(l->b, i);
        LLVMValueRef same =
            LLVMIsAPtrToIntInst(i)
                ? LLVMBuildPtrToInt(l->b, LLVMBuildAddrSpaceCast(l->b, operand, generic, ""), LLVMTypeOf(i), "")
                : LLVMBuildAddrSpaceCast(l->b, LLVMBuildIntToPtr(l->b, operand, generic, ""), pointer, "");
        LLVMReplaceAllUsesWith(i, same);
        LLVMInstructionEraseFromParent(i);
    }
    free(all);
}

/* Lists that Clang made for other steps; they lie in a space of their own. */
static void drop_lists(lowering *l)
{
    static const char *const names[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(l->m, names[i]);
        if (list)
            LLVMDeleteGlobal(list);
    }
}

void map_address_spaces(lowering *l)
{
    char *problem = NULL, *printed;
    drop_lists(l);
    LLVMStripModuleDebugInfo(l->m);
    printed = LLVMPrintModuleToString(l->m);
    text renamed = rename_spaces(printed), mapped = drop_casts(renamed.data);
    LLVMDisposeMessage(printed);
    free(renamed.data);
    LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(mapped.data, mapped.size, "kernel");
    LLVMModuleRef module;
    if (LLVMParseIRInContext(l->c, memory, &module, &problem))
        stop("internal error: address spaces: %s", problem);
    l->m = module;
    l->entry = LLVMGetNamedFunction(module, SM_ENTRY_SYMBOL);
    l->function->value = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        number_generically(l, f);
}

/* ---- the library */

static LLVMModuleRef read_library(lowering *l)
{
    static const char *const places[] = {"", "../lib/softmetal/"};
    char own[4096], *problem = NULL;
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n < 0 ? 0 : n] = 0;
    char *slash = strrchr(own, '/');
    if (slash)
        slash[1] = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        LLVMMemoryBufferRef memory;
        LLVMModuleRef module;
        if (LLVMCreateMemoryBufferWithContentsOfFile(format_text("%s%ssoftmetal-cuda.bc", own, places[i]), &memory,
                                                     &problem))
            continue;
        if (LLVMParseBitcodeInContext2(l->c, memory, &module))
            stop("softmetal-cuda.bc, beside softmetal-compile, is of another version of LLVM");
        return module;
    }
    stop("softmetal-cuda.bc is not beside softmetal-compile: build softmetal again, with libclc installed");
}

static void inline_all(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        static const char *const foreign[] = {"target-cpu", "target-features", "tune-cpu", "no-trapping-math",
                                              "stack-protector-buffer-size"};
        for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
            LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, foreign[i], (unsigned)strlen(foreign[i]));
        if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMInternalLinkage)
            LLVMSetLinkage(f, LLVMInternalLinkage);
    }
}

/* A launch that writes messages must be waited for before the next one begins. */
static void tell_of_messages(lowering *l)
{
    if (!LLVMGetFirstUse(LLVMGetNamedFunction(l->m, "sm_cuda_log_message")))
        return;
    LLVMValueRef told = LLVMAddGlobal(l->m, l->i32, SM_CUDA_LOGS);
    LLVMSetInitializer(told, LLVMConstInt(l->i32, 1, 0));
}

/* Links what engine/cuda/device has, beside this program, into the module, and makes sm_start the entry. */
static void link_device_library(lowering *l)
{
    LLVMSetValueName2(l->entry, "sm_body", 7);
    add_attribute(l, l->entry, "alwaysinline");
    LLVMModuleRef library = read_library(l);
    LLVMSetTarget(library, LLVMGetTarget(l->m));
    LLVMSetDataLayout(library, LLVMGetDataLayoutStr(l->m));
    if (LLVMLinkModules2(l->m, library))
        stop("internal error: the GPU's library does not link");
    place_matrices(l);
    inline_all(l);
    tell_of_messages(l);
    LLVMValueRef start = LLVMGetNamedFunction(l->m, "sm_start");
    LLVMSetValueName2(start, SM_CUDA_ENTRY, strlen(SM_CUDA_ENTRY));
    LLVMValueRef linked = LLVMGetNamedGlobal(l->m, SM_LINKED_SYMBOL);
    if (linked)
        LLVMSetValueName2(linked, SM_CUDA_LINKED, strlen(SM_CUDA_LINKED));
    LLVMSetLinkage(start, LLVMExternalLinkage);
    LLVMAddAttributeAtIndex(start, 1, LLVMCreateStringAttribute(l->c, "nvvm.grid_constant", 18, "", 0));
    l->entry = start;
    run_passes(l, "globaldce,always-inline,globaldce");
}

static void check_calls(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName(f);
        if (LLVMIsDeclaration(f) && strncmp(name, "llvm.", 5) != 0 && LLVMGetFirstUse(f))
            stop("kernel '%s' calls %s, which code for NVIDIA GPUs does not have yet", l->function->facts.name, name);
    }
}

static void limit_threads(lowering *l)
{
    uint32_t most = l->function->facts.max_total_threads_per_threadgroup;
    char *text = format_text("%u", most && most < SM_MAX_THREADS ? most : (unsigned)SM_MAX_THREADS);
    LLVMAddTargetDependentFunctionAttr(l->entry, "nvvm.maxntid", text);
}

static void set_profile(lowering *l)
{
    const char *mode = l->target.apple ? "preserve-sign,preserve-sign" : "ieee,ieee";
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            LLVMAddTargetDependentFunctionAttr(f, "denormal-fp-math-f32", mode);
    }
}

/* ---- signs of NaNs
 *
 * LLVM lowers the sign operations of half and bfloat, and of floats that only hold halves, to abs and neg, which PTX
 * lets give any NaN for a NaN; LLVM IR says that they change the sign bit and nothing else. Integers do as it says. */

static LLVMValueRef narrow(LLVMValueRef wide, LLVMTypeRef type)
{
    bool is_wide = LLVMIsAFPExtInst(wide) && LLVMTypeOf(LLVMGetOperand(wide, 0)) == type;
    return is_wide ? LLVMGetOperand(wide, 0) : NULL;
}

/* The front end computes a half's copysign in float, which the ways there and back rob of a NaN's sign. */
static void narrow_copysign(lowering *l, LLVMValueRef function)
{
    size_t count;
    LLVMValueRef *all = instructions_of(function, &count);
    for (size_t n = 0; n < count; n++) {
        LLVMValueRef call = LLVMIsAFPTruncInst(all[n]) ? LLVMGetOperand(all[n], 0) : NULL;
        if (!call || !is_call_to(call, "llvm.copysign."))
            continue;
        LLVMTypeRef type = LLVMTypeOf(all[n]);
        LLVMValueRef v[] = {narrow(LLVMGetOperand(call, 0), type), narrow(LLVMGetOperand(call, 1), type)};
        if (!v[0] || !v[1])
            continue;
        LLVMPositionBuilderBefore(l->b, all[n]);
        LLVMReplaceAllUsesWith(all[n], call_intrinsic(l, "llvm.copysign", &type, 1, v, 2));
        LLVMInstructionEraseFromParent(all[n]);
    }
    free(all);
}

/* Of an integer as wide as the type's elements, in the type's shape. */
static LLVMValueRef splat(LLVMTypeRef shape, uint64_t value)
{
    LLVMTypeRef type = element_of(shape);
    LLVMValueRef one = LLVMConstInt(type, value, 0), all[64];
    if (LLVMGetTypeKind(shape) != LLVMVectorTypeKind)
        return one;
    unsigned n = LLVMGetVectorSize(shape);
    for (unsigned i = 0; i < n && i < 64; i++)
        all[i] = one;
    return LLVMConstVector(all, n);
}

/* The result's bits; NULL: the instruction changes no sign, or that of another type. */
static LLVMValueRef build_sign(lowering *l, LLVMValueRef i)
{
    bool negates = LLVMIsAUnaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMFNeg;
    bool copies = is_call_to(i, "llvm.copysign."), clears = is_call_to(i, "llvm.fabs.");
    if (!negates && !copies && !clears)
        return NULL;
    LLVMTypeKind kind = LLVMGetTypeKind(element_of(LLVMTypeOf(i)));
    bool small = kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
    if (!small && kind != LLVMFloatTypeKind)
        return NULL;
    LLVMTypeRef type = with_elements(LLVMTypeOf(i), small ? l->i16 : l->i32);
    LLVMValueRef sign = splat(type, small ? 0x8000 : 0x80000000), rest = splat(type, small ? 0x7fff : 0x7fffffff);
    LLVMPositionBuilderBefore(l->b, i);
    LLVMValueRef x = LLVMBuildBitCast(l->b, LLVMGetOperand(i, 0), type, "");
    if (negates)
        return LLVMBuildXor(l->b, x, sign, "");
    x = LLVMBuildAnd(l->b, x, rest, "");
    if (clears)
        return x;
    LLVMValueRef y = LLVMBuildBitCast(l->b, LLVMGetOperand(i, 1), type, "");
    return LLVMBuildOr(l->b, x, LLVMBuildAnd(l->b, y, sign, ""), "");
}

static void cure_signs(lowering *l, LLVMValueRef function)
{
    size_t count;
    LLVMValueRef *all = instructions_of(function, &count);
    for (size_t n = 0; n < count; n++) {
        LLVMValueRef bits = build_sign(l, all[n]);
        if (!bits)
            continue;
        LLVMReplaceAllUsesWith(all[n], LLVMBuildBitCast(l->b, bits, LLVMTypeOf(all[n]), ""));
        LLVMInstructionEraseFromParent(all[n]);
    }
    free(all);
}

static uint64_t argument_alignment(LLVMValueRef call, unsigned n)
{
    LLVMAttributeRef known = LLVMGetCallSiteEnumAttribute(call, n + 1, attribute_kind("align"));
    return known ? LLVMGetEnumAttributeValue(known) : 1;
}

/* LLVM copies by 8 bytes at most; a lane's access has up to 16. */
static void widen_copies(lowering *l, LLVMValueRef function)
{
    enum { WIDE = 16, MOST = 128 };
    LLVMTypeRef wide = LLVMVectorType(l->i32, 4);
    size_t count;
    LLVMValueRef *all = instructions_of(function, &count);
    for (size_t n = 0; n < count; n++) {
        if (!is_call_to(all[n], "llvm.memcpy.") || !LLVMIsAConstantInt(LLVMGetOperand(all[n], 2)) ||
            LLVMConstIntGetZExtValue(LLVMGetOperand(all[n], 3)))
            continue;
        uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(all[n], 2));
        if (bytes % WIDE || bytes > MOST || argument_alignment(all[n], 0) < WIDE ||
            argument_alignment(all[n], 1) < WIDE)
            continue;
        LLVMValueRef to = LLVMGetOperand(all[n], 0), from = LLVMGetOperand(all[n], 1), taken[MOST / WIDE];
        LLVMPositionBuilderBefore(l->b, all[n]);
        for (uint64_t i = 0; i < bytes / WIDE; i++) {
            taken[i] = LLVMBuildLoad2(l->b, wide, byte_address(l, from, i * WIDE), "");
            LLVMSetAlignment(taken[i], WIDE);
        }
        for (uint64_t i = 0; i < bytes / WIDE; i++)
            LLVMSetAlignment(LLVMBuildStore(l->b, taken[i], byte_address(l, to, i * WIDE)), WIDE);
        LLVMInstructionEraseFromParent(all[n]);
    }
    free(all);
}

/* A loop that is watched unless it surely ends becomes two. LLVM would not do that for a GPU, where lanes might differ
 * in it: here they hardly do. Loops of few rounds are unrolled before: each condition in them would double them. */
static void split_watched(lowering *l)
{
    LLVMTargetMachineRef machine = l->machine;
    l->machine = NULL;
    run_passes(l, "function(sroa<modify-cfg>,simplifycfg,loop(loop-rotate,indvars,loop-unroll-full),sroa<modify-cfg>,"
                  "simplifycfg,loop-mssa(licm,simple-loop-unswitch<nontrivial>))");
    l->machine = machine;
}

static void optimise(lowering *l)
{
    char *problem = NULL;
    set_profile(l);
    limit_threads(l);
    if (LLVMVerifyModule(l->m, LLVMReturnStatusAction, &problem))
        stop("internal error: lowering made an invalid module: %s", problem);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f))
        narrow_copysign(l, f);
    split_watched(l);
    run_passes(
        l,
        "function(sroa<modify-cfg>,infer-address-spaces),default<O2>,function(infer-address-spaces,infer-alignment)");
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        cure_signs(l, f);
        widen_copies(l, f);
    }
    use_tensor_cores(l);
    reconverge(l);
    check_calls(l);
}

static LLVMMemoryBufferRef emit_ptx(lowering *l)
{
    char *problem = NULL;
    LLVMMemoryBufferRef ptx = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(l->machine, l->m, LLVMAssemblyFile, &problem, &ptx))
        stop("LLVM: %s", problem);
    return ptx;
}

/* Until address spaces are NVPTX's own, LLVM must not take them for these: what a front end's 4 is to it is
 * constant. */
static void hide_machine(lowering *l)
{
    l->machine = NULL;
}

static void finish(lowering *l, void (*dump)(const lowering *l, const char *step))
{
    l->machine = create_machine(l->target.cpu);
    map_address_spaces(l);
    link_device_library(l);
    dump(l, "3-linked");
    optimise(l);
    dump(l, "4-optimised");
}

const code_target nvptx_target = {.create_machine = create_machine,
                                  .begin = hide_machine,
                                  .without_engine = true,
                                  .finish = finish,
                                  .emit = emit_ptx,
                                  .text = "ptx"};
