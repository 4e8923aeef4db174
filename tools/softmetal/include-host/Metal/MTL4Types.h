/* MTL4Types.h: constants and structures of Metal 4's commands and of tensors, in C. */
#ifndef SOFTMETAL_MTL4_TYPES_H
#define SOFTMETAL_MTL4_TYPES_H

MTL_ENUM(NSUInteger, MTLStages){
    MTLStageVertex = 1,
    MTLStageFragment = 1 << 1,
    MTLStageTile = 1 << 2,
    MTLStageObject = 1 << 3,
    MTLStageMesh = 1 << 4,
    MTLStageResourceState = 1 << 26,
    MTLStageDispatch = 1 << 27,
    MTLStageBlit = 1 << 28,
    MTLStageAccelerationStructure = 1 << 29,
    MTLStageMachineLearning = 1 << 30,
};
#define MTLStageAll ((MTLStages)0x7fffffffffffffff)
MTL_ENUM(NSUInteger, MTL4VisibilityOptions){
    MTL4VisibilityOptionNone,
    MTL4VisibilityOptionDevice = 1,
    MTL4VisibilityOptionResourceAlias = 1 << 1,
};
MTL_ENUM(NSInteger, MTL4CommandQueueError){
    MTL4CommandQueueErrorNone,          MTL4CommandQueueErrorTimeout,       MTL4CommandQueueErrorNotPermitted,
    MTL4CommandQueueErrorOutOfMemory,   MTL4CommandQueueErrorDeviceRemoved, MTL4CommandQueueErrorAccessRevoked,
    MTL4CommandQueueErrorInternal,
};
MTL_ENUM(NSInteger, MTL4CounterHeapType){MTL4CounterHeapTypeInvalid, MTL4CounterHeapTypeTimestamp};
MTL_ENUM(NSInteger, MTL4TimestampGranularity){MTL4TimestampGranularityRelaxed, MTL4TimestampGranularityPrecise};
MTL_ENUM(NSInteger, MTL4CompilerTaskStatus){
    MTL4CompilerTaskStatusNone,
    MTL4CompilerTaskStatusScheduled,
    MTL4CompilerTaskStatusCompiling,
    MTL4CompilerTaskStatusFinished,
};

typedef struct {
    uint64_t timestamp;
} MTL4TimestampHeapEntry;

typedef struct {
    MTLGPUAddress bufferAddress;
    uint64_t length;
} MTL4BufferRange;

MTL_ENUM(NSInteger, MTLTensorDataType){
    MTLTensorDataTypeNone = 0,        MTLTensorDataTypeFloat32 = 3,     MTLTensorDataTypeFloat16 = 16,
    MTLTensorDataTypeInt32 = 29,      MTLTensorDataTypeUInt32 = 33,     MTLTensorDataTypeInt16 = 37,
    MTLTensorDataTypeUInt16 = 41,     MTLTensorDataTypeInt8 = 45,       MTLTensorDataTypeUInt8 = 49,
    MTLTensorDataTypeBFloat16 = 121,  MTLTensorDataTypeE5M2 = 141,      MTLTensorDataTypeE4M3 = 142,
    MTLTensorDataTypeInt4 = 143,      MTLTensorDataTypeUInt4 = 144,     MTLTensorDataTypeUE8M0 = 145,
    MTLTensorDataTypeE2M1 = 148,      MTLTensorDataTypeUInt2 = 149,     MTLTensorDataTypeInt2 = 150,
};
MTL_ENUM(NSInteger, MTLTensorError){MTLTensorErrorNone, MTLTensorErrorInternalError, MTLTensorErrorInvalidDescriptor};
MTL_ENUM(NSUInteger, MTLTensorUsage){
    MTLTensorUsageCompute = 1,
    MTLTensorUsageRender = 1 << 1,
    MTLTensorUsageMachineLearning = 1 << 2,
};
MTL_ENUM(NSInteger, MTLTensorPlaneType){MTLTensorPlaneTypeData, MTLTensorPlaneTypeScales};
#define MTL_TENSOR_MAX_RANK 16

#endif
