//! title:     A bit-field keeps its bits and its sign, and storing into it leaves those beside it
//! verifies:  ops.assign.cxx
//! requires:  msl 2.0
//! dispatch:  threads 8, threadgroup 8
//! in:        a int[8] = values 0 1 -1 3 -4 5 100 -100
//! in:        b uint[8] = values 0 1 4294967295 77 4096 65535 2147483648 12345
//! out:       of_thread int4[8]
//! out:       of_group int4[8]
//! out:       beside uint4[8]
//! expect:    of_thread = values -4 5 -512 131 -3 6 -511 0 -1 4 511 130 -1 82 -509 12 -4 4101 508 131 -3 4 -507 30 -4
//!            5 -412 31 -4 4158 412 124
//! expect:    of_group = values 0 5 256 131 0 6 255 0 1 4 -255 130 0 82 254 12 3 4101 -254 131 3 4 253 30 1 5 206 31
//!            0 4158 -206 124
//! expect:    beside = values 0 8191 256 31 0 8191 255 31 0 8191 4294967041 31 0 8191 254 31 0 8191 4294967042 31 0
//!            8191 253 31 0 8191 206 31 0 8191 4294967090 31
//! mutant:    ops.assign.cxx | replace `int first : 3` with `uint first : 3`
//! mutant:    ops.assign.cxx | replace `int third : 10` with `uint third : 10`
//! mutant:    ops.assign.cxx | replace `own.second += 5` with `own.second += 6`
//! mutant:    ops.assign.cxx | replace `shared[i].first = a[7 - i] & 3` with `shared[i].first = 0`
//! mutant:    ops.assign.cxx | replace `own.flag = !own.flag` with `own.flag = true`
//! note:      Where a field lies is the compiler's to choose; what it holds is not.

#include <metal_stdlib>
using namespace metal;

struct fields {
    int first : 3;
    uint second : 13;
    int third : 10;
    bool flag : 1;
    uint last : 5;
};

static int4 numbers(thread const fields &f)
{
    return int4(f.first, int(f.second), f.third, int(f.last) + (f.flag ? 100 : 0));
}

kernel void keep(device const int *a [[buffer(0)]], device const uint *b [[buffer(1)]],
                 device int4 *of_thread [[buffer(2)]], device int4 *of_group [[buffer(3)]],
                 device uint4 *beside [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    threadgroup fields shared[8];
    fields own;
    own.first = a[i] & 3;
    own.second = b[i] & 0x1fff;
    own.third = (a[i] & 1023) - 512;
    own.flag = a[i] > 0;
    own.last = b[i] & 31;
    own.first = own.first - 4;
    own.second += 5;
    own.last--;
    own.flag = !own.flag;
    of_thread[i] = numbers(own);
    shared[i] = own;
    shared[i].first = a[7 - i] & 3;
    shared[i].third = -shared[i].third / 2;
    const fields copy = shared[i];
    of_group[i] = numbers(copy);
    shared[i].second = 0x1fff;
    shared[i].last = 31;
    shared[i].flag = true;
    shared[i].first = 0;
    beside[i] = uint4(uint(shared[i].first), shared[i].second, uint(shared[i].third), shared[i].last);
}
