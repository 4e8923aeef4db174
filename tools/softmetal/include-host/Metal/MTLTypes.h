/* MTLTypes.h: Metal's constants and plain structures for compute, with the values that Metal's public interface gives
 * them. C, C++ and Objective-C read the same file; softmetal's own implementation (api/) too. */
#ifndef SOFTMETAL_MTLTYPES_H
#define SOFTMETAL_MTLTYPES_H

#ifdef __OBJC__
#include <Foundation/Foundation.h>
#else
#include <stdint.h>
typedef intptr_t NSInteger;
typedef uintptr_t NSUInteger;
typedef double NSTimeInterval;
#ifndef SOFTMETAL_NSRANGE
#define SOFTMETAL_NSRANGE
typedef struct _NSRange {
    NSUInteger location, length;
} NSRange;
#endif
#endif
typedef double CFTimeInterval;

/* An enumeration with a fixed underlying type, in every language. */
#define MTL_ENUM(type, name)                                                                                           \
    typedef type name;                                                                                                 \
    enum

/* ---- structures */

typedef struct {
    NSUInteger x, y, z;
} MTLOrigin;

typedef struct {
    NSUInteger width, height, depth;
} MTLSize;

typedef struct {
    MTLOrigin origin;
    MTLSize size;
} MTLRegion;

typedef struct {
    uint64_t _impl;
} MTLResourceID;

typedef struct {
    NSUInteger size, align;
} MTLSizeAndAlign;

typedef struct {
    uint32_t threadgroupsPerGrid[3];
} MTLDispatchThreadgroupsIndirectArguments;

typedef struct {
    uint32_t location, length;
} MTLIndirectCommandBufferExecutionRange;

typedef struct {
    uint32_t threadsPerGrid[3];
    uint32_t threadsPerThreadgroup[3];
} MTLDispatchThreadsIndirectArguments;

typedef struct {
    uint8_t red, green, blue, alpha; /* MTLTextureSwizzle */
} MTLTextureSwizzleChannels;

typedef uint64_t MTLTimestamp;
typedef uint64_t MTLGPUAddress;

static inline MTLOrigin MTLOriginMake(NSUInteger x, NSUInteger y, NSUInteger z)
{
    MTLOrigin origin = {x, y, z};
    return origin;
}

static inline MTLSize MTLSizeMake(NSUInteger width, NSUInteger height, NSUInteger depth)
{
    MTLSize size = {width, height, depth};
    return size;
}

static inline MTLRegion MTLRegionMake1D(NSUInteger x, NSUInteger width)
{
    MTLRegion region = {{x, 0, 0}, {width, 1, 1}};
    return region;
}

static inline MTLRegion MTLRegionMake2D(NSUInteger x, NSUInteger y, NSUInteger width, NSUInteger height)
{
    MTLRegion region = {{x, y, 0}, {width, height, 1}};
    return region;
}

static inline MTLRegion MTLRegionMake3D(NSUInteger x, NSUInteger y, NSUInteger z, NSUInteger width, NSUInteger height,
                                        NSUInteger depth)
{
    MTLRegion region = {{x, y, z}, {width, height, depth}};
    return region;
}

/* ---- device */

MTL_ENUM(NSInteger, MTLGPUFamily){
    MTLGPUFamilyApple1 = 1001,  MTLGPUFamilyApple2 = 1002,  MTLGPUFamilyApple3 = 1003,  MTLGPUFamilyApple4 = 1004,
    MTLGPUFamilyApple5 = 1005,  MTLGPUFamilyApple6 = 1006,  MTLGPUFamilyApple7 = 1007,  MTLGPUFamilyApple8 = 1008,
    MTLGPUFamilyApple9 = 1009,  MTLGPUFamilyApple10 = 1010, MTLGPUFamilyMac1 = 2001,    MTLGPUFamilyMac2 = 2002,
    MTLGPUFamilyCommon1 = 3001, MTLGPUFamilyCommon2 = 3002, MTLGPUFamilyCommon3 = 3003, MTLGPUFamilyMetal3 = 5001,
    MTLGPUFamilyMetal4 = 5002,
};

MTL_ENUM(NSUInteger, MTLFeatureSet){
    MTLFeatureSet_macOS_GPUFamily1_v1 = 10000, MTLFeatureSet_macOS_GPUFamily1_v2 = 10001,
    MTLFeatureSet_macOS_GPUFamily1_v3 = 10003, MTLFeatureSet_macOS_GPUFamily1_v4 = 10004,
    MTLFeatureSet_macOS_GPUFamily2_v1 = 10005,
};

MTL_ENUM(NSUInteger, MTLDeviceLocation){
    MTLDeviceLocationBuiltIn = 0,
    MTLDeviceLocationSlot = 1,
    MTLDeviceLocationExternal = 2,
};
#define MTLDeviceLocationUnspecified ((MTLDeviceLocation)-1)

MTL_ENUM(NSUInteger, MTLReadWriteTextureTier){MTLReadWriteTextureTierNone, MTLReadWriteTextureTier1,
                                              MTLReadWriteTextureTier2};
MTL_ENUM(NSUInteger, MTLArgumentBuffersTier){MTLArgumentBuffersTier1, MTLArgumentBuffersTier2};
MTL_ENUM(NSUInteger, MTLSparsePageSize){MTLSparsePageSize16 = 101, MTLSparsePageSize64 = 102,
                                        MTLSparsePageSize256 = 103};
MTL_ENUM(NSUInteger, MTLPipelineOption){
    MTLPipelineOptionNone = 0,
    MTLPipelineOptionArgumentInfo = 1,
    MTLPipelineOptionBindingInfo = 1,
    MTLPipelineOptionBufferTypeInfo = 2,
    MTLPipelineOptionFailOnBinaryArchiveMiss = 4,
};
MTL_ENUM(NSUInteger, MTLCompareFunction){
    MTLCompareFunctionNever,   MTLCompareFunctionLess,     MTLCompareFunctionEqual,        MTLCompareFunctionLessEqual,
    MTLCompareFunctionGreater, MTLCompareFunctionNotEqual, MTLCompareFunctionGreaterEqual, MTLCompareFunctionAlways};

/* ---- resources */

MTL_ENUM(NSUInteger, MTLPurgeableState){
    MTLPurgeableStateKeepCurrent = 1,
    MTLPurgeableStateNonVolatile = 2,
    MTLPurgeableStateVolatile = 3,
    MTLPurgeableStateEmpty = 4,
};
MTL_ENUM(NSUInteger, MTLCPUCacheMode){MTLCPUCacheModeDefaultCache, MTLCPUCacheModeWriteCombined};
MTL_ENUM(NSUInteger, MTLStorageMode){MTLStorageModeShared, MTLStorageModeManaged, MTLStorageModePrivate,
                                     MTLStorageModeMemoryless};
MTL_ENUM(NSUInteger, MTLHazardTrackingMode){MTLHazardTrackingModeDefault, MTLHazardTrackingModeUntracked,
                                            MTLHazardTrackingModeTracked};
MTL_ENUM(NSUInteger, MTLResourceOptions){
    MTLResourceCPUCacheModeDefaultCache = 0,        MTLResourceCPUCacheModeWriteCombined = 1,
    MTLResourceStorageModeShared = 0 << 4,          MTLResourceStorageModeManaged = 1 << 4,
    MTLResourceStorageModePrivate = 2 << 4,         MTLResourceStorageModeMemoryless = 3 << 4,
    MTLResourceHazardTrackingModeDefault = 0 << 8,  MTLResourceHazardTrackingModeUntracked = 1 << 8,
    MTLResourceHazardTrackingModeTracked = 2 << 8,  MTLResourceOptionCPUCacheModeDefault = 0,
    MTLResourceOptionCPUCacheModeWriteCombined = 1,
};
MTL_ENUM(NSUInteger, MTLResourceUsage){MTLResourceUsageRead = 1, MTLResourceUsageWrite = 2, MTLResourceUsageSample = 4};
MTL_ENUM(NSInteger, MTLHeapType){MTLHeapTypeAutomatic, MTLHeapTypePlacement, MTLHeapTypeSparse};

MTL_ENUM(NSUInteger, MTLPixelFormat){
    MTLPixelFormatInvalid = 0,          MTLPixelFormatA8Unorm = 1,        MTLPixelFormatR8Unorm = 10,
    MTLPixelFormatR8Unorm_sRGB = 11,    MTLPixelFormatR8Snorm = 12,       MTLPixelFormatR8Uint = 13,
    MTLPixelFormatR8Sint = 14,          MTLPixelFormatR16Unorm = 20,      MTLPixelFormatR16Snorm = 22,
    MTLPixelFormatR16Uint = 23,         MTLPixelFormatR16Sint = 24,       MTLPixelFormatR16Float = 25,
    MTLPixelFormatRG8Unorm = 30,        MTLPixelFormatRG8Unorm_sRGB = 31, MTLPixelFormatRG8Snorm = 32,
    MTLPixelFormatRG8Uint = 33,         MTLPixelFormatRG8Sint = 34,       MTLPixelFormatB5G6R5Unorm = 40,
    MTLPixelFormatA1BGR5Unorm = 41,     MTLPixelFormatABGR4Unorm = 42,    MTLPixelFormatBGR5A1Unorm = 43,
    MTLPixelFormatR32Uint = 53,         MTLPixelFormatR32Sint = 54,       MTLPixelFormatR32Float = 55,
    MTLPixelFormatRG16Unorm = 60,       MTLPixelFormatRG16Snorm = 62,     MTLPixelFormatRG16Uint = 63,
    MTLPixelFormatRG16Sint = 64,        MTLPixelFormatRG16Float = 65,     MTLPixelFormatRGBA8Unorm = 70,
    MTLPixelFormatRGBA8Unorm_sRGB = 71, MTLPixelFormatRGBA8Snorm = 72,    MTLPixelFormatRGBA8Uint = 73,
    MTLPixelFormatRGBA8Sint = 74,       MTLPixelFormatBGRA8Unorm = 80,    MTLPixelFormatBGRA8Unorm_sRGB = 81,
    MTLPixelFormatRGB10A2Unorm = 90,    MTLPixelFormatRGB10A2Uint = 91,   MTLPixelFormatRG11B10Float = 92,
    MTLPixelFormatRGB9E5Float = 93,     MTLPixelFormatBGR10A2Unorm = 94,  MTLPixelFormatRG32Uint = 103,
    MTLPixelFormatRG32Sint = 104,       MTLPixelFormatRG32Float = 105,    MTLPixelFormatRGBA16Unorm = 110,
    MTLPixelFormatRGBA16Snorm = 112,    MTLPixelFormatRGBA16Uint = 113,   MTLPixelFormatRGBA16Sint = 114,
    MTLPixelFormatRGBA16Float = 115,    MTLPixelFormatRGBA32Uint = 123,   MTLPixelFormatRGBA32Sint = 124,
    MTLPixelFormatRGBA32Float = 125,    MTLPixelFormatDepth16Unorm = 250, MTLPixelFormatDepth32Float = 252,
    MTLPixelFormatStencil8 = 253,       MTLPixelFormatBGRA10_XR = 552,    MTLPixelFormatBGRA10_XR_sRGB = 553,
    MTLPixelFormatBGR10_XR = 554,       MTLPixelFormatBGR10_XR_sRGB = 555,
    /* compressed */
    MTLPixelFormatBC1_RGBA = 130,
    MTLPixelFormatBC1_RGBA_sRGB = 131,
    MTLPixelFormatBC2_RGBA = 132,
    MTLPixelFormatBC2_RGBA_sRGB = 133,
    MTLPixelFormatBC3_RGBA = 134,
    MTLPixelFormatBC3_RGBA_sRGB = 135,
    MTLPixelFormatBC4_RUnorm = 140,
    MTLPixelFormatBC4_RSnorm = 141,
    MTLPixelFormatBC5_RGUnorm = 142,
    MTLPixelFormatBC5_RGSnorm = 143,
    MTLPixelFormatBC6H_RGBFloat = 150,
    MTLPixelFormatBC6H_RGBUfloat = 151,
    MTLPixelFormatBC7_RGBAUnorm = 152,
    MTLPixelFormatBC7_RGBAUnorm_sRGB = 153,
    MTLPixelFormatPVRTC_RGB_2BPP = 160,
    MTLPixelFormatPVRTC_RGB_2BPP_sRGB = 161,
    MTLPixelFormatPVRTC_RGB_4BPP = 162,
    MTLPixelFormatPVRTC_RGB_4BPP_sRGB = 163,
    MTLPixelFormatPVRTC_RGBA_2BPP = 164,
    MTLPixelFormatPVRTC_RGBA_2BPP_sRGB = 165,
    MTLPixelFormatPVRTC_RGBA_4BPP = 166,
    MTLPixelFormatPVRTC_RGBA_4BPP_sRGB = 167,
    MTLPixelFormatEAC_R11Unorm = 170,
    MTLPixelFormatEAC_R11Snorm = 172,
    MTLPixelFormatEAC_RG11Unorm = 174,
    MTLPixelFormatEAC_RG11Snorm = 176,
    MTLPixelFormatEAC_RGBA8 = 178,
    MTLPixelFormatEAC_RGBA8_sRGB = 179,
    MTLPixelFormatETC2_RGB8 = 180,
    MTLPixelFormatETC2_RGB8_sRGB = 181,
    MTLPixelFormatETC2_RGB8A1 = 182,
    MTLPixelFormatETC2_RGB8A1_sRGB = 183,
    MTLPixelFormatASTC_4x4_sRGB = 186,
    MTLPixelFormatASTC_5x4_sRGB = 187,
    MTLPixelFormatASTC_5x5_sRGB = 188,
    MTLPixelFormatASTC_6x5_sRGB = 189,
    MTLPixelFormatASTC_6x6_sRGB = 190,
    MTLPixelFormatASTC_8x5_sRGB = 192,
    MTLPixelFormatASTC_8x6_sRGB = 193,
    MTLPixelFormatASTC_8x8_sRGB = 194,
    MTLPixelFormatASTC_10x5_sRGB = 195,
    MTLPixelFormatASTC_10x6_sRGB = 196,
    MTLPixelFormatASTC_10x8_sRGB = 197,
    MTLPixelFormatASTC_10x10_sRGB = 198,
    MTLPixelFormatASTC_12x10_sRGB = 199,
    MTLPixelFormatASTC_12x12_sRGB = 200,
    MTLPixelFormatASTC_4x4_LDR = 204,
    MTLPixelFormatASTC_5x4_LDR = 205,
    MTLPixelFormatASTC_5x5_LDR = 206,
    MTLPixelFormatASTC_6x5_LDR = 207,
    MTLPixelFormatASTC_6x6_LDR = 208,
    MTLPixelFormatASTC_8x5_LDR = 210,
    MTLPixelFormatASTC_8x6_LDR = 211,
    MTLPixelFormatASTC_8x8_LDR = 212,
    MTLPixelFormatASTC_10x5_LDR = 213,
    MTLPixelFormatASTC_10x6_LDR = 214,
    MTLPixelFormatASTC_10x8_LDR = 215,
    MTLPixelFormatASTC_10x10_LDR = 216,
    MTLPixelFormatASTC_12x10_LDR = 217,
    MTLPixelFormatASTC_12x12_LDR = 218,
    MTLPixelFormatASTC_4x4_HDR = 222,
    MTLPixelFormatASTC_5x4_HDR = 223,
    MTLPixelFormatASTC_5x5_HDR = 224,
    MTLPixelFormatASTC_6x5_HDR = 225,
    MTLPixelFormatASTC_6x6_HDR = 226,
    MTLPixelFormatASTC_8x5_HDR = 228,
    MTLPixelFormatASTC_8x6_HDR = 229,
    MTLPixelFormatASTC_8x8_HDR = 230,
    MTLPixelFormatASTC_10x5_HDR = 231,
    MTLPixelFormatASTC_10x6_HDR = 232,
    MTLPixelFormatASTC_10x8_HDR = 233,
    MTLPixelFormatASTC_10x10_HDR = 234,
    MTLPixelFormatASTC_12x10_HDR = 235,
    MTLPixelFormatASTC_12x12_HDR = 236,
};

MTL_ENUM(NSUInteger, MTLTextureType){MTLTextureType1D,
                                     MTLTextureType1DArray,
                                     MTLTextureType2D,
                                     MTLTextureType2DArray,
                                     MTLTextureType2DMultisample,
                                     MTLTextureTypeCube,
                                     MTLTextureTypeCubeArray,
                                     MTLTextureType3D,
                                     MTLTextureType2DMultisampleArray,
                                     MTLTextureTypeTextureBuffer};
MTL_ENUM(NSUInteger, MTLTextureUsage){
    MTLTextureUsageUnknown = 0,      MTLTextureUsageShaderRead = 1,         MTLTextureUsageShaderWrite = 2,
    MTLTextureUsageRenderTarget = 4, MTLTextureUsagePixelFormatView = 0x10, MTLTextureUsageShaderAtomic = 0x20,
};
MTL_ENUM(uint8_t, MTLTextureSwizzle){MTLTextureSwizzleZero,  MTLTextureSwizzleOne,  MTLTextureSwizzleRed,
                                     MTLTextureSwizzleGreen, MTLTextureSwizzleBlue, MTLTextureSwizzleAlpha};

MTL_ENUM(NSUInteger, MTLSamplerMinMagFilter){MTLSamplerMinMagFilterNearest, MTLSamplerMinMagFilterLinear};
MTL_ENUM(NSUInteger, MTLSamplerMipFilter){MTLSamplerMipFilterNotMipmapped, MTLSamplerMipFilterNearest,
                                          MTLSamplerMipFilterLinear};
MTL_ENUM(NSUInteger, MTLSamplerAddressMode){MTLSamplerAddressModeClampToEdge, MTLSamplerAddressModeMirrorClampToEdge,
                                            MTLSamplerAddressModeRepeat,      MTLSamplerAddressModeMirrorRepeat,
                                            MTLSamplerAddressModeClampToZero, MTLSamplerAddressModeClampToBorderColor};
MTL_ENUM(NSUInteger, MTLSamplerBorderColor){MTLSamplerBorderColorTransparentBlack, MTLSamplerBorderColorOpaqueBlack,
                                            MTLSamplerBorderColorOpaqueWhite};

/* ---- libraries and functions */

MTL_ENUM(NSUInteger, MTLLanguageVersion){
    MTLLanguageVersion1_0 = 0x10000, MTLLanguageVersion1_1 = 0x10001, MTLLanguageVersion1_2 = 0x10002,
    MTLLanguageVersion2_0 = 0x20000, MTLLanguageVersion2_1 = 0x20001, MTLLanguageVersion2_2 = 0x20002,
    MTLLanguageVersion2_3 = 0x20003, MTLLanguageVersion2_4 = 0x20004, MTLLanguageVersion3_0 = 0x30000,
    MTLLanguageVersion3_1 = 0x30001, MTLLanguageVersion3_2 = 0x30002, MTLLanguageVersion4_0 = 0x40000,
    MTLLanguageVersion4_1 = 0x40001,
};
MTL_ENUM(NSInteger, MTLMathMode){MTLMathModeSafe, MTLMathModeRelaxed, MTLMathModeFast};
MTL_ENUM(NSInteger, MTLMathFloatingPointFunctions){MTLMathFloatingPointFunctionsFast,
                                                   MTLMathFloatingPointFunctionsPrecise};
MTL_ENUM(NSInteger, MTLLibraryType){MTLLibraryTypeExecutable, MTLLibraryTypeDynamic};
MTL_ENUM(NSInteger, MTLLibraryOptimizationLevel){MTLLibraryOptimizationLevelDefault, MTLLibraryOptimizationLevelSize};
MTL_ENUM(NSInteger, MTLCompileSymbolVisibility){MTLCompileSymbolVisibilityDefault, MTLCompileSymbolVisibilityHidden};
MTL_ENUM(NSUInteger, MTLFunctionType){
    MTLFunctionTypeVertex = 1,       MTLFunctionTypeFragment = 2, MTLFunctionTypeKernel = 3, MTLFunctionTypeVisible = 5,
    MTLFunctionTypeIntersection = 6, MTLFunctionTypeMesh = 7,     MTLFunctionTypeObject = 8,
};
MTL_ENUM(NSUInteger, MTLFunctionOptions){MTLFunctionOptionNone = 0, MTLFunctionOptionCompileToBinary = 1};
MTL_ENUM(NSInteger, MTLLogLevel){MTLLogLevelUndefined, MTLLogLevelDebug, MTLLogLevelInfo,
                                 MTLLogLevelNotice,    MTLLogLevelError, MTLLogLevelFault};
MTL_ENUM(NSUInteger, MTLIndirectCommandType){
    MTLIndirectCommandTypeDraw = 1 << 0, MTLIndirectCommandTypeDrawIndexed = 1 << 1,
    MTLIndirectCommandTypeConcurrentDispatch = 1 << 5, MTLIndirectCommandTypeConcurrentDispatchThreads = 1 << 6};
MTL_ENUM(NSUInteger, MTLDynamicLibraryError){MTLDynamicLibraryErrorNone, MTLDynamicLibraryErrorInvalidFile,
                                             MTLDynamicLibraryErrorCompilationFailure,
                                             MTLDynamicLibraryErrorUnresolvedInstallName,
                                             MTLDynamicLibraryErrorDependencyLoadFailure, MTLDynamicLibraryErrorUnsupported};
MTL_ENUM(NSUInteger, MTLBinaryArchiveError){MTLBinaryArchiveErrorNone, MTLBinaryArchiveErrorInvalidFile,
                                            MTLBinaryArchiveErrorUnexpectedElement, MTLBinaryArchiveErrorCompilationFailure,
                                            MTLBinaryArchiveErrorInternalError};
MTL_ENUM(NSInteger, MTLCounterSampleBufferError){MTLCounterSampleBufferErrorOutOfMemory, MTLCounterSampleBufferErrorInvalid,
                                                 MTLCounterSampleBufferErrorInternal};
MTL_ENUM(NSUInteger, MTLCounterSamplingPoint){MTLCounterSamplingPointAtStageBoundary, MTLCounterSamplingPointAtDrawBoundary,
                                              MTLCounterSamplingPointAtDispatchBoundary,
                                              MTLCounterSamplingPointAtTileDispatchBoundary,
                                              MTLCounterSamplingPointAtBlitBoundary};
#define MTLCounterErrorValue ((uint64_t)-1)
#define MTLCounterDontSample ((NSUInteger)-1)
typedef struct {
    uint64_t timestamp;
} MTLCounterResultTimestamp;
MTL_ENUM(NSUInteger, MTLLogStateError){MTLLogStateErrorInvalidSize = 1, MTLLogStateErrorInvalid = 2};
MTL_ENUM(NSUInteger, MTLFunctionLogType){MTLFunctionLogTypeValidation = 0};
MTL_ENUM(NSUInteger, MTLMutability){MTLMutabilityDefault, MTLMutabilityMutable, MTLMutabilityImmutable};

MTL_ENUM(NSUInteger, MTLLibraryError){
    MTLLibraryErrorUnsupported = 1,    MTLLibraryErrorInternal = 2,         MTLLibraryErrorCompileFailure = 3,
    MTLLibraryErrorCompileWarning = 4, MTLLibraryErrorFunctionNotFound = 5, MTLLibraryErrorFileNotFound = 6,
};

MTL_ENUM(NSUInteger, MTLDataType){
    MTLDataTypeNone = 0,     MTLDataTypeStruct = 1,   MTLDataTypeArray = 2,    MTLDataTypeFloat = 3,
    MTLDataTypeFloat2,       MTLDataTypeFloat3,       MTLDataTypeFloat4,       MTLDataTypeFloat2x2 = 7,
    MTLDataTypeFloat2x3,     MTLDataTypeFloat2x4,     MTLDataTypeFloat3x2,     MTLDataTypeFloat3x3,
    MTLDataTypeFloat3x4,     MTLDataTypeFloat4x2,     MTLDataTypeFloat4x3,     MTLDataTypeFloat4x4,
    MTLDataTypeHalf = 16,    MTLDataTypeHalf2,        MTLDataTypeHalf3,        MTLDataTypeHalf4,
    MTLDataTypeHalf2x2 = 20, MTLDataTypeHalf2x3,      MTLDataTypeHalf2x4,      MTLDataTypeHalf3x2,
    MTLDataTypeHalf3x3,      MTLDataTypeHalf3x4,      MTLDataTypeHalf4x2,      MTLDataTypeHalf4x3,
    MTLDataTypeHalf4x4,      MTLDataTypeInt = 29,     MTLDataTypeInt2,         MTLDataTypeInt3,
    MTLDataTypeInt4,         MTLDataTypeUInt = 33,    MTLDataTypeUInt2,        MTLDataTypeUInt3,
    MTLDataTypeUInt4,        MTLDataTypeShort = 37,   MTLDataTypeShort2,       MTLDataTypeShort3,
    MTLDataTypeShort4,       MTLDataTypeUShort = 41,  MTLDataTypeUShort2,      MTLDataTypeUShort3,
    MTLDataTypeUShort4,      MTLDataTypeChar = 45,    MTLDataTypeChar2,        MTLDataTypeChar3,
    MTLDataTypeChar4,        MTLDataTypeUChar = 49,   MTLDataTypeUChar2,       MTLDataTypeUChar3,
    MTLDataTypeUChar4,       MTLDataTypeBool = 53,    MTLDataTypeBool2,        MTLDataTypeBool3,
    MTLDataTypeBool4,        MTLDataTypeTexture = 58, MTLDataTypeSampler = 59, MTLDataTypePointer = 60,
    MTLDataTypeLong = 81,    MTLDataTypeLong2,        MTLDataTypeLong3,        MTLDataTypeLong4,
    MTLDataTypeULong = 85,   MTLDataTypeULong2,       MTLDataTypeULong3,       MTLDataTypeULong4,
    MTLDataTypeComputePipeline = 79, MTLDataTypeIndirectCommandBuffer = 80, MTLDataTypeVisibleFunctionTable = 115,
    MTLDataTypeBFloat = 121, MTLDataTypeBFloat2,      MTLDataTypeBFloat3,      MTLDataTypeBFloat4,
};

MTL_ENUM(NSUInteger, MTLArgumentType){MTLArgumentTypeBuffer, MTLArgumentTypeThreadgroupMemory, MTLArgumentTypeTexture,
                                      MTLArgumentTypeSampler, MTLArgumentTypeVisibleFunctionTable = 24};
MTL_ENUM(NSInteger, MTLBindingType){MTLBindingTypeBuffer, MTLBindingTypeThreadgroupMemory, MTLBindingTypeTexture,
                                    MTLBindingTypeSampler, MTLBindingTypeVisibleFunctionTable = 24,
                                    MTLBindingTypeTensor = 37};
MTL_ENUM(NSUInteger, MTLBindingAccess){MTLBindingAccessReadOnly,       MTLBindingAccessReadWrite,
                                       MTLBindingAccessWriteOnly,      MTLArgumentAccessReadOnly = 0,
                                       MTLArgumentAccessReadWrite = 1, MTLArgumentAccessWriteOnly = 2};
typedef MTLBindingAccess MTLArgumentAccess;

MTL_ENUM(NSUInteger, MTLIndexType){MTLIndexTypeUInt16, MTLIndexTypeUInt32};
MTL_ENUM(NSUInteger, MTLStepFunction){MTLStepFunctionConstant,
                                      MTLStepFunctionPerVertex,
                                      MTLStepFunctionPerInstance,
                                      MTLStepFunctionPerPatch,
                                      MTLStepFunctionPerPatchControlPoint,
                                      MTLStepFunctionThreadPositionInGridX,
                                      MTLStepFunctionThreadPositionInGridY,
                                      MTLStepFunctionThreadPositionInGridXIndexed,
                                      MTLStepFunctionThreadPositionInGridYIndexed};
MTL_ENUM(NSUInteger, MTLAttributeFormat){
    MTLAttributeFormatInvalid = 0,
    MTLAttributeFormatUChar2,
    MTLAttributeFormatUChar3,
    MTLAttributeFormatUChar4,
    MTLAttributeFormatChar2,
    MTLAttributeFormatChar3,
    MTLAttributeFormatChar4,
    MTLAttributeFormatUChar2Normalized,
    MTLAttributeFormatUChar3Normalized,
    MTLAttributeFormatUChar4Normalized,
    MTLAttributeFormatChar2Normalized,
    MTLAttributeFormatChar3Normalized,
    MTLAttributeFormatChar4Normalized,
    MTLAttributeFormatUShort2,
    MTLAttributeFormatUShort3,
    MTLAttributeFormatUShort4,
    MTLAttributeFormatShort2,
    MTLAttributeFormatShort3,
    MTLAttributeFormatShort4,
    MTLAttributeFormatUShort2Normalized,
    MTLAttributeFormatUShort3Normalized,
    MTLAttributeFormatUShort4Normalized,
    MTLAttributeFormatShort2Normalized,
    MTLAttributeFormatShort3Normalized,
    MTLAttributeFormatShort4Normalized,
    MTLAttributeFormatHalf2,
    MTLAttributeFormatHalf3,
    MTLAttributeFormatHalf4,
    MTLAttributeFormatFloat,
    MTLAttributeFormatFloat2,
    MTLAttributeFormatFloat3,
    MTLAttributeFormatFloat4,
    MTLAttributeFormatInt,
    MTLAttributeFormatInt2,
    MTLAttributeFormatInt3,
    MTLAttributeFormatInt4,
    MTLAttributeFormatUInt,
    MTLAttributeFormatUInt2,
    MTLAttributeFormatUInt3,
    MTLAttributeFormatUInt4,
    MTLAttributeFormatInt1010102Normalized,
    MTLAttributeFormatUInt1010102Normalized,
    MTLAttributeFormatUChar4Normalized_BGRA = 42,
    MTLAttributeFormatUChar = 45,
    MTLAttributeFormatChar,
    MTLAttributeFormatUCharNormalized,
    MTLAttributeFormatCharNormalized,
    MTLAttributeFormatUShort,
    MTLAttributeFormatShort,
    MTLAttributeFormatUShortNormalized,
    MTLAttributeFormatShortNormalized,
    MTLAttributeFormatHalf,
    MTLAttributeFormatFloatRG11B10,
    MTLAttributeFormatFloatRGB9E5
};
typedef struct {
    uint32_t stageInOrigin[3], stageInSize[3];
} MTLStageInRegionIndirectArguments;

/* ---- commands */

MTL_ENUM(NSUInteger, MTLCommandBufferStatus){MTLCommandBufferStatusNotEnqueued, MTLCommandBufferStatusEnqueued,
                                             MTLCommandBufferStatusCommitted,   MTLCommandBufferStatusScheduled,
                                             MTLCommandBufferStatusCompleted,   MTLCommandBufferStatusError};
MTL_ENUM(NSUInteger, MTLCommandBufferError){
    MTLCommandBufferErrorNone = 0,
    MTLCommandBufferErrorInternal = 1,
    MTLCommandBufferErrorTimeout = 2,
    MTLCommandBufferErrorPageFault = 3,
    MTLCommandBufferErrorAccessRevoked = 4,
    MTLCommandBufferErrorBlacklisted = 4,
    MTLCommandBufferErrorNotPermitted = 7,
    MTLCommandBufferErrorOutOfMemory = 8,
    MTLCommandBufferErrorInvalidResource = 9,
    MTLCommandBufferErrorMemoryless = 10,
    MTLCommandBufferErrorDeviceRemoved = 11,
    MTLCommandBufferErrorStackOverflow = 12,
};
MTL_ENUM(NSUInteger, MTLCommandBufferErrorOption){MTLCommandBufferErrorOptionNone = 0,
                                                  MTLCommandBufferErrorOptionEncoderExecutionStatus = 1};
MTL_ENUM(NSUInteger, MTLDispatchType){MTLDispatchTypeSerial, MTLDispatchTypeConcurrent};
MTL_ENUM(NSUInteger, MTLBarrierScope){MTLBarrierScopeBuffers = 1, MTLBarrierScopeTextures = 2,
                                      MTLBarrierScopeRenderTargets = 4};
MTL_ENUM(NSUInteger, MTLBlitOption){MTLBlitOptionNone = 0, MTLBlitOptionDepthFromDepthStencil = 1,
                                    MTLBlitOptionStencilFromDepthStencil = 2, MTLBlitOptionRowLinearPVRTC = 4};
MTL_ENUM(NSInteger, MTLCaptureDestination){MTLCaptureDestinationDeveloperTools = 1,
                                           MTLCaptureDestinationGPUTraceDocument = 2};

#include "MTL4Types.h"

#endif
