//! title:     delete is not available, not even beside placement new
//! verifies:  lang.reject.delete_expression
//! for:       STATEMENT in delete delete[]
//! reject:    delete
//! grade:     rule stated
//! control:   replace `STATEMENT where;` with `*where = 1;`

#include <metal_stdlib>
using namespace metal;

kernel void release(device int *data [[buffer(0)]])
{
    int value = data[0];
    thread int *where = &value;
    STATEMENT where; // reject
    data[0] = value;
}
