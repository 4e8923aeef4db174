/* module.c: reads the program's bitcode: all of it, or one function with what it needs. */
#include "module.h"
#include "reflect.h"
#include "types.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

LLVMModuleRef read_module(LLVMContextRef c, sm_bytes bitcode)
{
    LLVMMemoryBufferRef memory =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)bitcode.data, bitcode.size, "program", 1);
    LLVMModuleRef module;
    if (LLVMParseBitcodeInContext2(c, memory, &module))
        stop("the program's bitcode cannot be read");
    LLVMDisposeMemoryBuffer(memory);
    return module;
}

static bool is_reserved(LLVMValueRef global)
{
    size_t n;
    return strncmp(LLVMGetValueName2(global, &n), "llvm.", 5) == 0;
}

/* What is internal to a module is linked only if something needs it. */
static void hide(LLVMValueRef global)
{
    LLVMSetComdat(global, NULL);
    LLVMSetLinkage(global, LLVMInternalLinkage);
}

typedef struct names {
    const char **name;
    size_t count;
} names;

static void add_name(names *list, const char *name)
{
    list->name = realloc(list->name, (list->count + 1) * sizeof *list->name);
    list->name[list->count++] = format_text("%s", name);
}

static bool is_visible(const char *annotation)
{
    return strcmp(annotation, "msl.visible") == 0 || strcmp(annotation, "msl.stitchable") == 0;
}

static bool is_linked(const lowering *l, const char *symbol)
{
    for (size_t i = 0; i < l->linked_count; i++) {
        if (strcmp(l->linked[i], symbol) == 0)
            return true;
    }
    return false;
}

/* A visible function is a translation unit of its own, which the pipeline links (MSL 5.1.4): `missing` are those that
 * it does not. */
static void check_links(LLVMModuleRef module, const names *missing)
{
    for (size_t i = 0; i < missing->count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, missing->name[i]);
        if (f && LLVMGetFirstUse(f))
            stop("the visible function %s is used but not among the pipeline's linked functions",
                 demangle(missing->name[i]) ? demangle(missing->name[i]) : missing->name[i]);
    }
}

/* Keeps, of all annotations, those of the wanted function and of variables: the others would drag in every kernel there
 * is. */
static void keep_annotations(LLVMModuleRef module, LLVMValueRef wanted, const lowering *l, names *missing)
{
    LLVMValueRef old = LLVMGetNamedGlobal(module, "llvm.global.annotations");
    if (!old)
        return;
    LLVMValueRef all = LLVMGetInitializer(old), *kept = allocate(((size_t)LLVMGetNumOperands(all) + 1) * sizeof *kept);
    unsigned n = 0, space = LLVMGetPointerAddressSpace(LLVMTypeOf(old));
    for (int i = 0; i < LLVMGetNumOperands(all); i++) {
        LLVMValueRef row = LLVMGetOperand(all, (unsigned)i), subject = LLVMGetOperand(row, 0);
        while (LLVMIsAConstantExpr(subject))
            subject = LLVMGetOperand(subject, 0);
        if (subject == wanted || LLVMIsAGlobalVariable(subject))
            kept[n++] = row;
        else if (is_visible(annotation_text(LLVMGetOperand(row, 1))) && !is_linked(l, LLVMGetValueName(subject)))
            add_name(missing, LLVMGetValueName(subject));
    }
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(all));
    LLVMValueRef list = LLVMAddGlobalInAddressSpace(module, LLVMArrayType2(element, n), "", space);
    LLVMSetInitializer(list, LLVMConstArray2(element, kept, n));
    LLVMDeleteGlobal(old);
    LLVMSetValueName2(list, "llvm.global.annotations", 23);
    LLVMSetLinkage(list, LLVMAppendingLinkage);
    LLVMSetSection(list, "llvm.metadata");
    free(kept);
}

/* Reads one function with all it needs out of the program, which may hold hundreds: bodies are parsed only when the
 * linker copies them. */
LLVMModuleRef read_function(LLVMContextRef c, sm_bytes bitcode, const char *symbol, const lowering *l)
{
    LLVMMemoryBufferRef memory =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)bitcode.data, bitcode.size, "program", 1);
    LLVMModuleRef all, one = LLVMModuleCreateWithNameInContext("program", c);
    if (LLVMGetBitcodeModuleInContext2(c, memory, &all))
        stop("the program's bitcode cannot be read");
    LLVMValueRef wanted = LLVMGetNamedFunction(all, symbol);
    if (!wanted || LLVMIsDeclaration(wanted))
        stop("internal error: the program has no function %s", symbol);
    names missing = {0};
    keep_annotations(all, wanted, l, &missing);
    for (LLVMValueRef f = LLVMGetFirstFunction(all); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            hide(f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(all); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsDeclaration(g) && !is_reserved(g))
            hide(g);
    }
    LLVMSetLinkage(wanted, LLVMExternalLinkage);
    for (size_t i = 0; i < l->linked_count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(all, l->linked[i]);
        if (f)
            LLVMSetLinkage(f, LLVMExternalLinkage);
    }
    LLVMSetModuleDataLayout(one, LLVMGetModuleDataLayout(all));
    LLVMSetTarget(one, LLVMGetTarget(all));
    if (LLVMLinkModules2(one, all))
        stop("internal error: function %s cannot be taken out of the program", symbol);
    check_links(one, &missing);
    return one;
}
