//! title:     a log buffer that is full drops the messages that follow; those before it arrive whole
//! verifies:  log.buffer.full_drops
//! requires:  msl 3.2, feature logging
//! options:   logging, log_overflow 1024
//! dispatch:  threads 1, threadgroup 1
//! in:        count uint = 20
//! out:       result uint[1]
//! expect:    result = values 20
//! expect_log: info [org.assay:full] 0: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//! expect_log: info [org.assay:full] 1: 1000 1001 1002 1003 1004 1005 1006 1007 1008 1009 1010 1011 1012 1013 1014 1015
//! expect_log: info [org.assay:full] 2: 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 2010 2011 2012 2013 2014 2015
//! expect_log: info [org.assay:full] 3: 3000 3001 3002 3003 3004 3005 3006 3007 3008 3009 3010 3011 3012 3013 3014 3015
//! expect_log: info [org.assay:full] 4: 4000 4001 4002 4003 4004 4005 4006 4007 4008 4009 4010 4011 4012 4013 4014 4015
//! expect_log: info [org.assay:full] 5: 5000 5001 5002 5003 5004 5005 5006 5007 5008 5009 5010 5011 5012 5013 5014 5015
//! expect_log: info [org.assay:full] 6: 6000 6001 6002 6003 6004 6005 6006 6007 6008 6009 6010 6011 6012 6013 6014 6015
//! expect_log: info [org.assay:full] 7: 7000 7001 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7012 7013 7014 7015
//! expect_log: info [org.assay:full] 8: 8000 8001 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013 8014 8015
//! expect_log: info [org.assay:full] 9: 9000 9001 9002 9003 9004 9005 9006 9007 9008 9009 9010 9011 9012 9013 9014 9015
//! expect_log: info [org.assay:full] 10: 10000 10001 10002 10003 10004 10005 10006 10007 10008 10009 10010 10011 10012 10013 10014 10015
//! expect_log: info [org.assay:full] 11: 11000 11001 11002 11003 11004 11005 11006 11007 11008 11009 11010 11011 11012 11013 11014 11015
//! expect_log: info [org.assay:full] 12: 12000 12001 12002 12003 12004 12005 12006 12007 12008 12009 12010 12011 12012 12013 12014 12015
//! expect_log: info [org.assay:full] 13: 13000 13001 13002 13003 13004 13005 13006 13007 13008 13009 13010 13011 13012 13013 13014 13015
//! expect_log: info [org.assay:full] 14: 14000 14001 14002 14003 14004 14005 14006 14007 14008 14009 14010 14011 14012 14013 14014 14015
//! expect_log: info [org.assay:full] 15: 15000 15001 15002 15003 15004 15005 15006 15007 15008 15009 15010 15011 15012 15013 15014 15015
//! expect_log: info [org.assay:full] 16: 16000 16001 16002 16003 16004 16005 16006 16007 16008 16009 16010 16011 16012 16013 16014 16015
//! expect_log: info [org.assay:full] 17: 17000 17001 17002 17003 17004 17005 17006 17007 17008 17009 17010 17011 17012 17013 17014 17015
//! expect_log: info [org.assay:full] 18: 18000 18001 18002 18003 18004 18005 18006 18007 18008 18009 18010 18011 18012 18013 18014 18015
//! expect_log: info [org.assay:full] 19: 19000 19001 19002 19003 19004 19005 19006 19007 19008 19009 19010 19011 19012 19013 19014 19015
//! note:      how much a message takes is not told; 20 of 16 numbers are more than the buffer's 1024 bytes as numbers alone
//! mutant:    log.buffer.full_drops | replace `1000 * k + 15` with `1000 * k + 16`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

constant os_log crowd("org.assay", "full");

kernel void full(constant uint &count [[buffer(0)]], device uint *result [[buffer(1)]])
{
    uint k = 0;
    for (; k < count; k++) {
        const uint n = 1000 * k;
        crowd.log_info("%u: %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u", k, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6,
                       n + 7, n + 8, n + 9, n + 10, n + 11, n + 12, n + 13, n + 14, 1000 * k + 15);
    }
    result[0] = k;
}
