/* lanes.h: one model for SIMD-groups and quad-groups: a quad-group is a SIMD-group of four lanes (MSL 6.10.3).
 *
 * Every output has one element per thread of the grid. Threads fill SIMD-groups in the order of their index in the
 * threadgroup (5.2.3.6), quad-groups divide SIMD-groups; the last group of a threadgroup may be partial. All functions
 * below take as last argument, if they like, an array `active` of one number per thread: threads whose number is zero
 * do not call the function. What such a thread receives is unjudged, and so is what others read from it (6.10.2). */
#ifndef ASSAY_REFERENCE_LANES_H
#define ASSAY_REFERENCE_LANES_H
#include "../core/reference.h"

typedef enum { SIMD_GROUP, QUAD_GROUP } lane_group;

/* ---- Permutations: (data, parameter). The parameter is a number, or an array with one for each threadgroup, or for
 * expect_permuted_each one for each thread. */
typedef struct lane_source {
    enum { FROM_LANE, FROM_NOWHERE } kind; /* nowhere: the specification does not say */
    uint32_t lane;
    bool filling; /* of the filling data */
} lane_source;
typedef lane_source lane_function(uint32_t lane, uint32_t width, uint32_t parameter);
void expect_permuted(reference_call *call, lane_group group, lane_function *source);
void expect_permuted_each(reference_call *call, lane_group group); /* shuffle: each thread names its lane */
lane_function lane_named, lane_down, lane_up, lane_rotated_down, lane_rotated_up, lane_exclusive_or;
/* (data, filling, delta, modulo): within vectors of `modulo` lanes; modulo 0 stands for the overload without. */
void expect_filled(reference_call *call, lane_group group, bool down);

/* ---- Reductions and scans: (data). A lane without active lanes below it gets the operation's neutral value. */
typedef enum { LANE_SUM, LANE_PRODUCT, LANE_MINIMUM, LANE_MAXIMUM, LANE_AND, LANE_OR, LANE_XOR } lane_reduction;
void expect_reduced(reference_call *call, lane_group group, lane_reduction kind);
typedef enum { LANES_BELOW, LANES_UP_TO } lane_scan;
void expect_scanned(reference_call *call, lane_group group, lane_reduction kind, lane_scan end);
void expect_first(reference_call *call, lane_group group); /* broadcast_first */

/* ---- Votes: (predicate), except for the last two, which ask nothing: (). Numbers 0 and 1; a ballot has one bit for
 * each lane, lane 0 lowest. LANE_BALLOT_ALL and _ANY are the members all() and any() of the ballot (6.10.2.1). */
typedef enum {
    LANE_ALL,
    LANE_ANY,
    LANE_BALLOT,
    LANE_BALLOT_ALL,
    LANE_BALLOT_ANY,
    LANE_ACTIVE,
    LANE_IS_FIRST
} lane_vote;
void expect_vote(reference_call *call, lane_group group, lane_vote kind);
/* The class simd_vote or quad_vote, (mask): LANE_BALLOT_ALL, LANE_BALLOT_ANY, or LANE_BALLOT for the cast. */
void expect_vote_member(reference_call *call, lane_group group, lane_vote kind);

/* (data, steps): a chain of shuffles and sums, each of the last one's results. */
void expect_chain(reference_call *call);
#endif
