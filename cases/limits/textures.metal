//! title:     A kernel takes 128 textures
//! verifies:  limit.textures
//! requires:  msl 2.0, family apple6
//! dispatch:  threads 1, threadgroup 1
//! in:        t0 texture2d<uint>(r32uint)[1, 1] = values 1
//! in:        t1 texture2d<uint>(r32uint)[1, 1] = values 2
//! in:        t2 texture2d<uint>(r32uint)[1, 1] = values 3
//! in:        t3 texture2d<uint>(r32uint)[1, 1] = values 4
//! in:        t4 texture2d<uint>(r32uint)[1, 1] = values 5
//! in:        t5 texture2d<uint>(r32uint)[1, 1] = values 6
//! in:        t6 texture2d<uint>(r32uint)[1, 1] = values 7
//! in:        t7 texture2d<uint>(r32uint)[1, 1] = values 8
//! in:        t8 texture2d<uint>(r32uint)[1, 1] = values 9
//! in:        t9 texture2d<uint>(r32uint)[1, 1] = values 10
//! in:        t10 texture2d<uint>(r32uint)[1, 1] = values 11
//! in:        t11 texture2d<uint>(r32uint)[1, 1] = values 12
//! in:        t12 texture2d<uint>(r32uint)[1, 1] = values 13
//! in:        t13 texture2d<uint>(r32uint)[1, 1] = values 14
//! in:        t14 texture2d<uint>(r32uint)[1, 1] = values 15
//! in:        t15 texture2d<uint>(r32uint)[1, 1] = values 16
//! in:        t16 texture2d<uint>(r32uint)[1, 1] = values 17
//! in:        t17 texture2d<uint>(r32uint)[1, 1] = values 18
//! in:        t18 texture2d<uint>(r32uint)[1, 1] = values 19
//! in:        t19 texture2d<uint>(r32uint)[1, 1] = values 20
//! in:        t20 texture2d<uint>(r32uint)[1, 1] = values 21
//! in:        t21 texture2d<uint>(r32uint)[1, 1] = values 22
//! in:        t22 texture2d<uint>(r32uint)[1, 1] = values 23
//! in:        t23 texture2d<uint>(r32uint)[1, 1] = values 24
//! in:        t24 texture2d<uint>(r32uint)[1, 1] = values 25
//! in:        t25 texture2d<uint>(r32uint)[1, 1] = values 26
//! in:        t26 texture2d<uint>(r32uint)[1, 1] = values 27
//! in:        t27 texture2d<uint>(r32uint)[1, 1] = values 28
//! in:        t28 texture2d<uint>(r32uint)[1, 1] = values 29
//! in:        t29 texture2d<uint>(r32uint)[1, 1] = values 30
//! in:        t30 texture2d<uint>(r32uint)[1, 1] = values 31
//! in:        t31 texture2d<uint>(r32uint)[1, 1] = values 32
//! in:        t32 texture2d<uint>(r32uint)[1, 1] = values 33
//! in:        t33 texture2d<uint>(r32uint)[1, 1] = values 34
//! in:        t34 texture2d<uint>(r32uint)[1, 1] = values 35
//! in:        t35 texture2d<uint>(r32uint)[1, 1] = values 36
//! in:        t36 texture2d<uint>(r32uint)[1, 1] = values 37
//! in:        t37 texture2d<uint>(r32uint)[1, 1] = values 38
//! in:        t38 texture2d<uint>(r32uint)[1, 1] = values 39
//! in:        t39 texture2d<uint>(r32uint)[1, 1] = values 40
//! in:        t40 texture2d<uint>(r32uint)[1, 1] = values 41
//! in:        t41 texture2d<uint>(r32uint)[1, 1] = values 42
//! in:        t42 texture2d<uint>(r32uint)[1, 1] = values 43
//! in:        t43 texture2d<uint>(r32uint)[1, 1] = values 44
//! in:        t44 texture2d<uint>(r32uint)[1, 1] = values 45
//! in:        t45 texture2d<uint>(r32uint)[1, 1] = values 46
//! in:        t46 texture2d<uint>(r32uint)[1, 1] = values 47
//! in:        t47 texture2d<uint>(r32uint)[1, 1] = values 48
//! in:        t48 texture2d<uint>(r32uint)[1, 1] = values 49
//! in:        t49 texture2d<uint>(r32uint)[1, 1] = values 50
//! in:        t50 texture2d<uint>(r32uint)[1, 1] = values 51
//! in:        t51 texture2d<uint>(r32uint)[1, 1] = values 52
//! in:        t52 texture2d<uint>(r32uint)[1, 1] = values 53
//! in:        t53 texture2d<uint>(r32uint)[1, 1] = values 54
//! in:        t54 texture2d<uint>(r32uint)[1, 1] = values 55
//! in:        t55 texture2d<uint>(r32uint)[1, 1] = values 56
//! in:        t56 texture2d<uint>(r32uint)[1, 1] = values 57
//! in:        t57 texture2d<uint>(r32uint)[1, 1] = values 58
//! in:        t58 texture2d<uint>(r32uint)[1, 1] = values 59
//! in:        t59 texture2d<uint>(r32uint)[1, 1] = values 60
//! in:        t60 texture2d<uint>(r32uint)[1, 1] = values 61
//! in:        t61 texture2d<uint>(r32uint)[1, 1] = values 62
//! in:        t62 texture2d<uint>(r32uint)[1, 1] = values 63
//! in:        t63 texture2d<uint>(r32uint)[1, 1] = values 64
//! in:        t64 texture2d<uint>(r32uint)[1, 1] = values 65
//! in:        t65 texture2d<uint>(r32uint)[1, 1] = values 66
//! in:        t66 texture2d<uint>(r32uint)[1, 1] = values 67
//! in:        t67 texture2d<uint>(r32uint)[1, 1] = values 68
//! in:        t68 texture2d<uint>(r32uint)[1, 1] = values 69
//! in:        t69 texture2d<uint>(r32uint)[1, 1] = values 70
//! in:        t70 texture2d<uint>(r32uint)[1, 1] = values 71
//! in:        t71 texture2d<uint>(r32uint)[1, 1] = values 72
//! in:        t72 texture2d<uint>(r32uint)[1, 1] = values 73
//! in:        t73 texture2d<uint>(r32uint)[1, 1] = values 74
//! in:        t74 texture2d<uint>(r32uint)[1, 1] = values 75
//! in:        t75 texture2d<uint>(r32uint)[1, 1] = values 76
//! in:        t76 texture2d<uint>(r32uint)[1, 1] = values 77
//! in:        t77 texture2d<uint>(r32uint)[1, 1] = values 78
//! in:        t78 texture2d<uint>(r32uint)[1, 1] = values 79
//! in:        t79 texture2d<uint>(r32uint)[1, 1] = values 80
//! in:        t80 texture2d<uint>(r32uint)[1, 1] = values 81
//! in:        t81 texture2d<uint>(r32uint)[1, 1] = values 82
//! in:        t82 texture2d<uint>(r32uint)[1, 1] = values 83
//! in:        t83 texture2d<uint>(r32uint)[1, 1] = values 84
//! in:        t84 texture2d<uint>(r32uint)[1, 1] = values 85
//! in:        t85 texture2d<uint>(r32uint)[1, 1] = values 86
//! in:        t86 texture2d<uint>(r32uint)[1, 1] = values 87
//! in:        t87 texture2d<uint>(r32uint)[1, 1] = values 88
//! in:        t88 texture2d<uint>(r32uint)[1, 1] = values 89
//! in:        t89 texture2d<uint>(r32uint)[1, 1] = values 90
//! in:        t90 texture2d<uint>(r32uint)[1, 1] = values 91
//! in:        t91 texture2d<uint>(r32uint)[1, 1] = values 92
//! in:        t92 texture2d<uint>(r32uint)[1, 1] = values 93
//! in:        t93 texture2d<uint>(r32uint)[1, 1] = values 94
//! in:        t94 texture2d<uint>(r32uint)[1, 1] = values 95
//! in:        t95 texture2d<uint>(r32uint)[1, 1] = values 96
//! in:        t96 texture2d<uint>(r32uint)[1, 1] = values 97
//! in:        t97 texture2d<uint>(r32uint)[1, 1] = values 98
//! in:        t98 texture2d<uint>(r32uint)[1, 1] = values 99
//! in:        t99 texture2d<uint>(r32uint)[1, 1] = values 100
//! in:        t100 texture2d<uint>(r32uint)[1, 1] = values 101
//! in:        t101 texture2d<uint>(r32uint)[1, 1] = values 102
//! in:        t102 texture2d<uint>(r32uint)[1, 1] = values 103
//! in:        t103 texture2d<uint>(r32uint)[1, 1] = values 104
//! in:        t104 texture2d<uint>(r32uint)[1, 1] = values 105
//! in:        t105 texture2d<uint>(r32uint)[1, 1] = values 106
//! in:        t106 texture2d<uint>(r32uint)[1, 1] = values 107
//! in:        t107 texture2d<uint>(r32uint)[1, 1] = values 108
//! in:        t108 texture2d<uint>(r32uint)[1, 1] = values 109
//! in:        t109 texture2d<uint>(r32uint)[1, 1] = values 110
//! in:        t110 texture2d<uint>(r32uint)[1, 1] = values 111
//! in:        t111 texture2d<uint>(r32uint)[1, 1] = values 112
//! in:        t112 texture2d<uint>(r32uint)[1, 1] = values 113
//! in:        t113 texture2d<uint>(r32uint)[1, 1] = values 114
//! in:        t114 texture2d<uint>(r32uint)[1, 1] = values 115
//! in:        t115 texture2d<uint>(r32uint)[1, 1] = values 116
//! in:        t116 texture2d<uint>(r32uint)[1, 1] = values 117
//! in:        t117 texture2d<uint>(r32uint)[1, 1] = values 118
//! in:        t118 texture2d<uint>(r32uint)[1, 1] = values 119
//! in:        t119 texture2d<uint>(r32uint)[1, 1] = values 120
//! in:        t120 texture2d<uint>(r32uint)[1, 1] = values 121
//! in:        t121 texture2d<uint>(r32uint)[1, 1] = values 122
//! in:        t122 texture2d<uint>(r32uint)[1, 1] = values 123
//! in:        t123 texture2d<uint>(r32uint)[1, 1] = values 124
//! in:        t124 texture2d<uint>(r32uint)[1, 1] = values 125
//! in:        t125 texture2d<uint>(r32uint)[1, 1] = values 126
//! in:        t126 texture2d<uint>(r32uint)[1, 1] = values 127
//! in:        t127 texture2d<uint>(r32uint)[1, 1] = values 128
//! out:       result uint[128]
//! expect:    result = counted(1, 1)
//! mutant:    limit.textures | replace `t127.read` with `t126.read`
//! mutant:    limit.textures | replace `t96.read` with `t95.read`

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<uint, access::read> t0 [[texture(0)]], texture2d<uint, access::read> t1 [[texture(1)]],
                 texture2d<uint, access::read> t2 [[texture(2)]], texture2d<uint, access::read> t3 [[texture(3)]],
                 texture2d<uint, access::read> t4 [[texture(4)]], texture2d<uint, access::read> t5 [[texture(5)]],
                 texture2d<uint, access::read> t6 [[texture(6)]], texture2d<uint, access::read> t7 [[texture(7)]],
                 texture2d<uint, access::read> t8 [[texture(8)]], texture2d<uint, access::read> t9 [[texture(9)]],
                 texture2d<uint, access::read> t10 [[texture(10)]],
                 texture2d<uint, access::read> t11 [[texture(11)]],
                 texture2d<uint, access::read> t12 [[texture(12)]],
                 texture2d<uint, access::read> t13 [[texture(13)]],
                 texture2d<uint, access::read> t14 [[texture(14)]],
                 texture2d<uint, access::read> t15 [[texture(15)]],
                 texture2d<uint, access::read> t16 [[texture(16)]],
                 texture2d<uint, access::read> t17 [[texture(17)]],
                 texture2d<uint, access::read> t18 [[texture(18)]],
                 texture2d<uint, access::read> t19 [[texture(19)]],
                 texture2d<uint, access::read> t20 [[texture(20)]],
                 texture2d<uint, access::read> t21 [[texture(21)]],
                 texture2d<uint, access::read> t22 [[texture(22)]],
                 texture2d<uint, access::read> t23 [[texture(23)]],
                 texture2d<uint, access::read> t24 [[texture(24)]],
                 texture2d<uint, access::read> t25 [[texture(25)]],
                 texture2d<uint, access::read> t26 [[texture(26)]],
                 texture2d<uint, access::read> t27 [[texture(27)]],
                 texture2d<uint, access::read> t28 [[texture(28)]],
                 texture2d<uint, access::read> t29 [[texture(29)]],
                 texture2d<uint, access::read> t30 [[texture(30)]],
                 texture2d<uint, access::read> t31 [[texture(31)]],
                 texture2d<uint, access::read> t32 [[texture(32)]],
                 texture2d<uint, access::read> t33 [[texture(33)]],
                 texture2d<uint, access::read> t34 [[texture(34)]],
                 texture2d<uint, access::read> t35 [[texture(35)]],
                 texture2d<uint, access::read> t36 [[texture(36)]],
                 texture2d<uint, access::read> t37 [[texture(37)]],
                 texture2d<uint, access::read> t38 [[texture(38)]],
                 texture2d<uint, access::read> t39 [[texture(39)]],
                 texture2d<uint, access::read> t40 [[texture(40)]],
                 texture2d<uint, access::read> t41 [[texture(41)]],
                 texture2d<uint, access::read> t42 [[texture(42)]],
                 texture2d<uint, access::read> t43 [[texture(43)]],
                 texture2d<uint, access::read> t44 [[texture(44)]],
                 texture2d<uint, access::read> t45 [[texture(45)]],
                 texture2d<uint, access::read> t46 [[texture(46)]],
                 texture2d<uint, access::read> t47 [[texture(47)]],
                 texture2d<uint, access::read> t48 [[texture(48)]],
                 texture2d<uint, access::read> t49 [[texture(49)]],
                 texture2d<uint, access::read> t50 [[texture(50)]],
                 texture2d<uint, access::read> t51 [[texture(51)]],
                 texture2d<uint, access::read> t52 [[texture(52)]],
                 texture2d<uint, access::read> t53 [[texture(53)]],
                 texture2d<uint, access::read> t54 [[texture(54)]],
                 texture2d<uint, access::read> t55 [[texture(55)]],
                 texture2d<uint, access::read> t56 [[texture(56)]],
                 texture2d<uint, access::read> t57 [[texture(57)]],
                 texture2d<uint, access::read> t58 [[texture(58)]],
                 texture2d<uint, access::read> t59 [[texture(59)]],
                 texture2d<uint, access::read> t60 [[texture(60)]],
                 texture2d<uint, access::read> t61 [[texture(61)]],
                 texture2d<uint, access::read> t62 [[texture(62)]],
                 texture2d<uint, access::read> t63 [[texture(63)]],
                 texture2d<uint, access::read> t64 [[texture(64)]],
                 texture2d<uint, access::read> t65 [[texture(65)]],
                 texture2d<uint, access::read> t66 [[texture(66)]],
                 texture2d<uint, access::read> t67 [[texture(67)]],
                 texture2d<uint, access::read> t68 [[texture(68)]],
                 texture2d<uint, access::read> t69 [[texture(69)]],
                 texture2d<uint, access::read> t70 [[texture(70)]],
                 texture2d<uint, access::read> t71 [[texture(71)]],
                 texture2d<uint, access::read> t72 [[texture(72)]],
                 texture2d<uint, access::read> t73 [[texture(73)]],
                 texture2d<uint, access::read> t74 [[texture(74)]],
                 texture2d<uint, access::read> t75 [[texture(75)]],
                 texture2d<uint, access::read> t76 [[texture(76)]],
                 texture2d<uint, access::read> t77 [[texture(77)]],
                 texture2d<uint, access::read> t78 [[texture(78)]],
                 texture2d<uint, access::read> t79 [[texture(79)]],
                 texture2d<uint, access::read> t80 [[texture(80)]],
                 texture2d<uint, access::read> t81 [[texture(81)]],
                 texture2d<uint, access::read> t82 [[texture(82)]],
                 texture2d<uint, access::read> t83 [[texture(83)]],
                 texture2d<uint, access::read> t84 [[texture(84)]],
                 texture2d<uint, access::read> t85 [[texture(85)]],
                 texture2d<uint, access::read> t86 [[texture(86)]],
                 texture2d<uint, access::read> t87 [[texture(87)]],
                 texture2d<uint, access::read> t88 [[texture(88)]],
                 texture2d<uint, access::read> t89 [[texture(89)]],
                 texture2d<uint, access::read> t90 [[texture(90)]],
                 texture2d<uint, access::read> t91 [[texture(91)]],
                 texture2d<uint, access::read> t92 [[texture(92)]],
                 texture2d<uint, access::read> t93 [[texture(93)]],
                 texture2d<uint, access::read> t94 [[texture(94)]],
                 texture2d<uint, access::read> t95 [[texture(95)]],
                 texture2d<uint, access::read> t96 [[texture(96)]],
                 texture2d<uint, access::read> t97 [[texture(97)]],
                 texture2d<uint, access::read> t98 [[texture(98)]],
                 texture2d<uint, access::read> t99 [[texture(99)]],
                 texture2d<uint, access::read> t100 [[texture(100)]],
                 texture2d<uint, access::read> t101 [[texture(101)]],
                 texture2d<uint, access::read> t102 [[texture(102)]],
                 texture2d<uint, access::read> t103 [[texture(103)]],
                 texture2d<uint, access::read> t104 [[texture(104)]],
                 texture2d<uint, access::read> t105 [[texture(105)]],
                 texture2d<uint, access::read> t106 [[texture(106)]],
                 texture2d<uint, access::read> t107 [[texture(107)]],
                 texture2d<uint, access::read> t108 [[texture(108)]],
                 texture2d<uint, access::read> t109 [[texture(109)]],
                 texture2d<uint, access::read> t110 [[texture(110)]],
                 texture2d<uint, access::read> t111 [[texture(111)]],
                 texture2d<uint, access::read> t112 [[texture(112)]],
                 texture2d<uint, access::read> t113 [[texture(113)]],
                 texture2d<uint, access::read> t114 [[texture(114)]],
                 texture2d<uint, access::read> t115 [[texture(115)]],
                 texture2d<uint, access::read> t116 [[texture(116)]],
                 texture2d<uint, access::read> t117 [[texture(117)]],
                 texture2d<uint, access::read> t118 [[texture(118)]],
                 texture2d<uint, access::read> t119 [[texture(119)]],
                 texture2d<uint, access::read> t120 [[texture(120)]],
                 texture2d<uint, access::read> t121 [[texture(121)]],
                 texture2d<uint, access::read> t122 [[texture(122)]],
                 texture2d<uint, access::read> t123 [[texture(123)]],
                 texture2d<uint, access::read> t124 [[texture(124)]],
                 texture2d<uint, access::read> t125 [[texture(125)]],
                 texture2d<uint, access::read> t126 [[texture(126)]],
                 texture2d<uint, access::read> t127 [[texture(127)]], device uint *result [[buffer(0)]])
{
    result[0] = t0.read(uint2(0)).x;
    result[1] = t1.read(uint2(0)).x;
    result[2] = t2.read(uint2(0)).x;
    result[3] = t3.read(uint2(0)).x;
    result[4] = t4.read(uint2(0)).x;
    result[5] = t5.read(uint2(0)).x;
    result[6] = t6.read(uint2(0)).x;
    result[7] = t7.read(uint2(0)).x;
    result[8] = t8.read(uint2(0)).x;
    result[9] = t9.read(uint2(0)).x;
    result[10] = t10.read(uint2(0)).x;
    result[11] = t11.read(uint2(0)).x;
    result[12] = t12.read(uint2(0)).x;
    result[13] = t13.read(uint2(0)).x;
    result[14] = t14.read(uint2(0)).x;
    result[15] = t15.read(uint2(0)).x;
    result[16] = t16.read(uint2(0)).x;
    result[17] = t17.read(uint2(0)).x;
    result[18] = t18.read(uint2(0)).x;
    result[19] = t19.read(uint2(0)).x;
    result[20] = t20.read(uint2(0)).x;
    result[21] = t21.read(uint2(0)).x;
    result[22] = t22.read(uint2(0)).x;
    result[23] = t23.read(uint2(0)).x;
    result[24] = t24.read(uint2(0)).x;
    result[25] = t25.read(uint2(0)).x;
    result[26] = t26.read(uint2(0)).x;
    result[27] = t27.read(uint2(0)).x;
    result[28] = t28.read(uint2(0)).x;
    result[29] = t29.read(uint2(0)).x;
    result[30] = t30.read(uint2(0)).x;
    result[31] = t31.read(uint2(0)).x;
    result[32] = t32.read(uint2(0)).x;
    result[33] = t33.read(uint2(0)).x;
    result[34] = t34.read(uint2(0)).x;
    result[35] = t35.read(uint2(0)).x;
    result[36] = t36.read(uint2(0)).x;
    result[37] = t37.read(uint2(0)).x;
    result[38] = t38.read(uint2(0)).x;
    result[39] = t39.read(uint2(0)).x;
    result[40] = t40.read(uint2(0)).x;
    result[41] = t41.read(uint2(0)).x;
    result[42] = t42.read(uint2(0)).x;
    result[43] = t43.read(uint2(0)).x;
    result[44] = t44.read(uint2(0)).x;
    result[45] = t45.read(uint2(0)).x;
    result[46] = t46.read(uint2(0)).x;
    result[47] = t47.read(uint2(0)).x;
    result[48] = t48.read(uint2(0)).x;
    result[49] = t49.read(uint2(0)).x;
    result[50] = t50.read(uint2(0)).x;
    result[51] = t51.read(uint2(0)).x;
    result[52] = t52.read(uint2(0)).x;
    result[53] = t53.read(uint2(0)).x;
    result[54] = t54.read(uint2(0)).x;
    result[55] = t55.read(uint2(0)).x;
    result[56] = t56.read(uint2(0)).x;
    result[57] = t57.read(uint2(0)).x;
    result[58] = t58.read(uint2(0)).x;
    result[59] = t59.read(uint2(0)).x;
    result[60] = t60.read(uint2(0)).x;
    result[61] = t61.read(uint2(0)).x;
    result[62] = t62.read(uint2(0)).x;
    result[63] = t63.read(uint2(0)).x;
    result[64] = t64.read(uint2(0)).x;
    result[65] = t65.read(uint2(0)).x;
    result[66] = t66.read(uint2(0)).x;
    result[67] = t67.read(uint2(0)).x;
    result[68] = t68.read(uint2(0)).x;
    result[69] = t69.read(uint2(0)).x;
    result[70] = t70.read(uint2(0)).x;
    result[71] = t71.read(uint2(0)).x;
    result[72] = t72.read(uint2(0)).x;
    result[73] = t73.read(uint2(0)).x;
    result[74] = t74.read(uint2(0)).x;
    result[75] = t75.read(uint2(0)).x;
    result[76] = t76.read(uint2(0)).x;
    result[77] = t77.read(uint2(0)).x;
    result[78] = t78.read(uint2(0)).x;
    result[79] = t79.read(uint2(0)).x;
    result[80] = t80.read(uint2(0)).x;
    result[81] = t81.read(uint2(0)).x;
    result[82] = t82.read(uint2(0)).x;
    result[83] = t83.read(uint2(0)).x;
    result[84] = t84.read(uint2(0)).x;
    result[85] = t85.read(uint2(0)).x;
    result[86] = t86.read(uint2(0)).x;
    result[87] = t87.read(uint2(0)).x;
    result[88] = t88.read(uint2(0)).x;
    result[89] = t89.read(uint2(0)).x;
    result[90] = t90.read(uint2(0)).x;
    result[91] = t91.read(uint2(0)).x;
    result[92] = t92.read(uint2(0)).x;
    result[93] = t93.read(uint2(0)).x;
    result[94] = t94.read(uint2(0)).x;
    result[95] = t95.read(uint2(0)).x;
    result[96] = t96.read(uint2(0)).x;
    result[97] = t97.read(uint2(0)).x;
    result[98] = t98.read(uint2(0)).x;
    result[99] = t99.read(uint2(0)).x;
    result[100] = t100.read(uint2(0)).x;
    result[101] = t101.read(uint2(0)).x;
    result[102] = t102.read(uint2(0)).x;
    result[103] = t103.read(uint2(0)).x;
    result[104] = t104.read(uint2(0)).x;
    result[105] = t105.read(uint2(0)).x;
    result[106] = t106.read(uint2(0)).x;
    result[107] = t107.read(uint2(0)).x;
    result[108] = t108.read(uint2(0)).x;
    result[109] = t109.read(uint2(0)).x;
    result[110] = t110.read(uint2(0)).x;
    result[111] = t111.read(uint2(0)).x;
    result[112] = t112.read(uint2(0)).x;
    result[113] = t113.read(uint2(0)).x;
    result[114] = t114.read(uint2(0)).x;
    result[115] = t115.read(uint2(0)).x;
    result[116] = t116.read(uint2(0)).x;
    result[117] = t117.read(uint2(0)).x;
    result[118] = t118.read(uint2(0)).x;
    result[119] = t119.read(uint2(0)).x;
    result[120] = t120.read(uint2(0)).x;
    result[121] = t121.read(uint2(0)).x;
    result[122] = t122.read(uint2(0)).x;
    result[123] = t123.read(uint2(0)).x;
    result[124] = t124.read(uint2(0)).x;
    result[125] = t125.read(uint2(0)).x;
    result[126] = t126.read(uint2(0)).x;
    result[127] = t127.read(uint2(0)).x;
}
