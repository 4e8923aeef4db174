//! title:     each function of os_log logs at the level of its name, log_with_type at the one it is told
//! verifies:  log.log_with_type log.log_debug log.log_info log.log log.log_error log.log_fault log.os_log.ctor
//!            log.log_type.enum log.header log.default_object log.delivery.unified_log hist.32.logging
//! requires:  msl 3.2, feature logging
//! options:   logging
//! dispatch:  threads 1, threadgroup 1
//! in:        number uint[5] = values 0 1 2 3 4
//! expect_log: debug [org.assay:levels] by name 0
//! expect_log: info [org.assay:levels] by name 1
//! expect_log: default [org.assay:levels] by name 2
//! expect_log: error [org.assay:levels] by name 3
//! expect_log: fault [org.assay:levels] by name 4
//! expect_log: debug [org.assay:levels] by type 0
//! expect_log: info [org.assay:levels] by type 1
//! expect_log: default [org.assay:levels] by type 2
//! expect_log: error [org.assay:levels] by type 3
//! expect_log: fault [org.assay:levels] by type 4
//! expect_log: default [:] nobody's 4
//! mutant:    log.log_with_type | replace `log_with_type(log_type_info` with `log_with_type(log_type_debug`
//! mutant:    log.log_type.enum | replace `log_type_fault, "by type` with `log_type_error, "by type`
//! mutant:    log.log_debug | replace `log_debug(` with `log_info(`
//! mutant:    log.log_info | replace `log_info(` with `log_debug(`
//! mutant:    log.log | replace `log("by name` with `log_info("by name`
//! mutant:    log.log_error | replace `log_error(` with `log_fault(`
//! mutant:    log.log_fault | replace `log_fault(` with `log_error(`
//! mutant:    log.os_log.ctor | replace `"org.assay", "levels"` with `"levels", "org.assay"`
//! mutant:    hist.32.logging | replace `nobody's %u", number[4]` with `nobody's %u", number[3]`
//! mutant:    log.header | replace `#include <metal_logging>` with `#define log_debug log_info`
//! mutant:    log.default_object | replace `os_log_default.log` with `mine.log`
//! mutant:    log.delivery.unified_log | replace `"levels")` with `"")`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

constant os_log mine("org.assay", "levels");

kernel void levels(device const uint *number [[buffer(0)]])
{
    mine.log_debug("by name %u", number[0]);
    mine.log_info("by name %u", number[1]);
    mine.log("by name %u", number[2]);
    mine.log_error("by name %u", number[3]);
    mine.log_fault("by name %u", number[4]);
    mine.log_with_type(log_type_debug, "by type %u", number[0]);
    mine.log_with_type(log_type_info, "by type %u", number[1]);
    mine.log_with_type(log_type_default, "by type %u", number[2]);
    mine.log_with_type(log_type_error, "by type %u", number[3]);
    mine.log_with_type(log_type_fault, "by type %u", number[4]);
    os_log_default.log("nobody's %u", number[4]);
}
