/* command_devices.c: `assay devices`. Not a run: it opens the device in its own process. */
#include "subcommands.h"
#include "../run/ledger.h"
#include "../run/session.h"
#include <stdlib.h>

static void export(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
}

int command_devices(const options *options)
{
    assay_error error = {0};
    export("SOFTMETAL_PERSONALITY", options->personality);
    bool good = options->self_check ? metal_selfcheck(options->device, &error) : metal_list_devices(&error);
    fflush(stdout);
    if (*error.text)
        assay_print_error(&error);
    if (good)
        return EXIT_PASS;
    return options->self_check && !*error.text ? EXIT_FAIL : EXIT_USAGE;
}
