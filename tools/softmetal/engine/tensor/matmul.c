/* matmul.c: matmul2d (MSL 7.2.1), and convolution2d (7.2.2) as one. The SIMD-group computes its part of the
 * destination, of a matrix in memory a band, of a cooperative tensor what its lanes hold, block by block: factors
 * become tight matrices of floats, or of integers where the destination has integers, and multiply.c multiplies
 * them.
 *
 * Where the text is silent: elements beyond an operand's extents are zero, and stores beyond the destination's are
 * dropped; but a K fixed by the descriptor that goes beyond an extent finds what no program should count on. Sums
 * are of float and take K in order (profile ieee), or first its even and then its odd values (profile apple).
 * Relaxed precision keeps ten bits of a float's fraction. */
#include "matmul.h"
#include "../../include/__msl/cooperative.h"
#include "../checked/checked.h"
#include "../checked/checked_matmul.h"
#include "convolution.h"
#include "element.h"
#include "../fault.h"
#include "matmul_element.h"
#include "multiply.h"
#include "reduce.h"
#include "slots.h"
#include "../threads/team.h"
#include "../threads/worker.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, COLUMNS = 256, INNER = 64, MOST_SHARED = 1 << 18 };

/* A matrix in memory: element (row, column) at row * down + column * right elements, or where a window says. A scale
 * belongs to 32 of a row or of a column. */
typedef struct matrix {
    uint8_t *data;
    uint32_t type;
    long rows, columns, down, right;
    bool relaxed;
    bool dense;              /* what the lanes of a cooperative factor hold, in memory of our own */
    const sm_window *window; /* NULL: none */
    int which;               /* of its operands */
    long group;
    uint8_t *scales; /* NULL: none */
    long scaled_down, scaled_right, block_rows, block_columns;
} matrix;

typedef struct matmul {
    const sm_meeting *meeting;
    const __msl_matmul *record; /* of the first lane */
    matrix left, right, destination;
    const sm_slots *slots; /* of a cooperative destination */
    long inner;
    bool integers;
    /* of the part under way */
    long first_row, first_column, rows, columns, padded;
    const void *a;
    void *b, *c, *own;        /* own: room for a part of the left factor */
    long down;                /* elements of a from row to row */
    sm_shared_factor *shared; /* what b is a part of; NULL: b is its own */
} matmul;

static __msl_matmul *record_of(const sm_meeting *m, uint32_t lane)
{
    return sm_meeting_record(m, lane);
}

static long least(long a, long b)
{
    return a < b ? a : b;
}

/* ---- memory */
static long offset_of(const matrix *x, long row, long column)
{
    return x->window ? sm_window_offset(x->window, x->which, x->group, row, column) : row * x->down + column * x->right;
}

/* Address `p` of what belongs to element (row, column); in checked mode one of the lanes, each in turn, is who accesses
 * it. */
static void *accessed(const matmul *m, void *p, uint32_t size, long row, long column, bool store)
{
    struct sm_team *team = m->meeting->checked;
    if (!team)
        return p;
    uint32_t lanes = (uint32_t)__builtin_popcountll(m->meeting->mask), n = (uint32_t)(row * 7 + column) % lanes;
    uint64_t mask = m->meeting->mask;
    while (n--)
        mask &= mask - 1;
    sm_thread *thread = sm_team_thread(team, m->meeting->first + (uint32_t)__builtin_ctzll(mask));
    return sm_check(thread, p, size, size, (store ? SM_ACCESS_STORE : 0) + 4 * SM_ACCESS_SPACE, m->meeting->site->line,
                    m->meeting->site->column);
}

static void *element_at(const matmul *m, const matrix *x, long row, long column, bool store)
{
    void *p = x->data + offset_of(x, row, column) * bits_of(x->type) / 8;
    if (x->dense)
        return p;
    return accessed(m, p, (uint32_t)size_of(x->type), row, column, store);
}

static bool is_inside(const matrix *x, long row, long column)
{
    return row >= 0 && column >= 0 && row < x->rows && column < x->columns &&
           (!x->window || offset_of(x, row, column) >= 0);
}

/* The element's scale (MSL 2.21): a power of two, by its exponent. */
static float scale_of(const matmul *m, const matrix *x, long row, long column)
{
    if (!x->scales || sm_fault(SM_FAULT_matmul_unscaled))
        return 1;
    bool first = sm_fault(SM_FAULT_matmul_first_scale); /* of the row */
    long down = first && x->block_rows > 1 ? 0 : row / x->block_rows,
         right = first && x->block_columns > 1 ? 0 : column / x->block_columns;
    long at = down * x->scaled_down + right * x->scaled_right;
    uint8_t code = *(const uint8_t *)accessed(m, x->scales + at, 1, row, column, false);
    return code == 255 ? NAN : ldexpf(1, (int)code - 127);
}

/* The element's value, at `p`. */
static float element_float(const matrix *x, long row, long column, const void *p)
{
    if (x->type < __MSL_INT4)
        return read_float(x->type, p);
    uint32_t bits = (uint32_t)bits_of(x->type), at = (uint32_t)(offset_of(x, row, column) * bits % 8);
    return format_float(x->type, *(const uint8_t *)p >> at & ((1u << bits) - 1));
}

/* Element (row, column) of a factor as a float. `inner` of the two is along K. */
static float factor_float(const matmul *m, const matrix *x, long row, long column, long inner, long extent)
{
    if (inner >= extent)
        return float_from((uint32_t)SM_UNKNOWN_VALUE);
    if (!is_inside(x, row, column))
        return 0;
    float value = element_float(x, row, column, element_at(m, x, row, column, false));
    if (x->relaxed)
        value = float_from(bits_from(value) & ~UINT32_C(0x1fff));
    return x->scales ? value * scale_of(m, x, row, column) : value;
}

static uint32_t factor_integer(const matmul *m, const matrix *x, long row, long column, long inner, long extent)
{
    if (inner >= extent)
        return (uint32_t)SM_UNKNOWN_VALUE;
    if (!is_inside(x, row, column))
        return 0;
    const void *p = element_at(m, x, row, column, false);
    return x->type < __MSL_INT4 ? read_integer(x->type, p) : (uint32_t)(int32_t)element_float(x, row, column, p);
}

/* Whether a part of a matrix in memory is of the values as they are, in rows of its own. */
static bool is_plain(const matmul *m, const matrix *x, long row, long column, long columns)
{
    return !m->integers && !m->meeting->checked && !m->meeting->apple && x->right == 1 && !x->relaxed && !x->window &&
           !x->scales && row >= 0 && column >= 0 && row < x->rows && columns > 0 && column + columns <= x->columns;
}

/* A part of a matrix in memory whose rows are halves or floats that follow each other, into a tight one with rows of
 * `padded`, as far as it is inside. Returns how many rows it has read. */
static long read_part(const matmul *m, const matrix *x, long row, long column, long rows, long columns, void *to,
                      long padded)
{
    if (!is_plain(m, x, row, column, columns))
        return 0;
    const void *p = x->data + (row * x->down + column) * (long)size_of(x->type);
    rows = least(rows, x->rows - row);
    if (x->type == __MSL_F16)
        sm_copy_halves(p, x->down, to, (size_t)padded, (size_t)rows, (size_t)columns);
    else if (x->type == __MSL_F32)
        sm_copy_floats(p, x->down, to, (size_t)padded, (size_t)rows, (size_t)columns);
    else
        return 0;
    return rows;
}

/* The k that comes n-th. */
static long turn(const matmul *m, long n)
{
    long even = (m->inner + 1) / 2;
    return !m->meeting->apple ? n : n < even ? 2 * n : 2 * (n - even) + 1;
}

static void pack_left(const matmul *m, long from, long count)
{
    const matrix *x = &m->left;
    for (long i = read_part(m, x, m->first_row, from, m->rows, count, m->own, count); i < m->rows; i++) {
        float *to = (float *)m->own + i * count;
        long row = m->first_row + i;
        for (long n = 0; n < count; n++) {
            long k = turn(m, from + n);
            if (m->integers)
                ((uint32_t *)m->own)[i * count + n] = factor_integer(m, x, row, k, k, x->columns);
            else
                to[n] = factor_float(m, x, row, k, k, x->columns);
        }
    }
}

static void pack_right(const matmul *m, long from, long count)
{
    const matrix *x = &m->right;
    /* Columns beyond are zero. */
    long inside = least(m->columns, x->columns - m->first_column),
         read = read_part(m, x, from, m->first_column, count, inside, m->b, m->padded);
    for (long n = read; n < count; n++) {
        float *to = (float *)m->b + n * m->padded;
        long k = turn(m, from + n);
        memset(to + m->columns, 0, (size_t)(m->padded - m->columns) * sizeof *to);
        for (long j = 0; j < m->columns; j++) {
            long column = m->first_column + j;
            if (m->integers)
                ((uint32_t *)m->b)[n * m->padded + j] = factor_integer(m, x, k, column, k, x->rows);
            else
                to[j] = factor_float(m, x, k, column, k, x->rows);
        }
    }
}

/* The left factor's, where they are if they are floats. */
static void provide_left(matmul *m, long from, long count)
{
    const matrix *x = &m->left;
    if (x->type == __MSL_F32 && m->first_row + m->rows <= x->rows && is_plain(m, x, m->first_row, from, count)) {
        m->a = x->data + (m->first_row * x->down + from) * (long)sizeof(float);
        m->down = x->down;
        return;
    }
    pack_left(m, from, count);
    m->a = m->own;
    m->down = count;
}

/* Where the right factor's values for the sums from `from` on come in m->b. Whether another SIMD-group or another part
 * has left them there. */
static bool has_right(matmul *m, long from, long count)
{
    sm_shared_factor *f = m->shared;
    if (!f)
        return false;
    m->b = f->values + from * m->padded;
    bool has = f->packed >= from + count;
    f->packed = has ? f->packed : from + count;
    return has;
}

/* Adds the first four rows' products while the right factor is copied, if it is halves or floats that follow each other
 * and whole rows of them. Returns how many rows it has added. */
static size_t multiply_copying(const matmul *m, long from, long count)
{
    const matrix *x = &m->right;
    if (m->rows < 4 || m->columns != m->padded || from + count > x->rows ||
        !is_plain(m, x, from, m->first_column, m->columns))
        return 0;
    const void *p = x->data + (from * x->down + m->first_column) * (long)size_of(x->type);
    size_t down = (size_t)m->down, across = (size_t)x->down, inner = (size_t)count, columns = (size_t)m->padded;
    bool done = x->type == __MSL_F16   ? sm_multiply_copying_halves(m->a, down, p, across, m->b, m->c, inner, columns)
                : x->type == __MSL_F32 ? sm_multiply_copying_floats(m->a, down, p, across, m->b, m->c, inner, columns)
                                       : false;
    return done ? 4 : 0;
}

/* The sums of the part into c. */
static void multiply_part(matmul *m)
{
    memset(m->c, 0, (size_t)(m->rows * m->padded) * sizeof(float));
    long inner = sm_fault(SM_FAULT_matmul_first_of_k) ? least(m->inner, INNER) : m->inner;
    for (long from = 0; from < inner; from += INNER) {
        long count = least(inner - from, INNER);
        provide_left(m, from, count);
        size_t down = (size_t)m->down, done = 0, columns = (size_t)m->padded;
        if (!has_right(m, from, count) && (done = multiply_copying(m, from, count)) == 0)
            pack_right(m, from, count);
        const uint32_t *a = (const uint32_t *)m->a + done * down; /* or floats, as c */
        uint32_t *c = (uint32_t *)m->c + done * columns;
        if (m->integers)
            sm_multiply_integers(a, down, m->b, c, (size_t)m->rows, (size_t)count, columns);
        else
            sm_multiply_floats((const void *)a, down, m->b, (void *)c, (size_t)m->rows - done, (size_t)count, columns);
    }
}

static bool adds(const matmul *m)
{
    return (m->record->flags & __MSL_ACCUMULATE) && !sm_fault(SM_FAULT_matmul_accumulate_dropped);
}

/* What element (i, j) of the part becomes, at `p`. */
static void put(const matmul *m, long i, long j, void *p)
{
    if (m->integers) {
        uint32_t sum = ((const uint32_t *)m->c)[i * m->padded + j];
        write_integer(p, adds(m) ? read_integer(__MSL_I32, p) + sum : sum);
    } else {
        float sum = ((const float *)m->c)[i * m->padded + j];
        uint32_t type = m->record->destination.type;
        write_float(type, p, adds(m) ? read_float(type, p) + sum : sum);
    }
}

/* Row i of the part, whose elements are floats that follow each other. */
static bool put_floats(const matmul *m, long i)
{
    const matrix *x = &m->destination;
    if (m->meeting->checked || m->integers || x->type != __MSL_F32 || x->right != 1 || x->window ||
        !is_inside(x, m->first_row + i, m->first_column) || m->first_column + m->columns > x->columns)
        return false;
    float *to = (float *)(void *)x->data + (m->first_row + i) * x->down + m->first_column;
    const float *from = (const float *)m->c + i * m->padded;
    if (adds(m))
        for (long j = 0; j < m->columns; j++)
            to[j] += from[j];
    else
        memcpy(to, from, (size_t)m->columns * sizeof *to);
    return true;
}

static void put_into_memory(const matmul *m)
{
    for (long i = 0; i < m->rows; i++) {
        if (put_floats(m, i))
            continue;
        for (long j = 0; j < m->columns; j++) {
            long row = m->first_row + i, column = m->first_column + j;
            bool unclipped = sm_fault(SM_FAULT_matmul_unclipped) && row + 1 < m->destination.rows;
            if (!is_inside(&m->destination, row, column) && !unclipped)
                continue;
            if (m->record->flags & __MSL_ACCUMULATE)
                (void)element_at(m, &m->destination, row, column, false);
            put(m, i, j, element_at(m, &m->destination, row, column, true));
        }
    }
}

static void put_into_lanes(const matmul *m)
{
    uint32_t type = m->record->destination.type;
    size_t size = size_of(type);
    bool floats = type == __MSL_F32 && !m->integers && !adds(m);
    uint8_t *to[64];
    SM_EACH_LANE(m->meeting, lane)
    to[lane] = (uint8_t *)record_of(m->meeting, (uint32_t)lane)->destination.data;
    for (size_t n = 0; n < m->slots->count; n++) {
        const sm_slot *slot = &m->slots->slot[n];
        long i = slot->row - m->first_row, j = slot->column - m->first_column;
        if (!(m->meeting->mask >> slot->lane & 1) || i < 0 || j < 0 || i >= m->rows || j >= m->columns)
            continue;
        uint8_t *p = to[slot->lane] + slot->slot * size;
        if (floats)
            memcpy(p, (const float *)m->c + i * m->padded + j, sizeof(float));
        else
            put(m, i, j, p);
    }
}

/* ---- which part */
typedef struct area {
    long row, column, end_row, end_column;
} area;

/* A band of rows for each SIMD-group, or of columns where there are more of these. */
static area band_of(const __msl_matmul *r)
{
    long m = r->m, n = r->n, groups = r->groups, g = r->group;
    area all = {0, 0, m, n};
    if (m >= n) {
        long each = (m + groups - 1) / groups;
        all.row = g * each < m ? g * each : m;
        all.end_row = all.row + each < m ? all.row + each : m;
        all.end_row -= sm_fault(SM_FAULT_matmul_last_row);
    } else {
        long each = (n + (sm_fault(SM_FAULT_matmul_columns_left_over) ? 0 : groups - 1)) / groups;
        all.column = g * each < n ? g * each : n;
        all.end_column = all.column + each < n ? all.column + each : n;
    }
    return all;
}

/* What of the part the destination has: a descriptor may speak of far more. */
static area clip(const matmul *m, area part)
{
    if ((m->record->flags & __MSL_CONVOLUTION) || sm_fault(SM_FAULT_matmul_unclipped))
        return part;
    part.end_row = least(part.end_row, m->destination.rows);
    part.end_column = least(part.end_column, m->destination.columns);
    return part;
}

/* The least that holds all elements of the lanes. */
static area held_by_lanes(const matmul *m)
{
    area a = {32768, 32768, 0, 0};
    for (size_t n = 0; n < m->slots->count; n++) {
        const sm_slot *slot = &m->slots->slot[n];
        if (!(m->meeting->mask >> slot->lane & 1))
            continue;
        a.row = slot->row < a.row ? slot->row : a.row;
        a.column = slot->column < a.column ? slot->column : a.column;
        a.end_row = slot->row >= a.end_row ? slot->row + 1 : a.end_row;
        a.end_column = slot->column >= a.end_column ? slot->column + 1 : a.end_column;
    }
    return a;
}

/* Room for all of the right factor that the part needs, kept with the threadgroup, if it is not too much. */
static sm_shared_factor *share_right(const matmul *m, area part, long columns)
{
    sm_shared_factor *f = m->meeting->shared;
    if (!f || m->left.window || part.end_column - part.column > columns || m->inner > MOST_SHARED / m->padded)
        return NULL;
    size_t count = (size_t)(m->inner * m->padded);
    if (f->room < count) {
        free(f->values);
        f->values = malloc(count * sizeof *f->values);
        f->room = f->values ? count : 0;
        f->packed = 0;
        if (!f->values)
            return NULL;
    }
    if (f->column != part.column || f->columns != columns)
        f->packed = 0;
    f->column = part.column;
    f->columns = columns;
    return f;
}

static void multiply_area(matmul *m, area part)
{
    long rows = least(part.end_row - part.row, ROWS), columns = least(part.end_column - part.column, COLUMNS),
         inner = least(m->inner, INNER);
    if (rows <= 0 || columns <= 0)
        return;
    if (sm_fault(SM_FAULT_matmul_first_columns))
        part.end_column = part.column + columns;
    long padded = (columns + SM_MULTIPLY_COLUMNS - 1) / SM_MULTIPLY_COLUMNS * SM_MULTIPLY_COLUMNS;
    float *room = malloc((size_t)(rows * inner + inner * padded + rows * padded) * sizeof *room);
    if (!room)
        sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
    m->own = room;
    m->b = room + rows * inner;
    m->c = room + rows * inner + inner * padded;
    m->padded = padded;
    m->shared = share_right(m, part, columns);
    for (m->first_row = part.row; m->first_row < part.end_row; m->first_row += rows) {
        for (m->first_column = part.column; m->first_column < part.end_column; m->first_column += columns) {
            m->rows = least(rows, part.end_row - m->first_row);
            m->columns = least(columns, part.end_column - m->first_column);
            multiply_part(m);
            if (m->record->destination.coop.role == __MSL_MEMORY)
                put_into_memory(m);
            else
                put_into_lanes(m);
        }
    }
    free(room);
}

/* ---- operands */
static matrix in_memory(const __msl_operand *o, bool transposed, bool relaxed)
{
    int down = transposed ? 0 : 1, right = transposed ? 1 : 0;
    return (matrix){.data = (uint8_t *)o->data,
                    .type = o->type,
                    .rows = o->extent[down],
                    .columns = o->extent[right],
                    .down = o->stride[down],
                    .right = o->stride[right],
                    .relaxed = relaxed && o->type == __MSL_F32,
                    .scales = (uint8_t *)o->scales,
                    .scaled_down = o->scale_stride[down],
                    .scaled_right = o->scale_stride[right],
                    .block_rows = transposed ? __MSL_SCALE_BLOCK : 1,
                    .block_columns = transposed ? 1 : __MSL_SCALE_BLOCK};
}

static const sm_slots *slots_of(const __msl_coop *coop, uint32_t group)
{
    const sm_slots *slots = sm_slots_of(coop, group);
    if (!slots)
        sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
    return slots;
}

/* A cooperative factor, put together from its lanes as floats. */
static matrix from_lanes(const matmul *m, int which, bool transposed, bool relaxed)
{
    __msl_operand o = which ? m->record->right : m->record->left;
    float *all = calloc((size_t)o.extent[0] * (size_t)o.extent[1] + 1, sizeof *all);
    if (!all)
        sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
    const sm_slots *slots = slots_of(&o.coop, m->record->group);
    for (size_t n = 0; n < slots->count; n++) {
        const sm_slot *slot = &slots->slot[n];
        if (!(m->meeting->mask >> slot->lane & 1) || (slot->lane && sm_fault(SM_FAULT_matmul_input_ignored)))
            continue;
        const __msl_matmul *r = record_of(m->meeting, slot->lane);
        const uint8_t *data = (const uint8_t *)(which ? r->right : r->left).data;
        all[slot->row * o.extent[0] + slot->column] = read_float(o.type, data + slot->slot * size_of(o.type));
    }
    sm_slots_done(slots);
    bool floats = o.type == __MSL_F32;
    o.data = (uintptr_t)all;
    o.type = __MSL_F32;
    o.stride[0] = 1;
    o.stride[1] = o.extent[0];
    matrix x = in_memory(&o, transposed, relaxed && floats);
    x.dense = true;
    return x;
}

static matrix factor(const matmul *m, int which)
{
    const __msl_operand *o = which ? &m->record->right : &m->record->left;
    bool transposed = m->record->flags & (which ? __MSL_TRANSPOSE_RIGHT : __MSL_TRANSPOSE_LEFT),
         relaxed = (m->record->flags & __MSL_RELAXED_PRECISION) || sm_fault(SM_FAULT_matmul_relaxed_always);
    if (sm_fault(which ? SM_FAULT_matmul_right_not_transposed : SM_FAULT_matmul_left_not_transposed))
        transposed = false;
    return o->coop.role == __MSL_MEMORY ? in_memory(o, transposed, relaxed) : from_lanes(m, which, transposed, relaxed);
}

/* Each group of the channels is a convolution by itself. */
static void convolve_area(matmul *m, area part)
{
    const sm_window *w = &((const __msl_convolution *)m->record)->window;
    matrix *operand[] = {&m->left, &m->right, &m->destination};
    long each = m->record->n / w->groups;
    for (int i = 0; i < 3; i++) {
        operand[i]->window = w;
        operand[i]->which = i;
    }
    for (long group = 0; group < w->groups; group++) {
        area own = part;
        own.column = part.column > group * each ? part.column : group * each;
        own.end_column = least(part.end_column, (group + 1) * each);
        m->left.group = sm_fault(SM_FAULT_convolution_ungrouped) ? 0 : group;
        multiply_area(m, own);
    }
}

static void perform_area(matmul *m, area part)
{
    if (m->record->flags & __MSL_CONVOLUTION)
        convolve_area(m, part);
    else
        multiply_area(m, part);
}

/* How many elements along K, `step` apart, a factor's memory has, and two beyond it: enough to be found in checked
 * mode, which need not walk along an extent that there is no memory of. */
static long reach_of(const matmul *m, const matrix *x, long step)
{
    const sm_thread *thread =
        sm_team_thread(m->meeting->checked, m->meeting->first + (uint32_t)__builtin_ctzll(m->meeting->mask));
    const size_t room = sm_checker_room(thread, (uintptr_t)x->data);
    if (x->window || x->dense || room > LONG_MAX / 8 || step <= 0)
        return LONG_MAX;
    return (long)room * 8 / bits_of(x->type) / step + 2;
}

/* A SIMD-group has come to an operation. Until all of its scope have, none may change a factor, so what the first has
 * made of the right one is good for all. One that comes a second time begins another operation. */
static void arrive(const matmul *m)
{
    sm_shared_factor *f = m->meeting->shared;
    const __msl_matmul *r = m->record;
    uint64_t self = UINT64_C(1) << r->group % 64;
    bool same =
        f->site == m->meeting->site && f->inner == m->inner && memcmp(&f->operand, &r->right, sizeof r->right) == 0;
    if (!same || ((f->came & self) && !sm_fault(SM_FAULT_matmul_factor_kept)) || r->groups != f->simdgroups ||
        r->right.coop.role != __MSL_MEMORY) {
        f->came = 0;
        f->packed = 0;
    }
    f->came |= self;
    f->site = m->meeting->site;
    f->inner = m->inner;
    f->operand = r->right;
}

static void perform_matmul(const sm_meeting *meeting)
{
    matmul m = {.meeting = meeting, .record = record_of(meeting, (uint32_t)__builtin_ctzll(meeting->mask))};
    if (meeting->checked)
        sm_check_matmul(meeting);
    m.left = factor(&m, 0);
    m.right = factor(&m, 1);
    m.inner = __msl_depth(m.record->k, m.left.columns, m.right.rows);
    if (meeting->checked)
        m.inner = least(m.inner, least(reach_of(&m, &m.left, m.left.right), reach_of(&m, &m.right, m.right.down)));
    if (sm_fault(SM_FAULT_matmul_k_tail))
        m.inner -= m.inner % 16;
    m.integers = m.record->destination.type == __MSL_I32;
    if (meeting->shared)
        arrive(&m);
    bool memory = m.record->destination.coop.role == __MSL_MEMORY;
    if (memory) {
        m.destination = in_memory(&m.record->destination, false, false);
        perform_area(&m, clip(&m, band_of(m.record)));
    } else {
        m.slots = slots_of(&m.record->destination.coop, m.record->group);
        perform_area(&m, held_by_lanes(&m));
        sm_slots_done(m.slots);
    }
    if (m.left.dense)
        free(m.left.data);
    if (m.right.dense)
        free(m.right.data);
}

void sm_tensor_perform(const sm_meeting *meeting)
{
    if (meeting->site->operation == __MSL_REDUCE)
        sm_tensor_reduce(meeting);
    else
        perform_matmul(meeting);
}
