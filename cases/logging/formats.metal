//! title:     a message's conversions print what printf prints
//! verifies:  log.format.printf log.format.hl log.format.vector log.format.half_promotion log.format.no_vector_promotion
//! requires:  msl 3.2, feature logging
//! options:   logging
//! dispatch:  threads 1, threadgroup 1
//! in:        integer int[4] = values -5 42 65 -2147483648
//! in:        real float[4] = values 1.5 -0.0625 12345.678 0.1
//! in:        narrow uchar[4] = values 1 20 200 255
//! in:        wide long[2] = values -5000000000 5000000000
//! expect_log: info [:] d -5 42 +42 00042 |   42|42   | 042
//! expect_log: info [:] i -5
//! expect_log: info [:] u 4294967291 o 52 0x2a 2A 052 c A
//! expect_log: info [:] hh 88 h -5 l -5000000000 lx 12a05f200
//! expect_log: info [:] f 1.500000 -0.06 12345.7 |    1.50| e 1.234568e+04 E -6.25E-02
//! expect_log: info [:] g 1.5 12345.7 0.1 G -0.0625 100%
//! expect_log: info [:] star |     1.500|42   |
//! expect_log: info [:] float4 1.500000,-0.062500,12345.677734,0.100000
//! expect_log: info [:] float2 1.5,-0.0625 float3 1.500000,-0.062500,12345.677734
//! expect_log: info [:] int2 -5,42 int4 -5,42,65,-2147483648 uint3 fffffffb,2a,41
//! expect_log: info [:] uchar2 1,20 uchar3 1,20,200 char4 1,20,-56,-1
//! expect_log: info [:] short2 -5,42 ushort4 65531,42,65,0
//! expect_log: info [:] long2 -5000000000,5000000000
//! expect_log: info [:] half 1.500000 -0.0625
//! expect_log: info [:] half4 1.500000,-0.062500,12344.000000,0.099976
//! expect_log: info [:] half2 1.5,-0.0625 half3 1.5,-0.0625,12344
//! note:      what stands between the components of a vector is the device's choice
//! mutant:    log.format.printf | replace `%+d` with `%d`
//! mutant:    log.format.hl | replace `int4 %v4hld` with `int4 %v4hd`
//! mutant:    log.format.vector | replace `uchar2 %v2hhu` with `uchar2 %v2hhx`
//! mutant:    log.format.half_promotion | replace `log_info("half %f %g", half(real[0])` with `log_info("half %f %g", half(real[1])`
//! mutant:    log.format.no_vector_promotion | replace `half4 %v4hf` with `half4 %v4he`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

kernel void formats(device const int *integer [[buffer(0)]], device const float *real [[buffer(1)]],
                    device const uchar *narrow [[buffer(2)]], device const long *wide [[buffer(3)]])
{
    const int four[4] = {integer[0], integer[1], integer[2], integer[3]};
    const int4 whole(four[0], four[1], four[2], four[3]);
    const float4 x(real[0], real[1], real[2], real[3]);
    const uchar4 small(narrow[0], narrow[1], narrow[2], narrow[3]);
    os_log_default.log_info("d %d %d %+d %05d |%5d|%-5d|% 04d", four[0], four[1], four[1], four[1], four[1], four[1], four[1]);
    os_log_default.log_info("i %i", four[0]);
    os_log_default.log_info("u %u o %o %#x %X %#o c %c", four[0], four[1], four[1], four[1], four[1], four[2]);
    os_log_default.log_info("hh %hhd h %hd l %ld lx %lx", 600, four[0], wide[0], wide[1]);
    os_log_default.log_info("f %f %.2f %.1f |%8.2f| e %e E %.2E", x.x, x.y, x.z, x.x, x.z, x.y);
    os_log_default.log_info("g %g %g %g G %G 100%%", x.x, x.z, x.w, x.y);
    os_log_default.log_info("star |%*.*f|%-*d|", 10, 3, x.x, 5, four[1]);
    os_log_default.log_info("float4 %v4hlf", x);
    os_log_default.log_info("float2 %v2hlg float3 %v3hlf", x.xy, x.xyz);
    os_log_default.log_info("int2 %v2hld int4 %v4hld uint3 %v3hlx", whole.xy, whole, uint3(whole.xyz));
    os_log_default.log_info("uchar2 %v2hhu uchar3 %v3hhu char4 %v4hhd", small.xy, small.xyz, char4(small));
    os_log_default.log_info("short2 %v2hd ushort4 %v4hu", short2(whole.xy), ushort4(whole));
    os_log_default.log_info("long2 %v2ld", long2(wide[0], wide[1]));
    os_log_default.log_info("half %f %g", half(real[0]), half(real[1]));
    os_log_default.log_info("half4 %v4hf", half4(x));
    os_log_default.log_info("half2 %v2hg half3 %v3hg", half2(x.xy), half3(x.xyz));
}
