/* main.c: softmetal-compile: reads one request on standard input (compiler/protocol.h), writes the answer on standard
 * output. Its argument is the process id of its client; or --serve: then it serves (serve/serve.h). */
#include "../store/pack.h"
#include "../serve/serve.h"
#include "targets/target.h"
#include "module.h"
#include "pass_list.h"
#include "reflect.h"
#include <errno.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Support.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void stop_for_llvm(const char *reason)
{
    stop("LLVM: %s", reason);
}

static sm_pack read_input(void)
{
    sm_pack input = {0};
    uint8_t block[65536];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, block, sizeof block);
        if (n > 0)
            sm_pack_raw(&input, block, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return input;
    }
}

/* ---- reflect */
static void pack_argument(sm_pack *out, const sm_argument *a)
{
    sm_pack_number(out, a->kind);
    sm_pack_string(out, a->name);
    sm_pack_number(out, a->index);
    sm_pack_number(out, a->count);
    sm_pack_number(out, a->writable);
    sm_pack_number(out, a->data_size);
    sm_pack_number(out, a->data_alignment);
    sm_pack_string(out, a->type_name);
    sm_pack_string(out, a->condition);
    sm_pack_number(out, a->texture_type);
    sm_pack_number(out, a->texture_access);
    sm_pack_number(out, a->data_type);
    sm_pack_number(out, a->stage_in);
}

static void pack_function(sm_pack *out, const function *f)
{
    sm_pack_string(out, f->symbol);
    sm_pack_string(out, f->facts.name);
    sm_pack_string(out, f->facts.annotation);
    sm_pack_number(out, f->facts.kind);
    sm_pack_number(out, f->facts.max_total_threads_per_threadgroup);
    for (int axis = 0; axis < 3; axis++)
        sm_pack_number(out, f->facts.required_threads_per_threadgroup[axis]);
    sm_pack_number(out, f->parameters);
    for (unsigned i = 0; i < f->parameters; i++)
        pack_argument(out, &f->parameter[i].argument);
    sm_pack_number(out, (uint32_t)f->constants);
    for (size_t i = 0; i < f->constants; i++)
        sm_pack_number(out, f->constant[i]);
}

static void answer_reflect(sm_pack *out, LLVMContextRef c, sm_unpack *in)
{
    program p = {0};
    reflect(read_module(c, sm_unpack_bytes(in)), &p);
    verify(&p, sm_unpack_string(in));
    sm_pack_number(out, (uint32_t)p.functions);
    for (size_t i = 0; i < p.functions; i++)
        pack_function(out, &p.function[i]);
    sm_pack_number(out, (uint32_t)p.constants);
    for (size_t i = 0; i < p.constants; i++) {
        sm_pack_string(out, p.constant[i].facts.name);
        sm_pack_number(out, p.constant[i].facts.index);
        sm_pack_number(out, p.constant[i].facts.data_type);
        sm_pack_number(out, p.constant[i].facts.required);
    }
}

/* ---- kernel */
static void read_kernel_request(lowering *l, sm_unpack *in)
{
    l->target.apple = sm_unpack_number(in);
    uint32_t modes = sm_unpack_number(in);
    l->target.checked = modes & 1;
    l->target.weak = modes & 2;
    l->vector = modes & 4;
    l->quick = modes & 8;
    l->code_number = modes >> 4;
    l->target.simd_width = sm_unpack_number(in);
    l->target.cpu = sm_unpack_string(in);
    l->math = (sm_math_mode)sm_unpack_number(in);
    for (int i = 0; i < SM_FAULT_WORDS; i++) {
        l->faults[i] = sm_unpack_number(in);
        l->faults[i] |= (uint64_t)sm_unpack_number(in) << 32;
    }
    l->values = sm_unpack_number(in);
    sm_constant_value *value = allocate(in->failed ? 1 : l->values * sizeof *value);
    for (size_t i = 0; i < l->values && !in->failed; i++) {
        value[i].name = sm_unpack_string(in);
        value[i].index = sm_unpack_number(in);
        value[i].data_type = sm_unpack_number(in);
        sm_bytes bytes = sm_unpack_bytes(in);
        value[i].size = bytes.size < sizeof value[i].bytes ? bytes.size : sizeof value[i].bytes;
        memcpy(value[i].bytes, bytes.data, value[i].size);
    }
    l->value = value;
    l->variants = sm_unpack_number(in);
    l->variant = allocate(in->failed ? 1 : l->variants * sizeof *l->variant);
    for (size_t i = 0; i < l->variants && !in->failed; i++) {
        l->variant[i].name = sm_unpack_string(in);
        l->variant[i].abi = sm_unpack_string(in);
    }
    l->linked_count = sm_unpack_number(in);
    l->linked = allocate(in->failed ? 1 : l->linked_count * sizeof *l->linked);
    for (size_t i = 0; i < l->linked_count && !in->failed; i++)
        l->linked[i] = sm_unpack_string(in);
    if (in->failed)
        stop("internal error: the request is malformed");
}

static void answer_kernel(sm_pack *out, LLVMContextRef c, sm_unpack *in)
{
    lowering l = {0};
    program p = {0};
    sm_bytes bitcode = sm_unpack_bytes(in);
    l.row = sm_unpack_number(in);
    l.lanes = sm_unpack_number(in);
    const char *symbol = sm_unpack_string(in);
    read_kernel_request(&l, in);
    LLVMModuleRef module = read_function(c, bitcode, symbol, &l);
    reflect(module, &p);
    start_lowering(&l, c, module);
    LLVMMemoryBufferRef object = compile_kernel(&l, &p, symbol);
    sm_pack_string(out, ""); /* not refused */
    sm_pack_number(out, l.is_range);
    sm_pack_number(out, l.vector ? l.waits : l.fibers);
    sm_pack_number(out, l.grid_only);
    sm_pack_number(out, l.rounds);
    sm_pack_number(out, l.length);
    sm_pack_number(out, l.scattered);
    sm_pack_number(out, l.most_lanes);
    sm_pack_number(out, l.static_memory);
    sm_pack_number(out, l.counters);
    sm_pack_number(out, l.stack);
    sm_pack_number(out, l.recursive);
    sm_pack_number(out, l.recursion_line);
    sm_pack_number(out, l.family);
    sm_pack_number(out, l.places);
    for (uint32_t i = 0; i < l.places; i++) {
        sm_pack_number(out, l.place[i].offset);
        sm_pack_number(out, l.place[i].lies);
        sm_pack_number(out, l.place[i].size);
    }
    sm_pack_number(out, l.gaps);
    sm_pack_number(out, l.sites);
    for (uint32_t i = 0; i < l.sites; i++) {
        const sm_site *s = &l.site[i];
        const uint32_t fields[] = {s->operation,  s->type,  s->flags, s->position,
                                   s->first_loop, s->depth, s->line,  s->column};
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            sm_pack_number(out, fields[f]);
    }
    sm_pack_number(out, l.site_loops);
    for (uint32_t i = 0; i < l.site_loops; i++) {
        sm_pack_number(out, l.site_loop[i].position);
        sm_pack_number(out, l.site_loop[i].slot);
    }
    sm_pack_number(out, l.files);
    for (uint32_t i = 0; i < l.files; i++)
        sm_pack_string(out, l.file[i]);
    sm_pack_number(out, l.function->parameters);
    for (unsigned i = 0; i < l.function->parameters; i++) {
        sm_pack_number(out, l.function->parameter[i].argument.active);
        sm_pack_number(out, l.function->parameter[i].argument.index);
    }
    sm_pack_bytes(out, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
}

static void answer_layout(sm_pack *out, LLVMContextRef c, sm_unpack *in)
{
    LLVMModuleRef module = read_module(c, sm_unpack_bytes(in));
    write_layout(module, sm_unpack_string(in), out);
}

/* A client that is killed cannot end us; nobody else wants the answer. */
static void end_with(const char *client)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)strtol(client, NULL, 10)) /* it is gone already */
        _exit(1);
}

/* What is the same for all requests. */
static void prepare(void)
{
    LLVMInstallFatalErrorHandler(stop_for_llvm);
    /* It would verify the module, tokens included, before lowering has dropped the ones that clang misplaces (clang.c).
     */
    static const char *const options[] = {
        "softmetal-compile", "-disable-auto-upgrade-debug-info", "-unswitch-threshold=500",
        "-enable-unswitch-cost-multiplier=false", /* targets/nvptx.c: split_watched */
    };
    LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, NULL);
}

int main(int count, char **arguments)
{
    bool serves = count > 1 && strcmp(arguments[1], "--serve") == 0;
    if (count > 1 && !serves)
        end_with(arguments[1]);
    prepare();
    if (serves) {
        warm_host();
        sm_serve(SIZE_MAX, &count, &arguments);
    }
    sm_pack input = read_input(), answer = {0};
    sm_unpack in = {input.data, input.data + input.size, false};
    if (input.failed || sm_unpack_number(&in) != SM_PROTOCOL_VERSION)
        stop("internal error: softmetal-compile and libsoftmetal are of different versions");
    sm_pack_number(&answer, SM_PROTOCOL_VERSION);
    sm_pack_string(&answer, "");
    LLVMContextRef c = LLVMContextCreate();
    switch (sm_unpack_number(&in)) {
    case SM_ACTION_REFLECT: answer_reflect(&answer, c, &in); break;
    case SM_ACTION_LAYOUT: answer_layout(&answer, c, &in); break;
    case SM_ACTION_KERNEL: answer_kernel(&answer, c, &in); break;
    default: stop("internal error: an unknown request");
    }
    write_all(&answer);
    sm_serve_end(0);
}
