/* subcommands.h: the subcommands of `assay`. Each gets the options read for it and returns the exit code of the
 * process. */
#ifndef ASSAY_COMMAND_H
#define ASSAY_COMMAND_H
#include "../run/options.h"

int command_devices(const options *options);
int command_list(const options *options);
int command_plan(const options *options);
/* `run --unit`: reads the units and runs them, cases first, then proofs. */
int command_units(const options *options);
int command_show(const options *options);
int command_run(const options *options);
int command_prove(const options *options);
int command_lint(const options *options);
int command_coverage(const options *options);
int command_tune(const options *options);
/* These read more options than `options` knows; `words` begins with the command's name. */
int command_validate(const char *program, int word_count, char **words);
int command_bench(const char *program, int word_count, char **words);
#endif
