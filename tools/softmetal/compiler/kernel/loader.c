/* loader.c: a static linker for one object. Allocated sections are laid out in one mapping, first what is read and
 * executed, then, on pages of their own, what is written. Every external function gets a slot with its address and a
 * stub that jumps through it, so that calls reach anywhere. Position-independent code of x86-64 and AArch64, small code
 * model. */
#include "loader.h"
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64, STUB = 16 };
#elif defined(__aarch64__)
enum { MACHINE = EM_AARCH64, STUB = 16 };
#else
#error "softmetal loads kernels on x86-64 and AArch64 only"
#endif

enum { MAX_ALIGNMENT = 4096, MAX_SIZE = 1 << 30 }; /* of a section; of all sections together */

typedef struct symbol {
    char *name;
    void *address;
} symbol;

struct sm_code {
    uint8_t *base;
    size_t size;
    symbol *symbol;
    size_t symbols;
};

typedef struct object {
    sm_bytes bytes;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *section;
    size_t sections;
    const Elf64_Sym *symbol;
    size_t symbols;
    const char *names;
    size_t names_size;
    uint8_t **address; /* of each section, once placed */
    uint64_t **slot;   /* of each symbol that is external: its address; the stub follows after all slots */
    size_t externals;
    uint8_t *slots;
    char *problem;
} object;

static bool fail(object *o, const char *what, const char *name)
{
    snprintf(o->problem, 200, "the compiled kernel cannot be loaded: %s%s%.100s", what, name ? " " : "",
             name ? name : "");
    return false;
}

static bool inside(const object *o, uint64_t offset, uint64_t size)
{
    return offset <= o->bytes.size && size <= o->bytes.size - offset;
}

static bool read_headers(object *o)
{
    const Elf64_Ehdr *h = o->header = (const void *)o->bytes.data;
    if (o->bytes.size < sizeof *h || h->e_shoff % 8 != 0 || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_type != ET_REL || h->e_machine != MACHINE ||
        h->e_shentsize != sizeof(Elf64_Shdr) || !inside(o, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr)))
        return fail(o, "it is not an object file of this machine", NULL);
    o->section = (const void *)(o->bytes.data + h->e_shoff);
    o->sections = h->e_shnum;
    for (size_t i = 0; i < o->sections; i++) {
        const Elf64_Shdr *s = &o->section[i];
        bool table = s->sh_type == SHT_SYMTAB || s->sh_type == SHT_RELA;
        if ((s->sh_type != SHT_NOBITS && s->sh_type != SHT_NULL && !inside(o, s->sh_offset, s->sh_size)) ||
            (table && s->sh_offset % 8))
            return fail(o, "it is truncated", NULL);
        if (s->sh_type != SHT_SYMTAB)
            continue;
        if (s->sh_link >= o->sections || o->section[s->sh_link].sh_type != SHT_STRTAB)
            return fail(o, "it has no names", NULL);
        o->symbol = (const void *)(o->bytes.data + s->sh_offset);
        o->symbols = s->sh_size / sizeof(Elf64_Sym);
        o->names = (const char *)o->bytes.data + o->section[s->sh_link].sh_offset;
        o->names_size = o->section[s->sh_link].sh_size;
    }
    if (!o->symbols || !o->names_size || o->names[o->names_size - 1] != 0)
        return fail(o, "it has no symbols", NULL);
    return true;
}

static const char *name_of(const object *o, const Elf64_Sym *s)
{
    return s->st_name < o->names_size ? o->names + s->st_name : "";
}

static bool is_unwind(const object *o, const Elf64_Shdr *s)
{
    static const char unwind[] = ".eh_frame";
    const Elf64_Shdr *strings = &o->section[o->header->e_shstrndx < o->sections ? o->header->e_shstrndx : 0];
    return strings->sh_type == SHT_STRTAB && s->sh_name < strings->sh_size &&
           strings->sh_size - s->sh_name >= sizeof unwind &&
           memcmp(o->bytes.data + strings->sh_offset + s->sh_name, unwind, sizeof unwind) == 0;
}

static bool placed(const object *o, const Elf64_Shdr *s)
{
    return (s->sh_flags & SHF_ALLOC) && s->sh_type != SHT_NULL && s->sh_size && !is_unwind(o, s);
}

/* Sections whose sizes and alignments add up without wrapping. */
static bool sizes_are_sane(object *o)
{
    size_t sum = 0;
    for (size_t i = 0; i < o->sections; i++) {
        const Elf64_Shdr *s = &o->section[i];
        if (!placed(o, s))
            continue;
        if (s->sh_addralign > MAX_ALIGNMENT || (s->sh_addralign & (s->sh_addralign - 1)) != 0 ||
            s->sh_size > MAX_SIZE - sum)
            return fail(o, "a section is too large", NULL);
        sum += s->sh_size;
    }
    return true;
}

/* Gives every placed section with the given writability its offset from `at`; returns the offset after the last. */
static size_t lay_out(const object *o, size_t *offset, size_t at, bool writable)
{
    for (size_t i = 0; i < o->sections; i++) {
        const Elf64_Shdr *s = &o->section[i];
        if (!placed(o, s) || ((s->sh_flags & SHF_WRITE) != 0) != writable)
            continue;
        size_t align = s->sh_addralign ? s->sh_addralign : 1;
        at = (at + align - 1) / align * align;
        offset[i] = at;
        at += s->sh_size;
    }
    return at;
}

static bool resolve_externals(object *o, sm_resolver *resolve, uint8_t *slots)
{
    uint64_t *next = (uint64_t *)(void *)slots;
    for (size_t i = 1; i < o->symbols; i++) {
        const Elf64_Sym *s = &o->symbol[i];
        if (s->st_shndx != SHN_UNDEF || !*name_of(o, s))
            continue;
        void *address = resolve(name_of(o, s));
        if (!address)
            return fail(o, "nothing is known by the name", name_of(o, s));
        *next = (uint64_t)(uintptr_t)address;
        o->slot[i] = next++;
    }
    return true;
}

static uint8_t *stub_of(const object *o, const uint64_t *slot)
{
    return o->slots + 8 * o->externals + STUB * (size_t)(slot - (const uint64_t *)(const void *)o->slots);
}

static void write_stubs(object *o)
{
    for (size_t i = 0; i < o->externals; i++) {
        const uint64_t *slot = (const uint64_t *)(const void *)o->slots + i;
        uint8_t *stub = stub_of(o, slot);
#if defined(__x86_64__)
        int32_t distance = (int32_t)((const uint8_t *)slot - (stub + 6));
        memcpy(stub, "\xff\x25", 2); /* jmp *slot(%rip) */
        memcpy(stub + 2, &distance, 4);
#else
        uint32_t code[2] = {0x58000010 | (uint32_t)(((const uint8_t *)slot - stub) / 4 & 0x7ffff) << 5,
                            0xd61f0200}; /* ldr x16, slot; br x16 */
        memcpy(stub, code, sizeof code);
#endif
    }
}

/* Whether the symbol lies in a placed section, or at its end. */
static bool has_place(const object *o, const Elf64_Sym *s)
{
    return s->st_shndx < o->sections && o->address[s->st_shndx] && s->st_value <= o->section[s->st_shndx].sh_size;
}

/* Value of the symbol for a reference that may go through a stub. */
static bool symbol_address(object *o, size_t index, uint64_t *value)
{
    if (index >= o->symbols)
        return fail(o, "a relocation names no symbol", NULL);
    const Elf64_Sym *s = &o->symbol[index];
    if (o->slot[index])
        *value = (uint64_t)(uintptr_t)stub_of(o, o->slot[index]);
    else if (s->st_shndx == SHN_ABS)
        *value = s->st_value;
    else if (has_place(o, s))
        *value = (uint64_t)(uintptr_t)o->address[s->st_shndx] + s->st_value;
    else
        return fail(o, "a symbol has no place:", name_of(o, s));
    return true;
}

/* The slot that holds a symbol's address, for references through a global offset table. Only external symbols have one:
 * internal ones are reached directly. */
static bool slot_address(object *o, size_t index, uint64_t *value)
{
    if (index >= o->symbols || !o->slot[index])
        return fail(o, "an internal symbol is used through a table", NULL);
    *value = (uint64_t)(uintptr_t)o->slot[index];
    return true;
}

#if defined(__x86_64__)
static bool relocate(object *o, uint8_t *at, const Elf64_Rela *r)
{
    uint64_t value = 0, place = (uint64_t)(uintptr_t)at;
    size_t index = ELF64_R_SYM(r->r_info);
    uint32_t type = (uint32_t)ELF64_R_TYPE(r->r_info);
    bool table = type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
    if (!(table ? slot_address(o, index, &value) : symbol_address(o, index, &value)))
        return false;
    value += (uint64_t)r->r_addend;
    switch (type) {
    case R_X86_64_NONE: return true;
    case R_X86_64_64: memcpy(at, &value, 8); return true;
    case R_X86_64_PC64:
        value -= place;
        memcpy(at, &value, 8);
        return true;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: {
        int64_t distance = (int64_t)(value - place);
        if (distance != (int32_t)distance)
            return fail(o, "a distance is too long", NULL);
        memcpy(at, &distance, 4);
        return true;
    }
    default: return fail(o, "a relocation is of an unknown type", NULL);
    }
}
#else
static void put_bits(uint8_t *at, uint32_t mask, uint32_t bits)
{
    uint32_t code;
    memcpy(&code, at, 4);
    code = (code & ~mask) | (bits & mask);
    memcpy(at, &code, 4);
}

static bool relocate(object *o, uint8_t *at, const Elf64_Rela *r)
{
    uint64_t value = 0, place = (uint64_t)(uintptr_t)at;
    size_t index = ELF64_R_SYM(r->r_info);
    uint32_t type = (uint32_t)ELF64_R_TYPE(r->r_info);
    bool table = type == R_AARCH64_ADR_GOT_PAGE || type == R_AARCH64_LD64_GOT_LO12_NC;
    if (!(table ? slot_address(o, index, &value) : symbol_address(o, index, &value)))
        return false;
    value += (uint64_t)r->r_addend;
    int64_t distance = (int64_t)(value - place);
    switch (type) {
    case R_AARCH64_NONE: return true;
    case R_AARCH64_ABS64: memcpy(at, &value, 8); return true;
    case R_AARCH64_PREL64: memcpy(at, &distance, 8); return true;
    case R_AARCH64_PREL32: memcpy(at, &distance, 4); return true;
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26: put_bits(at, 0x03ffffff, (uint32_t)(distance >> 2)); return true;
    case R_AARCH64_ADR_GOT_PAGE:
    case R_AARCH64_ADR_PREL_PG_HI21: {
        uint32_t pages = (uint32_t)(((value & ~UINT64_C(4095)) - (place & ~UINT64_C(4095))) >> 12);
        put_bits(at, 0x60ffffe0, (pages & 3) << 29 | (pages >> 2 & 0x7ffff) << 5);
        return true;
    }
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC: put_bits(at, 0x003ffc00, (uint32_t)(value & 0xfff) << 10); return true;
    case R_AARCH64_LDST16_ABS_LO12_NC: put_bits(at, 0x003ffc00, (uint32_t)((value & 0xfff) >> 1) << 10); return true;
    case R_AARCH64_LDST32_ABS_LO12_NC: put_bits(at, 0x003ffc00, (uint32_t)((value & 0xfff) >> 2) << 10); return true;
    case R_AARCH64_LDST64_ABS_LO12_NC:
    case R_AARCH64_LD64_GOT_LO12_NC: put_bits(at, 0x003ffc00, (uint32_t)((value & 0xfff) >> 3) << 10); return true;
    case R_AARCH64_LDST128_ABS_LO12_NC: put_bits(at, 0x003ffc00, (uint32_t)((value & 0xfff) >> 4) << 10); return true;
    default: return fail(o, "a relocation is of an unknown type", NULL);
    }
}
#endif

/* Bytes that a relocation of the type changes. */
static uint64_t relocation_size(uint32_t type)
{
#if defined(__x86_64__)
    return type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
#else
    return type == R_AARCH64_ABS64 || type == R_AARCH64_PREL64 ? 8 : 4;
#endif
}

static bool relocate_sections(object *o)
{
    for (size_t i = 0; i < o->sections; i++) {
        const Elf64_Shdr *s = &o->section[i];
        if (s->sh_type != SHT_RELA || s->sh_info >= o->sections || !o->address[s->sh_info])
            continue;
        const Elf64_Rela *r = (const void *)(o->bytes.data + s->sh_offset);
        uint64_t limit = o->section[s->sh_info].sh_size;
        for (size_t n = 0; n < s->sh_size / sizeof *r; n++) {
            if (r[n].r_offset > limit || limit - r[n].r_offset < relocation_size((uint32_t)ELF64_R_TYPE(r[n].r_info)))
                return fail(o, "a relocation is outside its section", NULL);
            if (!relocate(o, o->address[s->sh_info] + r[n].r_offset, &r[n]))
                return false;
        }
    }
    return true;
}

static bool keep_symbols(object *o, sm_code *code)
{
    code->symbol = calloc(o->symbols, sizeof *code->symbol);
    for (size_t i = 1; code->symbol && i < o->symbols; i++) {
        const Elf64_Sym *s = &o->symbol[i];
        if (ELF64_ST_BIND(s->st_info) != STB_GLOBAL || s->st_shndx == SHN_UNDEF || !has_place(o, s))
            continue;
        code->symbol[code->symbols++] = (symbol){strdup(name_of(o, s)), o->address[s->st_shndx] + s->st_value};
    }
    return code->symbol != NULL;
}

static bool place_and_link(object *o, sm_code *code, sm_resolver *resolve, size_t *offset)
{
    if (!sizes_are_sane(o))
        return false;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), end = lay_out(o, offset, 0, false), slots = (end + 15) / 16 * 16;
    for (size_t i = 1; i < o->symbols; i++)
        o->externals += o->symbol[i].st_shndx == SHN_UNDEF && *name_of(o, &o->symbol[i]);
    size_t writable = (slots + o->externals * (8 + STUB) + page - 1) / page * page;
    code->size = (lay_out(o, offset, writable, true) + page) / page * page;
    code->base = mmap(NULL, code->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code->base == MAP_FAILED) {
        code->base = NULL;
        return fail(o, "there is no memory", NULL);
    }
    o->slots = code->base + slots;
    for (size_t i = 0; i < o->sections; i++) {
        const Elf64_Shdr *s = &o->section[i];
        if (!placed(o, s))
            continue;
        o->address[i] = code->base + offset[i];
        if (s->sh_type != SHT_NOBITS)
            memcpy(o->address[i], o->bytes.data + s->sh_offset, s->sh_size);
    }
    if (!resolve_externals(o, resolve, o->slots))
        return false;
    write_stubs(o);
    if (!relocate_sections(o) || !keep_symbols(o, code))
        return false;
    __builtin___clear_cache((char *)code->base, (char *)code->base + writable);
    return mprotect(code->base, writable, PROT_READ | PROT_EXEC) == 0 ||
           fail(o, "memory cannot be made executable", NULL);
}

sm_code *sm_code_load(sm_bytes bytes, sm_resolver *resolve, char problem[200])
{
    uint8_t *copy = malloc(bytes.size + 1); /* aligned as its headers need */
    object o = {.bytes = {copy, bytes.size}, .problem = problem};
    problem[0] = 0;
    if (!copy) {
        fail(&o, "there is no memory", NULL);
        return NULL;
    }
    memcpy(copy, bytes.data, bytes.size);
    if (!read_headers(&o)) {
        free(copy);
        return NULL;
    }
    sm_code *code = calloc(1, sizeof *code);
    size_t *offset = calloc(o.sections, sizeof *offset);
    o.address = calloc(o.sections, sizeof *o.address);
    o.slot = calloc(o.symbols, sizeof *o.slot);
    if (!code || !offset || !o.address || !o.slot || !place_and_link(&o, code, resolve, offset)) {
        if (!*problem)
            fail(&o, "there is no memory", NULL);
        sm_code_free(code);
        code = NULL;
    }
    free(copy);
    free(offset);
    free(o.address);
    free(o.slot);
    return code;
}

void sm_code_free(sm_code *code)
{
    if (!code)
        return;
    for (size_t i = 0; i < code->symbols; i++)
        free(code->symbol[i].name);
    free(code->symbol);
    if (code->base)
        munmap(code->base, code->size);
    free(code);
}

void sm_code_extent(const sm_code *code, const void **start, size_t *size)
{
    *start = code->base;
    *size = code->size;
}

void *sm_code_symbol(const sm_code *code, const char *name)
{
    for (size_t i = 0; i < code->symbols; i++) {
        if (strcmp(code->symbol[i].name, name) == 0)
            return code->symbol[i].address;
    }
    return NULL;
}
