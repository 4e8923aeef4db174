/* warp_meet_test.c: SIMD- and quad-group functions as a GPU computes them, against the engine's own (simd.c), for
 * lanes that are all there or not. */
#include "warp.h"
typedef float float2 __attribute__((vector_size(8)));
static uint32_t sm_matrices;
static uint32_t sm_tensor_turn(uint32_t pair);
static uint32_t sm_tensor_take(uint32_t pair, uint32_t from, uint32_t way);
static float2 sm_tensor_take_sums(float2 sums, uint32_t from, uint32_t way);
static float2 sm_tensor_half(uint32_t left, uint32_t turned_right, float2 sum);
static float2 sm_tensor_bfloat(uint32_t left, uint32_t turned_right, float2 sum);
#include "device/meet.c"
#include "../functions/simd.h"

typedef struct operands {
    uint64_t a, b;
    uint32_t c;
    uint64_t result;
} operands;

static struct {
    uint32_t operation, type;
    operands lane[WARP];
} meeting;

static uint64_t state = 88172645463325252u;
static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void meet(uint32_t lane)
{
    operands *o = &meeting.lane[lane];
    o->result = __msl_simd(meeting.operation, meeting.type, o->a, o->b, o->c);
}

/* For prefixes, which are added in other orders, small numbers, whose sums are exact; of products few are not one. */
static uint64_t number(uint32_t operation, uint32_t type)
{
    bool product = operation == __MSL_INCLUSIVE_PRODUCT || operation == __MSL_EXCLUSIVE_PRODUCT;
    if (!sm_element_is_real(type))
        return truncate_to(type, next());
    if (operation == __MSL_SUM || operation == __MSL_PRODUCT)
        return bits_of_real(type, (float)(next() % 4096 + 1024) / 2048);
    float value = product ? (next() % 8 ? 1 : -2) : (float)(int)(next() % 9) - 4;
    return bits_of_real(type, value);
}

static void fill_in(uint32_t operation, uint32_t type, uint32_t width)
{
    for (uint32_t i = 0; i < WARP; i++) {
        operands *o = &meeting.lane[i];
        o->a = operation >= __MSL_ALL ? next() & 1 : number(operation, type);
        o->b = number(operation, type);
        o->c = (uint32_t)(next() % width);
    }
    if (operation == __MSL_BROADCAST || operation >= __MSL_SHUFFLE_UP) { /* the same for all */
        uint32_t c = meeting.lane[0].c;
        if (operation == __MSL_FILL_UP || operation == __MSL_FILL_DOWN)
            c |= (2u << next() % 5) << 16;
        for (uint32_t i = 0; i < WARP; i++)
            meeting.lane[i].c = c;
    }
}

static void compare(uint32_t operation, uint32_t type, bool quad, uint32_t mask)
{
    uint32_t whole = operation | (quad ? __MSL_QUAD : 0);
    meeting.operation = whole;
    meeting.type = type;
    fill_in(operation, type, quad ? 4 : 32);
    operands expected[WARP];
    warp_run(mask, meet);
    memcpy(expected, meeting.lane, sizeof expected);
    sm_lanes lanes = {&expected->a, &expected->b, &expected->c, &expected->result, sizeof *expected, 32};
    sm_simd_perform(&(sm_site){.operation = whole, .type = type}, &lanes, mask, false);
    for (uint32_t i = 0; i < WARP; i++) {
        if ((mask >> i & 1) && meeting.lane[i].result != expected[i].result)
            fail_msg("operation %u%s of type %u, lanes %08x, lane %u: %llx instead of %llx", operation,
                     quad ? " of quads" : "", type, mask, i, (unsigned long long)meeting.lane[i].result,
                     (unsigned long long)expected[i].result);
    }
}

static bool makes_sense(uint32_t operation, uint32_t type)
{
    bool bits = operation == __MSL_AND || operation == __MSL_OR || operation == __MSL_XOR;
    return !(bits && sm_element_is_real(type)) &&
           !(operation >= __MSL_SUM && operation < __MSL_ALL && type == __MSL_BOOL);
}

static void all_operations(void **unused)
{
    static const uint32_t masks[] = {~0u,        1,          0x80000000, 0xffff,    0xffff0000,
                                     0x55555555, 0xf0f0f0f0, 0x7fffffff, 0x00700301};
    (void)unused;
    for (uint32_t operation = __MSL_BROADCAST; operation <= __MSL_IS_FIRST; operation++)
        for (uint32_t type = __MSL_I8; type <= __MSL_BOOL; type++)
            for (size_t m = 0; makes_sense(operation, type) && m < sizeof masks / sizeof *masks + 3; m++) {
                uint32_t mask = m < sizeof masks / sizeof *masks ? masks[m] : (uint32_t)next() | 16;
                compare(operation, type, false, mask);
                compare(operation, type, true, mask);
            }
}

/* ---- matrices */
static struct {
    float m[8]; /* a, b, c and d of a lane */
} matrix_lane[WARP];

/* What a tensor core's instructions do: lane l brings row l / 4, columns l % 4 * 2 and the next, of each operand; the
 * right factor is turned. */
static uint32_t sm_tensor_turn(uint32_t pair)
{
    uint32_t lane = warp.lane, all[WARP], row = lane / 4, column = lane % 4 * 2;
    for (uint32_t i = 0; i < WARP; i++)
        all[i] = (uint32_t)__nvvm_shfl_sync_idx_i32(~0u, (int)pair, (int)i, 31);
    uint32_t low = all[column * 4 + row / 2] >> row % 2 * 16, high = all[(column + 1) * 4 + row / 2] >> row % 2 * 16;
    return (low & 0xffff) | high << 16;
}

static uint32_t sm_tensor_take(uint32_t pair, uint32_t from, uint32_t way)
{
    (void)way;
    return (uint32_t)__nvvm_shfl_sync_idx_i32(~0u, (int)pair, (int)from, 31);
}

static float2 sm_tensor_take_sums(float2 sums, uint32_t from, uint32_t way)
{
    for (uint32_t i = 0; i < 2; i++)
        sums[i] = float_of(sm_tensor_take(__builtin_bit_cast(uint32_t, sums[i]), from, way));
    return sums;
}

static float2 tensor_product(uint32_t type, uint32_t left, uint32_t right, float2 sum)
{
    uint32_t lane = warp.lane, a[WARP], b[WARP];
    for (uint32_t i = 0; i < WARP; i++) {
        a[i] = (uint32_t)__nvvm_shfl_sync_idx_i32(~0u, (int)left, (int)i, 31);
        b[i] = (uint32_t)__nvvm_shfl_sync_idx_i32(~0u, (int)right, (int)i, 31);
    }
    for (uint32_t k = 0; k < 8; k++)
        for (uint32_t n = 0; n < 2; n++) {
            uint32_t row = lane / 4, column = lane % 4 * 2 + n;
            sum[n] += real_of(type, a[row * 4 + k / 2] >> k % 2 * 16 & 0xffff) *
                      real_of(type, b[column * 4 + k / 2] >> k % 2 * 16 & 0xffff);
        }
    return sum;
}

static float2 sm_tensor_half(uint32_t left, uint32_t turned_right, float2 sum)
{
    return tensor_product(__MSL_F16, left, turned_right, sum);
}

static float2 sm_tensor_bfloat(uint32_t left, uint32_t turned_right, float2 sum)
{
    return tensor_product(__MSL_BF16, left, turned_right, sum);
}

static uint32_t matrix_type, matrix_place[WARP];

static void multiply_lanes(uint32_t lane)
{
    matrix_place[lane] = __msl_matrix_lane();
    __msl_simd(__MSL_MATRIX_MULTIPLY_ACCUMULATE, matrix_type, (uintptr_t)matrix_lane[lane].m, 0, 0);
}

/* Products of small numbers, which are exact, against the engine's: whoever has a lane's elements. */
static void compare_matrices(uint32_t type, uint32_t mode)
{
    operands o[WARP] = {{0}};
    float expected[WARP][8];
    matrix_type = type;
    sm_matrices = mode;
    for (uint32_t i = 0; i < WARP; i++) {
        for (int n = 0; n < 6; n++)
            matrix_lane[i].m[n] = (float)(int)(next() % 17) - 8;
    }
    for (uint32_t i = 0; i < WARP; i++)
        memcpy(expected[mode & SM_MATRICES_SHOWN ? i : apple_lane(i)], matrix_lane[i].m, sizeof expected[i]);
    for (uint32_t i = 0; i < WARP; i++)
        o[i].a = (uintptr_t)expected[i];
    warp_run(~0u, multiply_lanes);
    sm_lanes lanes = {&o->a, &o->b, &o->c, &o->result, sizeof *o, 32};
    sm_simd_perform(&(sm_site){.operation = __MSL_MATRIX_MULTIPLY_ACCUMULATE, .type = type}, &lanes, ~0u, false);
    for (uint32_t i = 0; i < WARP; i++)
        assert_memory_equal(expected[matrix_place[i]], matrix_lane[i].m, sizeof expected[i]);
}

static void matrices(void **unused)
{
    static const uint32_t types[] = {__MSL_F32, __MSL_F16, __MSL_BF16};
    (void)unused;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (uint32_t mode = 0; mode <= (SM_MATRICES_SHOWN | SM_TENSOR_CORES); mode++)
            compare_matrices(types[t], mode);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_operations), cmocka_unit_test(matrices)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
