/* command_lint.c: `assay lint`. Findings go to standard output, one per line. */
#include "../case/inventory/lint.h"
#include "subcommands.h"
#include "../base/home.h"
#include "../run/ledger.h"
#include <string.h>
#include <unistd.h>

int command_lint(const options *options)
{
    /* Whether sources and cases belong together shows only where both are: an installed tree has no sources. */
    char sources[1024];
    bool own = strcmp(options->cases, home_cases()) == 0 &&
               access(home_path("reference/core/reference_test.c", sources, sizeof sources), R_OK) == 0;
    int findings = assay_lint(options->cases, own ? home_directory() : NULL, stdout);
    if (findings)
        fprintf(stderr, "%d finding%s\n", findings, findings == 1 ? "" : "s");
    return findings ? EXIT_FAIL : EXIT_PASS;
}
