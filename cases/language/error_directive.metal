//! title:     #error stops the translation where it is reached
//! verifies:  lang.preprocessor.error
//! reject:    stop error
//! grade:     rule stated
//! control:   replace `>= 100` with `< 100`

#include <metal_stdlib>
using namespace metal;

#if __METAL_VERSION__ >= 100
#error stop here // reject
#endif

kernel void fill(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = 1;
}
