/* divergence_print.c: the programs as MSL. */
#include "divergence.h"
#include "divergence_operations.h"

typedef struct printing {
    const divergence_program *program;
    size_t number;
    bool helper;
    program_call *to;
} printing;

static void print_block(const printing *p, int n, int indent);

static void print_line(const printing *p, int indent, const char *text)
{
    program_print(p->to, "%*s%s\n", indent * 4, "", text);
}

static void print_condition(const printing *p, const divergence_node *node)
{
    switch (node->condition) {
    case CONDITION_BIT: program_print(p->to, "(h >> %u & 1) != 0", node->a); break;
    case CONDITION_BELOW: program_print(p->to, "c.lane < %u", node->a); break;
    case CONDITION_MODULO: program_print(p->to, "c.lane %% %u == %u", node->a, node->b); break;
    case CONDITION_SIMDGROUP: program_print(p->to, "c.simdgroup %% %u == %u", node->a, node->b); break;
    case CONDITION_GROUP: program_print(p->to, "c.group %% %u == %u", node->a, node->b); break;
    case CONDITION_COUNTER: program_print(p->to, "k%d == %u", node->loop, node->a); break;
    }
}

static void print_if(const printing *p, const divergence_node *node, int indent)
{
    program_print(p->to, "%*sif (", indent * 4, "");
    print_condition(p, node);
    program_print(p->to, ") {\n");
    print_block(p, node->block[0], indent + 1);
    if (node->block[1] >= 0) {
        print_line(p, indent, "} else {");
        print_block(p, node->block[1], indent + 1);
    }
    print_line(p, indent, "}");
}

static void print_loop(const printing *p, int n, int indent)
{
    const divergence_node *node = &p->program->node[n];
    int blanks = indent * 4;
    if (node->a == ALIKE_GROUP)
        program_print(p->to, "%*sconst uint t%d = %u;\n", blanks, "", n, node->b);
    else if (node->a == ALIKE_SIMDGROUP)
        program_print(p->to, "%*sconst uint t%d = c.simdgroup %% 3 + %u;\n", blanks, "", n, node->b);
    else
        program_print(p->to, "%*sconst uint t%d = (h >> %u & 3) + %u;\n", blanks, "", n, node->a, node->b);
    if (node->step == STEP_FOR)
        program_print(p->to, "%*sfor (uint k%d = 0; k%d < t%d; k%d++) {\n", blanks, "", n, n, n, n);
    else if (node->step == STEP_WHILE)
        program_print(p->to, "%*suint k%d = 0;\n%*swhile (k%d++ < t%d) {\n", blanks, "", n, blanks, "", n, n);
    else
        program_print(p->to, "%*suint k%d = 0;\n%*sdo {\n", blanks, "", n, blanks, "");
    print_block(p, node->block[0], indent + 1);
    if (node->step == STEP_DO)
        program_print(p->to, "%*s} while (++k%d < t%d);\n", blanks, "", n, n);
    else
        print_line(p, indent, "}");
}

static void print_switch(const printing *p, const divergence_node *node, int indent)
{
    static const char *const labels[] = {"case 0: {", "case 1: {", "default: {"};
    program_print(p->to, "%*sswitch (", indent * 4, "");
    if (node->a >= ALIKE_SIMDGROUP)
        program_print(p->to, "c.%s + %u & 3) {\n", node->a == ALIKE_GROUP ? "group" : "simdgroup", node->b);
    else
        program_print(p->to, "h >> %u & 3) {\n", node->a);
    for (int s = 0; s < DIVERGENCE_SECTIONS; s++) {
        print_line(p, indent, labels[s]);
        print_block(p, node->block[s], indent + 1);
        if (s == DIVERGENCE_SECTIONS - 1 || !node->falls[s])
            print_line(p, indent + 1, "break;");
        print_line(p, indent, "}");
    }
    print_line(p, indent, "}");
}

static void print_statement(const printing *p, int n, int indent)
{
    const divergence_node *node = &p->program->node[n];
    switch (node->step) {
    case STEP_OPERATION:
        program_print(p->to, "%*sh = note(%s, h, c);\n", indent * 4, "", divergence_operations[node->operation].call);
        break;
    case STEP_IF: print_if(p, node, indent); break;
    case STEP_FOR:
    case STEP_WHILE:
    case STEP_DO: print_loop(p, n, indent); break;
    case STEP_SWITCH: print_switch(p, node, indent); break;
    case STEP_BREAK: print_line(p, indent, "break;"); break;
    case STEP_CONTINUE: print_line(p, indent, "continue;"); break;
    case STEP_RETURN:
        if (!p->helper)
            print_line(p, indent, "ended[i] = last(h, c);");
        print_line(p, indent, p->helper ? "return h + 1;" : "return;");
        break;
    case STEP_CALL: program_print(p->to, "%*sh = helper%zu(h, c);\n", indent * 4, "", p->number); break;
    }
}

static void print_block(const printing *p, int n, int indent)
{
    for (; n >= 0; n = p->program->node[n].next)
        print_statement(p, n, indent);
}

static bool has_barriers(const divergence_program *p, int n)
{
    for (; n >= 0; n = p->node[n].next) {
        if (p->node[n].step == STEP_OPERATION && divergence_operations[p->node[n].operation].who != TOGETHER_NONE)
            return true;
        for (int b = 0; b < DIVERGENCE_SECTIONS; b++)
            if (has_barriers(p, p->node[n].block[b]))
                return true;
    }
    return false;
}

void divergence_print(const divergence_program *program, size_t number, program_call *to)
{
    printing p = {program, number, true, to};
    if (program->helper >= 0) {
        program_print(to, "uint helper%zu(uint h, thread context &c)\n{\n", number);
        print_block(&p, program->helper, 1);
        program_print(to, "    return h;\n}\n\n");
    }
    p.helper = false;
    program_print(
        to,
        "kernel void p%zu(device const uint *data [[buffer(0)]], device uint *trace [[buffer(1)]],\n"
        "    device uint *ended [[buffer(2)]], uint2 at [[thread_position_in_grid]],\n"
        "    uint2 grid [[threads_per_grid]], uint2 group [[threadgroup_position_in_grid]],\n"
        "    uint2 size [[threads_per_threadgroup]], uint index [[thread_index_in_threadgroup]],\n"
        "    uint simdgroup [[simdgroup_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]],\n"
        "    uint width [[threads_per_simdgroup]])\n{\n"
        "    threadgroup uint memory[2 * THREADS];\n"
        "    const uint i = at.y * grid.x + at.x, threads = size.x * size.y;\n"
        "    context c = start(trace, memory, i, lane, width, simdgroup, group.x + group.y, index, threads);\n"
        "    uint h = data[i];\n",
        number);
    if (has_barriers(program, program->body) || has_barriers(program, program->helper))
        program_print(to, "    share(h, c);\n");
    print_block(&p, program->body, 1);
    program_print(to, "    ended[i] = last(h, c);\n}\n\n");
}

/* program_seeds(BLOCK): seeds of programs, other ones for each block. */
INPUT(program_seeds)
{
    uint64_t block = call->argument_count == 1 ? (uint64_t)call->argument[0] : 0;
    for (size_t i = 0; i < call->count; i++)
        scalar_store(call->type.scalar, (char *)call->data + i * call->type.stride,
                     random_bits(call->seed, block << 32 | i));
}

/* divergence(seeds): one program for each seed. */
PROGRAM(divergence)
{
    divergence_program program;
    for (size_t n = 0; n < call->from->count; n++) {
        divergence_grow(&program, array_bits(call->from, n, 0));
        divergence_print(&program, n, call);
    }
}
