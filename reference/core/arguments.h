/* arguments.h: the arguments of a reference call, checked once at its start.
 *
 *     REFERENCE(vector_add)
 *     {
 *         if (!arguments_are(call, "aa"))
 *             return;
 *         const reference_array *a = argument_array(call, 0); … */
#ifndef ASSAY_REFERENCE_ARGUMENTS_H
#define ASSAY_REFERENCE_ARGUMENTS_H
#include "reference.h"

/* Whether the call has exactly these arguments: `a` an array, `n` a number (an array of one element serves as one).
 * Otherwise sets call->error, and the reference returns at once. */
bool arguments_are(reference_call *call, const char *kinds);

const reference_array *argument_array(const reference_call *call, size_t n);
double argument_number(const reference_call *call, size_t n);
size_t argument_size(const reference_call *call, size_t n); /* a count: the number, or 0 if negative */

/* All components of an array as doubles, `lanes` per element, tight. NULL with call->error if memory is short; the
 * caller frees. Several times faster than asking for one component after the other. */
double *argument_numbers(reference_call *call, size_t n);
#endif
