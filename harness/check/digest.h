/* digest.h: one number for what an output holds, so that two devices, or one device on two hosts, can be compared. */
#ifndef ASSAY_DIGEST_H
#define ASSAY_DIGEST_H
#include "check.h"

/* Takes another number into a digest; the order matters. */
uint64_t digest_add(uint64_t digest, uint64_t number);

/* The judged or recorded components of an output. All NaNs are one: no payload is promised (MSL 8.1). Of a permutation
 * the order is left out; of a statistic, which differs from run to run, everything: 0. */
uint64_t check_digest(const expectation *expectation, const compare_rule *how, const void *got);
#endif
