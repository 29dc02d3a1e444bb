"""DuckDB: the standing of `formats/blokus-pools.toml` as SQL, or the six bands with their bonuses over columns in memory.

`duck.py standing CSV OUT THREADS`, or `duck.py bands CSV TIMES`. Prints how long the query itself took; neither the start of
Python nor, for the bands, the reading of the records counts.
"""

import sys
import time

import duckdb

COLUMNS = {"id": "INTEGER", "blue_red": "VARCHAR", "yellow_green": "VARCHAR"} | {
    f"{colour}.{name}": kind
    for colour in ["blue", "red", "yellow", "green"]
    for name, kind in [("squares_left", "INTEGER"), ("last_was_single", "VARCHAR")]
}


def score(colour):
    """What a colour scores."""
    left, single = f'"{colour}.squares_left"', f'"{colour}.last_was_single"'
    return f"(CASE WHEN {left} = 0 THEN CASE WHEN {single} = 'yes' THEN 20 ELSE 15 END ELSE -{left} END)"


def bonus(colour):
    """What a colour adds to the points."""
    left, single = f'"{colour}.squares_left"', f'"{colour}.last_was_single"'
    return f"(CASE WHEN {left} = 0 THEN CASE WHEN {single} = 'yes' THEN 7 ELSE 5 END ELSE 0 END)"


def bands(s, values):
    """A value for each band."""
    first = ["19", "10", "1", "0", "-12"]
    cases = " ".join(f"WHEN {s} >= {begin} THEN {value}" for begin, value in zip(first, values))
    return f"(CASE {cases} ELSE {values[-1]} END)"


def standing(path):
    """The standing, with shared places, in the order of the product: who is level stands in the order of the first games."""
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in COLUMNS.items())
    return f"""
    WITH games AS (
      SELECT id, blue_red, yellow_green,
        {score("blue")} + {score("red")} AS ours, {score("yellow")} + {score("green")} AS theirs,
        {bonus("blue")} + {bonus("red")} AS our_bonus, {bonus("yellow")} + {bonus("green")} AS their_bonus
      FROM read_csv('{path}', header = true, delim = ',', auto_detect = false, columns = {{{columns}}})
    ), based AS (
      SELECT *, {bands("ours - theirs", [50, 40, 30, 20, 10, 0])} AS base FROM games
    ), sides AS (
      SELECT 2 * id AS side, blue_red AS entrant, base + our_bonus AS points, ours AS score FROM based
      UNION ALL
      SELECT 2 * id + 1, yellow_green, 50 - base + their_bonus, theirs FROM based
    ), totals AS (
      SELECT entrant, count(*) AS played, sum(points) AS points, sum(score) AS scores, min(side) AS first
      FROM sides GROUP BY entrant
    )
    SELECT 'players' AS standing, rank() OVER (ORDER BY points DESC, scores DESC) AS place,
      entrant, played, points, scores, NULL AS born
    FROM totals ORDER BY points DESC, scores DESC, first
    """


POINTS = f"""
  SELECT (CASE WHEN blue_red THEN base ELSE 50 - base END
  + 5 * ((left_1 = 0)::BIGINT + (left_2 = 0)::BIGINT)
  + 2 * ((left_1 = 0 AND single_1)::BIGINT + (left_2 = 0 AND single_2)::BIGINT))::BIGINT AS points
  FROM (SELECT *, {bands("s", [50, 40, 30, 20, 10, 0])} AS base FROM records)
"""


def checksum(points):
    """As `timed::checksum` of the other programs has it."""
    total = 0
    for point in points:
        total = (total * 31 + point) % 2**64
    return total


def main(shape, path, *rest):
    connection = duckdb.connect()
    if shape == "standing":
        out, threads = rest
        connection.execute(f"SET threads = {int(threads)}")
        begin = time.perf_counter_ns()
        connection.execute(f"COPY ({standing(path)}) TO '{out}' (HEADER, DELIMITER ',')")
        print("ns", time.perf_counter_ns() - begin)
        print("result", out)
        return
    connection.execute("SET threads = 1")
    columns = "{'blue_red': 'BOOLEAN', 's': 'BIGINT', 'left_1': 'BIGINT', 'left_2': 'BIGINT', 'single_1': 'BOOLEAN', 'single_2': 'BOOLEAN'}"
    connection.execute(f"CREATE TABLE records AS FROM read_csv('{path}', header = true, columns = {columns})")
    for repetition in range(int(rest[0]) + 1):
        connection.execute("DROP TABLE IF EXISTS points")
        begin = time.perf_counter_ns()
        connection.execute(f"CREATE TEMP TABLE points AS {POINTS}")
        spent = time.perf_counter_ns() - begin
        if repetition > 0:
            print("ns", spent)
    points = connection.execute("SELECT points FROM points ORDER BY rowid").fetchall()
    print("result", checksum(point for (point,) in points))


if __name__ == "__main__":
    main(*sys.argv[1:])
