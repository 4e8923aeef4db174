//! title:     function_pointer_type of a table is the type of its entries
//! verifies:  lib.more.function_pointer_type
//! requires:  msl 2.3, feature function_pointers
//! options:   link add_2 add_5
//! dispatch:  call(table, data, result): threads 16, threadgroup 8
//! in:        table functions = add_2, add_5
//! in:        data int[16] = integers(-100, 100)
//! in:        addend int[16] = values 2 5 2 5 2 5 2 5 2 5 2 5 2 5 2 5
//! out:       result int[16]
//! expect:    result = added(data, addend)
//! refusal:   the text has no name for the type outside the class; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.function_pointer_type | replace `= table[i % 2]` with `= table[0]`

#include <metal_stdlib>
using namespace metal;

using add = int(int);

[[visible]] int add_2(int value)
{
    return value + 2;
}

[[visible]] int add_5(int value)
{
    return value + 5;
}

static int apply(visible_function_table<add>::function_pointer_type function, int value)
{
    return function(value);
}

kernel void call(visible_function_table<add> table [[buffer(0)]], device const int *data [[buffer(1)]],
                 device int *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    visible_function_table<add>::function_pointer_type function = table[i % 2];
    result[i] = apply(function, data[i]);
}
