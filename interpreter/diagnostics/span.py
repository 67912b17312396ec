"""Places in files, and effect texts that know where each of their characters stands in a file."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from interpreter.records import record


@record(order=True)
class Span:
    """A stretch of one file.

    `file` is the path as it should be shown; lines and columns count from 1 in code points;
    the end is exclusive, so an empty stretch has its end equal to its start.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def at(cls, file: str, line: int, column: int, length: int = 1) -> Span:
        """A stretch of `length` code points on one line."""
        return cls(file, line, column, line, column + length)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@record
class EffectText:
    """A text of the effect language and where it stands.

    `starts` holds one (line, column) of the file per line of `text`: the place of that line's first
    character. Offsets count code points of `text` from 0.
    """

    text: str
    file: str
    starts: tuple[tuple[int, int], ...]

    def span(self, start: int, end: int) -> Span:
        """The stretch of the file that holds `text[start:end]`."""
        starts = self.starts
        if len(starts) == 1:  # nearly every text is one line
            line, column = starts[0]
            return Span(self.file, line, column + start, line, column + (end if end > start else start))
        line, column = self._place(start)
        end_line, end_column = self._place(max(start, end))
        return Span(self.file, line, column, end_line, end_column)

    def _place(self, offset: int) -> tuple[int, int]:
        begins = _begins(self.text)
        row = min(bisect_right(begins, offset) - 1, len(self.starts) - 1)
        line, column = self.starts[row]
        return line, column + offset - begins[row]


@lru_cache(maxsize=64)
def _begins(text: str) -> list[int]:
    """The offset of each line."""
    begins = [0]
    at = text.find("\n")
    while at >= 0:
        begins.append(at + 1)
        at = text.find("\n", at + 1)
    return begins
