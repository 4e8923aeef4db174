/* quad.c: references of the quad-group functions (MSL 6.10.3), by name. lanes.h says which arguments they take. */
#include "lanes.h"

#define ENTRY(name, call_)                                                                                             \
    REFERENCE(name)                                                                                                    \
    {                                                                                                                  \
        call_;                                                                                                         \
    }

ENTRY(quad_shuffle, expect_permuted_each(call, QUAD_GROUP))
ENTRY(quad_broadcast, expect_permuted(call, QUAD_GROUP, lane_named))
ENTRY(quad_shuffle_xor, expect_permuted(call, QUAD_GROUP, lane_exclusive_or))
ENTRY(quad_shuffle_down, expect_permuted(call, QUAD_GROUP, lane_down))
ENTRY(quad_shuffle_up, expect_permuted(call, QUAD_GROUP, lane_up))
ENTRY(quad_shuffle_rotate_down, expect_permuted(call, QUAD_GROUP, lane_rotated_down))
ENTRY(quad_shuffle_rotate_up, expect_permuted(call, QUAD_GROUP, lane_rotated_up))
ENTRY(quad_shuffle_and_fill_down, expect_filled(call, QUAD_GROUP, true))
ENTRY(quad_shuffle_and_fill_up, expect_filled(call, QUAD_GROUP, false))
ENTRY(quad_broadcast_first, expect_first(call, QUAD_GROUP))

ENTRY(quad_sum, expect_reduced(call, QUAD_GROUP, LANE_SUM))
ENTRY(quad_product, expect_reduced(call, QUAD_GROUP, LANE_PRODUCT))
ENTRY(quad_min, expect_reduced(call, QUAD_GROUP, LANE_MINIMUM))
ENTRY(quad_max, expect_reduced(call, QUAD_GROUP, LANE_MAXIMUM))
ENTRY(quad_and, expect_reduced(call, QUAD_GROUP, LANE_AND))
ENTRY(quad_or, expect_reduced(call, QUAD_GROUP, LANE_OR))
ENTRY(quad_xor, expect_reduced(call, QUAD_GROUP, LANE_XOR))
ENTRY(quad_prefix_exclusive_sum, expect_scanned(call, QUAD_GROUP, LANE_SUM, LANES_BELOW))
ENTRY(quad_prefix_inclusive_sum, expect_scanned(call, QUAD_GROUP, LANE_SUM, LANES_UP_TO))
ENTRY(quad_prefix_exclusive_product, expect_scanned(call, QUAD_GROUP, LANE_PRODUCT, LANES_BELOW))
ENTRY(quad_prefix_inclusive_product, expect_scanned(call, QUAD_GROUP, LANE_PRODUCT, LANES_UP_TO))

ENTRY(quad_all, expect_vote(call, QUAD_GROUP, LANE_ALL))
ENTRY(quad_any, expect_vote(call, QUAD_GROUP, LANE_ANY))
ENTRY(quad_ballot, expect_vote(call, QUAD_GROUP, LANE_BALLOT))
ENTRY(quad_ballot_all, expect_vote(call, QUAD_GROUP, LANE_BALLOT_ALL))
ENTRY(quad_ballot_any, expect_vote(call, QUAD_GROUP, LANE_BALLOT_ANY))
ENTRY(quad_active_threads_mask, expect_vote(call, QUAD_GROUP, LANE_ACTIVE))
ENTRY(quad_is_first, expect_vote(call, QUAD_GROUP, LANE_IS_FIRST))

ENTRY(quad_vote_bits, expect_vote_member(call, QUAD_GROUP, LANE_BALLOT))
ENTRY(quad_vote_all, expect_vote_member(call, QUAD_GROUP, LANE_BALLOT_ALL))
ENTRY(quad_vote_any, expect_vote_member(call, QUAD_GROUP, LANE_BALLOT_ANY))
