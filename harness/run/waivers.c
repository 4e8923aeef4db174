/* waivers.c: reads the expectation file and applies it to outcomes. A waiver is a debt: it names where it is discussed
 * and when it lapses, and it is an error as soon as it no longer describes anything. */
#include "waivers.h"
#include "../base/json.h"
#include "../base/text.h"
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 8, LONGEST_LINE = 4096 };
static const char header[] = "chip\tos\tcase\tlink\tsince\texpires\tflaky\treason";

/* The first version in a text as major << 8 | minor, 0 if there is none. */
static uint32_t os_version(const char *text)
{
    while (text && *text && !isdigit((unsigned char)*text))
        text++;
    unsigned major = 0, minor = 0;
    if (!text || sscanf(text, "%u.%u", &major, &minor) < 1)
        return 0;
    return (major & 0xffff) << 8 | (minor & 0xff);
}

bool os_in_range(const char *version, const char *range)
{
    if (strcmp(range, "*") == 0)
        return true;
    uint32_t at = os_version(version);
    if (strncmp(range, "..", 2) == 0)
        return at <= os_version(range + 2);
    const char *dash = strchr(range, '-');
    if (!dash)
        return at == os_version(range);
    bool open_end = !dash[1];
    return at >= os_version(range) && (open_end || at <= os_version(dash + 1));
}

static bool valid_range(const char *range)
{
    if (strcmp(range, "*") == 0)
        return true;
    range += strncmp(range, "..", 2) == 0 ? 2 : 0;
    return isdigit((unsigned char)*range) && strspn(range, "0123456789.-") == strlen(range);
}

static bool valid_date(const char *date)
{
    if (strlen(date) != 10 || date[4] != '-' || date[7] != '-')
        return false;
    return strspn(date, "0123456789-") == 10;
}

static bool check_fields(const waivers *waivers, int line, char *const *field, const char *today, assay_error *error)
{
    const char *path = waivers->path;
    for (int i = 0; i < COLUMNS; i++)
        if (!*field[i])
            return assay_fail(error, path, line, "an empty column; a waiver needs all of: %s", header);
    if (!valid_range(field[1]))
        return assay_fail(error, path, line,
                          "`%s` is no range of OS versions; write *, 14.1, 14.0-15.2, 15.0- or ..26.5", field[1]);
    if (!strstr(field[3], "://"))
        return assay_fail(error, path, line, "`%s` is no link; say where the problem is reported", field[3]);
    for (int i = 4; i <= 5; i++)
        if (!valid_date(field[i]))
            return assay_fail(error, path, line, "`%s` is no date; write YYYY-MM-DD", field[i]);
    if (strcmp(field[6], "yes") != 0 && strcmp(field[6], "no") != 0)
        return assay_fail(error, path, line, "flaky is yes or no, not `%s`", field[6]);
    if (strcmp(field[5], today) < 0)
        return assay_fail(error, path, line, "the waiver for %s expired on %s; renew or remove it", field[2], field[5]);
    return true;
}

static bool add(waivers *waivers, int line, char *const *field, assay_error *error)
{
    waiver *grown = realloc(waivers->item, (waivers->count + 1) * sizeof *grown);
    if (!grown)
        return assay_fail(error, waivers->path, line, "out of memory");
    waivers->item = grown;
    grown[waivers->count++] = (waiver){.chip = text_copy(field[0]),
                                       .os = text_copy(field[1]),
                                       .cases = text_copy(field[2]),
                                       .link = text_copy(field[3]),
                                       .since = text_copy(field[4]),
                                       .expires = text_copy(field[5]),
                                       .reason = text_copy(field[7]),
                                       .flaky = strcmp(field[6], "yes") == 0,
                                       .line = line};
    return true;
}

static bool read_lines(waivers *waivers, FILE *file, const char *today, assay_error *error)
{
    char line[LONGEST_LINE];
    bool started = false;
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = 0;
        if (!*line || *line == '#')
            continue;
        if (!started && strcmp(line, header) != 0)
            return assay_fail(error, waivers->path, number, "the first line must name the columns: %s", header);
        char *field[COLUMNS];
        if (started) {
            size_t count = text_columns(line, field, COLUMNS);
            if (count != COLUMNS)
                return assay_fail(error, waivers->path, number, "%zu columns, a waiver has %d, separated by tabs",
                                  count, COLUMNS);
            if (!check_fields(waivers, number, field, today, error) || !add(waivers, number, field, error))
                return false;
        }
        started = true;
    }
    return true;
}

bool waivers_read(waivers *waivers, const char *path, const char *today, assay_error *error)
{
    *waivers = (struct waivers){.path = text_copy(path)};
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT || assay_fail(error, path, 0, "cannot read the waivers: %s", strerror(errno));
    bool good = read_lines(waivers, file, today, error);
    fclose(file);
    return good;
}

void waivers_clear(waivers *waivers)
{
    for (size_t i = 0; i < waivers->count; i++) {
        waiver *it = &waivers->item[i];
        char *strings[] = {it->chip, it->os, it->cases, it->link, it->since, it->expires, it->reason};
        for (size_t j = 0; j < sizeof strings / sizeof *strings; j++)
            free(strings[j]);
    }
    free(waivers->item);
    free(waivers->path);
    *waivers = (struct waivers){0};
}

bool waivers_all_match(const waivers *waivers, const char *const *names, size_t count, assay_error *error)
{
    for (size_t i = 0; i < waivers->count; i++) {
        bool found = false;
        for (size_t j = 0; j < count && !found; j++)
            found = fnmatch(waivers->item[i].cases, names[j], 0) == 0;
        if (!found)
            return assay_fail(error, waivers->path, waivers->item[i].line,
                              "the waiver for `%s` matches no case; correct or remove it", waivers->item[i].cases);
    }
    return true;
}

/* ---- On a device */

/* 9 of "apple9"; 0 if it is none of these. */
static unsigned apple_family(const char *name, const char **end)
{
    unsigned number = 0;
    int used = 0;
    if (sscanf(name, "apple%u%n", &number, &used) != 1)
        return 0;
    *end = name + used;
    return number;
}

static unsigned newest_family(const waivers_device *device)
{
    unsigned newest = 0;
    const char *end;
    for (size_t i = 0; i < device->family_count; i++) {
        unsigned family = apple_family(device->families[i], &end);
        newest = family > newest ? family : newest;
    }
    return newest;
}

static bool fits_chip(const char *chip, const waivers_device *device)
{
    const char *end = "";
    unsigned family = apple_family(chip, &end);
    if (!family || (*end && strcmp(end, "+") != 0))
        return fnmatch(chip, device->name, 0) == 0;
    unsigned newest = newest_family(device);
    return *end ? newest >= family : newest == family;
}

const waiver *waivers_find(const waivers *waivers, const waivers_device *device, const char *name)
{
    for (size_t i = 0; i < waivers->count; i++) {
        const waiver *it = &waivers->item[i];
        if (fits_chip(it->chip, device) && (!device->os || os_in_range(device->os, it->os)) &&
            fnmatch(it->cases, name, 0) == 0)
            return it;
    }
    return NULL;
}

static void note_waiver(outcome *outcome, const waiver *it)
{
    text members = {0};
    json_string(&members, "reason", it->reason);
    json_string(&members, "link", it->link);
    json_string(&members, "since", it->since);
    free(outcome->waiver);
    outcome->waiver = text_copy(text_string(&members));
    text_free(&members);
    outcome_decide(outcome, VERDICT_WAIVED, "%s (%s, known since %s)", it->reason, it->link, it->since);
}

void waivers_apply(const waivers *waivers, const waivers_device *device, const char *name, outcome *outcome)
{
    const waiver *it = waivers_find(waivers, device, name);
    bool failed = outcome->verdict == VERDICT_FAIL || outcome->verdict == VERDICT_CRASH ||
                  outcome->verdict == VERDICT_TIMEOUT || outcome->verdict == VERDICT_DEVICE_ERROR;
    if (it && failed)
        note_waiver(outcome, it);
    else if (it && outcome->verdict == VERDICT_PASS && !it->flaky)
        outcome_decide(outcome, VERDICT_UNEXPECTED_PASS, "%s:%d waives this case, but it passes; remove the waiver",
                       waivers->path, it->line);
}

/* ---- Dates */

/* Days of the Gregorian calendar since a fixed one, years counted from March. */
static long day_number(const char *date)
{
    long year = 0, month = 1, day = 1;
    sscanf(date, "%ld-%ld-%ld", &year, &month, &day);
    year -= month < 3;
    long since_march = (month + 9) % 12;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * since_march + 2) / 5 + day;
}

long waivers_days(const char *from, const char *to)
{
    return day_number(to) - day_number(from);
}

const char *waivers_today(char *buffer, size_t size)
{
    time_t now = time(NULL);
    struct tm local;
    strftime(buffer, size, "%Y-%m-%d", localtime_r(&now, &local));
    return buffer;
}
