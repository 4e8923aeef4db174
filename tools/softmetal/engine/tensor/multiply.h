/* multiply.h: products of matrices in memory of the engine's own, row by row without gaps. */
#ifndef SOFTMETAL_MULTIPLY_H
#define SOFTMETAL_MULTIPLY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For tests: code for a lesser machine. Returns the best there is, 2 for AVX-512, 1 for AVX2, 0 for any; at most `most`
 * is used from now on. */
int sm_multiply_for(int most);

/* Rows of b and c have a multiple of this many elements. */
enum { SM_MULTIPLY_COLUMNS = 32 };

/* c (rows x columns) += a (rows x inner, `down` elements from row to row) * b (inner x columns). Each element takes its
 * products in the order of k, each with one rounding (a fused multiply-add), so that it is the same on every host. */
void sm_multiply_floats(const float *a, size_t down, const float *b, float *c, size_t rows, size_t inner,
                        size_t columns);
/* The same for the first four rows, while b is filled from elsewhere, rows `across` elements apart. False: not on this
 * machine. */
bool sm_multiply_copying_floats(const float *a, size_t down, const float *from, size_t across, float *b, float *c,
                                size_t inner, size_t columns);
bool sm_multiply_copying_halves(const float *a, size_t down, const uint16_t *from, size_t across, float *b, float *c,
                                size_t inner, size_t columns);
/* All rows of c modulo 2^32. */
void sm_multiply_integers(const uint32_t *a, size_t down, const uint32_t *b, uint32_t *c, size_t rows, size_t inner,
                          size_t columns);
/* The values of a matrix whose rows are `down` elements apart, into one whose rows are `padded` apart, with zeros
 * behind its columns. */
void sm_copy_halves(const uint16_t *from, long down, float *to, size_t padded, size_t rows, size_t columns);
void sm_copy_floats(const float *from, long down, float *to, size_t padded, size_t rows, size_t columns);
#endif
