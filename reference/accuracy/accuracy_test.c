/* accuracy_test.c: the table of accuracy as read, the formulas it holds, and the judgement that rests on them: for
 * every row, at random arguments, a result at the bound is taken and one a step beyond it refused. */
#include "accuracy.h"
#include "../core/bounds.h"
#include "function_groups.h"
#include "../formula/formula.h"
#include "../core/real.h"
#include "../core/testing.h"
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

/* ---- The tables of MSL 8.4, transcribed again: first the type and the mode a table stands for, then what it says of
 * which functions. `rule @ domain; rule @ domain` in the notation of accuracy.tsv, in the order in which the rows
 * count. The transcriptions were made apart from each other; where they differ, the text of the specification decides.
 */

typedef struct transcribed {
    const char *type, *mode, *rules, *functions;
} transcribed;

#define UNSTATED "; unstated @ otherwise"
#define UNDEFINED "; undefined @ otherwise"

static const transcribed transcription[] = {
    /* Table 8.1 */
    {"float", "precise", "rounded @ all",
     "add sub mul recip div ceil fdim floor fma fract ldexp rint round rsqrt sqrt trunc"},
    {"float", "precise", "exact @ all", "copysign fabs fmax fmin fmod frexp ilogb modf nextafter"},
    {"float", "precise", "ulp 4 @ all",
     "acos acosh asin asinh cos cosh cospi exp exp2 exp10 log log2 log10 sin sincos sinh sinpi"},
    {"float", "precise", "ulp 5 @ all", "atan atanh tanh"},
    {"float", "precise", "ulp 6 @ all", "atan2 tan tanpi"},
    {"float", "precise", "ulp 16 @ all", "pow powr"},
    /* Table 8.2 */
    {"float", "fast", "rounded @ all", "add sub mul ceil fdim floor fma fract ldexp rint round trunc"},
    {"float", "fast", "exact @ all", "copysign fabs fmax fmin frexp ilogb modf"},
    {"float", "fast", "ulp 1 @ |x| in [2^-126, 2^126]" UNSTATED, "recip"},
    {"float", "fast", "ulp 2.5 @ |y| in [2^-126, 2^126]" UNSTATED, "div"},
    {"float", "fast", "ulp 5 @ x in [-1, 1]" UNSTATED, "acos"},
    {"float", "fast", "ulp 5 @ |x| in [2^-125, 1]" UNSTATED, "asin"},
    {"float", "fast", "ulp 5 @ all", "atan"},
    {"float", "fast", "formula log(x + sqrt(x * x - 1)) @ all", "acosh"},
    {"float", "fast", "formula log(x + sqrt(x * x + 1)) @ all", "asinh"},
    {"float", "fast", "formula 0.5 * log((1 + x) / (1 - x)) @ all", "atanh"},
    {"float", "fast",
     "formula atan(y / x) @ x > 0 and y != 0; formula atan(y / x) + M_PI_F @ x < 0 and y > 0; "
     "formula atan(y / x) - M_PI_F @ x < 0 and y < 0" UNDEFINED,
     "atan2"},
    {"float", "fast", "absolute 2^-13 @ x in [-pi, pi]" UNSTATED, "cos sin"},
    {"float", "fast", "absolute 2^-13 @ x in [-1, 1]" UNSTATED, "cospi sinpi"},
    {"float", "fast", "as sin and cos @ all", "sincos"},
    {"float", "fast", "formula 0.5 * (exp(x) + exp(-x)) @ all", "cosh"},
    {"float", "fast", "formula 0.5 * (exp(x) - exp(-x)) @ all", "sinh"},
    {"float", "fast", "ulp 3 + floor |2 * x| @ all", "exp exp2"},
    {"float", "fast", "formula exp2(x * log2(10)) @ all", "exp10"},
    {"float", "fast", "undefined @ all", "fmod"},
    {"float", "fast", "absolute 2^-21 @ x in [0.5, 2]; ulp 3 @ x > 0" UNDEFINED, "log"},
    {"float", "fast", "absolute 2^-22 @ x in [0.5, 2]; ulp 2 @ x > 0" UNDEFINED, "log2"},
    {"float", "fast", "formula log2(x) * log10(2) @ all", "log10"},
    {"float", "fast", "undefined @ x == 0 and y == 0; formula exp2(y * log2(x)) @ otherwise", "pow powr"},
    {"float", "fast", "ulp 2 @ all", "rsqrt"},
    {"float", "fast", "rounded @ x == 0; rounded @ x == inf; formula x * rsqrt(x) @ otherwise", "sqrt"},
    {"float", "fast", "formula sin(x) * (1 / cos(x)) @ all", "tan"},
    {"float", "fast", "formula (t - 1) / (t + 1) where t = exp(2 * x) @ all", "tanh"},
    {"float", "fast", "formula tan(x * pi) @ all", "tanpi"},
    /* Table 8.3 */
    {"half", "any", "rounded @ all",
     "add sub mul recip div ceil fdim floor fma fract ldexp rint round rsqrt sqrt trunc"},
    {"half", "any", "exact @ all", "copysign fabs fmax fmin fmod frexp ilogb modf nextafter"},
    {"half", "any", "ulp 1 @ all",
     "acos acosh asin asinh atan atanh atan2 cos cosh cospi exp exp2 exp10 log log2 log10 sin sinh sinpi tan tanh "
     "tanpi"},
    {"half", "any", "as sin and cos @ all", "sincos"},
    /* Tables 8.4 and 8.5 */
    {"bfloat", "precise", "rounded @ all", "add sub mul recip div"},
    {"bfloat", "fast", "rounded @ all", "add sub mul"},
    {"bfloat", "fast", "ulp 0.6 @ |x| in [2^-126, 2^126]" UNSTATED, "recip"},
    {"bfloat", "fast", "ulp 0.6 @ |y| in [2^-126, 2^126]" UNSTATED, "div"},
};
enum { TRANSCRIBED = sizeof transcription / sizeof *transcription };

/* A line of accuracy.tsv for each function, type and mode: what its rows say, in their order. */
typedef struct stated {
    char function[16], type[8], mode[8], rules[320];
    bool met;
} stated;

static size_t read_rows(stated *all, size_t room)
{
    char line[512];
    size_t count = 0;
    FILE *file = fopen(ASSAY_SOURCE_DIR "/reference/accuracy.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *column[5], *next = line;
        if (line[0] == '#' || strncmp(line, "function\t", 9) == 0)
            continue;
        for (int c = 0; c < 5; c++) {
            column[c] = next;
            next = strchr(next, '\t');
            assert_non_null(next);
            *next++ = 0;
        }
        size_t n = 0;
        while (n < count && (strcmp(all[n].function, column[0]) != 0 || strcmp(all[n].type, column[1]) != 0 ||
                             strcmp(all[n].mode, column[2]) != 0))
            n++;
        assert_true(n < room);
        stated *s = &all[n];
        if (n == count) {
            *s = (stated){.met = false};
            snprintf(s->function, sizeof s->function, "%s", column[0]);
            snprintf(s->type, sizeof s->type, "%s", column[1]);
            snprintf(s->mode, sizeof s->mode, "%s", column[2]);
            count++;
        }
        size_t used = strlen(s->rules);
        snprintf(s->rules + used, sizeof s->rules - used, "%s%s @ %s", used ? "; " : "", column[3], column[4]);
    }
    fclose(file);
    return count;
}

/* Marks the row that says of a function what the transcription says. */
static bool agrees(stated *all, size_t count, const transcribed *t, const char *function, size_t length)
{
    for (size_t n = 0; n < count; n++) {
        stated *s = &all[n];
        if (strlen(s->function) != length || strncmp(s->function, function, length) != 0 ||
            strcmp(s->type, t->type) != 0 || strcmp(s->mode, t->mode) != 0)
            continue;
        s->met = true;
        if (strcmp(s->rules, t->rules) == 0)
            return true;
        print_error("%s, %s, %s: accuracy.tsv says `%s`, the transcription `%s`\n", s->function, s->type, s->mode,
                    s->rules, t->rules);
        return false;
    }
    print_error("%.*s, %s, %s: accuracy.tsv has no row\n", (int)length, function, t->type, t->mode);
    return false;
}

static void tables_are_transcribed_alike(void **state)
{
    (void)state;
    static stated all[256];
    size_t count = read_rows(all, 256), wrong = 0, said = 0;
    for (size_t n = 0; n < TRANSCRIBED; n++)
        for (const char *f = transcription[n].functions; *f; said++) {
            size_t length = strcspn(f, " ");
            wrong += !agrees(all, count, &transcription[n], f, length);
            f += length + (f[length] == ' ');
        }
    for (size_t n = 0; n < count; n++)
        if (!all[n].met) {
            print_error("%s, %s, %s: no table of the specification says that\n", all[n].function, all[n].type,
                        all[n].mode);
            wrong++;
        }
    assert_int_equal(wrong, 0);
    assert_int_equal(said, count); /* none is said twice */
}

static void refused_table(const char *line, const char *complaint)
{
    char path[] = "/tmp/assay-accuracy-XXXXXX", error[256] = "";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fprintf(file, "function\ttype\tmode\trule\tdomain\tsource\tnote\n%s\n", line);
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
    refused_table("sin\tfloat\tfast\tulps 4\tall\t-\t-", "unknown rule");
    refused_table("sin\tfloat\tfast\tulp 4 + floor |2 x|\tall\t-\t-", "is expected");
    refused_table("sin\tfloat\tfaster\tulp 4\tall\t-\t-", "mode");
    refused_table("sin\tfloat4\tfast\tulp 4\tall\t-\t-", "type");
    refused_table("sin\tfloat\tfast\tulp 4\tx in [1]\t-\t-", "domain");
    refused_table("sin\tfloat\tfast\tformula sin(x\tall\t-\t-", "a closing parenthesis is missing");
    refused_table("sin\tfloat\tfast\tformula x $ 2\tall\t-\t-", "left over");
    refused_table("sin\tfloat\tfast\tulp 4\tall", "columns");
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
