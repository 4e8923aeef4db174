/* record_test.c: lines of the log, field by field; commands to repeat a case; and what a log gives a run that goes on
 * with it. */
#include "record.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char root[64];
static plan planned_cases;
static options usual = {.command = COMMAND_RUN,
                        .program = "assay",
                        .cases = root,
                        .shard = 1,
                        .shards = 1,
                        .seed = 7,
                        .timeout = DEFAULT_TIMEOUT,
                        .jobs = 3};

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void write_file(const char *name, const char *content)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

/* Four cases: simd/two:math=fast, …=safe, types/a, types/b. */
static int make_plan(void **state)
{
    (void)state;
    static const char *const folders[] = {"simd", "types"};
    static const char rest[] = "//! dispatch: threads 1, threadgroup 1\n//! out: r uint[1]\n//! expect: r = values 1\n"
                               "//! mutant: a.b | replace `1;` with `2;`\n"
                               "kernel void k(device uint *r [[buffer(0)]]) { r[0] = 1; }\n";
    char text[1024];
    snprintf(root, sizeof root, "/tmp/assay-record-XXXXXX");
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(mkdir(path_of(folders[i]), 0777), 0);
    write_file("requirements.tsv", "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"
                                   "a.b\t1\t1\tvalue\t-\tplain\t-\t-\t-\ts\tc\n");
    snprintf(text, sizeof text, "//! title: two\n//! verifies: a.b\n//! math: safe fast\n%s", rest);
    write_file("simd/two.metal", text);
    snprintf(text, sizeof text, "//! title: an \"a\"\n//! verifies: a.b\n%s", rest);
    write_file("types/a.metal", text);
    write_file("types/b.metal", text);
    assay_error error = {0};
    if (!plan_make(&planned_cases, &usual, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    assert_int_equal(planned_cases.count, 4);
    return 0;
}

static int remove_plan(void **state)
{
    (void)state;
    char command[128];
    plan_clear(&planned_cases);
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

static const planned *planned_named(const char *name)
{
    for (size_t i = 0; i < planned_cases.count; i++)
        if (strcmp(planned_cases.item[i].it->name, name) == 0)
            return &planned_cases.item[i];
    fail_msg("no case %s", name);
    return NULL;
}

/* The object has this value, as written, at `path`: keys with dots between them. NULL: it has nothing there. */
static void has(const text *line, const char *path, const char *wanted)
{
    json_value *object = json_read(text_string(line), line->length);
    if (!object)
        fail_msg("no JSON: %s", text_string(line));
    const json_value *at = object;
    while (at && *path) {
        char key[64];
        int length = (int)strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", length, path);
        at = json_get(at, key);
        path += length + (path[length] == '.');
    }
    if (!at != !wanted ||
        (at && ((size_t)(at->end - at->begin) != strlen(wanted) || memcmp(at->begin, wanted, strlen(wanted)) != 0)))
        fail_msg("not %s in %s", wanted ? wanted : "absent", text_string(line));
    json_destroy(object);
}

typedef struct field {
    const char *path, *value;
} field;

static void has_all(text *line, const field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        has(line, fields[i].path, fields[i].value);
    text_free(line);
}
#define HAS(line, ...)                                                                                                 \
    do {                                                                                                               \
        const field fields[] = {__VA_ARGS__};                                                                          \
        has_all(line, fields, sizeof fields / sizeof *fields);                                                         \
    } while (0)

/* ---- Commands */

static void words_are_quoted_for_a_shell(void **state)
{
    (void)state;
    static const char *const words[][2] = {{"simd/a:T=half,N=1", "simd/a:T=half,N=1"},
                                           {"", "''"},
                                           {"a b", "'a b'"},
                                           {"it's", "'it'\\''s'"},
                                           {"$x", "'$x'"},
                                           {"*", "'*'"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        text out = {0};
        record_word(&out, words[i][0]);
        assert_string_equal(text_string(&out), words[i][1]);
        text_free(&out);
    }
}

static void rerun_is(const options *options, const planned *planned, const outcome *outcome, const char *wanted)
{
    text out = {0};
    record_rerun(&out, "build/assay", options, planned, outcome);
    assert_string_equal(text_string(&out), wanted);
    text_free(&out);
}

static void everything_that_matters_is_repeated(void **state)
{
    (void)state;
    const planned *a = planned_named("types/a");
    const metal_math fast = METAL_MATH_FAST;
    const metal_functions precise = METAL_FUNCTIONS_PRECISE;
    const outcome swept = {.argument = 1 + (uint64_t)0x3f800000};
    options bare = {.cases = "/elsewhere", .seed = 7, .timeout = DEFAULT_TIMEOUT};
    options all = {.cases = "/elsewhere",
                   .seed = 9,
                   .timeout = 2.5,
                   .device = "a b",
                   .profile = "p",
                   .personality = "q",
                   .fault = "f",
                   .weak = "3",
                   .order = "reversed",
                   .stress = "s.tsv",
                   .engine = "fiber",
                   .host4 = true,
                   .math = &fast,
                   .functions = &precise,
                   .checked = true,
                   .versions = true,
                   .operands = OPERANDS_LITERAL,
                   .argument = 1};
    rerun_is(&bare, a, NULL, "build/assay run types/a --seed 7 --cases /elsewhere");
    rerun_is(&bare, a, &swept, "build/assay run types/a --seed 7 --cases /elsewhere --argument 0x3f800000");
    rerun_is(&all, a, NULL,
             "build/assay run types/a --seed 9 --device 'a b' --profile p --personality q --fault f --weak 3 --order "
             "reversed --stress s.tsv --engine fiber --host metal4 --math fast --functions precise --cases /elsewhere "
             "--timeout 2.5 --checked --versions --operands literal --argument 0x00000000");
    planned own = *a; /* a file outside the tree is named by its path */
    own.root = "";
    char wanted[256];
    snprintf(wanted, sizeof wanted, "build/assay run %s/types/a.metal --seed 7", root);
    rerun_is(&bare, &own, NULL, wanted);
}

/* ---- Lines */

static void a_run_says_what_decides_results(void **state)
{
    (void)state;
    char *words[] = {"run", "types/"}, *families[] = {"apple7", "metal3"};
    const metal_math safe = METAL_MATH_SAFE;
    const metal_functions precise = METAL_FUNCTIONS_PRECISE;
    const wire_device device = {.name = "D",
                                .registry = "1",
                                .os = "o",
                                .architecture = "z",
                                .msl = "3.2",
                                .compiler = "c",
                                .software = true,
                                .families = families,
                                .family_count = 2,
                                .max_threads = {1024, 2, 3},
                                .simd_width = 32};
    options options = usual;
    text line = {0};
    record_run(&line, &options, 3, 4, &device, false);
    HAS(&line, {"type", "\"run\""}, {"schema", "1"}, {"command", "[\"assay\"]"}, {"seed", "7"}, {"math", "null"},
        {"functions", "null"}, {"exhaustive", "null"}, {"axis", "null"}, {"jobs", "3"}, {"shard", "[1,1]"},
        {"device.name", "\"D\""}, {"device.registry", "\"1\""}, {"device.software", "true"},
        {"device.paravirtual", "false"}, {"device.os", "\"o\""}, {"device.architecture", "\"z\""},
        {"device.compiler", "\"c\""}, {"device.msl", "\"3.2\""}, {"device.families", "[\"apple7\",\"metal3\"]"},
        {"device.max_threads", "1024"}, {"device.simd_width", "32"}, {"device.profile", "null"},
        {"device.host", "\"metal3\""}, {"device.checked", "false"}, {"files", "3"}, {"discovered", "4"},
        {"units", NULL}, {"resumed", NULL});
    options.words = words;
    options.word_count = 2;
    options.unit_count = 2;
    options.math = &safe;
    options.functions = &precise;
    options.exhaustive = "1/8";
    options.operands = OPERANDS_UNIFORM;
    options.profile = "p";
    options.personality = "q";
    options.fault = "f";
    options.weak = "1";
    options.order = "shuffled";
    options.engine = "vector";
    options.host4 = options.checked = true;
    options.shard = 2;
    options.shards = 5;
    record_run(&line, &options, 3, 4, &device, true);
    HAS(&line, {"command", "[\"assay\",\"run\",\"types/\"]"}, {"math", "\"safe\""}, {"functions", "\"precise\""},
        {"exhaustive", "\"1/8\""}, {"axis", "\"uniform\""}, {"shard", "[2,5]"}, {"device.profile", "\"p\""},
        {"device.personality", "\"q\""}, {"device.fault", "\"f\""}, {"device.weak", "\"1\""},
        {"device.order", "\"shuffled\""}, {"device.engine", "\"vector\""}, {"device.host", "\"metal4\""},
        {"device.checked", "true"}, {"units", "4"}, {"resumed", "true"});
    options.versions = true;
    record_run(&line, &options, 3, 4, &device, true);
    HAS(&line, {"axis", "\"versions\""});
}

static void a_case_that_passed_is_short(void **state)
{
    (void)state;
    const planned *a = planned_named("types/a");
    char file[256], hash[32];
    text line = {0};
    outcome outcome = {.verdict = VERDICT_PASS, .subcases_run = 2, .judged = 30, .unjudged = 4, .attempt = 1};
    outcome.total = 1.5;
    outcome.compile = 0.25;
    outcome.dispatch = 0.5;
    outcome.reference = 0.125;
    outcome.compare = 0.0625;
    outcome.gpu = 2;
    snprintf(file, sizeof file, "\"%s/types/a.metal\"", root);
    snprintf(hash, sizeof hash, "\"%s\"", case_file_hash(a->it->file));
    record_case(&line, a, &outcome, "again");
    HAS(&line, {"type", "\"case\""}, {"unit", NULL}, {"name", "\"types/a\""}, {"file", file}, {"line", NULL},
        {"area", "\"types\""}, {"hash", hash}, {"title", "\"an \\\"a\\\"\""}, {"verifies", "[\"a.b\"]"},
        {"verdict", "\"pass\""}, {"reason", "null"}, {"kind", NULL}, {"phase", NULL}, {"subcases", "[2,0]"},
        {"judged", "30"}, {"unjudged", "4"}, {"sweep", NULL},
        {"seconds", "{\"total\":1.5,\"compile\":0.25,\"dispatch\":0.5,\"reference\":0.125,\"compare\":0.0625}"},
        {"gpu_seconds", "2"}, {"worst", NULL}, {"results", NULL}, {"statistic", NULL}, {"measured", NULL},
        {"facts", NULL}, {"waiver", NULL}, {"failure", NULL}, {"findings", "[]"}, {"finding_kinds", NULL},
        {"rerun", "\"again\""}, {"attempt", "1"});
}

static void a_case_that_failed_says_how(void **state)
{
    (void)state;
    unit unit = {.id = "case:types/a"};
    planned planned = *planned_named("types/a");
    planned.unit = &unit;
    text line = {0};
    uint64_t histogram[] = {5, 6}, shown[] = {9};
    outcome outcome = {.verdict = VERDICT_FAIL, .kind = FAILURE_COMPARISON, .phase = PHASE_DISPATCH, .line = 12};
    outcome_decide(&outcome, VERDICT_FAIL, "because");
    outcome.subcases_run = 3;
    outcome.subcases_failed = 2;
    outcome.sweep_part = 3;
    outcome.sweep_parts = 16;
    outcome.sweep_judged = 100;
    outcome.sweep_unjudged = 1;
    outcome.worst = 2.5;
    outcome.worst_unit = text_copy("ulp");
    outcome.worst_element = 8;
    outcome.worst_output = text_copy("r");
    outcome.subcase = text_copy("N=1");
    outcome.output = text_copy("r");
    outcome.message = text_copy("m");
    outcome.wrong = 4;
    outcome.unwritten = 5;
    outcome.guard = 6;
    outcome.first[0] = (check_difference){.element = 7, .lane = 1, .got = "g", .expected = "e", .error = 0.5};
    outcome.first_count = 1;
    outcome.digest = 0xabc;
    outcome.histogram = histogram;
    outcome.histogram_count = 2;
    outcome.shown = shown;
    outcome.shown_count = 1;
    outcome.never = 1 | UINT64_C(1) << 63;
    outcome.measured = text_copy("\"r\":{\"count\":1}");
    outcome.facts = text_copy("\"f\":\"v\"");
    outcome.waiver = text_copy("\"since\":\"d\"");
    outcome_add_finding(&outcome, "x", "race", 0);
    outcome_add_finding(&outcome, "y", NULL, 0);
    record_case(&line, &planned, &outcome, "again");
    HAS(&line, {"unit", "\"case:types/a\""}, {"line", "12"}, {"verdict", "\"fail\""}, {"reason", "\"because\""},
        {"kind", "\"comparison\""}, {"phase", "\"run\""}, {"subcases", "[3,2]"},
        {"sweep", "{\"part\":3,\"parts\":16,\"judged\":100,\"unjudged\":1}"},
        {"worst", "{\"error\":2.5,\"unit\":\"ulp\",\"element\":8,\"output\":\"r\"}"},
        {"results", "\"0000000000000abc\""},
        {"statistic", "{\"outcomes\":[5,6],\"never\":[0,63],\"shown\":[9],\"mutants\":[\"replace `1;` with `2;`\"]}"},
        {"measured", "{\"r\":{\"count\":1}}"}, {"facts", "{\"f\":\"v\"}"}, {"waiver", "{\"since\":\"d\"}"},
        {"failure", "{\"subcase\":\"N=1\",\"output\":\"r\",\"wrong\":4,\"unwritten\":5,\"guard\":6,\"first\":[{"
                    "\"element\":7,\"lane\":"
                    "1,\"got\":\"g\",\"expected\":\"e\",\"error\":0.5}],\"message\":\"m\"}"},
        {"findings", "[\"x\",\"y\"]"}, {"finding_kinds", "[\"race\",\"\"]"});
    outcome.finding_count = 1;
    outcome.shown_count = 0; /* mutants stand beside what they showed, and nowhere else */
    record_case(&line, &planned, &outcome, "again");
    HAS(&line, {"statistic", "{\"outcomes\":[5,6],\"never\":[0,63],\"shown\":[],\"mutants\":[]}"},
        {"findings", "[\"x\"]"}, {"finding_kinds", "[\"race\"]"});
    outcome.finding_count = 2;
    outcome.histogram = outcome.shown = NULL;
    outcome_clear(&outcome);
}

static void a_kernel_of_the_users(void **state)
{
    (void)state;
    const record_title title = {.name = "k.metal", .file = "d/k.metal", .area = "gelu", .title = "GELU"};
    outcome outcome = {.verdict = VERDICT_FAIL, .line = 3, .subcases_run = 5, .subcases_failed = 1};
    text line = {0};
    record_kernel(&line, &title, &outcome, "again", "\"exit_code\":1");
    HAS(&line, {"type", "\"case\""}, {"name", "\"k.metal\""}, {"file", "\"d/k.metal\""}, {"line", "3"},
        {"area", "\"gelu\""}, {"title", "\"GELU\""}, {"verdict", "\"fail\""}, {"subcases", "[5,1]"}, {"hash", NULL},
        {"rerun", "\"again\""}, {"validation", "{\"exit_code\":1}"});
    outcome.line = 0;
    record_kernel(&line, &title, &outcome, "again", NULL);
    HAS(&line, {"line", NULL}, {"validation", NULL});
}

static void other_lines(void **state)
{
    (void)state;
    const planned *b = planned_named("types/b");
    const char *const ids[] = {"a.b", "c.d"};
    const case_mutant mutant = {.ids = ids, .id_count = 2, .description = "less", .line = 9};
    const tampering killed = {.what = "spoilt", .killed = true}, alive = {.what = "kept"};
    const outcome failed = {.verdict = VERDICT_FAIL};
    const unit unit = {.id = "proof:types/b"};
    char hash[32];
    text line = {0};
    snprintf(hash, sizeof hash, "\"%s\"", case_file_hash(b->it->file));
    record_mutant(&line, b, &mutant, &failed, true);
    HAS(&line, {"type", "\"mutant\""}, {"name", "\"types/b\""}, {"ids", "[\"a.b\",\"c.d\"]"}, {"mutant", "\"less\""},
        {"line", "9"}, {"verdict", "\"fail\""}, {"killed", "true"});
    record_tampering(&line, b, &killed);
    HAS(&line, {"ids", "[]"}, {"mutant", "\"spoilt\""}, {"line", "0"}, {"verdict", "\"fail\""}, {"killed", "true"});
    record_tampering(&line, b, &alive);
    HAS(&line, {"mutant", "\"kept\""}, {"verdict", "\"pass\""}, {"killed", "false"});
    record_done(&line, &unit);
    HAS(&line, {"type", "\"done\""}, {"unit", "\"proof:types/b\""});
    record_swept(&line, b, "5 1");
    HAS(&line, {"type", "\"swept\""}, {"name", "\"types/b\""}, {"hash", hash}, {"state", "\"5 1\""});
    record_begin(&line, b);
    HAS(&line, {"type", "\"begin\""}, {"name", "\"types/b\""}, {"hash", hash});
    record_selfcheck(&line, true, "all");
    HAS(&line, {"type", "\"selfcheck\""}, {"agrees", "true"}, {"said", "\"all\""});
}

/* Digests of an area: the same in whatever order its cases end, and none where no case has one. */
static void an_end_adds_up(void **state)
{
    (void)state;
    outcome outcomes[4] = {{0}};
    ledger ledger = {.discovered = 4, .judged = 12, .unjudged = 3};
    text line = {0};
    ledger.count[VERDICT_PASS] = 3;
    record_end(&line, NULL, NULL, &ledger, 1.5, true);
    HAS(&line, {"type", "\"end\""}, {"ledger.discovered", "4"}, {"ledger.pass", "3"}, {"judged", "12"},
        {"unjudged", "3"}, {"results", "{}"}, {"seconds", "1.5"}, {"interrupted", "true"});
    record_end(&line, &planned_cases, outcomes, &ledger, 1, false);
    HAS(&line, {"results", "{}"}, {"interrupted", "false"});
    outcomes[2].digest = 5; /* types/a, and types/b */
    outcomes[3].digest = 6;
    record_end(&line, &planned_cases, outcomes, &ledger, 1, false);
    char *first = text_copy(text_string(&line));
    const char *at = strstr(first, "\"results\":{\"types\":\"");
    assert_non_null(at);
    assert_int_equal(strspn(at + strlen("\"results\":{\"types\":\""), "0123456789abcdef"), 16);
    HAS(&line, {"results.simd", NULL});
    outcomes[3].digest = 0;
    record_end(&line, &planned_cases, outcomes, &ledger, 1, false);
    assert_null(strstr(text_string(&line), at));
    text_free(&line);
    outcomes[3].digest = 6;
    outcomes[0].digest = 1;
    record_end(&line, &planned_cases, outcomes, &ledger, 1, false);
    assert_non_null(strstr(text_string(&line), "\"simd\":\""));
    text_free(&line);
    free(first);
}

/* ---- Going on */

static void add_line(FILE *file, text *line)
{
    fprintf(file, "%s\n", text_string(line));
    text_free(line);
}

static outcome outcomes[4];
static bool kept[4], begun[4];
static char *swept[4];

/* What a run with these options takes from the log that `write` wrote. */
static void resume(const options *options, const wire_device *device)
{
    assay_error error = {0};
    for (size_t i = 0; i < 4; i++) {
        outcome_clear(&outcomes[i]);
        free(swept[i]);
        swept[i] = NULL;
        kept[i] = begun[i] = false;
    }
    if (!record_resume(path_of("log"), options, &planned_cases, device, outcomes, kept, swept, begun, &error))
        fail_msg("%s", error.text);
}

static size_t kept_count(void)
{
    return (size_t)kept[0] + kept[1] + kept[2] + kept[3];
}

static const wire_device same = {.name = "D", .msl = "3.2"};

static FILE *begin_log(const options *options)
{
    FILE *file = fopen(path_of("log"), "w");
    text line = {0};
    assert_non_null(file);
    record_run(&line, options, 3, 4, &same, false);
    add_line(file, &line);
    return file;
}

static void add_case(FILE *file, size_t n, const outcome *outcome)
{
    text line = {0};
    record_case(&line, &planned_cases.item[n], outcome, "again");
    add_line(file, &line);
}

static void an_equal_run_is_kept(void **state)
{
    (void)state;
    FILE *file = begin_log(&usual);
    add_case(file, 2, &(outcome){.verdict = VERDICT_PASS, .judged = 30, .unjudged = 4, .digest = 0xfedcba9876543210});
    add_case(file, 0, &(outcome){.verdict = VERDICT_FAIL, .reason = "wrong"});
    add_case(file, 1, &(outcome){.verdict = VERDICT_CRASH});
    add_case(file, 3, &(outcome){.verdict = VERDICT_INTERNAL_ERROR}); /* the suite's own: tried again */
    fclose(file);
    resume(&usual, &same);
    assert_int_equal(kept_count(), 3);
    assert_false(kept[3]);
    assert_int_equal(outcomes[2].verdict, VERDICT_PASS);
    assert_null(outcomes[2].reason);
    assert_int_equal(outcomes[2].judged, 30);
    assert_int_equal(outcomes[2].unjudged, 4);
    assert_int_equal(outcomes[2].digest, UINT64_C(0xfedcba9876543210));
    assert_string_equal(outcomes[0].reason, "wrong");
    assert_string_equal(outcomes[1].reason, "found so in the log");
}

/* Of two lines about a case the later holds. */
static void the_later_line_holds(void **state)
{
    (void)state;
    FILE *file = begin_log(&usual);
    add_case(file, 2, &(outcome){.verdict = VERDICT_FAIL});
    add_case(file, 2, &(outcome){.verdict = VERDICT_PASS});
    fclose(file);
    resume(&usual, &same);
    assert_int_equal(outcomes[2].verdict, VERDICT_PASS);
}

static void another_run_is_not_kept(void **state)
{
    (void)state;
    const metal_math fast = METAL_MATH_FAST;
    const metal_functions precise = METAL_FUNCTIONS_PRECISE;
    options other[] = {usual, usual, usual, usual, usual, usual, usual, usual, usual};
    other[0].seed = 8;
    other[1].math = &fast;
    other[2].functions = &precise;
    other[3].exhaustive = "1/1";
    other[4].versions = true;
    other[5].checked = true;
    other[6].fault = "f";
    other[7].operands = OPERANDS_BYTES;
    other[8].engine = "fiber";
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        for (int turn = 0; turn < 2; turn++) {
            const options *logged = turn ? &usual : &other[i], *now = turn ? &other[i] : &usual;
            FILE *file = begin_log(logged);
            add_case(file, 2, &(outcome){.verdict = VERDICT_PASS});
            fclose(file);
            resume(now, &same);
            if (kept_count())
                fail_msg("difference %zu is not seen", i);
            resume(logged, &same);
            assert_int_equal(kept_count(), 1);
        }
    resume(&usual, &(wire_device){.name = "E", .msl = "3.2"});
    assert_int_equal(kept_count(), 0);
}

/* A line belongs to the run before it; a case that has changed is another. */
static void only_cases_of_such_runs_are_kept(void **state)
{
    (void)state;
    options other = usual;
    text line = {0};
    other.seed = 8;
    FILE *file = begin_log(&other);
    add_case(file, 0, &(outcome){.verdict = VERDICT_PASS});
    record_run(&line, &usual, 3, 4, &same, true);
    add_line(file, &line);
    add_case(file, 1, &(outcome){.verdict = VERDICT_PASS});
    fprintf(file, "{\"type\":\"case\",\"name\":\"types/a\",\"hash\":\"0\",\"verdict\":\"pass\"}\n");
    fprintf(file, "{\"type\":\"case\",\"name\":\"types/b\",\"hash\":\"%s\",\"verdict\":\"odd\"}\n",
            case_file_hash(planned_cases.item[3].it->file));
    fprintf(file, "{\"type\":\"case\",\"name\":\"types/c\",\"hash\":\"0\",\"verdict\":\"pass\"}\n");
    fclose(file);
    resume(&usual, &same);
    assert_int_equal(kept_count(), 1);
    assert_true(kept[1]);
}

/* What began and did not end; where the run ended in order, nothing did. */
static void unfinished_cases_are_known(void **state)
{
    (void)state;
    text line = {0};
    for (int ended = 0; ended < 2; ended++) {
        ledger ledger = {0};
        FILE *file = begin_log(&usual);
        record_begin(&line, &planned_cases.item[2]);
        add_line(file, &line);
        add_case(file, 2, &(outcome){.verdict = VERDICT_PASS});
        record_begin(&line, &planned_cases.item[2]); /* once more: it has its verdict */
        add_line(file, &line);
        record_begin(&line, &planned_cases.item[3]);
        add_line(file, &line);
        record_swept(&line, &planned_cases.item[0], "1 old");
        add_line(file, &line);
        record_swept(&line, &planned_cases.item[0], "2 new");
        add_line(file, &line);
        if (ended) {
            record_end(&line, NULL, NULL, &ledger, 1, true);
            add_line(file, &line);
        }
        fclose(file);
        resume(&usual, &same);
        assert_false(begun[2]);
        assert_int_equal(begun[3], !ended);
        assert_string_equal(swept[0], "2 new");
        assert_null(swept[1]);
    }
    options other = usual;
    other.seed = 8;
    resume(&other, &same);
    assert_null(swept[0]);
    for (size_t i = 0; i < 4; i++)
        free(swept[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_quoted_for_a_shell),
        cmocka_unit_test(everything_that_matters_is_repeated),
        cmocka_unit_test(a_run_says_what_decides_results),
        cmocka_unit_test(a_case_that_passed_is_short),
        cmocka_unit_test(a_case_that_failed_says_how),
        cmocka_unit_test(a_kernel_of_the_users),
        cmocka_unit_test(other_lines),
        cmocka_unit_test(an_end_adds_up),
        cmocka_unit_test(an_equal_run_is_kept),
        cmocka_unit_test(the_later_line_holds),
        cmocka_unit_test(another_run_is_not_kept),
        cmocka_unit_test(only_cases_of_such_runs_are_kept),
        cmocka_unit_test(unfinished_cases_are_known),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("record", tests, make_plan, remove_plan);
}
