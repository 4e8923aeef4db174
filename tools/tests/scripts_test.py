"""The shell scripts on a Mac, without one: by bash 3.2, with a faked Darwin and programs that know no option of GNU.

Every test runs a copy of the scripts in a folder of its own, where PATH has nothing but stand-ins for what a Mac has. They run under the bash
that is here, with what it has learned since 3.2 taken away where that can be done, and under a true 3.2 where there is one: $ASSAY_BASH32,
`bash-3.2` on PATH, or the system's own. What has no run to show it, syntax above all, is looked up in a table, each row with an example.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def shell_scripts() -> list[Path]:
    """All of the repository: the files that start with `#!` and end their first line in sh or bash."""
    found = []
    for folder in (".ci", "harness", "reports", "tools"):
        for path in sorted((TOP / folder).rglob("*")):
            if path.is_file() and re.match(rb"#!.*\b(ba)?sh\n", path.read_bytes()):
                found.append(path)
    return found


def python_files() -> list[Path]:
    paths = [path for folder in ("reports", "tools") for path in sorted((TOP / folder).rglob("*")) if path.is_file()]
    return [path for path in paths if path.suffix == ".py" or re.match(rb"#!.*python3\n", path.read_bytes())]


# ---- Bash 3.2 and BSD programs, by their words


@dataclass(frozen=True)
class Rule:
    what: str  # it is, or what to write
    pattern: str
    refused: str  # an example
    taken: str  # what does the same everywhere


ARRAY = r"\$\{(\w+)\[[@*]\]\}"
RULES = (
    Rule("mapfile and readarray are of bash 4", r"\b(mapfile|readarray)\b", "mapfile -t a <file", "while read -r a; do :; done <file"),
    Rule("associative arrays are of bash 4", r"\b(declare|local|typeset) -\w*[Ag]", "declare -A map", "declare -a list"),
    Rule("name references are of bash 4.3", r"\b(declare|local|typeset) -\w*n", "local -n other=$1", "local other=$1"),
    Rule("${x,,} and ${x^^} are of bash 4: use tr", r"\$\{\w+(\[[^]]*\])?[,^]", 'echo "${name,,}"', "echo \"$name\" | tr A-Z a-z"),
    Rule("${x@Q} is of bash 4.4", r"\$\{\w+(\[[^]]*\])?@[A-Za-z]\}", 'echo "${name@Q}"', "printf %q \"$name\""),
    Rule("negative indices are of bash 4.3", r"\$\{\w+\[-|\$\{\w+:[^}]*:\s*-\d", 'echo "${list[-1]}"', 'echo "${list[${#list[@]}-1]}"'),
    Rule("|& is of bash 4: write 2>&1 |", r"\|&", "make |& cat", "make 2>&1 | cat"),
    Rule("&>> is of bash 4: write >>file 2>&1", r"&>>", "make &>>log", "make >>log 2>&1"),
    Rule(";& and ;;& are of bash 4", r";;?&(?!&)", "case x in x) ;;& esac", "case x in x) ;; esac"),
    Rule("{name}> is of bash 4.1", r"(^|\s)\{\w+\}[<>]", "exec {log}>file", "exec 3>file"),
    Rule("coproc is of bash 4", r"\bcoproc\b", "coproc cat", "cat &"),
    Rule("wait -n is of bash 4.3", r"\bwait -\w*n", "wait -n", 'wait "$!"'),
    Rule("-v is of bash 4.2: write ${x+set}", r"(\[\[?|\btest) (! )?-v\b", "[[ -v name ]]", '[ -n "${name+set}" ]'),
    Rule("%(…)T is of bash 4.2: use date", r"printf .*%\([^)]*\)T", "printf '%(%F)T' -1", "date +%F"),
    Rule("this variable is of bash 4 or 5", r"\$\{?(BASHPID|EPOCHSECONDS|EPOCHREALTIME|SRANDOM|BASH_ARGV0)\b", "echo $EPOCHSECONDS", "date +%s"),
    Rule("this option of shopt is of bash 4", r"shopt -s.* (globstar|lastpipe|autocd|inherit_errexit)", "shopt -s globstar", "shopt -s nullglob"),
    Rule("read -N, -i and fractions are of bash 4", r"\bread (-\w+ )*(-\w*[Ni]\b|-t ?0?\.)", "read -t 0.5 line", "read -t 1 line"),
    Rule("\\u is of bash 4.2", r"\$'[^']*\\[uU]", "echo $'\\u00e9'", "echo $'\\xc3\\xa9'"),
    Rule("without arguments ${@} is an unbound variable of bash 3.2: write $@", r"\$\{[@*]\}", 'run "${@}"', 'run "$@"'),
    Rule("case in $(…) wants (pattern) in bash 3.2", r"\$\([^()]*\bcase \S+ in\s+[^\s(][^()]*\)", "x=$(case $y in a) echo b ;; esac)", "x=$(case $y in (a) echo b ;; esac)"),
    Rule("{01..10} has no zeros in bash 3.2", r"\{0\d+\.\.", "echo {01..10}", "echo {1..10}"),
    Rule("a Mac has no such program", r"(?<![^\s(;|&`])(nproc|realpath|timeout|flock|setsid|tac|numfmt|sha256sum|md5sum|ionice|shuf|getconf -a|pidof|ldd|free)(?=[\s);]|$)",
         "timeout 5 make", "make"),
)
# Who runs these on a Mac has the sentence that they print; the rest of the rules holds for them as well.
LINUX_ONLY = {"tools/cross-macos", "tools/softmetal/metal-cc", "tools/softmetal/fuzz/run", "tools/softmetal/examples/test",
              "tools/softmetal/engine/vector_portable", "tools/host-arm64", "tools/pack-cuda"}


def without_comments(text: str) -> str:
    """Lines stay where they are. A # in the middle of a line that has a quote before it is left alone."""
    return re.sub(r"""(?m)^([^'"#\n]*?)(?:^|(?<=\s))#.*$""", r"\1", text)


def may_be_empty(name: str, text: str) -> bool:
    """Whether an assignment, but for additions, leaves the array without elements as far as this line shows."""
    first = re.findall(rf"\b{name}=\(\s*(\S?)", text) or [""]
    return any(word in ("", ")", "$") for word in first)


def complaints(text: str) -> list[tuple[int, str]]:
    text = without_comments(text)
    found = [(text.count("\n", 0, match.start()) + 1, rule.what) for rule in RULES for match in re.finditer(rule.pattern, text, re.M)]
    for match in re.finditer(ARRAY, text):
        guard = text[:match.start()].endswith(f"${{{match[1]}[@]+\"")
        if not guard and may_be_empty(match[1], text):
            found.append((text.count("\n", 0, match.start()) + 1,
                          f"an empty array is an unbound variable of bash 3.2: start {match[1]} with an element, or write ${{{match[1]}[@]+\"${{{match[1]}[@]}}\"}}"))
    return sorted(found)


class Words(unittest.TestCase):
    def test_rules(self) -> None:
        for rule in RULES:
            with self.subTest(rule.what):
                self.assertEqual(complaints(f"#!/bin/bash\n{rule.refused}\n"), [(2, rule.what)])
                self.assertEqual(complaints(f"{rule.taken}\n# {rule.refused}\n"), [])

    def test_arrays(self) -> None:
        for text in ('a=()\nrun "${a[@]}"\n', 'local a=() b\na+=(c)\nrun "${a[@]}"\n', 'run "${a[@]}"\n', 'a=($words)\nrun "${a[@]}"\n'):
            self.assertIn("an empty array", "".join(what for _, what in complaints(text)), text)
        for text in ('a=()\nrun ${a[@]+"${a[@]}"}\n', 'a=(b)\nrun "${a[@]}"\n', 'a=("$b")\na+=(c)\nrun "${a[@]}"\n', 'a=()\necho "${#a[@]}"\n'):
            self.assertEqual(complaints(text), [], text)

    def test_scripts(self) -> None:
        scripts = {str(path.relative_to(TOP)): path.read_text(encoding="utf-8") for path in shell_scripts()}
        self.assertLessEqual({"tools/run", "tools/test", "tools/build", "tools/setup", "tools/python", ".ci/run", *LINUX_ONLY}, scripts.keys())
        programs = next(rule for rule in RULES if rule.what == "a Mac has no such program").what
        for name, text in scripts.items():
            for line, what in complaints(text):
                if what == programs and (name in LINUX_ONLY or "2>/dev/null ||" in text.splitlines()[line - 1]):
                    continue
                self.fail(f"{name}:{line}: {what}")

    def test_python(self) -> None:
        """Python 3.9 comes with the command-line tools: no syntax of later ones, and no annotation is evaluated that it cannot."""
        with self.assertRaises(SyntaxError):
            ast.parse("match x:\n    case 1: pass\n", feature_version=(3, 9))
        for path in python_files():
            with self.subTest(path):
                text = path.read_text(encoding="utf-8")
                ast.parse(text, str(path), feature_version=(3, 9))
                if re.search(r"(:|->) [\w\[\], ]+ \| ", text):
                    self.assertIn("from __future__ import annotations", text)


# ---- A faked Mac

SYSTEM = ("basename", "cat", "chmod", "cmp", "dirname", "env", "false", "id", "rmdir", "sh", "sleep", "tee", "true")
# The options of macOS's programs, as getopts takes them; GNU's own are refused as they are there.
OPTIONS = {
    "awk": "F:f:v:", "cp": "LRPHXacfinpv", "cut": "b:c:d:f:ns", "date": "jnRuI:r:v:f:z:", "du": "HLPasdchkmgrx", "find": "HLPEXdsx", "grep": "abcdDEeFfGghHIiJLlmMnoOPpqRSsUvwxyzZ:A:B:C:",
    "head": "n:c:", "ln": "Ffhinsv", "ls": "ABCFGHLOPRSTUWabcdefghiklmnopqrstuwx1", "mkdir": "pvm:", "mktemp": "dqut:", "mv": "fhinv", "paste": "sd:", "readlink": "fn", "rm": "dfiPRrvWx",
    "sed": "EalnrufuI:i:e:", "sort": "bCcdfgiMmnrsuhVzk:o:S:T:t:", "stat": "FLnqrsxf:t:", "tail": "Frqbc:n:", "touch": "Aacdfhmr:t:", "tr": "Ccdsu", "uniq": "cdiDuf:s:", "wc": "clmwL", "xargs": "0oprtE:I:J:L:n:P:R:S:s:x",
}
REFUSAL = {
    "find": 'for word; do case $word in -printf | -regextype | -readable | -writable) echo "find: $word: unknown primary or operator" >&2; exit 1 ;; esac; done\n'
            'case ${1:--} in -*) echo "usage: find [-H | -L | -P] [-EXdsx] [-f path] path ... [expression]" >&2; exit 1 ;; esac',
    "grep": 'for word; do case $word in -*P*) echo "grep: invalid option -- P" >&2; exit 2 ;; esac; done',
    "sed": 'case ${1:-} in -i) case ${2:-} in "" | .*) ;; *) echo "sed: 1: \\"$3\\": invalid command code" >&2; exit 1 ;; esac ;; esac',
}
# Each notes its call, one line, its words in brackets.
NOTE = 'printf "%s" "${0##*/}" >>"$MAC/calls"; for word; do printf " [%s]" "$word" >>"$MAC/calls"; done; echo >>"$MAC/calls"\n'
PROGRAMS = {
    "uname": 'case ${1:--s} in -s) echo Darwin ;; -m) echo arm64 ;; -r) echo 25.0.0 ;; *) exit 1 ;; esac',
    "sysctl": '[ "$*" = "-n hw.ncpu" ] && echo 8',
    "xcode-select": NOTE + '[ "$*" = -p ] && echo /Library/Developer/CommandLineTools',
    "ninja": "exit 1",
    "brew": '[ "$*" = --prefix ] && echo "$MAC/homebrew"',
    "cmake": NOTE + 'case $1 in\n'
             '-B) mkdir -p "$2" && : >"$2/CMakeCache.txt" ;;\n'
             '--build) if [ -e "$MAC/broken" ]; then echo "it does not compile"; exit 1; fi; cp "$MAC/assay" "$2/assay" ;;\n'
             '*) exit 1 ;;\nesac',
    "ctest": NOTE + "exit 3",
    "python3": NOTE + 'case "$1 $2" in\n'
               '"-m venv") [ ! -e "$MAC/offline" ] || exit 1; mkdir -p "$3/bin" && cp "$0" "$3/bin/python3" && cp "$0" "$3/bin/pip" ;;\n'
               '"-c import jinja2"*) case $0 in */venv/*) ;; *) exit 1 ;; esac ;;\nesac',
    "clang-format": 'for file; do :; done\ncase $1 in -i) shift; for file; do echo formatted >"$file"; done ;; --dry-run) [ ! -e "$MAC/misshapen" ] || echo "$file:1:2: warning: code should be clang-formatted" >&2 ;; esac',
}
ASSAY = NOTE + 'log=; while [ $# -gt 0 ]; do [ "$1" != --log ] || log=$2; shift; done\necho result >"$log"\nexit "$(cat "$MAC/status")"'
# What bash has learned since 3.2 and can be taken from it.
FORGET = "enable -n mapfile readarray coproc compopt 2>/dev/null\nshopt -u globstar lastpipe 2>/dev/null\n"


def true_32() -> str | None:
    for candidate in (os.environ.get("ASSAY_BASH32"), shutil.which("bash-3.2"), "/bin/bash"):
        if candidate:
            said = subprocess.run([candidate, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
            if "version 3.2." in said:
                return candidate
            if candidate == os.environ.get("ASSAY_BASH32"):
                sys.exit(f"ASSAY_BASH32: {candidate} is no bash 3.2")
    return None


class Mac:
    """A folder that is one: `run` runs a script there."""

    def __init__(self, bash: str, emulate: bool) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="assay mac "))
        self.tree, self.bin = self.folder / "a clone", self.folder / "bin"
        self.environment = {"PATH": str(self.bin), "MAC": str(self.folder), "HOME": str(self.folder), "LC_ALL": "C"}
        (self.tree / "reports").mkdir(parents=True)
        for folder in ("harness", "reference"):
            (self.tree / folder).mkdir()
        (self.tree / "harness/one.c").write_text("int one;\n", encoding="utf-8")
        self.bin.mkdir()
        (self.folder / "status").write_text("0", encoding="utf-8")
        for name in SYSTEM:
            self.link(name)
        for name, options in OPTIONS.items():
            self.write(self.bin / name, self.stand_in(name, options))
        for name, body in PROGRAMS.items():
            self.write(self.bin / name, body)
        self.write(self.folder / "assay", ASSAY)
        (self.bin / "bash").symlink_to(bash)
        if emulate:
            self.environment["BASH_ENV"] = str(self.folder / "forget")
            (self.folder / "forget").write_text(FORGET, encoding="utf-8")
        for path in shell_scripts():
            copy = self.tree / path.relative_to(TOP)
            text = path.read_text(encoding="utf-8")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(re.sub(ARRAY, r"${\1[@]?unbound variable}", text) if emulate else text, encoding="utf-8")
            copy.chmod(0o755)

    def link(self, name: str) -> None:
        real = shutil.which(name)
        assert real, name
        (self.bin / name).symlink_to(real)

    @staticmethod
    def write(path: Path, body: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    @staticmethod
    def stand_in(name: str, options: str) -> str:
        """Refuses what macOS's program does not know; GNU's own then stops at the first operand, as that one does."""
        return textwrap.dedent(f"""\
            {REFUSAL.get(name, ":")}
            case {name} in find | awk) ;; *)
                while getopts ":{options}" option; do
                    case $option in '?' | :) echo "{name}: illegal option -- $OPTARG" >&2; exit 64 ;; esac
                done ;;
            esac
            POSIXLY_CORRECT=1 exec "{shutil.which(name)}" "$@\"""")

    def without(self, *names: str) -> None:
        for name in names:
            (self.bin / name).unlink()

    def mark(self, name: str, text: str = "") -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def run(self, *words: str, **environment: str) -> tuple[int, str, list[str]]:
        """Exit code, output, calls of stand-ins."""
        self.mark("calls")
        done = subprocess.run([str(self.tree / words[0]), *words[1:]], env=self.environment | environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
        calls = (self.folder / "calls").read_text(encoding="utf-8").replace(str(self.tree), "TOP")
        return done.returncode, done.stdout, calls.splitlines()


class OnMac(unittest.TestCase):
    """The README's commands, as far as they come without the Mac's own programs; by the bash that is here, as like to 3.2 as it can be made."""

    bash: str | None = shutil.which("bash")
    emulate = True

    def setUp(self) -> None:
        if not self.bash:
            self.skipTest("no bash 3.2 here: $ASSAY_BASH32 may name one, bash-3.2 on PATH is found; the rules and the emulation stand for it")
        self.mac = Mac(self.bash, self.emulate)
        self.addCleanup(shutil.rmtree, self.mac.folder)

    def expect(self, code: int, says: str, *words: str, **environment: str) -> list[str]:
        status, output, calls = self.mac.run(*words, **environment)
        self.assertEqual(status, code, f"{words}: {output}")
        self.assertIn(says, output)
        if not says:
            self.assertEqual(output, "", words)
        return calls

    def write_script(self, text: str) -> None:
        path = self.mac.tree / "tools/own"
        path.write_text("#!/usr/bin/env bash\nset -u\n" + (re.sub(ARRAY, r"${\1[@]?unbound variable}", text) if self.emulate else text), encoding="utf-8")
        path.chmod(0o755)

    def test_it_is_old(self) -> None:
        """What this test rests on: such a shell refuses what 3.2 refuses, and such programs what BSD's do."""
        for text, says in (('a=()\necho "${a[@]}"', "unbound variable"), ("mapfile -t a </dev/null", "mapfile: command not found"),
                           ("nproc", "nproc: command not found"), ("sed -i s/a/b/ file", "invalid command code"), ("ls --color", "illegal option"),
                           ("stat -c %s file", "illegal option"), ("date -d today", "illegal option"), ("mktemp --suffix .c", "illegal option"),
                           ("find -name x", "usage: find"), ("grep -P x file", "invalid option"), ("cp --parents a b", "illegal option"),
                           ("readlink -e file", "illegal option"), ("echo | xargs -d x", "illegal option")):
            self.write_script(f"{text} || exit 1\n")
            with self.subTest(text):
                status, output, _ = self.mac.run("tools/own")
                self.assertNotEqual(status, 0)
                self.assertIn(says, output)
        self.write_script('a=()\nb=(1 "2 3")\nf() { echo "$#:" ${a[@]+"${a[@]}"} "${b[@]}" "$@"; }\nf\nf x | sed -e s/x/y/ | sort -u')
        self.assertEqual(self.mac.run("tools/own")[:2], (0, "0: 1 2 3\n1: 1 2 3 y\n"))

    def test_syntax(self) -> None:
        for path in shell_scripts():
            done = subprocess.run([str(self.bash), "-n", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, ""), path)

    def test_usage(self) -> None:
        for name in ("run", "test", "build"):
            self.assertEqual(self.expect(0, f"usage: tools/{name}", f"tools/{name}", "--help"), [])
        self.assertEqual(self.expect(0, "usage: tools/setup", "tools/setup", "--help"), [])
        for name in ("build", "format", "setup"):
            self.expect(2, "tools/" + name, f"tools/{name}", "--nonsense")

    def test_setup(self) -> None:
        for words in ((), ("--yes",)):
            calls = self.expect(0, "", "tools/setup", *words, CI="true")
            self.assertEqual(calls[0], "xcode-select [-p]")
        self.assertEqual(calls[1:], ["python3 [-c] [import jinja2, matplotlib]"])

    def test_setup_for_tests(self) -> None:
        self.expect(0, "brew install cmocka mpfr", "tools/setup", "--test", "--yes")
        self.mac.without("brew")
        self.expect(0, "brew install cmocka mpfr", "tools/setup", "--test")
        self.mac.write(self.mac.bin / "brew", PROGRAMS["brew"])
        self.mac.write(self.mac.folder / "homebrew/include/cmocka.h", "")
        self.expect(0, "", "tools/setup", "--test")

    def test_setup_makes_the_venv(self) -> None:
        calls = self.expect(0, "", "tools/setup")
        self.assertEqual(calls[1:], ["python3 [-m] [venv] [build/venv]", "pip [install] [--quiet] [jinja2] [matplotlib]"])

    def test_setup_without_a_network(self) -> None:
        self.mac.mark("offline")
        self.expect(0, "is the network up?", "tools/setup")

    def test_setup_says_what_is_missing(self) -> None:
        for name, says in (("xcode-select", "xcode-select --install"), ("cmake", "brew install cmake"), ("python3", "no Python 3")):
            self.mac.without(name)
            self.assertNotIn("python3 [-m]", " ".join(self.expect(1, says, "tools/setup")))
        self.expect(1, "no command-line tools", "tools/run")
        self.expect(1, "no CMake", "tools/test")

    def test_build(self) -> None:
        first = ["cmake [-B] [build] [-G] [Ninja] [-S] [.]", "cmake [--build] [build] [--parallel]"]
        again = ["cmake [-B] [build] [-S] [.]", first[1]]
        self.assertEqual(self.expect(0, "", "tools/build"), first)
        self.assertEqual(self.expect(0, "", "tools/build"), again)  # whoever configured chose the generator

    def test_build_without_ninja(self) -> None:
        self.mac.without("ninja")
        self.assertEqual(self.expect(0, "", "tools/build")[0], "cmake [-B] [build] [-S] [.]")

    def test_build_that_fails(self) -> None:
        self.mac.mark("broken")
        self.expect(1, "it does not compile\nbuild failed", "tools/build")
        self.expect(1, "build failed", "tools/run")

    def test_run(self) -> None:
        report = "python3 [TOP/reports] [TOP/build/logs/run.jsonl] [-o] [TOP/build/report]"
        for words, passed in (((), ""), (("--yes",), ""), (("--jobs", "2", "simd/*"), " [--jobs] [2] [simd/*]"), (("--yes", "a b"), " [a b]")):
            calls = self.expect(0, "", "tools/run", *words)
            self.assertIn("assay [run] [--log] [TOP/build/logs/run.jsonl]" + passed, calls)
            self.assertEqual(calls[-1], report)

    def test_run_hands_on_the_exit_code(self) -> None:
        for status, reports in ((1, True), (2, False), (77, True)):
            self.mac.mark("status", str(status))
            calls = self.expect(status, "", "tools/run")
            self.assertEqual(calls[-1].startswith("python3 [TOP/reports]"), reports, calls)

    def test_test(self) -> None:
        for words, passed in (((), ""), (("--yes",), ""), (("-R", "a b"), " [-R] [a b]"), (("--yes", "-L", "unit"), " [-L] [unit]")):
            calls = self.expect(3, "no cmocka", "tools/test", *words)
            self.assertEqual(calls[-1], "ctest [--test-dir] [TOP/build] [--output-on-failure] [-j] [8]" + passed)

    def test_ci(self) -> None:
        calls = self.expect(3, "no cmocka", ".ci/run", CI="true")
        self.assertEqual(calls[-1], "ctest [--test-dir] [TOP/build] [--output-on-failure] [-j] [8]")

    def test_host_arm64(self) -> None:
        self.expect(0, "usage: tools/host-arm64", "tools/host-arm64", "--help")
        for words, says in ((("--nonsense",), "takes no `--nonsense`"), (("--root",), "--root wants a value"), (("--root", ""), "wants a directory"),
                            (("--jobs", "0"), "not `0`"), (("--shard", "3/2"), "not `3/2`"), (("--shard", "0/2"), "not `0/2`"), (("--shard", "2"), "not `2`")):
            self.expect(2, says, "tools/host-arm64", *words)
        self.expect(1, "runs on Linux", "tools/host-arm64")
        self.mac.write(self.mac.bin / "uname", "case ${1:--s} in -s) echo Linux ;; -m) echo x86_64 ;; esac")
        self.expect(1, "Debian's apt, which is not here", "tools/host-arm64")
        self.mac.write(self.mac.bin / "apt-get", "exit 1")
        self.mac.without("id")
        self.mac.write(self.mac.bin / "id", "echo 1000")
        self.expect(1, "must run as root", "tools/host-arm64", "--shard", "2/2", "--jobs", "3", "--root", "elsewhere")

    def test_python(self) -> None:
        self.expect(0, "", "tools/setup")
        calls = self.expect(0, "", "tools/python", "-V", "a b")
        self.assertEqual(calls, ["python3 [-c] [import jinja2, matplotlib]", "python3 [-V] [a b]"])

    def test_format(self) -> None:
        self.expect(0, "", "tools/format", "--check")
        self.mac.mark("misshapen")
        self.expect(1, "harness/one.c\n1 files differ", "tools/format", "--check")
        self.expect(0, "", "tools/format")
        self.assertEqual((self.mac.tree / "harness/one.c").read_text(encoding="utf-8"), "formatted\n")
        self.mac.without("clang-format")
        self.expect(2, "no clang-format", "tools/format", "--check")


class OnMacBy32(OnMac):
    """The same by a true bash 3.2."""

    bash = true_32()
    emulate = False


if __name__ == "__main__":
    print(f"# scripts run by bash as here, without what 3.2 lacks, and by {OnMacBy32.bash or 'no true 3.2: none is here'}", flush=True)
    unittest.main()
