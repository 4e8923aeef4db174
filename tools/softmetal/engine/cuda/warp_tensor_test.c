/* warp_tensor_test.c: operations on tensors as a GPU computes them, against the engine's own (matmul.c). */
#include "warp.h"
#include "device/gpu_tensor.c"
#include "../tensor/matmul.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 64 * 64, SLOTS = 600 };

/* The owner of an element is the slot that holds it. */
static void owners(void **unused)
{
    static const int sizes[][2] = {{16, 16}, {32, 16}, {16, 32}, {64, 32}, {8, 16}, {24, 48}, {1, 1}, {3, 7}};
    (void)unused;
    for (int layout = __MSL_COOP_M5; layout <= __MSL_COOP_SCATTERED; layout++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            __msl_coop c = {layout, __MSL_LEFT, sizes[s][0], sizes[s][1], 1, 32, 1234567u + (unsigned)s};
            uint32_t inverse = sm_scatter_inverse(&c), found = 0;
            for (uint32_t lane = 0; lane < 32; lane++) {
                for (int i = 0; i < __msl_coop_capacity(c); i++) {
                    __msl_slot slot = __msl_coop_slot(c, 0, (int)lane, i);
                    if (!slot.valid)
                        continue;
                    sm_owner owner = sm_owner_of(&c, inverse, slot.row, slot.column);
                    assert_int_equal(owner.lane, lane);
                    assert_int_equal(owner.slot, i);
                    found++;
                }
            }
            assert_int_equal(found, c.rows * c.columns);
        }
    }
}

typedef struct shape {
    uint32_t left, right, destination; /* types */
    int m, n, k, layout, flags;
    bool hold_left, hold_right, hold_destination;
    uint32_t mask;
} shape;

/* Operands of all lanes: matrices in memory, and each lane's slots. */
typedef struct operands {
    uint8_t memory[3][ROOM * 4], slots[3][WARP][SLOTS * 4];
    __msl_matmul record[WARP];
} operands;

static operands gpu, cpu;

static void put_number(uint32_t type, uint8_t *p, int value)
{
    if (type == __MSL_I8)
        *(int8_t *)p = (int8_t)value;
    else if (type == __MSL_I32)
        write_integer(p, (uint32_t)value);
    else
        write_float(type, p, (float)value);
}

static void fill_operands(void)
{
    for (int o = 0; o < 3; o++) {
        for (size_t i = 0; i < sizeof gpu.memory[o]; i++)
            gpu.memory[o][i] = 0;
        memset(gpu.slots[o], 0, sizeof gpu.slots[o]);
    }
}

static __msl_operand operand(operands *all, const shape *s, int which, uint32_t lane)
{
    const uint32_t type[] = {s->left, s->right, s->destination};
    const bool held[] = {s->hold_left, s->hold_right, s->hold_destination};
    const int rows[] = {s->m, s->k, s->m}, columns[] = {s->k, s->n, s->n};
    bool turned = which < 2 && (s->flags & (which ? __MSL_TRANSPOSE_RIGHT : __MSL_TRANSPOSE_LEFT));
    int down = turned ? columns[which] : rows[which], right = turned ? rows[which] : columns[which];
    __msl_operand o = {.type = type[which], .extent = {right, down}};
    if (held[which]) {
        o.coop = (__msl_coop){s->layout, __MSL_LEFT + which, down, right, 1, 32, 77u + (unsigned)which};
        o.data = (uintptr_t)all->slots[which][lane];
    } else {
        o.data = (uintptr_t)all->memory[which];
        o.stride[0] = 1;
        o.stride[1] = right + 3;
    }
    return o;
}

static void set_records(operands *all, const shape *s)
{
    for (uint32_t lane = 0; lane < WARP; lane++)
        all->record[lane] = (__msl_matmul){operand(all, s, 0, lane),
                                           operand(all, s, 1, lane),
                                           operand(all, s, 2, lane),
                                           s->m,
                                           s->n,
                                           s->k,
                                           (unsigned)s->flags,
                                           1,
                                           0};
}

static void fill_numbers(const shape *s)
{
    const uint32_t type[] = {s->left, s->right, s->destination};
    fill_operands();
    for (int o = 0; o < 3; o++) {
        size_t size = size_of(type[o]);
        for (size_t i = 0; i < ROOM; i++)
            put_number(type[o], gpu.memory[o] + i * size, rand() % 9 - 4);
        for (uint32_t lane = 0; lane < WARP; lane++)
            for (size_t i = 0; i < SLOTS; i++)
                put_number(type[o], gpu.slots[o][lane] + i * size, rand() % 9 - 4);
    }
}

static void multiply_lanes(uint32_t lane)
{
    sm_cuda_matmul(&gpu.record[lane]);
}

static void perform_on_cpu(uint32_t operation, uint32_t mask, void *record, size_t size)
{
    uint64_t address[WARP];
    for (uint32_t lane = 0; lane < WARP; lane++)
        address[lane] = (uintptr_t)record + lane * size;
    sm_lanes lanes = {.a = address, .stride = sizeof *address, .width = WARP};
    sm_site site = {.operation = operation, .type = __MSL_F32};
    sm_tensor_perform(&(sm_meeting){.site = &site, .lanes = &lanes, .mask = mask});
}

static void compare(const shape *s)
{
    fill_numbers(s);
    memcpy(&cpu, &gpu, sizeof cpu);
    set_records(&gpu, s);
    set_records(&cpu, s);
    warp_run(s->mask, multiply_lanes);
    perform_on_cpu(__MSL_MATMUL, s->mask, cpu.record, sizeof *cpu.record);
    if (memcmp(gpu.memory, cpu.memory, sizeof gpu.memory) != 0 || memcmp(gpu.slots, cpu.slots, sizeof gpu.slots) != 0)
        fail_msg("%d x %d x %d, types %u %u %u, layout %d, flags %d, in lanes %d %d %d, mask %08x", s->m, s->n, s->k,
                 s->left, s->right, s->destination, s->layout, s->flags, s->hold_left, s->hold_right,
                 s->hold_destination, s->mask);
}

static void products(void **unused)
{
    static const uint32_t types[][3] = {{__MSL_F32, __MSL_F32, __MSL_F32},
                                        {__MSL_F16, __MSL_F16, __MSL_F32},
                                        {__MSL_F16, __MSL_F16, __MSL_F16},
                                        {__MSL_I8, __MSL_I8, __MSL_I32}};
    static const int sizes[][3] = {{16, 32, 16}, {32, 32, 32}, {32, 16, 32}};
    (void)unused;
    srand(1);
    for (unsigned n = 0; n < 4 * 3 * 8 * 8; n += 7) { /* every seventh meets all pairs of choices */
        const uint32_t *type = types[n % 4];
        const int *size = sizes[n / 4 % 3];
        unsigned held = n / 12 % 8, flags = n / 96 % 8;
        compare(&(shape){type[0], type[1], type[2], size[0], size[1], size[2], (int)(n / 3 % 4),
                         (int)((flags & 3) | (flags & 4 ? __MSL_ACCUMULATE : 0)), held & 1, held & 2, held & 4, ~0u});
    }
}

/* Of a SIMD-group that is not whole the lanes that are there do what there is to do in memory. */
static void parts_of_groups(void **unused)
{
    static const uint32_t masks[] = {1, 0xff, 0x0f0f0f0f, 0x7fffffff};
    (void)unused;
    for (size_t n = 0; n < 16; n++) {
        compare(&(shape){__MSL_F32, __MSL_F32, __MSL_F32, 16, 32, 16, __MSL_COOP_M5, 0, n / 4 & 1, n / 8 & 1, false,
                         masks[n % 4]});
        compare(&(shape){__MSL_F32, __MSL_F32, __MSL_F32, 16, 32, 16, __MSL_COOP_PAIRS, 0, n / 4 & 1, n / 8 & 1, true,
                         masks[n % 4]});
    }
}

/* A K fixed far beyond the factors is not walked to its end. */
static void far_inner(void **unused)
{
    (void)unused;
    shape s = {__MSL_F32, __MSL_F32, __MSL_F32, 16, 16, 16, __MSL_COOP_M5, 0, false, false, false, ~0u};
    fill_numbers(&s);
    memcpy(&cpu, &gpu, sizeof cpu);
    set_records(&gpu, &s);
    set_records(&cpu, &s);
    for (uint32_t lane = 0; lane < WARP; lane++)
        gpu.record[lane].k = cpu.record[lane].k = 1 << 30;
    warp_run(~0u, multiply_lanes);
    perform_on_cpu(__MSL_MATMUL, ~0u, cpu.record, sizeof *cpu.record);
    assert_memory_equal(gpu.memory, cpu.memory, sizeof gpu.memory);
}

/* ---- reductions */
static __msl_reduce gpu_reduction[WARP], cpu_reduction[WARP];

static void reduce_lanes(uint32_t lane)
{
    sm_cuda_reduce(&gpu_reduction[lane]);
}

static void compare_reduction(uint32_t type, int layout, bool rows, uint32_t reduction)
{
    shape s = {.left = type, .right = type, .destination = type};
    int role = rows ? __MSL_ROW_REDUCTION : __MSL_COLUMN_REDUCTION;
    uint8_t identity[4] = {0};
    uint32_t bits;
    fill_numbers(&s);
    put_number(type, identity, 2);
    memcpy(&bits, identity, sizeof bits);
    memcpy(&cpu, &gpu, sizeof cpu);
    for (uint32_t lane = 0; lane < WARP; lane++) {
        __msl_operand from = {.type = type, .coop = {layout, __MSL_DESTINATION, 32, 16, 1, 32, 9}},
                      to = {.type = type, .coop = {layout, role, 32, 16, 1, 32, 10}};
        from.data = (uintptr_t)gpu.slots[0][lane];
        to.data = (uintptr_t)gpu.slots[2][lane];
        gpu_reduction[lane] = (__msl_reduce){from, to, reduction, bits};
        from.data = (uintptr_t)cpu.slots[0][lane];
        to.data = (uintptr_t)cpu.slots[2][lane];
        cpu_reduction[lane] = (__msl_reduce){from, to, reduction, bits};
    }
    warp_run(~0u, reduce_lanes);
    perform_on_cpu(__MSL_REDUCE, ~0u, cpu_reduction, sizeof *cpu_reduction);
    if (memcmp(gpu.slots, cpu.slots, sizeof gpu.slots) != 0)
        fail_msg("reduction %u of %s, type %u, layout %d", reduction, rows ? "rows" : "columns", type, layout);
}

static void reductions(void **unused)
{
    static const uint32_t types[] = {__MSL_F32, __MSL_F16, __MSL_BF16, __MSL_I32};
    (void)unused;
    for (unsigned n = 0; n < 4 * 4 * 2 * 3; n++)
        compare_reduction(types[n % 4], (int)(n / 4 % 4), n / 16 % 2, n / 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(owners), cmocka_unit_test(products),
                                       cmocka_unit_test(parts_of_groups), cmocka_unit_test(far_inner),
                                       cmocka_unit_test(reductions)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
