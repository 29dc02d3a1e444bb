"""Polars: the six bands with their bonuses over columns in memory. `frame.py CSV TIMES`; reading does not count."""

import sys
import time

import polars as pl
from duck import checksum

INTEGERS = dict.fromkeys(["s", "left_1", "left_2"], pl.Int64)
FLAGS = dict.fromkeys(["blue_red", "single_1", "single_2"], pl.Boolean)


def bands(values):
    """A value for each band."""
    s, chain = pl.col("s"), pl
    for begin, value in zip([19, 10, 1, 0, -12], values):
        chain = chain.when(s >= begin).then(pl.lit(value, pl.Int64))
    return chain.otherwise(pl.lit(values[-1], pl.Int64))


def rule():
    """The points."""
    both = [(pl.col(f"left_{colour}") == 0, pl.col(f"single_{colour}")) for colour in [1, 2]]
    completed = sum(all_placed.cast(pl.Int64) for all_placed, _ in both)
    small = sum((all_placed & single).cast(pl.Int64) for all_placed, single in both)
    base = bands([50, 40, 30, 20, 10, 0])
    base = pl.when(pl.col("blue_red")).then(base).otherwise(50 - base)
    return (base + 5 * completed + 2 * small).alias("points")


def main(path, times):
    records = pl.read_csv(path, schema_overrides=INTEGERS | FLAGS).rechunk()
    points = rule()
    for repetition in range(int(times) + 1):
        begin = time.perf_counter_ns()
        out = records.select(points)
        spent = time.perf_counter_ns() - begin
        if repetition > 0:
            print("ns", spent)
    print("result", checksum(out["points"].to_list()))


if __name__ == "__main__":
    main(*sys.argv[1:])
