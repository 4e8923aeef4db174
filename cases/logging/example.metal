//! title:     a function logs for its kernel where it is called, with the object's subsystem and category, if logging is on
//! verifies:  log.example.custom log.option opt.enable_logging
//! requires:  msl 3.2, feature logging
//! options:   logging
//! dispatch:  threads 8, threadgroup 4
//! in:        data float[threads] = values 3 -1 2 -7.5 0 1 -2 4
//! out:       result float[threads]
//! expect:    result = values 3 0 2 0 0 1 0 4
//! expect_log: error [org.assay.example:negative numbers] thread 1 has -1.00
//! expect_log: error [org.assay.example:negative numbers] thread 3 has -7.50
//! expect_log: error [org.assay.example:negative numbers] thread 6 has -2.00
//! mutant:    log.example.custom | replace `"negative numbers"` with `"numbers"`
//! mutant:    opt.enable_logging | replace `if (value < 0)` with `if (value < -1)`
//! mutant:    log.option | replace `reports.log_error("thread %u has %.2f", i, value);` with ` `

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

constant metal::os_log reports("org.assay.example", "negative numbers");

float checked(float value, uint i)
{
    if (value < 0) {
        reports.log_error("thread %u has %.2f", i, value);
        return 0;
    }
    return value;
}

kernel void example(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = checked(data[i], i);
}
