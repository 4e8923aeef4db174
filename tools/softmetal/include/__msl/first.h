// first.h: read by a server of clang before it takes programs (compiler/serve). Clang reads a precompiled header where
// something of it is looked up first; what is looked up here is there for all programs.
#pragma once
// The names of metal are looked up in a block: as names of this namespace they would be suggested to programs.
namespace __msl_first {
static inline void use(device const float *a, device metal::float4 *b, device metal::half4 *c, metal::uint i)
{
    using namespace metal;
    b[i] = select(b[i], float4(a[i]), b[i] < b[i]) * 2 + float4(c[i]);
}
} // namespace __msl_first
