/* geometric.c: the geometric functions (MSL 6.9), and determinant and transpose (6.7). No table bounds them: the bounds
 * here are what the roundings of the defining formula add up to in any order, with the tables' bounds for the roots
 * (Higham's factors, bounds.h). */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

typedef struct vectors {
    double v[3][4];
    int lanes;
} vectors;

static void read_vectors(reference_call *call, size_t i, int count, vectors *all)
{
    all->lanes = argument_array(call, 0)->type.lanes;
    for (int a = 0; a < count; a++)
        for (int n = 0; n < all->lanes; n++)
            all->v[a][n] = array_number(argument_array(call, (size_t)a), i, (unsigned)n);
}

static double dot(const double *a, const double *b, int lanes, double *magnitude)
{
    double sum = 0;
    *magnitude = 0;
    for (int n = 0; n < lanes; n++) {
        sum += a[n] * b[n];
        *magnitude += fabs(a[n] * b[n]);
    }
    return sum;
}

static double unit(const reference_call *call)
{
    return rounding_error(call->type.scalar);
}

/* Roundings in n factors, a root by table 8.2 among them. */
static double factors(const reference_call *call, int n)
{
    return accumulated_error(n, unit(call));
}

/* Steps in the subnormal range may err by more, or vanish. */
static void expect_sum(reference_call *call, size_t k, double value, double bound)
{
    expect_near(call, k, value, bound + 4 * smallest_normal(call->type.scalar));
}

enum { ROOT = 4 }; /* x * rsqrt(x): 2 ulp and two roundings */

REFERENCE(dot)
{
    if (!arguments_are(call, "aa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        double magnitude;
        read_vectors(call, i, 2, &x);
        double value = dot(x.v[0], x.v[1], x.lanes, &magnitude);
        expect_sum(call, i, value, factors(call, x.lanes) * magnitude);
    }
}

static void expect_length(reference_call *call, bool distance, bool squared)
{
    if (!arguments_are(call, distance ? "aa" : "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        double magnitude;
        read_vectors(call, i, distance ? 2 : 1, &x);
        for (int n = 0; distance && n < x.lanes; n++)
            x.v[0][n] -= x.v[1][n];
        double square = dot(x.v[0], x.v[0], x.lanes, &magnitude), value = squared ? square : sqrt(square);
        expect_sum(call, i, value, factors(call, x.lanes + 2 * distance + (squared ? 0 : ROOT)) * value);
    }
}

REFERENCE(length)
{
    expect_length(call, false, false);
}
REFERENCE(length_squared)
{
    expect_length(call, false, true);
}
REFERENCE(distance)
{
    expect_length(call, true, false);
}
REFERENCE(distance_squared)
{
    expect_length(call, true, true);
}

REFERENCE(cross)
{
    if (!arguments_are(call, "aa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        read_vectors(call, i, 2, &x);
        for (int n = 0; n < 3; n++) {
            double p = x.v[0][(n + 1) % 3] * x.v[1][(n + 2) % 3], q = x.v[0][(n + 2) % 3] * x.v[1][(n + 1) % 3];
            expect_sum(call, 3 * i + (size_t)n, p - q, factors(call, 2) * (fabs(p) + fabs(q)));
        }
    }
}

static void normalised(double *v, int lanes)
{
    double ignored, length = sqrt(dot(v, v, lanes, &ignored));
    for (int n = 0; n < lanes; n++)
        v[n] /= length;
}

REFERENCE(normalize)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        read_vectors(call, i, 1, &x);
        normalised(x.v[0], x.lanes);
        for (int n = 0; n < x.lanes; n++)
            expect_sum(call, i * (size_t)x.lanes + (size_t)n, x.v[0][n],
                       factors(call, x.lanes + ROOT) * fabs(x.v[0][n]));
    }
}

/* faceforward(N, I, Nref): the sign is open where rounding could turn the dot product's, or make it out of nothing. */
REFERENCE(faceforward)
{
    if (!arguments_are(call, "aaa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        double magnitude;
        read_vectors(call, i, 3, &x);
        double product = dot(x.v[2], x.v[1], x.lanes, &magnitude);
        bool open = magnitude != 0 && fabs(product) <= factors(call, x.lanes) * magnitude;
        for (int n = 0; n < x.lanes; n++) {
            double v = product < 0 ? x.v[0][n] : -x.v[0][n];
            reference_permit either[] = {{PERMIT_ULPS, v, 0}, {PERMIT_ULPS, -v, 0}};
            expect_permitted(call, i * (size_t)x.lanes + (size_t)n, either, open ? 2 : 1);
        }
    }
}

/* reflect(I, N): I - 2 dot(n, I) n with n = normalize(N). */
REFERENCE(reflect)
{
    if (!arguments_are(call, "aa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        double magnitude;
        read_vectors(call, i, 2, &x);
        normalised(x.v[1], x.lanes);
        double product = dot(x.v[1], x.v[0], x.lanes, &magnitude);
        for (int n = 0; n < x.lanes; n++) {
            double part = 2 * x.v[1][n];
            double bound =
                factors(call, 3 * x.lanes + 2 * ROOT + 2) * magnitude * fabs(part) + unit(call) * fabs(x.v[0][n]);
            expect_sum(call, i * (size_t)x.lanes + (size_t)n, x.v[0][n] - product * part, bound);
        }
    }
}

/* refract(I, N, eta) of unit vectors: eta I - (eta d + sqrt(k)) N, d = dot(N, I), k = 1 - eta² (1 - d²). Not judged for
 * total reflection, nor so close to it that rounding decides. */
REFERENCE(refract)
{
    if (!arguments_are(call, "aaa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        vectors x;
        double magnitude, eta = array_number(argument_array(call, 2), i, 0);
        read_vectors(call, i, 2, &x);
        double d = dot(x.v[1], x.v[0], x.lanes, &magnitude), k = 1 - eta * eta * (1 - d * d);
        double of_d = factors(call, x.lanes) * magnitude;
        double of_k = factors(call, 5) * (1 + eta * eta * (1 + d * d)) + 2 * eta * eta * fabs(d) * of_d;
        if (k <= 4 * of_k)
            continue;
        double root = sqrt(k), of_root = of_k / root + factors(call, ROOT) * root;
        double of_sum = eta * of_d + of_root + factors(call, 2) * (fabs(eta * d) + root);
        for (int n = 0; n < x.lanes; n++) {
            double value = eta * x.v[0][n] - (eta * d + root) * x.v[1][n];
            double bound = of_sum * fabs(x.v[1][n]) * (1 + unit(call)) +
                           factors(call, 3) * (fabs(eta * x.v[0][n]) + fabs((eta * d + root) * x.v[1][n]));
            expect_sum(call, i * (size_t)x.lanes + (size_t)n, value, bound);
        }
    }
}

/* ---- Matrices: element i is columns i * C to i * C + C - 1 of an array of column vectors. */

/* Sum over all permutations of the products, with their signs or without. */
static double expansion(double (*m)[4], int size, int column, unsigned rows, bool magnitudes)
{
    double sum = 0, sign = 1;
    if (column == size)
        return 1;
    for (int r = 0; r < size; r++) {
        if (rows >> r & 1)
            continue;
        double rest = expansion(m, size, column + 1, rows | 1u << r, magnitudes);
        sum += magnitudes ? fabs(m[column][r]) * rest : sign * m[column][r] * rest;
        sign = -sign;
    }
    return sum;
}

/* determinant(columns): of square matrices. */
REFERENCE(determinant)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *columns = argument_array(call, 0);
    int size = columns->type.lanes;
    for (size_t i = 0; i < call->count; i++) {
        double m[4][4];
        for (int c = 0; c < size; c++)
            for (int r = 0; r < size; r++)
                m[c][r] = array_number(columns, i * (size_t)size + (size_t)c, (unsigned)r);
        double value = expansion(m, size, 0, 0, false), magnitude = expansion(m, size, 0, 0, true);
        expect_sum(call, i, value, factors(call, 4 * size) * magnitude);
    }
}

/* transposed(columns, C): of matrices with C columns. */
REFERENCE(transposed)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *columns = argument_array(call, 0);
    size_t c = argument_size(call, 1), r = columns->type.lanes;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_bits(call, i * call->type.lanes + lane, array_bits(columns, i / r * c + lane, (unsigned)(i % r)));
}

/* unit_vectors: of random direction. */
INPUT(unit_vectors)
{
    for (size_t i = 0; i < call->count; i++) {
        double v[4], square = 0;
        for (unsigned n = 0; n < call->type.lanes; n++) {
            v[n] = 2 * random_unit(call->seed, i * 4 + n) - 1;
            square += v[n] * v[n];
        }
        for (unsigned n = 0; n < call->type.lanes; n++)
            input_set(call, i, n, v[n] / sqrt(square));
    }
}
