//! title:     Votes, ballots and the mask of active lanes see exactly the lanes of the SIMD-group that take part
//! verifies:  simd.all.value simd.any.value simd.ballot.value simd.ballot.inactive_bits simd.active_threads_mask.full
//!            simd.active_threads_mask.divergent simd.active_threads_mask.equivalence simd.is_first.full
//!            simd.is_first.divergent simd.vote.all_vs_simd_all simd.vote.any_vs_simd_any
//! requires:  msl 2.3, feature simd_reduction
//! subcases:  THREADGROUP in 192 83
//! dispatch:  groups 60, threadgroup THREADGROUP
//! in:        predicate uchar[threads] = vote_patterns(simd_width)
//! in:        active uchar[threads] = sparse_flags(simd_width)
//! out:       all_of uchar[threads]
//! out:       any_of uchar[threads]
//! out:       ballot ulong[threads]
//! out:       ballot_all uchar[threads]
//! out:       ballot_any uchar[threads]
//! out:       mask ulong[threads]
//! out:       first uchar[threads]
//! expect:    all_of = simd_all(predicate, active)
//! expect:    any_of = simd_any(predicate, active)
//! expect:    ballot = simd_ballot(predicate, active)
//! expect:    ballot_all = simd_ballot_all(predicate, active)
//! expect:    ballot_any = simd_ballot_any(predicate, active)
//! expect:    mask = simd_active_threads_mask(active)
//! expect:    first = simd_is_first(active)
//! mutant:    simd.all.value | replace `simd_all(agrees);` with `simd_ballot(agrees).all();`
//! mutant:    simd.any.value | replace `simd_any(agrees);` with `simd_all(agrees);`
//! mutant:    simd.ballot.value | replace `simd_ballot(agrees)) & lanes` with `simd_ballot(!agrees)) & lanes`
//! mutant:    simd.ballot.inactive_bits | replace `if (active[i]) {` with `const ulong everybody =
//!            simd_vote::vote_t(simd_ballot(agrees)) & lanes; if (active[i]) {` and replace `ballot[i] =
//!            simd_vote::vote_t(simd_ballot(agrees)) & lanes;` with `ballot[i] = everybody;`
//! mutant:    simd.active_threads_mask.equivalence | replace `simd_active_threads_mask()) & lanes` with
//!            `simd_ballot(agrees)) & lanes`
//! mutant:    simd.active_threads_mask.divergent | replace `simd_vote::vote_t(simd_active_threads_mask()) & lanes` with
//!            `lanes`
//! mutant:    simd.is_first.full | replace `first[i] = simd_is_first()` with `first[i] = !simd_is_first()`
//! mutant:    simd.is_first.divergent | replace `first[i] = simd_is_first()` with `first[i] = i % width == 0`
//! mutant:    simd.vote.all_vs_simd_all | replace `simd_ballot(agrees).all()` with `simd_all(agrees)`
//! mutant:    simd.vote.any_vs_simd_any | replace `simd_ballot(agrees).any()` with `(simd_ballot(agrees).all() ||
//!            !agrees)`
//! mutant:    simd.active_threads_mask.full | replace `simd_active_threads_mask()) & lanes` with
//!            `simd_active_threads_mask()) & lanes >> 1`
//! note:      Bits above the width of the SIMD-group are undefined and masked away. Whether all() of a partial SIMD-group asks for
//!            lanes that do not exist, too, is not said: where it matters nothing is judged.

#include <metal_stdlib>
using namespace metal;

kernel void vote(device const uchar *predicate [[buffer(0)]], device const uchar *active [[buffer(1)]],
                 device uchar *all_of [[buffer(2)]], device uchar *any_of [[buffer(3)]],
                 device ulong *ballot [[buffer(4)]], device uchar *ballot_all [[buffer(5)]],
                 device uchar *ballot_any [[buffer(6)]], device ulong *mask [[buffer(7)]],
                 device uchar *first [[buffer(8)]], uint width [[threads_per_simdgroup]],
                 uint i [[thread_position_in_grid]])
{
    const ulong lanes = width == 64 ? ~0ul : (1ul << width) - 1;
    const bool agrees = predicate[i];
    if (active[i]) {
        all_of[i] = simd_all(agrees);
        any_of[i] = simd_any(agrees);
        ballot[i] = simd_vote::vote_t(simd_ballot(agrees)) & lanes;
        ballot_all[i] = simd_ballot(agrees).all();
        ballot_any[i] = simd_ballot(agrees).any();
        mask[i] = simd_vote::vote_t(simd_active_threads_mask()) & lanes;
        first[i] = simd_is_first();
    }
}
