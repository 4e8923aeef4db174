/* options.h: the command line of `assay`, read once for all subcommands. */
#ifndef ASSAY_OPTIONS_H
#define ASSAY_OPTIONS_H
#include "../base/error.h"
#include "../case/resolve/operands.h"
#include "../metal/metal.h"
#include "plan/unit.h"
#include <stdint.h>
#include <stdio.h>

typedef enum command {
    COMMAND_DEVICES = 1,
    COMMAND_LIST = 2,
    COMMAND_SHOW = 4,
    COMMAND_RUN = 8,
    COMMAND_PROVE = 16,
    COMMAND_LINT = 32,
    COMMAND_VALIDATE = 64,
    COMMAND_BENCH = 128,
    COMMAND_TUNE = 256,
    COMMAND_COVERAGE = 512,
    COMMAND_PLAN = 1024,
} command;

enum { DEFAULT_TIMEOUT = 60 }; /* seconds */

typedef struct options {
    command command;
    const char *program; /* as called, for rerun commands */
    char *const *words;  /* the whole command line */
    int word_count;
    const char *cases; /* directory of cases */
    const char *device;
    unsigned jobs;
    unsigned shard, shards; /* part `shard` (from 1) of `shards` */
    const char *exhaustive; /* --exhaustive: "1/1", or the part as given; NULL without */
    unsigned sweep_part, sweep_parts;
    uint64_t argument; /* 1 + encoding of --argument, 0 without */
    uint64_t seed;
    const char *log, *resume;
    const char *stress; /* file of settings, NULL: stress.tsv beside the cases */
    unsigned trials;    /* of tune, for each case */
    double timeout;
    const char *list; /* of coverage: rows in this state */
    bool fail_fast, first_light, checked, quiet, self_check, strict, json, versions, unit, proofs, all, help;
    unsigned sweeps;   /* of plan: units for the sweep of a case; 0: none */
    const unit *units; /* what --unit named, once it is read: the cases in place of the queries */
    size_t unit_count;
    bool append;            /* to the log of the units before */
    const metal_math *math; /* NULL: as the cases say */
    const metal_functions *functions;
    operand_kind operands; /* how each input comes; OPERANDS_BUFFER: as the cases have it */
    const char *profile, *personality, *fault, *weak, *order, *engine;
    bool host4; /* commands go by Metal 4's path */
    int tap;    /* 0: TAP 13 unless on a terminal; otherwise the version to write */
    const char *const *queries;
    size_t query_count;
} options;

/* Reads what follows the subcommand: words[0] is its name. `own`, NULL or ended by NULL: options that the command reads
 * itself, for "did you mean". False with a sentence on anything unknown or malformed. */
bool options_read(options *options, const char *program, command command, int word_count, char **words,
                  const char *const *own, assay_error *error);
/* The command called `name`, or 0. */
command command_from_name(const char *name);
/* How a command is used, and its options; then, after what options it has of its own, its exit codes. */
void options_help(command command, FILE *out);
void options_exit_codes(command command, FILE *out);
/* All commands and what the exit codes mean. */
void options_overview(FILE *out);
#endif
