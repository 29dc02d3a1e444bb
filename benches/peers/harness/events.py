"""E: events with invented results."""

import json
import math

from . import table
from .measure import Different, pairs, run, same

SEED = 1
ENTRANTS = 15
# Chances and means may lie so many standard errors apart: with some three hundred of them, more is no chance any more.
ERRORS = 5


def simulated(bench):
    """The draws of the two sides are others: what is compared is every chance of a place, and every mean."""
    events = bench.size(10_000)
    entrants, _ = bench.data.entrants(ENTRANTS)
    command = ["simulate", "blokus-pools", "--entrants", entrants, "--runs", events, "--seed", SEED, "--output", "json"]
    mine = []

    def product():
        mine.append(run(bench.tools.rulesctl(*command), "events.json"))
        return mine[-1]

    def hand():
        done = run(bench.tools.peer("events", entrants, events, SEED), "events-hand.json")
        alike(json.loads(mine[-1].text), json.loads(done.text), events)
        return done

    # One run is short.
    ratios = pairs(3 * bench.runs, product, hand, "E")
    work = f"{events:,} events of {ENTRANTS} entrants, four rounds and finals"
    return [table.at_most("E", work, "a simulation by hand, two threads", ratios, 3.0)]


def alike(product, hand, events):
    """Both have played the same tournament, but for chance."""
    same(product["runs"], hand["runs"], "E, the number of events")
    theirs = {entrant["entrant"]: entrant for entrant in hand["entrants"]}
    for entrant in product["entrants"]:
        name, other = entrant["entrant"], theirs.pop(entrant["entrant"])
        reached = {place["place"]: place["times"] for place in entrant["places"]}
        for place, times in enumerate(other["places"], start=1):
            both = (reached.get(place, 0) + times) / (2 * events)
            error = math.sqrt(2 * both * (1 - both) / events)
            near(reached.get(place, 0) / events, times / events, error, f"chance of {name} for place {place}")
        for what in ["points", "scores"]:
            mean = entrant["means"][what]
            near(mean["value"], other[what] / events, math.sqrt(2) * mean["error"], f"mean {what} of {name}")
    same(theirs, {}, "E, entrants")
    again = product["meetings"]["repeats"]
    near(again["value"], hand["repeats"] / events, math.sqrt(2) * again["error"], "games of two who had met before")
    games = sum(hand["wins"])
    for side, seat in enumerate(product["seats"]):
        wins = seat["wins"]
        near(wins["value"], hand["wins"][side] / games, math.sqrt(2) * wins["error"], f"wins of {seat['seat']}")


def near(one, other, error, what):
    if abs(one - other) > ERRORS * error:
        raise Different(f"E, {what}: {one} and {other} are more than {ERRORS} standard errors apart")
