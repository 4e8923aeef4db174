/* geometric_test.c: where the bounds of geometric functions end, which no table has: the roundings of the text's
 * formulas. */
#include "../core/witness_testing.h"

typedef struct vector {
    float f[3];
    double v[3];
} vector;

static vector random_vector(uint64_t seed, uint64_t i)
{
    vector r;
    for (uint64_t n = 0; n < 3; n++) {
        r.f[n] = (float)random_between(seed, 3 * i + n, 0.2, 1) * ((i + n) % 2 ? -1 : 1);
        r.v[n] = (double)r.f[n];
    }
    return r;
}

static double dot3(const double *a, const double *b, double *magnitude)
{
    double sum = 0;
    *magnitude = 0;
    for (int n = 0; n < 3; n++) {
        sum += a[n] * b[n];
        *magnitude += fabs(a[n] * b[n]);
    }
    return sum;
}

/* A trial with vectors of three. */
static void take_vectors(trial *t, const vector *a, const vector *b)
{
    *t = (trial){0};
    trial_array(t, "packed_float3", a->f, 1);
    if (b)
        trial_array(t, "packed_float3", b->f, 1);
}

/* A root is x * rsqrt(x): two ulp and two roundings, four in all. */
static void geometry(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        vector a = random_vector(610, i), b = random_vector(611, i);
        double magnitude, difference[3], product = dot3(a.v, b.v, &magnitude), ignored;
        double square = dot3(a.v, a.v, &ignored), length = sqrt(square);
        trial t;
        take_vectors(&t, &a, &b);
        errs_by(&t, &(result){"dot", "float", {product}, 1}, 0, product, roundings(3, of_float) * magnitude + 4 * tiny);
        for (int n = 0; n < 3; n++)
            difference[n] = a.v[n] - b.v[n];
        double apart = dot3(difference, difference, &ignored);
        errs_by(&t, &(result){"distance_squared", "float", {apart}, 1}, 0, apart, roundings(5, of_float) * apart);
        errs_by(&t, &(result){"distance", "float", {sqrt(apart)}, 1}, 0, sqrt(apart),
                roundings(9, of_float) * sqrt(apart));
        result crossed = {"cross", "packed_float3", {0}, 3}, mirrored = {"reflect", "packed_float3", {0}, 3},
               straight = {"normalize", "packed_float3", {0}, 3};
        double normal[3], b_length = sqrt(dot3(b.v, b.v, &ignored)), along;
        for (int n = 0; n < 3; n++) {
            crossed.component[n] = a.v[(n + 1) % 3] * b.v[(n + 2) % 3] - a.v[(n + 2) % 3] * b.v[(n + 1) % 3];
            straight.component[n] = a.v[n] / length;
            normal[n] = b.v[n] / b_length;
        }
        along = dot3(normal, a.v, &magnitude);
        for (int n = 0; n < 3; n++)
            mirrored.component[n] = a.v[n] - 2 * along * normal[n];
        errs_by(&t, &crossed, 1, crossed.component[1],
                roundings(2, of_float) * (fabs(a.v[2] * b.v[0]) + fabs(a.v[0] * b.v[2])) + 4 * tiny);
        errs_by(&t, &mirrored, 2, mirrored.component[2],
                roundings(19, of_float) * magnitude * fabs(2 * normal[2]) + of_float * fabs(a.v[2]) + 4 * tiny);
        take_vectors(&t, &a, NULL);
        errs_by(&t, &(result){"length_squared", "float", {square}, 1}, 0, square, roundings(3, of_float) * square);
        errs_by(&t, &(result){"length", "float", {length}, 1}, 0, length, roundings(7, of_float) * length);
        errs_by(&t, &straight, 0, straight.component[0],
                roundings(7, of_float) * fabs(straight.component[0]) + 4 * tiny);
    }
}

/* A normal turns against the incident vector where that is clear, and only there. */
static void facing(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        vector n = random_vector(620, i), incident = random_vector(621, i), other = random_vector(622, i);
        double magnitude, product = dot3(other.v, incident.v, &magnitude);
        trial t;
        take_vectors(&t, &n, &incident);
        trial_array(&t, "packed_float3", other.f, 1);
        result turned = {"faceforward", "packed_float3", {0}, 3}, wrong_way = turned;
        for (int c = 0; c < 3; c++) {
            turned.component[c] = product < 0 ? n.v[c] : -n.v[c];
            wrong_way.component[c] = -turned.component[c];
        }
        if (fabs(product) < 0x1p-10 * magnitude)
            continue;
        assert_int_equal(wrong(&t, &turned), 0);
        assert_int_equal(wrong(&t, &wrong_way), 3);
    }
}

/* eta I - (eta d + sqrt(k)) N with k = 1 - eta² (1 - d²), step by step: d errs by three roundings, k by five and by
 * what d brings in, its root by half of that over the root and by four. */
static void refraction(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        vector a = random_vector(630, i), b = random_vector(630, i); /* nearly along each other */
        b.f[0] *= 1.25f;
        double magnitude, e = of_float;
        for (int of = 0; of < 2; of++) {
            vector *v = of ? &b : &a;
            float length = sqrtf(v->f[0] * v->f[0] + v->f[1] * v->f[1] + v->f[2] * v->f[2]);
            for (int n = 0; n < 3; n++) {
                v->f[n] /= of ? -length : length;
                v->v[n] = (double)v->f[n];
            }
        }
        float ratio = (float)random_between(631, i, 0.5, 0.9);
        double eta = (double)ratio, d = dot3(b.v, a.v, &magnitude), k = 1 - eta * eta * (1 - d * d), root = sqrt(k);
        double of_d = roundings(3, e) * magnitude;
        double of_k = roundings(5, e) * (1 + eta * eta * (1 + d * d)) + 2 * eta * eta * fabs(d) * of_d;
        double of_sum = eta * of_d + of_k / root + roundings(4, e) * root + roundings(2, e) * (fabs(eta * d) + root);
        result r = {"refract", "packed_float3", {0}, 3};
        for (int n = 0; n < 3; n++)
            r.component[n] = eta * a.v[n] - (eta * d + root) * b.v[n];
        trial t;
        take_vectors(&t, &a, &b);
        trial_array(&t, "float", &ratio, 1);
        double bound = of_sum * fabs(b.v[1]) * (1 + e) +
                       roundings(3, e) * (fabs(eta * a.v[1]) + fabs((eta * d + root) * b.v[1])) + 4 * tiny;
        errs_by(&t, &r, 1, r.component[1], bound);
    }
}

/* Two by two: a product of two factors and a difference; eight roundings are allowed, four a column. */
static void determinants(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float m[4];
        fill(m, 4, 620 + i);
        trial t = {0};
        trial_array(&t, "float2", m, 2);
        double p = (double)m[0] * (double)m[3], q = (double)m[1] * (double)m[2];
        errs_by(&t, &(result){"determinant", "float", {p - q}, 1}, 0, p - q,
                roundings(8, of_float) * (fabs(p) + fabs(q)) + 4 * tiny);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry),
        cmocka_unit_test(facing),
        cmocka_unit_test(refraction),
        cmocka_unit_test(determinants),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("geometric", tests, NULL, NULL);
}
