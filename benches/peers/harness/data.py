"""The data, generated from a seed, once for each size."""

import csv
import json
import subprocess

from .measure import run
from .setup import DATA, tell

SEED = 1


class Data:
    """Makes files when they are first asked for."""

    def __init__(self, tools):
        self.tools = tools

    def generated(self, name, *arguments):
        """A file, and what a reader of it must come to."""
        path, said = DATA / name, DATA / (name + ".said")
        if not said.exists():
            tell(f"generating {name}")
            command = self.tools.peer("generate", *arguments, path)
            text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
            said.write_text(text)
        return path, said.read_text().strip()

    def wide(self, games, entrants):
        return self.generated(f"wide-{games}-{entrants}.csv", "wide", games, entrants, SEED)

    def lines(self, games, entrants):
        return self.generated(f"lines-{games}-{entrants}.jsonl", "lines", games, entrants, SEED)

    def ladder(self, games, players):
        return self.generated(f"ladder-{games}-{players}.csv", "ladder", games, players, SEED)

    def bands(self, records):
        return self.generated(f"bands-{records}.csv", "bands", records, SEED)

    def entrants(self, count):
        return self.generated(f"entrants-{count}.csv", "entrants", count, SEED)

    def rules(self, count):
        return self.generated(f"rules-{count}.toml", "rules", count)

    def round(self, count):
        """The log of an event of which the first round is played: the draw, and the games with results."""
        entrants, _ = self.entrants(count)
        draw, games = DATA / f"draw-{count}.jsonl", DATA / f"round-{count}.csv"
        if not games.exists():
            draw.write_text(json.dumps({"draw": {"seed": SEED}}) + "\n")
            command = self.tools.rulesctl("pair", "blokus-pools", draw, "--entrants", entrants, "--output", "csv")
            filled_in(run(command, f"sheet-{count}").output, games)
        return entrants, draw, games


def filled_in(sheet, path):
    """Fills in what was left of each colour; by arithmetic, so that it is the same everywhere."""
    partial = path.with_suffix(".partial")
    with open(sheet, newline="", encoding="utf-8") as empty, open(partial, "w", newline="", encoding="utf-8") as full:
        rows = csv.DictReader(empty)
        writer = csv.DictWriter(full, rows.fieldnames, lineterminator="\n")
        writer.writeheader()
        left = [name for name in rows.fieldnames if name.endswith(".squares_left")]
        for game, row in enumerate(rows):
            mixed = (game + 1) * 2654435761
            row.update({name: (mixed >> (6 * place)) % 23 for place, name in enumerate(left)})
            writer.writerow(row)
    partial.rename(path)
