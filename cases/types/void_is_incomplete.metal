//! title:     void has no objects
//! verifies:  types.scalar.void.incomplete
//! for:       T in void
//! reject:    void incomplete
//! grade:     rule stated
//! control:   replace `T value;` with `thread T *value;`

#include <metal_stdlib>
using namespace metal;

struct holder {
    T value; // reject
    int other;
};

kernel void keep(device int *result [[buffer(0)]])
{
    holder one;
    one.other = 3;
    result[0] = one.other;
}
