/* packed_numeric.c: packed numbers of 4 and 8 bits (MSL 2.21, tables 2.15, 2.16, 2.19, 2.20). Every code is exact in
 * float, half and bfloat. In which order two codes lie in a byte, the text does not say: either will do. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

/* In the order of MSL's enumerations; -1 stands for the format's default. */
enum { TO_NEAREST_EVEN, TO_NEAREST_AWAY, TOWARD_ZERO, TOWARD_POS_INF, TOWARD_NEG_INF };
enum { SATURATE_NONE, SATURATE, SYMMETRIC_SATURATE };

typedef struct format {
    int bits, fraction, bias; /* bias 0: whole numbers */
    bool is_signed;
    int largest; /* code of the largest number; of floats what is above are no numbers */
    bool infinity, nan;
    int rounding, saturation; /* table 2.20 */
} format;

static const format int4 = {4, .is_signed = true, .largest = 7, .rounding = TOWARD_ZERO, .saturation = SATURATE};
static const format uint4 = {4, .largest = 15, .rounding = TOWARD_ZERO, .saturation = SATURATE};
static const format int8 = {8, .is_signed = true, .largest = 127, .rounding = TOWARD_ZERO, .saturation = SATURATE};
static const format uint8 = {8, .largest = 255, .rounding = TOWARD_ZERO, .saturation = SATURATE};
static const format fp4_e2m1 = {4, 1, 1, true, 7, .rounding = TO_NEAREST_EVEN, .saturation = SATURATE};
static const format fp8_e4m3 = {8, 3, 7, true, 0x7e, .nan = true, .rounding = TO_NEAREST_EVEN, .saturation = SATURATE};
static const format fp8_e5m2 = {8, 2, 15, true, 0x7b, true, true, TO_NEAREST_EVEN, SATURATE_NONE};

static double decode(const format *f, int code)
{
    int half = 1 << (f->bits - 1);
    if (!f->bias)
        return f->is_signed && code >= half ? code - 2 * half : code;
    int magnitude = code & (half - 1), exponent = magnitude >> f->fraction;
    int significand = magnitude - (exponent << f->fraction) + (exponent ? 1 << f->fraction : 0);
    double value = ldexp(significand, (exponent ? exponent : 1) - f->bias - f->fraction);
    if (magnitude > f->largest)
        value = f->infinity && magnitude == f->largest + 1 ? INFINITY : NAN;
    return code & half ? -value : value;
}

/* ---- Unpacking */

static void expect_codes(reference_call *call, size_t k, const format *f, const int *code, size_t count)
{
    uint64_t bits[4];
    size_t n = 0;
    for (size_t c = 0; c < count; c++) {
        double value = decode(f, code[c]);
        if (call->fast_math && !isfinite(value))
            return;
        if (isnan(value)) {
            bits[n++] = scalar_nan(call->type.scalar);
            continue;
        }
        bits[n++] = scalar_encode(call->type.scalar, value);
        if (call->fast_math && value == 0)
            bits[n++] = scalar_encode(call->type.scalar, -value);
    }
    expect_any(call, k, bits, n);
}

static void unpack(reference_call *call, const format *f)
{
    if (!arguments_are(call, "an"))
        return;
    const bool low_first = argument_number(call, 1) != 0;
    const size_t each = 8 / (size_t)f->bits;
    for (size_t k = 0; k < call->count; k++) {
        int byte = (int)array_bits(argument_array(call, 0), k / each, 0);
        int code[2] = {byte, byte};
        if (each == 2) {
            code[0] = k % 2 ? byte >> 4 : byte & 15;
            code[1] = k % 2 ? byte & 15 : byte >> 4;
        }
        expect_codes(call, k, f, code, low_first || code[0] == code[1] ? 1 : 2);
    }
}

/* ---- Packing */

static double to_whole(double magnitude, int rounding, bool negative)
{
    switch (rounding) {
    case TO_NEAREST_EVEN: return rint(magnitude);
    case TO_NEAREST_AWAY: return floor(magnitude + 0.5);
    case TOWARD_POS_INF: return negative ? floor(magnitude) : ceil(magnitude);
    case TOWARD_NEG_INF: return negative ? ceil(magnitude) : floor(magnitude);
    default: return floor(magnitude);
    }
}

/* The codes that x may become; 0 where nothing is promised. */
static size_t whole_codes(const format *f, double x, int rounding, int saturation, int *code)
{
    if (!isfinite(x))
        return 0;
    double low = f->is_signed ? -f->largest - 1 : 0;
    double whole = copysign(to_whole(fabs(x), rounding, x < 0), x);
    bool below = whole < (f->is_signed ? -f->largest : 0);
    if (saturation == SATURATE_NONE && (whole > f->largest || whole < low))
        return 0;
    whole = fmin(fmax(whole, low), f->largest);
    code[0] = (int)whole & ((1 << f->bits) - 1);
    code[1] = -f->largest & ((1 << f->bits) - 1); /* where symmetric_saturate ends below is not stated */
    return saturation == SYMMETRIC_SATURATE && below ? f->is_signed ? 2 : 0 : 1;
}

static size_t float_codes(const reference_call *call, const format *f, double x, int rounding, int saturation,
                          int *code)
{
    const int sign = signbit(x) ? 1 << (f->bits - 1) : 0;
    if (isnan(x) || isinf(x)) {
        if (call->fast_math || (isnan(x) ? !f->nan : !f->infinity || saturation != SATURATE_NONE))
            return 0;
        size_t n = 0;
        for (int c = 0; c < 1 << f->bits; c++) {
            double value = decode(f, c);
            if (isnan(x) ? isnan(value) : value == x)
                code[n++] = c;
        }
        return n;
    }
    int exponent;
    frexp(x, &exponent);
    exponent = exponent - 1 < 1 - f->bias || x == 0 ? 1 - f->bias : exponent - 1;
    double whole = to_whole(ldexp(fabs(x), f->fraction - exponent), rounding, sign);
    double magnitude = ldexp(exponent + f->bias - 1, f->fraction) + whole;
    if (magnitude <= f->largest) {
        code[0] = sign | (int)magnitude;
        code[1] = (1 << (f->bits - 1)) ^ code[0];
        return magnitude == 0 ? 2 : 1; /* the sign of a zero is not stated */
    }
    if (saturation != SATURATE_NONE) {
        code[0] = sign | f->largest;
        return 1;
    }
    if (!f->infinity || rounding > TO_NEAREST_AWAY || call->fast_math)
        return 0;
    code[0] = sign | (f->largest + 1);
    return 1;
}

static size_t codes_of(const reference_call *call, const format *f, double x, int rounding, int saturation, int *code)
{
    return f->bias ? float_codes(call, f, x, rounding, saturation, code)
                   : whole_codes(f, x, rounding, saturation, code);
}

/* With a subnormal argument, which may count as zero (MSL 8.5). */
static size_t all_codes(const reference_call *call, const format *f, const reference_array *from, size_t k, int *code)
{
    const int rounding = argument_number(call, 1) < 0 ? f->rounding : (int)argument_number(call, 1);
    const int saturation = argument_number(call, 2) < 0 ? f->saturation : (int)argument_number(call, 2);
    double x = array_number(from, k, 0);
    size_t n = codes_of(call, f, x, rounding, saturation, code);
    if (n && x != 0 && is_subnormal(from->type.scalar, x))
        n += codes_of(call, f, 0, rounding, saturation, code + n);
    return n;
}

static void pack(reference_call *call, const format *f)
{
    if (!arguments_are(call, "ann"))
        return;
    const reference_array *from = argument_array(call, 0);
    const size_t each = 8 / (size_t)f->bits;
    for (size_t i = 0; i < call->count; i++) {
        int code[2][16] = {{0}};
        uint64_t bytes[64];
        size_t n = 0, first = all_codes(call, f, from, each * i, code[0]);
        size_t second = each == 2 ? all_codes(call, f, from, each * i + 1, code[1]) : 1;
        for (size_t a = 0; a < first; a++)
            for (size_t b = 0; b < second; b++) {
                bytes[n++] = (uint64_t)(code[0][a] | code[1][b] << 4);
                if (each == 2)
                    bytes[n++] = (uint64_t)(code[0][a] << 4 | code[1][b]);
            }
        if (n)
            expect_any(call, i, bytes, n);
    }
}

/* unpack_FORMAT(bytes, first): all numbers of all bytes; first: 1 if the lower bits of a byte come first, 0 if that is
 * open. pack_FORMAT(numbers, rounding, saturation): the bytes; modes as MSL numbers them. */
#define FORMAT(name)                                                                                                   \
    REFERENCE(unpack_##name)                                                                                           \
    {                                                                                                                  \
        unpack(call, &name);                                                                                           \
    }                                                                                                                  \
    REFERENCE(pack_##name)                                                                                             \
    {                                                                                                                  \
        pack(call, &name);                                                                                             \
    }
FORMAT(int4)
FORMAT(uint4)
FORMAT(int8)
FORMAT(uint8)
FORMAT(fp4_e2m1)
FORMAT(fp8_e4m3)
FORMAT(fp8_e5m2)

/* every_byte(n): all 256 bytes at each of n places; those of one group of n differ. */
INPUT(every_byte)
{
    size_t places = call->argument_count == 1 ? (size_t)call->argument[0] : 0;
    if (!places || call->type.scalar != SCALAR_UCHAR) {
        call->error = "every_byte(n) fills uchar, n bytes of which belong together";
        return;
    }
    for (size_t k = 0; k < call->count; k++)
        input_set(call, k, 0, (double)((k / places + 37 * (k % places)) % 256));
}

/* packing_numbers: codes, their midpoints and what lies just beside them, for every format; numbers out of range; a few
 * infinities and NaNs. */
INPUT(packing_numbers)
{
    for (size_t k = 0; k < call->count * call->type.lanes; k++) {
        uint64_t choice = random_bits(call->seed, k);
        double value = (double)(choice % 65) / 2;
        double beside[] = {1, 1, 1 + 0x1p-7, 1 - 0x1p-8, 1 + 0x1p-10, 1 - 0x1p-11, 1 + 0x1p-23, 1 - 0x1p-24};
        switch (choice >> 16 & 7) {
        case 0: value = 620 * random_unit(call->seed + 1, k) - 310; break;
        case 1: value = 36 * random_unit(call->seed + 1, k) - 18; break;
        case 2: value = (double)(choice >> 20 & 511) / 2; break;
        case 3: value = (double)(choice >> 20 & 63) / 4 * 4096; break;
        case 4:
            if ((choice >> 20 & 15) == 0)
                value = choice >> 24 & 1 ? NAN : INFINITY;
            break;
        default: value = ldexp(value, (int)(choice >> 20 & 31) - 20); break;
        }
        value *= beside[choice >> 30 & 7];
        input_set(call, k / call->type.lanes, k % call->type.lanes, choice >> 40 & 1 ? -value : value);
    }
}

/* bytes_at(bytes, whole, part, first): of each `whole` bytes the `part` that begin at `first`. */
REFERENCE(bytes_at)
{
    if (!arguments_are(call, "annn"))
        return;
    size_t whole = argument_size(call, 1), part = argument_size(call, 2), first = argument_size(call, 3);
    for (size_t i = 0; part && i < call->count; i++)
        expect_element(call, i, argument_array(call, 0), i / part * whole + first + i % part);
}
