"""Curves as a picture: SVG that reads on a light and on a dark page.

In: names of places along the x axis, and curves with a value at each. Out: the text of an SVG file. Both axes are
drawn by ratio (a doubling is the same length everywhere).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log2

WIDTH, HEIGHT = 360, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 46, 40
COLOURS = ("#3b82c4", "#d97706", "#16a34a")
INK = "#808890"


def curves(title: str, places: Sequence[str], lines: Mapping[str, Sequence[float]], below: str) -> list[str]:
    """One diagram, as parts of a picture that begin at its upper left corner."""
    values = [value for line in lines.values() for value in line]
    low, high = floor(2 * log2(min(values))) / 2, ceil(2 * log2(max(values))) / 2
    if high - low < 1:
        low, high = low - 0.5, high + 0.5

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(places) - 1)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - log2(value)) / (high - low)

    found = [_text(LEFT, 16, title, weight="bold")]
    for step in range(round(2 * low), round(2 * high) + 1):
        value = 2 ** (step / 2)
        found.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="{INK}" stroke-opacity="0.25"/>'
        )
        found.append(_text(LEFT - 6, y(value) + 4, f"{value:.3g}", anchor="end"))
    found += [_text(x(number), HEIGHT - BOTTOM + 16, place, anchor="middle") for number, place in enumerate(places)]
    found.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, below, anchor="middle"))
    at = float(LEFT)
    for colour, (name, line) in zip(COLOURS, lines.items(), strict=False):
        points = " ".join(f"{x(number):.1f},{y(value):.1f}" for number, value in enumerate(line))
        found.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        found += [f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="3" fill="{colour}"/>' for n, v in enumerate(line)]
        found.append(f'<rect x="{at:.1f}" y="24" width="10" height="10" fill="{colour}"/>')
        found.append(_text(at + 14, 33, name))
        at += 30 + 6.4 * len(name)
    return found


def picture(diagrams: Sequence[Sequence[str]]) -> str:
    """Diagrams side by side."""
    width = WIDTH * len(diagrams)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" viewBox="0 0 {width} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">'
    ]
    for number, diagram in enumerate(diagrams):
        lines += [f'<g transform="translate({number * WIDTH} 0)">', *diagram, "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'
