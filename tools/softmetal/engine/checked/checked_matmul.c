/* checked_matmul.c: in checked mode, how programs misuse operations on tensors (MSL 7.2): lanes or SIMD-groups of the
 * scope that do not take part, lanes that say different things, factors of different K, a K fixed by the descriptor
 * that is beyond an extent, and operands of a convolution that are not what its descriptor says. */
#include "checked_matmul.h"
#include "../../include/__msl/cooperative.h"
#include "checked.h"
#include "../threads/team.h"
#include <string.h>

static __msl_matmul *record_of(const sm_meeting *m, uint32_t lane)
{
    return *(__msl_matmul **)(void *)((char *)m->lanes->a + lane * m->lanes->stride);
}

static const sm_thread *lane_thread(const sm_meeting *m, uint32_t lane)
{
    return sm_team_thread(m->checked, m->first + lane);
}

#define FINDS(m, lane, kind, ...)                                                                                      \
    sm_checker_report(lane_thread(m, lane), kind, (m)->site->line, (m)->site->column, __VA_ARGS__)

/* Lanes that have not ended must take part, and so must those that have (MSL 7.2). */
static void check_lanes(const sm_meeting *m)
{
    uint64_t missing = sm_lanes_of(m->checked->threads, m->lanes->width, m->first / m->lanes->width) & ~m->mask;
    if (missing)
        FINDS(m, (uint32_t)__builtin_ctzll(missing), "operation-lanes",
              "takes no part in an operation on tensors that other threads of its SIMD-group perform");
}

static bool is_same_operand(const __msl_operand *a, const __msl_operand *b)
{
    if (a->type != b->type || a->coop.role != b->coop.role)
        return false;
    return a->coop.role != __MSL_MEMORY ||
           (a->data == b->data && a->extent[0] == b->extent[0] && a->extent[1] == b->extent[1] &&
            a->stride[0] == b->stride[0] && a->stride[1] == b->stride[1] && a->scales == b->scales &&
            (!a->scales || (a->scale_stride[0] == b->scale_stride[0] && a->scale_stride[1] == b->scale_stride[1])));
}

static const __msl_window *window_of(const __msl_matmul *r)
{
    return r->flags & __MSL_CONVOLUTION ? &((const __msl_convolution *)r)->window : NULL;
}

static bool is_same_record(const __msl_matmul *a, const __msl_matmul *b)
{
    return is_same_operand(&a->left, &b->left) && is_same_operand(&a->right, &b->right) &&
           is_same_operand(&a->destination, &b->destination) &&
           (!window_of(a) || memcmp(window_of(a), window_of(b), sizeof *window_of(a)) == 0);
}

static const char *name_of(const __msl_matmul *r)
{
    return window_of(r) ? "convolution2d" : "matmul2d";
}

static void check_same(const sm_meeting *m, uint32_t first)
{
    const __msl_matmul *a = record_of(m, first);
    for (uint64_t rest = m->mask & (m->mask - 1); rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        const __msl_matmul *b = record_of(m, lane);
        if (is_same_record(a, b))
            continue;
        FINDS(m, lane, "operation-operands", "gives %s other operands%s than thread %u of its SIMD-group does",
              name_of(a), window_of(a) ? " or offsets" : "", m->first + first);
        return;
    }
}

static long inner_of(const __msl_operand *o, bool along_rows)
{
    return o->extent[along_rows ? 0 : 1];
}

void sm_check_inner(const sm_thread *thread, long fixed, long left, long right, uint32_t line, uint32_t column)
{
    if (fixed > 0 && (left < fixed || right < fixed))
        sm_checker_report(thread, "operation-inner", line, column,
                          "multiplies with a K of %ld, which the left matrix has %ld and the right one %ld of: make K "
                          "dynamic",
                          fixed, left, right);
    else if (fixed <= 0 && left != right)
        sm_checker_report(thread, "operation-inner", line, column,
                          "multiplies a left matrix whose K is %ld by a right one whose K is %ld", left, right);
}

static void check_inner(const sm_meeting *m, uint32_t first)
{
    const __msl_matmul *r = record_of(m, first);
    sm_check_inner(lane_thread(m, first), r->k, inner_of(&r->left, !(r->flags & __MSL_TRANSPOSE_LEFT)),
                   inner_of(&r->right, r->flags & __MSL_TRANSPOSE_RIGHT), m->site->line, m->site->column);
}

/* The activation is no larger than the descriptor has it, and its channels are those of the weights. */
static void check_window(const sm_meeting *m, uint32_t first, const __msl_window *w)
{
    static const char *const dimension[] = {"channels", "columns", "rows", "images"};
    const long *activation = w->extent[0], *weights = w->extent[1];
    for (int d = 1; d < 4; d++)
        if (activation[d] > w->source[d])
            FINDS(m, first, "operation-window",
                  "convolves an activation of %ld %s, more than the %ld of the descriptor", activation[d], dimension[d],
                  w->source[d]);
    if (activation[0] < w->source[0])
        FINDS(m, first, "operation-window",
              "convolves an activation of %ld channels, fewer than the %ld of the descriptor", activation[0],
              w->source[0]);
    if (weights[1] != w->channels)
        FINDS(m, first, "operation-window", "convolves %ld channels with weights for %ld", w->channels, weights[1]);
    if (weights[2] < w->taps[0] || weights[3] < w->taps[1])
        FINDS(m, first, "operation-window", "convolves with a kernel of %ld x %ld and weights of %ld x %ld", w->taps[0],
              w->taps[1], weights[2], weights[3]);
}

static uint64_t digest_of(uint64_t digest, const long *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        digest = ((digest ^ (uint64_t)number[i]) * 0x9e3779b97f4a7c15) ^ digest >> 29;
    return digest;
}

/* Of what the SIMD-groups of a scope have to agree on: operands in memory, and where a window lies. */
static uint64_t digest_of_operands(uint64_t digest, const __msl_matmul *r)
{
    const __msl_operand *operand[] = {&r->left, &r->right, &r->destination};
    const __msl_window *w = window_of(r);
    for (int i = 0; i < 3; i++) {
        const __msl_operand *o = operand[i];
        const long number[] = {(long)o->data, o->extent[0],    o->extent[1],       o->stride[0],
                               o->stride[1],  (long)o->scales, o->scale_stride[0], o->scale_stride[1]};
        if (o->coop.role == __MSL_MEMORY)
            digest = digest_of(digest, number, o->scales ? 8 : 5);
    }
    return w ? digest_of(digest, w->offset, 2) : digest;
}

static void count_operation(const sm_meeting *m, const __msl_matmul *r)
{
    sm_simdgroup *g = &m->checked->simdgroup[m->first / m->lanes->width];
    g->operations++;
    g->operation = m->site;
    g->operands = digest_of_operands(g->operands, r);
}

void sm_check_operations(sm_team *team)
{
    uint32_t most = 0;
    bool told = false;
    for (uint32_t i = 1; i < team->simdgroups; i++)
        if (team->simdgroup[i].operations > team->simdgroup[most].operations)
            most = i;
    uint32_t operations = team->simdgroup[most].operations;
    const sm_site *site = team->simdgroup[most].operation;
    uint64_t operands = team->simdgroup[most].operands;
    for (uint32_t i = 0; i < team->simdgroups; i++) {
        sm_simdgroup *g = &team->simdgroup[i];
        if (g->operations < operations && !told) {
            told = true;
            sm_checker_report(sm_team_thread(team, g->first), "operation-scope", site->line, site->column,
                              "takes no part in an operation on tensors of %u SIMD-groups, which SIMD-group %u of its "
                              "threadgroup performs",
                              team->simdgroups, most);
        } else if (g->operations == operations && g->operands != operands && !told) {
            told = true;
            sm_checker_report(sm_team_thread(team, g->first), "operation-operands", site->line, site->column,
                              "gives an operation of several SIMD-groups other operands than SIMD-group %u does", most);
        }
        g->operations = 0;
        g->operands = 0;
    }
}

void sm_check_reduction(const sm_meeting *m)
{
    uint32_t first = (uint32_t)__builtin_ctzll(m->mask);
    const __msl_reduce *a = (const __msl_reduce *)(const void *)record_of(m, first);
    check_lanes(m);
    for (uint64_t rest = m->mask & (m->mask - 1); rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        const __msl_reduce *b = (const __msl_reduce *)(const void *)record_of(m, lane);
        if (a->reduction == b->reduction && a->identity == b->identity)
            continue;
        FINDS(m, lane, "operation-operands",
              "reduces otherwise, or from another identity, than thread %u of its SIMD-group does", m->first + first);
        return;
    }
}

void sm_check_matmul(const sm_meeting *m)
{
    uint32_t first = (uint32_t)__builtin_ctzll(m->mask);
    const __msl_matmul *r = record_of(m, first);
    check_lanes(m);
    check_same(m, first);
    if (window_of(r))
        check_window(m, first, window_of(r));
    else
        check_inner(m, first);
    if ((r->groups != 1 || window_of(r)) && r->groups != m->checked->simdgroups)
        FINDS(m, first, "operation-scope", "performs an operation of %u SIMD-groups in a threadgroup of %u", r->groups,
              m->checked->simdgroups);
    else if (r->groups > 1)
        count_operation(m, r);
}
