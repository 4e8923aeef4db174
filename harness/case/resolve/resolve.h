/* resolve.h: what an instance consists of, each part computed from its text; between instance.c and resolve_*.c. */
#ifndef ASSAY_RESOLVE_H
#define ASSAY_RESOLVE_H
#include "../declare/cursor.h"
#include "../internal.h"

enum { MOST_THREADS = 1024, MOST_THREADGROUP_MEMORY = 1 << 20, MOST_BYTES = 4096 };
enum {
    LARGEST_TEXTURE = 16384,
    LARGEST_DEPTH = 2048,
    LARGEST_TEXTURE_BUFFER = 1 << 24,
    MOST_LEVELS = 15,
    MOST_SAMPLES = 8
};
#define MOST_ELEMENTS (INT64_C(1) << 32)
enum { MOST_COMMANDS = 16384 }; /* of an indirect command buffer */

/* ---- Lines */
expression_scope *resolve_at_line(case_box *box, int line);
cursor resolve_cursor_in(case_box *box, const char *text, int line, assay_error *error);
const char *resolve_substitute(case_box *box, const char *text);
void resolve_set_name(case_box *box, const char *name, int64_t value);
void resolve_set_names(case_box *box, const char *const names[4], const uint32_t value[3]);
bool resolve_grids(case_box *box, const case_file *file, assay_error *error);
int32_t resolve_argument_named(const case_instance *instance, const char *name);
/* Places of a list: in order, buffers and textures apart, an @n continues from there; without a list as declared. */
bool resolve_bind(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error);
bool resolve_barriers(case_box *box, const case_file *file, assay_error *error);
/* A type's name, or vec<SCALAR, N>, which for one component is the scalar, so that a case may go through all widths. */
bool resolve_type_from_text(case_box *box, const char *text, int line, assay_type *type, assay_error *error);
/* Names of visible functions, each with one of `separators` or the end after it. */
bool resolve_names_of(case_box *box, const char *text, const char *separators, int line, const char *const **names,
                      size_t *count, assay_error *error);
/* resolve_view.c: `view of IMAGE, …`, of a texture declared before. */
bool resolve_view(case_box *box, const declared_argument *from, case_argument *to, assay_error *error);
/* resolve_blit.c */
bool resolve_blits(case_box *box, const case_file *file, assay_error *error);
bool resolve_arguments(case_box *box, const case_file *file, assay_error *error);
void resolve_macros(case_box *box, const case_file *file);
bool resolve_constants(case_box *box, const case_file *file, assay_error *error);
bool resolve_threadgroup_memory(case_box *box, const case_file *file, assay_error *error);
/* The argument that is an indirect command buffer with command `n`; -1 with an error. */
int32_t resolve_commands_named(case_box *box, cursor *c, const char *name, uint32_t n);
bool resolve_options(case_box *box, const case_file *file, assay_error *error);
bool resolve_logs(case_box *box, const case_file *file);
bool resolve_reflections(case_box *box, const case_file *file, assay_error *error);
bool resolve_expectations(case_box *box, const case_file *file, assay_error *error);
/* What can be swept: one buffer of floats in, one out, an element of both for each thread. */
bool resolve_swept(case_box *box, const case_file *file, assay_error *error);
#endif
