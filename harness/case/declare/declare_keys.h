/* declare_keys.h: the keys of a header, between the files declare*.c. */
#ifndef ASSAY_DECLARE_KEYS_H
#define ASSAY_DECLARE_KEYS_H
#include "cursor.h"
#include "../internal.h"

cursor declare_cursor_on(case_file *file, const header_entry *entry, assay_error *error);
/* Words separated by blanks. */
bool declare_words(cursor *c, const char ***list, size_t *count);
bool declare_distinct(cursor *c, const char *const *list, size_t count);
/* ---- What it is about */
bool declare_key_title(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_verifies(case_file *file, const header_entry *entry, assay_error *error);
/* sweep: INPUT */
bool declare_key_sweep(case_file *file, const header_entry *entry, assay_error *error);
/* generate: NAME(INPUT) */
bool declare_key_generate(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_note(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_requires(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_math(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_functions(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_msl(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_for(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_subcases(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_tune(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_dispatch(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_threadgroup(case_file *file, const header_entry *entry, assay_error *error);
/* blit: copy …, fill … or generate_mipmaps …, behind the dispatches above */
bool declare_key_blit(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_constant(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_macro(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_argument(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_expect(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_compare(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_reject(case_file *file, const header_entry *entry, assay_error *error);
/* no_pipeline: WORDS, of the error that the only kernel gives instead of a pipeline */
bool declare_key_no_pipeline(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_options(case_file *file, const header_entry *entry, assay_error *error);
/* reflect: [KERNEL:] PATH = VALUE [, …] */
bool declare_key_reflect(case_file *file, const header_entry *entry, assay_error *error);
/* expect_log: LEVEL [SUBSYSTEM:CATEGORY] TEXT, or `none` */
bool declare_key_expect_log(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_control(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_grade(case_file *file, const header_entry *entry, assay_error *error);
/* refusal: WHY */
bool declare_key_refusal(case_file *file, const header_entry *entry, assay_error *error);
/* alone: WHY */
bool declare_key_alone(case_file *file, const header_entry *entry, assay_error *error);
/* before: WHY */
bool declare_key_before(case_file *file, const header_entry *entry, assay_error *error);
bool declare_key_mutant(case_file *file, const header_entry *entry, assay_error *error);
bool declare_complete(const case_file *file, assay_error *error);
bool declare_names_unique(case_file *file, assay_error *error);
/* Marks what tensors have as planes. */
bool declare_mark_planes(case_file *file, assay_error *error);
/* Marks what argument buffers hold, `ID NAME, …`. */
bool declare_mark_members(case_file *file, assay_error *error);
/* Arguments take the indices of their table in order of declaration, an @n continues from there. */
bool declare_place_arguments(case_file *file, assay_error *error);
/* With the rule above two arguments may meet at an index only if dispatches name their arguments; then instance.c
 * decides. */
bool declare_check_outs(case_file *file, assay_error *error);
#endif
