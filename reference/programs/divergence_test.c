/* divergence_test.c: the simulation of random programs, on trees made by hand whose sets of lanes are known, and
 * the references that rest on it. */
#include "divergence.h"
#include "../core/testing.h"

enum { LANES = 8, SLOTS = 8, MEMBERS = 0, NEIGHBOUR = 11, EXCHANGE = 12 }; /* rows of the table of operations */

static uint32_t trace[LANES][SLOTS];

static divergence_group group_of_eight(void)
{
    divergence_group group = {.width = 32, .threads = LANES, .slots = SLOTS};
    memset(trace, 0, sizeof trace);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        group.h[lane] = lane;
        group.trace[lane] = trace[lane];
    }
    return group;
}

static divergence_node node(divergence_step step, int block, int next)
{
    return (divergence_node){
        .step = step, .operation = MEMBERS, .loop = -1, .block = {(int8_t)block, -1, -1}, .next = (int8_t)next};
}

/* if (lane % 2 == 0) { members; return; }  members; */
static void returns(void **state)
{
    (void)state;
    divergence_program p = {.count = 4, .body = 0, .helper = -1};
    p.node[0] = node(STEP_IF, 1, 3);
    p.node[0].condition = CONDITION_MODULO;
    p.node[0].a = 2;
    p.node[1] = node(STEP_OPERATION, -1, 2);
    p.node[2] = node(STEP_RETURN, -1, -1);
    p.node[3] = node(STEP_OPERATION, -1, -1);
    divergence_group g = group_of_eight();
    divergence_simulate(&p, &g);
    for (int lane = 0; lane < LANES; lane++) {
        assert_int_equal(g.noted[lane], 1);
        assert_int_equal(trace[lane][0], lane % 2 ? 0xaa : 0x55);
    }
}

/* do { if (k == 1) break or continue; members; } while (++k < (h & 3)), by lanes 0 to 7 with h = lane: h changes in the
 * loop, the number of trips does not. */
static void loops(void **state)
{
    (void)state;
    for (int leaves = 0; leaves < 2; leaves++) {
        divergence_program p = {.count = 4, .body = 0, .helper = -1};
        p.node[0] = node(STEP_DO, 1, -1);
        p.node[1] = node(STEP_IF, 2, 3);
        p.node[1].condition = CONDITION_COUNTER;
        p.node[1].a = 1;
        p.node[2] = node(leaves ? STEP_BREAK : STEP_CONTINUE, -1, -1);
        p.node[3] = node(STEP_OPERATION, -1, -1);
        for (int n = 1; n < 4; n++)
            p.node[n].loop = 0;
        divergence_group g = group_of_eight();
        divergence_simulate(&p, &g);
        for (int lane = 0; lane < LANES; lane++) {
            bool again = !leaves && lane % 4 == 3; /* three trips; the second does nothing */
            assert_int_equal(trace[lane][0], 0xff);
            assert_int_equal(g.noted[lane], again ? 2 : 1);
            assert_int_equal(trace[lane][1], again ? 0x88 : 0);
        }
    }
}

/* switch (h & 3) { case 0: members; falls; case 1: members; break; default: members; } */
static void switches(void **state)
{
    (void)state;
    divergence_program p = {.count = 4, .body = 0, .helper = -1};
    p.node[0] = node(STEP_SWITCH, 1, -1);
    p.node[0].block[1] = 2;
    p.node[0].block[2] = 3;
    p.node[0].falls[0] = true;
    for (int n = 1; n < 4; n++)
        p.node[n] = node(STEP_OPERATION, -1, -1);
    divergence_group g = group_of_eight();
    divergence_simulate(&p, &g);
    assert_int_equal(trace[0][0], 0x11);
    assert_int_equal(trace[0][1], 0x33); /* met by lanes 1 and 5 */
    assert_int_equal(trace[1][0], 0x33);
    assert_int_equal(trace[3][0], 0xcc);
}

/* if (simdgroup % 2 == 0) neighbour;  if (lane % 4 == 0) return;  exchange; neighbour, by SIMD-groups of 16 lanes and
 * of 4. */
static void barriers(void **state)
{
    (void)state;
    divergence_program p = {.count = 6, .body = 0, .helper = -1};
    p.node[0] = node(STEP_IF, 1, 2);
    p.node[0].condition = CONDITION_SIMDGROUP;
    p.node[0].a = 2;
    p.node[1] = node(STEP_OPERATION, -1, -1);
    p.node[2] = node(STEP_IF, 3, 4);
    p.node[2].condition = CONDITION_MODULO;
    p.node[2].a = 4;
    p.node[3] = node(STEP_RETURN, -1, -1);
    p.node[4] = node(STEP_OPERATION, -1, 5);
    p.node[5] = node(STEP_OPERATION, -1, -1);
    p.node[1].operation = p.node[5].operation = NEIGHBOUR;
    p.node[4].operation = EXCHANGE;
    divergence_group g = {.width = 16, .slots = SLOTS, .threads = 20};
    uint32_t seen[20][SLOTS] = {{0}}, first[20];
    for (uint32_t t = 0; t < 20; t++) {
        first[t] = g.h[t] = 100 + t;
        g.trace[t] = seen[t];
    }
    divergence_simulate(&p, &g);
    assert_false(g.missed_barrier);
    assert_int_equal(seen[15][0], first[0]); /* the last lane's neighbour is the first */
    assert_int_equal(seen[3][0], first[4]);
    assert_int_equal(g.noted[0], 1); /* returned before the exchange */
    assert_int_equal(g.noted[1], 3);
    assert_int_equal(g.noted[17], 2);         /* of the other SIMD-group */
    assert_int_equal(seen[17][0], 117);       /* 40 further round 20 is the thread itself */
    assert_int_equal(seen[19][1], first[16]); /* what the ended one gave in the beginning */
    p.node[2].next = -1;                      /* if (lane % 4 == 0) exchange; */
    p.node[2].block[0] = 4;
    p.node[4].next = -1;
    divergence_simulate(&p, &g);
    assert_true(g.missed_barrier);
}

/* The same seed gives the same program, another one another; all of them end, and all come by their barriers. */
static void programs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        divergence_program a, b;
        divergence_grow(&a, seed);
        divergence_grow(&b, seed);
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(a.count < DIVERGENCE_NODES);
        divergence_group g = group_of_eight();
        g.width = 16;
        g.threads = 75;
        for (uint32_t thread = 0; thread < g.threads; thread++) {
            g.h[thread] = (uint32_t)random_bits(seed, thread);
            g.trace[thread] = trace[0];
        }
        divergence_simulate(&a, &g);
        assert_false(g.missed_barrier);
    }
}

/* Leaving out a condition leaves out what it holds; hoisting keeps that. */
static void smaller_programs(void **state)
{
    (void)state;
    divergence_program p = {.count = 4, .body = 0, .helper = -1}, smaller;
    p.node[0] = node(STEP_IF, 1, 3);
    p.node[1] = node(STEP_OPERATION, -1, 2);
    p.node[2] = node(STEP_RETURN, -1, -1);
    p.node[3] = node(STEP_OPERATION, -1, -1);
    assert_int_equal(divergence_size(&p), 4);
    assert_true(divergence_without(&p, 0, false, &smaller));
    assert_int_equal(divergence_size(&smaller), 1);
    assert_int_equal(smaller.body, 3);
    assert_false(divergence_without(&smaller, 1, false, &smaller));
    assert_true(divergence_without(&p, 0, true, &smaller));
    assert_int_equal(divergence_size(&smaller), 3);
    assert_int_equal(smaller.body, 1);
    assert_int_equal(smaller.node[2].next, 3);
    assert_true(divergence_without(&p, 2, false, &smaller));
    assert_int_equal(divergence_size(&smaller), 3);
    assert_false(divergence_without(&p, 3, true, &smaller));
}

static void texts(void **state)
{
    (void)state;
    uint64_t seeds[2] = {1, 2};
    reference_array from = {.data = seeds, .count = 2};
    assert_true(assay_type_from_name("ulong", &from.type));
    program_call call = {.from = &from};
    const program_entry *entry = program_all();
    entry->function(&call);
    assert_null(call.error);
    assert_non_null(strstr(call.text, "kernel void p0("));
    assert_non_null(strstr(call.text, "kernel void p1("));
    free(call.text);
}

/* The references refuse what one lane saw differently, and judge nothing that no lane noted. */
static void references(void **state)
{
    (void)state;
    uint64_t seed = 3;
    uint32_t data[32], results[32 * SLOTS], room[32][SLOTS];
    divergence_program program;
    divergence_grow(&program, seed);
    divergence_group g = {.width = 32, .threads = 32, .slots = SLOTS};
    memset(room, 0, sizeof room);
    for (uint32_t lane = 0; lane < 32; lane++) {
        data[lane] = g.h[lane] = (uint32_t)random_bits(1, lane);
        g.trace[lane] = room[lane];
    }
    divergence_simulate(&program, &g);
    memcpy(results, room, sizeof results);
    trial t = {0};
    trial_grid(&t, 32, 32);
    trial_array(&t, "ulong", &seed, 1);
    trial_array(&t, "uint", data, 32);
    trial_number(&t, 0);
    trial_number(&t, SLOTS);
    assert_int_equal(refused(&t, "divergence_trace", "uint", results, 32 * SLOTS), 0);
    assert_true(t.unjudged < 32 * SLOTS);
    results[0]++;
    assert_int_equal(refused(&t, "divergence_trace", "uint", results, 32 * SLOTS), 1);
    assert_int_equal(refused(&t, "divergence_end", "uint", g.h, 32), 0);
    g.h[5]++;
    assert_int_equal(refused(&t, "divergence_end", "uint", g.h, 32), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(returns),          cmocka_unit_test(loops),    cmocka_unit_test(switches),
        cmocka_unit_test(programs),         cmocka_unit_test(texts),    cmocka_unit_test(references),
        cmocka_unit_test(smaller_programs), cmocka_unit_test(barriers),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
