//! title:     A table of visible functions knows how many entries it has, and whether it is there
//! verifies:  vft.size vft.empty vft.null
//! requires:  msl 2.3, feature function_pointers
//! options:   link next before
//! dispatch:  measure(one, two, seven, none, result): threads 1, threadgroup 1
//! in:        one functions = next
//! in:        two functions = next, before
//! in:        seven functions = next, before, next, next, before, before, next
//! in:        none functions = none
//! out:       result uint[8]
//! expect:    result = values 1 2 7 0 0 0 0 1
//! note:      that a table without entries is empty is not asked: Metal does not say whether the API makes one
//! mutant:    vft.size | replace `seven.size()` with `two.size()`
//! mutant:    vft.empty | replace `one.empty()` with `!one.empty()`
//! mutant:    vft.null | replace `is_null_visible_function_table(none)` with `is_null_visible_function_table(one)`
//! mutant:    vft.null | replace `is_null_visible_function_table(two)` with `is_null_visible_function_table(none)`

#include <metal_stdlib>
using namespace metal;

[[visible]] int next(int value)
{
    return value + 1;
}

[[visible]] int before(int value)
{
    return value - 1;
}

kernel void measure(visible_function_table<int(int)> one [[buffer(0)]], visible_function_table<int(int)> two [[buffer(1)]],
                    visible_function_table<int(int)> seven [[buffer(2)]],
                    visible_function_table<int(int)> none [[buffer(3)]], device uint *result [[buffer(4)]])
{
    result[0] = one.size();
    result[1] = two.size();
    result[2] = seven.size();
    result[3] = one.empty();
    result[4] = two.empty();
    result[5] = seven.empty();
    result[6] = is_null_visible_function_table(two);
    result[7] = is_null_visible_function_table(none);
}
