//! title:     A loop that goes on by several ways keeps for each thread the value of the way that it took
//! verifies:  lang.statements
//! dispatch:  threads 64, threadgroup 64
//! out:       total uint[64]
//! inout:     odd uint[64] = zeros
//! inout:     even uint[64] = zeros
//! expect:    total = values 1 35 43 517 83 143 645 277 185 145 353 1053 319 153 341 139 361 153 177 1033 673 147 325
//!            1093 705 1157 377 267 661 621 171 275 377 1217 185 519 681 2305 641 281 365 601 179 533 645 617 1349
//!            569 1409 617 1413 2057 693 1189 1325 2205 725 1173 749 4221 331 1225 339 4349
//! expect:    odd = values 0 1 0 432 7 49 541 210 91 87 235 997 138 76 259 6 198 76 106 624 462 16 264 918 496 982
//!            187 19 516 538 7 37 187 865 91 175 385 1695 457 145 313 315 19 415 541 343 1135 289 1021 343 1201 1261
//!            523 975 1177 2095 559 925 649 4159 24 720 46 4303
//! expect:    even = values 1 35 43 517 83 143 645 277 185 145 353 1053 319 153 341 139 361 153 177 1033 673 147 325
//!            1093 705 1157 377 267 661 621 171 275 377 1217 185 519 681 2305 641 281 365 601 179 533 645 617 1349
//!            569 1409 617 1413 2057 693 1189 1325 2205 725 1173 749 4221 331 1225 339 4349
//! alone:     the loop ends when bits have run out; a compiler that mistakes it could let it run on
//! mutant:    lang.statements | replace `step = 3` with `step = 5`
//! mutant:    lang.statements | replace `step = 5` with `step = 3`

#include <metal_stdlib>
using namespace metal;

kernel void walk(device uint *total [[buffer(0)]], device atomic_uint *odd [[buffer(1)]],
                 device uint *even [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    uint rest = i * 37 % 256 + (i << 5), sum = 0, step = 1;
    while (true) {
        sum = sum * 2 + step;
        if (rest & 1) {
            atomic_fetch_add_explicit(&odd[i], sum, memory_order_relaxed);
            rest >>= 1;
            step = 3;
            continue;
        }
        even[i] = sum;
        rest >>= 2;
        step = 5;
        if (rest == 0)
            break;
    }
    total[i] = sum;
}
