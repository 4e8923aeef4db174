/* subcase.h: one subcase while it runs, and the steps that execute.c takes with it. A step that returns STOP has
 * given the case its verdict. */
#ifndef ASSAY_SUBCASE_H
#define ASSAY_SUBCASE_H
#include "../../case/resolve/operands.h"
#include "../../check/check.h"
#include "../../base/text.h"
#include "argument_memory.h"
#include "../executor.h"
#include "compiled.h"

/* An output marked `recorded` is counted, not judged: in how many subcases (or values, if there is one subcase) it
 * equals the reference. */
enum { MOST_FACTS = 16 };
typedef struct recorded_fact {
    const char *output;
    uint64_t of, like;
} recorded_fact;

enum { OPERAND_ATTEMPTS = 8 }; /* elements of an operand that are tried until something is judged */

/* What the subcases of a case share. */
typedef struct run {
    const executor *on;
    const assay_case *it;
    const case_mutant *mutant;
    const wire_job *job;
    programs *programs;
    uint32_t msl;
    bool only_build;    /* neither run nor compared */
    bool tampered;      /* the generic mutants have been run */
    size_t operand;     /* --operands: 1 + the input that comes by it, or 0 */
    unsigned attempt;   /* with another of its elements */
    size_t given, left; /* inputs that came so, and that could not */
    const char *why;    /* the first of these could not */
    recorded_fact facts[MOST_FACTS];
    size_t fact_count;
    text told; /* what reflection told of arguments: members of a JSON object, as the outcome's facts */
    outcome *outcome;
} run;

/* One subcase while it runs. */
typedef struct subcase {
    run *run;
    size_t index;
    case_instance *instance;
    metal_library *library;
    metal_pipeline **pipelines; /* per dispatch */
    argument_set memory;
    char *program;  /* in place of the instance's, with an operand that comes another way; or NULL */
    size_t element; /* of the operand, where it is the same everywhere */
    uint32_t words[OPERAND_MOST_WORDS];
    metal_constant *constants; /* the instance's and those words */
    metal_log *log;            /* of the last submission, or NULL */
    double processor;          /* seconds that processors spent on its dispatches */
} subcase;

/* STOP: the case has its verdict. */
typedef enum { GO_ON, STOP } step;

/* ---- subcase.c: what the parent is told, and how a case fails */
/* Tells the parent which phase begins. */
void subcase_report(const subcase *at, phase phase);
/* A known gap of softmetal gives the verdict `unimplemented`; false: it is none. `said`: what the compiler said. */
bool subcase_is_gap(subcase *at, const assay_error *error, const char *said);
/* Ends the case with an internal error (or a gap of softmetal). */
step subcase_error(subcase *at, const assay_error *error);
/* Its variables: `N=1,KERNEL=two`. */
void subcase_describe(const subcase *at, text *out);
/* The case fails. True if this is its first failure, whose details are then to be filled in. */
bool subcase_fails_first(subcase *at, failure_kind kind, int line);
void subcase_fail_compile(subcase *at, failure_kind kind, const char *what, const char *diagnostics);
void subcase_fail_guard(subcase *at, const argument_memory *memory, size_t bytes, long long where);
void subcase_fail_comparison(subcase *at, const case_expectation *expectation, const check_result *result);

/* ---- subcase_build.c: library and pipelines, and what the API says of them */
/* Compiles and makes the pipelines. `simd_width` is theirs. False: `*step` says how to go on. */
bool subcase_build(subcase *at, uint32_t *simd_width, step *step);
/* Drops what was made from the instance. */
void subcase_forget(subcase *at);
/* What the API says of library and pipelines, against `reflect:`. False: `*step` says how to go on. */
bool subcase_judge_reflections(subcase *at, step *step);

/* ---- subcase_dispatch.c */
/* One dispatch at a time on hardware. False: the lock could not be had in time. */
bool subcase_take_device(const subcase *at);
void subcase_release_device(const subcase *at);
/* STOP where the command buffer ended with an error. */
step subcase_judge_device(subcase *at, const metal_result *result);
/* Runs all dispatches with this poison, and looks at guards and inputs: `*clean`. */
step subcase_dispatch(subcase *at, bool complement, bool *clean);

/* ---- subcase_judge.c */
/* Compares all outputs. `twice`: there is a second run with the complementary poison. */
step subcase_judge(subcase *at, bool twice);
/* Writes the outputs, as the first run left them, to files. */
step subcase_keep_outputs(subcase *at, bool twice);
/* Dispatches again and again, for the time the device takes. */
step subcase_measure(subcase *at);

/* ---- subcase_sweep.c */
/* All 2^32 encodings of the sweep's input (--exhaustive). */
step subcase_sweep(subcase *at);
/* Puts the encoding of --argument in place of the sweep's input. */
step subcase_set_argument(subcase *at);

/* ---- subcase_operand.c */
/* Edits the program so that the operand of the run comes by what the job says. False: `*why` not. */
bool subcase_give_operand(subcase *at, const char **why);
/* Fills the operand's buffer with the one element that the program has been given. */
void subcase_spread_operand(subcase *at);
#endif
