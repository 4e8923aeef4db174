//! title:     A matrix is made of one of the same dimensions, of either component type
//! verifies:  matrix.ctor.same_dims
//! for:       FROM in half float; TO in half float
//! subcases:  COLUMNS in 2 3 4; ROWS in 2 3 4
//! dispatch:  threads 1, threadgroup 1
//! in:        data vec<FROM, ROWS>[COLUMNS] = random
//! out:       result vec<TO, ROWS>[COLUMNS]
//! expect:    result = converted(data)
//! mutant:    matrix.ctor.same_dims | replace `matrix<TO, COLUMNS, ROWS>(from)`
//!            with `matrix<TO, COLUMNS, ROWS>(from[0][0])`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const vec<FROM, ROWS> *data [[buffer(0)]], device vec<TO, ROWS> *result [[buffer(1)]])
{
    device const matrix<FROM, COLUMNS, ROWS> &from = *(device const matrix<FROM, COLUMNS, ROWS> *)data;
    const matrix<TO, COLUMNS, ROWS> converted = matrix<TO, COLUMNS, ROWS>(from);
    for (int c = 0; c < COLUMNS; c++)
        result[c] = converted[c];
}
