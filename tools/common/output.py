"""Tables, numbers and counts as people read them."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """A plain table: first column left, the others right, two spaces between."""
    everything = [list(head), *[list(row) for row in rows]]
    widths = [max(len(row[column]) for row in everything) for column in range(len(head))]
    lines = []
    for row in everything:
        cells = [
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same as a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def number(value: float, digits: int = 2) -> str:
    """A number with a fixed count of digits and no minus before zero."""
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def signed(value: float, digits: int = 2) -> str:
    """A number that says its sign."""
    text = number(value, digits)
    return text if text.startswith("-") or float(text) == 0 else f"+{text}"


def percent(value: float) -> str:
    """A share as a percentage with one digit."""
    return f"{number(100 * value, 1)} %"


def counted(count: int, one: str, many: str = "") -> str:
    """`1 game`, `2 games`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
