//! title:     Placement new makes an object where its pointer points, in device, threadgroup and thread memory
//! verifies:  lang.placement_new.accept lib.placement_new.overloads lib.placement_new.returns_ptr lib.placement_new.type_qualifier
//! requires:  msl 4.1
//! dispatch:  threads 1, threadgroup 1
//! inout:     storage uint[16] = iota(100, 1)
//! out:       result int[9]
//! out:       spaces int[4]
//! out:       singles int[3]
//! expect:    storage = values 100 7 8 103 5 6 106 107 108 109 110 111 77 113 114 115
//! expect:    result = values 1 7 9 11 1 21 22 31 32
//! expect:    spaces = values 1 2 3 1
//! expect:    singles = values 1 78 79
//! mutant:    lang.placement_new.accept | replace `device pair(7, 8)` with `device pair(7, 9)`
//! mutant:    lib.placement_new.overloads | replace `threadgroup pair(9, 10)` with `threadgroup pair(8, 10)`
//! mutant:    lib.placement_new.overloads | replace `shared_several[1] = 22` with `shared_several[0] = 22`
//! mutant:    lib.placement_new.overloads | replace `own_several[1] = 32` with `own_several[0] = 32`
//! mutant:    lib.placement_new.overloads | replace `device int(77)` with `device int(76)`
//! mutant:    lib.placement_new.overloads | replace `threadgroup int(78)` with `threadgroup int(76)`
//! mutant:    lib.placement_new.overloads | replace `thread int(79)` with `thread int(76)`
//! mutant:    lib.placement_new.returns_ptr | replace `(device uint *)made == storage + 1`
//!            with `(device uint *)made != storage + 1`
//! mutant:    lib.placement_new.type_qualifier | replace `space(new (&storage[14]) device pair(114, 115))` with
//!            `space(new (&own_words[0]) thread pair(114, 115))`

#include <metal_stdlib>
using namespace metal;

struct pair {
    pair(int a, int b) thread : first(a), second(b) {}
    pair(int a, int b) threadgroup : first(a), second(b) {}
    pair(int a, int b) device : first(a), second(b) {}
    int first, second;
};

static int space(device pair *)
{
    return 1;
}

static int space(threadgroup pair *)
{
    return 2;
}

static int space(thread pair *)
{
    return 3;
}

kernel void construct(device uint *storage [[buffer(0)]], device int *result [[buffer(1)]],
                      device int *spaces [[buffer(2)]], device int *singles [[buffer(3)]])
{
    threadgroup int shared_words[5];
    int own_words[5];
    auto made = new (&storage[1]) device pair(7, 8);
    device int *several = new (&storage[4]) device int[2];
    several[0] = 5;
    several[1] = 6;
    auto shared_pair = new (&shared_words[0]) threadgroup pair(9, 10);
    auto own = new (&own_words[0]) thread pair(11, 12);
    threadgroup int *shared_several = new (&shared_words[2]) threadgroup int[2];
    shared_several[0] = 21;
    shared_several[1] = 22;
    thread int *own_several = new (&own_words[2]) thread int[2];
    own_several[0] = 31;
    own_several[1] = 32;
    result[0] = (device uint *)made == storage + 1;
    result[1] = made->first;
    result[2] = shared_pair->first;
    result[3] = own->first;
    result[4] = several == (device int *)(storage + 4);
    result[5] = shared_words[2];
    result[6] = shared_words[3];
    result[7] = own_words[2];
    result[8] = own_words[3];
    spaces[0] = space(made);
    spaces[1] = space(shared_pair);
    spaces[2] = space(own);
    spaces[3] = space(new (&storage[14]) device pair(114, 115));
    device int *single = new (&storage[12]) device int(77);
    threadgroup int *shared_single = new (&shared_words[4]) threadgroup int(78);
    thread int *own_single = new (&own_words[4]) thread int(79);
    singles[0] = single == (device int *)(storage + 12);
    singles[1] = *shared_single;
    singles[2] = *own_single;
}
