/* arguments.c: a reference states the shape of its argument list as a string of kinds; everything after that may rely
 * on it. */
#include "arguments.h"
#include <stdlib.h>
#include <string.h>

bool arguments_are(reference_call *call, const char *kinds)
{
    if (call->argument_count != strlen(kinds)) {
        call->error = "wrong number of arguments";
        return false;
    }
    for (size_t n = 0; n < call->argument_count; n++) {
        const reference_array *array = call->argument[n].array;
        if (kinds[n] == 'a' && !array) {
            call->error = "an argument should name a buffer or texture";
            return false;
        }
        if (kinds[n] == 'n' && array && array->count != 1) {
            call->error = "an argument should be a number";
            return false;
        }
    }
    return true;
}

const reference_array *argument_array(const reference_call *call, size_t n)
{
    return call->argument[n].array;
}

double argument_number(const reference_call *call, size_t n)
{
    const reference_array *array = call->argument[n].array;
    return array ? array_number(array, 0, 0) : call->argument[n].number;
}

size_t argument_size(const reference_call *call, size_t n)
{
    double number = argument_number(call, n);
    return number > 0 ? (size_t)number : 0;
}

double *argument_numbers(reference_call *call, size_t n)
{
    const reference_array *array = call->argument[n].array;
    size_t lanes = array->type.lanes;
    double *numbers = malloc((array->count * lanes + 1) * sizeof *numbers);
    if (!numbers) {
        call->error = "out of memory";
        return NULL;
    }
    if (array->type.scalar == SCALAR_FLOAT && array->type.stride == lanes * sizeof(float)) {
        const float *from = array->data;
        for (size_t k = 0; k < array->count * lanes; k++)
            numbers[k] = (double)from[k];
        return numbers;
    }
    for (size_t i = 0; i < array->count; i++)
        for (unsigned lane = 0; lane < lanes; lane++)
            numbers[i * lanes + lane] = array_number(array, i, lane);
    return numbers;
}
