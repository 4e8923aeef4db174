/* warm.c: LLVM builds many tables when it first needs them, which takes as long as compiling a small kernel. Before it
 * serves, the helper compiles a function, so that each fork finds them built. */
#include "pass_list.h"
#include "support/context.h"
#include "targets/target.h"
#include <llvm-c/IRReader.h>

static const char sample[] = "declare float @llvm.sqrt.f32(float)\n"
                             "define internal float @each(float %x) {\n"
                             "  %root = call float @llvm.sqrt.f32(float %x)\n"
                             "  %less = fcmp olt float %x, 1.0\n"
                             "  %y = select i1 %less, float %root, float %x\n"
                             "  ret float %y\n"
                             "}\n"
                             "define void @sm_entry(ptr %from, ptr %to, i64 %n) {\n"
                             "entry:\n"
                             "  %slot = alloca float\n"
                             "  br label %round\n"
                             "round:\n"
                             "  %i = phi i64 [ 0, %entry ], [ %next, %round ]\n"
                             "  %source = getelementptr float, ptr %from, i64 %i\n"
                             "  %x = load float, ptr %source\n"
                             "  store float %x, ptr %slot\n"
                             "  %copy = load float, ptr %slot\n"
                             "  %y = call float @each(float %copy)\n"
                             "  %z = fmul float %y, %x\n"
                             "  %target = getelementptr float, ptr %to, i64 %i\n"
                             "  store float %z, ptr %target\n"
                             "  %next = add i64 %i, 1\n"
                             "  %last = icmp uge i64 %next, %n\n"
                             "  br i1 %last, label %end, label %round\n"
                             "end:\n"
                             "  ret void\n"
                             "}\n";

void warm_up(void)
{
    static const char *const passes[] = {
        "globaldce",
        "always-inline,function(sroa<preserve-cfg>),globaldce",
        "function(sccp),globaldce",
        "function(simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,loop-mssa(licm))",
        "default<O2>",
    };
    lowering l = {.target.cpu = ""};
    LLVMContextRef c = LLVMContextCreate();
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRange(sample, sizeof sample - 1, "warm", 1);
    LLVMModuleRef module;
    char *problem = NULL;
    if (LLVMParseIRInContext(c, text, &module, &problem))
        stop("internal error: %s", problem);
    start_lowering(&l, c, module);
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        run_passes(&l, passes[i]);
    LLVMDisposeMemoryBuffer(emit_object(&l));
    LLVMDisposeBuilder(l.b);
    LLVMDisposeModule(module);
    LLVMContextDispose(c);
}
