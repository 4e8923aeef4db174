/* simd_and_quad.c: references of the functions of SIMD-groups and quad-groups (MSL 6.10.2, 6.10.3), by name: simd_NAME
 * and quad_NAME are the same of other groups. lanes.h says which arguments they take. */
#include "lanes.h"

#define BOTH(name, expect)                                                                                             \
    REFERENCE(simd_##name)                                                                                             \
    {                                                                                                                  \
        const lane_group group = SIMD_GROUP;                                                                           \
        expect;                                                                                                        \
    }                                                                                                                  \
    REFERENCE(quad_##name)                                                                                             \
    {                                                                                                                  \
        const lane_group group = QUAD_GROUP;                                                                           \
        expect;                                                                                                        \
    }

BOTH(shuffle, expect_permuted_each(call, group))
BOTH(broadcast, expect_permuted(call, group, lane_named))
BOTH(shuffle_xor, expect_permuted(call, group, lane_exclusive_or))
BOTH(shuffle_down, expect_permuted(call, group, lane_down))
BOTH(shuffle_up, expect_permuted(call, group, lane_up))
BOTH(shuffle_rotate_down, expect_permuted(call, group, lane_rotated_down))
BOTH(shuffle_rotate_up, expect_permuted(call, group, lane_rotated_up))
BOTH(shuffle_and_fill_down, expect_filled(call, group, true))
BOTH(shuffle_and_fill_up, expect_filled(call, group, false))
BOTH(broadcast_first, expect_first(call, group))

BOTH(sum, expect_reduced(call, group, LANE_SUM))
BOTH(product, expect_reduced(call, group, LANE_PRODUCT))
BOTH(min, expect_reduced(call, group, LANE_MINIMUM))
BOTH(max, expect_reduced(call, group, LANE_MAXIMUM))
BOTH(and, expect_reduced(call, group, LANE_AND))
BOTH(or, expect_reduced(call, group, LANE_OR))
BOTH(xor, expect_reduced(call, group, LANE_XOR))
BOTH(prefix_exclusive_sum, expect_scanned(call, group, LANE_SUM, LANES_BELOW))
BOTH(prefix_inclusive_sum, expect_scanned(call, group, LANE_SUM, LANES_UP_TO))
BOTH(prefix_exclusive_product, expect_scanned(call, group, LANE_PRODUCT, LANES_BELOW))
BOTH(prefix_inclusive_product, expect_scanned(call, group, LANE_PRODUCT, LANES_UP_TO))

BOTH(all, expect_vote(call, group, LANE_ALL))
BOTH(any, expect_vote(call, group, LANE_ANY))
BOTH(ballot, expect_vote(call, group, LANE_BALLOT))
BOTH(ballot_all, expect_vote(call, group, LANE_BALLOT_ALL))
BOTH(ballot_any, expect_vote(call, group, LANE_BALLOT_ANY))
BOTH(active_threads_mask, expect_vote(call, group, LANE_ACTIVE))
BOTH(is_first, expect_vote(call, group, LANE_IS_FIRST))

BOTH(vote_bits, expect_vote_member(call, group, LANE_BALLOT))
BOTH(vote_all, expect_vote_member(call, group, LANE_BALLOT_ALL))
BOTH(vote_any, expect_vote_member(call, group, LANE_BALLOT_ANY))

REFERENCE(simd_chain)
{
    expect_chain(call);
}
