//! title:     A kernel takes 31 pointers to threadgroup memory, which do not overlap
//! verifies:  limit.threadgroup_arguments
//! requires:  msl 2.0, family apple4
//! dispatch:  threads 32, threadgroup 32
//! threadgroup: 0 128
//! threadgroup: 1 128
//! threadgroup: 2 128
//! threadgroup: 3 128
//! threadgroup: 4 128
//! threadgroup: 5 128
//! threadgroup: 6 128
//! threadgroup: 7 128
//! threadgroup: 8 128
//! threadgroup: 9 128
//! threadgroup: 10 128
//! threadgroup: 11 128
//! threadgroup: 12 128
//! threadgroup: 13 128
//! threadgroup: 14 128
//! threadgroup: 15 128
//! threadgroup: 16 128
//! threadgroup: 17 128
//! threadgroup: 18 128
//! threadgroup: 19 128
//! threadgroup: 20 128
//! threadgroup: 21 128
//! threadgroup: 22 128
//! threadgroup: 23 128
//! threadgroup: 24 128
//! threadgroup: 25 128
//! threadgroup: 26 128
//! threadgroup: 27 128
//! threadgroup: 28 128
//! threadgroup: 29 128
//! threadgroup: 30 128
//! out:       result uint[992]
//! expect:    result = counted(0, 1)
//! mutant:    limit.threadgroup_arguments | replace `g30[31 - i]` with `g29[31 - i]`
//! mutant:    limit.threadgroup_arguments | replace `g0[31 - i]` with `g1[31 - i]`

#include <metal_stdlib>
using namespace metal;

kernel void keep(threadgroup uint *g0 [[threadgroup(0)]], threadgroup uint *g1 [[threadgroup(1)]],
                 threadgroup uint *g2 [[threadgroup(2)]], threadgroup uint *g3 [[threadgroup(3)]],
                 threadgroup uint *g4 [[threadgroup(4)]], threadgroup uint *g5 [[threadgroup(5)]],
                 threadgroup uint *g6 [[threadgroup(6)]], threadgroup uint *g7 [[threadgroup(7)]],
                 threadgroup uint *g8 [[threadgroup(8)]], threadgroup uint *g9 [[threadgroup(9)]],
                 threadgroup uint *g10 [[threadgroup(10)]], threadgroup uint *g11 [[threadgroup(11)]],
                 threadgroup uint *g12 [[threadgroup(12)]], threadgroup uint *g13 [[threadgroup(13)]],
                 threadgroup uint *g14 [[threadgroup(14)]], threadgroup uint *g15 [[threadgroup(15)]],
                 threadgroup uint *g16 [[threadgroup(16)]], threadgroup uint *g17 [[threadgroup(17)]],
                 threadgroup uint *g18 [[threadgroup(18)]], threadgroup uint *g19 [[threadgroup(19)]],
                 threadgroup uint *g20 [[threadgroup(20)]], threadgroup uint *g21 [[threadgroup(21)]],
                 threadgroup uint *g22 [[threadgroup(22)]], threadgroup uint *g23 [[threadgroup(23)]],
                 threadgroup uint *g24 [[threadgroup(24)]], threadgroup uint *g25 [[threadgroup(25)]],
                 threadgroup uint *g26 [[threadgroup(26)]], threadgroup uint *g27 [[threadgroup(27)]],
                 threadgroup uint *g28 [[threadgroup(28)]], threadgroup uint *g29 [[threadgroup(29)]],
                 threadgroup uint *g30 [[threadgroup(30)]],
                 device uint *result [[buffer(0)]], uint i [[thread_position_in_threadgroup]])
{
    g0[i] = 0 + 31 - i;
    g1[i] = 32 + 31 - i;
    g2[i] = 64 + 31 - i;
    g3[i] = 96 + 31 - i;
    g4[i] = 128 + 31 - i;
    g5[i] = 160 + 31 - i;
    g6[i] = 192 + 31 - i;
    g7[i] = 224 + 31 - i;
    g8[i] = 256 + 31 - i;
    g9[i] = 288 + 31 - i;
    g10[i] = 320 + 31 - i;
    g11[i] = 352 + 31 - i;
    g12[i] = 384 + 31 - i;
    g13[i] = 416 + 31 - i;
    g14[i] = 448 + 31 - i;
    g15[i] = 480 + 31 - i;
    g16[i] = 512 + 31 - i;
    g17[i] = 544 + 31 - i;
    g18[i] = 576 + 31 - i;
    g19[i] = 608 + 31 - i;
    g20[i] = 640 + 31 - i;
    g21[i] = 672 + 31 - i;
    g22[i] = 704 + 31 - i;
    g23[i] = 736 + 31 - i;
    g24[i] = 768 + 31 - i;
    g25[i] = 800 + 31 - i;
    g26[i] = 832 + 31 - i;
    g27[i] = 864 + 31 - i;
    g28[i] = 896 + 31 - i;
    g29[i] = 928 + 31 - i;
    g30[i] = 960 + 31 - i;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[0 + i] = g0[31 - i];
    result[32 + i] = g1[31 - i];
    result[64 + i] = g2[31 - i];
    result[96 + i] = g3[31 - i];
    result[128 + i] = g4[31 - i];
    result[160 + i] = g5[31 - i];
    result[192 + i] = g6[31 - i];
    result[224 + i] = g7[31 - i];
    result[256 + i] = g8[31 - i];
    result[288 + i] = g9[31 - i];
    result[320 + i] = g10[31 - i];
    result[352 + i] = g11[31 - i];
    result[384 + i] = g12[31 - i];
    result[416 + i] = g13[31 - i];
    result[448 + i] = g14[31 - i];
    result[480 + i] = g15[31 - i];
    result[512 + i] = g16[31 - i];
    result[544 + i] = g17[31 - i];
    result[576 + i] = g18[31 - i];
    result[608 + i] = g19[31 - i];
    result[640 + i] = g20[31 - i];
    result[672 + i] = g21[31 - i];
    result[704 + i] = g22[31 - i];
    result[736 + i] = g23[31 - i];
    result[768 + i] = g24[31 - i];
    result[800 + i] = g25[31 - i];
    result[832 + i] = g26[31 - i];
    result[864 + i] = g27[31 - i];
    result[896 + i] = g28[31 - i];
    result[928 + i] = g29[31 - i];
    result[960 + i] = g30[31 - i];
}
