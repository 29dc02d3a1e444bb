"""D, H, J: rules that are evaluated over records in memory, and formats that are checked."""

import math
import tomllib

from . import table
from .measure import inner, pairs, same
from .setup import ROOT, tell

SEED = 1
ENGINES = {"cel": "`cel`", "rhai": "`rhai`", "evalexpr": "`evalexpr`", "zen": "`zen-expression`"}


def product(bench, records, times):
    return inner(bench.tools.bench("bands", records, SEED, times), "bands")


def engines(bench):
    """D: each language of expressions has a turn; the two that are fastest are then run in pairs."""
    records = bench.size(1_000_000)
    mine = product(bench, records, 3)

    def peer(engine):
        done = inner(bench.tools.peer("bands", engine, records, SEED, 1), f"bands-{engine}")
        same(done.result, mine.result, f"D, product and {engine}")
        return done

    first = {engine: peer(engine).seconds for engine in ENGINES}
    tell("  D: " + ", ".join(f"{engine} {seconds / mine.seconds:.3g}" for engine, seconds in first.items()))
    rows = []
    for engine in sorted(first, key=first.get)[:2]:
        ratios = pairs(bench.runs, lambda: product(bench, records, 5), lambda: peer(engine), f"D, {engine}")
        rows.append((ratios, ENGINES[engine]))
    ratios, best = min(rows, key=lambda row: -row[0].median)
    others = ", ".join(ENGINES.values())
    work = f"the six bands with their bonuses, {records:,} records in memory"
    return [table.faster("D", work, f"{best}, the best of {others}", ratios, 30)]


def columns(bench):
    """J: the same on one thread, beside a loop by hand and beside engines that have columns as well."""
    records = bench.size(1_000_000)
    path, _ = bench.data.bands(records)
    times = 11
    peers = {
        "a loop by hand": bench.tools.peer("bands", "loop", records, SEED, times),
        "Polars": bench.tools.script("frame.py", path, times),
        "DuckDB": bench.tools.script("duck.py", "bands", path, times),
    }
    ratios = {}
    for name, command in peers.items():

        def peer():
            done = inner(command, f"columns-{name.split()[-1]}")
            same(done.result, product(bench, records, 1).result, f"J, product and {name}")
            return done

        ratios[name] = pairs(bench.runs, lambda: product(bench, records, times), peer, f"J, {name}")
    work = f"the six bands with their bonuses, {records:,} records in memory, one thread"
    better = max(["Polars", "DuckDB"], key=lambda name: ratios[name].median)
    return [
        table.at_most("J", work, "a loop by hand", ratios["a loop by hand"], 1.0),
        table.at_most("J", work, f"{better}, the better of Polars and DuckDB", ratios[better], 1.5),
    ]


def checks(bench):
    """H: formats are checked, beside the parsing of their TOML; and formats with more and more rules."""
    formats = sorted((ROOT / "formats").glob("*.toml"))
    parsed = [file for path in formats for file in with_bases(path)]
    sizes = [2_000, 4_000, 8_000]
    made = {count: bench.data.rules(count)[0] for count in sizes}

    def check(files, times):
        done = inner(bench.tools.bench("check", times, *files), "check")
        same(done.result.split()[:2], ["formats", str(len(files))], "H, formats")
        return done

    def checked(count):
        done = check([made[count]], 5)
        same(done.result, f"formats 1 rules {count}", "H, rules")
        return done

    def parse(files):
        done = inner(bench.tools.peer("toml", 11, *files), "toml")
        same(done.result, f"files {len(files)}", "H, files")
        return done

    shipped = pairs(bench.runs, lambda: check(formats, 5), lambda: parse(parsed), "H, shipped formats")
    long = pairs(bench.runs, lambda: checked(sizes[0]), lambda: parse([made[sizes[0]]]), "H, many rules")
    rows = [
        table.at_most("H", f"`check` of all {len(formats)} shipped formats", "parsing their TOML alone", shipped, 10),
        table.at_most("H", f"`check` of a format with {sizes[0]:,} rules", "parsing its TOML alone", long, 10),
    ]
    for few, many in zip(sizes, sizes[1:]):
        ratios = pairs(bench.runs, lambda: checked(many), lambda: checked(few), f"H, {few} and {many} rules")
        reach = many * math.log(many) / (few * math.log(few))
        rows.append(table.at_most("H", f"`check` of {few:,} and of {many:,} rules", "itself: n log n", ratios, reach))
    return rows


def with_bases(path):
    """A format, and the formats that it builds on: those are parsed as well when it is checked."""
    files = [path]
    base = tomllib.loads(path.read_text(encoding="utf-8")).get("extends")
    if base is not None:
        files += with_bases(path.parent / (base if base.endswith(".toml") else base + ".toml"))
    return files
