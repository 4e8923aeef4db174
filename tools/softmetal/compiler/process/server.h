/* server.h: runs of a program by a server of it (serve/serve.h), which this process starts at the first. */
#ifndef SOFTMETAL_SERVER_H
#define SOFTMETAL_SERVER_H
#include <stdbool.h>

/* Runs argv, whose first is a path, on standard input, output and errors; after `seconds` it is killed. *status is as
 * of waitpid(). False if no server did, and nothing ran. */
bool sm_server_run(const char *const *argv, const int file[3], unsigned seconds, int *status);
#endif
