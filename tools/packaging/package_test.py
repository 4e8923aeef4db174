#!/usr/bin/env python3
"""Tests of what others get: the installed tree after it was moved, the Debian package, a project that uses the tree, the GitHub action.

    package_test.py CLASS      one class is one test of CTest (tools/cmake/tests.cmake); Install makes the tree that the others use

$ASSAY_BUILD is the build directory (default: build).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ASSAY_BUILD", str(TOP / "build"))).resolve()
TREE = BUILD / "installed/moved"
LINUX = sys.platform == "linux"


def run(*command: object, cwd: Path | str = "/", code: int | None = 0, **environment: str) -> str:
    """What the command says, in an environment without anything of the source tree; fails unless it exits with `code`."""
    clean = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8"} | environment
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd, env=clean, timeout=300, check=False)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{command} exits with {done.returncode} instead of {code}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def names_of(tree: Path, forbidden: list[Path]) -> list[str]:
    """The files of a tree that hold one of these paths, and the links that lead there."""
    wanted = [os.fsencode(path) for path in forbidden]
    found = []
    for path in tree.rglob("*"):
        content = os.fsencode(os.readlink(path)) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        if any(word in content for word in wanted):
            found.append(str(path.relative_to(tree)))
    return found


class Scratch(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # What this tree compiled, and nothing else: its compiler and its headers must be found.
        self.cache = {"SOFTMETAL_CACHE": str(TREE.parent / "cache")}


class Install(Scratch):
    @classmethod
    def setUpClass(cls) -> None:
        first = TREE.parent / "first"
        shutil.rmtree(TREE.parent, ignore_errors=True)
        run("cmake", "--install", BUILD, "--prefix", first, "--strip")
        first.rename(TREE)

    def test_no_file_knows_where_it_was_built(self) -> None:
        """With no path of the source tree in them, the programs cannot use it."""
        self.assertEqual(names_of(TREE, [TOP, BUILD, TREE.parent]), [])
        (self.folder / "text").write_text(f"-L{TOP}/build", encoding="utf-8")
        (self.folder / "link").symlink_to(BUILD / "assay")
        (self.folder / "other").symlink_to("/usr/bin")
        self.assertEqual(sorted(names_of(self.folder, [TOP, BUILD])), ["link", "text"])

    def test_the_suite_runs(self) -> None:
        log = self.folder / "a.jsonl"
        listed = run(TREE / "bin/assay", "list").splitlines()
        self.assertEqual(listed, run(BUILD / "assay", "list").splitlines())
        run(TREE / "bin/assay", "lint")
        said = run(TREE / "bin/assay", "run", "--log", log, "address_space/constants", **self.cache)
        self.assertIn("0 fail", said)
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(lines[1]["file"], "cases/address_space/constants.metal")
        self.assertEqual(f"assay {lines[0]['suite']}\n", run(TREE / "bin/assay", "--version"))
        self.assertEqual(lines[0]["suite"], (TREE / "share/assay/version").read_text(encoding="utf-8").strip())
        run(TREE / "bin/assay-report", log, "-o", self.folder / "report", cwd=self.folder)
        self.assertEqual(list(TREE.rglob("__pycache__")), [])
        self.assertIn("address_space/constants", (self.folder / "report/junit.xml").read_text(encoding="utf-8"))

    def test_a_kernel_is_validated(self) -> None:
        kernel = TOP / "harness/validate/fixtures/right/silu.metal"
        said = run(TREE / "bin/assay", "validate", kernel, "--contract", "map_silu", "--types", "float", "--no-speed", **self.cache)
        self.assertIn("RIGHT", said)

    def test_python_says_what_is_expected(self) -> None:
        """--reference and --report run Python files of the tree's own."""
        kernel = TOP / "harness/validate/fixtures/right/silu.metal"
        function = self.folder / "silu.py"
        for formula, code, word in (("0.5 * v * (1 + math.tanh(0.5 * v))", 0, "RIGHT"), ("v", 1, "WRONG")):
            function.write_text(f"import math\ndef silu(a):\n    return [{formula} for v in a]\n", encoding="utf-8")
            said = run(TREE / "bin/assay", "validate", kernel, "--contract", "silu", "--types", "float", "--quick", "--sizes", "COUNT in 33", "--math", "safe",
                       "--no-speed", "--reference", f"{function}:silu", "--near", "1e-6 1e-5", "--report", self.folder / "page.html", code=code, **self.cache)
            self.assertIn(word, said)
            self.assertIn(word, (self.folder / "page.html").read_text(encoding="utf-8"))

    def test_found_through_links(self) -> None:
        """As where /bin and /lib are links into /usr."""
        for name in ("bin", "lib"):
            (self.folder / name).symlink_to(TREE / name)
        self.assertEqual(run(self.folder / "bin/assay", "--version"), run(TREE / "bin/assay", "--version"))
        self.assertIn("reports LOG", run(self.folder / "bin/assay-report", "--help"))
        self.assertIn("names its contract", run(self.folder / "bin/assay-annotate", self.folder, code=2))
        project = self.folder / "project"
        shutil.copytree(TOP / "tools/examples", project)
        run("cmake", "-S", project, "-B", project / "build", f"-DAssay_DIR={self.folder}/lib/cmake/Assay")

    def test_a_tree_that_is_not_whole_says_what_is_missing(self) -> None:
        broken = self.folder / "broken"
        (broken / "bin").mkdir(parents=True)
        shutil.copy(TREE / "bin/assay", broken / "bin/assay")
        said = run(broken / "bin/assay", "list", code=2)
        self.assertIn(f"{broken}/bin/../share/assay/cases", said)

    @unittest.skipUnless(LINUX, "softmetal is for Linux")
    def test_programs_are_built_with_metal_cc(self) -> None:
        examples = TOP / "tools/softmetal/examples"
        run(TREE / "bin/metal-cc", examples / "scale.m", examples / "scale.metal", "-o", self.folder / "scale")
        self.assertIn("2.5 5 7.5 10", run(self.folder / "scale", **self.cache))

    @unittest.skipUnless(LINUX, "softmetal is for Linux")
    def test_programs_are_built_with_pkg_config(self) -> None:
        flags = run("pkg-config", "--cflags", "--libs", "softmetal", PKG_CONFIG_PATH=str(TREE / "lib/pkgconfig")).split()
        self.assertLess(flags.index("-lsoftmetal"), flags.index("-lobjc"), "libsoftmetal must come before what it stands in for")
        run("gcc", TOP / "tools/softmetal/examples/add.c", *flags, "-o", self.folder / "add")
        self.assertIn("999 + 1998 = 2997", run(self.folder / "add", **self.cache))


class Example(Scratch):
    """tools/examples as somebody's project, with the installed tree."""

    def setUp(self) -> None:
        super().setUp()
        self.project = self.folder / "project"
        shutil.copytree(TOP / "tools/examples", self.project)
        self.lists = self.project / "CMakeLists.txt"

    def configure(self, code: int = 0) -> str:
        said = run("cmake", "-S", self.project, "-B", self.project / "build", f"-DCMAKE_PREFIX_PATH={TREE}", code=code)
        return re.sub(r"\s+", " ", said)

    def test_right_kernels_pass(self) -> None:
        self.configure()
        said = run("ctest", "--test-dir", self.project / "build", "-L", "assay", **self.cache)
        self.assertIn("100% tests passed, 0 tests failed out of 3", said)
        self.assertIn("half", said)
        verdict = json.loads((self.project / "build/assay/validate-my_norm-half.json").read_text(encoding="utf-8"))
        self.assertEqual((verdict["verdict"], verdict["file"], verdict["contract"]), ("RIGHT", "my_norm.metal", "layer_norm"))
        self.assertEqual({trial["type"] for trial in verdict["trials"]}, {"half"})
        self.assertEqual({trial["threadgroup"] for trial in verdict["trials"]}, {"64", "1024"})

    @unittest.skipUnless(LINUX, "takes a device that can do less, which is softmetal")
    def test_wrong_slow_and_impossible_kernels(self) -> None:
        norm, exp = (self.project / f"my_{name}.metal" for name in ("norm", "exp"))
        norm.write_text(norm.read_text(encoding="utf-8").replace("+ eps);", ");"), encoding="utf-8")
        source = exp.read_text(encoding="utf-8")
        slow = source.replace("exp(input[i])", "exp(input[i] + slowly(input[i]))").replace(
            "kernel void", "static float slowly(float x)\n{\n    for (int i = 0; i < 300; i++)\n"
                           "        x = sin(x + 1.0f);\n    return x > 2.0f ? x : 0.0f;\n}\n\nkernel void")
        (self.project / "my_slow.metal").write_text(slow, encoding="utf-8")
        (self.project / "no_kernel.metal").write_text("//! contract: sum\n", encoding="utf-8")
        contract = self.project / "exponentials.contract"
        contract.write_text(contract.read_text(encoding="utf-8") + "//! bench: COUNT in 20000\n", encoding="utf-8")
        self.lists.write_text(self.lists.read_text(encoding="utf-8").split("assay_validate")[0] + """
assay_validate(my_norm.metal CONTRACT layer_norm NAME wrong OPTIONS --types float --math safe)
assay_validate(my_slow.metal BASELINE my_exp.metal NAME slow TIMEOUT 100)
assay_validate(no_kernel.metal NAME unfit)
assay_validate(my_exp.metal NAME skipped OPTIONS --personality small --dispatch "groups 1, threadgroup 1024")
""", encoding="utf-8")
        self.configure()
        said = run("ctest", "--test-dir", self.project / "build", "--output-on-failure", code=8, **self.cache)
        self.assertRegex(said, r"skipped \.*\*\*\*Skipped")
        self.assertIn("25% tests passed, 3 tests failed out of 4", said)
        for words in ("epsilon is not added", "RIGHT, BUT SLOWER", "has no kernel"):
            self.assertIn(words, said)

    def test_wrong_arguments_are_told(self) -> None:
        for call, words in (
                ("no.metal CONTRACT sum", f"there is no file {self.project}/no.metal"),
                ("my_exp.metal CONTRACT softmaxx", "`softmaxx` is neither a file nor a contract that comes with Assay; there are "),
                ("my_exp.metal CONTRACT ./no.contract", "`./no.contract` is neither a file nor"),
                ("plain.metal", "what is plain.metal to keep? It has no line `//! contract:`, and CONTRACT is missing"),
                ("my_exp.metal CONTRACT", "CONTRACT needs a value"),
                ("my_exp.metal --types half", "`--types` is no keyword; write assay_validate(FILE.metal"),
                ("my_exp.metal BASELINE old.metal", f"there is no file {self.project}/old.metal"),
                ("my_exp.metal)\nassay_validate(my_exp.metal", "there is a test validate/my_exp already; give this one a NAME")):
            (self.project / "plain.metal").write_text("kernel void f() {}\n", encoding="utf-8")
            self.lists.write_text("cmake_minimum_required(VERSION 3.16)\nproject(p LANGUAGES NONE)\nenable_testing()\n"
                                  f"find_package(Assay 0.1 REQUIRED)\nassay_validate({call})\n", encoding="utf-8")
            with self.subTest(call):
                self.assertIn(words, self.configure(code=1))

    def test_another_version_is_refused(self) -> None:
        self.lists.write_text("cmake_minimum_required(VERSION 3.16)\nproject(p LANGUAGES NONE)\nfind_package(Assay 9.0 REQUIRED)\n", encoding="utf-8")
        self.assertIn("compatible with requested version", self.configure(code=1))


class Package(Scratch):
    """The Debian package: what is in it, that its dependencies are those of its programs, and that it runs where it was unpacked."""

    def test_the_debian_package(self) -> None:
        for program in ("dpkg-deb", "dpkg-shlibdeps", "file"):
            if not shutil.which(program):
                self.skipTest(f"no {program}; tools/setup --test installs it")
        run("cpack", "-G", "DEB", "-B", self.folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none", cwd=BUILD)
        (package,) = self.folder.glob("assay_0.1.0_*.deb")
        root = self.folder / "root"
        run("dpkg-deb", "-x", package, root)
        installed = {str(path.relative_to(TREE)) for path in TREE.rglob("*") if not path.is_dir() and "__pycache__" not in path.parts}
        packed = {str(path.relative_to(root / "usr")) for path in root.rglob("*") if not path.is_dir()}
        self.assertEqual(packed, installed)
        self.assertEqual(names_of(root, [TOP, BUILD]), [])
        depends = run("dpkg-deb", "-f", package, "Depends")
        for name in ("clang-22", "libc6", "libgnustep-base", "libobjc4", "libsleef3", "libboost-context"):
            self.assertIn(name, depends)
        self.assertIn("Depends:", run("dpkg-deb", "-I", package))
        # apt knows every dependency, and those of what was built here are installed.
        said = run("apt-get", "install", "--simulate", "--no-install-recommends", package)
        self.assertEqual(re.findall("^Inst ([^ ]*)", said, re.MULTILINE), ["assay"])
        said = run(root / "usr/bin/assay", "run", "address_space/constants", SOFTMETAL_CACHE=str(self.folder / "cache"))
        self.assertIn("0 fail", said)


def run_steps(text: str, folder: Path, **environment: str) -> str:
    """A `run:` step as GitHub executes it under `shell: bash`."""
    script = folder / "step.sh"
    script.write_text(text, encoding="utf-8")
    return run("bash", "--noprofile", "--norc", "-eo", "pipefail", script, cwd=folder, code=None, **environment)


class Action(Scratch):
    """The steps of the composite action and the annotations that it makes."""

    def annotate(self, *words: object, code: int = 0, **environment: str) -> list[str]:
        """The annotations, unescaped."""
        said = run(TREE / "bin/assay-annotate", *words, code=code, cwd=self.folder, **self.cache, **environment)
        lines = [line for line in said.splitlines() if re.match("::(error|warning|notice) ?", line)]
        return [line.replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%") for line in lines]

    def seed(self, name: str, contract: str) -> Path:
        """A published kernel in the folder, told its contract: its lines are one further down."""
        source = (TOP / f"harness/validate/fixtures/seeds/{name}.metal").read_text(encoding="utf-8")
        (self.folder / "kernels").mkdir(exist_ok=True)
        path = self.folder / "kernels" / f"{name}.metal"
        path.write_text(f"//! contract: {contract}\n{source}", encoding="utf-8")
        return path

    @unittest.skipUnless(LINUX, "softmetal's checked mode has the lines")
    def test_wrong_kernels_at_their_lines(self) -> None:
        self.seed("vector_add", "map_add")
        self.seed("partial_sum_open", "group_sums")
        (self.folder / "kernels/plain.metal").write_text("kernel void f() {}\n", encoding="utf-8")
        (self.folder / "kernels/typo.metal").write_text("#include <x>\n//! contract: map_add\n//! dispach: x\n", encoding="utf-8")
        shutil.copy(TOP / "tools/examples/my_exp.metal", self.folder / "kernels/right.metal")
        shutil.copy(TOP / "tools/examples/exponentials.contract", self.folder / "kernels")
        table = self.folder / "summary.md"
        said = self.annotate("kernels", "--", "--no-speed", code=1, GITHUB_STEP_SUMMARY=str(table))
        kernel = "file=kernels/vector_add.metal,line=%d,title=vector_add against map_add: %s::"
        lines = (TOP / "harness/validate/fixtures/seeds/vector_add.metal").read_text(encoding="utf-8").splitlines()
        head = 2 + next(i for i, line in enumerate(lines) if "kernel void vector_add" in line)
        for start in ("::error " + kernel % (head, "correctness") + "the kernel writes where it must not\n",
                      "::error " + kernel % (10, "checked mode") + "kernel 'vector_add', line 10,",
                      "::error file=kernels/partial_sum_open.metal,line=13,title=partial_sum_open against group_sums: correctness::"
                      "the kernel does not compile: expected expression",
                      "::error file=kernels/partial_sum_open.metal,line=22,",
                      "::error file=kernels/typo.metal,line=", "::notice file=kernels/plain.metal,line=1,title=not validated::"):
            self.assertEqual("\n".join(said).count(start), 1, f"{start}\n{said}")
        self.assertNotIn("right.metal", "\n".join(said))
        rows = table.read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(rows), 2 + 5)
        self.assertIn("| `kernels/right.metal` | RIGHT |  |", rows)
        self.assertIn("| `kernels/vector_add.metal` | WRONG | the kernel writes where it must not |", rows)

    def test_right_kernels_have_no_annotation(self) -> None:
        self.assertEqual(self.annotate(TOP / "tools/examples/my_exp.metal", "--", "--no-speed"), [])

    @unittest.skipUnless(LINUX, "takes a device that can do less, which is softmetal")
    def test_what_is_not_run_is_no_success(self) -> None:
        small = ["--", "--no-speed", "--personality", "small", "--dispatch", "groups 1, threadgroup 1024"]
        said = self.annotate(TOP / "tools/examples/my_exp.metal", *small, code=77)
        self.assertIn("my_exp: not run::nothing could be run on softmetal small", said[0])
        self.assertIn("names its contract", self.annotate(TOP / "harness/validate/fixtures/seeds", code=2)[0])
        self.assertIn("no such file", self.annotate("nowhere", code=2)[0])
        self.assertIn("give files or directories", self.annotate("--", "--no-speed", code=2)[0])
        self.assertIn("no program nowhere", self.annotate("--assay", "nowhere", "x", code=2)[0])
        self.assertIn("no option of validate", self.annotate(TOP / "tools/examples/my_exp.metal", "--", "--nonsense", code=2)[0])

    @unittest.skipUnless(LINUX, "softmetal's checked mode has the lines")
    def test_the_steps_of_the_action(self) -> None:
        """Verbatim, in a checkout whose tools/setup and tools/build only say that they were called."""
        yaml = optional("yaml", self)
        action = yaml.safe_load((TOP / ".github/actions/validate/action.yml").read_text(encoding="utf-8"))
        self.assertEqual(action["runs"]["using"], "composite")
        steps = action["runs"]["steps"]
        self.assertEqual({step["shell"] for step in steps}, {"bash"})
        checkout, temporary = self.folder / "a checkout", self.folder / "temporary files"
        (checkout / ".github/actions/validate").mkdir(parents=True)
        (checkout / "tools").mkdir()
        for tool in ("setup", "build"):
            self.assertTrue(os.access(TOP / "tools" / tool, os.X_OK))
            (checkout / "tools" / tool).write_text(f'#!/bin/sh\necho "called {tool} $*"\n', encoding="utf-8")
            (checkout / "tools" / tool).chmod(0o755)
        (checkout / "build").symlink_to(BUILD)
        self.seed("vector_add", "map_add")
        inputs = {"kernels": "kernels\n  kernels", "options": action["inputs"]["options"]["default"]}
        environment = {"GITHUB_ACTION_PATH": str(checkout / ".github/actions/validate"), "RUNNER_TEMP": str(temporary), **self.cache}
        said = ""
        for step in steps:
            own = {name: re.sub(r"\${{ inputs\.(\w+) }}", lambda m: inputs[m[1]], value) for name, value in step.get("env", {}).items()}
            said += run_steps(step["run"], self.folder, **environment, **own)
        self.assertIn("called setup --yes\ncalled build \n", said)
        self.assertEqual(said.count("::error file=kernels/vector_add.metal,line=10,"), 2)  # the directory is named on two lines
        if shutil.which("shellcheck"):
            (self.folder / "steps.sh").write_text("\n".join(step["run"] for step in steps), encoding="utf-8")
            run("shellcheck", "-s", "bash", "-e", "SC2154,SC2164", self.folder / "steps.sh")


def optional(module: str, test: unittest.TestCase):
    try:
        return __import__(module)
    except ImportError:
        test.skipTest(f"no Python module {module}; tools/setup --test installs it")


# What Homebrew offers to a formula, as far as ours uses it: commands of `install` are printed, those of `test` are run.
BREW = """
require "json"
require "pathname"
class Formula
  class << self
    attr_reader :tests
    def said() @said ||= {} end
    %i[desc homepage url sha256 version depends_on].each { |word| define_method(word) { |*values| (said[word] ||= []) << values } }
    def test(&block) @tests = block end
  end
  def prefix() Pathname(ENV.fetch("PREFIX")) end
  def bin() prefix/"bin" end
  def buildpath() Pathname(Dir.pwd) end
  def std_cmake_args() ["-DCMAKE_INSTALL_PREFIX=#{prefix}"] end
  def system(*words) ENV["TESTS"] ? (Kernel.system(*words.map(&:to_s)) or raise words.join(" ")) : puts(words.to_json) end
  def shell_output(command) `#{command}`.tap { raise command unless $?.success? } end
  def assert_match(wanted, got) got.include?(wanted) or raise "no #{wanted} in #{got}" end
end
load ARGV[0]
ENV["TESTS"] ? Assay.new.instance_eval(&Assay.tests) : (Assay.new.install; puts Assay.said.to_json)
"""


class Recipes(Scratch):
    """Dockerfile and formula: their commands, where neither Docker nor Homebrew is to be had."""

    def instructions(self) -> list[tuple[str, str]]:
        text = (TOP / "tools/docker/Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
        return [tuple(line.split(" ", 1)) for line in text.splitlines() if line and not line.startswith("#")]

    def test_the_dockerfile(self) -> None:
        """COPY and WORKDIR are followed in a directory, and RUN executed there; apt-get only says what it would do."""
        instructions = self.instructions()
        self.assertLessEqual({word for word, _ in instructions}, {"FROM", "COPY", "WORKDIR", "RUN", "ENTRYPOINT"})
        self.assertEqual([rest.split()[0] for word, rest in instructions if word == "FROM"], ["debian:12", "debian:12"])
        programs = self.folder / "programs"
        programs.mkdir()
        stubs = {"apt-get": 'echo "apt-get $*"', "tools/setup": 'echo "setup $*"', "tools/package": "mkdir -p build/package; touch build/package/assay_0_a.deb",
                 "assay": f'exec {TREE}/bin/assay "$@"'}
        said, sources = "", self.folder / "src"
        (sources / "tools").mkdir(parents=True)
        for name, script in stubs.items():
            path = sources / name if "/" in name else programs / name
            if "/" in name:
                self.assertTrue(os.access(TOP / name, os.X_OK), name)
            path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            path.chmod(0o755)
        at = self.folder
        for word, rest in instructions:
            if word == "WORKDIR":
                at = self.folder / rest.lstrip("/")
                at.mkdir(exist_ok=True)
            elif word == "COPY" and rest.startswith("--from=build"):
                (self.folder / "tmp").mkdir()
                (made,) = self.folder.glob(rest.split()[1].lstrip("/"))
                shutil.copy(made, self.folder / rest.split()[2].strip("/"))
            elif word == "RUN":
                self.assertNotRegex(rest, r";|\|\| *true", "a command that fails must stop the build")
                command = rest.replace("/tmp/", f"{self.folder}/tmp/").replace("/var/lib/", f"{self.folder}/none/")
                said += run("sh", "-c", command, cwd=at, PATH=f"{programs}:/usr/bin:/bin", **self.cache)
        self.assertIn("setup --yes", said)
        self.assertRegex(said, rf"apt-get install -y --no-install-recommends {self.folder}/tmp/assay_0_a.deb python3-jinja2")
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        self.assertEqual(instructions[-1], ("ENTRYPOINT", '["assay"]'))

    def test_the_formula(self) -> None:
        if not shutil.which("ruby"):
            self.skipTest("no ruby; tools/setup --test installs it")
        if subprocess.run(["git", "-C", str(TOP), "rev-parse"], capture_output=True, check=False).returncode != 0:
            self.skipTest("this is no git checkout")
        cellar, calls = self.folder / "brew", self.folder / "calls"
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "brew").write_text(f'#!/bin/sh\n[ "$1" != list ] || exit 1\n[ "$1" != --repository ] || {{ echo {cellar}; exit; }}\necho "$*" >>{calls}\n',
                                       encoding="utf-8")
        (programs / "brew").chmod(0o755)
        git = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
        run(TOP / "tools/homebrew/install", PATH=f"{programs}:/usr/bin:/bin", **git)
        self.assertEqual(calls.read_text(encoding="utf-8").splitlines(),
                         ["tap-new --no-git assay/local", "install --build-from-source assay/local/assay", "test assay/local/assay"])
        formula = cellar / "Library/Taps/assay/homebrew-local/Formula/assay.rb"
        self.assertNotIn("@", formula.read_text(encoding="utf-8"))
        (self.folder / "brew.rb").write_text(BREW, encoding="utf-8")
        unpacked = self.folder / "unpacked"
        unpacked.mkdir()
        archive = next(formula.parent.parent.glob("*.tar.gz"))
        run("tar", "-xzf", archive, "--strip-components=1", "-C", unpacked)
        lines = [json.loads(line) for line in run("ruby", self.folder / "brew.rb", formula, cwd=unpacked, PREFIX=str(self.folder / "prefix")).splitlines()]
        self.assertEqual(lines[-1]["url"], [[f"file://{archive}"]])
        self.assertEqual(lines[-1]["sha256"], [[hashlib.sha256(archive.read_bytes()).hexdigest()]])
        self.assertEqual([line[1] for line in lines[:-1]], ["-S", "--build", "--install"])
        run(*lines[0], cwd=unpacked)  # the archive has what configuring needs; that it builds is everybody's test
        commit = (unpacked / "version").read_text(encoding="utf-8").strip()
        self.assertRegex(commit, "^[0-9a-f]{12}$")
        prefix = self.folder / "prefix"
        shutil.copytree(TREE, prefix, symlinks=True)
        (prefix / "share/assay/version").write_text(f"{commit}\n", encoding="utf-8")
        run("ruby", self.folder / "brew.rb", formula, PREFIX=str(prefix), TESTS="1")
        (prefix / "share/assay/version").write_text("0\n", encoding="utf-8")
        self.assertIn(f"no {commit}", run("ruby", self.folder / "brew.rb", formula, PREFIX=str(prefix), TESTS="1", code=1))


if __name__ == "__main__":
    unittest.main(verbosity=2)
