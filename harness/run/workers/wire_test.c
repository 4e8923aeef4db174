/* wire_test.c: what is sent arrives, and what is malformed is refused, whichever byte is wrong. */
#include "wire.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fill(outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    outcome_decide(outcome, VERDICT_FAIL, "wrong by %d", 3);
    outcome->kind = FAILURE_COMPARISON;
    outcome->judged = 1u << 31;
    outcome->worst = 0.75;
    outcome->sweep_parts = 16;
    outcome->sweep_judged = 1u << 28;
    outcome->worst_unit = text_copy("ulp");
    outcome->output = text_copy("result");
    outcome->first_count = 1;
    outcome->first[0] = (check_difference){.element = 9, .lane = 2, .got = "1", .expected = "2", .error = 1};
    outcome_add_finding(outcome, "k races", FINDING_RACE, 12);
    outcome->cause = CAUSE_BREAKDOWN;
    outcome->phase = PHASE_COMPARE;
    outcome_add_tampering(outcome, "result[0].0 left unwritten", true, false);
}

static void an_outcome_arrives(void **state)
{
    (void)state;
    outcome sent, got;
    text bytes = {0};
    frame frame;
    fill(&sent);
    wire_send_outcome(&bytes, &sent);
    assert_int_equal(frame_next(&bytes, &frame), FRAME_READY);
    assert_int_equal(frame.size, bytes.length);
    assert_true(wire_receive_outcome(&frame, &got));
    assert_int_equal(got.verdict, VERDICT_FAIL);
    assert_string_equal(got.reason, "wrong by 3");
    assert_int_equal(got.judged, 1u << 31);
    assert_true(got.worst == 0.75 && got.sweep_parts == 16 && got.sweep_judged == 1u << 28);
    assert_null(got.message);
    assert_int_equal(got.first[0].element, 9);
    assert_string_equal(got.first[0].expected, "2");
    assert_string_equal(got.findings[0].text, "k races");
    assert_string_equal(got.findings[0].kind, FINDING_RACE);
    assert_int_equal(got.findings[0].line, 12);
    assert_int_equal(got.cause, CAUSE_BREAKDOWN);
    assert_int_equal(got.phase, PHASE_COMPARE);
    assert_true(got.tamperings[0].killed);
    outcome_clear(&sent);
    outcome_clear(&got);
    text_free(&bytes);
}

/* Every field that a worker fills, with a value of its own. */
static void no_field_stays_behind(void **state)
{
    (void)state;
#define AT(field) offsetof(outcome, field)
    static const size_t strings[] = {AT(reason), AT(worst_unit), AT(worst_output), AT(subcase),
                                     AT(output), AT(message),    AT(measured),     AT(facts)};
    static const size_t numbers[] = {
        AT(subcases_run),  AT(subcases_failed), AT(subcases_skipped), AT(judged), AT(unjudged),
        AT(worst_element), AT(wrong),           AT(unwritten),        AT(guard),  AT(line),
        AT(attempt),       AT(never),           AT(argument),         AT(digest), AT(sweep_part),
        AT(sweep_parts),   AT(sweep_judged),    AT(sweep_unjudged)};
    static const size_t doubles[] = {AT(total),   AT(compile), AT(dispatch), AT(reference),
                                     AT(compare), AT(gpu),     AT(worst)};
#undef AT
#define COUNT(list) (sizeof(list) / sizeof *(list))
    outcome sent = {.innocent = true}, got;
    char *all = (char *)&sent, *arrived = (char *)&got, word[8];
    text bytes = {0};
    frame frame;
    for (size_t i = 0; i < COUNT(strings); i++) {
        snprintf(word, sizeof word, "text %zu", i);
        *(char **)(void *)(all + strings[i]) = text_copy(word);
    }
    for (size_t i = 0; i < COUNT(numbers); i++)
        *(uint64_t *)(void *)(all + numbers[i]) = 100 + i;
    for (size_t i = 0; i < COUNT(doubles); i++)
        *(double *)(void *)(all + doubles[i]) = 0.5 + (double)i;
    sent.histogram_count = sent.shown_count = sent.sample_count = 3;
    sent.histogram = calloc(3, sizeof *sent.histogram);
    sent.shown = calloc(3, sizeof *sent.shown);
    sent.samples = calloc(3, sizeof *sent.samples);
    for (size_t i = 0; i < 3; i++) {
        sent.histogram[i] = 200 + i;
        sent.shown[i] = 300 + i;
        sent.samples[i] = 0.125 * (double)(i + 1);
        sent.first[i] = (check_difference){.element = 400 + i, .lane = (uint8_t)i, .error = (double)i};
        outcome_add_finding(&sent, i ? "more" : "one", "kind", 500 + i);
        outcome_add_tampering(&sent, "moved", i == 1, i == 2);
    }
    sent.first_count = 3;
    wire_send_outcome(&bytes, &sent);
    assert_int_equal(frame_next(&bytes, &frame), FRAME_READY);
    assert_true(wire_receive_outcome(&frame, &got));
    for (size_t i = 0; i < COUNT(strings); i++)
        assert_string_equal(*(char **)(void *)(arrived + strings[i]), *(char **)(void *)(all + strings[i]));
    for (size_t i = 0; i < COUNT(numbers); i++)
        assert_int_equal(*(uint64_t *)(void *)(arrived + numbers[i]), 100 + i);
    for (size_t i = 0; i < COUNT(doubles); i++)
        assert_true(*(double *)(void *)(arrived + doubles[i]) == 0.5 + (double)i);
    assert_true(got.innocent && !got.not_applicable);
    assert_true(got.histogram_count == 3 && got.shown_count == 3 && got.sample_count == 3 && got.first_count == 3);
    assert_memory_equal(got.histogram, sent.histogram, 3 * sizeof *got.histogram);
    assert_memory_equal(got.shown, sent.shown, 3 * sizeof *got.shown);
    assert_memory_equal(got.samples, sent.samples, 3 * sizeof *got.samples);
    for (size_t i = 0; i < 3; i++) {
        assert_true(got.first[i].element == 400 + i && got.first[i].lane == i && got.first[i].error == (double)i);
        assert_int_equal(got.findings[i].line, 500 + i);
        assert_true(got.tamperings[i].killed == (i == 1) && got.tamperings[i].advisory == (i == 2));
    }
    outcome_clear(&sent);
    outcome_clear(&got);
    text_free(&bytes);
#undef COUNT
}

static void a_job_and_a_device_arrive(void **state)
{
    (void)state;
    text bytes = {0};
    frame frame;
    wire_job job;
    wire_device device;
    char *families[] = {"apple7", "metal3"};
    wire_send_job(&bytes, &(wire_job){.path = "a.metal",
                                      .root = "",
                                      .name = "a",
                                      .hash = "0",
                                      .seed = 5,
                                      .versions = true,
                                      .operands = 2,
                                      .timeout = 0.5,
                                      .library = "a.metallib",
                                      .settings = "(1, 2)",
                                      .last_only = true});
    wire_send_device(&bytes, &(wire_device){.name = "d", .families = families, .family_count = 2, .simd_width = 32});
    assert_int_equal(frame_next(&bytes, &frame), FRAME_READY);
    assert_true(wire_receive_job(&frame, &job));
    assert_string_equal(job.path, "a.metal");
    assert_true(job.seed == 5 && job.timeout == 0.5 && job.last_only && job.versions && job.operands == 2);
    assert_string_equal(job.settings, "(1, 2)");
    assert_string_equal(job.library, "a.metallib");
    wire_job_clear(&job);
    text_consume(&bytes, frame.size);
    assert_int_equal(frame_next(&bytes, &frame), FRAME_READY);
    assert_false(wire_receive_job(&frame, &job)); /* not a job */
    assert_int_equal(frame_next(&bytes, &frame), FRAME_READY);
    assert_true(wire_receive_device(&frame, &device));
    assert_string_equal(device.families[1], "metal3");
    assert_null(device.error);
    wire_device_clear(&device);
    text_free(&bytes);
}

static void a_frame_is_waited_for(void **state)
{
    (void)state;
    text whole = {0}, part = {0};
    frame frame;
    wire_send_phase(&whole, &(wire_phase){PHASE_COMPARE, 3});
    for (size_t i = 0; i < whole.length; i++) {
        assert_int_equal(frame_next(&part, &frame), FRAME_NONE);
        text_bytes(&part, whole.data + i, 1);
    }
    assert_int_equal(frame_next(&part, &frame), FRAME_READY);
    text_free(&whole);
    text_free(&part);
}

static void a_bad_header_is_refused(void **state)
{
    (void)state;
    frame frame;
    text bytes = {0};
    text_bytes(&bytes, "\1\0\0\0X?", 6); /* no such kind */
    assert_int_equal(frame_next(&bytes, &frame), FRAME_BROKEN);
    text_clear(&bytes);
    text_bytes(&bytes,
               "\xff\xff\xff\xff"
               "O?",
               6); /* absurd length */
    assert_int_equal(frame_next(&bytes, &frame), FRAME_BROKEN);
    text_free(&bytes);
}

/* Cuts and changes an outcome at every byte: it is refused or harmless, never a crash (run under ASan to see). */
static void damage_is_survived(void **state)
{
    (void)state;
    outcome sent, got;
    text bytes = {0};
    frame whole;
    size_t refused = 0;
    fill(&sent);
    wire_send_outcome(&bytes, &sent);
    assert_int_equal(frame_next(&bytes, &whole), FRAME_READY);
    for (size_t i = 0; i < whole.length; i++) {
        frame cut = {whole.kind, whole.payload, i, i};
        assert_false(wire_receive_outcome(&cut, &got));
        outcome_clear(&got);
        char *byte = &bytes.data[i + 5], before = *byte;
        *byte = (char)0xff;
        refused += !wire_receive_outcome(&whole, &got);
        outcome_clear(&got);
        *byte = before;
    }
    assert_true(refused > 50);
    outcome_clear(&sent);
    text_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_outcome_arrives),        cmocka_unit_test(no_field_stays_behind),
        cmocka_unit_test(a_job_and_a_device_arrive), cmocka_unit_test(a_frame_is_waited_for),
        cmocka_unit_test(a_bad_header_is_refused),   cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
