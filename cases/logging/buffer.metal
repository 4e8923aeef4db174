//! title:     the dispatches of a command buffer share a log buffer, whose messages arrive when it has completed
//! verifies:  log.buffer.shared log.buffer.size log.buffer.drain_on_completion
//! requires:  msl 3.2, feature logging
//! options:   logging, log_buffer 65536
//! dispatch:  first: threads 2, threadgroup 2
//! dispatch:  second: threads 2, threadgroup 2
//! inout:     total uint[2] = values 10 20
//! expect:    total = values 21 41
//! expect_log: info [org.assay:buffer] first 0 has 10
//! expect_log: info [org.assay:buffer] first 1 has 20
//! expect_log: default [org.assay:buffer] second 0 has 11
//! expect_log: default [org.assay:buffer] second 1 has 21
//! expect_log: default [org.assay:buffer] second 0 leaves 21
//! expect_log: default [org.assay:buffer] second 1 leaves 41
//! mutant:    log.buffer.shared | replace `entries.log_info("first %u has %u", i, total[i]);` with ` `
//! mutant:    log.buffer.size | replace `entries.log("second %u leaves %u", i, total[i]);` with ` `
//! mutant:    log.buffer.drain_on_completion | replace `log("second %u has %u", i, total[i])` with `log("second %u had %u", i, total[i])`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

constant os_log entries("org.assay", "buffer");

kernel void first(device uint *total [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    entries.log_info("first %u has %u", i, total[i]);
    total[i]++;
}

kernel void second(device uint *total [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    entries.log("second %u has %u", i, total[i]);
    total[i] += 10 * (i + 1);
    entries.log("second %u leaves %u", i, total[i]);
}
