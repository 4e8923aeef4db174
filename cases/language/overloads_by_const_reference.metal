//! title:     Overloads whose const references are to different address spaces, also where a macro names the space
//! verifies:  lang.overload.address_space
//! dispatch:  threads 1, threadgroup 1
//! inout:     pairs int[4] = iota(5, 1)
//! out:       result int[9]
//! expect:    pairs = counted(5, 1)
//! expect:    result = values 1 2 3 11 13 17 21 22 23
//! mutant:    lang.overload.address_space | replace `first(stored[0])` with `first(own)`
//! mutant:    lang.overload.address_space | replace `first(shared_pair)` with `first(own)`
//! mutant:    lang.overload.address_space | replace `first(fixed)` with `first(own)`
//! mutant:    lang.overload.address_space | replace `sum<int>({6, 7}` with `sum<int>({7, 7}`
//! mutant:    lang.overload.address_space | replace `both(stored[0], own)` with `both(stored[0], stored[0])`
//! mutant:    lang.overload.address_space | replace `both(stored[0], stored[1])` with `both(stored[0], own)`

#include <metal_stdlib>
using namespace metal;

#define stored_in device
#define shared threadgroup

struct pair {
    int a, b;
};

constant pair fixed = {8, 9};

static int first(const stored_in pair &)
{
    return 1;
}

static int first(const shared pair &)
{
    return 2;
}

static int first(constant pair &)
{
    return 3;
}

static int first(const thread pair &p)
{
    return p.a;
}

template <typename T> T sum(const stored_in pair &, const stored_in pair &)
{
    return 17;
}

template <typename T> T sum(const thread pair &p, const thread pair &q)
{
    return p.a + q.b;
}

static int both(const thread pair &, const thread pair &)
{
    return 21;
}

static int both(const stored_in pair &, const thread pair &)
{
    return 22;
}

static int both(const stored_in pair &, const stored_in pair &)
{
    return 23;
}

kernel void overload(device int *pairs [[buffer(0)]], device int *result [[buffer(1)]])
{
    device pair *stored = (device pair *)pairs;
    shared pair shared_pair;
    shared_pair.a = 4;
    pair own = {11, 12};
    result[0] = first(stored[0]);
    result[1] = first(shared_pair);
    result[2] = first(fixed);
    result[3] = first(own);
    result[4] = sum<int>({6, 7}, {6, 7});
    result[5] = sum<int>(stored[0], stored[0]);
    result[6] = both(own, own);
    result[7] = both(stored[0], own);
    result[8] = both(stored[0], stored[1]);
}
