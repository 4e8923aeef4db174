/* meet.c: what threads do together: SIMD- and quad-group functions (MSL 6.10.2, 6.10.3) and barriers (6.9.1). A
 * SIMD-group is a warp; the threads that take part are those that are active where the call is.
 *
 * Every loop and branch here is the same for all lanes that take part, so that they stay together: shuffles name them
 * all. Reductions are trees of halves, as those of simd.c in profile ieee. */
#include "gpu_thread.h"

static inline uint64_t truncate_to(uint32_t type, uint64_t value)
{
    unsigned n = sm_element_bits(type);
    return n == 64 ? value : value & ((UINT64_C(1) << n) - 1);
}

static inline int64_t extend(uint32_t type, uint64_t value)
{
    unsigned n = 64 - sm_element_bits(type);
    return (int64_t)(value << n) >> n;
}

static inline float float_of(uint32_t bits)
{
    return __builtin_bit_cast(float, bits);
}

static inline float real_of(uint32_t type, uint64_t bits)
{
    if (type == __MSL_F32)
        return float_of((uint32_t)bits);
    return type == __MSL_F16 ? (float)__builtin_bit_cast(_Float16, (uint16_t)bits) : float_of((uint32_t)bits << 16);
}

static inline uint64_t bits_of_real(uint32_t type, float value)
{
    uint32_t u = __builtin_bit_cast(uint32_t, value);
    if (type == __MSL_F32)
        return u;
    if (type == __MSL_F16)
        return __builtin_bit_cast(uint16_t, (_Float16)value);
    return value != value ? u >> 16 | 0x40 : (u + 0x7fff + (u >> 16 & 1)) >> 16 & 0xffff;
}

CONVERGENT static uint64_t from_lane(uint32_t mask, uint32_t type, uint64_t value, uint32_t lane)
{
    uint64_t low = (uint32_t)__nvvm_shfl_sync_idx_i32(mask, (int)value, (int)lane, 31);
    if (sm_element_bits(type) < 64)
        return low;
    return low | (uint64_t)(uint32_t)__nvvm_shfl_sync_idx_i32(mask, (int)(value >> 32), (int)lane, 31) << 32;
}

static inline uint64_t combine(uint32_t operation, uint32_t type, uint64_t a, uint64_t b)
{
    if (sm_element_is_real(type)) {
        float x = real_of(type, a), y = real_of(type, b);
        switch (operation) {
        case __MSL_SUM: return bits_of_real(type, x + y);
        case __MSL_PRODUCT: return bits_of_real(type, x * y);
        case __MSL_MINIMUM: return x != x ? b : y < x ? b : a;
        default: return x != x ? b : y > x ? b : a;
        }
    }
    bool less = sm_element_is_signed(type) ? extend(type, a) < extend(type, b) : a < b;
    switch (operation) {
    case __MSL_SUM: return truncate_to(type, a + b);
    case __MSL_PRODUCT: return truncate_to(type, a * b);
    case __MSL_MINIMUM: return less ? a : b;
    case __MSL_MAXIMUM: return less ? b : a;
    case __MSL_AND: return a & b;
    case __MSL_OR: return a | b;
    default: return a ^ b;
    }
}

/* The lanes of a SIMD-group, or of each of its quads. */
typedef struct lanes {
    uint32_t mask, lane, first, width; /* first: lane 0 of this lane's quad */
    bool whole;                        /* all of the group takes part, or none of it */
} lanes;

static inline lanes find_lanes(bool quad)
{
    lanes v = {.mask = __nvvm_activemask(), .lane = __nvvm_read_ptx_sreg_laneid(), .width = quad ? 4 : 32};
    v.first = quad ? v.lane & ~3u : 0;
    uint32_t pairs = v.mask & v.mask >> 1, quads = pairs & pairs >> 2 & 0x11111111u;
    v.whole = quad ? quads * 15 == v.mask : v.mask == ~0u;
    return v;
}

/* A step joins what the lanes i and i ^ step have, each for all lanes that are i but for the bits of steps before:
 * `alike` has those of lane 0. Any of them that takes part can give it. Of equal extremes, zeros with either sign, all
 * lanes choose the same. */
CONVERGENT static uint64_t reduce(lanes v, uint32_t operation, uint32_t type, uint64_t a)
{
    bool extreme = operation == __MSL_MINIMUM || operation == __MSL_MAXIMUM;
    uint32_t alike = 1, at = v.lane - v.first;
    for (uint32_t step = v.width / 2; step; step /= 2) {
        uint32_t others = v.mask & alike << (v.first + ((at ^ step) & (2 * step - 1)));
        uint32_t from = v.whole ? v.lane ^ step : others ? (uint32_t)__builtin_ctz(others) : v.lane;
        uint64_t other = from_lane(v.mask, type, a, from);
        bool turned = extreme && (at & step);
        a = v.whole || others ? combine(operation, type, turned ? other : a, turned ? a : other) : a;
        alike |= alike << step;
    }
    return a;
}

CONVERGENT static uint64_t scan(lanes v, uint32_t operation, uint32_t type, uint64_t a, bool inclusive)
{
    uint64_t one = sm_element_is_real(type) ? bits_of_real(type, 1.0f) : 1, sum = operation == __MSL_SUM ? 0 : one;
    uint32_t at = v.lane - v.first;
    if (v.whole) {
        for (uint32_t step = 1; step < v.width; step *= 2) {
            uint64_t before = from_lane(v.mask, type, a, at < step ? v.lane : v.lane - step);
            a = at < step ? a : combine(operation, type, before, a);
        }
        uint64_t before = from_lane(v.mask, type, a, at ? v.lane - 1 : v.lane);
        return inclusive ? a : at ? before : sum;
    }
    bool first = true;
    for (uint32_t i = 0; i < v.width; i++) {
        uint64_t value = from_lane(v.mask, type, a, v.mask >> (v.first + i) & 1 ? v.first + i : v.lane);
        if (!(v.mask >> (v.first + i) & 1) || (inclusive ? i > at : i >= at))
            continue;
        sum = first ? value : combine(operation, type, sum, value);
        first = false;
    }
    return sum;
}

/* The value of lane `from` of the group; every lane asks, whether or not there is such a lane. */
CONVERGENT static uint64_t take(lanes v, uint32_t type, uint64_t value, uint32_t from)
{
    bool there = from < v.width && (v.mask >> (v.first + (from & 31)) & 1);
    uint64_t taken = from_lane(v.mask, type, value, there ? v.first + from : v.lane);
    return there ? taken : truncate_to(type, SM_UNKNOWN_VALUE);
}

/* Vectors of `modulo` lanes shift by delta; the lanes that become free take from the other end of the filling
 * vector. */
CONVERGENT static uint64_t fill(lanes v, uint32_t operation, uint32_t type, uint64_t a, uint64_t b, uint32_t c)
{
    uint32_t delta = c & 0xffff, modulo = c >> 16, i = v.lane - v.first;
    if (modulo == 0 || modulo > v.width)
        modulo = v.width;
    uint32_t base = i - i % modulo, at = i % modulo;
    bool down = operation == __MSL_FILL_DOWN, filled = down ? at + delta >= modulo : at < delta;
    uint32_t from = base + (down ? at + delta : at + modulo - delta % modulo) % modulo;
    uint64_t own = take(v, type, a, from), other = take(v, type, b, from);
    return filled ? other : own;
}

CONVERGENT static uint64_t vote(lanes v, uint32_t operation, uint64_t a)
{
    uint32_t group = v.width == 32 ? ~0u : 15u << v.first, here = v.mask & group;
    uint32_t ballot = __nvvm_vote_ballot_sync(v.mask, a & 1) & group;
    switch (operation) {
    case __MSL_ALL: return ballot == here;
    case __MSL_ANY: return ballot != 0;
    case __MSL_BALLOT: return ballot >> v.first;
    case __MSL_ACTIVE_MASK: return here >> v.first;
    default: return v.lane == (uint32_t)__builtin_ctz(here);
    }
}

/* ---- 8 x 8 matrices (MSL 6.8)
 *
 * On Apple's GPUs, lane l has the elements (row, column) and (row, column + 1) of engine/functions/simd.c; instructions
 * of tensor cores want lane l to have row l / 4 and column l % 4 * 2. Where no code can see who has what, matrices lie
 * as those want it from the beginning: the backend sets `sm_matrices` and puts instructions in the place of sm_tensor_*
 * (compiler/backend/targets/tensor_cores.c). They add products of halves and bfloats, which are exact in float, in
 * float. Factors in float would be cut to 10 bits there, so those are multiplied here. */
typedef float float2 __attribute__((vector_size(8)));
#ifdef __NVPTX__
#define WHOLE_WARP __attribute__((convergent, nothrow, const))
extern const uint32_t sm_matrices;
WHOLE_WARP uint32_t sm_tensor_turn(uint32_t pair); /* the same place of the transposed matrix */
/* What lane `from` has: THERE, where a tensor core wants it, or BACK again. */
WHOLE_WARP uint32_t sm_tensor_take(uint32_t pair, uint32_t from, uint32_t way);
WHOLE_WARP float2 sm_tensor_take_sums(float2 sums, uint32_t from, uint32_t way);
WHOLE_WARP float2 sm_tensor_half(uint32_t left, uint32_t turned_right, float2 sum);
WHOLE_WARP float2 sm_tensor_bfloat(uint32_t left, uint32_t turned_right, float2 sum);
#endif

static inline bool is_shown(void)
{
    return sm_matrices & SM_MATRICES_SHOWN;
}

/* The lane that has on Apple's GPUs what this lane has for a tensor core, and the other way round. */
static inline uint32_t apple_lane(uint32_t lane)
{
    return (lane & 0x11) | (lane & 2) << 2 | (lane & 0xc) >> 1;
}
static inline uint32_t tensor_lane(uint32_t lane)
{
    return (lane & 0x11) | (lane & 8) >> 2 | (lane & 6) << 1;
}

DEVICE uint32_t __msl_matrix_lane(void)
{
    uint32_t lane = __nvvm_read_ptx_sreg_laneid();
    return is_shown() ? lane : apple_lane(lane);
}

static inline uint32_t holder(uint32_t row, uint32_t column)
{
    uint32_t lane = row * 4 + column / 2;
    return is_shown() ? apple_lane(lane) : lane;
}

CONVERGENT static float element(uint32_t mask, const float pair[2], uint32_t lane, uint32_t which)
{
    float x = float_of(
        (uint32_t)__nvvm_shfl_sync_idx_i32(mask, (int)__builtin_bit_cast(uint32_t, pair[which & 1]), (int)lane, 31));
    return mask >> lane & 1 ? x : 0;
}

CONVERGENT static void multiply_floats(float *m)
{
    lanes v = find_lanes(false);
    uint32_t lane = is_shown() ? tensor_lane(v.lane) : v.lane, row = lane / 4, column = lane % 4 * 2;
    float *a = m, *b = m + 2, *c = m + 4, *d = m + 6, sum[2] = {c[0], c[1]};
    for (uint32_t k = 0; k < 8; k++) {
        float x = element(v.mask, a, holder(row, k), k);
        sum[0] += x * element(v.mask, b, holder(k, column), 0);
        sum[1] += x * element(v.mask, b, holder(k, column), 1);
    }
    d[0] = sum[0];
    d[1] = sum[1];
}

static inline uint32_t pair_of(uint32_t type, const float x[2])
{
    return (uint32_t)bits_of_real(type, x[0]) | (uint32_t)bits_of_real(type, x[1]) << 16;
}

/* No mask: MSL has all lanes take part, and the instructions wait for all. */
CONVERGENT static void multiply(uint32_t type, float *m)
{
    if (type == __MSL_F32 || !(sm_matrices & SM_TENSOR_CORES)) {
        multiply_floats(m);
        return;
    }
    uint32_t lane = __nvvm_read_ptx_sreg_laneid(), there = apple_lane(lane), back = tensor_lane(lane);
    uint32_t left = pair_of(type, m), right = pair_of(type, m + 2);
    float2 sum = {m[4], m[5]};
    if (is_shown()) {
        left = sm_tensor_take(left, there, SM_THERE);
        right = sm_tensor_take(right, there, SM_THERE);
        sum = sm_tensor_take_sums(sum, there, SM_THERE);
    }
    right = sm_tensor_turn(right);
    sum = type == __MSL_F16 ? sm_tensor_half(left, right, sum) : sm_tensor_bfloat(left, right, sum);
    if (is_shown())
        sum = sm_tensor_take_sums(sum, back, SM_BACK);
    m[6] = sum[0];
    m[7] = sum[1];
}

CONVERGENT uint64_t __msl_simd(uint32_t whole_operation, uint32_t type, uint64_t a, uint64_t b, uint32_t c)
{
    uint32_t operation = whole_operation & ~(uint32_t)__MSL_QUAD, delta = c & 0xffff;
    if (operation == __MSL_MATRIX_MULTIPLY_ACCUMULATE) {
        multiply(type, (float *)a);
        return 0;
    }
    lanes v = find_lanes(whole_operation & __MSL_QUAD);
    uint32_t first = (uint32_t)__builtin_ctz((v.mask >> v.first) | 1u << 31);
    switch (operation) {
    case __MSL_BROADCAST_FIRST: return take(v, type, a, first);
    case __MSL_BROADCAST:
    case __MSL_SHUFFLE:
    case __MSL_SHUFFLE_XOR:
    case __MSL_SHUFFLE_UP:
    case __MSL_SHUFFLE_DOWN:
    case __MSL_ROTATE_UP:
    case __MSL_ROTATE_DOWN: return take(v, type, a, sm_source_lane(operation, v.lane - v.first, delta, v.width));
    case __MSL_FILL_UP:
    case __MSL_FILL_DOWN: return fill(v, operation, type, a, b, c);
    case __MSL_SUM:
    case __MSL_PRODUCT:
    case __MSL_MINIMUM:
    case __MSL_MAXIMUM:
    case __MSL_AND:
    case __MSL_OR:
    case __MSL_XOR: return reduce(v, operation, type, a);
    case __MSL_EXCLUSIVE_SUM: return scan(v, __MSL_SUM, type, a, false);
    case __MSL_INCLUSIVE_SUM: return scan(v, __MSL_SUM, type, a, true);
    case __MSL_EXCLUSIVE_PRODUCT: return scan(v, __MSL_PRODUCT, type, a, false);
    case __MSL_INCLUSIVE_PRODUCT: return scan(v, __MSL_PRODUCT, type, a, true);
    default: return vote(v, operation, a);
    }
}

/* ---- barriers and fences
 *
 * MSL 6.9.1 and 6.15.3 beside PTX ISA 8 (memory consistency model): thread_scope_simdgroup and _threadgroup are PTX's
 * .cta, _device is .gpu; the host sees a kernel's stores when its command buffer has ended, which a launch's end gives.
 * memory_order_acquire, _release and _acq_rel are fence.acq_rel, _seq_cst is fence.sc; _relaxed none. barrier.sync
 * orders the memory accesses of the block's threads before it with those after it, of all kinds of memory, which is
 * more than the flags of threadgroup_barrier ask for; where its scope is the device, fences of that scope stand around
 * it. A warp's barrier orders its threads' accesses likewise. */
#ifdef __NVPTX__ /* Clang's own fences are of the whole system there */
#define FENCE(text) __asm__ volatile("fence." text ";" ::: "memory")
#else
#define FENCE(text) ((void)0)
#endif

static inline void fence(uint32_t order, uint32_t scope)
{
    bool device = scope == __MSL_SCOPE_DEVICE;
    if (order == __MSL_SEQ_CST && device)
        FENCE("sc.gpu");
    else if (order == __MSL_SEQ_CST)
        FENCE("sc.cta");
    else if (order != __MSL_RELAXED && device)
        FENCE("acq_rel.gpu");
    else if (order != __MSL_RELAXED)
        FENCE("acq_rel.cta");
}

DEVICE void __msl_fence(uint32_t flags, uint32_t order, uint32_t scope)
{
    if (flags != __MSL_MEM_NONE)
        fence(order, scope);
}

CONVERGENT void __msl_barrier(uint32_t kind, uint32_t flags, uint32_t order, uint32_t scope)
{
    bool wide = scope == __MSL_SCOPE_DEVICE && flags != __MSL_MEM_NONE;
    if (wide)
        fence(order, scope);
    if (kind == __MSL_BARRIER_SIMDGROUP)
        __nvvm_bar_warp_sync(__nvvm_activemask());
    else
        __nvvm_barrier_sync(0);
    if (wide)
        fence(order, scope);
}
