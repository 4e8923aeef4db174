// first.h: read by a server of clang before it takes programs (compiler/serve). Clang reads a precompiled header where
// something of it is looked up first; what is looked up here is there for all programs.
#pragma once
namespace __msl_first {
using namespace metal;
static inline void use(device const float *a, device float4 *b, device half4 *c, uint i)
{
    b[i] = select(b[i], float4(a[i]), b[i] < b[i]) * 2 + float4(c[i]);
}
} // namespace __msl_first
