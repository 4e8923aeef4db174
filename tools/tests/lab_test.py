#!/usr/bin/env python3
"""Many machines on one: sshd on the loopback address with three ports as three hosts, and Slurm with three nodes; one of them is lost each time.

What needs a program that is not here (sshd, parallel, slurmd) is skipped with its name; tools/setup --test installs them.
"""

from __future__ import annotations

import getpass
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ASSAY_BUILD", TOP / "build"))
ASSAY = os.environ.get("ASSAY", str(BUILD / "assay"))
os.environ["PATH"] += ":/usr/sbin:/sbin"

CASE = """\
//! title:    number {n}
//! verifies: t.a
//! for:      N in 0 1 2 3
//! dispatch: threads 64, threadgroup 32
//! in:       data int[threads] = iota
//! out:      result int[threads]
//! expect:   result = values {expected} …
//! mutant:   t.a | replace `= 7` with `= 8`
#include <metal_stdlib>
using namespace metal;
kernel void test(device const int *data [[buffer(0)]], device int *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{{
    result[i] = 7 + 0 * N;
}}
"""


def lacks(*programs: str) -> str:
    """Which of these is not here."""
    return ", ".join(program for program in programs if not shutil.which(program))


def of_processes(name: str) -> list[Path]:
    """This file of each process. Not by glob, which raises if a process ends meanwhile."""
    return [Path("/proc") / pid / name for pid in os.listdir("/proc") if pid.isdigit()]


def descendants(pid: int) -> list[int]:
    """The process and all that came from it."""
    children: dict[int, list[int]] = {}
    for path in of_processes("stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found, todo = [], [pid]
    while todo:
        one = todo.pop()
        found.append(one)
        todo += children.get(one, [])
    return found


def lose(process: subprocess.Popen) -> None:
    """The machine goes down: everything on it at once."""
    for pid in descendants(process.pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


class Lab(unittest.TestCase):
    archive: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.packed = Path(tempfile.mkdtemp(prefix="assay-lab-"))
        cls.addClassCleanup(shutil.rmtree, cls.packed)
        cls.archive = cls.packed / "assay.tar.gz"
        subprocess.run([sys.executable, str(TOP / "tools/lab"), "pack", "-o", str(cls.archive)], check=True, stdout=subprocess.DEVNULL)

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="assay-lab-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.cases = self.folder / "cases"
        (self.cases / "types").mkdir(parents=True)
        columns = "id section line kind grade reading msl family os statement check"
        (self.cases / "requirements.tsv").write_text("".join(row.replace(" ", "\t") + "\n" for row in (columns, "t.a 1 1 value - plain 1.0 - - s c")), encoding="utf-8")
        for n in range(8):  # one of them fails
            (self.cases / f"types/case{n}.metal").write_text(CASE.format(n=n, expected=9 if n == 3 else 7), encoding="utf-8")

    def lab(self, *words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(TOP / "tools/lab"), *map(str, words), "-o", str(self.folder / "out"), "--archive", str(self.archive), "--proofs",
                   "--cases", str(self.cases), "--batch", "4", "--pause", "1", "--", "--jobs", "1"]
        return subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)

    def logs(self) -> list[Path]:
        return sorted(path for path in (self.folder / "out").glob("*/logs/*.jsonl") if path.stat().st_size)

    def done(self) -> list[str]:
        return [line for path in self.logs() for line in re.findall(r'"type":"done","unit":"(.*)"', path.read_text(encoding="utf-8"))]

    def wait_for(self, units: int) -> None:
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline and len(self.done()) < units:
            time.sleep(0.01)

    def check_merged(self, groups: int) -> None:
        """All 32 cases and their proofs are there once for each group, as one run has them."""
        one = self.folder / "one.jsonl"
        subprocess.run([ASSAY, "run", "--cases", str(self.cases), "--log", str(one)], stdout=subprocess.DEVNULL, check=False)

        def results(path: Path) -> list[tuple]:
            lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            return sorted((line["name"], line["verdict"], line.get("results")) for line in lines if line["type"] == "case")

        runs = [path for path in (self.folder / "out/merged").glob("*/*.jsonl") if not path.stem.endswith("-proofs")]
        self.assertEqual(len(runs), groups)
        for path in runs:
            self.assertEqual(results(path), results(one))
            self.assertEqual(len(results(path)), 32)
            proofs = path.with_name(path.stem + "-proofs.jsonl").read_text(encoding="utf-8")
            self.assertEqual(proofs.count('"ids":["t.a"]'), 28)  # of the 28 cases that pass


class Input(Lab):
    def test_a_bad_file_of_hosts_gets_a_sentence(self) -> None:
        for text, says in (("", "no machine"), ("a, M1\n", ":1: 2 fields; write"), ("\na, M1, 15, me\na, M1, 15, me\n", ":3: a comes twice"),
                           ("-oProxyCommand=x, M1, 15, me\n", "has a host, user or port that is none"), ("a, M1, 15, me, x\n", "that is none")):
            (self.folder / "hosts").write_text(text, encoding="utf-8")
            if not lacks("parallel"):
                told = self.lab(self.folder / "hosts")
                self.assertEqual(told.returncode, 2, told.stderr)
                self.assertIn(says, told.stderr)
        told = subprocess.run([sys.executable, str(TOP / "tools/lab"), "hosts"], capture_output=True, text=True, check=False)
        self.assertEqual((told.returncode, "give one with -o" in told.stderr), (2, True))


class Keeping(unittest.TestCase):
    """What comes back of several jobs, their lines mixed, becomes a log for each attempt."""

    def test_an_attempt_after_a_whole_one_does_not_count(self) -> None:
        loader = importlib.machinery.SourceFileLoader("lab", str(TOP / "tools/lab"))
        spec = importlib.util.spec_from_loader("lab", loader)
        lab = importlib.util.module_from_spec(spec)
        sys.modules["lab"] = lab  # dataclasses look for it
        loader.exec_module(lab)
        folder = Path(tempfile.mkdtemp(prefix="assay-lab-"))
        self.addCleanup(shutil.rmtree, folder)
        run, more, end = '{"type":"run"}', '{"type":"run","resumed":true}', '{"type":"end"}'
        lines = [f"1\t{run}", f"2\t{run}", '2\t{"type":"case"}', f"1\t{end}", f"1\t{more}", f"1\t{end}", '2\t{"type":"ca', f"2\t{run}", f"2\t{end}", f"1\t{run}", f"1\t{end}"]
        lab._keep((line + "\n" for line in lines), folder, 4)
        found = {path.name: path.read_text(encoding="utf-8").split() for path in folder.iterdir()}
        self.assertEqual(found, {"4-1-0.jsonl": [run, end, more, end], "4-1-1.jsonl.again": [run, end], "4-2-0.jsonl": [run, '{"type":"case"}', '{"type":"ca'],
                                 "4-2-1.jsonl": [run, end]})


@unittest.skipIf(lacks("sshd", "ssh", "parallel"), f"not here: {lacks('sshd', 'ssh', 'parallel')}; apt-get install openssh-server parallel")
class Ssh(Lab):
    def setUp(self) -> None:
        super().setUp()
        keys = self.folder / "keys"
        keys.mkdir(mode=0o700)
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(keys / name)], check=True)
        if os.getuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)
        # No settings of whoever runs this: ssh as tools/lab calls it, with a key and a list of known hosts of this test.
        (keys / "config").write_text(f"Host *\n  IdentityFile {keys / 'user'}\n  UserKnownHostsFile {keys / 'known'}\n  StrictHostKeyChecking no\n  LogLevel ERROR\n", encoding="utf-8")
        wrapper = self.folder / "bin" / "ssh"
        wrapper.parent.mkdir()
        wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {keys / "config"} "$@"\n', encoding="utf-8")
        wrapper.chmod(0o755)
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{wrapper.parent}:{before}"
        self.addCleanup(os.environ.update, PATH=before)
        self.hosts: list[tuple[int, Path, subprocess.Popen]] = []
        for n in range(3):
            home = self.folder / f"home{n}"
            home.mkdir()
            port = free_port()
            config = keys / f"sshd{n}"
            config.write_text(f"Port {port}\nListenAddress 127.0.0.1\nHostKey {keys / 'host'}\nPidFile none\nAuthorizedKeysFile {keys / 'user.pub'}\nStrictModes no\n"
                              f"UsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\nSetEnv HOME={home}\nMaxStartups 50\n", encoding="utf-8")
            self.hosts.append((port, config, self.start(config)))
        for n in range(3):
            self.addCleanup(lambda n=n: self.hosts[n][2].poll() is None and lose(self.hosts[n][2]))
        for port, _, _ in self.hosts:
            self.wait_for_port(port)

    def start(self, config: Path) -> subprocess.Popen:
        return subprocess.Popen([shutil.which("sshd"), "-D", "-e", "-f", str(config)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def wait_for_port(self, port: int) -> None:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.05)

    def write_hosts(self, *chips: str) -> Path:
        path = self.folder / "hosts"
        path.write_text("# host, chip, OS, user, port\n" + "".join(f"127.0.0.1, {chip}, Linux, {getpass.getuser()}, {port}\n"
                                                                 for chip, (port, _, _) in zip(chips, self.hosts)), encoding="utf-8")
        return path

    def test_a_host_is_lost_and_comes_back(self) -> None:
        told: list[subprocess.CompletedProcess[str]] = []
        hosts = self.write_hosts("chip", "chip", "chip")
        work = threading.Thread(target=lambda: told.append(self.lab(hosts)))
        work.start()
        self.wait_for(5)
        port, config, process = self.hosts[1]
        lose(process)
        lost_at = len(self.done())
        time.sleep(3)
        self.hosts[1] = (port, config, self.start(config))
        work.join()
        self.assertEqual(told[0].returncode, 0, told[0].stdout + told[0].stderr)
        self.assertLess(lost_at, 64)
        self.assertEqual(len(set(self.done())), 64)
        self.check_merged(1)
        # All is there: the same command finds nothing to do.
        before = self.logs()
        self.assertEqual(self.lab(hosts).returncode, 0)
        self.assertEqual(self.logs(), before)

    def test_all_hosts_are_lost_and_the_command_goes_on_later(self) -> None:
        told: list[subprocess.CompletedProcess[str]] = []
        hosts = self.write_hosts("chip", "chip")
        work = threading.Thread(target=lambda: told.append(self.lab(hosts, "--rounds", "1")))
        work.start()
        self.wait_for(5)
        for _, _, process in self.hosts:
            lose(process)
        work.join()
        self.assertEqual(told[0].returncode, 1)
        self.assertIn("units are lost", told[0].stderr)
        kept = set(self.done())
        self.assertTrue(4 < len(kept) < 64, len(kept))
        self.hosts = [(port, config, self.start(config)) for port, config, _ in self.hosts]
        for port, _, _ in self.hosts:
            self.wait_for_port(port)
        again = self.lab(hosts)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertEqual(sorted(self.done()), sorted(set(self.done())))  # what the lost hosts had finished was not run again
        self.check_merged(1)

    def test_each_chip_gets_all_of_the_work(self) -> None:
        told = self.lab(self.write_hosts("one", "other", "one"))
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        self.assertEqual(len(self.done()), 128)
        self.check_merged(2)


CLUSTER = """\
ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=5
KillWait=2
MpiDefault=none
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@unittest.skipIf(lacks("slurmctld", "slurmd", "sbatch", "munged"), f"not here: {lacks('slurmctld', 'slurmd', 'sbatch', 'munged')}; apt-get install slurm-wlm munge")
@unittest.skipIf(os.getuid() != 0, "Slurm's daemons want to be root")
class Slurm(Lab):
    """One controller and three node daemons of a real Slurm."""

    def setUp(self) -> None:
        super().setUp()
        self.children: list[subprocess.Popen] = []
        self.site = Path(tempfile.mkdtemp(prefix="assay-slurm-"))
        self.site.chmod(0o755)  # munged asks for that
        self.addCleanup(shutil.rmtree, self.site, ignore_errors=True)
        (self.site / "state").mkdir()
        host = socket.gethostname()
        nodes = "\n".join(f"NodeName=n{n} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=1 State=UNKNOWN" for n in range(3))
        self.config = self.site / "slurm.conf"
        self.config.write_text(CLUSTER.format(host=host, port=free_port(), folder=self.site, nodes=nodes), encoding="utf-8")
        key = self.site / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        os.environ["SLURM_CONF"] = str(self.config)
        self.addCleanup(os.environ.pop, "SLURM_CONF")
        self.addCleanup(self.stop)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.site}/munge.sock", f"--pid-file={self.site}/munged.pid",
                   f"--log-file={self.site}/munged.log", f"--seed-file={self.site}/munged.seed")
        self.start("slurmctld", "-D", "-f", str(self.config))
        for n in range(3):
            self.start_node(n)
        self.wait_until(lambda: self.nodes().count("idle") == 3, "three idle nodes")

    def start(self, *command: str, node: str = "") -> None:
        environment = dict(os.environ, ASSAY_SITE=f"{self.site}", ASSAY_NODE=node)
        with open(self.site / "said", "a", encoding="utf-8") as said:
            child = subprocess.Popen(command, env=environment, stdout=said, stderr=said, start_new_session=True)
        self.children.append(child)

    def start_node(self, n: int) -> None:
        self.start("slurmd", "-D", "-N", f"n{n}", "-f", str(self.config), node=f"n{n}")

    def nodes(self) -> str:
        return subprocess.run(["sinfo", "-h", "-N", "-o", "%T"], capture_output=True, text=True, check=False).stdout

    def processes(self, *marks: str) -> list[int]:
        """Those whose environment has this site and one of these marks."""
        found = []
        for path in of_processes("environ"):
            try:
                words = path.read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            ours = f"ASSAY_SITE={self.site}" in words or f"SLURM_CONF={self.config}" in words
            if ours and int(path.parent.name) != os.getpid() and any(mark in words for mark in marks):
                found.append(int(path.parent.name))
        return found

    def kill(self, *marks: str) -> None:
        for _ in range(3):  # what was started meanwhile, too
            for pid in self.processes(*marks):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def stop(self) -> None:
        self.kill(f"ASSAY_SITE={self.site}", *(f"SLURMD_NODENAME=n{n}" for n in range(3)))
        for child in self.children:
            child.wait(timeout=10)

    def wait_until(self, holds, what: str) -> None:
        deadline = time.monotonic() + 100
        while not holds():
            if time.monotonic() > deadline:
                self.fail(f"no {what}: {self.nodes()}" + (self.site / "said").read_text(encoding="utf-8", errors="replace")[-2000:])
            time.sleep(0.02)

    def test_a_node_is_lost_and_comes_back(self) -> None:
        done: list[subprocess.CompletedProcess[str]] = []
        lab = threading.Thread(target=lambda: done.append(self.lab("--slurm")))
        lab.start()
        self.wait_until(lambda: self.processes("SLURMD_NODENAME=n1") and self.done(), "job on n1")
        self.kill("ASSAY_NODE=n1", "SLURMD_NODENAME=n1")
        self.wait_until(lambda: "down" in self.nodes(), "lost node")
        self.start_node(1)
        lab.join(timeout=400)
        self.assertTrue(done, "tools/lab goes on and on")
        self.assertIn(done[0].returncode, (0, 1), done[0].stderr)
        units = self.done()
        self.assertEqual(len(units), len(set(units)))
        self.assertIn("requeue", (self.site / "slurmctld.log").read_text(encoding="utf-8").lower())
        self.check_merged(1)

if __name__ == "__main__":
    unittest.main()
