//! title:     A quad_vote is made from a mask explicitly
//! verifies:  quad.vote.ctor_explicit
//! requires:  msl 2.1, feature quad_reduction
//! reject:    explicit conversion viable
//! grade:     inferred
//! control:   replace `const quad_vote votes = quad_vote::vote_t(1);` with `const quad_vote
//!            votes(quad_vote::vote_t(1));`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    const quad_vote votes = quad_vote::vote_t(1); // reject
    result[i] = votes.any();
}
