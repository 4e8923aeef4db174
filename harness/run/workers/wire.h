/* wire.h: what parent and worker say to each other.
 *
 * Frames over a pipe: 4 bytes of length (little endian), one byte of kind, payload. A payload is a struct written field
 * after field; one function per struct serves both directions, so that the two sides cannot disagree. Whoever reads
 * trusts nothing: a malformed frame makes the reader fail, never crash. */
#ifndef ASSAY_WIRE_H
#define ASSAY_WIRE_H
#include "../../base/text.h"
#include "../../output/outcome.h"

typedef enum frame_kind {
    FRAME_JOB = 'J',     /* parent: run this */
    FRAME_HELLO = 'H',   /* worker, first: the device, or why there is none */
    FRAME_PHASE = 'P',   /* worker: what it does now; the watchdog starts again */
    FRAME_SWEPT = 'S',   /* worker: how far a sweep has come */
    FRAME_OUTCOME = 'O', /* worker: what became of the job */
} frame_kind;

typedef struct wire_job {
    char *path, *root, *name, *hash; /* root: "" for a file outside the tree; hash: the file must still have it */
    uint64_t seed;
    uint64_t mutant;          /* 1 + index of the mutant to run, 0: the case itself */
    char *library;            /* the program is this .metallib in place of the case's source; NULL or "": none */
    bool tamper;              /* also run the generic mutants */
    uint64_t math, functions; /* 1 + value to use in place of the case's, 0: as the case says */
    double timeout;
    char *keep;         /* write each output's bytes to the file `keep`.NAME, or "" */
    uint64_t placement; /* 0: as always; otherwise other offsets, and odd ones begin with the complementary poison */
    uint64_t repeats;   /* dispatch so often more after a good run, for outcome.samples */
    char *settings;     /* tuples to add to the subcases (case_file_add_settings), or NULL */
    bool last_only;     /* run the last subcase only */
    uint64_t sweep_part, sweep_parts; /* after a good run, this part of a sweep; 0 parts: none (sweep.h) */
    char *swept;                      /* state from which the sweep goes on, or "" */
    bool versions;                    /* compile with the first language version, and the one before (versions.h) */
    uint64_t operands;                /* operand_kind: how each input comes, one after the other (operands.h) */
    uint64_t argument;                /* 1 + the encoding that stands for the whole input of a sweep, or 0 */
} wire_job;

typedef struct wire_device {
    char *error; /* why the device cannot be used, or NULL: */
    char *name, *registry, *os, *architecture, *msl, *compiler;
    bool software, paravirtual, processors;
    char **families;
    uint64_t family_count;
    uint64_t max_threads[3], simd_width;
} wire_device;

typedef struct wire_phase {
    uint64_t phase, subcase;
} wire_phase;

typedef struct wire_swept {
    char *state;
} wire_swept;

void wire_send_job(text *out, const wire_job *job);
void wire_send_device(text *out, const wire_device *device);
void wire_send_phase(text *out, const wire_phase *phase);
void wire_send_swept(text *out, const wire_swept *swept);
void wire_send_outcome(text *out, const outcome *outcome);

typedef enum { FRAME_NONE, FRAME_READY, FRAME_BROKEN } frame_state;
typedef struct frame {
    frame_kind kind;
    const char *payload;
    size_t length, size; /* size: bytes to consume from the buffer afterwards */
} frame;
/* The first whole frame of what has arrived so far; FRAME_BROKEN if it can be none. */
frame_state frame_next(const text *arrived, frame *frame);

/* False if the payload is malformed; what was filled so far must still be cleared. */
bool wire_receive_job(const frame *frame, wire_job *job);
bool wire_receive_device(const frame *frame, wire_device *device);
bool wire_receive_phase(const frame *frame, wire_phase *phase);
bool wire_receive_swept(const frame *frame, wire_swept *swept);
bool wire_receive_outcome(const frame *frame, outcome *outcome);

void wire_job_clear(wire_job *job);
void wire_device_clear(wire_device *device);
#endif
