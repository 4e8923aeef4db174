/* checked_place.c: findings, and where in memory an address is. */
#include "checker.h"
#include "../texture/texture_load.h"
#include "../threads/worker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- findings */
static const char *file_of(const sm_kernel *kernel, uint32_t line)
{
    uint32_t number = line >> SM_LINE_BITS;
    return number && number <= kernel->file_count ? kernel->file[number - 1] : NULL;
}

line_text sm_checked_line_named(const sm_team *team, uint32_t line)
{
    line_text t;
    const char *file = file_of(team->kernel, line);
    snprintf(t.text, sizeof t.text, "%u%s%s", line & SM_LINE_MASK, file ? " of " : "", file ? file : "");
    return t;
}

static sm_finding *new_finding(const sm_team *team, const char *kind, uint32_t line, uint32_t column)
{
    sm_outcome *o = team->check->checker->outcome;
    const char *file = file_of(team->kernel, line);
    line &= SM_LINE_MASK;
    for (size_t i = 0; i < o->finding_count; i++) {
        if (strcmp(o->finding[i].kind, kind) == 0 && o->finding[i].line == line && o->finding[i].file == file)
            return NULL;
    }
    if (o->finding_count == sizeof o->finding / sizeof *o->finding)
        return NULL;
    sm_finding *f = &o->finding[o->finding_count++];
    *f = (sm_finding){.kind = kind, .file = file, .line = line, .column = column};
    return f;
}

/* "kernel 'k', line 12 of sums.h, thread (3, 0, 0)": the thread by its position in the grid. */
static int print_place(const sm_team *team, const sm_thread *t, uint32_t line, char *text, size_t room,
                       const char *kind)
{
    const uint32_t *origin = team->group.origin;
    const char *note = strcmp(kind, SM_FINDING_NOTE) == 0 ? "note: " : "";
    return snprintf(text, room, "%skernel '%s', line %s, thread (%u, %u, %u): ", note, team->kernel->name,
                    sm_checked_line_named(team, line).text, origin[0] + t->position[0], origin[1] + t->position[1],
                    origin[2] + t->position[2]);
}

void sm_checked_report_list(const sm_team *team, const sm_thread *t, const char *kind, uint32_t line, uint32_t column,
                            const char *format, va_list arguments)
{
    sm_finding *f = new_finding(team, kind, line, column);
    int n = f ? print_place(team, t, line, f->text, sizeof f->text, kind) : -1;
    if (n >= 0 && (size_t)n < sizeof f->text)
        vsnprintf(f->text + n, sizeof f->text - (size_t)n, format, arguments);
}

void sm_checked_report(const sm_team *team, const sm_thread *t, const char *kind, uint32_t line, uint32_t column,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    sm_checked_report_list(team, t, kind, line, column, format, arguments);
    va_end(arguments);
}

/* ---- where an address is */
static bool contains(const void *start, uintptr_t length, uintptr_t address, uint32_t size)
{
    uintptr_t at = (uintptr_t)start;
    return address >= at && size <= length && address - at <= length - size;
}

static const sm_memory *find_resident(const sm_dispatch *d, uintptr_t address, uint32_t size)
{
    size_t low = 0, high = d->resident_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)d->resident[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && contains(d->resident[low - 1].address, d->resident[low - 1].length, address, size)
               ? &d->resident[low - 1]
               : NULL;
}

static bool in_texture(const sm_texture *t, uintptr_t address, uint32_t size)
{
    uint64_t planes = (uint64_t)(t->depth > 1 ? t->depth : 1) * (t->layers > 1 ? t->layers : 1);
    if (sm_texture_is_cube(t))
        planes *= 6;
    for (uint32_t n = 0; n < t->levels && n < 16; n++) {
        if (contains(t->level[n].pixels, planes * t->level[n].slice_pitch, address, size))
            return true;
    }
    return false;
}

/* The bound texture that has this texel, or -1. */
static int texture_at(const sm_dispatch *d, uintptr_t address, uint32_t size)
{
    for (int i = 0; i < SM_MAX_TEXTURES; i++) {
        if (d->texture[i] && in_texture(d->texture[i], address, size))
            return i;
    }
    return -1;
}

/* Threadgroup memory: a variable of the kernel's, or what the host gives. Offsets are those that they would have if
 * nothing lay between them. `past`: the one that ends closest before the address; its size, or 0. */
static region threadgroup_region(const sm_team *team, uintptr_t address, uint32_t size, uint32_t *past)
{
    const sm_kernel *k = team->kernel;
    const sm_dispatch *d = team->check->checker->dispatch;
    const uint8_t *memory = team->group.memory;
    uintptr_t closest = 0;
    uint64_t offset = (k->static_memory + 15) / 16 * 16;
    *past = 0;
    for (uint32_t i = 0; i < k->place_count + SM_MAX_BUFFERS; i++) {
        bool own = i < k->place_count;
        uint32_t given = own ? 0 : (uint32_t)(d->threadgroup_length[i - k->place_count] + 15) / 16 * 16;
        const uint8_t *start = own ? memory + k->place[i].lies : (uint8_t *)team->group.argument[i - k->place_count];
        uint32_t length = own ? k->place[i].size : given;
        uint64_t at = own ? k->place[i].offset : offset;
        offset += given;
        if (contains(start, length, address, size))
            return (region){THREADGROUP, 0, at + (address - (uintptr_t)start), at + length};
        if (length && (uintptr_t)start + length <= address && (uintptr_t)start + length > closest) {
            closest = (uintptr_t)start + length;
            *past = length;
        }
    }
    return (region){.kind = NOWHERE};
}

region sm_checked_find_region(const sm_team *team, uintptr_t address, uint32_t size)
{
    const sm_team_check *check = team->check;
    const sm_checker *c = check->checker;
    const sm_dispatch *d = c->dispatch;
    uint32_t past;
    if (contains(team->group.memory, check->memory, address, size))
        return threadgroup_region(team, address, size, &past);
    for (unsigned i = 0; i < SM_MAX_BUFFERS; i++) {
        const sm_memory *m = &d->buffer[i];
        if (m->address && contains(m->address, m->length, address, size))
            return (region){BUFFER, i, address - (uintptr_t)m->address, m->length};
    }
    const sm_memory *resident = find_resident(d, address, size);
    if (resident)
        return (region){ALLOCATION, 0, address - (uintptr_t)resident->address, resident->length};
    int texture = texture_at(d, address, size);
    if (texture >= 0)
        return (region){.kind = TEXTURE, .index = (unsigned)texture};
    if (sm_team_has_stack(team, address))
        return (region){.kind = PRIVATE};
    if (sm_worker_has_stack(address))
        return (region){.kind = PRIVATE};
    if (contains(c->kernel->code_start, c->kernel->code_size, address, size))
        return (region){.kind = CONSTANTS};
    return (region){.kind = NOWHERE};
}

/* Where a texel is; its texture may be one of an argument buffer. */
region sm_checked_texel_at(const sm_team *team, uintptr_t address, uint32_t size)
{
    int texture = texture_at(team->check->checker->dispatch, address, size);
    return (region){.kind = TEXTURE, .index = texture < 0 ? UNBOUND : (unsigned)texture};
}

/* The bound buffer that starts closest before the address: what the program most likely meant. */
static int nearest_buffer(const sm_dispatch *d, uintptr_t address)
{
    int best = -1;
    for (int i = 0; i < SM_MAX_BUFFERS; i++) {
        const sm_memory *m = &d->buffer[i];
        if (m->address && (uintptr_t)m->address <= address && (best < 0 || m->address > d->buffer[best].address))
            best = i;
    }
    return best;
}

const char *sm_checked_verb(uint32_t access)
{
    if (access & SM_ACCESS_ATOMIC)
        return "accesses atomically";
    return access & SM_ACCESS_STORE ? "writes" : "reads";
}

void sm_checked_report_outside(sm_team *team, const sm_thread *t, uintptr_t address, uint32_t size, uint32_t access,
                               uint32_t line, uint32_t column)
{
    const sm_dispatch *d = team->check->checker->dispatch;
    uint32_t space = access / SM_ACCESS_SPACE & 7;
    uintptr_t memory = (uintptr_t)team->group.memory;
    uint32_t past = 0;
    bool among_several = address - memory < team->check->memory || team->kernel->gaps;
    if (among_several && address - memory < 2 * SM_MAX_THREADGROUP_MEMORY)
        threadgroup_region(team, address, size, &past);
    int near = nearest_buffer(d, address);
    if (past)
        sm_checked_report(team, t, "out-of-bounds", line, column,
                          "%s %u bytes past the end of a threadgroup variable, which has %u bytes",
                          sm_checked_verb(access), size, past);
    else if (space == 3 || (space == 4 && address - memory < 2 * SM_MAX_THREADGROUP_MEMORY))
        sm_checked_report(team, t, "out-of-bounds", line, column,
                          "%s %u bytes at offset %lld of threadgroup memory, of which there are %zu bytes",
                          sm_checked_verb(access), size, (long long)(address - memory), team->check->memory);
    else if (near >= 0 && address - (uintptr_t)d->buffer[near].address < UINT64_C(1) << 40)
        sm_checked_report(team, t, "out-of-bounds", line, column,
                          "%s %u bytes at address 0x%llx, %llu bytes into buffer %d, which has %zu bytes",
                          sm_checked_verb(access), size, (unsigned long long)address,
                          (unsigned long long)(address - (uintptr_t)d->buffer[near].address), near,
                          d->buffer[near].length);
    else
        sm_checked_report(team, t, "out-of-bounds", line, column,
                          "%s %u bytes at address 0x%llx, which is in no buffer", sm_checked_verb(access), size,
                          (unsigned long long)address);
}
