/* logged.c: compares messages. MSL promises no order between threads, so they are a multiset. */
#include "logged.h"
#include <stdlib.h>
#include <string.h>

static size_t separator(const char *at)
{
    return strspn(at, ", ");
}

/* Equal but for what stands between components: any run of commas and blanks is one. */
static bool same_message(const char *a, const char *b)
{
    while (*a && *b) {
        size_t skip_a = separator(a), skip_b = separator(b);
        if ((skip_a == 0) != (skip_b == 0) || (!skip_a && *a != *b))
            return false;
        a += skip_a ? skip_a : 1;
        b += skip_b ? skip_b : 1;
    }
    return !*a && !*b;
}

/* The first message that equals this one and has not been taken, or `count`. */
static size_t find(metal_log *log, size_t count, const bool *taken, const char *wanted)
{
    for (size_t n = 0; n < count; n++)
        if (!taken[n] && same_message(metal_log_line(log, n), wanted))
            return n;
    return count;
}

static bool compare(const case_instance *instance, metal_log *log, size_t count, bool *taken, text *difference,
                    int *line)
{
    for (size_t i = 0; i < instance->log_count; i++) {
        if (!instance->logs[i].text)
            continue;
        size_t n = find(log, count, taken, instance->logs[i].text);
        *line = instance->logs[i].line;
        if (n == count) {
            text_format(difference, "`%s` has not arrived", instance->logs[i].text);
            break;
        }
        taken[n] = true;
    }
    for (size_t n = 0; n < count; n++)
        if (!taken[n]) {
            text_format(difference, "%s`%s` arrived", *text_string(difference) ? ", but " : "", metal_log_line(log, n));
            break;
        }
    return !*text_string(difference);
}

/* Of one thread's messages the first arrive, as they were logged: at least one, and not all. */
static bool compare_overflow(const case_instance *instance, metal_log *log, size_t count, text *difference, int *line)
{
    if (count == 0)
        text_add(difference, "no message has arrived, but the buffer has space for one");
    if (count >= instance->log_count)
        text_add(difference, "every message has arrived, more than the buffer holds");
    for (size_t n = 0; n < count && !*text_string(difference); n++) {
        *line = instance->logs[n].line;
        if (!instance->logs[n].text || !same_message(metal_log_line(log, n), instance->logs[n].text))
            text_format(difference, "`%s` arrived in place of `%s`", metal_log_line(log, n),
                        instance->logs[n].text ? instance->logs[n].text : "none");
    }
    return !*text_string(difference);
}

bool logged_as_expected(const case_instance *instance, metal_log *log, text *difference, int *line)
{
    size_t wanted = 0;
    *line = instance->logs[0].line;
    for (size_t i = 0; i < instance->log_count; i++)
        wanted += instance->logs[i].text != NULL;
    size_t count = metal_log_wait(log, wanted);
    if (instance->options.log_overflow)
        return compare_overflow(instance, log, count, difference, line);
    bool *taken = calloc(count + 1, sizeof *taken);
    if (!taken) {
        text_add(difference, "there is no memory to compare messages");
        return false;
    }
    bool good = compare(instance, log, count, taken, difference, line);
    free(taken);
    return good;
}
