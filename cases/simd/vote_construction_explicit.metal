//! title:     A simd_vote is made from a mask explicitly
//! verifies:  simd.vote.ctor_explicit
//! requires:  msl 2.1, feature simd_reduction
//! reject:    explicit conversion viable
//! grade:     inferred
//! control:   replace `const simd_vote votes = simd_vote::vote_t(1);` with `const simd_vote
//!            votes(simd_vote::vote_t(1));`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    const simd_vote votes = simd_vote::vote_t(1); // reject
    result[i] = votes.any();
}
