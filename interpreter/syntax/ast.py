"""The shape of effect texts as records. Names are still only names here; `checking` says what they name.

Every node has `span`, a half-open pair of code point offsets into the text it was parsed from; it does
not take part in comparison, so that printing and parsing again gives an equal tree.
"""

from __future__ import annotations

from dataclasses import field

from interpreter.records import record

Place = tuple[int, int]


def _span() -> Place:
    return field(default=(0, 0), compare=False, repr=False)


# ---- expressions -----------------------------------------------------------------------------------


@record
class Number:
    """A whole number, 0 or more."""

    value: int
    span: Place = _span()


@record
class Name:
    """A bare name."""

    name: str
    span: Place = _span()


@record
class Field:
    """`of.name`; `name_span` is the place of the last name alone."""

    of: Expression
    name: str
    name_span: Place = _span()
    span: Place = _span()


@record
class Call:
    """`of(items)`: a function, query, table look-up or zone by place."""

    of: Expression
    items: tuple[Item, ...]
    span: Place = _span()


@record
class Filtered:
    """`of where condition by key` inside parentheses; at least one of the two is there."""

    of: Expression
    where: Expression | None
    by: Expression | None
    span: Place = _span()


@record
class Group:
    """Parentheses round several members, `(a, b)`, or round a filtered set, `(s where ...)`.

    Parentheses round a single plain expression leave no trace in the tree; the printer puts back
    those that the grammar needs.
    """

    items: tuple[Item, ...]
    span: Place = _span()


@record
class Unary:
    """`-x` (operator "-") or `not x` (operator "not")."""

    operator: str
    operand: Expression
    span: Place = _span()


@record
class Binary:
    """Arithmetic with operator "+", "-", "*" or "mod"."""

    operator: str
    left: Expression
    right: Expression
    span: Place = _span()


@record
class Divide:
    """`left / right rounded up` or `down`; other words are kept for the checker to refuse."""

    left: Expression
    right: Expression
    rounded: str
    span: Place = _span()


@record
class Compare:
    """A comparison with "==", "!=", "<=", ">=", "<" or ">"."""

    operator: str
    left: Expression
    right: Expression
    span: Place = _span()


@record
class Logic:
    """`and` or `or` over two or more parts; the two never mix without parentheses."""

    operator: str
    parts: tuple[Expression, ...]
    span: Place = _span()


@record
class IsKind:
    """`of is kind` or `of is not kind`."""

    of: Expression
    kind: str
    negated: bool
    span: Place = _span()


@record
class Member:
    """`member in set` or `member not in set`."""

    member: Expression
    of: Expression
    negated: bool
    span: Place = _span()


@record
class Range:
    """`low .. high`, both ends included."""

    low: Expression
    high: Expression
    span: Place = _span()


@record
class Rank:
    """`most key` or `fewest key`; `most` is true for the first."""

    most: bool
    key: Expression
    span: Place = _span()


@record
class Superlative:
    """`the name in of where ... with most key then fewest key ties word`; `of` None means the plain
    `the player with ...`."""

    name: str
    of: Expression | None
    where: Expression | None
    ranks: tuple[Rank, ...]
    ties: str | None
    span: Place = _span()


Expression = (
    Number
    | Name
    | Field
    | Call
    | Group
    | Unary
    | Binary
    | Divide
    | Compare
    | Logic
    | IsKind
    | Member
    | Range
    | Superlative
)
Item = Expression | Filtered


# ---- amounts ---------------------------------------------------------------------------------------


@record
class Counted:
    """`count unit`, as in `2 coin`; `unit` is a Name or a Field path."""

    count: Expression
    unit: Name | Field
    span: Place = _span()


@record
class Pool:
    """`count of set`, as in `2 of you.hand`."""

    count: Expression
    of: Expression
    span: Place = _span()


@record
class Alternatives:
    """`2 wood or 1 stone` inside an amount."""

    options: tuple[Expression | Counted | Pool, ...]
    span: Place = _span()


Amount = Expression | Counted | Pool | Alternatives


# ---- statements ------------------------------------------------------------------------------------


@record
class Labelled:
    """An argument behind a label: `to you.hand`; `label` is "to", "from", "up to" and so on."""

    label: str
    amounts: tuple[Amount, ...]
    span: Place = _span()


@record
class Plain:
    """A verb with its argument and labelled arguments, `as name` and `where condition`."""

    verb: str
    amounts: tuple[Amount, ...]
    labelled: tuple[Labelled, ...]
    as_name: str | None
    where: Expression | None
    verb_span: Place = _span()
    span: Place = _span()


@record
class Let:
    """`let name = value`."""

    name: str
    value: Expression
    span: Place = _span()


@record
class HowMany:
    """How many are chosen or repeated. `kind`: "exactly" (high None), "between" (low to high),
    "up to" (low None), "some" (both None)."""

    kind: str
    low: Expression | None
    high: Expression | None
    span: Place = _span()


@record
class Choose:
    """`choose [how many] name in of [repeating] [where] [with] [matching] [minimal]`."""

    how_many: HowMany | None
    name: str
    of: Expression
    repeating: bool
    where: Expression | None
    constraint: Expression | None
    matching: Expression | None
    minimal: bool
    span: Place = _span()


@record
class Require:
    """`require condition`."""

    condition: Expression
    span: Place = _span()


Commitment = Plain | Let | Choose | Require


@record
class Block:
    """Statements, one after the other."""

    statements: tuple[Statement, ...]
    span: Place = _span()


@record
class Sentence:
    """`commitments -> body otherwise otherwise`."""

    commitments: tuple[Commitment, ...]
    body: Block
    otherwise: Block | None
    span: Place = _span()


@record
class May:
    """An optional part."""

    body: Block
    span: Place = _span()


@record
class Either:
    """Alternatives, two or more, of which one is chosen."""

    branches: tuple[Block, ...]
    span: Place = _span()


@record
class If:
    """`if condition then ... else ...`; `else if` is a nested If alone in `otherwise`, with
    `chained` true when it stood on the line of its `else`."""

    condition: Expression
    then: Block
    otherwise: Block | None
    chained: bool = False
    span: Place = _span()


@record
class ForEach:
    """`for each name in of where ... while ... do body`."""

    name: str
    of: Expression
    where: Expression | None
    while_: Expression | None
    body: Block
    span: Place = _span()


@record
class As:
    """`as players where ... while ... [secretly] do body`."""

    of: Expression
    where: Expression | None
    while_: Expression | None
    secretly: bool
    body: Block
    span: Place = _span()


@record
class Repeat:
    """`repeat count times while ... do body`."""

    how_many: HowMany
    while_: Expression | None
    body: Block
    span: Place = _span()


@record
class During:
    """`during scope do body`."""

    scope: str
    body: Block
    span: Place = _span()


@record
class Limit:
    """`once per scope` (times 1), `once` (times 1, scope None), `2 times per scope`."""

    times: int
    scope: str | None
    span: Place = _span()


@record
class Limited:
    """`limit do body`."""

    limit: Limit
    body: Block
    span: Place = _span()


@record
class Event:
    """`name of x by whom to place where condition`; the labels are those of the verb, each with one
    expression."""

    name: str
    of: Expression | None
    labelled: tuple[tuple[str, Expression], ...]
    where: Expression | None
    name_span: Place = _span()
    span: Place = _span()


@record
class Trigger:
    """`[limit] after|before|instead of event do body`."""

    when: str
    limit: Limit | None
    event: Event
    body: Block
    span: Place = _span()


Statement = Plain | Let | Sentence | Limited | Trigger | May | Either | If | ForEach | As | Repeat | During


# ---- the other starts ------------------------------------------------------------------------------


@record
class Order:
    """A ranking: `most point then most seat ties share`."""

    ranks: tuple[Rank, ...]
    ties: str | None
    span: Place = _span()


@record
class Pattern:
    """One word of a need: a Name, a Number or a Range of two numbers."""

    value: Name | Number | Range
    span: Place = _span()


@record
class Need:
    """One line of a recipe: for each field in order, the patterns that satisfy it."""

    parts: tuple[tuple[Pattern, ...], ...]
    span: Place = _span()


Tree = Block | Expression | Filtered | Order | Need
