/* log_text.c: the text of a message of os_log (MSL 6.20), from its format and values. A value is converted to what its
 * conversion asks for, so that one of another type gives a number and never harm; one that is missing gives nothing. */
#include "../../include/__msl/operations.h"
#include "../fault.h"
#include "half.h"
#include "log_text.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000 }; /* width and precision */

/* One `%` of a format. */
typedef struct conversion {
    char flags[8];
    int width, precision; /* -1: none */
    int lanes;            /* of a vector; 0: a number */
    int bits;             /* what an integer is cut to; 0: nothing said */
    char letter;
} conversion;

typedef struct values {
    const uint64_t *word;
    size_t count, next;
} values;

typedef struct value {
    uint32_t type, lanes;
    const uint64_t *bits;
} value;

static bool next_value(values *from, value *to)
{
    if (from->next >= from->count)
        return false;
    uint64_t head = from->word[from->next];
    *to = (value){head & 0xff, head >> 8 & 0xff, from->word + from->next + 1};
    from->next += 1 + to->lanes;
    return true;
}

static double real_of(uint32_t type, uint64_t bits)
{
    float single;
    uint32_t low = type == __MSL_BF16  ? (uint32_t)bits << 16
                   : type == __MSL_F16 ? sm_half_to_float_bits((uint16_t)bits)
                                       : (uint32_t)bits;
    memcpy(&single, &low, sizeof single);
    return (double)single;
}

static bool is_real(uint32_t type)
{
    return type == __MSL_F32 || type == __MSL_F16 || type == __MSL_BF16;
}

static int64_t integer_of(uint32_t type, uint64_t bits)
{
    switch (type) {
    case __MSL_I8: return (int8_t)bits;
    case __MSL_I16: return (int16_t)bits;
    case __MSL_I32: return (int32_t)bits;
    case __MSL_U8:
    case __MSL_BOOL: return (uint8_t)bits;
    case __MSL_U16: return (uint16_t)bits;
    case __MSL_U32: return (uint32_t)bits;
    default: break;
    }
    if (!is_real(type))
        return (int64_t)bits;
    double real = real_of(type, bits);
    return real >= -0x1p63 && real < 0x1p63 ? (int64_t)real : 0;
}

static double number_of(uint32_t type, uint64_t bits)
{
    if (is_real(type))
        return real_of(type, bits);
    return type == __MSL_U64 ? (double)bits : (double)integer_of(type, bits);
}

static int64_t cut(int64_t integer, int bits, bool is_signed)
{
    uint64_t low = bits == 64 ? (uint64_t)integer : (uint64_t)integer & ((UINT64_C(1) << bits) - 1);
    bool negative = is_signed && low >> (bits - 1) & 1;
    return (int64_t)(negative && bits < 64 ? low | ~UINT64_C(0) << bits : low);
}

/* A number in a format, a `*` or digits; -1 for a `*` whose value is missing. */
static int read_number(const char **f, values *from)
{
    int number = 0;
    value star;
    if (**f == '*') {
        ++*f;
        int64_t asked = next_value(from, &star) ? integer_of(star.type, star.bits[0]) : -1;
        return asked < -MOST ? -MOST : asked > MOST ? MOST : (int)asked;
    }
    for (; **f >= '0' && **f <= '9'; ++*f)
        number = number * 10 + (**f - '0') > MOST ? MOST : number * 10 + (**f - '0');
    return number;
}

static void read_length(const char **f, conversion *c)
{
    static const struct {
        const char *text;
        int bits;
    } lengths[] = {{"hh", 8}, {"hl", 32}, {"h", 16}, {"ll", 64}, {"l", 64},
                   {"j", 64}, {"z", 64},  {"t", 64}, {"q", 64},  {"L", 0}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t n = strlen(lengths[i].text);
        if (strncmp(*f, lengths[i].text, n) == 0) {
            *f += n;
            c->bits = lengths[i].bits;
            return;
        }
    }
}

/* Reads what follows a `%`. */
static conversion read_conversion(const char **f, values *from)
{
    conversion c = {.width = -1, .precision = -1};
    for (size_t n = 0; **f && strchr("-+ #0", **f); ++*f)
        if (n + 2 < sizeof c.flags && !strchr(c.flags, **f))
            c.flags[n++] = **f;
    if (**f == '*' || (**f >= '1' && **f <= '9'))
        c.width = read_number(f, from);
    if (c.width < -1) { /* as printf: a flag, and a width */
        memmove(c.flags + 1, c.flags, sizeof c.flags - 2);
        c.flags[0] = '-';
        c.width = -c.width;
    }
    if (**f == '.') {
        ++*f;
        c.precision = read_number(f, from);
    }
    if (**f == 'v') {
        ++*f;
        c.lanes = read_number(f, from);
    }
    read_length(f, &c);
    c.letter = **f;
    *f += **f != 0;
    return c;
}

/* Prints a number, an integer or a real one, as C's printf would. */
static void print_one(FILE *to, const conversion *c, const char *length, uint32_t type, uint64_t bits)
{
    char format[48], width[16] = "", precision[16] = "";
    bool plain = sm_fault(SM_FAULT_log_width_ignored);
    if (c->width >= 0 && !plain)
        snprintf(width, sizeof width, "%d", c->width);
    if (c->precision >= 0 && !plain)
        snprintf(precision, sizeof precision, ".%d", c->precision);
    bool is_signed = strchr("di", c->letter) != NULL;
    snprintf(format, sizeof format, "%%%s%s%s%s%c", c->flags, width, precision, length, c->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* made of checked parts just now */
    if (strchr("fFeEgGaA", c->letter))
        fprintf(to, format, number_of(type, bits));
    else if (c->letter == 'c')
        fprintf(to, format, (int)(unsigned char)integer_of(type, bits));
    else
        fprintf(to, format, (long long)cut(integer_of(type, bits), c->bits ? c->bits : 32, is_signed));
#pragma GCC diagnostic pop
}

static void print_value(FILE *to, const conversion *given, const value *v)
{
    conversion c = *given;
    bool pointer = c.letter == 'p', real = strchr("fFeEgGaA", c.letter) != NULL;
    if (pointer) {
        fputs("0x", to);
        c = (conversion){.width = -1, .precision = -1, .bits = 64, .letter = 'x'};
    }
    if (c.letter == 'u' && sm_fault(SM_FAULT_log_unsigned_signed))
        c.letter = 'd';
    uint32_t lanes = c.lanes > 0 && (uint32_t)c.lanes < v->lanes ? (uint32_t)c.lanes : c.lanes ? v->lanes : 1;
    for (uint32_t n = 0; n < lanes; n++) {
        uint32_t lane = sm_fault(SM_FAULT_log_vector_first) ? 0 : n;
        uint32_t type = v->type == __MSL_F16 && !c.lanes && sm_fault(SM_FAULT_log_half_as_bits) ? __MSL_U16 : v->type;
        if (n)
            fputc(',', to);
        print_one(to, &c, real || c.letter == 'c' ? "" : "ll", type, v->bits[lane]);
    }
}

char *sm_log_text(const char *format, const uint64_t *words, size_t count)
{
    values from = {words, count, 0};
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    for (const char *f = format; *f;) {
        value v;
        if (*f != '%') {
            fputc(*f++, to);
            continue;
        }
        f++;
        conversion c = read_conversion(&f, &from);
        if (c.letter == '%')
            fputc('%', to);
        else if (c.letter && strchr("diouxXcfFeEgGaAp", c.letter) && next_value(&from, &v))
            print_value(to, &c, &v);
    }
    return fclose(to) == 0 ? text : (free(text), NULL);
}
