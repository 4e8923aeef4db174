//! title:     is_null_texture tells a texture that nothing is bound to from others, as a parameter and in an argument buffer
//! verifies:  tex.is_null.value
//! requires:  msl 2.0, family apple7
//! in:        here0 texture1d<float>(r32float)[2] = zeros
//! in:        here1 texture1d_array<float>(r32float)[2, 1] = zeros
//! in:        here2 texture2d<float>(r32float)[2, 2] = zeros
//! in:        here3 texture2d_array<float>(r32float)[2, 2, 1] = zeros
//! in:        here4 texture3d<float>(r32float)[2, 2, 2] = zeros
//! in:        here5 texturecube<float>(r32float)[2, 2] = zeros
//! in:        here6 texturecube_array<float>(r32float)[2, 2, 1] = zeros
//! in:        here7 texture2d_ms<float>(r32float)[2, 2, 4] = zeros
//! in:        here8 texture2d_ms_array<float>(r32float)[2, 2, 4, 1] = zeros
//! in:        here9 depth2d<float>(depth32float)[2, 2] = zeros
//! in:        here10 depth2d_array<float>(depth32float)[2, 2, 1] = zeros
//! in:        here11 depthcube<float>(depth32float)[2, 2] = zeros
//! in:        here12 depthcube_array<float>(depth32float)[2, 2, 1] = zeros
//! in:        here13 depth2d_ms<float>(depth32float)[2, 2, 4] = zeros
//! in:        here14 depth2d_ms_array<float>(depth32float)[2, 2, 4, 1] = zeros
//! in:        none0 texture1d<float> = none
//! in:        none1 texture1d_array<float> = none
//! in:        none2 texture2d<float> = none
//! in:        none3 texture2d_array<float> = none
//! in:        none4 texture3d<float> = none
//! in:        none5 texturecube<float> = none
//! in:        none6 texturecube_array<float> = none
//! in:        none7 texture2d_ms<float> = none
//! in:        none8 texture2d_ms_array<float> = none
//! in:        none9 depth2d<float> = none
//! in:        none10 depth2d_array<float> = none
//! in:        none11 depthcube<float> = none
//! in:        none12 depthcube_array<float> = none
//! in:        none13 depth2d_ms<float> = none
//! in:        none14 depth2d_ms_array<float> = none
//! in:        kept texture2d<float>(r32float)[2, 2] = zeros
//! in:        lost texture2d<float> = none
//! in:        both arguments = 0 kept, 1 lost
//! dispatch:  parameters(here0, here1, here2, here3, here4, here5, here6, here7, here8, here9, here10, here11, here12, here13, here14, none0, none1, none2, none3, none4, none5, none6, none7, none8, none9, none10, none11, none12, none13, none14, bound, missing): threads 1, threadgroup 1
//! dispatch:  members(both, inside): threads 1, threadgroup 1
//! out:       bound uint[15]
//! out:       missing uint[15]
//! out:       inside uint[2]
//! expect:    bound = values 0 …
//! expect:    missing = values 1 …
//! expect:    inside = values 0 1
//! mutant:    tex.is_null.value | replace `is_null_texture(none0)` with `is_null_texture(here0)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none1)` with `is_null_texture(here1)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none2)` with `is_null_texture(here2)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none3)` with `is_null_texture(here3)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none4)` with `is_null_texture(here4)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none5)` with `is_null_texture(here5)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none6)` with `is_null_texture(here6)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none7)` with `is_null_texture(here7)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none8)` with `is_null_texture(here8)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none9)` with `is_null_texture(here9)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none10)` with `is_null_texture(here10)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none11)` with `is_null_texture(here11)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none12)` with `is_null_texture(here12)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none13)` with `is_null_texture(here13)`
//! mutant:    tex.is_null.value | replace `is_null_texture(none14)` with `is_null_texture(here14)`
//! mutant:    tex.is_null.value | replace `is_null_texture(both.lost)` with `is_null_texture(both.kept)`

#include <metal_stdlib>
using namespace metal;

struct pair {
    texture2d<float, access::read> kept [[id(0)]];
    texture2d<float, access::read> lost [[id(1)]];
};

kernel void parameters(texture1d<float, access::read> here0 [[texture(0)]],
                       texture1d_array<float, access::read> here1 [[texture(1)]],
                       texture2d<float, access::read> here2 [[texture(2)]],
                       texture2d_array<float, access::read> here3 [[texture(3)]],
                       texture3d<float, access::read> here4 [[texture(4)]],
                       texturecube<float, access::read> here5 [[texture(5)]],
                       texturecube_array<float, access::read> here6 [[texture(6)]],
                       texture2d_ms<float, access::read> here7 [[texture(7)]],
                       texture2d_ms_array<float, access::read> here8 [[texture(8)]],
                       depth2d<float, access::read> here9 [[texture(9)]],
                       depth2d_array<float, access::read> here10 [[texture(10)]],
                       depthcube<float, access::read> here11 [[texture(11)]],
                       depthcube_array<float, access::read> here12 [[texture(12)]],
                       depth2d_ms<float, access::read> here13 [[texture(13)]],
                       depth2d_ms_array<float, access::read> here14 [[texture(14)]],
                       texture1d<float, access::read> none0 [[texture(15)]],
                       texture1d_array<float, access::read> none1 [[texture(16)]],
                       texture2d<float, access::read> none2 [[texture(17)]],
                       texture2d_array<float, access::read> none3 [[texture(18)]],
                       texture3d<float, access::read> none4 [[texture(19)]],
                       texturecube<float, access::read> none5 [[texture(20)]],
                       texturecube_array<float, access::read> none6 [[texture(21)]],
                       texture2d_ms<float, access::read> none7 [[texture(22)]],
                       texture2d_ms_array<float, access::read> none8 [[texture(23)]],
                       depth2d<float, access::read> none9 [[texture(24)]],
                       depth2d_array<float, access::read> none10 [[texture(25)]],
                       depthcube<float, access::read> none11 [[texture(26)]],
                       depthcube_array<float, access::read> none12 [[texture(27)]],
                       depth2d_ms<float, access::read> none13 [[texture(28)]],
                       depth2d_ms_array<float, access::read> none14 [[texture(29)]],
                       device uint *bound [[buffer(0)]], device uint *missing [[buffer(1)]])
{
    bound[0] = is_null_texture(here0);
    bound[1] = is_null_texture(here1);
    bound[2] = is_null_texture(here2);
    bound[3] = is_null_texture(here3);
    bound[4] = is_null_texture(here4);
    bound[5] = is_null_texture(here5);
    bound[6] = is_null_texture(here6);
    bound[7] = is_null_texture(here7);
    bound[8] = is_null_texture(here8);
    bound[9] = is_null_texture(here9);
    bound[10] = is_null_texture(here10);
    bound[11] = is_null_texture(here11);
    bound[12] = is_null_texture(here12);
    bound[13] = is_null_texture(here13);
    bound[14] = is_null_texture(here14);
    missing[0] = is_null_texture(none0);
    missing[1] = is_null_texture(none1);
    missing[2] = is_null_texture(none2);
    missing[3] = is_null_texture(none3);
    missing[4] = is_null_texture(none4);
    missing[5] = is_null_texture(none5);
    missing[6] = is_null_texture(none6);
    missing[7] = is_null_texture(none7);
    missing[8] = is_null_texture(none8);
    missing[9] = is_null_texture(none9);
    missing[10] = is_null_texture(none10);
    missing[11] = is_null_texture(none11);
    missing[12] = is_null_texture(none12);
    missing[13] = is_null_texture(none13);
    missing[14] = is_null_texture(none14);
}

kernel void members(constant pair &both [[buffer(0)]], device uint *inside [[buffer(1)]])
{
    inside[0] = is_null_texture(both.kept);
    inside[1] = is_null_texture(both.lost);
}
