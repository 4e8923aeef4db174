/* block.h: texels of blocks of BC6H, BC7, ETC2, EAC and ASTC, from the definitions of these formats: all are whole
 * codes. */
#ifndef ASSAY_REFERENCE_BLOCK_H
#define ASSAY_REFERENCE_BLOCK_H
#include <stdbool.h>
#include <stdint.h>

typedef struct block {
    uint64_t low, high; /* the first eight bytes, and the rest */
    unsigned x, y;      /* the texel */
} block;

/* Up to 32 bits from this one on, counted from the lowest of the first byte. */
unsigned block_field(const block *b, unsigned first, unsigned bits);

/* Codes of 8 bits. Of partitions there is the first of two subsets and of three. */
void bc7_texel(const block *b, int code[4]);
/* The bits of three halves. Of the fourteen modes there are those of one subset, and the one of two without
 * differences, with its first partition. */
void bc6h_texel(const block *b, bool with_sign, unsigned half[3]);
/* Codes of 8 bits. `one_bit`: with an alpha of one bit; otherwise alpha is 255. */
void etc2_texel(uint64_t part, unsigned x, unsigned y, bool one_bit, int code[4]);
/* A code of 8 bits, of 11 bits (0 to 2047), and of 11 bits with sign (-1023 to 1023). */
int eac_alpha(uint64_t part, unsigned x, unsigned y);
int eac_11(uint64_t part, unsigned x, unsigned y);
int eac_11_signed(uint64_t part, unsigned x, unsigned y);
/* Codes of 16 bits, of a block of ASTC of this size. Ends of colours have 8 bits, which are repeated, or, for `middle`,
 * are followed by a half. False for void extents, colours of high dynamic range, and what is no block. */
bool astc_texel(const block *b, unsigned width, unsigned height, bool middle, unsigned code[4]);
#endif
