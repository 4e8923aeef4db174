//! title:     Threads call visible functions through a table that the host fills
//! verifies:  vft.availability vft.subscript
//! requires:  msl 2.3, feature function_pointers
//! options:   link add_0 add_1 add_2 add_3
//! dispatch:  call(table, data, result@2, direct@3): threads 16, threadgroup 8
//! in:        table functions = add_2, add_0, add_3, add_1
//! in:        data float[16] = integers(-100, 100)
//! in:        addend float[16] = values 2 0 3 1 2 0 3 1 2 0 3 1 2 0 3 1
//! in:        three float[16] = constant(3)
//! out:       result int[16]
//! out:       direct int[16]
//! expect:    result = added(data, addend)
//! expect:    direct = added(data, three)
//! mutant:    vft.subscript | replace `table[i % table.size()]` with `table[(i + 1) % table.size()]`
//! mutant:    vft.availability | replace `table[2](data[i])` with `table[1](data[i])`

#include <metal_stdlib>
using namespace metal;

[[visible]] int add_0(float value)
{
    return int(value) + 0;
}

[[visible]] int add_1(float value)
{
    return int(value) + 1;
}

[[visible]] int add_2(float value)
{
    return int(value) + 2;
}

[[visible]] int add_3(float value)
{
    return int(value) + 3;
}

kernel void call(visible_function_table<int(float)> table [[buffer(0)]], device const float *data [[buffer(1)]],
                 device int *result [[buffer(2)]], device int *direct [[buffer(3)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = table[i % table.size()](data[i]);
    direct[i] = table[2](data[i]) == add_3(data[i]) ? add_3(data[i]) : 0;
}
