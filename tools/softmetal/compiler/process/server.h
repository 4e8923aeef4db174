/* server.h: runs of a program by a server of it (serve/serve.h), which this process starts at the first. */
#ifndef SOFTMETAL_SERVER_H
#define SOFTMETAL_SERVER_H
#include "../store/pack.h"
#include <stdbool.h>

/* Runs argv, whose first is a path, on standard input, output and errors; after `seconds` it is killed. With `first`
 * the server is one that was started with argv and has read that; otherwise one that takes argv with each request.
 * *status is as of waitpid(). False if no server did, and nothing ran. */
bool sm_server_run(const char *const *argv, const sm_bytes *first, const int file[3], unsigned seconds, int *status);

/* A file in memory (memfd) with the content, to be read from its start; -1 if there can be none. */
int sm_memory_file(sm_bytes content);
#endif
