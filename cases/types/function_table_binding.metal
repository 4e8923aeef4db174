//! title:     A table of visible functions lies in a buffer slot or in an argument buffer
//! verifies:  vft.binding
//! requires:  msl 2.3, feature function_pointers
//! options:   link next before
//! dispatch:  call(slot, all, data, from_slot, from_member): threads 64, threadgroup 32
//! in:        slot functions = next, before
//! in:        member functions = next, before
//! in:        factor int = 1
//! in:        all arguments = 0 factor, 3 member
//! in:        data int[64] = integers(-100, 100)
//! in:        one int[64] = ones
//! out:       from_slot int[64]
//! out:       from_member int[64]
//! expect:    from_slot = added(data, one)
//! expect:    from_member = subtracted(data, one)
//! mutant:    vft.binding | replace `slot[0]` with `slot[1]`
//! mutant:    vft.binding | replace `all.table[1]` with `all.table[0]`

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

struct resources {
    int factor [[id(0)]];
    visible_function_table<int(int)> table [[id(3)]];
};

kernel void call(visible_function_table<int(int)> slot [[buffer(0)]], constant resources &all [[buffer(1)]],
                 device const int *data [[buffer(2)]], device int *from_slot [[buffer(3)]],
                 device int *from_member [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    from_slot[i] = slot[0](data[i]);
    from_member[i] = all.factor * all.table[1](data[i]);
}
