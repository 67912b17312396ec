"""Menus step by step: decisions with a common beginning are one entry."""

from __future__ import annotations

from tools.play.menu import question

BUY_RED_3 = [("", "Buy"), ("card", "red"), ("with", "3")]
BUY_RED_4 = [("", "Buy"), ("card", "red"), ("with", "4")]
BUY_BLUE = [("", "Buy"), ("card", "blue"), ("with", "2")]
PASS = [("", "Pass")]


def test_first_the_action() -> None:
    asked = question([BUY_RED_3, BUY_RED_4, BUY_BLUE, PASS], [0, 1, 2, 3])
    assert [choice.text for choice in asked.choices] == ["Buy", "Pass"]
    assert asked.choices[0].open == (0, 1, 2)
    assert asked.settled == ()


def test_then_the_first_step_at_which_they_part() -> None:
    steps = [BUY_RED_3, BUY_RED_4, BUY_BLUE, PASS]
    asked = question(steps, [0, 1, 2])
    assert asked.settled == (("", "Buy"),) and asked.label == "card"
    assert [choice.text for choice in asked.choices] == ["red", "blue (with: 2)"]
    asked = question(steps, [0, 1])
    assert asked.settled == (("", "Buy"), ("card", "red"))
    assert [(choice.text, choice.open) for choice in asked.choices] == [("3", (0,)), ("4", (1,))]


def test_one_that_ends_where_others_go_on_is_done() -> None:
    asked = question([[("", "Buy")], [("", "Buy"), ("with", "2")]], [0, 1])
    assert [choice.text for choice in asked.choices] == ["done", "with: 2"] or [
        choice.text for choice in asked.choices
    ] == ["done", "2"]


def test_different_labels_are_said() -> None:
    asked = question([[("buy", "red")], [("sell", "red")]], [0, 1])
    assert [choice.text for choice in asked.choices] == ["buy: red", "sell: red"]


def test_every_decision_can_be_reached() -> None:
    steps = [BUY_RED_3, BUY_RED_4, BUY_BLUE, PASS, list(BUY_BLUE)]
    reached = []
    waiting = [tuple(range(len(steps)))]
    while waiting:
        open = waiting.pop()
        if len(open) == 1:
            reached.append(open[0])
        else:
            waiting += [choice.open for choice in question(steps, open).choices]
    assert sorted(reached) == list(range(len(steps)))
