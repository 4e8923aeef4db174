//! title:     A constructor in thread memory hands its object and members to methods, and to functions by pointer and reference
//! verifies:  addrspace.thread.locals
//! dispatch:  threads 64, threadgroup 64
//! in:        data int[64] = iota(-20, 3)
//! out:       result int[64]
//! expect:    result = counted(-39, 12)
//! mutant:    addrspace.thread.locals | replace `raise(total, value)` with `raise(total, 0)`
//! mutant:    addrspace.thread.locals | replace `raise(&total, value)` with `raise(&total, 0)`
//! mutant:    addrspace.thread.locals | replace `this->add(value)` with `this->add(0)`
//! mutant:    addrspace.thread.locals | replace `finish(*this)` with `finish(other)`

#include <metal_stdlib>
using namespace metal;

static void raise(thread int &to, int by)
{
    to += by;
}

static void raise(thread int *to, int by)
{
    *to += by;
}

struct sum {
    int total;

    void add(int value) thread { total += value; }
    static void finish(thread sum &made) { made.total += 41; }

    sum() thread : total(0) {}
    sum(int value) thread : total(0)
    {
        sum other;
        raise(total, value);
        raise(&total, value);
        add(value);
        this->add(value);
        finish(*this);
    }
};

kernel void construct(device const int *data [[buffer(0)]], device int *result [[buffer(1)]],
                      uint i [[thread_position_in_grid]])
{
    sum made(data[i]);
    result[i] = made.total;
}
