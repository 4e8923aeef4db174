/* command_list.c: `assay list`. Names on standard output, one per line, so that they can be piped; how many there are
 * on standard error. */
#include "subcommands.h"
#include "../run/session.h"

int command_list(const options *options)
{
    assay_error error = {0};
    plan plan;
    if (!plan_make(&plan, options, &error)) {
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < plan.count; i++)
        printf("%s\n", plan.item[i].it->name);
    fflush(stdout);
    fprintf(stderr, "%zu case%s in %zu file%s\n", plan.count, plan.count == 1 ? "" : "s", plan.file_count,
            plan.file_count == 1 ? "" : "s");
    plan_clear(&plan);
    return EXIT_PASS;
}
