"""A, B, C, F, G, I: logs that are read, scored and ranked."""

import csv

from . import table
from .measure import Inner, Ratios, inner, pairs, run, same, same_files
from .setup import THREADS, WORK, tell


def wide(bench, wanted):
    """A, B and G go by the same log: each round runs what is wanted of it once, and the pairs are of one round."""
    entrants = bench.size(100_000)
    large, small = bench.size(10_000_000), bench.size(1_000_000)
    tools = bench.tools
    sizes = [small, large] if "G" in wanted else [large]
    files = {games: bench.data.wide(games, entrants)[0] for games in sizes}
    ran = {key: [] for key in ["duck", "hand", small, large]}
    for turn in range(bench.runs):
        for games in sizes:
            command = tools.rulesctl("score", "blokus-pools", files[games], "--output", "csv")
            ran[games].append(run(command, f"standing-{games}.csv"))
        mine = ran[large][-1].output
        if "A" in wanted:
            out = WORK / "out" / "standing-duck.csv"
            script = tools.script("duck.py", "standing", files[large], out, THREADS)
            ran["duck"].append(inner(script, "duck", THREADS))
            same_files(mine, out, "A, product and DuckDB")
        if "B" in wanted:
            ran["hand"].append(run(tools.peer("pools", files[large]), "standing-hand.csv"))
            same_files(mine, ran["hand"][-1].output, "B, product and the program by hand")
        tell(f"  A, B, G: round {turn + 1} of {bench.runs}")

    def ratios(one, other, what="seconds"):
        return Ratios([getattr(a, what) / getattr(b, what) for a, b in zip(ran[one], ran[other])])

    work = f"{millions(large)} two-player games, scored and ranked"
    rows = []
    if "A" in wanted:
        against = "DuckDB, the same as SQL, as many threads"
        rows.append(table.at_most("A", work, against, ratios(large, "duck"), 0.35))
        most = max(one.memory for one in ran[large])
        duck = max(one.memory for one in ran["duck"]) / 1e9
        rows.append(table.memory("A", "peak memory of that", f"(DuckDB: {duck:.2f} GB)", most, 1.5e9))
    if "B" in wanted:
        against = "a program by hand for this one regulation, two threads"
        rows.append(table.at_most("B", work, against, ratios(large, "hand"), 2.0))
    if "G" in wanted:
        work = f"{millions(small)} and {millions(large)} games"
        rows.append(table.at_most("G", work, "itself: time", ratios(large, small), 11))
        rows.append(table.at_most("G", work, "itself: memory", ratios(large, small, "memory"), 11))
    return rows


def millions(games):
    return f"{games / 1e6:.3g} million"


def ladder(bench):
    """C: the levels of a club, game by game."""
    games, players = bench.size(2_500_000), bench.size(100_000)
    path, _ = bench.data.ladder(games, players)
    command = bench.tools.rulesctl("score", "blokus-ladder", path, "--output", "csv")
    outputs = []

    def ran(command, name):
        done = run(command, name)
        outputs.append(done.output)
        return done

    def hand():
        done = ran(bench.tools.peer("ladder", path), "ladder-hand.csv")
        same_files(outputs[-2], outputs[-1], "C, product and the program by hand")
        return done

    ratios = pairs(bench.runs, lambda: ran(command, "ladder.csv"), hand, "C")
    work = f"{millions(games)} four-player games of a ladder, and its eight rankings"
    return [table.at_most("C", work, "a loop by hand", ratios, 2.5)]


def growth(bench):
    """F: the standing after a round, and the pools of the next, for few entrants and for a hundred times as many."""
    few, many = bench.size(3_000), bench.size(300_000)

    def pair(count):
        entrants, draw, games = bench.data.round(count)
        command = bench.tools.rulesctl("pair", "blokus-pools", draw, games, "--entrants", entrants, "--output", "csv")
        done = run(command, f"pools-{count}.csv")
        everybody_plays_twice(done.output, count)
        return done

    ratios = pairs(bench.runs, lambda: pair(many), lambda: pair(few), "F")
    work = f"standing and pools for {few:,} and for {many:,} entrants"
    return [table.at_most("F", work, "itself", ratios, 140)]


def everybody_plays_twice(path, count):
    """In pools of three everybody has two games."""
    games = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for seat in ["blue_red", "yellow_green"]:
                games[row[seat]] = games.get(row[seat], 0) + 1
    same((len(games), set(games.values())), (count, {2}), "F, the games of the next round")


def reading(bench):
    """I: a log is read, scored and ranked, beside readers that only read it and keep nothing; with one thread as they, and as it is run."""
    games, entrants = bench.size(1_000_000), bench.size(100_000)
    rows, standings = [], []
    for shape, written, made, reader in [
        ("csv", "CSV", bench.data.wide, "the `csv` crate alone, which only reads"),
        ("lines", "JSON Lines", bench.data.lines, "`serde_json` alone, which only reads into structures"),
    ]:
        path, said = made(games, entrants)
        command = bench.tools.rulesctl("score", "blokus-pools", path, "--output", "csv")
        peer = bench.tools.peer("reading", shape, path, 3)

        def read():
            done: Inner = inner(peer, f"reading-{shape}-alone")
            same(done.result, said, f"I, {shape}")
            return done

        for threads in [1, THREADS]:

            def scored():
                standings.append(run(command, f"reading-{shape}.csv", threads=threads))
                same_files(standings[0].output, standings[-1].output, f"I, the standings of {shape}")
                return standings[-1]

            ratios = pairs(bench.runs, scored, read, f"I, {shape}, {threads} threads")
            how = "with one thread" if threads == 1 else "on all cores"
            work = f"a log of {millions(games)} games as {written}, scored and ranked {how}"
            rows.append(table.at_most("I", work, reader, ratios, 1.5))
    return rows
