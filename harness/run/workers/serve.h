/* serve.h: what a worker process does: open a device, then run jobs until its parent closes the pipe. */
#ifndef ASSAY_SERVE_H
#define ASSAY_SERVE_H
#include <stdbool.h>

/* Reads jobs from standard input and answers on standard output. Returns the process's exit code. */
int serve_jobs(const char *device, bool checked, bool host4);
#endif
