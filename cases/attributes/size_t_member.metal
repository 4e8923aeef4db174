//! title:     A struct argument of a kernel holds no size_t
//! verifies:  args.size_t.reject
//! requires:  msl 2.3
//! for:       T in size_t ptrdiff_t
//! reject:
//! grade:     rule stated
//! control:   replace `T first` with `ulong first`

#include <metal_stdlib>
using namespace metal;

struct range {
    T first, last;
};

kernel void read(constant range &all [[buffer(0)]], device uint *result [[buffer(1)]]) // reject
{
    result[0] = uint(all.last - all.first);
}
