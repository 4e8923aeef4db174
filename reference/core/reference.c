/* reference.c: what all references share: how MSL's types lie in memory, exact conversions between encodings and
 * double, the place of a thread in its dispatch, and reproducible random numbers. Nothing here knows an MSL
 * function. */
#include "reference.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types */

/* Scalar types by their MSL names, in the order of assay_scalar (MSL 2.1). */
static const struct {
    const char *name;
    uint8_t size;
} scalars[] = {
    [SCALAR_BOOL] = {"bool", 1},   [SCALAR_CHAR] = {"char", 1},     [SCALAR_UCHAR] = {"uchar", 1},
    [SCALAR_SHORT] = {"short", 2}, [SCALAR_USHORT] = {"ushort", 2}, [SCALAR_INT] = {"int", 4},
    [SCALAR_UINT] = {"uint", 4},   [SCALAR_LONG] = {"long", 8},     [SCALAR_ULONG] = {"ulong", 8},
    [SCALAR_HALF] = {"half", 2},   [SCALAR_BFLOAT] = {"bfloat", 2}, [SCALAR_FLOAT] = {"float", 4},
};
enum { SCALAR_COUNT = sizeof scalars / sizeof *scalars };

size_t assay_scalar_size(assay_scalar scalar)
{
    return scalars[scalar].size;
}

const char *assay_scalar_name(assay_scalar scalar)
{
    return scalars[scalar].name;
}

bool assay_scalar_is_float(assay_scalar scalar)
{
    return scalar >= SCALAR_HALF;
}

bool assay_scalar_is_signed(assay_scalar scalar)
{
    return scalar == SCALAR_CHAR || scalar == SCALAR_SHORT || scalar == SCALAR_INT || scalar == SCALAR_LONG ||
           assay_scalar_is_float(scalar);
}

/* A vector of three takes the room of four; a packed one does not (MSL 2.2, 2.2.3). */
bool assay_type_from_name(const char *name, assay_type *type)
{
    static const char packed_prefix[] = "packed_";
    bool packed = strncmp(name, packed_prefix, sizeof packed_prefix - 1) == 0;
    if (packed)
        name += sizeof packed_prefix - 1;
    for (unsigned s = 0; s < SCALAR_COUNT; s++) {
        size_t length = strlen(scalars[s].name);
        if (strncmp(name, scalars[s].name, length) != 0)
            continue;
        const char *rest = name + length;
        unsigned lanes = 1;
        if (*rest >= '2' && *rest <= '4')
            lanes = (unsigned)(*rest++ - '0');
        if (*rest || (packed && lanes == 1))
            continue;
        unsigned room = lanes == 3 && !packed ? 4 : lanes;
        *type = (assay_type){(assay_scalar)s, (uint8_t)lanes, (uint8_t)(room * scalars[s].size)};
        return true;
    }
    return false;
}

double unit_roundoff(assay_scalar scalar)
{
    switch (scalar) {
    case SCALAR_HALF: return 0x1p-11;
    case SCALAR_BFLOAT: return 0x1p-8;
    case SCALAR_FLOAT: return 0x1p-24;
    default: return 0;
    }
}

/* ---- Conversions */

/* Sign, exponent and fraction of a small binary format with `fraction` stored fraction bits and the exponent bias
 * `bias`. */
static double small_to_double(uint16_t bits, int fraction, int bias)
{
    int top = 2 * bias + 1;
    int exponent = (bits >> fraction) & top;
    int significand = bits & ((1 << fraction) - 1);
    double value;
    if (exponent == top)
        value = significand ? NAN : INFINITY;
    else if (exponent == 0)
        value = ldexp(significand, 1 - bias - fraction);
    else
        value = ldexp(significand + (1 << fraction), exponent - bias - fraction);
    return copysign(value, bits & 0x8000 ? -1.0 : 1.0);
}

/* To nearest, ties to even, in one step from double. The carry of a rounding up walks into the exponent by itself. */
static uint16_t double_to_small(double value, int fraction, int bias)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    uint16_t infinity = (uint16_t)((2 * bias + 1) << fraction);
    if (isnan(value))
        return (uint16_t)(sign | infinity | 1 << (fraction - 1));
    double magnitude = fabs(value);
    if (magnitude >= ldexp(1, bias + 1))
        return (uint16_t)(sign | infinity);
    int exponent = magnitude == 0 ? 1 - bias : ilogb(magnitude);
    if (exponent < 1 - bias)
        exponent = 1 - bias;
    double scaled = ldexp(magnitude, fraction - exponent); /* exact: a power of two, far from double's limits */
    double whole = floor(scaled), rest = scaled - whole;
    uint32_t significand = (uint32_t)whole;
    if (rest > 0.5 || (rest == 0.5 && (significand & 1)))
        significand++;
    uint32_t encoding = significand + ((uint32_t)(exponent + bias - 1) << fraction);
    return (uint16_t)(sign | (encoding > infinity ? infinity : encoding));
}

double half_to_double(uint16_t bits)
{
    return small_to_double(bits, 10, 15);
}

uint16_t double_to_half(double value)
{
    return double_to_small(value, 10, 15);
}

double bfloat_to_double(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16; /* a bfloat is the upper half of a float */
    float value;
    memcpy(&value, &wide, sizeof value);
    return (double)value;
}

uint16_t double_to_bfloat(double value)
{
    return double_to_small(value, 7, 127);
}

double scalar_number(assay_scalar scalar, uint64_t bits)
{
    switch (scalar) {
    case SCALAR_HALF: return half_to_double((uint16_t)bits);
    case SCALAR_BFLOAT: return bfloat_to_double((uint16_t)bits);
    case SCALAR_FLOAT: {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }
    case SCALAR_ULONG: return (double)bits;
    default: return (double)scalar_integer(scalar, bits);
    }
}

int64_t scalar_integer(assay_scalar scalar, uint64_t bits)
{
    switch (scalar) {
    case SCALAR_BOOL: return bits != 0;
    case SCALAR_CHAR: return (int8_t)bits;
    case SCALAR_UCHAR: return (uint8_t)bits;
    case SCALAR_SHORT: return (int16_t)bits;
    case SCALAR_USHORT: return (uint16_t)bits;
    case SCALAR_INT: return (int32_t)bits;
    case SCALAR_UINT: return (uint32_t)bits;
    case SCALAR_LONG:
    case SCALAR_ULONG: return (int64_t)bits;
    default: {
        double value = scalar_number(scalar, bits);
        return value > -0x1p63 && value < 0x1p63 ? (int64_t)value : 0;
    }
    }
}

/* Smallest and largest value of an integer type, as doubles that bound a saturating conversion. */
static double integer_limit(assay_scalar scalar, bool largest)
{
    int width = scalar == SCALAR_BOOL ? 1 : 8 * (int)assay_scalar_size(scalar);
    if (assay_scalar_is_signed(scalar))
        return largest ? ldexp(1, width - 1) - 1 : -ldexp(1, width - 1);
    return largest ? ldexp(1, width) - 1 : 0;
}

uint64_t scalar_encode(assay_scalar scalar, double value)
{
    switch (scalar) {
    case SCALAR_HALF: return double_to_half(value);
    case SCALAR_BFLOAT: return double_to_bfloat(value);
    case SCALAR_FLOAT: {
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        return bits;
    }
    default: break;
    }
    uint64_t mask = assay_scalar_size(scalar) == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * assay_scalar_size(scalar)) - 1;
    if (isnan(value))
        return 0;
    if (scalar == SCALAR_BOOL)
        return value != 0;
    double rounded = nearbyint(value);
    if (rounded <= integer_limit(scalar, false))
        return assay_scalar_is_signed(scalar) ? (UINT64_C(1) << (8 * assay_scalar_size(scalar) - 1)) : 0;
    if (rounded >= integer_limit(scalar, true))
        return assay_scalar_is_signed(scalar) ? mask >> 1 : mask;
    return rounded < 0 ? (uint64_t)(int64_t)rounded & mask : (uint64_t)rounded;
}

uint64_t scalar_load(assay_scalar scalar, const void *address)
{
    uint64_t bits = 0;
    switch (assay_scalar_size(scalar)) {
    case 1: return *(const uint8_t *)address;
    case 2: {
        uint16_t value;
        memcpy(&value, address, sizeof value);
        return value;
    }
    case 4: {
        uint32_t value;
        memcpy(&value, address, sizeof value);
        return value;
    }
    default: memcpy(&bits, address, sizeof bits); return bits;
    }
}

void scalar_store(assay_scalar scalar, void *address, uint64_t bits)
{
    switch (assay_scalar_size(scalar)) {
    case 1: *(uint8_t *)address = (uint8_t)bits; return;
    case 2: memcpy(address, &(uint16_t){(uint16_t)bits}, 2); return;
    case 4: memcpy(address, &(uint32_t){(uint32_t)bits}, 4); return;
    default: memcpy(address, &bits, 8); return;
    }
}

/* ---- Arrays */

uint64_t array_bits(const reference_array *array, size_t i, unsigned lane)
{
    const char *element = (const char *)array->data + i * array->type.stride;
    return scalar_load(array->type.scalar, element + lane * assay_scalar_size(array->type.scalar));
}

double array_number(const reference_array *array, size_t i, unsigned lane)
{
    return scalar_number(array->type.scalar, array_bits(array, i, lane));
}

int64_t array_integer(const reference_array *array, size_t i, unsigned lane)
{
    return scalar_integer(array->type.scalar, array_bits(array, i, lane));
}

/* ---- Threads */

void reference_thread_at(const reference_dispatch *dispatch, size_t index, reference_thread *thread)
{
    size_t rest = index, width = dispatch->simd_width;
    uint32_t size[3]; /* of this threadgroup: those at the far edges of the grid may be smaller */
    thread->index = index;
    for (int d = 0; d < 3; d++) {
        thread->position[d] = (uint32_t)(rest % dispatch->grid[d]);
        rest /= dispatch->grid[d];
        thread->group[d] = thread->position[d] / dispatch->threadgroup[d];
        thread->in_group[d] = thread->position[d] % dispatch->threadgroup[d];
        uint32_t left = dispatch->grid[d] - thread->group[d] * dispatch->threadgroup[d];
        size[d] = left < dispatch->threadgroup[d] ? left : dispatch->threadgroup[d];
    }
    thread->group_size = size[0] * size[1] * size[2];
    thread->index_in_group = thread->in_group[0] + size[0] * (thread->in_group[1] + size[1] * thread->in_group[2]);
    thread->lane = thread->index_in_group % (uint32_t)width;
    thread->simdgroup = thread->index_in_group / (uint32_t)width;
    uint32_t first = thread->simdgroup * (uint32_t)width, left = thread->group_size - first;
    thread->simd_lanes = left < width ? left : (uint32_t)width;
    thread->simd_first = reference_thread_index(dispatch, thread->group, first);
}

size_t reference_thread_index(const reference_dispatch *dispatch, const uint32_t group[3], uint32_t index_in_group)
{
    size_t index = 0, place = 1;
    for (int d = 0; d < 3; d++) {
        uint32_t origin = group[d] * dispatch->threadgroup[d], left = dispatch->grid[d] - origin;
        uint32_t size = left < dispatch->threadgroup[d] ? left : dispatch->threadgroup[d];
        index += place * (origin + index_in_group % size);
        index_in_group /= size;
        place *= dispatch->grid[d];
    }
    return index;
}

/* ---- Inputs */

void input_set(input_call *call, size_t i, unsigned lane, double value)
{
    char *element = (char *)call->data + i * call->type.stride;
    assay_scalar scalar = call->type.scalar;
    scalar_store(scalar, element + lane * assay_scalar_size(scalar), scalar_encode(scalar, value));
}

uint64_t random_bits(uint64_t seed, uint64_t n)
{
    uint64_t z = seed + (n + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

double random_unit(uint64_t seed, uint64_t n)
{
    return (double)(random_bits(seed, n) >> 11) * 0x1p-53;
}

/* ---- Programs */

void program_print(program_call *call, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0 || call->error)
        return;
    if (call->length + (size_t)length + 1 > call->room) {
        size_t room = 2 * (call->length + (size_t)length + 1);
        char *more = realloc(call->text, room);
        if (!more) {
            call->error = "out of memory";
            return;
        }
        call->text = more;
        call->room = room;
    }
    va_start(values, format);
    vsnprintf(call->text + call->length, (size_t)length + 1, format, values);
    va_end(values);
    call->length += (size_t)length;
}
