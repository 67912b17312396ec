"""Cases of the language as data: a small table, what is done, and what then lies there.

In: the files of `tests/cases/{verbs,queries,forms,flow}`. Out: `Case` records that `run` plays on the bench
table (`bench/table.yaml`), as one action offered once to player 1, or in a flow of their own. Keys of a case:

name, source   the rule in words
players, seed, budgets
rules, cards   further declarations, as the text of a rules file and of a card file
given          a position, as in scenarios
do             an effect; or `value:` an expression and `is:` its value; or `values:` values by expression
answers        decisions one after the other: a mapping (some keys of the decision are enough), a word (`decline`,
               the name of an action); or what is asked before the next one: `offered:` everything that is offered,
               `options:` how many, `refused:` what is not, `asked:` who
then           zones, resources, variables, attributes that are as said; `over`, `winners`, `counts`, `log` (what each
               viewer reads, in pieces), `seen_by`
fails          an error while playing: `kind`, `at` (how the rules begin there), `says` (a piece of the message)

A line of `rules`, `cards`, `do` or `value` that ends in "# error: PROBLEM `TEXT`: HELP" holds exactly this
finding; TEXT is what the finding points at (its first line), HELP a piece of the help; both may be left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Diagnostic, EffectText, Refused, Report, Span
from interpreter.pipeline import Match, Ruleset, load
from interpreter.playing.match import RulesError
from interpreter.reading.library import Library, read_yaml
from interpreter.reading.nodes import Mapping, Scalar, Sequence, plain

CASES = Path(__file__).resolve().parents[1] / "cases"
BENCH = Path(__file__).resolve().parent / "bench"
KEYS = frozenset(
    "name source players seed budgets rules cards given do value is values answers then fails".split(),
)
MARK = re.compile(r"# error: (?P<problem>[a-z-]+)(?: `(?P<text>.*?)`(?=:? |:?$))?(?:: (?P<help>.*))?$")
FIRST = "(first(players))"


@dataclass(frozen=True)
class Expected:
    """A finding that a line of a case promises: the line of the case file, and what its mark says."""

    problem: str
    text: str | None
    help: str | None


@dataclass
class Case:
    """One case with its texts and where they stand in the case file."""

    file: str
    data: dict[str, Any]
    texts: dict[str, EffectText] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{Path(self.file).stem}: {self.data['name']}"

    @property
    def expected(self) -> dict[tuple[str, int], Expected]:
        """Marks by text and row."""
        found: dict[tuple[str, int], Expected] = {}
        for name, text in self.texts.items():
            for row, line in enumerate(_lines(text)):
                if (match := MARK.search(line)) is not None:
                    found[name, row] = Expected(match["problem"], match["text"], match["help"])
        return found


def _lines(text: EffectText) -> list[str]:
    """The lines of the case file that hold a text, to their ends, notes of YAML included."""
    source = _source(text.file)
    return [source[line - 1][column - 1 :] for line, column in text.starts[: text.text.rstrip("\n").count("\n") + 1]]


@cache
def _source(file: str) -> list[str]:
    return (CASES / file).read_text(encoding="utf-8").split("\n")


@cache
def load_cases(file: str) -> tuple[Case, ...]:
    """The cases of one file under tests/cases."""
    report = Report()
    node = read_yaml(CASES / file, file, report)
    assert isinstance(node, Sequence) and not len(report), [f"{d.at}: {d.message}" for d in report]
    found: list[Case] = []
    for item in node:
        data = plain(item)
        assert isinstance(item, Mapping) and isinstance(data, dict), item.span
        assert data.keys() <= KEYS and data.get("name"), item.span
        texts = {}
        for key in ("rules", "cards", "do", "value"):
            scalar = item.get(key)
            if scalar is not None:
                assert isinstance(scalar, Scalar) and scalar.text is not None, scalar.span
                texts[key] = scalar.text
        found.append(Case(file, data, texts))
    names = Counter(case.data["name"] for case in found)
    assert max(names.values(), default=1) == 1, names.most_common(1)
    return tuple(found)


def all_cases(folder: str) -> list[Case]:
    """The cases of all files of a folder."""
    files = sorted((CASES / folder).glob("*.yaml"))
    return [case for file in files for case in load_cases(f"{folder}/{file.name}")]


# ---- the ruleset of a case ------------------------------------------------------------------------


def library_of(case: Case, root: Path) -> Library:
    """The bench table with what the case adds, as a content folder."""
    data = case.data
    rules = root / "rules" / "bench"
    cards = root / "cards" / "bench"
    rules.mkdir(parents=True)
    cards.mkdir(parents=True)
    table = (BENCH / "table.yaml").read_text(encoding="utf-8")
    if re.search(r"^winner:", data.get("rules", ""), re.M):
        table = re.sub(r"^winner:.*\n", "", table, flags=re.M)
    files = {"bench.yaml": table}
    begins = ["play:", f"  ready: {{each: {FIRST}, offer: [begin]}}"]
    if not re.search(r"^play:", data.get("rules", ""), re.M):
        begins.append(f"  turn: {{each: {FIRST}, offer: [act]}}")
    files["flow.yaml"] = "\n".join([*begins, "actions:", "  begin: {do: nothing}", ""])
    if "rules" in data:
        files["case.yaml"] = data["rules"]
    files["act.yaml"] = "\n".join(["actions:", "  act:", "    do: |", *_indented(_act(data)), ""])
    budgets = f", budgets: {json.dumps(data['budgets'])}" if "budgets" in data else ""
    head = f"game: {{name: Bench, players: 1..4, files: [{', '.join(files)}]{budgets}}}\n"
    for name, text in ({"game.yaml": head} | files).items():
        (rules / name).write_text(text, encoding="utf-8")
    (cards / "cards.yaml").write_text((BENCH / "cards.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    if "cards" in data:
        (cards / "case.yaml").write_text(data["cards"], encoding="utf-8")
    return Library(root)


def _act(data: dict[str, Any]) -> str:
    """The effect that the case offers: what it does, or lets that hold the values it asks for."""
    if "do" in data:
        return str(data["do"])
    asked = [data["value"]] if "value" in data else list(data.get("values", {}))
    lets = [f"let answer_{number} = {text}" for number, text in enumerate(asked)]
    return "\n".join([*lets, "choose done in 1..1 -> nothing"])


def _indented(text: str) -> list[str]:
    return [f"      {line}" if line else "" for line in text.rstrip("\n").split("\n")]


_PLACES = {
    "rules/bench/case.yaml": ("rules", 1, 1),
    "cards/bench/case.yaml": ("cards", 1, 1),
}


def _place(case: Case, at: Span) -> tuple[str, int, int]:
    """A place of the written files as text, row and column (both from 0) of the case."""
    if at.file == "rules/bench/act.yaml":
        name = "do" if "do" in case.data else "value"
        return name, at.line - 4, at.column - 7 - (0 if name == "do" else len("let answer_0 = "))
    name, line, column = _PLACES.get(at.file, (str(at), 1, 1))
    return name, at.line - line, at.column - column


def _pointed(case: Case, at: Span) -> str:
    """What a span points at, as far as its first line goes."""
    name, row, column = _place(case, at)
    if name not in case.texts:
        return str(at)
    line = case.texts[name].text.split("\n")[row]
    end = column + at.end_column - at.column if at.end_line == at.line else len(line)
    return line[max(0, column) : end]


def assert_findings(case: Case, found: list[Diagnostic]) -> None:
    """Every finding is promised on its line, and every promise is kept."""
    missing = case.expected
    for diagnostic in found:
        name, row, _ = _place(case, diagnostic.at)
        told = f"{diagnostic.at} {diagnostic.problem.name}: {diagnostic.message} ({diagnostic.help})"
        mark = missing.pop((name, row), None)
        assert mark is not None, f"unexpected: {told}"
        assert diagnostic.problem.name == mark.problem, told
        if mark.text is not None:
            assert _pointed(case, diagnostic.at) == mark.text, told
        if mark.help is not None:
            assert mark.help in diagnostic.help, told
        assert_well_said(diagnostic)
    assert not missing, f"not found: {missing}"


def assert_well_said(diagnostic: Diagnostic) -> None:
    """A message is one line in plain words: no full stop, no blame, names in pairs of backticks."""
    for sentence in (diagnostic.message, diagnostic.help, *(note.message for note in diagnostic.notes)):
        assert not sentence.endswith(".") and "\n" not in sentence, diagnostic
        assert sentence.count("`") % 2 == 0, diagnostic
    assert re.match(r"[a-z0-9`]|-\d|U\+", diagnostic.message), diagnostic


# ---- playing a case -------------------------------------------------------------------------------


def run(case: Case, root: Path) -> None:
    """Lint the case's ruleset, play it, compare."""
    library = library_of(case, root)
    report = Report()
    ruleset: Ruleset | None = None
    try:
        ruleset = load(library, "bench", report=report)
    except Refused as refused:
        report = refused.report
    assert_findings(case, list(report))
    if ruleset is None:
        assert not case.data.keys() & {"given", "answers", "then", "is", "values", "fails"}, "it was refused"
        return
    fails = case.data.get("fails")
    try:
        match = _play(case, ruleset)
    except RulesError as error:
        assert fails is not None, str(error)
        assert error.kind == fails["kind"], str(error)
        assert _pointed(case, error.at).startswith(fails["at"]), f"{error} points at {_pointed(case, error.at)}"
        assert fails.get("says", "") in str(error), str(error)
        return
    assert fails is None, "nothing failed"
    _compare(case, match)
    _is_sound(match)


def _play(case: Case, ruleset: Ruleset) -> Match:
    data = case.data
    match = Match.start(ruleset.program(data.get("players", 2), None), data.get("seed", 1), log=True)
    if "given" in data:
        match.arrange(data["given"])
    match.apply(match.find({"do": "begin"}))
    waits = False
    for answer in data.get("answers", []):
        if not waits:
            _enter(match, answer)
        waits = _expects(match, answer)
        if not waits:
            _is_sound(match)
            _decide(match, answer)
    if not data.get("answers"):
        _enter(match, None)
    if "value" in data or "values" in data:
        return match
    assert waits or match.over, f"still asked: {_offered(match)}"
    return match


def _enter(match: Match, answer: Any) -> None:
    """The case's action is taken when it has nothing open and the case does not speak of it."""
    if not match.over and _offered(match) == [{"do": "act"}] and answer not in ("act", {"offered": ["act"]}):
        match.apply(match.legal()[0])


def _offered(match: Match) -> list[dict[str, Any]]:
    return [dict(named) for seat in match.seats for named, _ in match.identities(seat)]


def _expects(match: Match, answer: Any) -> bool:
    """Whether an answer only says what is asked; checks it."""
    if not isinstance(answer, dict) or not answer.keys() & {"offered", "options", "refused", "asked"}:
        return False
    offered = _offered(match)
    for key, value in answer.items():
        match key:
            case "offered":
                wanted = [_decision(item) for item in value]
                short = offered if any("do" in w for w in wanted) else [_without_act(named) for named in offered]
                assert _bag(short) == _bag(wanted), f"offered: {short}"
            case "options":
                assert len(offered) == value, f"offered: {offered}"
            case "refused":
                assert not match_like(match, _decision(value)), f"offered: {offered}"
            case "asked":
                assert [seat + 1 for seat in match.seats] == (value if isinstance(value, list) else [value])
            case _:
                raise AssertionError(f"what is asked has no `{key}`")
    return True


def match_like(match: Match, wanted: dict[str, Any]) -> list[Any]:
    """Decisions of anybody who may decide that agree with the keys given."""
    return [d for seat in match.seats for d in match.find_like(wanted, seat)]


def _without_act(named: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in named.items() if (key, value) != ("do", "act")}


def _bag(identities: list[dict[str, Any]]) -> Counter[str]:
    return Counter(
        json.dumps({k: sorted(v, key=str) if isinstance(v, list) else v for k, v in i.items()}, sort_keys=True)
        for i in identities
    )


def _decision(answer: Any) -> dict[str, Any]:
    return answer if isinstance(answer, dict) else {"do": answer}


def _decide(match: Match, answer: Any) -> None:
    assert not match.over, f"nobody is asked any more: {answer}"
    wanted = _decision(answer)
    found = match_like(match, wanted)
    if len(found) > 1:  # all that it says is meant, nothing besides
        found = [d for seat in match.seats for n, d in match.identities(seat) if wanted in (n, _without_act(n))]
    assert len(found) == 1, f"{answer} fits {len(found)} of {_offered(match)}"
    match.apply(found[0])


# ---- comparing ------------------------------------------------------------------------------------


def _compare(case: Case, match: Match) -> None:
    data = case.data
    if "value" in data or "values" in data:
        asked = {data["value"]: data.get("is")} if "value" in data else data["values"]
        wanted = {text: None if value == "nothing" else value for text, value in asked.items()}
        found = dict(zip(asked, _answers(match), strict=True))
        assert found == wanted, {text: value for text, value in found.items() if value != wanted[text]}
        return
    state = match.state_json()
    for key, wanted in data.get("then", {}).items():
        match key:
            case "over":
                assert match.over == wanted
            case "winners":
                assert [match.naming.layout.seat_names[s] for s in match.winners] == wanted
            case "counts":
                for name, number in wanted.items():
                    zone = state["zones"][name]
                    by_seat = {seat: _count(zone[seat]) for seat in number} if isinstance(number, dict) else {}
                    assert (by_seat or _count(zone)) == number, name
            case "log":
                _compare_log(match, wanted)
            case "seen_by":
                for seat, view in wanted.items():
                    number = match.naming.seat_by_name[seat]
                    for part, things in view.items():
                        _same(match, match.view(number)[part], things, [seat, part])
            case "zones" | "resources" | "variables" | "attributes":
                _same(match, state[key], wanted, [key])
            case _:
                raise AssertionError(f"`then` has no `{key}`")


def _answers(match: Match) -> list[Any]:
    """Values of the names `answer_…` in the action that waits now."""
    frame = match.state_json()["frames"][-1]
    unit = match.program.layout.units[match.program.unit_number[frame["unit"]]]
    named = dict(zip([n for n, _ in unit.locals], frame["numbers"], strict=True))
    named |= dict(zip([n for n, _ in unit.sets], frame["sets"], strict=True))
    found = [value for name, value in sorted(named.items()) if name.startswith("answer_")]
    assert len(found) < 10
    return found


def _count(held: Any) -> Any:
    if isinstance(held, dict):
        return sum(_count(inner) for inner in held.values())
    return len(held) if isinstance(held, list) else 1


def _same(match: Match, found: Any, wanted: Any, path: list[str]) -> None:
    """What is named is as said: zones exactly, in order where they have one."""
    where = ".".join(path)
    if isinstance(wanted, dict):
        for name, inner in wanted.items():
            if name in match.naming.seat_by_name and name not in found:
                for thing, value in inner.items():
                    _same(match, found[thing][name], value, [*path, thing, name])
            elif path[-1] == "zones" or name in match.naming.seat_by_name:
                _same(match, found[name], inner, [*path, name])
            elif len(path) >= 2 and _is_slotted(match, path):
                assert found == wanted, where
            else:
                assert name in found, f"{where} has no `{name}`: {found}"
                _same(match, found[name], inner, [*path, name])
        if not wanted and isinstance(found, dict):
            assert not found, f"{where}: {found}"
        return
    if isinstance(wanted, list) and isinstance(found, list) and not _is_ordered(match, path):
        assert Counter(map(str, found)) == Counter(map(str, wanted)), f"{where}: {found}"
        return
    assert found == (None if wanted == "nothing" else wanted), f"{where}: {found}"


def _is_slotted(match: Match, path: list[str]) -> bool:
    return any(z.name in path and z.slot_count for z in match.program.layout.zones)


def _is_ordered(match: Match, path: list[str]) -> bool:
    return any(z.name in path and z.order != "none" for z in match.program.layout.zones)


def _compare_log(match: Match, wanted: dict[str, Any]) -> None:
    for viewer, pieces in wanted.items():
        seat = None if viewer == "all" else match.naming.seat_by_name[viewer]
        lines = match.log(seat, "en")
        for piece in pieces if isinstance(pieces, list) else [pieces]:
            absent = piece.startswith("not ")
            piece = piece.removeprefix("not ")
            assert any(piece in line for line in lines) != absent, f"{viewer}: {piece!r} in {lines}"


def _is_sound(match: Match) -> None:
    """What holds at every decision: nothing is lost, a saved match goes on as this one, everything can be said."""
    held = sum(_count(zone) for zone in match.state_json()["zones"].values())
    assert held == len(match.program.layout.card_of)
    resumed = Match.resume(match.program, json.loads(json.dumps(match.save())))
    assert resumed.hash() == match.hash()
    assert [_offered(resumed), resumed.seats] == [_offered(match), match.seats]
    for seat in match.seats:
        assert json.dumps(match.view(seat))
        for _, decision in match.identities(seat)[:20]:
            for language in ("en", "de"):
                assert match.describe(decision, language)
    for viewer in (None, 0, 1):
        assert all(match.log(viewer, language) is not None for language in ("en", "de"))
    assert len(match.trace()) <= len(match.changes)
