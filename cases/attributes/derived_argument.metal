//! title:     The type of a kernel's argument is no derived class
//! verifies:  restrict.derived_argument
//! reject:    derived
//! grade:     rule stated
//! control:   replace `struct both : first` with `struct both`

#include <metal_stdlib>
using namespace metal;

struct first {
    device const int *one [[buffer(0)]];
};
struct both : first {
    device const int *two [[buffer(1)]];
};

kernel void copy(both all, device int *result [[buffer(2)]]) // reject
{
    result[0] = all.two[0];
}
