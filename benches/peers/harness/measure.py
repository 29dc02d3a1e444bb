"""Runs programs one after the other, and says how their times stand to each other."""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import zip_longest

from .setup import ROOT, WORK, environment, tell

# Of what the system says of memory: kibibytes, but bytes on a Mac.
UNIT = 1 if sys.platform == "darwin" else 1024


class Different(Exception):
    """Two sides that should come to the same do not."""


@dataclass
class Ran:
    """A program that has run: how long, and how much memory it took at most, in bytes; what it printed."""

    seconds: float
    memory: int
    output: str

    @property
    def text(self):
        with open(self.output, encoding="utf-8") as file:
            return file.read()


def run(command, name, threads=2):
    """Runs a program; what it prints goes into a file, as it would in a pipe to somebody who wants it."""
    folder = WORK / "out"
    folder.mkdir(parents=True, exist_ok=True)
    out, errors = folder / name, folder / (name + ".errors")
    with open(out, "wb") as stdout, open(errors, "wb") as stderr:
        begin = time.perf_counter()
        child = subprocess.Popen(command, cwd=ROOT, env=environment(threads), stdout=stdout, stderr=stderr)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        said = errors.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise Different(f"{' '.join(map(str, command))} ends with {child.returncode}:\n{said}")
    return Ran(seconds, usage.ru_maxrss * UNIT, str(out))


@dataclass
class Inner:
    """What a program says of its own times: the median, in seconds, and what came out."""

    seconds: float
    result: str
    memory: int


def inner(command, name, threads=1):
    """Runs a program that times a part of its work by itself, several times."""
    ran = run(command, name, threads)
    lines = [line.split(" ", 1) for line in ran.text.splitlines()]
    times = [int(rest) / 1e9 for word, rest in lines if word == "ns"]
    result = next((rest for word, rest in lines if word == "result"), None)
    if not times or result is None:
        raise Different(f"{' '.join(map(str, command))} says nothing that can be read")
    return Inner(statistics.median(times), result, ran.memory)


def same(one, other, what):
    """Before a time counts, both sides have come to the same."""
    if one != other:
        raise Different(f"{what}: {str(one)[:300]} is not {str(other)[:300]}")


def same_files(one, other, what):
    """The same for what two programs printed, byte for byte."""
    with open(one, "rb") as left, open(other, "rb") as right:
        for number, (mine, theirs) in enumerate(zip_longest(left, right), start=1):
            if mine != theirs:
                same(mine, theirs, f"{what}, line {number}")


@dataclass
class Ratios:
    """The ratios of pairs."""

    all: list

    @property
    def median(self):
        return statistics.median(self.all)


def pairs(runs, product, peer, what):
    """Product and peer in turn; of each pair the ratio of their times. Both are functions that give something with
    `seconds`."""
    ratios = []
    for _ in range(runs):
        mine, theirs = product(), peer()
        ratios.append(mine.seconds / theirs.seconds)
        tell(f"  {what}: {ratios[-1]:.3g}")
    return Ratios(ratios)
