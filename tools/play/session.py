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
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from interpreter.state import NOTHING
from tools.common import bots
from tools.common.failures import Failure
from tools.common.rendering import printable
from tools.common.saves import save_game
from tools.common.seats import HUMAN
from tools.common.words import Words
from tools.play.asking import Asking, Step
from tools.play.menu import Question, question
from tools.play.screen import Screen

if TYPE_CHECKING:
    from interpreter.compiling import Program
    from interpreter.playing.match import Decision, Match
    from interpreter.playing.telling import Told
    from tools.play.describing import Describing

NEWS = 16  # so many lines of the log or the trace at a time

TEXTS = {
    "en": {
        "help": """\
  NUMBER   take that line of the menu
  b        one step back in the menu
  u        undo your last decision (not past something that was revealed)
  t        show the whole table
  l        the log so far
  w        why: what the last decisions changed, with file and line
  s [FILE] save the game
  q        leave (what `--save` names is kept up to date anyway)
  ?        this help""",
        "your turn": "{who}, it is your turn. Press Enter when only you look.",
        "title": "{game} · {who} decides · decision {n}",
        "before": "… {n} earlier (l shows the whole log)",
        "the end": "the end",
        "score": "score",
        "then": "then",
        "wins": "wins",
        "shares": "shares the victory",
        "only": "only possibility:",
        "no line": "`{word}` is no line of the menu: 1 to {n}, or ? for help",
        "first question": "this is the first question of the decision; u takes the last decision back",
        "undone": "undone",
        "cannot undo": "cannot undo: {why}",
        "nothing": "there is nothing of yours to undo",
        "revealed": "something was revealed since",
        "another": "another person has decided since",
        "saved": "saved to {file}",
        "save first": "Save the game to {file} first?",
        "not over": "the game is not over; `--save FILE` would have kept it",
        "resume": "`rulewright play --resume {file}` goes on with it",
        "choose": "{what}?",
        "yes/no": "Y/n",
        "done": "done",
    },
    "de": {
        "help": """\
  ZAHL     diese Zeile des Menüs
  b        im Menü einen Schritt zurück
  u        die letzte eigene Entscheidung zurücknehmen (nicht, wenn seither etwas aufgedeckt wurde)
  t        den ganzen Tisch zeigen
  l        was bisher geschah
  w        warum: was die letzten Entscheidungen geändert haben, mit Datei und Zeile
  s [DATEI] das Spiel speichern
  q        gehen (was `--save` nennt, ist ohnehin auf dem neuesten Stand)
  ?        diese Hilfe""",
        "your turn": "{who}, du bist am Zug. Drücke Enter, wenn nur du hinsiehst.",
        "title": "{game} · {who} entscheidet · Entscheidung {n}",
        "before": "… davor noch {n} (l zeigt alles)",
        "the end": "das Ende",
        "score": "Ergebnis",
        "then": "dann",
        "wins": "gewinnt",
        "shares": "gewinnt mit",
        "only": "einzige Möglichkeit:",
        "no line": "`{word}` ist keine Zeile des Menüs: 1 bis {n}, oder ? für Hilfe",
        "first question": "das ist die erste Frage der Entscheidung; u nimmt die letzte Entscheidung zurück",
        "undone": "zurückgenommen",
        "cannot undo": "geht nicht zurück: {why}",
        "nothing": "es gibt keine eigene Entscheidung, die zurückgenommen werden könnte",
        "revealed": "seither wurde etwas aufgedeckt",
        "another": "seither hat jemand anders entschieden",
        "saved": "gespeichert in {file}",
        "save first": "Das Spiel vorher in {file} speichern?",
        "not over": "das Spiel ist nicht zu Ende; `--save DATEI` hätte es behalten",
        "resume": "`rulewright play --resume {file}` geht damit weiter",
        "choose": "{what}?",
        "yes/no": "J/n",
        "done": "fertig",
    },
}


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
    describing: Describing
    console: Console
    read: Callable[[], str]
    flat: bool = False
    trace: bool = False
    save_file: Path | None = None
    number: int = 0
    home: Path | None = None  # the game's folder, where bots find what they have learnt
    players: dict[int, bots.Player] = field(default_factory=dict)
    _last_human: int = -1
    _log_at: int = 0
    _trace_at: int = 0
    _saved_at: int = 0
    _told_of: int = NOTHING
    _decided: int = -1
    _drawn: bool = False  # the table, for the question that is asked
    _shown_to: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for seat, kind in enumerate(self.kinds):
            if kind != HUMAN:
                self.players[seat] = bots.make(kind, seat, self.seed, self.home)
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
        lines = self._account(None, 0)
        for told in _last(lines, last):
            self._line(told)
        self._log_at = len(self.match.changes)

    def _say(self, key: str, **holes: object) -> str:
        """One of this module's own texts in the language of the game."""
        return TEXTS.get(self.words.language, TEXTS["en"])[key].format(**holes)

    def _take(self, decision: Decision) -> None:
        self._decided = decision[0]
        self.match.apply(decision)
        self.number += 1
        if self.trace:
            self._show_trace()

    def _turn(self, seat: int, legal: list[Decision]) -> bool:
        """One person's decision; False if the person did something else instead, so that all is asked anew."""
        handed = self._hand_over(seat)
        begun = self._news(seat)
        self._drawn = handed or begun or self._decided != seat
        if self._drawn:
            self._draw(seat, whole=seat not in self._shown_to)
            self._shown_to.add(seat)
            self._told_of = seat
        else:
            self.screen.glance(self.match.view(seat), seat)
        decision = self._ask_flat(legal) if self.flat else self._ask_steps(legal)
        if decision is None:
            return False
        self._take(decision)
        if self.save_file is not None:
            self._save(self.save_file, quiet=True)
        return True

    def _hand_over(self, seat: int) -> bool:
        """With several people at one screen: hide what the last one saw before the next one looks. Tells whether
        somebody else looks now."""
        other = seat != self._last_human
        if len(self.people) > 1 and seat != self._last_human and self._last_human >= 0 and self.console.is_terminal:
            self.console.clear()
            self.console.print(self._say("your turn", who=self._name(seat)), style="bold", markup=False)
            self.read()
            self.console.clear()
        self._last_human = seat
        return other

    # ---- showing -----------------------------------------------------------------------------------

    def _name(self, seat: int) -> str:
        return self.screen.labels.get(f"player {seat + 1}", f"player {seat + 1}")

    def _draw(self, seat: int, whole: bool = True) -> None:
        self.console.print()
        title = self._say("title", game=self.words.game(), who=self._name(seat), n=self.number + 1)
        self.screen.draw(self.match.view(seat), seat, escape(title), whole)

    def _account(self, viewer: int | None, since: int, last: int = NOTHING) -> list[Told]:
        """What happened since a change, as the viewer may know it."""
        match, table = self.match, self.screen.table
        return match.teller.account(
            match.changes[since:],
            match.decisions,
            viewer,
            self.words.language,
            table.quiet,
            match.state,
            last,
            table.words,
        )

    def _news(self, viewer: int | None) -> bool:
        """What happened since this was last called; whether a turn began."""
        lines = self._account(viewer, self._log_at, self._told_of)
        if len(lines) > NEWS and self.people:
            self.console.print(f"  {self._say('before', n=len(lines) - NEWS)}", style="dim")
            shown = _last(lines, NEWS)
        else:
            shown = lines
        for told in shown:
            self._line(told)
        self._log_at = len(self.match.changes)
        return any(told.header for told in lines)

    def _line(self, told: Told) -> None:
        """A line of the account, further lines of a long one under its first; without a name under its header."""
        if told.header:
            self._told_of = told.seat
            self.console.print(Text(f"— {self._name(told.seat)} —", style="bold"))
            return
        text = told.short if told.who != NOTHING and told.who == self._told_of else told.text
        self.console.print(Padding(Text(printable(text), style="italic"), (0, 0, 0, 2)))

    def _show_trace(self) -> None:
        for line in self._traced(self._trace_at):
            self.console.print(Text(f"  {printable(line)}", style="dim"))
        self._trace_at = len(self.match.changes)

    def _traced(self, since: int) -> list[str]:
        """The trace from a change on; with people at the table, only as far as the one who decides may know."""
        return self.match.trace(since, self.words.language, self._viewer())

    def _viewer(self) -> int | None:
        """Whose eyes the screen is for: the person who decides, or the only one there is; None if there is none."""
        if self.match.seat in self.people:
            return self.match.seat
        return self._last_human if self._last_human >= 0 else self.people[0] if self.people else None

    def _end(self) -> None:
        self._news(self.people[0] if len(self.people) == 1 else None)
        viewer = self.people[0] if len(self.people) == 1 else None
        self.console.print()
        self.screen.draw(self.match.view(viewer), viewer, escape(f"{self.words.game()} · {self._say('the end')}"))
        self.console.print(self._result())
        counted = self.screen.result(self.match.view(viewer))
        if counted is not None:
            self.console.print(counted)

    def _result(self) -> Table:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("")
        scores = {seat: self.match.score(seat) for seat in range(len(self.kinds))}
        for index in range(max((len(keys) for keys in scores.values()), default=0)):
            table.add_column(self._say("score" if index == 0 else "then"), justify="right")
        table.add_column("")
        best = sorted(scores, key=lambda seat: (seat not in self.match.winners, [-key for key in scores[seat]]))
        for seat in best:
            won = self._say("shares" if len(self.match.winners) > 1 else "wins") if seat in self.match.winners else ""
            style = "bold" if won else ""
            table.add_row(
                Text(self._name(seat), style=style), *(str(key) for key in scores[seat]), Text(won, style="bold green")
            )
        return table

    # ---- asking ------------------------------------------------------------------------------------

    def _asking(self) -> Asking:
        return Asking(self.match, self.words, self.describing, self.screen.table)

    def _ask_flat(self, legal: list[Decision]) -> Decision | None:
        asking = self._asking()
        outcomes = asking.outcomes(legal)
        texts = [_on_one_line(steps) for steps in asking.all_steps(legal)]
        hints = [asking.outcome([outcome], text) for outcome, text in zip(outcomes, texts, strict=True)]
        chosen = self._pick(asking.heading(), texts, hints, back=False)
        return None if chosen is None else legal[chosen]

    def _ask_steps(self, legal: list[Decision]) -> Decision | None:
        """From step to step until one decision is left; None when something else was done."""
        asking = self._asking()
        steps = asking.all_steps(legal)
        pairs = [[step.pair for step in whole] for whole in steps]
        outcomes = asking.outcomes(legal)
        path: list[list[int]] = [list(range(len(legal)))]
        while True:
            asked = question(pairs, path[-1], self._say("done"))
            if len(asked.choices) == 1:
                only = legal[asked.choices[0].open[0]]
                if len(legal) == 1:
                    text, hint = _on_one_line(steps[0]), asking.outcome(outcomes)
                    self.console.print(
                        Text.assemble((f"  {self._say('only')} ", "dim"), printable(text), (f"  {hint}", "green"))
                    )
                return only
            lead = self._lead(asked) if asked.settled or asked.label else ""
            if not asked.settled:
                heading = asking.heading()
                lead = heading if not lead else f"{heading} – {lead}" if heading else lead
            at = len(asked.settled)
            hints = []
            for choice in asked.choices:
                first = steps[choice.open[0]]
                known = first[at].hint if at < len(first) else ""
                outcome = asking.outcome((outcomes[number] for number in choice.open), f"{lead} {choice.text}")
                if outcome == f"+1 {choice.text}" or (known and first[at].label == "do"):
                    outcome = ""  # said already
                hints.append("   ".join(part for part in (outcome, known) if part))
            zones = {first[at].zone if at < len(first) else "" for first in steps}
            if len(zones) == 1 and not self._drawn:
                self.screen.places_for(self.match.view(self.match.seat), self.match.seat, zones.pop())
            chosen = self._pick(lead, [choice.text for choice in asked.choices], hints, back=len(path) > 1)
            if chosen is None:
                return None
            if chosen < 0:
                path.pop()
            else:
                path.append(list(asked.choices[chosen].open))

    def _lead(self, asked: Question) -> str:
        plain = ("", "do", "either")
        settled = ", ".join(value if label in plain else f"{label}: {value}" for label, value in asked.settled)
        label = "" if asked.label in plain else self._say("choose", what=asked.label)
        return f"{settled} – {label}" if settled and label else settled or label

    def _pick(self, lead: str, texts: list[str], hints: list[str], back: bool) -> int | None:
        """A line of a menu by its number; -1 for one step back; None when the question has to be asked anew."""
        self._menu(lead, texts, hints)
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
                case "b":
                    self.console.print(self._say("first question"), markup=False, highlight=False)
                case "u":
                    if self._undo():
                        return None
                case "t":
                    self._draw(self.match.seat)
                    self._menu(lead, texts, hints)
                case "l":
                    for told in self._account(self.match.seat, 0):
                        self._line(told)
                    self._told_of = self.match.seat
                case "w":
                    self._why()
                case "s":
                    self._save(Path(rest.strip()) if rest.strip() else self.save_file or self.default_file())
                case "q":
                    raise Leave
                case "?" | "h" | "help":
                    self.console.print(self._say("help"), markup=False, highlight=False)
                case _:
                    self.console.print(
                        f"  {self._say('no line', word=printable(word), n=len(texts))}", markup=False, highlight=False
                    )

    def _menu(self, lead: str, texts: list[str], hints: list[str]) -> None:
        if lead:
            self.console.print(Text(printable(lead), style="bold cyan"))
        width = len(str(len(texts)))
        numbered = [f"{number:>{width}}  {printable(text)}" for number, text in enumerate(texts, 1)]
        longest = max(len(line) for line in numbered)
        if not any(hints):
            room = self.console.width - 2
            columns = max(1, min(4, room // (longest + 4))) if len(numbered) > 12 else 1
            height = -(-len(numbered) // columns)
            for row in range(height):
                cells = [numbered[at].ljust(longest) for at in range(row, len(numbered), height)]
                self.console.print("  " + "    ".join(cells).rstrip(), markup=False, highlight=False)
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True)
        room = min(max(len(hint) for hint in hints), self.console.width // 2 - 8)
        grid.add_column(max_width=max(24, self.console.width - width - room - 8))
        grid.add_column(style="dim")
        for number, (text, hint) in enumerate(zip(texts, hints, strict=True), 1):
            grid.add_row(Text(str(number)), Text(printable(text)), Text(printable(hint)))
        self.console.print(Padding(grid, (0, 0, 0, 2)))

    def _undo(self) -> bool:
        """Back to this person's last decision, past what bots did since; all or nothing.

        What others have decided is not taken back when they are people too.
        """
        seat, taken = self.match.seat, list(self.match.decisions)
        why = "nothing"
        while self.match.decisions:
            if not self.match.undo():
                why = "revealed"
                break
            if self.match.seat == seat:
                self.number = len(self.match.decisions)
                self._log_at = self._trace_at = len(self.match.changes)
                self.console.print(f"  {self._say('undone')}")
                return True
            if self.match.seat in self.people:
                why = "another"
                break
        for identity in taken[len(self.match.decisions) :]:
            self.match.apply(self.match.find(identity))
        self.console.print(f"  {self._say('cannot undo', why=self._say(why))}", highlight=False)
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
            self.console.print(f"  {self._say('saved', file=file)}", markup=False, highlight=False)

    def leave(self, asked: bool) -> None:
        """Say goodbye; offer to save what would be lost. `asked`: the person can still answer."""
        if self.match.over or not self.people:
            return
        if self.save_file is not None:
            self._save(self.save_file)
        elif self.number > self._saved_at:
            file = self.default_file()
            if asked and not self._wants(self._say("save first", file=file)):
                return
            if asked or sys.stdin.isatty():
                self._save(file)
            else:
                self.console.print(f"  {self._say('not over')}", markup=False, highlight=False)
                return
        else:
            return
        self.console.print(
            f"  {self._say('resume', file=self.save_file or self.default_file())}",
            markup=False,
            highlight=False,
        )

    def _wants(self, question: str) -> bool:
        self.console.print(f"  {escape(question)} [bold]{self._say('yes/no')}[/] ", end="")
        try:
            return not self.read().strip().lower().startswith("n")
        except (EOFError, KeyboardInterrupt):
            return sys.stdin.isatty()


def _last(lines: Sequence[Told], count: int) -> list[Told]:
    """The last lines, with the header that they stand under."""
    shown = list(lines[-count:]) if count else []
    above = [told for told in lines[: len(lines) - len(shown)] if told.header]
    return [above[-1], *shown] if above and shown and shown[0].who != NOTHING else shown


def _on_one_line(steps: Sequence[Step]) -> str:
    """A decision on one line."""
    head, *rest = steps
    details = ", ".join(f"{step.label}: {step.text}" for step in rest)
    first = head.text if head.label in ("do", "either") else f"{head.label}: {head.text}"
    return f"{first} – {details}" if details else first
