//! title:     A kernel cannot change a table of visible functions
//! verifies:  vft.immutable
//! requires:  msl 2.3, feature function_pointers
//! reject:    assignable assign
//! grade:     rule stated
//! control:   replace `table[0] = next` with `result[1] = 0`

#include <metal_stdlib>
using namespace metal;

[[visible]] int next(int value)
{
    return value + 1;
}

kernel void change(visible_function_table<int(int)> table [[buffer(0)]], device int *result [[buffer(1)]])
{
    table[0] = next; // reject
    result[0] = table[0](1);
}
