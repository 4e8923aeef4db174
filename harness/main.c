/* main.c: the `assay` command: picks the subcommand. With --worker as first word the process is a worker of another
 * `assay`. */
#include "command/resumed_words.h"
#include "command/subcommands.h"
#include "run/ledger.h"
#include "run/record.h"
#include "run/workers/serve.h"
#include "run/session.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int version(void)
{
    char suite[80];
    printf("assay %s\n", record_suite(suite, sizeof suite));
    return EXIT_PASS;
}

static int usage(const char *word)
{
    if (word)
        fprintf(stderr, "assay: `%s` is no command\n\n", word);
    options_overview(stderr);
    return EXIT_USAGE;
}

static int perform(const options *options)
{
    switch (options->command) {
    case COMMAND_DEVICES: return command_devices(options);
    case COMMAND_LIST: return command_list(options);
    case COMMAND_SHOW: return command_show(options);
    case COMMAND_PLAN: return command_plan(options);
    case COMMAND_RUN: return options->unit ? command_units(options) : command_run(options);
    case COMMAND_PROVE: return command_prove(options);
    case COMMAND_LINT: return command_lint(options);
    case COMMAND_COVERAGE: return command_coverage(options);
    case COMMAND_TUNE: return command_tune(options);
    case COMMAND_VALIDATE:
    case COMMAND_BENCH: break; /* main() sends these elsewhere */
    }
    return EXIT_USAGE;
}

/* Pipes of workers must not land on the descriptors of a closed standard stream. */
static void open_standard_streams(void)
{
    int file;
    do {
        file = open("/dev/null", O_RDWR);
    } while (file >= 0 && file <= 2);
    if (file > 2)
        close(file);
}

/* `assay run --resume LOG`: what the log's run was told, and after it what is told now. */
static int go_on(const char *log, const char *program, int count, char **words)
{
    options options;
    assay_error error = {0};
    int code = EXIT_USAGE;
    char **all = resumed_words(log, words, &count, &error);
    if (all && options_read(&options, program, COMMAND_RUN, count, all, NULL, &error))
        code = perform(&options);
    else
        assay_print_error(&error);
    resumed_words_free(all);
    return code;
}

static int run_command(int argc, char **argv)
{
    options options;
    assay_error error = {0};
    if (argc < 2)
        return usage(NULL);
    if (strcmp(argv[1], "--version") == 0)
        return version();
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        options_overview(stdout);
        return EXIT_PASS;
    }
    command command = command_from_name(argv[1]);
    if (!command)
        return usage(argv[1]);
    if (command == COMMAND_VALIDATE)
        return command_validate(argv[0], argc - 1, argv + 1);
    if (command == COMMAND_BENCH)
        return command_bench(argv[0], argc - 1, argv + 1);
    if (!options_read(&options, argv[0], command, argc - 1, argv + 1, NULL, &error)) {
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    if (options.help) {
        options_help(command, stdout);
        options_exit_codes(command, stdout);
        return EXIT_PASS;
    }
    if (options.resume && !options.query_count)
        return go_on(options.resume, argv[0], argc - 1, argv + 1);
    return perform(&options);
}

int main(int argc, char **argv)
{
    open_standard_streams();
    if (argc >= 3 && strcmp(argv[1], "--worker") == 0)
        return serve_jobs(argv[2], argc > 3 && strcmp(argv[3], "checked") == 0,
                          argc > 4 && strcmp(argv[4], "metal4") == 0);
    int code = run_command(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "assay: standard output could not be written; what it says is incomplete\n");
    return code == EXIT_PASS || code == EXIT_SKIPPED ? EXIT_INTERNAL : code;
}
