/* gpu_tensor.c: operations on tensors (MSL 7.2) by a SIMD-group, which is a warp: matmul2d, convolution2d as one
 * (convolution.c), and reductions. Sums are of float, or of integers modulo 2^32 where the destination has integers,
 * and take K in order.
 *
 * A matrix in memory is read by whoever needs it. A lane's slots of a cooperative tensor are memory of its own:
 * others get them by shuffles. Lanes go along one side of the destination, `spread`, and take an element of the
 * factor on the other side together: a cooperative one comes from its owner for all of them. Where the destination is
 * cooperative and the factors are not, each lane computes what it holds. */
#include "../../tensor/convolution.h"
#include "../../tensor/matmul_element.h"
#include "gpu_thread.h"
#include "owner.h"

enum { AT_ONCE = 8, DEPTH = 32 };

/* The lanes that take part. */
typedef struct crew {
    uint32_t mask, lane, rank, count;
} crew;

typedef struct matrix {
    const __msl_operand *from;
    uint8_t *data;
    uint32_t type, inverse;
    bool cooperative, turned; /* turned: a cooperative one */
    long rows, columns, down, right;
    const uint8_t *scales;
    long scaled_down, scaled_right, block_rows, block_columns;
    const sm_window *window;
    int which;
    long group;
} matrix;

typedef struct product {
    crew crew;
    const __msl_matmul *record;
    matrix left, right, destination;
    long inner;
    bool integers, adds;
} product;

typedef struct area {
    long row, column, end_row, end_column;
} area;

static inline crew find_crew(void)
{
    uint32_t mask = __nvvm_activemask(), lane = __nvvm_read_ptx_sreg_laneid();
    return (crew){mask, lane, (uint32_t)__builtin_popcount(mask & ((1u << lane) - 1)),
                  (uint32_t)__builtin_popcount(mask)};
}

CONVERGENT static uint32_t from_lane(const crew *c, uint32_t value, uint32_t lane)
{
    return (uint32_t)__nvvm_shfl_sync_idx_i32(c->mask, (int)value, (int)lane, 31);
}

static inline uint32_t lane_of_rank(const crew *c, uint32_t rank)
{
    uint32_t rest = c->mask;
    if (rest == ~0u)
        return rank;
    while (rank--)
        rest &= rest - 1;
    return (uint32_t)__builtin_ctz(rest);
}

static inline long least(long a, long b)
{
    return a < b ? a : b;
}

/* ---- operands */

static inline matrix matrix_of(const __msl_operand *o, bool turned)
{
    int down = turned ? 0 : 1, right = turned ? 1 : 0;
    matrix x = {.from = o,
                .data = (uint8_t *)o->data,
                .type = o->type,
                .cooperative = o->coop.role != __MSL_MEMORY,
                .turned = turned,
                .rows = o->extent[down],
                .columns = o->extent[right],
                .down = o->stride[down],
                .right = o->stride[right],
                .scales = (const uint8_t *)o->scales,
                .scaled_down = o->scale_stride[down],
                .scaled_right = o->scale_stride[right],
                .block_rows = turned ? __MSL_SCALE_BLOCK : 1,
                .block_columns = turned ? 1 : __MSL_SCALE_BLOCK};
    if (x.cooperative)
        x.inverse = sm_scatter_inverse(&o->coop);
    return x;
}

static inline long offset_of(const matrix *x, long row, long column)
{
    return x->window ? sm_window_offset(x->window, x->which, x->group, row, column) : row * x->down + column * x->right;
}

static inline bool is_inside(const matrix *x, long row, long column)
{
    return row >= 0 && column >= 0 && row < x->rows && column < x->columns &&
           (!x->window || offset_of(x, row, column) >= 0);
}

static inline uint32_t value_at(const matrix *x, const uint8_t *p, long offset, bool integers)
{
    if (x->type < __MSL_INT4)
        return integers ? read_integer(x->type, p) : bits_from(read_float(x->type, p));
    uint32_t bits = (uint32_t)bits_of(x->type), at = (uint32_t)(offset * bits % 8);
    float value = format_float(x->type, *p >> at & ((1u << bits) - 1));
    return integers ? (uint32_t)(int32_t)value : bits_from(value);
}

/* Element (row, column) of a factor in memory. `inner` of the two is along K, of which the operand has `extent`. */
static inline uint32_t in_memory(const product *m, const matrix *x, long row, long column, long inner, long extent)
{
    if (inner >= extent)
        return (uint32_t)SM_UNKNOWN_VALUE;
    if (!is_inside(x, row, column))
        return 0;
    long offset = offset_of(x, row, column);
    uint32_t value = value_at(x, x->data + offset * bits_of(x->type) / 8, offset, m->integers);
    if (!x->scales)
        return value;
    uint8_t code = x->scales[row / x->block_rows * x->scaled_down + column / x->block_columns * x->scaled_right];
    return bits_from(float_from(value) * (code == 255 ? NAN : ldexpf(1, (int)code - 127)));
}

/* Element (row, column), the same one for all lanes, of a cooperative factor. */
CONVERGENT static uint32_t in_lanes(const product *m, const matrix *x, long row, long column)
{
    if (row >= x->rows || column >= x->columns)
        return 0;
    sm_owner owner =
        sm_owner_of(&x->from->coop, x->inverse, (int)(x->turned ? column : row), (int)(x->turned ? row : column));
    const uint8_t *p = x->data + owner.slot * size_of(x->type);
    uint32_t value = m->integers ? read_integer(x->type, p) : bits_from(read_float(x->type, p));
    value = from_lane(&m->crew, value, owner.lane);
    return m->crew.mask >> owner.lane & 1 ? value : 0;
}

static inline uint32_t add_product(const product *m, uint32_t a, uint32_t b, uint32_t sum)
{
    return m->integers ? a * b + sum : bits_from(__builtin_fmaf(float_from(a), float_from(b), float_from(sum)));
}

/* What an element of the destination becomes, at `p`. */
static inline void put(const product *m, uint32_t sum, uint8_t *p)
{
    uint32_t type = m->destination.type;
    if (m->integers)
        write_integer(p, m->adds ? read_integer(__MSL_I32, p) + sum : sum);
    else
        write_float(type, p, m->adds ? read_float(type, p) + float_from(sum) : float_from(sum));
}

static inline void put_into_memory(const product *m, long row, long column, uint32_t sum)
{
    const matrix *x = &m->destination;
    if (is_inside(x, row, column))
        put(m, sum, x->data + offset_of(x, row, column) * bits_of(x->type) / 8);
}

/* ---- element by element: factors in memory */

static inline uint32_t product_at(const product *m, long row, long column)
{
    uint32_t sum = 0;
    for (long k = 0; k < m->inner; k++)
        sum = add_product(m, in_memory(m, &m->left, row, k, k, m->left.columns),
                          in_memory(m, &m->right, k, column, k, m->right.rows), sum);
    return sum;
}

static inline void set_group(product *m, long column)
{
    if (m->left.window)
        m->left.group = column / (m->record->n / m->left.window->groups);
}

static inline void compute_own(product *m)
{
    const __msl_coop coop = m->record->destination.coop;
    int slots = __msl_coop_capacity(coop);
    for (int s = 0; s < slots; s++) {
        __msl_slot place = __msl_coop_slot(coop, (int)m->record->group, (int)m->crew.lane, s);
        if (!place.valid)
            continue;
        set_group(m, place.column);
        put(m, product_at(m, place.row, place.column), m->destination.data + (size_t)s * size_of(m->destination.type));
    }
}

static inline void convolve(product *m, area part)
{
    long columns = part.end_column - part.column, all = (part.end_row - part.row) * columns;
    for (long n = m->crew.rank; n < all; n += m->crew.count) {
        long row = part.row + n / columns, column = part.column + n % columns;
        set_group(m, column);
        put_into_memory(m, row, column, product_at(m, row, column));
    }
}

/* ---- in blocks: lanes along `spread`, AT_ONCE elements each along the other side, `common` */

typedef struct block {
    bool turned; /* lanes go along the destination's rows, and the right factor is the common one */
    long common, spread;
    const uint32_t *held; /* of a cooperative factor, this lane's elements along K */
} block;

CONVERGENT static uint32_t common_element(const product *m, const block *b, long n, long k)
{
    const matrix *x = b->turned ? &m->right : &m->left;
    long row = b->turned ? k : b->common + n, column = b->turned ? b->common + n : k;
    return x->cooperative ? in_lanes(m, x, row, column)
                          : in_memory(m, x, row, column, k, b->turned ? x->rows : x->columns);
}

static inline uint32_t spread_element(const product *m, const block *b, long k)
{
    const matrix *x = b->turned ? &m->left : &m->right;
    long own = b->spread + m->crew.rank;
    if (b->held)
        return b->held[k];
    return in_memory(m, x, b->turned ? own : k, b->turned ? k : own, k, b->turned ? x->columns : x->rows);
}

/* The right factor's columns, if both are cooperative: K then is at most DEPTH. */
CONVERGENT static void hold(const product *m, const block *b, uint32_t held[DEPTH])
{
    for (long k = 0; k < m->inner && k < DEPTH; k++) {
        held[k] = 0;
        for (uint32_t n = 0; n < m->crew.count; n++) {
            uint32_t value = in_lanes(m, &m->right, k, b->spread + n);
            held[k] = n == m->crew.rank ? value : held[k];
        }
    }
}

CONVERGENT static void put_into_lanes(const product *m, const block *b, const uint32_t sum[AT_ONCE])
{
    const __msl_coop coop = m->record->destination.coop;
    int slots = __msl_coop_capacity(coop);
    for (int s = 0; s < slots; s++) {
        __msl_slot place = __msl_coop_slot(coop, (int)m->record->group, (int)m->crew.lane, s);
        long n = (b->turned ? place.column : place.row) - b->common,
             at = (b->turned ? place.row : place.column) - b->spread;
        bool wanted = place.valid && n >= 0 && n < AT_ONCE && at >= 0 && at < (long)m->crew.count;
        uint32_t from = wanted ? lane_of_rank(&m->crew, (uint32_t)at) : m->crew.lane, own = 0;
        UNROLLED for (long i = 0; i < AT_ONCE; i++)
        {
            uint32_t value = from_lane(&m->crew, sum[i], from);
            own = i == n ? value : own;
        }
        if (wanted)
            put(m, own, m->destination.data + (size_t)s * size_of(m->destination.type));
    }
}

CONVERGENT static void multiply_block(const product *m, const block *b, long end_common, long end_spread)
{
    uint32_t sum[AT_ONCE] = {0};
    for (long k = 0; k < m->inner; k++) {
        uint32_t own = spread_element(m, b, k);
        UNROLLED for (long n = 0; n < AT_ONCE; n++)
        {
            uint32_t other = common_element(m, b, n, k);
            sum[n] = b->turned ? add_product(m, own, other, sum[n]) : add_product(m, other, own, sum[n]);
        }
    }
    if (m->destination.cooperative) {
        put_into_lanes(m, b, sum);
        return;
    }
    long own = b->spread + m->crew.rank;
    UNROLLED for (long n = 0; n < AT_ONCE; n++)
    {
        long other = b->common + n;
        if (own < end_spread && other < end_common)
            put_into_memory(m, b->turned ? own : other, b->turned ? other : own, sum[n]);
    }
}

CONVERGENT static void multiply_blocks(const product *m, area part)
{
    uint32_t held[DEPTH];
    bool turned = m->right.cooperative && !m->left.cooperative, both = m->right.cooperative && m->left.cooperative;
    long end_common = turned ? part.end_column : part.end_row, end_spread = turned ? part.end_row : part.end_column;
    block b = {.turned = turned, .held = both ? held : NULL};
    for (b.spread = turned ? part.row : part.column; b.spread < end_spread; b.spread += m->crew.count) {
        if (both)
            hold(m, &b, held);
        for (b.common = turned ? part.column : part.row; b.common < end_common; b.common += AT_ONCE)
            multiply_block(m, &b, end_common, end_spread);
    }
}

/* ---- matmul2d and convolution2d */

/* A band of rows for each SIMD-group, or of columns where there are more of these. */
static inline area band_of(const __msl_matmul *r)
{
    long groups = r->groups, g = r->group, side = r->m >= r->n ? r->m : r->n, each = (side + groups - 1) / groups;
    long begin = least(g * each, side), end = least(begin + each, side);
    return r->m >= r->n ? (area){begin, 0, end, r->n} : (area){0, begin, r->m, end};
}

/* What of the part the destination has: a descriptor may speak of far more. */
static inline area clip(const matrix *destination, area part)
{
    part.end_row = least(part.end_row, destination->rows);
    part.end_column = least(part.end_column, destination->columns);
    return part;
}

static inline void set_window(product *m)
{
    matrix *operand[] = {&m->left, &m->right, &m->destination};
    for (int i = 0; i < 3; i++) {
        operand[i]->window = &((const __msl_convolution *)m->record)->window;
        operand[i]->which = i;
    }
}

CONVERGENT void sm_cuda_matmul(const __msl_matmul *record)
{
    product m = {.crew = find_crew(), .record = record};
    bool convolution = record->flags & __MSL_CONVOLUTION;
    m.left = matrix_of(&record->left, record->flags & __MSL_TRANSPOSE_LEFT);
    m.right = matrix_of(&record->right, record->flags & __MSL_TRANSPOSE_RIGHT);
    m.destination = matrix_of(&record->destination, false);
    m.inner = __msl_depth(record->k, m.left.columns, m.right.rows);
    m.integers = record->destination.type == __MSL_I32;
    m.adds = record->flags & __MSL_ACCUMULATE;
    if (convolution)
        set_window(&m);
    bool shared = m.left.cooperative || m.right.cooperative;
    __nvvm_bar_warp_sync(m.crew.mask);
    if (m.destination.cooperative && !shared)
        compute_own(&m);
    else if (convolution)
        convolve(&m, band_of(record));
    else
        multiply_blocks(&m, m.destination.cooperative ? (area){0, 0, record->m, record->n}
                                                      : clip(&m.destination, band_of(record)));
    __nvvm_bar_warp_sync(m.crew.mask);
}

/* ---- reductions */

static inline uint32_t combine(const __msl_reduce *r, bool integers, uint32_t a, uint32_t b)
{
    float x = float_from(a), y = float_from(b);
    bool more = integers ? (int32_t)b > (int32_t)a : y > x, less = integers ? (int32_t)b < (int32_t)a : y < x;
    switch (r->reduction) {
    case __MSL_REDUCE_SUM: return integers ? a + b : bits_from(x + y);
    case __MSL_REDUCE_MAX: return more ? b : a;
    default: return less ? b : a;
    }
}

/* What the lane's elements of row or column n become; *any: whether it has some. */
static inline uint32_t reduce_own(const __msl_reduce *r, const crew *c, long n, bool *any)
{
    const __msl_coop coop = r->source.coop;
    bool rows = r->destination.coop.role == __MSL_ROW_REDUCTION, integers = r->source.type == __MSL_I32;
    int slots = __msl_coop_capacity(coop);
    uint32_t result = 0;
    *any = false;
    for (int s = 0; s < slots; s++) {
        __msl_slot place = __msl_coop_slot(coop, 0, (int)c->lane, s);
        const uint8_t *p = (const uint8_t *)r->source.data + (size_t)s * size_of(r->source.type);
        if (!place.valid || (rows ? place.row : place.column) != n)
            continue;
        uint32_t value = integers ? read_integer(r->source.type, p) : bits_from(read_float(r->source.type, p));
        result = *any ? combine(r, integers, result, value) : value;
        *any = true;
    }
    return result;
}

CONVERGENT static uint32_t reduce_all(const __msl_reduce *r, const crew *c, bool integers, long n)
{
    bool any;
    uint32_t own = reduce_own(r, c, n, &any), there = __nvvm_vote_ballot_sync(c->mask, any);
    uint32_t result = integers ? r->identity : bits_from(read_float(r->destination.type, &r->identity));
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t value = from_lane(c, own, there >> lane & 1 ? lane : c->lane);
        if (there >> lane & 1)
            result = combine(r, integers, result, value);
    }
    return result;
}

CONVERGENT void sm_cuda_reduce(const __msl_reduce *r)
{
    const __msl_coop coop = r->destination.coop;
    crew c = find_crew();
    bool rows = coop.role == __MSL_ROW_REDUCTION, integers = r->destination.type == __MSL_I32;
    long count = rows ? coop.rows : coop.columns;
    int slots = __msl_coop_capacity(coop);
    for (long n = 0; n < count; n++) {
        uint32_t result = reduce_all(r, &c, integers, n);
        for (int s = 0; s < slots; s++) {
            __msl_slot place = __msl_coop_slot(coop, 0, (int)c.lane, s);
            uint8_t *p = (uint8_t *)r->destination.data + (size_t)s * size_of(r->destination.type);
            if (!place.valid || (rows ? place.row : place.column) != n)
                continue;
            if (integers)
                write_integer(p, result);
            else
                write_float(r->destination.type, p, float_from(result));
        }
    }
}
