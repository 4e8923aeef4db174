"""prepare.py: makes of the Metal standard library's headers a set that clang's C++ for OpenCL takes, line for line.

Signatures, constraints and names stay; bodies go where they rest on what only Metal's compiler has. What the compiler itself brings along,
vectors, packed vectors, bfloat, is softmetal's (tools/softmetal/include/__msl). The headers are read by their shape: conditionals are
resolved as for macOS, declarations found by their tokens; nothing of their text stands here but names that programs or compilers use.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

SOFTMETAL = Path(__file__).resolve().parent.parent / "softmetal" / "include" / "__msl"

# Parts of the library that no case of compute needs, or that the language layer replaces.
SKIPPED = {"metal_" + name for name in (
    "raytracing mesh imageblocks command_buffer cooperative_tensor tensor curves extended_vector packed_vector tessellation vertex_value "
    "interpolate initializer_list config").split()}
# Abilities of Metal's compiler that clang lacks, by the macros that announce them.
LACKING = {f"__HAVE_{name}__" for name in (
    "RAYTRACING MESH IMAGEBLOCKS COHERENT COMPUTE_COMMANDS RENDER_COMMANDS NATIVE_WIDE_VECTORS NATIVE_DOUBLE TENSOR VERTEX_VALUE "
    "OPERATOR_ADDRESSOF_DELETED OPERATOR_COMMA_DELETED").split()}


# ---- Conditionals


def predefined(version: int) -> dict[str, str]:
    """Macros of Metal's compiler."""
    base = {"__METAL_VERSION__": str(min(version, 400)), "__METAL_MACOS__": "1", "__cpp_variable_templates": "201304"}
    if version >= 300:
        base["__METAL__"] = "1"
    if version >= 400:
        base["__cpp_deduction_guides"] = "201703"
    return base


def evaluate(text, macros):
    text = re.sub(r'//.*|/\*.*?\*/', '', text)
    text = re.sub(r'defined\s*\(?\s*(\w+)\s*\)?', lambda m: '1' if m[1] in macros else '0', text)
    text = re.sub(r'__has_(feature|builtin|attribute|extension|include)\s*\([^)]*\)', '0', text)
    text = re.sub(r'\b[A-Za-z_]\w*\b', lambda m: macros.get(m[0], '0') or '0', text)
    text = text.replace('&&', ' and ').replace('||', ' or ')
    text = re.sub(r'!(?!=)', ' not ', text)
    return bool(eval(text))

def resolve(source, macros):
    """Blanks what conditionals leave out; keeps line numbers."""
    out, stack = [], []
    lines = source.split('\n')
    i = 0
    while i < len(lines):
        line = lines[i]
        n = 1
        while line.rstrip().endswith('\\') and i + n < len(lines):
            line = line.rstrip()[:-1] + ' ' + lines[i + n]
            n += 1
        active = all(s[0] for s in stack)
        m = re.match(r'\s*#\s*(ifdef|ifndef|if|elif|else|endif|define|undef)\b(.*)', line)
        keep = active
        if m:
            word, rest = m[1], m[2].strip()
            if word in ('ifdef', 'ifndef', 'if'):
                if not active:
                    value = False
                elif word == 'if':
                    value = evaluate(rest, macros)
                else:
                    name = re.match(r'\w+', rest)[0]
                    value = (name in macros) == (word == 'ifdef')
                stack.append([value, value or not active])
                keep = False
            elif word == 'elif':
                s = stack[-1]
                s[0] = not s[1] and evaluate(rest, macros)
                s[1] = s[1] or s[0]
                keep = False
            elif word == 'else':
                s = stack[-1]
                s[0] = not s[1]
                keep = False
            elif word == 'endif':
                stack.pop()
                keep = False
            elif active and word == 'define':
                d = re.match(r'(\w+)(\(?)\s*(.*)', rest)
                macros[d[1]] = '' if d[2] else d[3]
            elif active and word == 'undef':
                macros.pop(re.match(r'\w+', rest)[0], None)
        for k in range(n):
            out.append(lines[i + k] if keep else '')
        i += n
    return '\n'.join(out)


# ---- Declarations, by their tokens

TOKEN = re.compile(r'''(?P<pp>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)|(?P<ws>\s+)|(?P<com>//[^\n]*|/\*.*?\*/)|(?P<str>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<id>[A-Za-z_]\w*)|(?P<num>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<op>\.\.\.|->|<=|>=|==|!=|&&|\|\||::|.)''',
                   re.M | re.S)

def tokenize(text):
    tokens, pos = [], 0
    while pos < len(text):
        m = TOKEN.match(text, pos)
        tokens.append([m.lastgroup, m[0]])
        pos = m.end()
    return tokens

SPACES = {'thread', 'device', 'constant', 'threadgroup', 'ray_data', 'object_data', 'threadgroup_imageblock', 'coherent'}

class Header:
    def __init__(self, name, text):
        self.name = name
        self.t = tokenize(text)
        self.n = len(self.t)
        self.match = {}
        stack = []
        for i, (kind, s) in enumerate(self.t):
            if kind == 'op' and s in '([{':
                stack.append(i)
            elif kind == 'op' and s in ')]}':
                self.match[stack.pop()] = i

    def sig(self, i):
        while i < self.n and self.t[i][0] in ('ws', 'com', 'pp'):
            i += 1
        return i

    def prev(self, i):
        i -= 1
        while i >= 0 and self.t[i][0] in ('ws', 'com', 'pp'):
            i -= 1
        return i

    def blank(self, a, b):
        """Tokens a..b-1 disappear, line ends stay."""
        for i in range(a, b):
            if self.t[i][0] == 'pp':
                continue
            self.t[i][1] = '\n' * self.t[i][1].count('\n') or (' ' if self.t[i][0] == 'ws' else '')

    def angle(self, i):
        """i: a `<`. Returns the index after its `>`."""
        depth = 0
        while i < self.n:
            s = self.t[i][1] if self.t[i][0] == 'op' else None
            if s == '(' or s == '{':
                i = self.match[i]
            elif s == '<':
                depth += 1
            elif s == '>':
                depth -= 1
                if depth == 0:
                    return i + 1
            i += 1
        raise Exception('angle')

    def scope(self, i, end, kind, name):
        while True:
            i = self.sig(i)
            if i >= end:
                return
            s = self.t[i][1]
            if s == ';':
                i += 1
                continue
            if s in ('public', 'private', 'protected') and self.t[self.sig(i + 1)][1] == ':':
                i = self.sig(i + 1) + 1
                continue
            i = self.declaration(i, end, kind, name)

    def declaration(self, start, end, kind, name):
        i = start
        first = start
        while self.t[first][1] == 'template':
            lt = self.sig(first + 1)
            if self.t[lt][1] != '<':
                break
            first = self.sig(self.angle(lt))
        i = first
        head = self.t[first][1]
        if head == 'friend':
            head = self.t[self.sig(first + 1)][1]
        if head in ('namespace', 'extern') or (head == 'inline' and self.t[self.sig(first + 1)][1] == 'namespace'):
            while i < end and self.t[i][1] not in ('{', ';', '=') :
                i = self.sig(i + 1)
            if self.t[i][1] == '{':
                self.scope(i + 1, self.match[i], 'ns', None)
                return self.match[i] + 1
            while self.t[i][1] != ';':
                i = self.sig(i + 1)
            return i + 1
        if head in ('struct', 'class', 'union', 'enum'):
            cname = None
            i = self.sig(first + 1)
            while i < end and self.t[i][1] not in ('{', ';'):
                if cname is None and self.t[i][0] == 'id' and self.t[i][1] not in ('class', 'struct') and not self.t[i][1].startswith('METAL_'):
                    cname = self.t[i][1]
                if self.t[i][1] == '(':
                    i = self.match[i]
                i = self.sig(i + 1)
            if self.t[i][1] == '{':
                if head != 'enum':
                    self.scope(i + 1, self.match[i], 'class', cname)
                i = self.match[i]
                while self.t[i][1] != ';':
                    i = self.sig(i + 1)
            return i + 1
        if head in ('typedef', 'using', 'static_assert'):
            while self.t[i][1] != ';':
                if self.t[i][1] in '([{' and i in self.match:
                    i = self.match[i]
                i = self.sig(i + 1)
            return i + 1
        # a function or a variable
        params = None
        depth = 0
        equals = colon = False
        operator = None
        while i < end:
            k, s = self.t[i]
            if k == 'id' and s == 'operator':
                operator = i
                j = self.sig(i + 1)
                if self.t[j][1] == '(':
                    i = self.match[j] + 1   # operator()
                    i = self.sig(i)
                    params = i
                    i = self.sig(self.match[i] + 1)
                    continue
                if self.t[j][0] == 'op':
                    while self.t[j][1] != '(':
                        j = self.sig(j + 1)
                    params = j
                    i = self.sig(self.match[j] + 1)
                    continue
            if k == 'op':
                if s == '<' and self.t[self.prev(i)][0] == 'id' and params is None:
                    depth += 1
                elif s == '>' and depth:
                    depth -= 1
                elif s == '(':
                    p = self.t[self.prev(i)]
                    if params is None and depth == 0 and not equals and (
                            operator or (p[0] == 'id' and not p[1].startswith('METAL_')
                                         and p[1] not in ('__attribute__', 'decltype', 'alignas', 'sizeof', 'coherent'))):
                        params = i
                    i = self.match[i]
                elif s == '[':
                    i = self.match[i]
                elif s == '=' :
                    equals = True
                elif s == ':' and params is not None:
                    colon = True
                elif s == ';':
                    break
                elif s == '{':
                    p = self.t[self.prev(i)]
                    if equals or params is None or (colon and (p[0] == 'id' or p[1] == '>')):
                        i = self.match[i]
                    else:
                        break
            i = self.sig(i + 1)
        if params is None:
            return i + 1
        last = self.match[i] if self.t[i][1] == '{' else i
        self.function(start, first, params, i, last, kind, name, operator)
        return last + 1

    def function(self, start, first, params, stop, last, kind, cname, operator):
        t = self.t
        close = self.match[params]
        # qualifiers
        quals, i = [], self.sig(close + 1)
        qual_idx = []
        while i < stop and t[i][0] == 'id' and (t[i][1] in SPACES or t[i][1] in ('const', 'volatile')):
            quals.append(t[i][1])
            qual_idx.append(i)
            if t[i][1] == 'coherent':
                i = self.match[self.sig(i + 1)]
            i = self.sig(i + 1)
        tail = i
        tail_text = ''.join(x[1] for x in t[tail:stop + 1])
        words = [t[k][1] for k in range(first, params) if t[k][0] == 'id']
        is_friend = 'friend' in words
        is_constexpr = 'constexpr' in words
        spaces = [q for q in quals if q in SPACES]
        name_tok = self.prev(params)
        is_special = kind == 'class' and not is_friend and (t[name_tok][1] == cname or (operator and t[self.sig(operator + 1)][1] == '='))
        defaulted = re.match(r'\s*=\s*(default|delete)', tail_text)
        inner = [x[1] for x in t[params:close] if x[0] == 'id' and x[1] in SPACES]
        if kind == 'class' and not is_friend and 'static' not in words:
            if any(s not in ('thread', 'constant') for s in spaces):
                if not (cname == '_atomic'):
                    self.blank(start, last + 1)
                    return
            if is_special and defaulted and cname == '_atomic':
                text = None
                if inner == [] and spaces in (['threadgroup'], []):
                    pass       # _atomic() __local = default
                else:
                    self.blank(start, last + 1)
                return
            if is_special and defaulted:
                bad = [s for s in inner if s not in ('thread', 'constant')]
                if bad or (operator and 'constant' in inner) or (operator and 'constant' in spaces):
                    self.blank(start, last + 1)
                    return
                for k in range(params, close):
                    if t[k] == ['id', 'thread']:
                        t[k][1] = ''
            for k in qual_idx:
                if t[k][1] == 'thread':
                    t[k][1] = ''
                elif t[k][1] == 'constant':
                    t[k][1] = '__constant'
            if (spaces == ['thread'] or not spaces) and cname != 'array_ref':
                for k in range(first, params):
                    if t[k] == ['id', 'thread']:
                        t[k][1] = '__generic'
        # body
        if t[stop][1] != '{':
            return
        body = ''.join(x[1] for x in t[stop:last + 1])
        init = ''.join(x[1] for x in t[tail:stop])
        auto = 'auto' in words or '->' in ''.join(x[1] for x in t[close:stop])
        if is_constexpr:
            if '__metal_' in body:
                self.blank(stop + 1, last)
                t[stop][1] = '{ return {0}; ' if '__metal_sampler_t' in words else '{ return {}; '
            return
        if auto or 'static_assert' in body:
            return
        # constructor's initialisers go, too
        k = tail
        while k < stop and not (t[k][1] == ':' ):
            if t[k][1] == '(':
                k = self.match[k]
            k += 1
        self.blank(k if k < stop else stop, last + 1)
        t[stop][1] = ';' + t[stop][1]

    def text(self):
        self.scope(0, self.n, 'ns', None)
        return ''.join(x[1] for x in self.t)


# ---- What stands in for the compiler

LAYER = r"""
#pragma once
#include "predefined.h"
#include "language.h"
#include "traits.h"
#include "bfloat.h"
#include "vector.h"
#include "packed.h"
#include "as_type.h"
#include "handles.h"
#undef __MSL_LOCAL_TEXTURE
#define __MSL_LOCAL_TEXTURE(__name) static_assert(true, "")
namespace metal {
template <class T, int N> struct __wide_vec {
    T e[N];
    __wide_vec() = default;
    T operator[](int i) const { return e[i]; }
    __generic T &operator[](int i) { return e[i]; }
};
}
#define __is_metal_simdgroup_matrix_element(T) (__is_same(T, half) || __is_same(T, float) || __is_same(T, bfloat))
#define __FLT_M_E__ 2.71828182845904523536f
#define __FLT_M_LOG2E__ 1.44269504088896340736f
#define __FLT_M_LOG10E__ 0.434294481903251827651f
#define __FLT_M_LN2__ 0.693147180559945309417f
#define __FLT_M_LN10__ 2.30258509299404568402f
#define __FLT_M_PI__ 3.14159265358979323846f
#define __FLT_M_PI_2__ 1.57079632679489661923f
#define __FLT_M_PI_4__ 0.785398163397448309616f
#define __FLT_M_1_PI__ 0.318309886183790671538f
#define __FLT_M_2_PI__ 0.636619772367581343076f
#define __FLT_M_2_SQRTPI__ 1.12837916709551257390f
#define __FLT_M_SQRT2__ 1.41421356237309504880f
#define __FLT_M_SQRT1_2__ 0.707106781186547524400f
#define __HALF_DIG__ 3
#define __HALF_MANT_DIG__ 11
#define __HALF_MAX_10_EXP__ 4
#define __HALF_MAX_EXP__ 16
#define __HALF_MIN_10_EXP__ (-4)
#define __HALF_MIN_EXP__ (-13)
#define __HALF_RADIX__ 2
#define __HALF_MAX__ 65504.0h
#define __HALF_MIN__ 6.103515625e-5h
#define __HALF_EPSILON__ 9.765625e-4h
#define __HALF_DECIMAL_DIG__ 5
#define __BFLT16_DIG__ 2
#define __BFLT16_MANT_DIG__ 8
#define __BFLT16_MAX_10_EXP__ 38
#define __BFLT16_MAX_EXP__ 128
#define __BFLT16_MIN_10_EXP__ (-37)
#define __BFLT16_MIN_EXP__ (-125)
#define __BFLT16_RADIX__ 2
#define __BFLT16_MAX__ ::metal::bfloat(0x1.fep127f)
#define __BFLT16_MIN__ ::metal::bfloat(0x1p-126f)
#define __BFLT16_EPSILON__ ::metal::bfloat(0x1p-7f)
#define __BFLT16_DECIMAL_DIG__ 4
""" + ''.join('#define __HALF_M_%s__ ((half)__FLT_M_%s__)\n#define __BFLT16_M_%s__ ::metal::bfloat(__FLT_M_%s__)\n' % (m, m, m, m) for m in
    'E LOG2E LOG10E LN2 LN10 PI PI_2 PI_4 1_PI 2_PI 2_SQRTPI SQRT2 SQRT1_2'.split()) + r"""
#define __builtin_infh() ((half)__builtin_inff())
#define __builtin_huge_valh() ((half)__builtin_inff())
#define __builtin_nanh(x) ((half)__builtin_nanf(x))
#define __builtin_nansh(x) ((half)__builtin_nansf(x))
#define __builtin_inff16b() ::metal::bfloat(__builtin_inff())
#define __builtin_huge_valf16b() ::metal::bfloat(__builtin_inff())
#define __builtin_nanf16b(x) ::metal::bfloat(__builtin_nanf(x))
#define __builtin_nansf16b(x) ::metal::bfloat(__builtin_nansf(x))
#define __is_metal_buffer_pointee(T) true
#define __is_metal_buffer(T) true
#define __is_metal_color_texture_channel(T) (__is_same(T, half) || __is_same(T, float) || __is_same(T, short) || __is_same(T, ushort) || __is_same(T, int) || __is_same(T, uint) || __is_same(T, ulong))
#define __is_metal_depth_texture_channel(T) __is_same(T, float)
#define __is_metal_visible_function_type(T) true
"""
TRAITS = r"""
namespace metal {
template <class T> struct remove_addrspace<__private T> { typedef T type; };
template <class T> struct remove_addrspace<__generic T> { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> struct remove_reference<__generic T &> { typedef T type; };
template <class T> struct remove_reference<__generic T &&> { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <class T> struct _is_pointer_impl<T *> : true_type {};
template <> struct _is_floating_point_impl<bfloat> : true_type {};
template <> struct _is_arithmetic_impl<bfloat> : true_type {};
template <> struct _is_scalar_impl<bfloat> : true_type {};
template <> struct _is_floating_point_impl<half> : true_type {};
template <> struct _is_arithmetic_impl<half> : true_type {};
template <> struct _is_scalar_impl<half> : true_type {};
template <> struct is_signed<bfloat> : true_type {};
template <> struct is_signed<half> : true_type {};
template <> struct is_class<bfloat> : false_type {};
template <class T, int N> struct is_class<vec<T, N>> : false_type {};
template <class T, int N> struct is_class<packed_vec<T, N>> : false_type {};
}
"""

STORAGE = r"((?:typename )?[A-Za-z_]\w*(?:<\w+>)?(?:::\w+)*)"


def by_shape(name: str, text: str, version: int) -> str:
    """Edits that keep lines: what clang would not take although it is no body."""
    text = re.sub(STORAGE + r" __attribute__\(\(ext_vector_type\((\w+)\)\)\)", r"vec<\1, \2>", text)
    text = re.sub(STORAGE + r" __attribute__\(\(packed_vector_type\((\w+)\)\)\)", r"packed_vec<\1, \2>", text)
    text = re.sub(r"^#pragma METAL.*$", "", text, flags=re.M)
    text = re.sub(r"\b(0x[0-9a-fA-F.]+p[-+]?\d+|[0-9.]+(?:e[-+]?\d+)?)bf\b", r"::metal::bfloat(\1f)", text)
    text = re.sub(r"\b(private|protected):", "public:", text)
    # a friend's declaration goes with its template line
    text = re.sub(r"^(?:[ \t]*template <[^;{]*>[ \t]*\n)?[ \t]*friend (?!struct|class)[^;{]*;", lambda m: "\n" * m[0].count("\n"), text, flags=re.M)
    # macros that stand for attributes which only Metal's compiler knows
    text = re.sub(r"^(#define \w+(?:\(\w+\.\.\.\))?) __attribute__\(\((?:deprecated|__maybe_undef__).*$",
                  lambda m: re.sub(r"\(\w+\.\.\.\)", "(...)", m[1]), text, flags=re.M)
    if name == "metal_types":
        text = re.sub(r"^typedef (?:__\w+_TYPE__|unsigned \w+|::\w+) \w+;$", "", text, flags=re.M)
        text = text.replace("#include <metal_extended_vector>", '#include "__msl/layer.h"').replace("#include <metal_packed_vector>", "")
        text = re.sub(r"(\w+_traits)<decltype\((\w+)\)>", r"\1<remove_addrspace_t<decltype(\2)>>", text)
        text = re.sub(r"__metal_is_function_constant_defined\(c\)", "__msl_function_constant_defined_##c", text)
        text = re.sub(r"^#define METAL_FUNC .*$", "", text, flags=re.M)
    if name == "metal_atomic":
        text = re.sub(r"(_atomic\(\) threadgroup = default;)",
                      r"\1 _atomic(const _atomic &) = delete; __generic _atomic &operator=(const _atomic &) = delete;", text)
    if name == "metal_matrix":  # the class is softmetal's, for its initializer lists; operators and functions around it are these
        last = re.search(r"typedef matrix<float, 4, 4> float4x4;", text)
        if last:
            start = text.index("{", text.index("namespace metal")) + 1
            text = text[:start] + "\n" * text.count("\n", start, last.end()) + text[last.end():]
        text = text.replace("#include <metal_functional>", '#include "__msl/matrix.h"').replace("#include <metal_initializer_list>", "")
    if name == "metal_array":
        end = text.find("struct array_ref")
        end = len(text) if end < 0 else end
        text = text[:end] + re.sub(r"\bconstexpr ", "", text[end:])
        text = re.sub(r"\barray_ref<thread ", "array_ref<", text)  # a type without an address space lies in thread's
    # clang's implicit copies take no object of constant memory, those of Metal's compiler do
    text = re.sub(r"\b(?:struct|class) (_(?:texture|depth)(?:1d|2d|3d|cube|_buffer)(?:_ms)?(?:_array)?)\b[^;{()]*\{",
                  r"\g<0> \1(); \1(const __generic \1 &); \1(const __constant \1 &); __generic \1 &operator=(const __generic \1 &);", text)
    if name == "metal_simdgroup_matrix":
        text = re.sub(r"vec<(\w+), (\w+ \* \w+)>", r"__wide_vec<\1, \2>", text)
    return newest(name, text) if version == 410 else text


def newest(name: str, text: str) -> str:
    """What version 4.1 adds to headers of 4.0, from the specification."""
    text = re.sub(r"(memory_order_seq_cst = \w+,)", r"\1 memory_order_acquire = 2, memory_order_release = 3, memory_order_acq_rel = 4,", text)
    text = re.sub(r"(#define METAL_VALID_\w+_ORDER\((?:O|S, _)\)) .*", r"\1", text)
    if name == "metal_atomic":
        text = re.sub(r"memory_order (order|failure)\) METAL_CONST_ARG", r"memory_order \1, mem_flags = mem_flags::mem_none) METAL_CONST_ARG", text)
        text = text.replace("is_same<T, device float *>", "is_same<T, device float *>, is_same<T, threadgroup float *>")
    if name == "metal_compute":
        text = re.sub(r"_barrier\(mem_flags flags, thread_scope scope = (\w+)\)",
                      r"_barrier(mem_flags flags, memory_order order = memory_order_seq_cst, thread_scope scope = \1)", text)
    return text


ADDED_4_1 = """
namespace metal {
#define I(N, N2, W) METAL_FUNC W interleave(N a, N b); METAL_FUNC W interleave(N2 v); METAL_FUNC N2 deinterleave(W w);
I(uchar, uchar2, ushort) I(ushort, ushort2, uint) I(uint, uint2, ulong)
#undef I
}
inline void *operator new(size_t, void *p) noexcept { return p; }
inline void *operator new[](size_t, void *p) noexcept { return p; }
"""


def library(directory: Path) -> list[str]:
    """The headers' paths below the directory."""
    parts = ("", "__bits/", "__exec/", "__mdspan/")
    return [part + path.name for part in parts for path in sorted((directory / part).glob("metal_*")) if path.suffix != ".h" and path.is_file()]


def language_layer(out: Path) -> None:
    """softmetal's vectors and the like; traits that the library has under the same names get others."""
    own = "integral_constant bool_constant true_type false_type conditional_t conditional is_same_v is_same enable_if_t enable_if".split()
    for name in ("language.h", "operations.h", "traits.h", "bfloat.h", "vector.h", "swizzle.h", "packed.h", "as_type.h", "matrix.h"):
        text = (SOFTMETAL / name).read_text()
        for trait in own:
            text = re.sub(r"(?<![\w])" + trait + r"(?![\w(])", "__sm_" + trait, text)
        text = text.replace("__attribute__((__sm_enable_if", "__attribute__((enable_if")
        if name == "language.h":
            text = text.replace("#define assert(...) ((void)0)", "")
        if name == "vector.h":  # there is no arithmetic of a vector of integers with a real number
            text = text.replace("#define __MSL_BINARY(__op, __allowed) \\", NO_REAL + "#define __MSL_BINARY(__op, __allowed) \\")
            text = text.replace("__MSL_LOGICAL(&) __MSL_LOGICAL(|)", " ".join(
                f"__MSL_NO_REAL({op})" for op in "+ - * / == != < > <= >=".split()) + " __MSL_LOGICAL(&) __MSL_LOGICAL(|)")
        if name == "matrix.h":  # the library's own operators are to be found, not these
            start, end = text.index("    __MSL_MATRIX_OPERATOR(+)"), text.index("#define __MSL_MATRIX_DIAGONAL")
            text = text[:start] + MATRIX_ASSIGNMENT + text[end:]
            start, end = text.index("/* Column c of the product"), text.index("#define __MSL_MATRIX_NAMES")
            text = text[:start] + text[end:]
        (out / "__msl" / name).write_text(text)


_REAL = "__is_integer<__T> && (__is_same(__S, float) || __is_same(__S, half) || __is_bfloat<__S>)"
NO_REAL = f"""#define __MSL_NO_REAL(__op) \\
    template <class __S, __sm_enable_if_t<{_REAL}, int> = 0> friend constexpr vec operator __op(vec __a, __S __b) = delete; \\
    template <class __S, __sm_enable_if_t<{_REAL}, int> = 0> friend constexpr vec operator __op(__S __a, vec __b) = delete;
"""
MATRIX_ASSIGNMENT = """    template <int = 0> __generic matrix &operator+=(const __generic matrix &__o) { return *this; } \\
    template <int = 0> __generic matrix &operator-=(const __generic matrix &__o) { return *this; } \\
    __generic matrix &operator*=(__T __s) { return *this; } \\
    __generic matrix &operator/=(__T __s) { return *this; }

"""


def macros_of_the_compiler(out: Path, have: dict[str, str], texts: str) -> str:
    known = {"ORDER_RELAXED": 0, "ORDER_SEQ_CST": 5, "SCOPE_THREAD": 0, "SCOPE_THREADGROUP": 1, "SCOPE_DEVICE": 2, "SCOPE_SIMDGROUP": 4,
             "FLAGS_NONE": 0, "FLAGS_DEVICE": 1, "FLAGS_THREADGROUP": 2, "FLAGS_TEXTURE": 4, "FLAGS_THREADGROUP_IMAGEBLOCK": 8,
             "FLAGS_OBJECT_DATA": 16}
    text = "#pragma once\n" + "".join(f"#undef {name}\n#define {name} {value}\n" for name, value in sorted(have.items()))
    for number, name in enumerate(sorted(set(re.findall(r"\b__METAL_[A-Z0-9_]+__\b", texts))), 100):
        short = name.removeprefix("__METAL_MEMORY_").removesuffix("__")
        value = known.get(short, number)
        if name == "__METAL_VOTE_T__":
            value = "ulong" if "__HAVE_SIMDGROUP_BALLOT_VOTE_ULONG__" in have else "uint"
        if name not in ("__METAL_VERSION__", "__METAL_MACOS__", "__METAL__", "__METAL_MAYBE_FAST_MATH__"):
            text += f"#ifndef {name}\n#define {name} {value}\n#endif\n"
    return text


FUNCTION_LIKE = r"__metal_(sample_|gather|read|write|get|atomic|fetch|calculate|fence|is|load|store|simd|quad)"


def prepare(directory: Path, out: Path, version: int) -> None:
    """Fills `out` with the headers of `directory` as of a language version."""
    for part in ("__bits", "__exec", "__mdspan", "__msl", "simd"):
        (out / part).mkdir(parents=True, exist_ok=True)
    macros = predefined(version)
    config = directory / "metal_config"
    if config.exists():
        resolve(config.read_text(), macros)
    have = {name: value for name, value in macros.items() if name.startswith("__HAVE_") and name not in LACKING}
    used: set[str] = set()
    for path in library(directory):
        name = path.split("/")[-1]
        if name in SKIPPED and not path.startswith("__bits"):
            (out / path).write_text("")
            continue
        text = by_shape(name, resolve((directory / path).read_text(), predefined(version) | have), version)
        used |= set(re.findall(r"\b__[A-Za-z]\w*", text))
        text = re.sub(r"(\.\.\.\s*\))\s*constant\b", r"\1 const constant", text)  # what lies there is const to clang, also where the library says so not
        lines = Header(path, text).text().split("\n")
        lines[0] = "#pragma once"  # in place of a comment
        if name == "metal_type_traits":
            lines.append(TRAITS)
        (out / path).write_text("\n".join(lines))
    language_layer(out)
    texts = "\n".join((out / path).read_text() for path in library(directory))
    handles = sorted(name for name in used if re.match(r"__metal_\w+_t$", name) and not re.match(FUNCTION_LIKE, name))
    (out / "__msl/predefined.h").write_text(macros_of_the_compiler(out, have, texts))
    (out / "__msl/handles.h").write_text("".join(
        f"struct {name} {{ int __h; __MSL_DEFAULT({name}) __MSL_COPY({name}) __MSL_COPY_CONSTANT({name}) __MSL_ASSIGN({name}) "
        f"constexpr {name}(int i) : __h(i) {{}} constexpr {name}(int i) __constant : __h(i) {{}} }};\n" for name in handles))
    (out / "__msl/layer.h").write_text(LAYER)
    (out / "__msl/after.h").write_text("#pragma once\n" + (ADDED_4_1 if version == 410 else ""))
    shutil.copy(SOFTMETAL.parent / "TargetConditionals.h", out)  # the toolchain's asks the compiler for its target
    text = (out / "metal_stdlib").read_text()
    text = text.replace("#pragma once", '#pragma once\n#include "__msl/predefined.h"\n#include <metal_types>\n#line 2', 1)
    (out / "metal_stdlib").write_text(text + '\n#include "__msl/after.h"\n')
