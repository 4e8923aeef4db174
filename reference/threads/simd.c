/* simd.c: references of the SIMD-group functions (MSL 6.10.2), by name. lanes.h says which arguments they take. */
#include "lanes.h"

#define ENTRY(name, call_)                                                                                             \
    REFERENCE(name)                                                                                                    \
    {                                                                                                                  \
        call_;                                                                                                         \
    }

ENTRY(simd_shuffle, expect_permuted_each(call, SIMD_GROUP))
ENTRY(simd_broadcast, expect_permuted(call, SIMD_GROUP, lane_named))
ENTRY(simd_shuffle_xor, expect_permuted(call, SIMD_GROUP, lane_exclusive_or))
ENTRY(simd_shuffle_down, expect_permuted(call, SIMD_GROUP, lane_down))
ENTRY(simd_shuffle_up, expect_permuted(call, SIMD_GROUP, lane_up))
ENTRY(simd_shuffle_rotate_down, expect_permuted(call, SIMD_GROUP, lane_rotated_down))
ENTRY(simd_shuffle_rotate_up, expect_permuted(call, SIMD_GROUP, lane_rotated_up))
ENTRY(simd_shuffle_and_fill_down, expect_filled(call, SIMD_GROUP, true))
ENTRY(simd_shuffle_and_fill_up, expect_filled(call, SIMD_GROUP, false))
ENTRY(simd_broadcast_first, expect_first(call, SIMD_GROUP))

ENTRY(simd_sum, expect_reduced(call, SIMD_GROUP, LANE_SUM))
ENTRY(simd_product, expect_reduced(call, SIMD_GROUP, LANE_PRODUCT))
ENTRY(simd_min, expect_reduced(call, SIMD_GROUP, LANE_MINIMUM))
ENTRY(simd_max, expect_reduced(call, SIMD_GROUP, LANE_MAXIMUM))
ENTRY(simd_and, expect_reduced(call, SIMD_GROUP, LANE_AND))
ENTRY(simd_or, expect_reduced(call, SIMD_GROUP, LANE_OR))
ENTRY(simd_xor, expect_reduced(call, SIMD_GROUP, LANE_XOR))
ENTRY(simd_prefix_exclusive_sum, expect_scanned(call, SIMD_GROUP, LANE_SUM, LANES_BELOW))
ENTRY(simd_prefix_inclusive_sum, expect_scanned(call, SIMD_GROUP, LANE_SUM, LANES_UP_TO))
ENTRY(simd_prefix_exclusive_product, expect_scanned(call, SIMD_GROUP, LANE_PRODUCT, LANES_BELOW))
ENTRY(simd_prefix_inclusive_product, expect_scanned(call, SIMD_GROUP, LANE_PRODUCT, LANES_UP_TO))

ENTRY(simd_all, expect_vote(call, SIMD_GROUP, LANE_ALL))
ENTRY(simd_any, expect_vote(call, SIMD_GROUP, LANE_ANY))
ENTRY(simd_ballot, expect_vote(call, SIMD_GROUP, LANE_BALLOT))
ENTRY(simd_ballot_all, expect_vote(call, SIMD_GROUP, LANE_BALLOT_ALL))
ENTRY(simd_ballot_any, expect_vote(call, SIMD_GROUP, LANE_BALLOT_ANY))
ENTRY(simd_active_threads_mask, expect_vote(call, SIMD_GROUP, LANE_ACTIVE))
ENTRY(simd_is_first, expect_vote(call, SIMD_GROUP, LANE_IS_FIRST))

ENTRY(simd_vote_bits, expect_vote_member(call, SIMD_GROUP, LANE_BALLOT))
ENTRY(simd_vote_all, expect_vote_member(call, SIMD_GROUP, LANE_BALLOT_ALL))
ENTRY(simd_vote_any, expect_vote_member(call, SIMD_GROUP, LANE_BALLOT_ANY))
ENTRY(simd_chain, expect_chain(call))
