/* backend_test.c: steps of lowering on IR written by hand: which accesses alignment.c relaxes, which weaken.c hands to
 * the engine, what of fast math settle.c leaves, what cures.c replaces, what inline.c leaves to be called. */
#include "../../engine/threads/weak.h"
#include "passes/passes.h"
#include "pass_list.h"
#include "targets/target.h"
#include <llvm-c/IRReader.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A function of the text, ready for one step. */
static LLVMValueRef parse(lowering *l, const char *text)
{
    char *error = NULL;
    LLVMContextRef c = LLVMContextCreate();
    LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    LLVMModuleRef module;
    if (LLVMParseIRInContext(c, memory, &module, &error))
        fail_msg("%s", error);
    l->target.cpu = "";
    start_lowering(l, c, module);
    return LLVMGetNamedFunction(module, "f");
}

/* The instruction that defines %name, or the n-th without a name if it is NULL. */
static LLVMValueRef instruction(LLVMValueRef function, const char *name, unsigned n)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); i; i = LLVMGetNextInstruction(i)) {
        const char *own = LLVMGetValueName(i);
        if (name ? strcmp(own, name) == 0 : !*own && n-- == 0)
            return i;
    }
    fail_msg("there is no instruction %s", name ? name : "of that number");
    return NULL;
}

/* The n-th call of a function; NULL if there are fewer. */
static LLVMValueRef call_of(LLVMValueRef function, const char *callee, unsigned n)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && strcmp(callee_name(i), callee) == 0 && n-- == 0)
            return i;
    return NULL;
}

static void shared_vectors_lie_anywhere(void **state)
{
    (void)state;
    lowering l = {0};
    LLVMValueRef f = parse(&l, "define void @f(ptr addrspace(1) %d, ptr addrspace(3) %t, ptr %own) {\n"
                               "  %vector = load <4 x float>, ptr addrspace(1) %d, align 16\n"
                               "  %halves = load <4 x half>, ptr addrspace(3) %t, align 8\n"
                               "  %private = load <4 x float>, ptr %own, align 16\n"
                               "  %scalar = load i32, ptr addrspace(1) %d, align 4\n"
                               "  %packed = load <2 x i32>, ptr addrspace(1) %d, align 1\n"
                               "  %atomic = load atomic i32, ptr addrspace(1) %d monotonic, align 4\n"
                               "  store <2 x i64> zeroinitializer, ptr addrspace(3) %t, align 16\n"
                               "  ret void\n}\n");
    relax_alignment(&l, f);
    static const struct {
        const char *name;
        unsigned alignment;
    } wanted[] = {{"vector", 4}, {"halves", 2}, {"private", 16}, {"scalar", 4},
                  {"packed", 1}, {"atomic", 4}, {NULL, 8}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_int_equal(LLVMGetAlignment(instruction(f, wanted[i].name, 0)), wanted[i].alignment);
}

static void shared_copies_lie_anywhere(void **state)
{
    (void)state;
    lowering l = {0};
    LLVMValueRef f = parse(&l, "declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)\n"
                               "define void @f(ptr addrspace(1) %d, ptr %own) {\n"
                               "  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 16 %d, ptr align 16 %own, "
                               "i64 32, i1 false)\n  ret void\n}\n");
    relax_alignment(&l, f);
    char *text = LLVMPrintValueToString(instruction(f, NULL, 0));
    assert_non_null(strstr(text, "addrspace(1) align 1 %d"));
    assert_non_null(strstr(text, "ptr align 16 %own"));
    LLVMDisposeMessage(text);
}

static void weak_accesses_ask_the_engine(void **state)
{
    (void)state;
    lowering l = {0};
    LLVMValueRef f = parse(&l, "define i32 @f(ptr addrspace(1) %d, ptr addrspace(3) %t) {\n"
                               "  %own = alloca i32\n"
                               "  %plain = load i32, ptr addrspace(1) %d\n"
                               "  %relaxed = load atomic i32, ptr addrspace(1) %d monotonic, align 4\n"
                               "  %mine = load i32, ptr %own\n"
                               "  %vector = load <2 x i32>, ptr addrspace(1) %d\n"
                               "  store half 0xH3C00, ptr addrspace(3) %t\n"
                               "  store atomic i64 7, ptr addrspace(1) %d release, align 8\n"
                               "  store i32 1, ptr %own\n"
                               "  %sum = add i32 %plain, %relaxed\n"
                               "  ret i32 %sum\n}\n");
    weaken(&l, f);
    static const struct {
        const char *callee;
        unsigned number, first; /* of the operands that are the size and the order */
        uint64_t size, order;
    } wanted[] = {{"sm_weak_load", 0, 1, 4, SM_WEAK_PLAIN},
                  {"sm_weak_load", 1, 1, 4, __MSL_RELAXED},
                  {"sm_weak_store", 0, 2, 2, SM_WEAK_PLAIN},
                  {"sm_weak_store", 1, 2, 8, __MSL_RELEASE}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        LLVMValueRef call = call_of(f, wanted[i].callee, wanted[i].number);
        assert_non_null(call);
        assert_int_equal(constant_operand(call, wanted[i].first), wanted[i].size);
        assert_int_equal(constant_operand(call, wanted[i].first + 1), wanted[i].order);
    }
    assert_null(call_of(f, "sm_weak_load", 2));
    assert_null(call_of(f, "sm_weak_store", 2));
    assert_true(LLVMIsALoadInst(instruction(f, "mine", 0)) && LLVMIsALoadInst(instruction(f, "vector", 0)));
    LLVMValueRef sum = instruction(f, "sum", 0);
    assert_ptr_equal(LLVMGetOperand(LLVMGetOperand(sum, 0), 0), call_of(f, "sm_weak_load", 0));
}

/* The engine hears of an update before and after; of a comparison whether it stored. */
static void weak_updates_stay_atomic(void **state)
{
    (void)state;
    lowering l = {0};
    LLVMValueRef f = parse(&l, "define i32 @f(ptr addrspace(1) %d) {\n"
                               "  %old = atomicrmw add ptr addrspace(1) %d, i32 1 acq_rel\n"
                               "  %pair = cmpxchg ptr addrspace(1) %d, i32 1, i32 2 monotonic acquire\n"
                               "  ret i32 %old\n}\n");
    weaken(&l, f);
    LLVMValueRef old = instruction(f, "old", 0), pair = instruction(f, "pair", 0);
    assert_ptr_equal(LLVMGetPreviousInstruction(old), call_of(f, "sm_weak_begin", 0));
    assert_ptr_equal(LLVMGetNextInstruction(old), call_of(f, "sm_weak_end", 0));
    assert_ptr_equal(LLVMGetPreviousInstruction(pair), call_of(f, "sm_weak_begin", 1));
    LLVMValueRef ends[] = {call_of(f, "sm_weak_end", 0), call_of(f, "sm_weak_end", 1)};
    assert_int_equal(constant_operand(ends[0], 2), __MSL_ACQ_REL);
    assert_int_equal(constant_operand(ends[1], 2), __MSL_ACQUIRE);
    assert_int_equal(constant_operand(ends[0], 3), 1);
    assert_true(LLVMIsAExtractValueInst(LLVMGetOperand(LLVMGetOperand(ends[1], 3), 0)));
}

static unsigned streams(const char *parameters, const char *body)
{
    lowering l = {.is_range = true, .grid_only = true};
    char source[1000];
    snprintf(source, sizeof source, "define void @f(ptr %%group, %s) {\n%s  ret void\n}\n", parameters, body);
    LLVMValueRef f = l.entry = parse(&l, source);
    unsigned found = 0;
    stream_stores(&l);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            found += LLVMGetMetadata(i, LLVMGetMDKindIDInContext(l.c, "nontemporal", 11)) != NULL;
    }
    return found;
}

static void only_stores_that_nobody_reads_pass_the_caches(void **state)
{
    (void)state;
    static const char two[] = "ptr addrspace(1) %a, ptr addrspace(1) %c",
                      store[] = "  store <8 x float> zeroinitializer, ptr addrspace(1) %c, align 4\n";
    char body[500];
    assert_int_equal(streams(two, store), 1);
    snprintf(body, sizeof body, "  %%v = load <8 x float>, ptr addrspace(1) %%a, align 4\n%s%s", store, store);
    assert_int_equal(streams(two, body), 2);
    snprintf(body, sizeof body,
             "  %%p = getelementptr i8, ptr addrspace(1) %%c, i64 32\n"
             "  %%v = load <8 x float>, ptr addrspace(1) %%p, align 4\n%s",
             store);
    assert_int_equal(streams(two, body), 0);
    snprintf(body, sizeof body, "%s  fence release\n", store);
    assert_int_equal(streams(two, body), 0);
    snprintf(body, sizeof body, "%s  store atomic i32 1, ptr addrspace(1) %%a release, align 4\n", store);
    assert_int_equal(streams(two, body), 0);
    assert_int_equal(streams(two, "  store float 1.0, ptr addrspace(1) %c, align 4\n"), 0);
    assert_int_equal(streams("ptr addrspace(3) %c", "  store <8 x float> zeroinitializer, ptr addrspace(3) %c\n"), 0);
}

/* The opcodes of a function in order, calls by name, `!` behind what has a licence of fast math. */
static void outline(LLVMValueRef f, char *text, size_t room)
{
    static const struct {
        LLVMOpcode opcode;
        const char *name;
    } names[] = {{LLVMFAdd, "fadd"},     {LLVMFSub, "fsub"}, {LLVMFMul, "fmul"},
                 {LLVMFNeg, "fneg"},     {LLVMFDiv, "fdiv"}, {LLVMFCmp, "fcmp"},
                 {LLVMSelect, "select"}, {LLVMPHI, "phi"},   {LLVMFPExt, "fpext"}};
    *text = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *name = LLVMIsACallInst(i) ? callee_name(i) : NULL;
            for (size_t n = 0; n < sizeof names / sizeof *names; n++)
                name = LLVMGetInstructionOpcode(i) == names[n].opcode ? names[n].name : name;
            size_t used = strlen(text);
            bool licensed = LLVMCanValueUseFastMathFlags(i) && LLVMGetFastMathFlags(i) != LLVMFastMathNone;
            if (name)
                snprintf(text + used, room - used, "%s%s%s", *text ? " " : "", name, licensed ? "!" : "");
        }
    }
}

static void assert_settled(const char *signature, const char *body, const char *wanted)
{
    lowering l = {0};
    char source[2000], got[500];
    snprintf(source, sizeof source,
             "declare float @llvm.fmuladd.f32(float, float, float)\ndeclare half @llvm.fmuladd.f16(half, half, half)\n"
             "declare float @llvm.fabs.f32(float)\ndefine %s {\n%s}\n",
             signature, body);
    LLVMValueRef f = parse(&l, source);
    settle_arithmetic(&l);
    outline(f, got, sizeof got);
    assert_string_equal(got, wanted);
}

static void products_are_fused_by_one_rule(void **state)
{
    (void)state;
    static const char floats[] = "float @f(float %x, float %y, float %z)",
                      halves[] = "half @f(half %x, half %y, half %z)";
    assert_settled(floats, "  %p = fmul contract float %x, %y\n  %s = fadd contract float %p, %z\n  ret float %s\n",
                   "llvm.fma.f32");
    assert_settled(floats, "  %p = fmul contract float %x, %y\n  %s = fsub contract float %p, %z\n  ret float %s\n",
                   "fneg llvm.fma.f32");
    assert_settled(floats, "  %p = fmul contract float %x, %y\n  %s = fsub contract float %z, %p\n  ret float %s\n",
                   "fneg llvm.fma.f32");
    assert_settled(floats, "  %p = fmul float %x, %y\n  %s = fadd contract float %p, %z\n  ret float %s\n",
                   "fmul fadd");
    assert_settled(floats,
                   "  %p = fmul contract float %x, %y\n  %s = fadd contract float %p, %z\n"
                   "  %t = fadd contract float %p, %s\n  ret float %t\n",
                   "fmul fadd fadd");
    assert_settled(halves, "  %p = fmul contract half %x, %y\n  %s = fadd contract half %p, %z\n  ret half %s\n",
                   "fmul fadd");
    assert_settled(floats, "  %s = call float @llvm.fmuladd.f32(float %x, float %y, float %z)\n  ret float %s\n",
                   "llvm.fma.f32");
    assert_settled(halves, "  %s = call half @llvm.fmuladd.f16(half %x, half %y, half %z)\n  ret half %s\n",
                   "fmul fadd");
}

static void no_licence_is_left_for_the_host(void **state)
{
    (void)state;
    assert_settled("float @f(float %x, float %y, i1 %c)",
                   "  br i1 %c, label %a, label %b\na:\n  %q = fdiv fast float %x, %y\n  br label %b\n"
                   "b:\n  %m = phi fast float [ %x, %0 ], [ %q, %a ]\n  %less = fcmp fast olt float %m, %y\n"
                   "  %s = select fast i1 %less, float %m, float %y\n"
                   "  %v = call fast float @llvm.fabs.f32(float %s)\n  ret float %v\n",
                   "fdiv phi fcmp select llvm.fabs.f32");
    assert_settled("float @f(half %x)", "  %v = fpext fast half %x to float\n  ret float %v\n", "fpext");
}

/* What backend/passes/cures.c replaces on hosts with AVX-512 FP16; a CPU that is named may have it. */
static void halves_become_integers_through_float(void **state)
{
    (void)state;
    for (int named = 0; named < 2; named++) {
        lowering l = {0};
        LLVMValueRef f = parse(&l, "declare i16 @llvm.fptosi.sat.i16.f16(half)\n"
                                   "declare <8 x i16> @llvm.fptoui.sat.v8i16.v8f16(<8 x half>)\n"
                                   "declare i16 @llvm.fptosi.sat.i16.f32(float)\n"
                                   "define i16 @f(half %x, <8 x half> %v, ptr %out, float %y) {\n"
                                   "  %u = call <8 x i16> @llvm.fptoui.sat.v8i16.v8f16(<8 x half> %v)\n"
                                   "  store <8 x i16> %u, ptr %out\n"
                                   "  %s = call i16 @llvm.fptosi.sat.i16.f16(half %x)\n"
                                   "  %t = call i16 @llvm.fptosi.sat.i16.f32(float %y)\n"
                                   "  %sum = add i16 %s, %t\n  ret i16 %sum\n}\n");
        l.target.cpu = named ? "sapphirerapids" : "";
        bool cured = machine_may_have(&l, "+avx512fp16");
        cure_intrinsics(&l);
        assert_true(cured || !named);
        assert_int_equal(call_of(f, "llvm.fptosi.sat.i16.f16", 0) == NULL, cured);
        assert_int_equal(call_of(f, "llvm.fptoui.sat.v8i16.v8f16", 0) == NULL, cured);
        assert_int_equal(call_of(f, "llvm.fptoui.sat.v8i16.v8f32", 0) != NULL, cured);
        assert_non_null(call_of(f, "llvm.fptosi.sat.i16.f32", cured));
    }
}

/* Whether the function `g`, of a loop of `rounds` that asks to be unrolled, is still inlined into `f`, which calls it
 * twice in a loop of as many; `meeting` is a line of f. */
static bool is_inlined(unsigned rounds, const char *meeting)
{
    char work[8192] = "", text[12000];
    for (int i = 0; i < 40; i++)
        snprintf(work + strlen(work), sizeof work - strlen(work), "  store volatile i32 %d, ptr %%p\n", i);
    snprintf(text, sizeof text,
             "declare void @__msl_barrier()\n"
             "define void @g(ptr %%p) alwaysinline {\n  br label %%loop\nloop:\n%s"
             "  %%more = load volatile i1, ptr %%p\n  br i1 %%more, label %%loop, label %%end, !llvm.loop !0\n"
             "end:\n  ret void\n}\n"
             "define void @f(ptr %%p) {\n  br label %%loop\nloop:\n  call void @g(ptr %%p)\n  call void @g(ptr %%p)\n"
             "%s  %%more = load volatile i1, ptr %%p\n  br i1 %%more, label %%loop, label %%end, !llvm.loop !0\n"
             "end:\n  ret void\n}\n"
             "!0 = distinct !{!0, !1, !2}\n!1 = !{!\"llvm.loop.mustprogress\"}\n"
             "!2 = !{!\"llvm.loop.unroll.count\", i32 %u}\n",
             work, meeting, rounds);
    lowering l = {0};
    function kernel = {.value = parse(&l, text)};
    l.function = &kernel;
    limit_inlining(&l);
    return LLVMGetEnumAttributeAtIndex(LLVMGetNamedFunction(l.m, "g"), LLVMAttributeFunctionIndex,
                                       attribute_kind("alwaysinline")) != NULL;
}

/* Two calls × 42 instructions, each repeated by both loops: 22 rounds make more than 20,000 of less than 100. */
static void what_unrolling_makes_large_is_called(void **state)
{
    (void)state;
    assert_true(is_inlined(1, ""));
    assert_true(is_inlined(15, ""));
    assert_false(is_inlined(22, ""));
    assert_true(is_inlined(22, "  call void @__msl_barrier()\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_vectors_lie_anywhere),
        cmocka_unit_test(shared_copies_lie_anywhere),
        cmocka_unit_test(weak_accesses_ask_the_engine),
        cmocka_unit_test(weak_updates_stay_atomic),
        cmocka_unit_test(products_are_fused_by_one_rule),
        cmocka_unit_test(no_licence_is_left_for_the_host),
        cmocka_unit_test(halves_become_integers_through_float),
        cmocka_unit_test(only_stores_that_nobody_reads_pass_the_caches),
        cmocka_unit_test(what_unrolling_makes_large_is_called),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
