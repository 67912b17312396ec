"""lint, schema, docs, show, diff, test and replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from interpreter.vocabulary import known_queries, known_verbs
from tests.tools.conftest import GAMES, REPOSITORY, Run

# ---- lint ------------------------------------------------------------------------------------------


def test_lint_of_the_test_games_finds_nothing(run: Run) -> None:
    ran = run("lint")
    assert ran.code == 0 and "no findings" in ran.out, ran.out


def _spoil(root: Path, file: str, old: str, new: str) -> None:
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_lint_shows_place_line_and_help(run: Run, orchard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _spoil(orchard, "cards/orchard/fruits.yaml", "crop: pear", "crop: peer")
    monkeypatch.chdir(orchard)
    ran = run("lint", "orchard", content=None)
    assert ran.code == 1
    assert "cards/orchard/fruits.yaml:3:" in ran.out and "^^^^" in ran.out and "`pear`" in ran.out
    assert ran.out.splitlines()[-1] == "1 game checked: 1 error"


def test_lint_as_json(run: Run, orchard: Path) -> None:
    _spoil(orchard, "rules/orchard/game.yaml", "draw 1 from", "draww 1 from")
    ran = run("lint", "--format", "json", content=orchard)
    result = json.loads(ran.out)
    assert ran.code == 1 and result["count"] == len(result["findings"]) >= 1
    first = result["findings"][0]
    assert (first["file"], first["severity"]) == ("rules/orchard/game.yaml", "error")
    assert {"problem", "message", "help", "line", "column", "end_line", "end_column", "notes"} <= first.keys()


def test_lint_of_a_path(run: Run, orchard: Path) -> None:
    _spoil(orchard, "cards/orchard/fruits.yaml", "crop: pear", "crop: peer")
    assert run("lint", orchard / "cards", content=orchard).code == 1
    assert run("lint", orchard / "rules" / "orchard" / "variants", content=orchard).code == 0
    ran = run("lint", REPOSITORY / "README.md", content=orchard)
    assert ran.code == 2 and "lies outside the content folder" in ran.err


def test_faulty_content_is_refused_by_every_command(run: Run, orchard: Path) -> None:
    _spoil(orchard, "rules/orchard/game.yaml", "draw 1 from", "draww 1 from")
    for command in (["show", "orchard"], ["simulate", "orchard"], ["play", "orchard"], ["diff", "orchard", "orchard"]):
        ran = run(*command, content=orchard)
        assert ran.code == 1 and "rules/orchard/game.yaml:" in ran.err and "Traceback" not in ran.err


# ---- schema, docs ----------------------------------------------------------------------------------


def test_schema_is_written_checked_and_found_stale(run: Run, orchard: Path) -> None:
    assert run("schema", "--check", content=orchard).code == 1
    ran = run("schema", content=orchard)
    assert ran.code == 0 and "schema/cards/orchard.schema.json" in ran.out
    schema = json.loads((orchard / "schema" / "cards" / "orchard.schema.json").read_text())
    assert schema["properties"]["fruits"]["items"]["properties"]["crop"]["enum"] == ["apple", "pear", "plum"]
    assert run("schema", "--check", content=orchard).code == 0
    _spoil(orchard, "rules/orchard/game.yaml", "crop: [apple, pear, plum]", "crop: [apple, pear, plum, fig]")
    ran = run("schema", "--check", content=orchard)
    assert ran.code == 1 and "not up to date" in ran.out


def test_docs_are_written_and_checked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "words.md"
    assert run("docs", "--check", "-o", file, content=None).code == 1
    assert run("docs", "-o", file, content=None).code == 0
    assert run("docs", "--check", "-o", file, content=None).code == 0
    text = file.read_text(encoding="utf-8")
    assert all(f"### {name}\n" in text for name in [*known_verbs(), *known_queries()])
    assert run("docs", "-o", "-", content=None).out == text


def test_every_example_of_the_reference_parses() -> None:
    import re

    from interpreter.diagnostics import EffectText, Report
    from interpreter.syntax import parse_effect

    text = (REPOSITORY / "tools" / "docs" / "forms.md").read_text(encoding="utf-8")
    examples = re.findall(r"```effect\n(.*?)```", text, re.S)
    assert len(examples) >= 8
    for example in examples:
        report = Report()
        starts = tuple((number, 1) for number in range(1, example.count("\n") + 2))
        parse_effect(EffectText(example, "forms.md", starts), report)
        assert not len(report), [str(found.message) for found in report] + [example]


# ---- show, diff ------------------------------------------------------------------------------------


EVERY_GAME = [
    (root, file.parent.name) for root in (GAMES, REPOSITORY) for file in sorted(root.glob("rules/*/game.yaml"))
]


@pytest.mark.parametrize(("root", "game"), EVERY_GAME, ids=[game for _root, game in EVERY_GAME])
def test_show_is_yaml_that_says_the_same(root: Path, game: str, run: Run) -> None:
    from interpreter.pipeline import load
    from interpreter.reading.nodes import plain

    tree = plain(load(root, game).tree)
    assert _as_texts(yaml.safe_load(run("show", game, content=root).out)) == _as_texts(tree)
    assert json.loads(run("show", game, "--format", "json", content=root).out)["value"] == tree


def _as_texts(value: object) -> object:
    """Keys as texts: in our YAML `1:` is the text `1`."""
    if isinstance(value, dict):
        return {str(key): _as_texts(inner) for key, inner in value.items()}
    return [_as_texts(inner) for inner in value] if isinstance(value, list) else value


def test_show_a_path(run: Run, orchard: Path) -> None:
    ran = run("show", "orchard", "--path", "actions.pick.do", content=orchard)
    assert ran.out.strip() == "draw 1 from pile to you.hand"
    assert run("show", "orchard", "--path", "fruits.pear.count", content=orchard).out.strip() == "6"
    assert run("show", "orchard", "--path", "cards.pear.count", content=orchard).out.strip() == "6"


def test_show_origins(run: Run, orchard: Path) -> None:
    words = ("show", "orchard", "--layer", "poor_market", "--path", "actions.sell", "--origins")
    ran = run(*words, content=orchard)
    assert "layer.yaml:" in ran.out and "layer poor_market, was choose some goods" in ran.out
    values = json.loads(run(*words, "--format", "json", content=orchard).out)["values"]
    changed = [value for value in values if value["layer"] == "poor_market"]
    assert [value["path"] for value in changed] == ["do"]
    assert changed[0]["replaced"]["file"] == "rules/orchard/game.yaml"
    assert all(value["file"] and value["line"] >= 1 and value["column"] >= 1 for value in values)


def test_diff_in_rule_terms(run: Run, orchard: Path) -> None:
    ran = run("diff", "orchard", "orchard+poor_market", content=orchard)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "actions"
    assert "sell.do:" in ran.out and "1 difference" in ran.out
    assert any(line.strip().startswith("- ") and "count(goods) * count(goods)" in line for line in ran.out.splitlines())
    changes = json.loads(run("diff", "orchard", "orchard+poor_market", "--format", "json", content=orchard).out)[
        "changes"
    ]
    assert [(change["group"], change["path"]) for change in changes] == [("actions", "actions.sell.do")]
    assert "same ruleset" in run("diff", "orchard", "orchard", content=orchard).out


# ---- test, replay ----------------------------------------------------------------------------------


def test_all_scenarios_of_the_test_games_pass(run: Run) -> None:
    ran = run("test")
    assert ran.code == 0, ran.out
    assert ran.out.splitlines()[-1].endswith("0 failed")


def test_a_scenario_that_fails_says_where_and_how(run: Run, orchard: Path) -> None:
    _spoil(orchard, "rules/orchard/scenarios/selling.yaml", "coin: 9", "coin: 8")
    ran = run("test", content=orchard)
    assert ran.code == 1
    assert "FAIL  orchard: three of a kind bring nine coins" in ran.out
    assert "selling.yaml:11:" in ran.out and "expected  8" in ran.out and "found     9" in ran.out
    result = json.loads(run("test", "--format", "json", content=orchard).out)
    assert (result["passed"], result["failed"]) == (1, 1)
    assert result["scenarios"][0]["differences"][0]["what"] == "resources.player 1.coin"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seat: 2", "seat: 1", "who decides"),
        ("hand: [pear]", "hand: [plum]", "zones.player 1.hand"),
        ("goods: [apple, apple, apple]", "goods: [plum]", "decision"),
        ("refused: {do: sell, goods: [apple, pear]}", "refused: {do: sell, goods: [apple]}", "refused"),
        ("{do: pick}", "{do: sell, goods: [plum]}", "offered"),
        ("{do: pick}", "{do: pick, goods: [apple]}", "has no choice `goods`"),
        ("players: 2", "players: 7", "players"),
    ],
)
def test_each_expectation_can_fail(old: str, new: str, said: str, run: Run, orchard: Path) -> None:
    _spoil(orchard, "rules/orchard/scenarios/selling.yaml", old, new)
    ran = run("test", content=orchard)
    assert ran.code == 1 and said in ran.out and "1 passed, 1 failed" in ran.out


def test_scenarios_by_word_and_by_file(run: Run, orchard: Path) -> None:
    assert "1 passed, 0 failed" in run("test", "-k", "THREE", content=orchard).out
    file = orchard / "rules" / "orchard" / "scenarios" / "selling.yaml"
    assert "2 passed, 0 failed" in run("test", file, content=orchard).out


def test_replay_tells_a_changed_game_apart(run: Run, orchard: Path, tmp_path: Path) -> None:
    run("simulate", "orchard", "-n", "1", "--save-transcripts", tmp_path / "games", content=orchard)
    file = tmp_path / "games" / "game_000000.json"
    ran = run("replay", file, "--format", "json", content=orchard)
    assert ran.code == 0 and json.loads(ran.out)["same"] is True
    _spoil(orchard, "rules/orchard/game.yaml", "draw 2 from", "draw 3 from")
    ran = run("replay", file, content=orchard)
    assert ran.code == 1 and "the rules have changed since" in ran.out


def test_replay_says_where_a_forged_record_parts(run: Run, tmp_path: Path) -> None:
    run("simulate", "nim", "-n", "1", "--save-transcripts", tmp_path)
    file = tmp_path / "game_000000.json"
    record = json.loads(file.read_text())
    record["decisions"][1] = {"do": "steal"}
    file.write_text(json.dumps(record))
    ran = run("replay", file)
    assert ran.code == 1 and "parts at decision 2 of" in ran.out


# ---- the guide -------------------------------------------------------------------------------------


def test_the_guides_game_is_complete(run: Run, orchard: Path) -> None:
    ran = run("lint", content=orchard)
    assert ran.code == 0, ran.out
    assert "2 passed, 0 failed" in run("test", content=orchard).out
    for players in ("2", "4"):
        assert run("simulate", "orchard", "-n", "20", "--players", players, content=orchard).code == 0
    assert run("play", "orchard", "--seed", "1", stdin="1\n" * 200, content=orchard).code == 0
