/* resumed_words.c: naming its log is enough to go on with a run that was killed: its options and queries are there. */
#include "resumed_words.h"
#include "../base/json.h"
#include "../base/text.h"
#include "../output/log.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    char **words;
    int count;
} found;

/* Whether a word names a log, which the new command line does itself; `*value`: the next word is that name. */
static bool names_log(const char *word, bool *value)
{
    static const char *const options[] = {"--log", "--resume"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i]);
        if (strncmp(word, options[i], length) == 0 && (!word[length] || word[length] == '=')) {
            *value = !word[length];
            return true;
        }
    }
    return false;
}

static void add(found *found, const char *word)
{
    char **grown = realloc(found->words, ((size_t)found->count + 2) * sizeof *grown);
    if (!grown)
        return;
    found->words = grown;
    found->words[found->count++] = text_copy(word);
    found->words[found->count] = NULL;
}

/* A command's words: the program, its subcommand, options and queries. */
static bool visit(void *context, const json_value *line)
{
    const json_value *command = strcmp(json_text(line, "type"), "run") == 0 ? json_get(line, "command") : NULL;
    const json_value *word = command && command->kind == JSON_ARRAY && command->first ? command->first->next : NULL;
    if (!word || word->kind != JSON_STRING || strcmp(word->string, "run") != 0)
        return !command;
    bool value = false;
    for (; word; word = word->next) {
        if (value || word->kind != JSON_STRING)
            value = false;
        else if (!names_log(word->string, &value))
            add(context, word->string);
    }
    return false;
}

char **resumed_words(const char *path, char *const *words, int *count, assay_error *error)
{
    found found = {0};
    if (!assay_log_read(path, visit, &found, error))
        return NULL;
    if (!found.count) {
        assay_fail(error, path, 0, "the log does not say which `assay run` wrote it; give the queries");
        return NULL;
    }
    for (int i = 1; i < *count; i++)
        add(&found, words[i]);
    *count = found.count;
    return found.words;
}

void resumed_words_free(char **words)
{
    for (char **word = words; word && *word; word++)
        free(*word);
    free(words);
}
