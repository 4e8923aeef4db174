/* resumed_words.h: what `--resume LOG` goes on with when it is given no queries: the command that wrote the log. */
#ifndef ASSAY_RESUMED_WORDS_H
#define ASSAY_RESUMED_WORDS_H
#include "../base/error.h"

/* The words of the first run of the log at `path`, without the name of the log, and behind them `words` but the first,
 * so that what is given now counts. `words` and `*count` are those of a command line from its subcommand on. The result
 * is ended by NULL and freed with resumed_words_free; NULL if the log cannot be read, or is of no `assay run`: then the
 * error has a sentence. */
char **resumed_words(const char *path, char *const *words, int *count, assay_error *error);
void resumed_words_free(char **words);
#endif
