/* accuracy_test.c: the table of accuracy as read, the formulas it holds, and the judgement that rests on them: for
 * every row, at random arguments, a result at the bound is taken and one a step beyond it refused. */
#include "accuracy.h"
#include "../core/bounds.h"
#include "function_groups.h"
#include "../formula/formula.h"
#include "../core/real.h"
#include "../core/testing.h"
#include "../../harness/base/text.h"
#include <stdio.h>

static const accuracy_table *table(void)
{
    const char *error = NULL;
    const accuracy_table *found = accuracy_standard(&error);
    if (!found)
        fail_msg("%s", error);
    return found;
}

static void rows_are_read(void **state)
{
    (void)state;
    const accuracy_table *t = table();
    assert_true(accuracy_row_count(t) > 170);
    const accuracy_entry *sine = accuracy_find(t, "sin", SCALAR_FLOAT, true);
    assert_int_equal(accuracy_rule_at(sine, 3.14, 0)->kind, ACCURACY_ABSOLUTE);
    assert_int_equal(accuracy_rule_at(sine, 3.15, 0)->kind, ACCURACY_UNSTATED);
    assert_true(accuracy_rule_at(sine, 1, 0)->bound == 0x1p-13);
    const accuracy_entry *precise = accuracy_find(t, "sin", SCALAR_FLOAT, false);
    assert_true(accuracy_rule_at(precise, 1e30, 0)->bound == 4);
    const accuracy_rule *e = accuracy_rule_at(accuracy_find(t, "exp", SCALAR_FLOAT, true), -2.7, 0);
    assert_true(accuracy_ulps(e, -2.7) == 3 + 5);
    const accuracy_entry *half = accuracy_find(t, "tan", SCALAR_HALF, true);
    assert_true(half && half == accuracy_find(t, "tan", SCALAR_HALF, false));
    assert_null(accuracy_find(t, "sin", SCALAR_BFLOAT, true));
    const accuracy_entry *pow_fast = accuracy_find(t, "pow", SCALAR_FLOAT, true);
    assert_int_equal(accuracy_rule_at(pow_fast, 0, 0)->kind, ACCURACY_UNDEFINED);
    assert_int_equal(accuracy_rule_at(pow_fast, 2, 0)->kind, ACCURACY_FORMULA);
}

/* ---- The tables of MSL 8.4, transcribed again in the notation of accuracy.tsv: of each function what tables 8.1 to
 * 8.5 say, NULL where one does not have it. The transcriptions were made apart from each other; where they differ, the
 * text of the specification decides. */

enum { TABLES = 5 };
typedef struct transcribed {
    const char *function, *rules[TABLES];
} transcribed;

#define UNSTATED "; unstated @ otherwise"
#define UNDEFINED "; undefined @ otherwise"

static const transcribed transcription[] = {
    {"add", {"rounded", "rounded", "rounded", "rounded", "rounded"}},
    {"sub", {"rounded", "rounded", "rounded", "rounded", "rounded"}},
    {"mul", {"rounded", "rounded", "rounded", "rounded", "rounded"}},
    {"recip",
     {"rounded", "ulp 1 @ |x| in [2^-126, 2^126]" UNSTATED, "rounded", "rounded",
      "ulp 0.6 @ |x| in [2^-126, 2^126]" UNSTATED}},
    {"div",
     {"rounded", "ulp 2.5 @ |y| in [2^-126, 2^126]" UNSTATED, "rounded", "rounded",
      "ulp 0.6 @ |y| in [2^-126, 2^126]" UNSTATED}},
    {"ceil", {"rounded", "rounded", "rounded"}},
    {"fdim", {"rounded", "rounded", "rounded"}},
    {"floor", {"rounded", "rounded", "rounded"}},
    {"fma", {"rounded", "rounded", "rounded"}},
    {"fract", {"rounded", "rounded", "rounded"}},
    {"ldexp", {"rounded", "rounded", "rounded"}},
    {"rint", {"rounded", "rounded", "rounded"}},
    {"round", {"rounded", "rounded", "rounded"}},
    {"rsqrt", {"rounded", "ulp 2", "rounded"}},
    {"sqrt", {"rounded", "rounded @ x == 0; rounded @ x == inf; formula x * rsqrt(x) @ otherwise", "rounded"}},
    {"trunc", {"rounded", "rounded", "rounded"}},
    {"copysign", {"exact", "exact", "exact"}},
    {"fabs", {"exact", "exact", "exact"}},
    {"fmax", {"exact", "exact", "exact"}},
    {"fmin", {"exact", "exact", "exact"}},
    {"fmod", {"exact", "undefined", "exact"}},
    {"frexp", {"exact", "exact", "exact"}},
    {"ilogb", {"exact", "exact", "exact"}},
    {"modf", {"exact", "exact", "exact"}},
    {"nextafter", {"exact", NULL, "exact"}},
    {"acos", {"ulp 4", "ulp 5 @ x in [-1, 1]" UNSTATED, "ulp 1"}},
    {"acosh", {"ulp 4", "formula log(x + sqrt(x * x - 1))", "ulp 1"}},
    {"asin", {"ulp 4", "ulp 5 @ |x| in [2^-125, 1]" UNSTATED, "ulp 1"}},
    {"asinh", {"ulp 4", "formula log(x + sqrt(x * x + 1))", "ulp 1"}},
    {"cos", {"ulp 4", "absolute 2^-13 @ x in [-pi, pi]" UNSTATED, "ulp 1"}},
    {"cosh", {"ulp 4", "formula 0.5 * (exp(x) + exp(-x))", "ulp 1"}},
    {"cospi", {"ulp 4", "absolute 2^-13 @ x in [-1, 1]" UNSTATED, "ulp 1"}},
    {"exp", {"ulp 4", "ulp 3 + floor |2 * x|", "ulp 1"}},
    {"exp2", {"ulp 4", "ulp 3 + floor |2 * x|", "ulp 1"}},
    {"exp10", {"ulp 4", "formula exp2(x * log2(10))", "ulp 1"}},
    {"log", {"ulp 4", "absolute 2^-21 @ x in [0.5, 2]; ulp 3 @ x > 0" UNDEFINED, "ulp 1"}},
    {"log2", {"ulp 4", "absolute 2^-22 @ x in [0.5, 2]; ulp 2 @ x > 0" UNDEFINED, "ulp 1"}},
    {"log10", {"ulp 4", "formula log2(x) * log10(2)", "ulp 1"}},
    {"sin", {"ulp 4", "absolute 2^-13 @ x in [-pi, pi]" UNSTATED, "ulp 1"}},
    {"sincos", {"ulp 4", "as sin and cos", "as sin and cos"}},
    {"sinh", {"ulp 4", "formula 0.5 * (exp(x) - exp(-x))", "ulp 1"}},
    {"sinpi", {"ulp 4", "absolute 2^-13 @ x in [-1, 1]" UNSTATED, "ulp 1"}},
    {"atan", {"ulp 5", "ulp 5", "ulp 1"}},
    {"atanh", {"ulp 5", "formula 0.5 * log((1 + x) / (1 - x))", "ulp 1"}},
    {"tanh", {"ulp 5", "formula (t - 1) / (t + 1) where t = exp(2 * x)", "ulp 1"}},
    {"atan2",
     {"ulp 6",
      "formula atan(y / x) @ x > 0 and y != 0; formula atan(y / x) + M_PI_F @ x < 0 and y > 0; formula atan(y / x) - "
      "M_PI_F @ x < 0 and y < 0" UNDEFINED,
      "ulp 1"}},
    {"tan", {"ulp 6", "formula sin(x) * (1 / cos(x))", "ulp 1"}},
    {"tanpi", {"ulp 6", "formula tan(x * pi)", "ulp 1"}},
    {"pow", {"ulp 16", "undefined @ x == 0 and y == 0; formula exp2(y * log2(x)) @ otherwise"}},
    {"powr", {"ulp 16", "undefined @ x == 0 and y == 0; formula exp2(y * log2(x)) @ otherwise"}},
};
enum { TRANSCRIBED = sizeof transcription / sizeof *transcription };

/* The row that is about the function of this line; -1: none is. */
static int place_of(char *const *cell)
{
    for (int n = 0; n < TRANSCRIBED; n++)
        if (strcmp(transcription[n].function, cell[0]) == 0)
            return n;
    return -1;
}

static void tables_are_transcribed_alike(void **state)
{
    (void)state;
    bool met[TRANSCRIBED] = {false};
    char line[512], *cell[TABLES + 2];
    size_t wrong = 0;
    FILE *file = fopen(ASSAY_SOURCE_DIR "/reference/accuracy.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || strncmp(line, "function\t", 9) == 0)
            continue;
        assert_int_equal(text_columns(line, cell, TABLES + 2), TABLES + 2);
        int n = place_of(cell);
        if (n < 0 || met[n]) {
            print_error("%s: %s\n", cell[0], n < 0 ? "no table of the specification has it" : "it is there twice");
            wrong++;
            continue;
        }
        met[n] = true;
        for (int t = 0; t < TABLES; t++) {
            const char *again = transcription[n].rules[t] ? transcription[n].rules[t] : "-";
            if (strcmp(cell[t + 1], again) == 0)
                continue;
            print_error("%s, table 8.%d: accuracy.tsv says `%s`, the transcription `%s`\n", cell[0], t + 1, cell[t + 1],
                        again);
            wrong++;
        }
    }
    fclose(file);
    for (int n = 0; n < TRANSCRIBED; n++)
        if (!met[n]) {
            print_error("%s: accuracy.tsv has no row\n", transcription[n].function);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

static void refused_table(const char *line, const char *complaint)
{
    char path[] = "/tmp/assay-accuracy-XXXXXX", error[256] = "";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fprintf(file, "function\tfloat precise\tfloat fast\thalf\tbfloat precise\tbfloat fast\tnote\n%s\n", line);
    fclose(file);
    accuracy_table *t = accuracy_read(path, error, sizeof error);
    remove(path);
    assert_null(t);
    if (!strstr(error, complaint))
        fail_msg("%s: %s", line, error);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    refused_table("sin\t-\tulps 4\t-\t-\t-\t-", "unknown rule");
    refused_table("sin\t-\tulp 4 + floor |2 x|\t-\t-\t-\t-", "is expected");
    refused_table("sin\tulp 4 @ x in [1]\t-\t-\t-\t-\t-", "domain");
    refused_table("sin\tulp 4 @ x > 0;ulp 3\t-\t-\t-\t-\t-", "domain");
    refused_table("sin\t-\t-\tformula sin(x\t-\t-\t-", "a closing parenthesis is missing");
    refused_table("sin\t-\t-\tformula x $ 2\t-\t-\t-", "left over");
    refused_table("sin\tulp 4\tulp 4", "columns");
    refused_table("sin\tulp 4\t-\t-\t-\t-\t-\nsin\t-\tulp 4\t-\t-\t-\t-", "has a row already");
    refused_table("sin\t-\t-\t-\t-\t-\t-", "says nothing");
    refused_table("# nothing", "empty");
}

/* ---- Formulas against float computations in every order of magnitude */

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

typedef struct computed {
    const char *name;
    float (*plain)(float);
    double low, high;
} computed;

static float by_acosh(float x)
{
    return logf(x + sqrtf(x * x - 1));
}
static float by_asinh(float x)
{
    return logf(x + sqrtf(x * x + 1));
}
static float by_atanh(float x)
{
    return 0.5f * logf((1 + x) / (1 - x));
}
static float by_cosh(float x)
{
    return 0.5f * (expf(x) + expf(-x));
}
static float by_sinh(float x)
{
    return 0.5f * (expf(x) - expf(-x));
}
static float by_tanh(float x)
{
    float t = expf(2 * x);
    return (t - 1) / (t + 1);
}
static float by_exp10(float x)
{
    return exp2f(x * 3.32192809f);
}
static float by_log10(float x)
{
    return log2f(x) * 0.30103f;
}
static float by_tan(float x)
{
    return sinf(x) * (1 / cosf(x));
}
static float by_sqrt(float x)
{
    return x * (1 / sqrtf(x));
}

static const computed formulas[] = {
    {"acosh", by_acosh, 1.01, 1e18}, {"asinh", by_asinh, -50, 1e18},   {"atanh", by_atanh, -0.999, 0.999},
    {"cosh", by_cosh, -87, 87},      {"sinh", by_sinh, -87, 87},       {"tanh", by_tanh, -40, 40},
    {"exp10", by_exp10, -37, 37},    {"log10", by_log10, 1e-30, 1e30}, {"tan", by_tan, -1.5, 1.5},
    {"sqrt", by_sqrt, 1e-30, 1e30},
};

/* What a good float library computes by the formula conforms; so does the real value; a hundred widths away nothing
 * does. */
static void formulas_enclose_what_conforms(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof formulas / sizeof *formulas; n++) {
        const computed *c = &formulas[n];
        const accuracy_entry *entry = accuracy_find(table(), c->name, SCALAR_FLOAT, true);
        size_t judged = 0;
        for (uint64_t i = 0; i < 20000; i++) {
            double share = random_unit(11, i);
            float x = (float)(i % 2 && c->low > 0 ? c->low * pow(c->high / c->low, share)
                                                  : c->low + (c->high - c->low) * share);
            const accuracy_rule *rule = accuracy_rule_at(entry, (double)x, 0);
            if (rule->kind != ACCURACY_FORMULA)
                continue;
            interval all = formula_evaluate(rule->formula, table(), (double)x, 0, true);
            double real = real_find(c->name)->one((double)x), got = (double)c->plain(x), width = all.high - all.low;
            if (all.unknown)
                continue;
            judged++;
            if (!(all.low <= got && got <= all.high) || !(all.low <= real && real <= all.high))
                fail_msg("%s(%a): %a and %a are not in [%a, %a]", c->name, (double)x, got, real, all.low, all.high);
            if (!(width < 0.2 * fabs(real) + 0.01))
                fail_msg("%s(%a): [%a, %a] promises nothing", c->name, (double)x, all.low, all.high);
        }
        if (judged < 5000)
            fail_msg("%s: only %zu arguments are judged", c->name, judged);
    }
}

/* ---- One step past the bound, for every function of one operand, type and mode */

static size_t judge(const char *function, const char *type, const void *x, const void *got, double variant,
                    bool fast_math)
{
    trial t = {.fast_math = fast_math, .fast_functions = true};
    trial_array(&t, type, x, 1);
    trial_number(&t, variant);
    size_t wrong = refused(&t, function, type, got, 1);
    return t.unjudged ? SIZE_MAX : wrong;
}

/* The last number, going from the real value by `step` encodings, that is taken; refused ones must follow. */
static void steps_past_the_bound(const char *function, double variant, bool fast_math)
{
    size_t tried = 0;
    for (uint64_t i = 0; i < 400 && tried < 40; i++) {
        float x = float_of((uint32_t)random_bits(5, i));
        double real = real_find(function)->one((double)x);
        float near = (float)real;
        if (isnan(real) || !(fabs(real) > 1e-30 && fabs(real) < 1e30) || !(fabsf(x) > 1e-30f) ||
            judge(function, "float", &x, &near, variant, fast_math) == SIZE_MAX)
            continue;
        tried++;
        if (judge(function, "float", &x, &near, variant, fast_math) != 0)
            fail_msg("%s(%a): the nearest number is refused", function, (double)x);
        const accuracy_rule *rule =
            accuracy_rule_at(accuracy_find(table(), function, SCALAR_FLOAT, variant == 2), (double)x, 0);
        if (rule->kind != ACCURACY_ULP && rule->kind != ACCURACY_ROUNDED && rule->kind != ACCURACY_EXACT &&
            rule->kind != ACCURACY_ABSOLUTE)
            continue;
        double bound =
            rule->kind == ACCURACY_ABSOLUTE
                ? rule->bound
                : (rule->kind == ACCURACY_ULP ? accuracy_ulps(rule, (double)x) : 1) * ulp_at(SCALAR_FLOAT, real);
        for (int side = -1; side <= 1; side += 2) {
            float edge = (float)(real + side * bound);
            float inside = fabs((double)edge - real) <= bound ? edge : nextafterf(edge, near),
                  outside = nextafterf(edge, side * INFINITY);
            outside = nextafterf(outside, side * INFINITY);
            if (rule->kind == ACCURACY_ULP && bound > 0 &&
                judge(function, "float", &x, &inside, variant, fast_math) != 0)
                fail_msg("%s(%a): %a at the bound is refused", function, (double)x, (double)inside);
            if (judge(function, "float", &x, &outside, variant, fast_math) != 1)
                fail_msg("%s(%a): %a beyond the bound is taken", function, (double)x, (double)outside);
        }
    }
    if (!tried)
        fail_msg("%s: nothing is judged", function);
}

static void nothing_past_the_bound_passes(void **state)
{
    (void)state;
    const char *functions[MOST_GROUPED];
    size_t count = function_group_members("functions", functions);
    assert_true(count >= 30);
    for (size_t n = 0; n < count; n++)
        for (int variant = 1; variant <= 2; variant++)
            for (int fast = 0; fast <= 1; fast++)
                steps_past_the_bound(functions[n], variant, fast);
}

/* ---- The freedoms around a rule */

static void special_values_follow_the_mode(void **state)
{
    (void)state;
    float nan = NAN, infinity = INFINITY, one = 1, zero = 0, tiny = 0x1p-140f;
    assert_int_equal(judge("sin", "float", &nan, &nan, 1, false), 0);
    assert_int_equal(judge("sin", "float", &nan, &one, 1, false), 1);
    assert_int_equal(judge("sin", "float", &nan, &one, 1, true), SIZE_MAX);
    assert_int_equal(judge("exp", "float", &infinity, &infinity, 1, false), 0);
    assert_int_equal(judge("exp", "float", &infinity, &one, 1, false), 1);
    assert_int_equal(judge("log", "float", &zero, &(float){-INFINITY}, 1, false), 0);
    assert_int_equal(judge("log", "float", &zero, &infinity, 1, false), 1);
    assert_int_equal(judge("acos", "float", &(float){2}, &one, 1, false), SIZE_MAX);
    /* a subnormal operand is itself, or zero */
    assert_int_equal(judge("rsqrt", "float", &tiny, &(float){0x1p+70f}, 1, false), 0);
    assert_int_equal(judge("rsqrt", "float", &tiny, &infinity, 1, false), 0);
    assert_int_equal(judge("rsqrt", "float", &tiny, &one, 1, false), 1);
    assert_int_equal(judge("sinh", "float", &tiny, &zero, 1, false), 0);
    assert_int_equal(judge("sinh", "float", &tiny, &(float){0x1p-126f}, 1, false), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_read),
        cmocka_unit_test(tables_are_transcribed_alike),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(formulas_enclose_what_conforms),
        cmocka_unit_test(nothing_past_the_bound_passes),
        cmocka_unit_test(special_values_follow_the_mode),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("accuracy", tests, NULL, NULL);
}
