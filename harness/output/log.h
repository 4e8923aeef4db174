/* log.h: the log of a run, JSON lines as LOG.md describes them.
 *
 * A line reaches the file with one write(2), so that the log is valid at any moment. A log that can no longer be
 * written (disk full, directory gone) says so once and is then silent; the run goes on and reports the loss at its end.
 */
#ifndef ASSAY_LOG_H
#define ASSAY_LOG_H
#include "../base/error.h"
#include "../base/json.h"

typedef struct assay_log assay_log;

/* Starts a new log, replacing what `path` held; directories on the way are made. */
assay_log *assay_log_create(const char *path, assay_error *error);
/* Opens a log to go on after its last complete line; a torn last line is cut off. */
assay_log *assay_log_append(const char *path, assay_error *error);
/* Writes the object in `line` (without a newline) and clears it. False once writing has failed. */
bool assay_log_line(assay_log *log, text *line);
/* Waits until what was written is on the disk, so that it outlives the machine's end. */
void assay_log_sync(const assay_log *log);
/* Why writing failed, or NULL. */
const assay_error *assay_log_failure(const assay_log *log);
void assay_log_close(assay_log *log);

/* Calls `visit` with every line of a log in order until it returns false. A torn last line is passed over, another line
 * that is no JSON object is an error with its number. */
bool assay_log_read(const char *path, bool (*visit)(void *context, const json_value *line), void *context,
                    assay_error *error);
#endif
