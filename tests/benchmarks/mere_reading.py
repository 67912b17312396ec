"""A process that merely composes YAML, parses effects with Lark and validates with JSON Schema: no names, no types.

In: a content folder with generated schemas. Out: one line with counts. The lint of the same folder is measured beside
it, so it does each of the three in the quickest plain way: the C loader, one validator for each schema, the LALR parser
without a transformer. It takes from the project only the grammar and the layout of blocks that the grammar needs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from lark import Lark

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from interpreter.syntax.lark_layout import Layout  # noqa: E402

EFFECTS = ("arrival", "produce", "ability", "use")


def main(folder: Path) -> None:
    parser = Lark(
        (ROOT / "interpreter" / "syntax" / "effect.lark").read_text(encoding="utf-8"),
        start="effect",
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        maybe_placeholders=True,
    )
    cards = effects = faults = 0
    for rules in sorted(folder.glob("rules/*/*.yaml")):
        yaml.compose(rules.read_text(encoding="utf-8"), yaml.CSafeLoader)
    for game in sorted(path for path in (folder / "cards").iterdir()):
        schema = json.loads((folder / "schema" / "cards" / f"{game.name}.schema.json").read_text(encoding="utf-8"))
        validator = Draft202012Validator(schema)
        for file in sorted(game.glob("*.yaml")):
            loader = yaml.CSafeLoader(file.read_text(encoding="utf-8"))
            document = loader.construct_document(loader.get_single_node())
            faults += sum(1 for _ in validator.iter_errors(document))
            for records in document.values():
                cards += len(records)
                for record in records:
                    for field in EFFECTS:
                        text = record.get(field)
                        if text is not None:
                            parser.parse(text)
                            effects += 1
    print(cards, "cards", effects, "effects", faults, "faults")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
