"""Single files, read and checked against their schema: scenarios, the table, and any other.

In: a library and a game. Out: nodes of the right shape, findings in the report.
Findings for a file that has not changed are kept with the library, so that linting every layer of a
game reads and checks each file once.
"""

from __future__ import annotations

from interpreter.diagnostics import Note, Problem, Report
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, Node, Scalar, Sequence
from interpreter.reading.schemas import Shape, named_shape

DUPLICATE_SCENARIO = Problem("duplicate-scenario", "Two scenarios of a game have one name.")


def read_checked(library: Library, name: str, schema: str, report: Report) -> Node | None:
    """The nodes of one file; None if it cannot be read or is not of the shape `schema`."""
    node = library.read(name, report)
    if node is None or not check_once(library, node, schema, report):
        return None
    return node


def check_once(library: Library, node: Node, schema: str, report: Report, shape: Shape | None = None) -> bool:
    """`validate`, but a node of a file that has been checked before gives the same findings without work.

    `shape`: the schema made ready, for one that has no name; `schema` is its text then.
    """
    kept = library.checked.get((id(node), schema))
    if kept is None:
        own = Report()
        (shape or named_shape(schema)).check(node, own)
        kept = library.checked[id(node), schema] = (node, tuple(own))
    for diagnostic in kept[1]:
        report.add(diagnostic)
    return not kept[1]


def read_scenarios(library: Library, game: str, report: Report) -> list[Mapping]:
    """All scenarios of a game, by file and in the order of each file; those of faulty files are left out."""
    found: list[Mapping] = []
    names: dict[str, Scalar] = {}
    for file in library.scenario_files(game):
        node = read_checked(library, file, "scenario", report)
        if not isinstance(node, Sequence):
            continue
        for scenario in node:
            if not isinstance(scenario, Mapping):
                continue
            name = scenario.get("scenario")
            if isinstance(name, Scalar):
                first = names.setdefault(str(name.value), name)
                if first is not name:
                    notes = [Note("first stands here", first.span)]
                    message = "two scenarios have this name"
                    help = "give one of them another name"
                    report.error(DUPLICATE_SCENARIO, at=name.span, message=message, help=help, notes=notes, cause=3)
            found.append(scenario)
    return found


def read_table(library: Library, game: str, report: Report) -> Mapping | None:
    """How the game is drawn; None if it has no `table.yaml` or a faulty one."""
    name = library.table_file(game)
    node = read_checked(library, name, "table", report) if name else None
    return node if isinstance(node, Mapping) else None
