//! title:     Votes, ballots and the mask of active lanes see exactly the lanes of the quad-group that take part
//! verifies:  quad.all.value quad.any.value quad.ballot.value quad.active_threads_mask.value quad.is_first.value
//!            quad.vote.all_vs_quad_all
//! requires:  msl 2.3, feature quad_reduction
//! subcases:  THREADGROUP in 64 30
//! dispatch:  groups 16, threadgroup THREADGROUP
//! in:        predicate uchar[threads] = quad_patterns(1)
//! in:        active uchar[threads] = quad_patterns(16)
//! out:       all_of uchar[threads]
//! out:       any_of uchar[threads]
//! out:       ballot ulong[threads]
//! out:       ballot_all uchar[threads]
//! out:       ballot_any uchar[threads]
//! out:       mask ulong[threads]
//! out:       first uchar[threads]
//! expect:    all_of = quad_all(predicate, active)
//! expect:    any_of = quad_any(predicate, active)
//! expect:    ballot = quad_ballot(predicate, active)
//! expect:    ballot_all = quad_ballot_all(predicate, active)
//! expect:    ballot_any = quad_ballot_any(predicate, active)
//! expect:    mask = quad_active_threads_mask(active)
//! expect:    first = quad_is_first(active)
//! mutant:    quad.all.value | replace `quad_all(agrees);` with `quad_ballot(agrees).all();`
//! mutant:    quad.any.value | replace `quad_any(agrees);` with `quad_all(agrees);`
//! mutant:    quad.ballot.value | replace `quad_ballot(agrees)) & lanes` with `quad_ballot(!agrees)) & lanes`
//! mutant:    quad.active_threads_mask.value | replace `quad_vote::vote_t(quad_active_threads_mask()) & lanes` with
//!            `lanes`
//! mutant:    quad.is_first.value | replace `first[i] = quad_is_first()` with `first[i] = i % 4 == 0`
//! mutant:    quad.vote.all_vs_quad_all | replace `quad_ballot(agrees).all()` with `quad_all(agrees)`
//! note:      All 16 predicates with all 15 sets of active lanes.

#include <metal_stdlib>
using namespace metal;

kernel void vote(device const uchar *predicate [[buffer(0)]], device const uchar *active [[buffer(1)]],
                 device uchar *all_of [[buffer(2)]], device uchar *any_of [[buffer(3)]],
                 device ulong *ballot [[buffer(4)]], device uchar *ballot_all [[buffer(5)]],
                 device uchar *ballot_any [[buffer(6)]], device ulong *mask [[buffer(7)]],
                 device uchar *first [[buffer(8)]], uint i [[thread_position_in_grid]])
{
    const ulong lanes = 15;
    const bool agrees = predicate[i];
    if (active[i]) {
        all_of[i] = quad_all(agrees);
        any_of[i] = quad_any(agrees);
        ballot[i] = quad_vote::vote_t(quad_ballot(agrees)) & lanes;
        ballot_all[i] = quad_ballot(agrees).all();
        ballot_any[i] = quad_ballot(agrees).any();
        mask[i] = quad_vote::vote_t(quad_active_threads_mask()) & lanes;
        first[i] = quad_is_first();
    }
}
