"""check-selectors against headers in metal-cpp's style that are written here: one set agrees, the others each differ in one thing."""
from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[1].joinpath("check-selectors")
TABLE = Path(__file__).resolve().parents[2] / "harness" / "metal"

TYPES = {
    "id": "NS::Object*", "SEL": "SEL", "void": "void", "BOOL": "bool", "NSUInteger": "NS::UInteger", "NSInteger": "NS::Integer",
    "uint64_t": "uint64_t", "uint8_t": "uint8_t", "double": "CFTimeInterval", "pointer": "void*", "bytes": "const void*", "text": "const char*",
    "objects": "NS::Error**", "block": "NS::Object*", "MTLResourceID": "MTL::ResourceID", "MTLSize": "MTL::Size", "MTLOrigin": "MTL::Origin", "MTLRegion": "MTL::Region",
    "MTLClearColor": "MTL::ClearColor", "NSRange": "NS::Range", "MTLTextureSwizzleChannels": "MTL::TextureSwizzleChannels", "NSVersion": "NS::OperatingSystemVersion",
}
STRUCTS = """using ErrorDomain = class String*;
struct OperatingSystemVersion
{
    NS::Integer majorVersion;
    NS::Integer minorVersion;
    NS::Integer patchVersion;
} _NS_PACKED;
struct Range
{
    static Range Make(NS::UInteger loc, NS::UInteger len);
    NS::UInteger location;
    NS::UInteger length;
} _NS_PACKED;
struct Size
{
    Size(NS::UInteger width);
    NS::UInteger width;
    NS::UInteger height;
    NS::UInteger depth;
} _MTL_PACKED;
struct Origin
{
    NS::UInteger x;
    NS::UInteger y;
    NS::UInteger z;
} _MTL_PACKED;
struct ResourceID
{
    uint64_t value;
} _MTL_PACKED;
struct Region
{
    MTL::Origin origin;
    MTL::Size   size;
} _MTL_PACKED;
struct TextureSwizzleChannels
{
    uint8_t red;
    uint8_t green;
    uint8_t blue;
    uint8_t alpha;
} _MTL_PACKED;
struct ClearColor
{
    double red;
    double green;
    double blue;
    double alpha;
} _MTL_PACKED;
"""


def headers() -> str:
    """Every row of the tables as metal-cpp would write it."""
    table = re.sub(r"/\*.*?\*/", "", (TABLE / "selectors.def").read_text(), flags=re.S)
    text = STRUCTS
    for name in re.findall(r"^CLASS\((\w+),", table, re.M):
        text += f"_MTL_PRIVATE_DEF_CLS({name});\n"
    for row in re.findall(r"^(?:CLASS_)?METHOD_\w+\(([^)]*)\)", table, re.M):
        function, owner, selector, result, *arguments, _since, _need = [cell.strip() for cell in row.split(",")]
        names = [f"argument{n}" for n in range(len(arguments))]
        parameters = ", ".join(f"{TYPES[type_]} {name}" for type_, name in zip(arguments, names))
        text += f"_MTL_PRIVATE_DEF_SEL({function}_,\n    {selector});\n"
        text += f"_MTL_INLINE {TYPES[result]} {'MTL' if owner.startswith('MTL') else 'NS'}::"
        text += f"{owner[3:] if owner.startswith('MTL') else owner[2:]}::{function}({parameters})\n{{\n"
        sent = ", ".join(["this", f"_MTL_PRIVATE_SEL({function}_)", *names])
        text += f"    return Object::sendMessage<{TYPES[result]}>({sent});\n}}\n"
    constants = (TABLE.parent / "words" / "constants.def").read_text()
    members = "".join(f"    {name[3:]} = {value},\n" for name, value in
                      re.findall(r"^(?:CONSTANT|FAMILY|FORMAT)\((\w+), (\d+)", constants, re.M))
    return text + f"_MTL_ENUM(NS::UInteger, Everything) {{\n{members}}};\n"


def check(text: str) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "Metal").mkdir()
        (Path(directory) / "Metal" / "All.hpp").write_text(text)
        run = subprocess.run([sys.executable, TOOL, directory], capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr


class CheckSelectors(unittest.TestCase):
    def rejects(self, before: str, after: str, message: str) -> None:
        text = headers()
        self.assertEqual(text.count(before), 1, before)
        status, output = check(text.replace(before, after))
        self.assertEqual(status, 1, output)
        self.assertIn(message, output)

    def test_agreement(self) -> None:
        status, output = check(headers())
        self.assertEqual(status, 0, output)
        self.assertIn("0 wrong, 0 not in these headers", output)

    def test_result(self) -> None:
        self.rejects("NS::UInteger MTL::Device::device_max_buffer()", "uint32_t MTL::Device::device_max_buffer()", "maxBufferLength")

    def test_argument(self) -> None:
        self.rejects("encoder_memory_barrier(NS::UInteger ", "encoder_memory_barrier(NS::Integer ", "memoryBarrierWithScope:")

    def test_pointer_to_an_alias(self) -> None:
        """metal-cpp names a pointer to a class, and takes pointers to that; one to a struct or a number is another thing."""
        before = "NS::UInteger argument1, NS::Error** argument2, NS::Error** argument3)\n"
        aliases = "using Reflection = class ComputePipelineReflection*;\nusing Address = uint64_t;\n"
        for type_, wrong in (("const MTL::Reflection*", 0), ("MTL::Address*", 2), ("MTL::Region*", 2), ("MTL::Reflection", 2)):
            text = headers()
            self.assertEqual(text.count(before), 2)
            _, output = check(aliases + text.replace(before, before.replace("NS::Error** argument2", f"{type_} argument2")))
            self.assertRegex(output, rf"selectors: \d+ agree, {wrong} wrong", type_)

    def test_struct(self) -> None:
        self.rejects("    NS::UInteger depth;\n", "    uint32_t depth;\n", "maxThreadsPerThreadgroup")

    def test_missing_argument(self) -> None:
        self.rejects("_MTL_PRIVATE_SEL(encoder_set_texture_), argument0, argument1", "_MTL_PRIVATE_SEL(encoder_set_texture_), argument0",
                     "setTexture:atIndex:")

    def test_renamed_selector(self) -> None:
        self.rejects('"endEncoding"', '"endEncodings"', "[MTLCommandEncoder endEncoding]: not in these headers")

    def test_other_class(self) -> None:
        self.rejects("MTL::Buffer::buffer_contents", "MTL::Heap::buffer_contents", "only in MTLHeap")

    def test_constant(self) -> None:
        self.rejects("PixelFormatRGBA8Unorm = 70,", "PixelFormatRGBA8Unorm = 1 << 6,", "MTLPixelFormatRGBA8Unorm is 64")

    def test_missing_class(self) -> None:
        self.rejects("_MTL_PRIVATE_DEF_CLS(MTLCompileOptions);", "", "class MTLCompileOptions")

    def test_optional_may_be_missing(self) -> None:
        status, output = check(headers().replace('"setMathMode:"', '"setMathMode2:"'))
        self.assertEqual(status, 0, output)
        self.assertIn("[MTLCompileOptions setMathMode:]", output)

    def test_no_headers(self) -> None:
        self.assertEqual(check("")[0], 2)


if __name__ == "__main__":
    unittest.main()
