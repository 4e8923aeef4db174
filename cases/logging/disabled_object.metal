//! title:     os_log_disabled logs nothing
//! verifies:  lib.more.log_disabled
//! requires:  msl 3.2, feature logging
//! options:   logging
//! dispatch:  threads 1, threadgroup 1
//! in:        number uint[2] = values 3 4
//! expect_log: default [org.assay:disabled] said 3
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.log_disabled | replace `os_log_disabled.log(` with `os_log_default.log(`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

constant os_log mine("org.assay", "disabled");

kernel void say(device const uint *number [[buffer(0)]])
{
    os_log_disabled.log("unsaid %u", number[1]);
    os_log_disabled.log_error("unsaid %u", number[1]);
    mine.log("said %u", number[0]);
}
