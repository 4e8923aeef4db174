/* pool_test.c: the pool against workers that misbehave. The test program is its own worker (`--worker DEVICE`): the
 * name of a job says what the worker does with it, the name of the device how it starts. */
#include "../../base/clock.h"
#include "pool.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- The worker */

static void say(text *frame)
{
    if (write(STDOUT_FILENO, frame->data, frame->length) != (ssize_t)frame->length)
        _exit(3);
    text_free(frame);
}

static bool dies_now(const char *path)
{
    char left[16] = "";
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t count = fread(left, 1, sizeof left - 1, file);
    fclose(file);
    if (count && *left == 'x') { /* one death less */
        file = fopen(path, "w");
        fwrite(left + 1, 1, count - 1, file);
        fclose(file);
        return true;
    }
    return count && *left == '!';
}

static void hello(const char *device)
{
    text frame = {0};
    wire_device known = {.name = (char *)device, .registry = "0", .os = "test", .architecture = "none", .msl = "3.0"};
    if (strcmp(device, "broken") == 0)
        known.error = "there is no such device";
    /* `mortal/FILE`: dead once the file is there, for as many starts as it has letters, or for ever */
    if (strncmp(device, "mortal/", 7) == 0 && dies_now(device + 7))
        known.error = "an empty kernel did not end";
    wire_send_device(&frame, &known);
    say(&frame);
}

static void act(const wire_job *job, unsigned served)
{
    text frame = {0};
    outcome outcome = {.judged = 1};
    bool alone = served == 0;
    wire_send_phase(&frame, &(wire_phase){PHASE_DISPATCH, 7});
    say(&frame);
    if (strcmp(job->name, "crash") == 0) {
        fprintf(stderr, "last words\n");
        raise(SIGKILL);
    }
    if (strcmp(job->name, "hang") == 0)
        pause();
    if (strncmp(job->name, "kill:", 5) == 0) { /* what follows is written where `mortal` looks */
        FILE *file = fopen(job->path, "w");
        fputs(job->name + 5, file);
        fclose(file);
        outcome_decide(&outcome, VERDICT_DEVICE_ERROR, "hang");
    }
    if (strncmp(job->name, "alone:", 6) == 0) { /* nobody else may hold the file */
        int file = open(job->path, O_CREAT | O_EXCL, 0600);
        usleep(20000);
        if (file < 0)
            outcome_decide(&outcome, VERDICT_FAIL, "not alone");
        else
            unlink(job->path);
    }
    if (strcmp(job->name, "nonsense") == 0 && write(STDOUT_FILENO, "O\0\0\0O?", 6) == 6)
        pause();
    if (strcmp(job->name, "slow") == 0)
        usleep(300000);
    /* goes wrong unless the worker is fresh, as after a fault of somebody else */
    if (strcmp(job->name, "nervous") == 0 && !alone)
        outcome_decide(&outcome, VERDICT_DEVICE_ERROR, "page fault");
    if (strcmp(job->name, "faulty") == 0)
        outcome_decide(&outcome, VERDICT_DEVICE_ERROR, "page fault");
    if (strcmp(job->name, "innocent") == 0) {
        outcome_decide(&outcome, VERDICT_DEVICE_ERROR, "innocent victim");
        outcome.innocent = true;
    }
    if (strcmp(job->name, "unjudged") == 0) {
        outcome_decide(&outcome, VERDICT_INTERNAL_ERROR, "nothing is promised");
        outcome.kind = FAILURE_UNJUDGED;
    }
    if (strcmp(job->name, "not first") == 0 && alone)
        outcome_decide(&outcome, VERDICT_FAIL, "the worker is fresh");
    if (strcmp(job->name, "sweep") == 0)
        for (char chunk[] = "1 chunk"; *chunk < '4'; ++*chunk)
            wire_send_swept(&frame, &(wire_swept){chunk});
    wire_send_outcome(&frame, &outcome);
    if (strcmp(job->name, "twice") == 0)
        wire_send_outcome(&frame, &outcome);
    say(&frame);
    outcome_clear(&outcome);
}

static int work(const char *device)
{
    text arrived = {0};
    char block[4096];
    ssize_t count;
    unsigned served = 0;
    if (strcmp(device, "dies") == 0)
        return 9;
    hello(device);
    while ((count = read(STDIN_FILENO, block, sizeof block)) > 0) {
        frame frame;
        wire_job job;
        text_bytes(&arrived, block, (size_t)count);
        while (frame_next(&arrived, &frame) == FRAME_READY) {
            if (!wire_receive_job(&frame, &job))
                return 4;
            act(&job, served++);
            wire_job_clear(&job);
            text_consume(&arrived, frame.size);
        }
    }
    text_free(&arrived);
    return 0;
}

/* ---- The tests */

enum { MOST = 16 };

typedef struct seen {
    unsigned times[MOST];
    verdict verdict[MOST];
    uint64_t attempt[MOST];
    char reason[MOST][512];
    size_t stop_after, total;
} seen;

static bool note(void *context, size_t job, outcome *outcome)
{
    seen *seen = context;
    char summary[512];
    seen->times[job]++;
    seen->verdict[job] = outcome->verdict;
    seen->attempt[job] = outcome->attempt;
    snprintf(seen->reason[job], sizeof seen->reason[job], "%s|%s", outcome_summary(outcome, summary, sizeof summary),
             outcome->message ? outcome->message : "");
    return ++seen->total != seen->stop_after;
}

static bool run_named(const char *const *names, size_t count, unsigned workers, seen *seen)
{
    pool_job jobs[MOST] = {0};
    assay_error error = {0};
    pool_options options = {.worker = {.device = "fake"}, .workers = workers, .timeout = 0.1};
    for (size_t i = 0; i < count; i++)
        jobs[i].wire = (wire_job){.path = "p", .root = "", .name = (char *)names[i], .hash = "h"};
    pool *pool = pool_start(&options, &error);
    assert_non_null(pool);
    assert_string_equal(pool_device(pool)->name, "fake");
    pool_events events = {.context = seen, .done = note};
    bool good = pool_run(pool, jobs, count, &events, &error);
    pool_end(pool);
    return good;
}

static void every_job_gets_one_verdict(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "crash", "b", "slow", "c", "crash", "d", "e", "f", "g"};
    seen seen = {0};
    assert_true(run_named(names, 10, 3, &seen));
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(seen.times[i], 1);
        assert_int_equal(seen.verdict[i], strcmp(names[i], "crash") == 0 ? VERDICT_CRASH : VERDICT_PASS);
    }
    assert_non_null(strstr(seen.reason[1], "signal 9"));
    assert_non_null(strstr(seen.reason[1], "on the device, subcase 7"));
    assert_non_null(strstr(seen.reason[1], "last words"));
}

static void a_device_error_is_believed_the_second_time(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "nervous", "faulty", "b"};
    seen seen = {0};
    assert_true(run_named(names, 4, 1, &seen));
    assert_int_equal(seen.verdict[1], VERDICT_PASS);
    assert_int_equal(seen.attempt[1], 2);
    assert_non_null(strstr(seen.reason[1], "at first: page fault"));
    assert_int_equal(seen.verdict[2], VERDICT_DEVICE_ERROR);
    assert_int_equal(seen.attempt[2], 2);
    assert_int_equal(seen.times[2], 1);
    assert_int_equal(seen.verdict[3], VERDICT_PASS);
}

static void an_innocent_victim_never_fails(void **state)
{
    (void)state;
    static const char *const names[] = {"innocent", "a"};
    seen seen = {0};
    assert_true(run_named(names, 2, 2, &seen));
    assert_int_equal(seen.verdict[0], VERDICT_INTERNAL_ERROR);
    assert_true(seen.attempt[0] > 2);
    assert_int_equal(seen.verdict[1], VERDICT_PASS);
}

static void a_worker_that_hangs_is_replaced(void **state)
{
    (void)state;
    static const char *const names[] = {"hang", "a", "b"};
    seen seen = {0};
    double start = monotonic_seconds();
    assert_true(run_named(names, 3, 1, &seen));
    assert_int_equal(seen.verdict[0], VERDICT_TIMEOUT);
    assert_int_equal(seen.verdict[2], VERDICT_PASS);
    assert_true(monotonic_seconds() - start < 20);
}

static void a_worker_that_judges_nothing_stays(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "unjudged", "not first", "faulty", "not first"};
    seen seen = {0};
    assert_true(run_named(names, 5, 1, &seen));
    assert_int_equal(seen.verdict[1], VERDICT_INTERNAL_ERROR);
    assert_int_equal(seen.verdict[2], VERDICT_PASS);
    assert_int_equal(seen.verdict[4], VERDICT_FAIL);
}

static void nonsense_on_the_pipe_is_a_crash(void **state)
{
    (void)state;
    static const char *const names[] = {"nonsense", "a"};
    seen seen = {0};
    assert_true(run_named(names, 2, 1, &seen));
    assert_true(verdict_is_bad(seen.verdict[0]));
    assert_int_equal(seen.verdict[1], VERDICT_PASS);
}

static void the_callee_can_end_the_run(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    seen seen = {.stop_after = 2};
    assert_true(run_named(names, 5, 1, &seen));
    assert_int_equal(seen.total, 2);
}

/* What was still at work then is no answer to the jobs of the next run. */
static void a_run_that_ends_early_leaves_no_work_behind(void **state)
{
    (void)state;
    assay_error error = {0};
    pool_options options = {.worker = {.device = "fake"}, .workers = 2, .timeout = 5};
    pool *pool = pool_start(&options, &error);
    assert_non_null(pool);
    seen first = {.stop_after = 1}, second = {0};
    const wire_job slow = {.path = "p", .root = "", .name = (char *)"slow", .hash = "h"};
    wire_job quick = slow;
    quick.name = (char *)"a";
    assert_true(pool_run(pool, (pool_job[]){{.wire = slow}, {.wire = quick}, {.wire = slow}}, 3,
                         &(pool_events){.context = &first, .done = note}, &error));
    assert_true(pool_run(pool, (pool_job[]){{.wire = quick}, {.wire = quick}}, 2,
                         &(pool_events){.context = &second, .done = note}, &error));
    pool_end(pool);
    assert_int_equal(first.total, 1);
    assert_int_equal(second.total, 2);
    assert_true(second.times[0] == 1 && second.times[1] == 1);
}

static char states[64];

static void note_state(void *context, size_t job, const char *state)
{
    (void)context;
    assert_int_equal(job, 1);
    strcat(states, state);
    strcat(states, ";");
}

static void a_sweep_says_how_far_it_is(void **state)
{
    (void)state;
    assay_error error = {0};
    pool_options options = {.worker = {.device = "fake"}, .workers = 1, .timeout = 1};
    pool *pool = pool_start(&options, &error);
    assert_non_null(pool);
    seen seen = {0};
    const wire_job other = {.path = "p", .root = "", .name = (char *)"a", .hash = "h"};
    wire_job sweep = other;
    sweep.name = (char *)"sweep";
    assert_true(pool_run(pool, (pool_job[]){{.wire = other}, {.wire = sweep}}, 2,
                         &(pool_events){.context = &seen, .done = note, .swept = note_state}, &error));
    pool_end(pool);
    assert_string_equal(states, "1 chunk;2 chunk;3 chunk;");
}

/* Who answers twice is heard once. */
static void a_second_answer_counts_for_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"twice", "a"};
    seen seen = {0};
    assert_true(run_named(names, 2, 1, &seen));
    assert_int_equal(seen.total, 2);
    assert_true(seen.times[0] == 1 && seen.times[1] == 1);
}

static void a_device_that_is_missing_is_an_error(void **state)
{
    (void)state;
    assay_error error = {0};
    pool_options options = {.worker = {.device = "broken"}, .workers = 2, .timeout = 1};
    assert_null(pool_start(&options, &error));
    assert_string_equal(error.text, "there is no such device");
    options.worker.device = "dies";
    assert_null(pool_start(&options, &error));
    assert_non_null(strstr(error.text, "exit code 9"));
}

/* Runs jobs that get `path` for a file; on a device that looks at it, if `mortal`. */
static bool run_with_file(const char *const *names, size_t count, const char *path, bool mortal, seen *seen,
                          assay_error *error)
{
    pool_job jobs[MOST] = {0};
    char device[256];
    snprintf(device, sizeof device, mortal ? "mortal/%s" : "fake", path);
    pool_options options = {.worker = {.device = device}, .workers = 3, .timeout = 5};
    for (size_t i = 0; i < count; i++)
        jobs[i] = (pool_job){.wire = {.path = (char *)path, .root = "", .name = (char *)names[i], .hash = "h"},
                             .once = true,
                             .alone = true};
    unlink(path);
    pool *pool = pool_start(&options, error);
    assert_non_null(pool);
    pool_events events = {.context = seen, .done = note};
    bool good = pool_run(pool, jobs, count, &events, error);
    pool_end(pool);
    unlink(path);
    return good;
}

static char *file_name(char *path, size_t size)
{
    snprintf(path, size, "/tmp/assay-pool-test-%ld", (long)getpid());
    return path;
}

static void jobs_that_are_alone_do_not_meet(void **state)
{
    (void)state;
    static const char *const names[] = {"alone:1", "alone:2", "alone:3", "alone:4", "alone:5", "alone:6"};
    seen seen = {0};
    assay_error error = {0};
    char path[64];
    assert_true(run_with_file(names, 6, file_name(path, sizeof path), false, &seen, &error));
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(seen.verdict[i], VERDICT_PASS);
}

static void a_device_that_recovers_goes_on(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "kill:xx", "b"};
    seen seen = {0};
    assay_error error = {0};
    char path[64];
    assert_true(run_with_file(names, 3, file_name(path, sizeof path), true, &seen, &error));
    assert_int_equal(seen.verdict[1], VERDICT_DEVICE_ERROR);
    assert_int_equal(seen.attempt[1], 1);
    assert_int_equal(seen.verdict[2], VERDICT_PASS);
    assert_string_equal(error.text, "");
}

static void a_device_that_stays_dead_ends_the_run(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "kill:!", "b"};
    seen seen = {0};
    assay_error error = {0};
    char path[64];
    assert_false(run_with_file(names, 3, file_name(path, sizeof path), true, &seen, &error));
    assert_int_equal(seen.times[0], 1);
    assert_int_equal(seen.verdict[1], VERDICT_DEVICE_ERROR);
    assert_int_equal(seen.times[2], 0);
    assert_non_null(strstr(error.text, "the device is dead"));
    assert_non_null(strstr(error.text, "after kill:! (device error)"));
    assert_non_null(strstr(error.text, "an empty kernel did not end"));
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--worker") == 0)
        return work(argv[2]);
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_gets_one_verdict),
        cmocka_unit_test(a_device_error_is_believed_the_second_time),
        cmocka_unit_test(an_innocent_victim_never_fails),
        cmocka_unit_test(a_worker_that_hangs_is_replaced),
        cmocka_unit_test(a_worker_that_judges_nothing_stays),
        cmocka_unit_test(nonsense_on_the_pipe_is_a_crash),
        cmocka_unit_test(the_callee_can_end_the_run),
        cmocka_unit_test(jobs_that_are_alone_do_not_meet),
        cmocka_unit_test(a_device_that_recovers_goes_on),
        cmocka_unit_test(a_device_that_stays_dead_ends_the_run),
        cmocka_unit_test(a_run_that_ends_early_leaves_no_work_behind),
        cmocka_unit_test(a_sweep_says_how_far_it_is),
        cmocka_unit_test(a_second_answer_counts_for_nothing),
        cmocka_unit_test(a_device_that_is_missing_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
