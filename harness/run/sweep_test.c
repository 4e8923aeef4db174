/* sweep_test.c: which arguments a sweep goes through, in which order, and what it adds up; the device copies. */
#include "sweep.h"
#include "run_testing.h"
#include "subcase/argument_memory.h"

enum { SLICE = 1 << 19, SLICES = SWEEP_CHUNK / SLICE };
enum { LARGE = 0x60 }; /* a chunk of whole numbers */

static metal_device metal;

/* The instance of a case that copies numbers of this type; `word`: how the device goes wrong. */
static case_file *read_copy(const char *type, const char *promise, const char *word, case_instance **instance)
{
    char path[] = "/tmp/assay-sweep-XXXXXX.metal";
    assay_error error = {0};
    size_t count;
    int descriptor = mkstemps(path, 6);
    FILE *out = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    assert_non_null(out);
    fprintf(out,
            "//! title:     a copy\n//! dispatch:  threads 4, threadgroup 4\n//! in:        data %s[threads] = iota\n"
            "//! out:       result %s[threads]\n//! expect:    result = %s\n//! sweep:     data\n%s// %s\n",
            type, type, promise, kernel, word);
    fclose(out);
    case_file *file = case_file_read(path, NULL, &error);
    unlink(path);
    if (!file)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    *instance = case_instantiate(case_file_cases(file, &count), 0, 32, &error);
    if (!*instance)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    return file;
}

static sweep *begun(const case_instance *instance, uint32_t part, uint32_t parts, const char *state)
{
    assay_error error = {0};
    sweep *sweep = sweep_create(&metal, instance, 32, part, parts, state, &error);
    if (!sweep)
        fail_msg("%s", error.text);
    return sweep;
}

/* Encodes the next slice and looks at it: SLICE encodings from `first` on, and nothing but poison for results. Then
 * goes on as a worker does, who has the one before compared meanwhile. */
static void encodes(sweep *sweep, uint32_t first, uint32_t threads)
{
    assay_error error;
    metal_pipeline pipeline = {.source = ""};
    metal_result result;
    metal_commands *commands = metal_commands_create(&metal, METAL_SERIAL, NULL);
    assert_true(sweep_encode(sweep, commands, &pipeline));
    const uint32_t *in = (const uint32_t *)commands->buffer[0]->contents;
    for (uint32_t i = 0; i < SLICE; i++)
        if (in[i] != first + i)
            fail_msg("argument %u is %#x, after %#x", i, in[i], first);
    const uint8_t *out = commands->buffer[1]->contents;
    assert_int_equal(out[0], POISON);
    assert_memory_equal(out, out + 1, SLICE * sizeof(float) - 1);
    assert_int_equal(commands->threads, threads);
    sweep_compare(sweep);
    metal_commands_run(commands, 1, &result);
    if (!sweep_wait(sweep, &error))
        fail_msg("%s", error.text);
    metal_commands_destroy(commands);
    sweep_computed(sweep);
}

static void ends(sweep *sweep)
{
    metal_commands *commands = metal_commands_create(&metal, METAL_SERIAL, NULL);
    assert_false(sweep_encode(sweep, commands, &(metal_pipeline){.source = ""}));
    metal_commands_destroy(commands);
}

/* Of 100 parts the second has chunks 1, 101 and 201. */
static void a_part_has_every_so_manyth_chunk(void **state)
{
    (void)state;
    case_instance *instance;
    case_file *file = read_copy("float", "trunc(data, 1)", "", &instance);
    sweep *sweep = begun(instance, 2, 100, "");
    for (uint32_t chunk = 1; chunk < SWEEP_CHUNKS; chunk += 100)
        for (uint32_t slice = 0; slice < SLICES; slice++) {
            encodes(sweep, chunk * SWEEP_CHUNK + slice * SLICE, SLICE);
            assert_int_equal(sweep_found(sweep)->next, chunk == 1 ? 0 : chunk - 99); /* of those compared */
        }
    ends(sweep);
    sweep_compare(sweep);
    assert_true(sweep_wait(sweep, NULL));
    assert_int_equal(sweep_found(sweep)->next, 202);
    ends(sweep);
    sweep_destroy(sweep);
    sweep = begun(instance, 100, 100, "");
    encodes(sweep, 99u * SWEEP_CHUNK, SLICE);
    sweep_destroy(sweep);
    case_instance_destroy(instance);
    case_file_destroy(file);
    file = read_copy("float2", "same data", "", &instance);
    sweep = begun(instance, 256, 256, "");
    encodes(sweep, 255u * SWEEP_CHUNK, SLICE / 2);
    sweep_destroy(sweep);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

/* One chunk, as a worker goes through it, on a device that does what `word` says. */
static void go_through(const char *promise, const char *word, uint32_t part, sweep_totals *totals)
{
    case_instance *instance;
    assay_error error = {0};
    metal_result result;
    case_file *file = read_copy("float", promise, word, &instance);
    metal_pipeline pipeline = {.source = instance->source};
    sweep *sweep = begun(instance, part, 256, "");
    for (bool more = true; more;) {
        metal_commands *commands = metal_commands_create(&metal, METAL_SERIAL, NULL);
        more = sweep_encode(sweep, commands, &pipeline);
        sweep_compare(sweep);
        if (more)
            metal_commands_run(commands, 1, &result);
        if (!sweep_wait(sweep, &error))
            fail_msg("%s", error.text);
        assert_int_equal((sweep_found(sweep)->judged + sweep_found(sweep)->unjudged) % SWEEP_CHUNK, 0);
        if (more)
            sweep_computed(sweep);
        metal_commands_destroy(commands);
    }
    *totals = *sweep_found(sweep);
    sweep_destroy(sweep);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void every_argument_is_judged(void **state)
{
    (void)state;
    sweep_totals totals;
    go_through("trunc(data, 1)", "", LARGE + 1, &totals);
    assert_int_equal(totals.next, LARGE + 1);
    assert_int_equal(totals.judged + totals.unjudged, SWEEP_CHUNK);
    assert_int_equal(totals.judged, SWEEP_CHUNK);
    assert_int_equal(totals.wrong, 0);
    assert_int_equal(totals.first_count, 0);
    assert_int_equal(totals.measured.count, SWEEP_CHUNK);
    assert_int_equal(totals.measured.nearest, SWEEP_CHUNK);
    assert_true(totals.measured.worst == 0);
    assert_true(totals.measured.classes[measure_class(0x1p66)] == 0); /* of these arguments, and of no others */
    assert_true(totals.measured.classes[measure_class(1)] == -1);
    go_through("unjudged", "WRONG", LARGE + 1, &totals);
    assert_int_equal(totals.unjudged, SWEEP_CHUNK);
    assert_int_equal(totals.judged, 0);
    assert_int_equal(totals.wrong, 0);
}

/* The third result of each slice is wrong, or its last one is not written; the smallest encodings are told. */
static void what_is_wrong_is_found_and_told_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *promise, *word;
        uint32_t at;
    } wrong[] = {{"trunc(data, 1)", "WRONG", 2}, {"trunc(data, 1)", "LAZY", SLICE - 1}, {"same data", "WRONG", 2}};
    for (size_t n = 0; n < 3; n++) {
        sweep_totals totals;
        go_through(wrong[n].promise, wrong[n].word, LARGE + 1, &totals);
        assert_int_equal(totals.wrong, SLICES);
        assert_int_equal(totals.judged, SWEEP_CHUNK);
        assert_int_equal(totals.first_count, 8);
        if (n == 0) { /* what is wrong is measured, too: the last bit of a number */
            assert_int_equal(totals.measured.count, SWEEP_CHUNK);
            assert_int_equal(totals.measured.nearest, SWEEP_CHUNK - SLICES);
            assert_true(totals.measured.worst == 1);
        }
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(totals.first[i].element, LARGE * SWEEP_CHUNK + i * SLICE + wrong[n].at);
        text out = {0};
        sweep_state(&totals, &out);
        assert_string_equal(text_string(&out), ""); /* begins anew */
        text_free(&out);
    }
}

/* A reference that cannot be asked: the sweep ends with its sentence. */
static void a_reference_may_fail(void **state)
{
    (void)state;
    case_instance *instance;
    assay_error error = {0};
    case_file *file = read_copy("float", "trunc(data, 1, 2)", "", &instance);
    sweep *sweep = begun(instance, LARGE + 1, 256, "");
    encodes(sweep, LARGE * SWEEP_CHUNK, SLICE);
    sweep_compare(sweep);
    assert_false(sweep_wait(sweep, &error));
    assert_non_null(strstr(error.text, "trunc"));
    sweep_destroy(sweep);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

/* What is written is read, to the last number; the sweep goes on behind it. */
static void a_state_is_taken_up(void **state)
{
    (void)state;
    case_instance *instance;
    case_file *file = read_copy("float", "same data", "", &instance);
    sweep_totals totals = {.next = 5, .judged = UINT64_C(1) << 33, .unjudged = 17};
    text out = {0};
    measurement_begin(&totals.measured);
    totals.measured.count = 11;
    totals.measured.nearest = 12;
    totals.measured.toward_zero = 13;
    totals.measured.kept = 14;
    totals.measured.flushed = 15;
    totals.measured.worst = 0.1;
    totals.measured.argument = -0x1.8p-140;
    totals.measured.classes[0] = 0.3;
    totals.measured.classes[MEASURE_CLASSES - 1] = 7;
    sweep_state(&totals, &out);
    sweep *sweep = begun(instance, 3, 4, text_string(&out));
    assert_memory_equal(sweep_found(sweep), &totals, sizeof totals);
    encodes(sweep, 6 * SWEEP_CHUNK, SLICE); /* of chunks 2, 6, 10 … */
    sweep_destroy(sweep);

    static const char *const bad[] = {"x", "5 1", "257 0 0 0 0 0 0 0 0x0p+0 0x0p+0"};
    text_add(&out, " 1");
    for (size_t n = 0; n <= 4; n++) {
        assay_error error = {0};
        char *cut = text_copy(text_string(&out));
        if (n == 3)
            *strrchr(cut, ' ') = 0, *strrchr(cut, ' ') = 0; /* the last class is missing */
        sweep = sweep_create(&metal, instance, 32, 1, 1, n < 3 ? bad[n] : cut, &error);
        if (sweep)
            fail_msg("`%s` is read", n < 3 ? bad[n] : cut);
        assert_non_null(strstr(error.text, "--resume"));
        free(cut);
    }
    text_free(&out);
    totals.next = SWEEP_CHUNKS + 1; /* whole, but for a chunk that there is not */
    sweep_state(&totals, &out);
    assert_null(sweep_create(&metal, instance, 32, 1, 1, text_string(&out), &(assay_error){0}));
    text_free(&out);
    totals.next = SWEEP_CHUNKS;
    sweep_state(&totals, &out);
    sweep = begun(instance, 1, 1, text_string(&out));
    ends(sweep);
    sweep_destroy(sweep);
    text_free(&out);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_has_every_so_manyth_chunk),
        cmocka_unit_test(every_argument_is_judged),
        cmocka_unit_test(what_is_wrong_is_found_and_told_in_order),
        cmocka_unit_test(a_reference_may_fail),
        cmocka_unit_test(a_state_is_taken_up),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
    return failed ? failed : buffers_alive; /* all are given back */
}
