/* answers_test.c: which questions a Python function is asked, with what, and what becomes of its answers; a function in
 * Python that is not there, or not right. */
#include "answers.h"
#include "../trial_plan.h"
#include "../validation_testing.h"
#include "python.h"
#include <math.h>

static int begin(void **state)
{
    (void)state;
    return make_folder();
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal", "f.py", "asked", "c.contract"};
    return remove_folder(names, sizeof names / sizeof *names);
}

static void contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("`%s` is not in `%s`", part, text);
}

static void functions_are_found_by_name(void **state)
{
    (void)state;
    char file[64];
    assert_string_equal(answers_function("dir:x/f.py:double", file, sizeof file, &error), "double");
    assert_string_equal(file, "dir:x/f.py");
    assert_null(answers_function("f.py", file, sizeof file, &error));
    assert_null(answers_function("f.py:", file, sizeof file, &error));
    assert_null(answers_function(":double", file, sizeof file, &error));
    assert_null(answers_function("f.py:double", file, 4, &error));
    contains(error.text, "FILE.py:FUNCTION");
}

static void pythons_mistakes_have_file_and_line(void **state)
{
    (void)state;
    const char *path = write_file("f.py", "def double(x):\n    return x\n");
    python *good = python_start(path, "double", NULL, 20, &error);
    if (!good)
        fail_msg("%s", error.text);
    bool raised;
    assert_false(python_ask(good, "no JSON\n", &raised, &error));
    python_end(good);
    assert_null(python_start(path, "doubel", NULL, 20, &error));
    contains(error.text, "double");
    assert_null(python_start(path_of("g.py"), "double", NULL, 20, &error));
    contains(error.text, "cannot be read");
    write_file("f.py", "x = 1\ndef double(x)\n");
    assert_null(python_start(path_of("f.py"), "double", NULL, 20, &error));
    assert_int_equal(error.line, 2);
}

/* ---- Questions. The function notes each: type, N, rows, epsilon, the first two of x, the lengths of x and w. */

static const char function[] = "def norm(x, w, n, rows, epsilon, T):\n"
                               "    with open('%s', 'a') as asked:\n"
                               "        print(T, n, rows, epsilon, *x[:2], len(x), len(w), file=asked)\n"
                               "%s"
                               "    return [v + 0.5 for v in x]\n";

/* Plans a validation of two sizes whose reference is that function. */
static void plan_with(const char *more)
{
    static char reference[256];
    char text[1024];
    ends ends;
    snprintf(text, sizeof text, function, path_of("asked"), more);
    snprintf(reference, sizeof reference, "%s:norm", write_file("f.py", text));
    begin_validation();
    request.reference = reference;
    request.run.timeout = 20;
    request.run.seed = 3;
    request.quick = request.skip_speed = true;
    if (!contract_resize(v.contract, "(ROWS, N) in (1, 2) (2, 3)", &error) || !plan(&v, &ends, &error))
        fail_msg("%s", error.text);
}

static size_t lines_of(const char *name, const char *first)
{
    char line[512];
    size_t count = 0;
    FILE *file = fopen(path_of(name), "r");
    while (file && fgets(line, sizeof line, file))
        count += strncmp(line, first, strlen(first)) == 0;
    if (file)
        fclose(file);
    return count;
}

/* What a question is made of, as text. */
static void question_of(const trial *one, char *text, size_t size)
{
    const composition *what = &one->what;
    snprintf(text, size, "%s %p %d %s %s", what->type, (const void *)what->inputs, (int)what->order,
             what->sizes->values[what->row * 2], what->sizes->values[what->row * 2 + 1]);
}

static size_t first_with(size_t n)
{
    char mine[256], other[256];
    size_t i = 0;
    question_of(&v.trials.item[n], mine, sizeof mine);
    for (question_of(&v.trials.item[0], other, sizeof other); strcmp(mine, other) != 0;)
        question_of(&v.trials.item[++i], other, sizeof other);
    return i;
}

/* The one expected output of a trial: `file PATH`. */
static const char *expected_of(size_t n)
{
    const char *found = NULL;
    for (size_t i = 0; i < v.contract->argument_count; i++) {
        const char *given = v.trials.item[n].what.given[i];
        assert_int_equal(given != NULL, v.contract->arguments[i].role == CONTRACT_OUT);
        found = given ? given : found;
    }
    return found;
}

static void a_question_is_asked_once(void **state)
{
    (void)state;
    size_t questions = 0, checked = 0, half = 0;
    plan_with("");
    if (!answers_find(&v, 0, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < v.trials.count; i++) {
        size_t first = first_with(i);
        const char *expected = expected_of(i);
        questions += first == i;
        checked += v.trials.item[i].stage == STAGE_CHECKED;
        half += first == i && strcmp(v.trials.item[i].what.type, "half") == 0;
        assert_null(v.trials.item[i].unanswered);
        assert_string_equal(expected, expected_of(first));
        assert_memory_equal(expected, "file ", 5);
        FILE *file = fopen(expected + 5, "rb");
        assert_non_null(file);
        const char *const *sizes = v.trials.item[i].what.sizes->values + v.trials.item[i].what.row * 2;
        double numbers[16];
        size_t count = (size_t)(atoi(sizes[0]) * atoi(sizes[1]));
        assert_int_equal(fread(numbers, 8, 16, file), count);
        fclose(file);
        assert_true(v.trials.item[i].what.type && v.trials.item[i].read);
    }
    assert_true(checked && questions < v.trials.count);
    assert_int_equal(lines_of("asked", ""), questions);
    assert_int_equal(lines_of("asked", "half "), half);
    assert_true(lines_of("asked", "float 2 1 9.999999747378752e-06 ") &&
                lines_of("asked", "bfloat 3 2 9.999999747378752e-06 "));
    assert_true(lines_of("asked", "float 2 1 0.25 ") || lines_of("asked", "float 3 2 0.25 ")); /* another epsilon */
    validation_clear(&v);
}

/* The first two numbers of the first input that the kernel gets. */
static void given_to_kernel(const trial *one, double x[2])
{
    size_t count;
    case_instance *instance = case_instantiate(case_file_cases(one->read, &count), 0, USUAL_SIMD_WIDTH, &error);
    assert_non_null(instance);
    const case_argument *argument = &instance->arguments[0];
    assay_scalar scalar = argument->type.scalar;
    uint8_t data[256];
    assert_true(argument->count * argument->type.stride <= sizeof data);
    assert_true(case_generate(instance, argument, 3, data, &error));
    for (size_t k = 0; k < 2; k++)
        x[k] = scalar_number(scalar, scalar_load(scalar, data + k * assay_scalar_size(scalar)));
    case_instance_destroy(instance);
}

/* What the function gets is what the kernel gets: numbers of its type; what it gives comes back as it is. */
static void numbers_are_the_kernels(void **state)
{
    (void)state;
    char line[512], type[16];
    size_t finite = 0;
    plan_with("");
    assert_true(answers_find(&v, 0, &error));
    FILE *file = fopen(path_of("asked"), "r");
    assert_non_null(file);
    for (size_t i = 0; i < v.trials.count; i++) {
        double x[2], answer[2], kernels[2];
        unsigned n, rows, all, weights;
        double epsilon;
        if (first_with(i) != i)
            continue;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(
            sscanf(line, "%15s %u %u %lf %lf %lf %u %u", type, &n, &rows, &epsilon, &x[0], &x[1], &all, &weights), 8);
        assert_string_equal(type, v.trials.item[i].what.type);
        assert_int_equal(all, n * rows);
        assert_int_equal(weights, n);
        given_to_kernel(&v.trials.item[i], kernels);
        for (int k = 0; k < 2; k++)
            assert_true(x[k] == kernels[k] || (isnan(x[k]) && isnan(kernels[k])));
        FILE *answers = fopen(expected_of(i) + 5, "rb");
        assert_int_equal(fread(answer, 8, 2, answers), 2);
        fclose(answers);
        for (int k = 0; k < 2 && isfinite(x[k]); k++) {
            assert_true(answer[k] == x[k] + 0.5);
            if (strcmp(type, "half") == 0)
                assert_true(half_to_double(double_to_half(x[k])) == x[k]);
            if (strcmp(type, "bfloat") == 0)
                assert_true(bfloat_to_double(double_to_bfloat(x[k])) == x[k]);
            finite++;
        }
    }
    fclose(file);
    assert_true(finite > 10);
    validation_clear(&v);
}

/* Where the function raises there is no answer: its trials run, unjudged, and say where that was. */
static void an_exception_leaves_its_trials_unjudged(void **state)
{
    (void)state;
    char place[160];
    plan_with("    if T == 'half': raise ValueError('no halves')\n");
    if (!answers_find(&v, 0, &error))
        fail_msg("%s", error.text);
    snprintf(place, sizeof place, "%s:4: ", path_of("f.py"));
    for (size_t i = 0; i < v.trials.count; i++) {
        bool half = strcmp(v.trials.item[i].what.type, "half") == 0;
        assert_int_equal(v.trials.item[i].unanswered != NULL, half);
        assert_int_equal(strcmp(expected_of(i), "unjudged") == 0, half);
        if (half) {
            assert_memory_equal(v.trials.item[i].unanswered, place, strlen(place));
            contains(v.trials.item[i].unanswered, "no halves");
        }
    }
    validation_clear(&v);

    plan_with("    raise ValueError('nothing')\n"); /* whatever the inputs are: its own mistake */
    error = (assay_error){0};
    assert_false(answers_find(&v, 0, &error));
    contains(error.text, "nothing");
    contains(error.text, "(float, ROWS=1 N=2");
    assert_int_equal(error.line, 4);
    validation_clear(&v);

    plan_with("    return x[1:]\n"); /* not what the output is: an error of the first trial */
    error = (assay_error){0};
    assert_false(answers_find(&v, 0, &error));
    contains(error.text, "which has 2");
    assert_int_equal(lines_of("asked", "") > 0, 1);
    validation_clear(&v);
}

/* Later trials ask what is new alone. */
static void known_answers_are_not_asked_again(void **state)
{
    (void)state;
    plan_with("");
    assert_true(answers_find(&v, 0, &error));
    size_t count = v.trials.count, asked = lines_of("asked", "");
    const char *expected = expected_of(0);
    trial again = v.trials.item[0];
    again.what.given = NULL;
    again.file = again.kept = again.hash = NULL;
    again.read = NULL;
    assert_int_equal(trials_add(&v.trials, &again, &error), count);
    if (!answers_find(&v, count, &error))
        fail_msg("%s", error.text);
    assert_int_equal(lines_of("asked", ""), asked);
    assert_string_equal(expected_of(count), expected);
    validation_clear(&v);
}

/* ---- Whether anything can be judged */

/* A kernel with an output of this type, a contract with these lines more. */
static bool possible(const char *type, const char *lines, const char *reference, const char *tolerance)
{
    char text[512];
    request = (validate_request){.kernel = path_of("k.metal"), .reference = reference};
    snprintf(text, sizeof text, "kernel void k(device const float *x, device %s *y, constant uint &n, uint i) {}\n",
             type);
    write_file("k.metal", text);
    snprintf(
        text, sizeof text,
        "//! title: t\n//! types: float\n//! sizes: N in 4\n//! in: src float[N] = iota | also x\n//! out: y %s[N]\n"
        "//! value: n = N\n%s//! dispatch: threads N, threadgroup TG\n//! threadgroups: 4\n",
        type, lines);
    v = (validation){.request = &request};
    error = (assay_error){0};
    v.contract = contract_read(write_file("c.contract", text), CONTRACTS, &error);
    v.candidate_source = kernel_read(request.kernel, (const char *const[]){NULL}, 0, &error);
    if (!v.contract || !v.candidate_source || !binding_make(&v.candidate, v.contract, v.candidate_source, &error))
        fail_msg("%s", error.text);
    v.candidate_source->says.compare = tolerance;
    bool good = answers_possible(&v, &error);
    validation_clear(&v);
    return good;
}

static void reals_need_a_tolerance(void **state)
{
    (void)state;
    assert_false(possible("float", "", NULL, NULL));
    contains(error.text, "needs `//! expect:`");
    assert_true(possible("float", "//! expect: y = same src\n", NULL, NULL));
    assert_false(possible("float", "", "f.py:norm", NULL));
    contains(error.text, "`y` is made of floats");
    contains(error.text, "--ulp N");
    assert_true(possible("float", "", "f.py:norm", "ulp 4"));
    assert_true(possible("float", "//! compare: near 1 0\n", "f.py:norm", NULL));
    assert_true(possible("int", "", "f.py:norm", NULL)); /* whole numbers are right or not */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(functions_are_found_by_name, begin, end),
        cmocka_unit_test_setup_teardown(pythons_mistakes_have_file_and_line, begin, end),
        cmocka_unit_test_setup_teardown(a_question_is_asked_once, begin, end),
        cmocka_unit_test_setup_teardown(numbers_are_the_kernels, begin, end),
        cmocka_unit_test_setup_teardown(an_exception_leaves_its_trials_unjudged, begin, end),
        cmocka_unit_test_setup_teardown(known_answers_are_not_asked_again, begin, end),
        cmocka_unit_test_setup_teardown(reals_need_a_tolerance, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
