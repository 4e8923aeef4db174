/* half.h: float <-> half in integer code, so that neither the host's rounding nor its flushing of subnormals matters.
 */
#ifndef SOFTMETAL_HALF_H
#define SOFTMETAL_HALF_H
#include <stdint.h>

/* The bits of the float that a half's bits stand for; exact. */
uint32_t sm_half_to_float_bits(uint16_t half);
/* A float's bits as a half's, rounded to nearest even; subnormals are kept, a NaN stays one. */
uint16_t sm_float_to_half_bits(uint32_t bits);
#endif
