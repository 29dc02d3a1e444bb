"""The table that is printed: a row for each comparison."""

from dataclasses import dataclass

HEADER = ["case", "work", "against", "median of pairs", "lowest – highest", "reach", "met"]


@dataclass
class Row:
    """A comparison: what was found, and what is to be reached (at most, or at least)."""

    case: str
    work: str
    against: str
    found: str
    spread: str
    reach: str
    met: bool


def number(value):
    """Three digits that say something."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def at_most(case, work, against, ratios, reach):
    """A row of times, product to peer."""
    spread = f"{number(min(ratios.all))} – {number(max(ratios.all))}"
    found = number(ratios.median)
    return Row(case, work, against, found, spread, f"at most {reach:.3g}", ratios.median <= reach)


def faster(case, work, against, ratios, reach):
    """A row of how many times faster the product is."""
    times = [1 / ratio for ratio in ratios.all]
    spread = f"{number(min(times))} – {number(max(times))} × faster"
    met = 1 / ratios.median >= reach
    return Row(case, work, against, f"{number(1 / ratios.median)} × faster", spread, f"at least {reach} ×", met)


def memory(case, work, against, most, reach):
    """A row of memory, in bytes."""
    found = f"{most / 1e9:.2f} GB"
    return Row(case, work, against, found, "", f"at most {reach / 1e9:.1f} GB", most <= reach)


def markdown(rows):
    """The whole table."""
    lines = [HEADER] + [
        [row.case, row.work, row.against, row.found, row.spread, row.reach, "yes" if row.met else "no"] for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADER))]
    written = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines]
    return "\n".join([written[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *written[1:]])
