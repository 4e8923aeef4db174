"""unused.py: what a Metal standard library declares that no program of a set uses.

clang says both: its tree of the prepared headers has the declarations, the code that it makes of a program the functions that this
calls. Plain functions are told apart by their mangled names, so each overload counts. Of a template, and of a member of one, the
instances stand for it: it is known by its name, the number of its parameters and the classes among them. Types, traits, constants,
enumerators and macros are used where their name stands in a program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

FUNCTIONS = ("FunctionDecl", "CXXMethodDecl")
RECORDS = ("CXXRecordDecl", "ClassTemplateSpecializationDecl", "ClassTemplatePartialSpecializationDecl")
NAMED = ("TypedefDecl", "TypeAliasDecl", "TypeAliasTemplateDecl", "VarDecl", "VarTemplateDecl", "EnumDecl", "EnumConstantDecl", "ClassTemplateDecl")
SYMBOL = re.compile(rb'^(?:declare|define)[^@\n]*@"?(_Z[^"(\s]+)', re.M)
OWN = re.compile(r"^(_|METAL_|MSL_|operator=$)|\boperator \w")
DETAIL = re.compile(r"^__|_detail$|^_(constarg|is_|fp_|make_|int_numeric|vec_numeric|pixel_type_traits|simdgroup_\w+_impl|integer_seq|vector_length)|_conversion$")


@dataclass
class Library:
    """What a library declares: kind, how a report names it, by which key a use is known."""

    overloads: dict[str, str] = field(default_factory=dict)  # mangled name: signature
    shapes: dict[str, str] = field(default_factory=dict)  # of templates and members: shape, signature
    names: dict[str, str] = field(default_factory=dict)  # type, constant, trait, enumerator: name, where it stands
    macros: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)


@dataclass
class Used:
    """What the programs of a set call and name."""

    symbols: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


def split(text: str) -> list[str]:
    """What commas separate, outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "(<[{") - (char in ")>]}")
        if char == "," and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]] if text[start:].strip() not in ("", "void") else parts


def without_arguments(name: str) -> str:
    """metal::simd_sum<float, void> -> metal::simd_sum; operators keep their signs."""
    name, _, operator = name.partition("operator")
    out, depth = "", 0
    for char in name:
        depth += char == "<"
        out += "" if depth else char
        depth -= char == ">"
    sign = re.match(r"(<<=?|>>=?|<=|>=|->|[<>]|\(\)|\[\]|[^\w\s<>]+)", operator)
    return out + ("operator" + sign[1] if sign else "")


def shape(name: str, parameters: str, classes: set[str]) -> str:
    words = [word for word in re.findall(r"\w+", parameters) if word in classes]
    return f"{name}/{len(split(parameters))} {' '.join(sorted(words))}"


def split_demangled(text: str) -> tuple[str, str] | None:
    """Name and parameters of a demangled function."""
    end = text.rfind(")")
    depth = 0
    for at in range(end, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if not depth:
            head, depth = text[:at], 0
            for start in range(len(head) - 1, -1, -1):  # the result's type stands in front, after a space outside of brackets
                depth += (head[start] in ">)") - (head[start] in "<(")
                if head[start] == " " and not depth and "operator" not in head[start:start + 10]:
                    head = head[start + 1:]
                    break
            return head, text[at + 1:end]
    return None


def parameters_of(kind: str) -> str:
    """`float (float, int) const` -> `float, int`."""
    end = kind.rfind(")")
    depth = 0
    for at in range(end, -1, -1):
        depth += (kind[at] == ")") - (kind[at] == "(")
        if not depth:
            return kind[at + 1:end]
    return ""


def declarations(node: dict, scope: tuple[str, ...] = (), inside_template: bool = False) -> Iterator[tuple[str, tuple[str, ...], dict, bool]]:
    kind, name = node.get("kind", ""), node.get("name", "")
    if node.get("isImplicit"):
        return
    if kind in ("TranslationUnitDecl", "NamespaceDecl", "LinkageSpecDecl", "ClassTemplateDecl", "EnumDecl", *RECORDS):
        if kind in NAMED or kind == "CXXRecordDecl":
            yield kind, scope, node, inside_template
        within = scope if kind in ("ClassTemplateDecl", "LinkageSpecDecl", "TranslationUnitDecl") or not name else (*scope, name)
        for inner in node.get("inner", []):
            if kind == "ClassTemplateDecl" and inner.get("kind") not in RECORDS:
                continue
            yield from declarations(inner, within, inside_template or kind.startswith("ClassTemplate"))
    elif kind == "FunctionTemplateDecl":
        for inner in node.get("inner", []):
            if inner.get("kind") in FUNCTIONS:
                yield inner["kind"], scope, inner, True
                break
    elif kind in FUNCTIONS or kind in NAMED:
        yield kind, scope, node, inside_template


def own(scope: tuple[str, ...], name: str) -> bool:
    """Whether a name is the library's own business: reserved, a detail, the language layer's."""
    return not name or bool(OWN.search(name)) or any(DETAIL.search(part) for part in scope) or (
        bool(scope) and scope[-1] in ("vec", "packed_vec", "matrix", "bfloat", "decay", "initializer_list"))


def declared(clang: list[str], header: str) -> Library:
    include, found = f"#include {header}\n".encode(), Library()
    tree = subprocess.run([*clang, "-skip-function-bodies", "-ast-dump=json", "-"], input=include, capture_output=True, check=True).stdout
    everything = list(declarations(json.loads(tree)))
    found.classes = {node["name"] for kind, _, node, inside in everything if kind == "CXXRecordDecl" and not inside and "name" in node}
    found.classes -= {"bfloat"}
    for kind, scope, node, inside in everything:
        name = node.get("name", "")
        if own(scope, name) or node.get("explicitlyDeleted"):
            continue
        full = "::".join((*scope, name))
        if kind in FUNCTIONS:
            signature = f"{full}({parameters_of(node['type']['qualType'])})"
            if not inside and node.get("mangledName"):
                found.overloads[node["mangledName"]] = signature
            else:
                found.shapes.setdefault(shape(full, parameters_of(node["type"]["qualType"]), found.classes), signature)
        else:
            found.names.setdefault(name, full)
    macros = subprocess.run([*clang, "-E", "-dM", "-"], input=include, capture_output=True, check=True).stdout
    found.macros = {name for name in re.findall(r"^#define (\w+)", macros.decode(), re.M) if not OWN.search(name)}
    return found


def library(clang: list[str]) -> Library:
    """What <metal_stdlib> declares, to this clang, beyond what stands in for the language."""
    layer, found = declared(clang, '"__msl/layer.h"'), declared(clang, "<metal_stdlib>")
    for whole, part in ((found.overloads, layer.overloads), (found.shapes, layer.shapes), (found.names, layer.names)):
        for key in part:
            whole.pop(key, None)
    found.macros -= layer.macros
    return found


def note(used: Used, code: bytes, program: str, macros: Iterable[str]) -> None:
    """Adds what a program uses: the code that clang made of it, its text and its macros."""
    used.symbols |= {name.decode() for name in SYMBOL.findall(code)}
    used.words |= set(re.findall(r"\w+", "\n".join([re.sub(r"//[^\n]*", "", program), *macros])))


def guarded(symbol: str, found: Library) -> set[str]:
    """The shapes that a symbol with a condition on its arguments may be: no demangler reads these."""
    head, _, tail = symbol.partition("Ua9enable_if")

    def has(text: str, word: str) -> bool:
        return bool(re.search(rf"(?<!\d){len(word)}{word}", text))

    fitting = set()
    for key in found.shapes:
        name, _, words = key.partition("/")
        classes = {word for word in words.split()[1:]}
        if all(has(head, part) for part in name.split("::")) and classes == {word for word in found.classes if has(tail, word)}:
            fitting.add(key)
    return fitting


def report(found: Library, used: Used) -> str:
    filt = next((path for name in ("llvm-cxxfilt-22", "llvm-cxxfilt", "c++filt") if (path := shutil.which(name))), None)
    shapes: set[str] = set()
    if filt:
        for symbol in used.symbols:
            if "Ua9enable_if" in symbol:
                shapes |= guarded(symbol, found)
        members = [re.sub(r"^_ZNU3AS\d", "_ZN", symbol) for symbol in sorted(used.symbols)]  # the space of the object; no demangler reads it
        plain = subprocess.run([filt], input="\n".join(members), capture_output=True, text=True, check=True).stdout
        for line in plain.splitlines():
            if parts := split_demangled(line):
                shapes.add(shape(without_arguments(parts[0]), parts[1], found.classes))
    unused = [sorted(text for key, text in found.overloads.items() if key not in used.symbols),
              sorted(text for key, text in found.shapes.items() if key not in shapes),
              sorted(where for name, where in found.names.items() if name not in used.words),
              sorted(name for name in found.macros if name not in used.words)]
    lines = [f"unused {kind}: {text}" for kind, texts in zip(("overload", "template or member", "name", "macro"), unused, strict=True) for text in texts]
    counts = [f"{len(missing)} of {len(all_)} {kind}" for kind, missing, all_ in zip(
        ("overloads", "templates and members", "names", "macros"), unused, (found.overloads, found.shapes, found.names, found.macros), strict=True)]
    return "\n".join([*lines, f"headers: no case uses {', '.join(counts)}"])
