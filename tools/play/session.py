"""One game at the terminal: asks people, lets bots decide, shows what each may see.

The match is the engine's; this module only turns questions into text and text into decisions. A person
sees the view of the seat that decides, and nothing of the others'.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tools.common import bots
from tools.common.failures import Failure
from tools.common.rendering import printable
from tools.common.saves import save_game
from tools.common.seats import HUMAN
from tools.common.words import Words
from tools.play.menu import Question, question
from tools.play.screen import Screen

if TYPE_CHECKING:
    from interpreter.compiling import Program
    from interpreter.playing.match import Decision, Match

NEWS = 12  # so many lines of the log or the trace at a time

HELP = """\
  NUMBER   take that line of the menu
  b        one step back in the menu
  u        undo your last decision (not past something that was revealed)
  t        show the table again
  l        the log so far
  w        why: what the last decisions changed, with file and line
  s [FILE] save the game
  q        leave (what `--save` names is kept up to date anyway)
  ?        this help"""


class Leave(Exception):
    """The person wants to stop."""


@dataclass(slots=True)
class Session:
    """A running game. `kinds` says who plays each seat; `read` asks the person for a line."""

    match: Match
    program: Program
    kinds: Sequence[str]
    seed: int
    words: Words
    screen: Screen
    console: Console
    read: Callable[[], str]
    flat: bool = False
    trace: bool = False
    save_file: Path | None = None
    number: int = 0
    players: dict[int, bots.Player] = field(default_factory=dict)
    _last_human: int = -1
    _log_at: int = 0
    _trace_at: int = 0
    _saved_at: int = 0

    def __post_init__(self) -> None:
        for seat, kind in enumerate(self.kinds):
            if kind != HUMAN:
                self.players[seat] = bots.make(kind, seat, self.seed)
        self._saved_at = self.number

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == HUMAN]

    # ---- the loop ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end. Raises Leave (or EOFError, KeyboardInterrupt) when a person stops."""
        self._trace_at = len(self.match.changes)
        while not self.match.over:
            seat = self.match.seat
            legal = self.match.legal(seat)
            if seat in self.players:
                self._take(self.players[seat].choose(self.match, legal, self.number))
                if not self.people:
                    self._news(None)
            elif not self._turn(seat, legal):
                continue
        if self.save_file is not None:
            self._save(self.save_file)
        self._end()

    def skip_log(self, last: int) -> None:
        """Of the log so far, leave only the last lines to be shown."""
        self._log_at = len(self.match.changes)
        while self._log_at > 0 and len(self.match.log(None, self.words.language, self._log_at)) < last:
            self._log_at -= 1

    def _take(self, decision: Decision) -> None:
        self.match.apply(decision)
        self.number += 1
        if self.trace:
            self._show_trace()

    def _turn(self, seat: int, legal: list[Decision]) -> bool:
        """One person's decision; False if the person did something else instead, so that all is asked anew."""
        self._hand_over(seat)
        self._news(seat)
        self._draw(seat)
        decision = self._ask_flat(legal) if self.flat else self._ask_steps(legal)
        if decision is None:
            return False
        self._take(decision)
        if self.save_file is not None:
            self._save(self.save_file, quiet=True)
        return True

    def _hand_over(self, seat: int) -> None:
        """With several people at one screen: hide what the last one saw before the next one looks."""
        if len(self.people) > 1 and seat != self._last_human and self._last_human >= 0 and self.console.is_terminal:
            self.console.clear()
            self.console.print(f"[bold]{escape(self._name(seat))}[/], it is your turn. Press Enter when only you look.")
            self.read()
            self.console.clear()
        self._last_human = seat

    # ---- showing -----------------------------------------------------------------------------------

    def _name(self, seat: int) -> str:
        return self.screen.labels.get(f"player {seat + 1}", f"player {seat + 1}")

    def _draw(self, seat: int) -> None:
        self.console.print()
        title = f"{self.words.game()} · {self._name(seat)} decides · decision {self.number + 1}"
        self.screen.draw(self.match.view(seat), seat, escape(title))

    def _news(self, viewer: int | None) -> None:
        """The log lines that came since this was last called."""
        lines = self.match.log(viewer, self.words.language, self._log_at)
        if len(lines) > NEWS and self.people:
            self.console.print(f"  … {len(lines) - NEWS} lines before (l shows the whole log)", style="dim")
            lines = lines[-NEWS:]
        for line in lines:
            self.console.print(Text(f"  {printable(line)}", style="italic"))
        self._log_at = len(self.match.changes)

    def _show_trace(self) -> None:
        for line in self._traced(self._trace_at):
            self.console.print(Text(f"  {printable(line)}", style="dim"))
        self._trace_at = len(self.match.changes)

    def _traced(self, since: int) -> list[str]:
        """The trace from a change on; with people at the table, only as far as the one who decides may know."""
        match, language = self.match, self.words.language
        lines = match.trace(since, language)
        viewer = self._viewer()
        if viewer is None:
            return lines
        changes = [change for change in match.changes[since:] if change[0] != "decide"]
        found = []
        for change, line in zip(changes, lines, strict=True):
            told = match.teller.sentence(change, viewer, language)
            if told is not None:
                found.append(f"{line.partition(': ')[0]}: {told}")
        return found

    def _viewer(self) -> int | None:
        """Whose eyes the screen is for: the person who decides, or the only one there is; None if there is none."""
        if self.match.seat in self.people:
            return self.match.seat
        return self._last_human if self._last_human >= 0 else self.people[0] if self.people else None

    def _end(self) -> None:
        self._news(self.people[0] if len(self.people) == 1 else None)
        viewer = self.people[0] if len(self.people) == 1 else None
        self.console.print()
        self.screen.draw(self.match.view(viewer), viewer, escape(f"{self.words.game()} · the end"))
        self.console.print(self._result())

    def _result(self) -> Table:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("")
        scores = {seat: self.match.score(seat) for seat in range(len(self.kinds))}
        for index in range(max((len(keys) for keys in scores.values()), default=0)):
            table.add_column("score" if index == 0 else "then", justify="right")
        table.add_column("")
        best = sorted(scores, key=lambda seat: (seat not in self.match.winners, [-key for key in scores[seat]]))
        for seat in best:
            won = "wins" if seat in self.match.winners else ""
            won = "shares the victory" if won and len(self.match.winners) > 1 else won
            style = "bold" if won else ""
            table.add_row(
                Text(self._name(seat), style=style), *(str(key) for key in scores[seat]), Text(won, style="bold green")
            )
        return table

    # ---- asking ------------------------------------------------------------------------------------

    def _ask_flat(self, legal: list[Decision]) -> Decision | None:
        texts = [self.match.describe(decision, self.words.language) for decision in legal]
        chosen = self._pick("", texts, back=False)
        return None if chosen is None else legal[chosen]

    def _ask_steps(self, legal: list[Decision]) -> Decision | None:
        """From step to step until one decision is left; None when something else was done."""
        steps = [self.match.steps(decision) for decision in legal]
        path: list[list[int]] = [list(range(len(legal)))]
        while True:
            asked = question(steps, path[-1])
            if len(asked.choices) == 1:
                only = legal[asked.choices[0].open[0]]
                if len(legal) == 1:
                    text = escape(printable(self.match.describe(only, self.words.language)))
                    self.console.print(f"  [dim]only possibility:[/] {text}")
                return only
            chosen = self._pick(self._lead(asked), [choice.text for choice in asked.choices], back=len(path) > 1)
            if chosen is None:
                return None
            if chosen < 0:
                path.pop()
            else:
                path.append(list(asked.choices[chosen].open))

    def _lead(self, asked: Question) -> str:
        settled = ", ".join(value if label in ("", "do") else f"{label}: {value}" for label, value in asked.settled)
        label = "" if asked.label == "do" else asked.label
        return f"{settled} – {label}?" if settled and label else settled or (f"{label}?" if label else "")

    def _pick(self, lead: str, texts: list[str], back: bool) -> int | None:
        """A line of a menu by its number; -1 for one step back; None when the question has to be asked anew."""
        self._menu(lead, texts)
        while True:
            self.console.print("[bold]>[/] ", end="")
            word, _, rest = self.read().strip().partition(" ")
            if word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(texts):
                return int(word[:9]) - 1
            match word.lower():
                case "":
                    continue
                case "b" if back:
                    return -1
                case "u":
                    if self._undo():
                        return None
                case "t":
                    self._draw(self.match.seat)
                    self._menu(lead, texts)
                case "l":
                    for line in self.match.log(self.match.seat, self.words.language):
                        self.console.print(Text(f"  {printable(line)}", style="italic"))
                case "w":
                    self._why()
                case "s":
                    self._save(Path(rest.strip()) if rest.strip() else self.save_file or self.default_file())
                case "q":
                    raise Leave
                case "?" | "h" | "help":
                    self.console.print(HELP, markup=False, highlight=False)
                case _:
                    self.console.print(
                        f"  `{escape(printable(word))}` is no line of the menu: 1 to {len(texts)}, or ? for help",
                        highlight=False,
                    )

    def _menu(self, lead: str, texts: list[str]) -> None:
        if lead:
            self.console.print(Text(printable(lead), style="bold cyan"))
        width = len(str(len(texts)))
        lines = [f"{number:>{width}}  {printable(text)}" for number, text in enumerate(texts, 1)]
        longest = max(len(line) for line in lines)
        columns = max(1, min(4, (self.console.width - 2) // (longest + 4))) if len(lines) > 12 else 1
        height = -(-len(lines) // columns)
        for row in range(height):
            cells = [lines[at].ljust(longest) for at in range(row, len(lines), height)]
            self.console.print("  " + "    ".join(cells).rstrip(), markup=False, highlight=False)

    def _undo(self) -> bool:
        """Back to this person's last decision, past what bots did since; all or nothing.

        What others have decided is not taken back when they are people too.
        """
        seat, taken = self.match.seat, list(self.match.decisions)
        why = "there is nothing of yours to undo"
        while self.match.decisions:
            if not self.match.undo():
                why = "something was revealed since"
                break
            if self.match.seat == seat:
                self.number = len(self.match.decisions)
                self._log_at = self._trace_at = len(self.match.changes)
                self.console.print("  undone")
                return True
            if self.match.seat in self.people:
                why = "another person has decided since"
                break
        for identity in taken[len(self.match.decisions) :]:
            self.match.apply(self.match.find(identity))
        self.console.print(f"  cannot undo: {why}", highlight=False)
        return False

    def _why(self) -> None:
        for line in self._traced(0)[-NEWS:]:
            self.console.print(Text(f"  {printable(line)}", style="dim"))

    # ---- saving ------------------------------------------------------------------------------------

    def default_file(self) -> Path:
        """Where a game is saved when nobody said where."""
        return Path(f"{self.program_name()}-{self.seed}.save.json")

    def program_name(self) -> str:
        """The game's name in the rules."""
        return str(self.match.save()["game"])

    def _save(self, file: Path, quiet: bool = False) -> None:
        try:
            save_game(file, self.match, self.kinds)
        except Failure as failure:
            self.console.print(f"  {failure.message}", markup=False, highlight=False)
            return
        self._saved_at = self.number
        if not quiet:
            self.console.print(f"  saved to {file}", markup=False, highlight=False)

    def leave(self, asked: bool) -> None:
        """Say goodbye; offer to save what would be lost. `asked`: the person can still answer."""
        if self.match.over or not self.people:
            return
        if self.save_file is not None:
            self._save(self.save_file)
        elif self.number > self._saved_at:
            file = self.default_file()
            if asked and not self._wants(f"Save the game to {file} first?"):
                return
            if asked or sys.stdin.isatty():
                self._save(file)
            else:
                self.console.print("  the game is not over; `--save FILE` would have kept it", highlight=False)
                return
        else:
            return
        self.console.print(
            f"  `rulewright play --resume {self.save_file or self.default_file()}` goes on with it",
            markup=False,
            highlight=False,
        )

    def _wants(self, question: str) -> bool:
        self.console.print(f"  {escape(question)} [bold]Y/n[/] ", end="")
        try:
            return not self.read().strip().lower().startswith("n")
        except (EOFError, KeyboardInterrupt):
            return sys.stdin.isatty()
