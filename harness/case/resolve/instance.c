/* instance.c: one subcase with all its expressions computed. Texts of the header get their parameters' values first;
 * numbers are evaluated in the order in which they can depend on each other: dispatches, then all else. */
#include "resolve.h"
#include "../internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file with its header, so that lines count from its top; a program that says itself where its lines stand goes
 * without, and files that differ in their headers alone are compiled once. */
static const char *program_of(const case_file *file)
{
    const char *body = file->source + file->body;
    return strncmp(body, "#line", 5) == 0 ? body : file->source;
}

static void start(case_box *box, const assay_case *of, size_t subcase, uint32_t simd_width)
{
    const case_file *file = of->file;
    size_t variables = axes_name_count(&file->subcases);
    case_value *values = arena_take(&box->memory, variables + 1, sizeof *values);
    axes_row(&file->subcases, subcase, values);
    box->scope = (expression_scope){.file = file->path,
                                    .parameters = of->parameters,
                                    .parameter_count = of->parameter_count,
                                    .variables = values,
                                    .variable_count = variables,
                                    .names = box->names};
    resolve_set_name(box, "simd_width", simd_width);
    if (of->msl) /* as __METAL_VERSION__: 320 */
        resolve_set_name(box, "msl", 100 * (of->msl >> 16) + 10 * (of->msl & 0xffff));
    box->instance = (case_instance){.of = of,
                                    .variables = values,
                                    .variable_count = variables,
                                    .sweep = -1,
                                    .source = program_of(file),
                                    .must_reject = file->must_reject,
                                    .no_pipeline = file->no_pipeline,
                                    .reject_words = file->reject_words,
                                    .reject_line = file->reject_line,
                                    .control = file->control,
                                    .grade = file->grade,
                                    .refusal = file->refusal};
}

case_instance *case_instantiate(const assay_case *of, size_t subcase, uint32_t simd_width, assay_error *error)
{
    const case_file *file = of->file;
    case_box *box = calloc(1, sizeof *box);
    if (!box || subcase >= of->subcase_count) {
        assay_fail(error, file->path, 0, box ? "`%s` has no subcase %zu" : "out of memory for `%s`, subcase %zu",
                   of->name, subcase);
        free(box);
        return NULL;
    }
    start(box, of, subcase, simd_width);
    resolve_macros(box, file);
    if (resolve_grids(box, file, error) && resolve_arguments(box, file, error) && resolve_blits(box, file, error) &&
        resolve_options(box, file, error) && resolve_constants(box, file, error) &&
        resolve_threadgroup_memory(box, file, error) && resolve_barriers(box, file, error) &&
        resolve_reflections(box, file, error) && resolve_logs(box, file) && resolve_expectations(box, file, error) &&
        resolve_swept(box, file, error))
        return &box->instance;
    case_instance_destroy(&box->instance);
    return NULL;
}

void case_instance_destroy(case_instance *instance)
{
    if (!instance)
        return;
    case_box *box = (case_box *)instance;
    arena_free(&box->memory);
    free(box);
}
