"""Sets everything up under `target/compare`: the peers from the public registries, the product, an environment for Python."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PEERS = ROOT / "benches" / "peers"
WORK = ROOT / "target" / "compare"
DATA = WORK / "data"
PACKAGES = ["duckdb==2.0.1", "polars==2.1.0"]
THREADS = 2
# The benches of the product that are run here.
BENCHES = ["bands", "check"]


def tell(text):
    """Says on standard error how far it has come."""
    print(text, file=sys.stderr, flush=True)


def environment(threads=THREADS):
    """The variables of everything that is run: the same number of threads on both sides."""
    return os.environ | {"RAYON_NUM_THREADS": str(threads), "POLARS_MAX_THREADS": str(threads)}


def cargo(folder, target, arguments):
    """Builds, and returns where the programs are, by their names."""
    command = ["cargo", "build", "--release", "--locked", "--message-format=json-render-diagnostics", *arguments]
    variables = os.environ | {"CARGO_TARGET_DIR": str(WORK / target)}
    built = subprocess.run(command, cwd=folder, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    messages = map(json.loads, built.stdout.splitlines())
    return {message["target"]["name"]: message["executable"] for message in messages if message.get("executable")}


def python():
    """The Python of an environment of its own, with DuckDB and Polars."""
    folder = WORK / "venv"
    program = folder / "bin" / "python"
    stamp = folder / "packages"
    if not stamp.exists() or stamp.read_text() != "\n".join(PACKAGES):
        tell("installing " + ", ".join(PACKAGES))
        venv.create(folder, with_pip=True, clear=True, symlinks=True)
        subprocess.run([program, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        stamp.write_text("\n".join(PACKAGES))
    return str(program)


class Tools:
    """What is run."""

    def __init__(self):
        DATA.mkdir(parents=True, exist_ok=True)
        tell("building the product")
        arguments = ["--bin", "rulesctl"] + [part for name in BENCHES for part in ("--bench", name)]
        self.product = cargo(ROOT, "product", arguments)
        tell("building the peers")
        self.peers = cargo(PEERS, "peers", ["--bins"])
        self.python = python()

    def rulesctl(self, *arguments):
        return [self.product["rulesctl"], *map(str, arguments)]

    def bench(self, name, *arguments):
        return [self.product[name], *map(str, arguments)]

    def peer(self, name, *arguments):
        return [self.peers[name], *map(str, arguments)]

    def script(self, name, *arguments):
        return [self.python, str(PEERS / "harness" / name), *map(str, arguments)]
