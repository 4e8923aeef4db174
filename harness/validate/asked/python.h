/* python.h: a function of the user's in Python, called in a process of its own. */
#ifndef ASSAY_PYTHON_H
#define ASSAY_PYTHON_H
#include "../../base/error.h"

typedef struct python python;

/* Starts the interpreter (NULL: the one that tools/python finds) and loads `file`, which must have the function. Each
 * call may take `timeout` seconds. NULL with a sentence that names the file and, where there is one, its line. */
python *python_start(const char *file, const char *function, const char *interpreter, double timeout,
                     assay_error *error);
/* Asks for one result: `request` is a line of JSON as harness/validate/asked/call_reference.py reads it; the result
 * lies in the files that it names. False with a sentence; `*raised` says whether it is the function that raised an
 * exception for these inputs, so that others may have a result. */
bool python_ask(python *python, const char *request, bool *raised, assay_error *error);
/* Ends the process; `python` may be NULL. */
void python_end(python *python);
#endif
