//! title:     No function is named main
//! verifies:  lang.main_name
//! for:       QUALIFIER in kernel static
//! reject:    main
//! grade:     rule stated
//! control:   replace `main(` with `first(`

#include <metal_stdlib>
using namespace metal;

QUALIFIER void main(device int *data [[buffer(0)]]) // reject
{
    data[0] = 1;
}

kernel void other(device int *data [[buffer(0)]])
{
    data[0] = 2;
}
