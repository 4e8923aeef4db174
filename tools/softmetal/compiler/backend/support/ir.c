/* ir.c: what all passes ask of IR and build in it: names of callees, attributes, fields, positions in the program. */
#include "context.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

bool faulty(const lowering *l, sm_fault_id fault)
{
    return l->faults[fault / 64] >> fault % 64 & 1;
}

unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

void add_attribute(lowering *l, LLVMValueRef function, const char *name)
{
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(l->c, attribute_kind(name), 0));
}

void prefer_long_vectors(lowering *l, LLVMValueRef function)
{
    static const char width[] = "prefer-vector-width";
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(l->c, width, sizeof width - 1, "512", 3));
}

LLVMValueRef add_inlined_function(lowering *l, const char *name, LLVMTypeRef *parameters, unsigned count)
{
    LLVMValueRef f = LLVMAddFunction(l->m, name, LLVMFunctionType(l->nothing, parameters, count, 0));
    LLVMSetLinkage(f, LLVMInternalLinkage);
    add_attribute(l, f, "alwaysinline");
    add_attribute(l, f, "nounwind");
    return f;
}

const char *callee_name(LLVMValueRef call)
{
    LLVMValueRef f = LLVMGetCalledValue(call);
    return LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

bool is_call_to(LLVMValueRef instruction, const char *prefix)
{
    return LLVMIsACallInst(instruction) && strncmp(callee_name(instruction), prefix, strlen(prefix)) == 0;
}

LLVMValueRef number(const lowering *l, uint64_t value)
{
    return LLVMConstInt(l->i32, value, 0);
}

LLVMValueRef byte_address(lowering *l, LLVMValueRef base, size_t offset)
{
    LLVMValueRef at = LLVMConstInt(l->i64, offset, 0);
    return LLVMBuildInBoundsGEP2(l->b, l->i8, base, &at, 1, "");
}

uint64_t constant_operand(LLVMValueRef call, unsigned index)
{
    LLVMValueRef v = LLVMGetOperand(call, index);
    origin at = find_origin(call);
    if (!LLVMIsAConstantInt(v))
        stop("%s:%u:%u: error: argument %u of %s must be known when the kernel is compiled",
             *at.file ? at.file : SM_PROGRAM_NAME, at.line, at.column, index, callee_name(call));
    return LLVMConstIntGetZExtValue(v);
}

static const char token_tag[] = "convergencectrl";

LLVMValueRef token_of(LLVMValueRef call)
{
    LLVMValueRef token = NULL;
    for (unsigned i = 0; i < LLVMGetNumOperandBundles(call) && !token; i++) {
        LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(call, i);
        size_t n;
        const char *tag = LLVMGetOperandBundleTag(bundle, &n);
        if (n == sizeof token_tag - 1 && memcmp(tag, token_tag, n) == 0)
            token = LLVMGetOperandBundleArgAtIndex(bundle, 0);
        LLVMDisposeOperandBundle(bundle);
    }
    return token;
}

LLVMValueRef *instructions_of(LLVMValueRef function, size_t *count)
{
    *count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            ++*count;
    LLVMValueRef *list = allocate((*count + 1) * sizeof *list);
    size_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            list[n++] = i;
    return list;
}

origin find_origin(LLVMValueRef instruction)
{
    origin o = {.file = "", .own = true};
    for (LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction); at; at = LLVMDILocationGetInlinedAt(at)) {
        LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
        unsigned n = 0;
        const char *name = file ? LLVMDIFileGetFilename(file, &n) : "";
        bool header = n > sizeof SM_HEADERS - 1 && memcmp(name, SM_HEADERS "/", sizeof SM_HEADERS) == 0;
        if (!header && LLVMDILocationGetLine(at))
            return (origin){name, LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at), o.own};
        o.own = o.own && !header;
    }
    return o;
}

/* 0: the program itself, or one of more files than can be told apart. */
static uint32_t file_number(lowering *l, const char *name)
{
    if (!*name || strcmp(name, SM_PROGRAM_NAME) == 0)
        return 0;
    for (uint32_t i = 0; i < l->files; i++)
        if (strcmp(l->file[i], name) == 0)
            return i + 1;
    if (l->files == SM_MAX_FILES)
        return 0;
    l->file = realloc(l->file, (l->files + 1) * sizeof *l->file);
    l->file[l->files++] = name;
    return l->files;
}

void source_position(lowering *l, LLVMValueRef instruction, uint32_t *line, uint32_t *column)
{
    origin o = find_origin(instruction);
    *line = (o.line & SM_LINE_MASK) | file_number(l, o.file) << SM_LINE_BITS;
    *column = o.column;
}

void copy_attributes(LLVMValueRef from, LLVMValueRef to)
{
    static const char *const kept[] = {"byval", "sret", "signext", "zeroext", "align", "nonnull", "dereferenceable"};
    for (unsigned index = 0; index <= LLVMGetNumArgOperands(from); index++) {
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
            LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(from, index, attribute_kind(kept[k]));
            if (a)
                LLVMAddCallSiteAttribute(to, index, a);
        }
    }
}

bool is_meeting(LLVMValueRef i)
{
    return is_call_to(i, "__msl_simd") || is_call_to(i, "__msl_barrier");
}

LLVMValueRef call_intrinsic(lowering *l, const char *name, LLVMTypeRef *overload, size_t overloads, LLVMValueRef *v,
                            unsigned n)
{
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID(name, strlen(name)), overload, overloads);
    return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, v, n, "");
}

LLVMValueRef call_with_token(lowering *l, LLVMValueRef f, LLVMValueRef *v, unsigned n, LLVMValueRef token)
{
    LLVMOperandBundleRef bundle = token ? LLVMCreateOperandBundle(token_tag, sizeof token_tag - 1, &token, 1) : NULL;
    LLVMValueRef call =
        LLVMBuildCallWithOperandBundles(l->b, LLVMGlobalGetValueType(f), f, v, n, &bundle, token ? 1 : 0, "");
    if (bundle)
        LLVMDisposeOperandBundle(bundle);
    return call;
}

LLVMTypeRef element_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

LLVMTypeRef with_elements(LLVMTypeRef type, LLVMTypeRef element)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMVectorType(element, LLVMGetVectorSize(type)) : element;
}

void run_passes(lowering *l, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetVerifyEach(options, 0);
    LLVMErrorRef error = LLVMRunPasses(l->m, passes, l->machine, options);
    if (error)
        stop("LLVM: %s", LLVMGetErrorMessage(error));
    LLVMDisposePassBuilderOptions(options);
}

void push_value(value_list *x, LLVMValueRef item)
{
    if (x->count == x->room)
        x->item = realloc(x->item, (x->room = 2 * x->room + 64) * sizeof *x->item);
    x->item[x->count++] = item;
}
