/* wire.c: frames and their payloads. A `cursor` either writes or reads; each struct has one function that walks its
 * fields with it, and so is encoded and decoded by the same lines. */
#include "wire.h"
#include "../../case/resolve/operands.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_FRAME = 16 << 20, HEADER = 5 };

/* ---- Cursor */

typedef struct cursor {
    text *out;      /* writing, or NULL: */
    const char *in; /* reading */
    size_t left;
    bool failed;
} cursor;

static void put_raw(cursor *at, void *bytes, size_t size)
{
    if (at->out) {
        text_bytes(at->out, bytes, size);
    } else if (at->left < size) {
        at->failed = true;
        memset(bytes, 0, size);
    } else {
        memcpy(bytes, at->in, size);
        at->in += size;
        at->left -= size;
    }
}

static void put_unsigned(cursor *at, uint64_t *value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(*value >> (8 * i));
    put_raw(at, bytes, sizeof bytes);
    *value = 0;
    for (int i = 0; i < 8; i++)
        *value |= (uint64_t)bytes[i] << (8 * i);
}

static void put_double(cursor *at, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    put_unsigned(at, &bits);
    memcpy(value, &bits, sizeof bits);
}

static void put_bool(cursor *at, bool *value)
{
    uint64_t number = *value;
    put_unsigned(at, &number);
    *value = number != 0;
    at->failed |= number > 1;
}

/* A number below `limit`: an enum, or how many elements follow. */
static uint64_t put_below(cursor *at, uint64_t value, uint64_t limit)
{
    put_unsigned(at, &value);
    if (value >= limit)
        at->failed = true;
    return at->failed ? 0 : value;
}

/* Length plus one, then the bytes; zero means NULL. */
static void put_string(cursor *at, char **string)
{
    uint64_t length = at->out && *string ? strlen(*string) + 1 : 0;
    put_unsigned(at, &length);
    if (at->out) {
        if (length)
            text_bytes(at->out, *string, length - 1);
        return;
    }
    *string = NULL;
    if (!length)
        return;
    if (at->failed || length - 1 > at->left || !(*string = malloc(length))) {
        at->failed = true;
        return;
    }
    put_raw(at, *string, length - 1);
    (*string)[length - 1] = 0;
}

/* Makes room for `count` elements when reading; each takes at least a byte of the frame, so a lie about the count
 * cannot ask for more memory than the frame's size times `size`. */
static void *put_array(cursor *at, void *array, uint64_t *count, size_t size)
{
    put_unsigned(at, count);
    if (at->out)
        return array;
    void *fresh = !at->failed && *count <= at->left ? calloc(*count + 1, size) : NULL;
    if (!fresh) {
        at->failed = true;
        *count = 0;
    }
    return fresh;
}

static void put_characters(cursor *at, char *characters, size_t size)
{
    put_raw(at, characters, size);
    characters[size - 1] = 0;
}

/* ---- Structs */

static void put_job(cursor *at, wire_job *job)
{
    put_string(at, &job->path);
    put_string(at, &job->root);
    put_string(at, &job->name);
    put_string(at, &job->hash);
    put_unsigned(at, &job->seed);
    put_unsigned(at, &job->mutant);
    put_bool(at, &job->tamper);
    put_unsigned(at, &job->math);
    put_unsigned(at, &job->functions);
    put_double(at, &job->timeout);
    put_string(at, &job->keep);
    put_string(at, &job->library);
    put_unsigned(at, &job->placement);
    put_unsigned(at, &job->repeats);
    put_string(at, &job->settings);
    put_bool(at, &job->last_only);
    put_unsigned(at, &job->sweep_part);
    put_unsigned(at, &job->sweep_parts);
    put_string(at, &job->swept);
    put_unsigned(at, &job->argument);
    put_bool(at, &job->versions);
    job->operands = put_below(at, job->operands, OPERANDS_KINDS);
    at->failed |= !job->path || !job->root || !job->name || !job->hash;
}

static void put_device(cursor *at, wire_device *device)
{
    put_string(at, &device->error);
    put_string(at, &device->name);
    put_string(at, &device->registry);
    put_string(at, &device->os);
    put_string(at, &device->architecture);
    put_string(at, &device->msl);
    put_string(at, &device->compiler);
    put_bool(at, &device->software);
    put_bool(at, &device->paravirtual);
    put_bool(at, &device->processors);
    device->families = put_array(at, device->families, &device->family_count, sizeof *device->families);
    for (uint64_t i = 0; i < device->family_count; i++)
        put_string(at, &device->families[i]);
    for (int i = 0; i < 3; i++)
        put_unsigned(at, &device->max_threads[i]);
    put_unsigned(at, &device->simd_width);
}

static void put_phase(cursor *at, wire_phase *phase)
{
    phase->phase = put_below(at, phase->phase, PHASE_COUNT);
    put_unsigned(at, &phase->subcase);
}

static void put_swept(cursor *at, wire_swept *swept)
{
    put_string(at, &swept->state);
    at->failed |= !swept->state;
}

static void put_difference(cursor *at, check_difference *difference)
{
    uint64_t element = difference->element, lane = difference->lane;
    put_unsigned(at, &element);
    put_unsigned(at, &lane);
    difference->element = (size_t)element;
    difference->lane = (uint8_t)lane;
    put_characters(at, difference->got, sizeof difference->got);
    put_characters(at, difference->expected, sizeof difference->expected);
    put_double(at, &difference->error);
}

static void put_outcome(cursor *at, outcome *outcome)
{
    outcome->verdict = (verdict)put_below(at, outcome->verdict, VERDICT_COUNT);
    outcome->kind = (failure_kind)put_below(at, outcome->kind, FAILURE_KINDS);
    outcome->cause = (assay_cause)put_below(at, outcome->cause, CAUSE_BREAKDOWN + 1);
    outcome->phase = (phase)put_below(at, outcome->phase, PHASE_COUNT);
    char **strings[] = {&outcome->reason, &outcome->worst_unit, &outcome->worst_output, &outcome->subcase,
                        &outcome->output, &outcome->message,    &outcome->measured,     &outcome->facts};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        put_string(at, strings[i]);
    uint64_t *numbers[] = {&outcome->subcases_run, &outcome->subcases_failed, &outcome->subcases_skipped,
                           &outcome->judged,       &outcome->unjudged,        &outcome->worst_element,
                           &outcome->wrong,        &outcome->unwritten,       &outcome->guard,
                           &outcome->line,         &outcome->attempt,         &outcome->never,
                           &outcome->argument,     &outcome->digest,          &outcome->sweep_part,
                           &outcome->sweep_parts,  &outcome->sweep_judged,    &outcome->sweep_unjudged};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_unsigned(at, numbers[i]);
    double *seconds[] = {&outcome->total,   &outcome->compile, &outcome->dispatch, &outcome->reference,
                         &outcome->compare, &outcome->gpu,     &outcome->worst};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        put_double(at, seconds[i]);
    put_bool(at, &outcome->innocent);
    put_bool(at, &outcome->not_applicable);
    outcome->first_count = put_below(at, outcome->first_count, 1 + sizeof outcome->first / sizeof *outcome->first);
    for (uint64_t i = 0; i < outcome->first_count; i++)
        put_difference(at, &outcome->first[i]);
    outcome->findings = put_array(at, outcome->findings, &outcome->finding_count, sizeof *outcome->findings);
    for (uint64_t i = 0; i < outcome->finding_count; i++) {
        put_string(at, &outcome->findings[i].text);
        put_string(at, &outcome->findings[i].kind);
        put_unsigned(at, &outcome->findings[i].line);
    }
    outcome->histogram = put_array(at, outcome->histogram, &outcome->histogram_count, sizeof *outcome->histogram);
    for (uint64_t i = 0; i < outcome->histogram_count; i++)
        put_unsigned(at, &outcome->histogram[i]);
    outcome->shown = put_array(at, outcome->shown, &outcome->shown_count, sizeof *outcome->shown);
    for (uint64_t i = 0; i < outcome->shown_count; i++)
        put_unsigned(at, &outcome->shown[i]);
    outcome->samples = put_array(at, outcome->samples, &outcome->sample_count, sizeof *outcome->samples);
    for (uint64_t i = 0; i < outcome->sample_count; i++)
        put_double(at, &outcome->samples[i]);
    outcome->tamperings = put_array(at, outcome->tamperings, &outcome->tampering_count, sizeof *outcome->tamperings);
    for (uint64_t i = 0; i < outcome->tampering_count; i++) {
        put_string(at, &outcome->tamperings[i].what);
        put_bool(at, &outcome->tamperings[i].killed);
        put_bool(at, &outcome->tamperings[i].advisory);
    }
}

/* ---- Frames */

/* Writes an empty header; `finish` fills in the length. */
static size_t start(text *out, frame_kind kind)
{
    size_t at = out->length;
    char header[HEADER] = {0, 0, 0, 0, (char)kind};
    text_bytes(out, header, sizeof header);
    return at;
}

static void finish(text *out, size_t at)
{
    size_t length = out->length - at - HEADER;
    if (out->failed) { /* a frame goes out whole or not at all */
        if (out->data)
            out->data[out->length = at] = 0;
        return;
    }
    for (int i = 0; i < 4; i++)
        out->data[at + (size_t)i] = (char)(length >> (8 * i));
}

/* Writing stores back into each field what it read from it, so that casting const away changes nothing. */
#define SENDER(name, type, kind)                                                                                       \
    void wire_send_##name(text *out, const type *value)                                                                \
    {                                                                                                                  \
        size_t at = start(out, kind);                                                                                  \
        put_##name(&(cursor){.out = out}, (type *)value);                                                              \
        finish(out, at);                                                                                               \
    }
#define RECEIVER(name, type, expected)                                                                                 \
    bool wire_receive_##name(const frame *frame, type *value)                                                          \
    {                                                                                                                  \
        memset(value, 0, sizeof *value);                                                                               \
        if (frame->kind != (expected))                                                                                 \
            return false;                                                                                              \
        cursor at = {.in = frame->payload, .left = frame->length};                                                     \
        put_##name(&at, value);                                                                                        \
        return !at.failed && at.left == 0;                                                                             \
    }
SENDER(job, wire_job, FRAME_JOB)
SENDER(device, wire_device, FRAME_HELLO)
SENDER(phase, wire_phase, FRAME_PHASE)
SENDER(swept, wire_swept, FRAME_SWEPT)
SENDER(outcome, outcome, FRAME_OUTCOME)
RECEIVER(job, wire_job, FRAME_JOB)
RECEIVER(device, wire_device, FRAME_HELLO)
RECEIVER(phase, wire_phase, FRAME_PHASE)
RECEIVER(swept, wire_swept, FRAME_SWEPT)
RECEIVER(outcome, outcome, FRAME_OUTCOME)

frame_state frame_next(const text *arrived, frame *frame)
{
    if (arrived->length < HEADER)
        return FRAME_NONE;
    const unsigned char *bytes = (const unsigned char *)arrived->data;
    size_t length = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
    if (length > MAX_FRAME || !bytes[4] || !strchr("JHPSO", bytes[4]))
        return FRAME_BROKEN;
    if (arrived->length < HEADER + length)
        return FRAME_NONE;
    frame->kind = (frame_kind)bytes[4];
    frame->payload = arrived->data + HEADER;
    frame->length = length;
    frame->size = HEADER + length;
    return FRAME_READY;
}

void wire_job_clear(wire_job *job)
{
    free(job->path);
    free(job->root);
    free(job->name);
    free(job->hash);
    free(job->keep);
    free(job->library);
    free(job->settings);
    free(job->swept);
    memset(job, 0, sizeof *job);
}

void wire_device_clear(wire_device *device)
{
    char *strings[] = {device->error,        device->name, device->registry, device->os,
                       device->architecture, device->msl,  device->compiler};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        free(strings[i]);
    for (uint64_t i = 0; i < device->family_count; i++)
        free(device->families[i]);
    free(device->families);
    memset(device, 0, sizeof *device);
}
