//! title:     quad_vote keeps the four bottom bits of a mask and clears the rest
//! verifies:  quad.vote.ctor quad.vote.all quad.vote.any quad.vote.type
//! requires:  msl 2.1, feature quad_reduction
//! dispatch:  groups 1, threadgroup 256
//! in:        mask uint[256] = iota(4294966912)
//! out:       kept uint[256]
//! out:       all_of uchar[256]
//! out:       any_of uchar[256]
//! expect:    kept = quad_vote_bits(mask)
//! expect:    all_of = quad_vote_all(mask)
//! expect:    any_of = quad_vote_any(mask)
//! mutant:    quad.vote.ctor | replace `quad_vote::vote_t(votes)` with `mask[i]`
//! mutant:    quad.vote.all | replace `votes.all()` with `votes.any()`
//! mutant:    quad.vote.any | replace `votes.any()` with `votes.all()`
//! mutant:    quad.vote.type | replace `quad_vote::vote_t(votes)` with `(quad_vote::vote_t(votes) & 7)`

#include <metal_stdlib>
using namespace metal;

kernel void look(device const uint *mask [[buffer(0)]], device uint *kept [[buffer(1)]],
                 device uchar *all_of [[buffer(2)]], device uchar *any_of [[buffer(3)]],
                 uint i [[thread_position_in_grid]])
{
    const quad_vote votes(mask[i]);
    kept[i] = quad_vote::vote_t(votes);
    all_of[i] = votes.all();
    any_of[i] = votes.any();
}
