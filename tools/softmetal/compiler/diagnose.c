/* diagnose.c: clang's diagnostics in the words and at the places that the program's author knows.
 *
 * Each line of clang's output is taken apart; places in the rewritten text become places in the author's by the tokens
 * that were printed there; an error inside a header moves to the author's line that led to it; types lose the names
 * that the headers give them. */
#include "protocol.h"
#include "rewrite/source.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Growing text */

typedef struct text {
    char *at;
    size_t size, room;
    bool failed;
} text;

static void put(text *t, const char *from, size_t size)
{
    if (t->size + size + 1 > t->room) {
        size_t room = (t->size + size + 1) * 2;
        char *grown = realloc(t->at, room);
        if (!grown) {
            t->failed = true;
            return;
        }
        t->at = grown;
        t->room = room;
    }
    memcpy(t->at + t->size, from, size);
    t->at[t->size += size] = 0;
}

static void put_text(text *t, const char *from)
{
    put(t, from, strlen(from));
}

/* ---- Places */

typedef struct place {
    unsigned line, column; /* 1-based; line 0: none */
    size_t offset;         /* in the author's text */
    size_t printed;        /* in the rewritten text */
    const char *name;      /* what #line calls the file; NULL: SM_SOURCE_NAME */
    size_t name_size;
    unsigned shown; /* the line's number, which #line may have set; 0: `line` */
} place;

/* Where a line starts, or the end of the text. */
static size_t line_start(const char *text, size_t size, unsigned line)
{
    const char *p = text, *end = text + size;
    for (; line > 1 && p < end; line--) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        p = newline ? newline + 1 : end;
    }
    return (size_t)(p - text);
}

/* The last token that was printed at or before an offset of the rewritten text. */
static uint32_t token_at(const sm_source *s, size_t offset)
{
    uint32_t low = 0, high = s->list.count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (s->printed[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* What the author wrote at an offset of the rewritten text: the same byte of a token that was copied, or else the token
 * that what was added belongs to. */
static size_t original_offset(const sm_source *s, size_t offset)
{
    uint32_t i = token_at(s, offset);
    const token *t = &s->list.token[i];
    size_t into = offset - s->printed[i];
    if (into < t->size && t->size <= s->size - s->printed[i] &&
        !memcmp(s->list.source + t->start, s->text + s->printed[i], t->size))
        return t->start + into;
    if (into >= t->size) /* behind it: before the next that is no blank */
        for (i++; i + 1 < s->list.count && s->list.token[i].kind == TOKEN_SPACE; i++) {
        }
    return s->list.token[i].start;
}

/* The author's place for a line and column of the rewritten text. */
static place find_place(const sm_source *s, unsigned line, unsigned column)
{
    size_t start = line_start(s->text, s->size, line), end = start;
    while (end < s->size && s->text[end] != '\n')
        end++;
    place p = {.line = line, .column = 1, .printed = start + column - 1 < end ? start + column - 1 : end};
    size_t offset = original_offset(s, p.printed);
    p.offset = line_start(s->list.source, s->list.size, line);
    const char *newline = memchr(s->list.source + p.offset, '\n', s->list.size - p.offset);
    size_t last = newline ? (size_t)(newline - s->list.source) : s->list.size;
    if (offset < p.offset || offset > last)
        return p; /* what was moved to another line */
    p.column = (unsigned)(offset - p.offset) + 1;
    p.offset = offset;
    return p;
}

/* Reads `#line 12 "name"` or `# 12 "name"` at the start of a line; sets what it gives. */
static bool read_line_directive(const char *p, const char *end, unsigned *number, const char **name, size_t *name_size)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (p == end || *p++ != '#')
        return false;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (end - p > 4 && !memcmp(p, "line", 4))
        p += 4;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    unsigned value = 0;
    const char *digits = p;
    for (; p < end && *p >= '0' && *p <= '9' && value < 100000000; p++)
        value = value * 10 + (unsigned)(*p - '0');
    if (p == digits)
        return false;
    *number = value;
    const char *open = memchr(p, '"', (size_t)(end - p));
    const char *close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (close) {
        *name = open + 1;
        *name_size = (size_t)(close - open - 1);
    }
    return true;
}

/* The line of the text that the author's #line directives make line `number` of the file `name`, or 0. */
static unsigned find_line(const sm_source *s, const char *name, size_t name_size, unsigned number)
{
    const char *file = SM_SOURCE_NAME, *p = s->list.source, *end = p + s->list.size;
    size_t file_size = sizeof SM_SOURCE_NAME - 1;
    unsigned shown = 1;
    for (unsigned line = 1; p < end; line++, shown++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p)), *stop = newline ? newline : end;
        if (read_line_directive(p, stop, &shown, &file, &file_size))
            shown--; /* of the next line */
        else if (shown == number && file_size == name_size && !memcmp(file, name, name_size))
            return line;
        p = newline ? newline + 1 : end;
    }
    return 0;
}

/* ---- Lines of clang's output */

typedef enum { SEVERITY_NONE, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } severity;

typedef struct message {
    severity severity;
    bool own; /* in the author's text */
    place place;
    const char *text;
    size_t size;
} message;

static const struct {
    const char *word;
    severity severity;
} severities[] = {{": fatal error: ", SEVERITY_ERROR},
                  {": error: ", SEVERITY_ERROR},
                  {": warning: ", SEVERITY_WARNING},
                  {": note: ", SEVERITY_NOTE}};

/* Finds `word` in [p, end), or NULL. */
static const char *find(const char *p, const char *end, const char *word)
{
    size_t size = strlen(word);
    for (; (size_t)(end - p) >= size; p++)
        if (!memcmp(p, word, size))
            return p;
    return NULL;
}

/* Reads `FILE:LINE:COLUMN: severity: text`. */
static message read_message(const sm_source *s, const char *p, const char *end)
{
    message m = {0};
    const char *colon = NULL;
    for (size_t i = 0; i < sizeof severities / sizeof *severities; i++) {
        const char *found = find(p, end, severities[i].word);
        if (!found || (colon && found > colon))
            continue;
        colon = found;
        m.severity = severities[i].severity;
        m.text = found + strlen(severities[i].word);
        m.size = (size_t)(end - m.text);
    }
    unsigned number = 0, column = 0;
    const char *name_end = colon;
    for (int colons = 0; name_end && name_end > p && colons < 2;) /* back over `:LINE:COLUMN` */
        colons += *--name_end == ':';
    if (!name_end || name_end == p || sscanf(name_end, ":%u:%u", &number, &column) != 2 || !number || !column)
        return m;
    unsigned line = find_line(s, p, (size_t)(name_end - p), number);
    if (line) {
        m.own = true;
        m.place = find_place(s, line, column);
        m.place.name = p;
        m.place.name_size = (size_t)(name_end - p);
        m.place.shown = number;
    }
    return m;
}

/* ---- Words */

/* Whether text starts with a word. */
static bool is_word(const char *at, size_t left, const char *word)
{
    size_t size = strlen(word);
    return left > size && !memcmp(at, word, size) && at[size] != '_' && !isalnum((unsigned char)at[size]);
}

/* What Metal says of the refused word at a place, or NULL. Words of other languages are refused where clang calls them
 * poisoned; those that the rewriter wrote in any case. */
static const char *refusal(const sm_source *s, const place *p, bool poisoned)
{
    static const struct {
        const char *word, *text;
    } marks[] = {{"__MSL_INDEX", "an index must be an integer of 32 bits"},
                 {"__MSL_LOCAL_TEXTURE", "a local texture variable must have access::read or access::sample"},
                 {"__msl_place_in", "placement new needs a pointer to the address space of the object's type"},
                 {"__MSL_BOUND", "resources at program scope that share an index must have the same type"}};
    const char *at = s->text + p->printed;
    size_t left = s->size - p->printed;
    for (const sm_refusal *r = sm_refusals; r->word; r++) {
        size_t size = strlen(r->word);
        if (left > size && !memcmp(at, r->word, size) && (poisoned || *r->word == '_'))
            return r->text;
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t size = strlen(marks[i].word);
        if (left > size && !memcmp(at, marks[i].word, size) && (poisoned || *marks[i].word == '_'))
            return marks[i].text;
    }
    for (const sm_version *v = sm_versions; v->name && poisoned; v++)
        if (v->kind < SM_SINCE_CLANG && is_word(at, left, v->written))
            return v->text;
    return NULL;
}

/* Programs before Metal 4.0 are of C++14, which clang is not asked for. It warns of what C++17 has besides
 * (rewrite/refusals.c): most of that it takes in C++14, too, and nothing is said of it. */
static const char beyond[] = "incompatible with C++ standards before C++17",
                  deduced[] = "class template argument deduction is incompatible with C++ standards before C++17";

bool sm_source_beyond(unsigned version, const char *clang_output)
{
    return version < 400 && clang_output && strstr(clang_output, deduced);
}

/* What is to be added if a message is about a name of the library that the program's version does not have. */
static const char *later_name(const char *text, const char *end, unsigned version)
{
    static const char *const heads[] = {"use of undeclared identifier '", "unknown type name '", "no template named '",
                                        "no member named '"};
    static const char renamed[] = "__msl_name_";
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        size_t size = strlen(heads[i]);
        if ((size_t)(end - text) <= size || memcmp(text, heads[i], size) != 0)
            continue;
        if ((size_t)(end - text) > size + sizeof renamed && !memcmp(text + size, renamed, sizeof renamed - 1))
            size += sizeof renamed - 1;
        for (const sm_version *v = sm_versions; v->name; v++)
            if (v->kind == SM_SINCE_NAMED && version && version < v->version &&
                is_word(text + size, (size_t)(end - text) - size, v->name))
                return v->text;
    }
    return NULL;
}

static const struct replacement {
    const char *from, *to;
} replacements[] = {
    {"@gap: ", SM_LOG_GAP}, /* as the headers say it */
    {"const __constant ", "constant "},
    {"__constant ", "constant "},
    {" __local'", "' in threadgroup memory"},
    {"__global ", "device "},
    {"__local ", "threadgroup "},
    {"__private ", ""},
    {"__generic ", ""},
    {"use of type 'double' requires cl_khr_fp64 and __opencl_c_fp64 support", "'double' is not supported in Metal"},
    {"; did you mean 'double'?", ""},
    {"overload resolution selected deleted operator", "invalid operands of operator"},
    {"no setter defined for property", "vector is not assignable: a component occurs twice in"},
    {"'__private'", "thread"},
    {"'__global'", "device"},
    {"'__local'", "threadgroup"},
    {"'__constant'", "constant"},
    {"'__generic'", "no"},
    {"__msl_name_", ""},
    {"did you mean 'metal::", "did you mean 'metal::"},
    {"metal::", ""},
    {"C++ for OpenCL version 2021", "Metal"},
    {"C++ for OpenCL", "Metal"},
    {"OpenCL", "Metal"},
    {"__private", ""},
    {"#pragma clang fp", "#pragma METAL fp"},
    {"unsigned char", "uchar"},
    {"unsigned short", "ushort"},
    {"unsigned int", "uint"},
    {"unsigned long", "ulong"},
};

/* `vec<float, 4>` is float4, `packed_vec<half, 3>` packed_half3, `matrix<float, 4, 3>` float4x3. */
static const char *put_vector(text *out, const char *p, const char *end)
{
    static const struct {
        const char *start, *prefix;
        int numbers;
    } templates[] = {{"packed_vec<", "packed_", 1}, {"vec<", "", 1}, {"matrix<", "", 2}};
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        size_t size = strlen(templates[i].start);
        char type[32], close[2];
        int a, b = 0;
        if ((size_t)(end - p) < size || memcmp(p, templates[i].start, size))
            continue;
        const char *angle = memchr(p, '>', (size_t)(end - p));
        if (!angle || angle - p > 63)
            return NULL;
        char inside[64];
        snprintf(inside, sizeof inside, "%.*s", (int)(angle + 1 - p - (long)size), p + size);
        int read = templates[i].numbers == 1 ? sscanf(inside, "%31[a-z ], %d%1[>]", type, &a, close) - 1
                                             : sscanf(inside, "%31[a-z ], %d, %d%1[>]", type, &a, &b, close) - 2;
        if (read != 2)
            return NULL;
        char name[96];
        static const struct replacement shorter[] = {{"unsigned char", "uchar"},
                                                     {"unsigned short", "ushort"},
                                                     {"unsigned int", "uint"},
                                                     {"unsigned long", "ulong"}};
        const char *element = type;
        for (size_t k = 0; k < sizeof shorter / sizeof *shorter; k++)
            if (!strcmp(type, shorter[k].from))
                element = shorter[k].to;
        snprintf(name, sizeof name, templates[i].numbers == 1 ? "%s%s%d" : "%s%s%dx%d", templates[i].prefix, element, a,
                 b);
        put_text(out, name);
        return angle + 1;
    }
    return NULL;
}

/* Drops ` (aka 'T')` at the end of what was put, if it explains 'T' itself. */
static void drop_alias(text *out)
{
    static const char aka[] = " (aka '";
    if (out->failed || out->size < sizeof aka || memcmp(out->at + out->size - 2, "')", 2))
        return;
    size_t open = out->size - 2;
    while (open > 0 && memcmp(out->at + open, aka, sizeof aka - 1))
        open--;
    size_t length = out->size - 2 - (open + sizeof aka - 1);
    if (open < length + 2 || out->at[open - 1] != '\'' || out->at[open - length - 2] != '\'')
        return;
    if (!memcmp(out->at + open - 1 - length, out->at + open + sizeof aka - 1, length))
        out->at[out->size = open] = 0;
}

static void put_words(text *out, const char *p, const char *end)
{
    while (p < end) {
        const char *next = NULL;
        for (size_t i = 0; i < sizeof replacements / sizeof *replacements && !next; i++) {
            size_t size = strlen(replacements[i].from);
            if ((size_t)(end - p) < size || memcmp(p, replacements[i].from, size))
                continue;
            put_text(out, replacements[i].to);
            next = p + size;
        }
        if (!next)
            next = put_vector(out, p, end);
        if (!next)
            put(out, next = p, 1), next++;
        if (next == p + 1 && *p == ')')
            drop_alias(out);
        p = next;
    }
}

/* ---- Printing */

static void put_line(text *out, const sm_source *s, const place *p)
{
    size_t start = line_start(s->list.source, s->list.size, p->line), end = start;
    while (end < s->list.size && s->list.source[end] != '\n' && end - start < 500)
        end++;
    put(out, s->list.source + start, end - start);
    put_text(out, "\n");
    for (size_t i = start; i < p->offset && i < end; i++)
        put_text(out, s->list.source[i] == '\t' ? "\t" : " ");
    put_text(out, "^\n");
}

/* What an assertion that is not the author's says, without its condition. */
static const char *own_assertion(const sm_source *s, const place *p, const char *text, const char *end)
{
    static const char head[] = "static assertion failed due to requirement '";
    static const char *const words[] = {"static_assert", "_Static_assert"};
    const char *close = find(text, end, "': "), *at = s->list.source + p->offset;
    size_t left = s->list.size - p->offset;
    if ((size_t)(end - text) <= sizeof head || memcmp(text, head, sizeof head - 1) || !close)
        return text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (left > strlen(words[i]) && !memcmp(at, words[i], strlen(words[i])))
            return text;
    return close + 3;
}

static void put_message(text *out, const sm_source *s, const message *m, const place *p, const char *refused,
                        unsigned version)
{
    static const char *const names[] = {"", "note", "warning", "error"};
    char head[96];
    snprintf(head, sizeof head, ":%u:%u: %s: ", p->shown ? p->shown : p->line, p->column, names[m->severity]);
    put(out, p->name ? p->name : SM_SOURCE_NAME, p->name ? p->name_size : sizeof SM_SOURCE_NAME - 1);
    put_text(out, head);
    const char *text = own_assertion(s, p, m->text, m->text + m->size);
    const char *later = refused ? NULL : later_name(text, m->text + m->size, version);
    const char *suggestion = later ? find(text, m->text + m->size, "; did you mean") : NULL;
    if (refused)
        put_text(out, refused);
    else
        put_words(out, text, suggestion ? suggestion : m->text + m->size);
    if (later)
        put_text(out, ": "), put_text(out, later);
    put_text(out, "\n");
    put_line(out, s, p);
}

/* The first place in the author's text that the notes after `p` name. */
static place place_of_notes(const sm_source *s, const char *p)
{
    while (*p) {
        const char *end = strchr(p, '\n');
        if (!end)
            end = p + strlen(p);
        message m = read_message(s, p, end);
        if (m.severity > SEVERITY_NOTE)
            break;
        if (m.own)
            return m.place;
        p = *end ? end + 1 : end;
    }
    return (place){0};
}

/* The place of `In file included from NAME:LINE:`, if the line is one about the author's text; else `before`. */
static place including_line(const sm_source *s, const char *p, const char *end, place before)
{
    static const char head[] = "In file included from ";
    const char *colon = end - 1, *name = p + sizeof head - 1;
    if ((size_t)(end - p) <= sizeof head || memcmp(p, head, sizeof head - 1) || *colon != ':')
        return before;
    while (colon > name && *--colon != ':') {
    }
    unsigned number = 0,
             line = sscanf(colon, ":%u:", &number) == 1 ? find_line(s, name, (size_t)(colon - name), number) : 0;
    if (!line)
        return before;
    place at = find_place(s, line, 1);
    at.name = name;
    at.name_size = (size_t)(colon - name);
    at.shown = number;
    return at;
}

char *sm_source_diagnostics(const sm_source *source, unsigned version, const char *clang_output)
{
    enum { REMEMBERED = 64 };
    size_t refusals[REMEMBERED], count = 0; /* where: what else clang says there follows from it */
    text out = {0};
    put_text(&out, "");
    bool shown = false;      /* whether notes belong to something shown */
    place included_at = {0}; /* where the author includes the header that the next message is about */
    const char *needed = sm_version_needed("function_pointers", version);
    for (const char *p = clang_output; p && *p;) {
        const char *end = strchr(p, '\n'), *next;
        if (!end)
            end = p + strlen(p);
        next = *end ? end + 1 : end;
        message m = read_message(source, p, end);
        place at = m.own || m.severity < SEVERITY_WARNING ? m.place : place_of_notes(source, next);
        if (!at.line)
            at = included_at.line ? included_at : (place){.line = 1, .column = 1};
        included_at = m.severity ? (place){0} : including_line(source, p, end, included_at);
        const char *refused = m.own && m.severity == SEVERITY_ERROR
                                  ? refusal(source, &at, find(m.text, end, "poisoned identifier"))
                                  : NULL;
        if (m.severity == SEVERITY_WARNING && find(m.text, end, beyond)) {
            m.severity = find(m.text, end, deduced) && m.own ? SEVERITY_ERROR : SEVERITY_NONE;
            refused = sm_version_needed("class_arguments", version);
            shown = false;
        }
        if (m.severity == SEVERITY_ERROR && *needed &&
            (find(m.text, end, " to functions are not allowed") ||
             find(m.text, end, "taking address of function is not allowed")))
            refused = needed;
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known = known || (m.own && refusals[i] == at.offset);
        if (m.severity == SEVERITY_NOTE)
            shown = shown && m.own;
        else if (m.severity)
            shown = !known && (m.own || m.severity == SEVERITY_ERROR);
        if (m.severity && shown)
            put_message(&out, source, &m, &at, refused, version);
        if (refused && !known && count < REMEMBERED)
            refusals[count++] = at.offset;
        p = next;
    }
    if (!out.failed)
        return out.at;
    free(out.at);
    return NULL;
}

/* Moves a place to the first `name` in its line that is a word of its own. */
static void find_word(const sm_source *s, place *p, const char *name, size_t size)
{
    size_t start = line_start(s->list.source, s->list.size, p->line);
    const char *line = s->list.source + start, *newline = memchr(line, '\n', s->list.size - start);
    for (uint32_t i = 1; i + 1 < s->list.count; i++) {
        const token *t = &s->list.token[i];
        if (t->start >= start && t->size == size && !memcmp(s->list.source + t->start, name, size)) {
            if (newline && s->list.source + t->start > newline)
                return;
            p->offset = t->start;
            p->column = (unsigned)(t->start - start) + 1;
            return;
        }
    }
}

char *sm_source_complaints(const sm_source *source, const char *log)
{
    text out = {0};
    put_text(&out, "");
    for (const char *p = log, *next; p && *p; p = next) {
        const char *end = strchr(p, '\n');
        if (!end)
            end = p + strlen(p);
        next = *end ? end + 1 : end;
        message m = read_message(source, p, end);
        const char *about = find(p, end, SM_COMPLAINT_ABOUT);
        if (about && m.own)
            find_word(source, &m.place, about + 1, (size_t)(end - about - 1));
        if (about)
            m.size = (size_t)(about - m.text);
        if (m.own)
            put_message(&out, source, &m, &m.place, NULL, 0);
        else
            put(&out, p, (size_t)((about ? about : end) - p)), put_text(&out, "\n");
    }
    if (!out.failed)
        return out.at;
    free(out.at);
    return NULL;
}
