"""Strict YAML -> nodes that keep their place.

In: the bytes or the text of one file. Out: a node, and everything wrong with the file in the report.
Values are built under YAML 1.2 core rules, narrowed to what content needs: nothing, `true` and `false`,
whole decimal numbers, texts. Aliases, anchors, tags, merge keys, directives, a second document and
keys that stand twice are refused. Nothing here raises for anything a file may hold: size, depth and
count are limited while the parser's events go by, before anything recurses.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from interpreter.diagnostics import EffectText, Note, Problem, Report, Span
from interpreter.reading.nodes import FAULTY, Entry, Mapping, Node, Scalar, Sequence
from interpreter.records import record

# Without libyaml the same events come from Python, ten times slower.
EventParser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MOST_BYTES = 2 * 1024 * 1024
MOST_DEPTH = 40
MOST_NODES = 200_000
MOST_DIGITS = 9

FILE_TOO_LARGE = Problem("file-too-large", f"A content file holds at most {MOST_BYTES} bytes and {MOST_NODES} values.")
NOT_TEXT = Problem("not-text", "A content file is UTF-8 text without control characters.")
NOT_YAML = Problem("not-yaml", "The file is not well-formed YAML.")
NESTED_TOO_DEEP = Problem("nested-too-deep", f"Values of a content file nest at most {MOST_DEPTH} deep.")
YAML_FEATURE = Problem(
    "yaml-feature", "Anchors, aliases, tags, merge keys and directives are not used in content files."
)
MORE_DOCUMENTS = Problem("more-documents", "A content file holds one document.")
DUPLICATE_KEY = Problem("duplicate-key", "A key stands twice in one mapping.")
KEY_FORM = Problem("key-form", "A key is one short text.")
NUMBER_FORM = Problem("number-form", "Numbers are whole and decimal, without leading zeros.")
NUMBER_TOO_LARGE = Problem("number-too-large", f"Numbers have at most {MOST_DIGITS} digits.")
TEXT_CUT = Problem("text-cut-by-comment", "A text without quotes ends before ` #`; the rest is a comment.")

_FORBIDDEN = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_OTHER_NUMBER = re.compile(
    r"[-+]?(?:[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
    re.ASCII,
)
_NULLS = frozenset(("", "~", "null"))


def parse_yaml(source: bytes | str, shown: str, report: Report) -> Node | None:
    """The value of one file, or None when it cannot be read as a tree at all.

    `shown` is the file's name in spans. A value that is refused by itself (an alias, `1.5`) is reported
    and becomes a scalar of style `FAULTY`, so that the rest of the file can still be checked.
    An empty file is the scalar None.
    """
    text = _decode(source, shown, report)
    if text is None:
        return None
    return _Builder(text, shown, report).build()


def _decode(source: bytes | str, shown: str, report: Report) -> str | None:
    start = Span.at(shown, 1, 1, 0)
    if len(source) > MOST_BYTES:
        report.error(
            FILE_TOO_LARGE,
            at=start,
            message=f"this file has more than {MOST_BYTES} bytes",
            help="split it into several files",
            cause=2,
        )
        return None
    if isinstance(source, bytes):
        if source.startswith((b"\xff\xfe", b"\xfe\xff")):
            report.error(NOT_TEXT, at=start, message="this file is UTF-16", help="save it as UTF-8", cause=2)
            return None
        try:
            text = source.decode("utf-8")
        except UnicodeDecodeError as error:
            good = source[: error.start].decode("utf-8")
            line, column = good.count("\n") + 1, len(good) - (good.rfind("\n") + 1) + 1
            report.error(
                NOT_TEXT,
                at=Span.at(shown, line, column),
                message=f"byte 0x{source[error.start]:02x} is not UTF-8",
                help="save the file as UTF-8",
                cause=2,
            )
            return None
    else:
        text = source
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    bad = _FORBIDDEN.search(text)
    if bad is not None:
        before = text[: bad.start()]
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        report.error(
            NOT_TEXT,
            at=Span.at(shown, line, column),
            message=f"the control character U+{ord(bad.group()):04X} stands here",
            help="end lines with a line feed" if bad.group() == "\r" else "remove it",
            cause=2,
        )
        return None
    return text


@record(frozen=False)
class _Open:
    """A mapping or list whose end has not been seen. `key` waits for its value."""

    start: Any  # the event that opened it
    mapping: bool
    entries: list[Entry] = field(default_factory=list)
    places: dict[str, Span] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)
    key: str | None = None
    key_span: Span | None = None
    end: tuple[int, int] = (1, 1)


class _Stop(Exception):
    """The file cannot be read on; the report says why."""


class _Builder:
    """Builds the tree of one file from the parser's events, with a stack in place of recursion."""

    def __init__(self, text: str, shown: str, report: Report) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.shown = shown
        self.report = report
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.documents = 0
        self.count = 0

    def build(self) -> Node | None:
        for number, line in enumerate(self.lines):
            if line.startswith("%"):
                self._feature(Span.at(self.shown, number + 1, 1, len(line)), "a directive (`%`)", "remove this line")
                return None
            if line and not line.startswith("#"):
                break
        try:
            self._events(EventParser(self.text))
        except _Stop:
            return None
        except yaml.YAMLError as error:
            self._not_yaml(error)
            return None
        except (ValueError, OverflowError):  # the pure parser's way to refuse an escape such as "\U99999999"
            self.report.error(
                NOT_YAML,
                at=Span.at(self.shown, 1, 1, 0),
                message="an escape in double quotes names no character",
                help="use single quotes",
                cause=2,
            )
            return None
        return self.root if self.root is not None else Scalar(None, Span.at(self.shown, 1, 1, 0))

    def _events(self, parser: Any) -> None:
        next_event, stack, scalar, quick_key = parser.get_event, self.stack, self._scalar, self._quick_key
        while True:
            event = next_event()
            kind = event.__class__
            if kind is ScalarEvent:
                self.count += 1
                if self.count > MOST_NODES:
                    self._too_many(event)
                if stack and (top := stack[-1]).mapping and top.key is None:
                    if not quick_key(event, top):
                        self._key(event)
                else:
                    scalar(event)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                self._start(event)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._end(event)
            elif kind is AliasEvent:
                span = self._span(event)
                self._feature(span, f"the alias `*{event.anchor}`", "write the value out again")
                if self.stack and self._wants_key():
                    raise _Stop
                self._value(Scalar(None, span, style=FAULTY), event)
            elif kind is DocumentStartEvent:
                self._document(event)
            elif event is None or kind.__name__ == "StreamEndEvent":
                return

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            at = self._span(event)
            help = "put it into a file of its own"
            self.report.error(MORE_DOCUMENTS, at=at, message="a second document begins here", help=help, cause=2)
            raise _Stop
        if event.version or event.tags:
            self._feature(self._span(event), "a directive (`%`)", "remove it")

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _feature(self, at: Span, what: str, help: str) -> None:
        self.report.error(YAML_FEATURE, at=at, message=f"{what} is not used in content files", help=help, cause=2)

    # ---- values -------------------------------------------------------------------------------

    def _refuse_properties(self, event: Any) -> bool:
        """Whether an anchor or a tag stands before this value; both are reported."""
        if not event.anchor and not event.tag:
            return False
        mark = event.start_mark
        at = Span.at(self.shown, mark.line + 1, mark.column + 1)
        if event.anchor:
            self._feature(at, f"the anchor `&{event.anchor}`", "remove it")
        if event.tag:
            self._feature(at, f"the tag `{_short(event.tag)}`", "remove it; a text that begins with `!` needs quotes")
        return True

    def _too_many(self, event: Any) -> None:
        message = f"this file has more than {MOST_NODES} values"
        self.report.error(
            FILE_TOO_LARGE, at=self._span(event), message=message, help="split it into several files", cause=2
        )
        raise _Stop

    def _start(self, event: Any) -> None:
        self.count += 1
        if self.count > MOST_NODES:
            self._too_many(event)
        self._refuse_properties(event)
        if len(self.stack) >= MOST_DEPTH:
            self._too_deep(event.start_mark.line, event.start_mark.column)
            raise _Stop
        if self.stack and self._wants_key():
            self._key_form(self._span(event), "a list or mapping")
            raise _Stop
        mark = event.end_mark if event.flow_style else event.start_mark
        self.stack.append(_Open(event, event.__class__ is MappingStartEvent, end=(mark.line + 1, mark.column + 1)))

    def _too_deep(self, line: int, column: int) -> None:
        self.report.error(
            NESTED_TOO_DEEP,
            at=Span.at(self.shown, line + 1, column + 1),
            message=f"values nest more than {MOST_DEPTH} deep here",
            help="write it with fewer lists and mappings inside each other",
            cause=2,
        )

    def _wants_key(self) -> bool:
        top = self.stack[-1]
        return top.mapping and top.key is None

    def _end(self, event: Any) -> None:
        done = self.stack.pop()
        start = done.start.start_mark
        flow = bool(getattr(done.start, "flow_style", False))
        if flow:
            done.end = (event.end_mark.line + 1, event.end_mark.column + 1)
        span = Span(self.shown, start.line + 1, start.column + 1, *done.end)
        node: Node
        if done.mapping:
            node = Mapping(tuple(done.entries), span, flow=flow)
        else:
            node = Sequence(tuple(done.items), span, flow=flow)
        self._value(node, event)

    def _value(self, node: Node, event: Any) -> None:
        """Put a finished value where it belongs: under the waiting key, into the list, or at the root."""
        if not self.stack:
            self.root = node
            return
        top, span = self.stack[-1], node.span
        end = (span.end_line, span.end_column)
        if end > top.end:
            top.end = end
        if not top.mapping:
            top.items.append(node)
        else:
            assert top.key is not None and top.key_span is not None
            if top.key not in top.places:
                top.places[top.key] = top.key_span
                top.entries.append(Entry(top.key, top.key_span, node))
            top.key = None

    def _key_form(self, at: Span, what: str) -> None:
        help = "a text that begins with `{`, `[` or `*` needs quotes"
        self.report.error(KEY_FORM, at=at, message=f"a key is a text, but {what} stands here", help=help, cause=2)

    def _quick_key(self, event: Any, top: _Open) -> bool:
        """Take a plain key that nothing is wrong with; all others are for `_key`."""
        key = event.value
        if event.style or event.anchor or event.tag or key == "<<" or not key.strip() or key in top.places:
            return False
        start, end = event.start_mark, event.end_mark
        line = end.line + 1
        if start.line + 1 != line:
            return False
        column = end.column + 1
        top.key, top.key_span = key, Span(self.shown, line, start.column + 1, line, column)
        if (line, column) > top.end:
            top.end = (line, column)
        return True

    def _key(self, event: Any) -> None:
        top, span, key = self.stack[-1], self._span(event), event.value
        self._refuse_properties(event)
        plain = not event.style
        if key == "<<" and plain:
            self._feature(span, "the merge key `<<`", "write the keys out")
        elif not key.strip():
            help = "write a name before the `:`"
            self.report.error(KEY_FORM, at=span, message="the key is empty", help=help, cause=2)
        elif "\n" in key or event.style in ("|", ">"):
            help = "a key is one line"
            self.report.error(KEY_FORM, at=span, message="the key has more than one line", help=help, cause=2)
        first = top.places.get(key)
        if first is not None:
            self.report.error(
                DUPLICATE_KEY,
                at=span,
                message=f"the key `{_short(key)}` stands twice",
                help="keep one of them",
                notes=[Note("first stands here", first)],
                cause=2,
            )
        if not plain:
            self._check_characters(key, span)
        top.key, top.key_span = key, span
        top.end = max(top.end, (span.end_line, span.end_column))

    def _scalar(self, event: Any) -> None:
        value, style = event.value, event.style or ""
        span = self._span(event)
        if (event.anchor or event.tag) and self._refuse_properties(event):
            self._value(Scalar(value, span, style=FAULTY), event)
            return
        if style == "":
            self._value(self._plain(event, value, span), event)
            return
        if style == '"':
            self._check_characters(value, span)
        if style in ("|", ">"):
            span, text = self._block(event, value)
            node = Scalar(value, span, text if style == "|" else None, style)
        elif style == "'" and self.text[event.start_mark.index + 1 : event.end_mark.index - 1] == value:
            begins = ((span.line, span.column + 1),)
            node = Scalar(value, span, EffectText(value, self.shown, begins) if "\n" not in value else None, style)
        else:
            node = Scalar(value, span, None, style)
        self._value(node, event)

    def _plain(self, event: Any, value: str, span: Span) -> Scalar:
        end = event.end_mark.index
        if self.text.startswith(" #", end) and self.text[end + 2 : end + 3].isdigit():
            rest = self.text[end + 1 : end + 1 + 20].split("\n")[0]
            self.report.warning(
                TEXT_CUT,
                at=Span.at(self.shown, span.end_line, span.end_column + 1, len(rest)),
                message=f"`{rest}` is a comment and not a part of the text before it",
                help="put the text into quotes, or a space after `#`",
            )
        one_line = span.line == span.end_line
        text = EffectText(value, self.shown, ((span.line, span.column),)) if one_line else None
        if value in _NULLS:
            return Scalar(None, span, text)
        if value == "true" or value == "false":
            return Scalar(value == "true", span, text)
        if value[0] in "-+.0123456789":
            if _INTEGER.fullmatch(value):
                return self._integer(value, span, text)
            if _OTHER_NUMBER.fullmatch(value):
                help = f"for a text put it into quotes: '{_short(value)}'"
                plain_digits = value.lstrip("+-0")
                if plain_digits.isascii() and plain_digits.isdigit():
                    sign = "-" if value.startswith("-") else ""
                    help = f"write `{sign}{_short(plain_digits)}`, or for a text '{_short(value)}' in quotes"
                message = f"numbers are whole and decimal here, `{_short(value)}` is not"
                self.report.error(NUMBER_FORM, at=span, message=message, help=help, cause=2)
                return Scalar(value, span, text, FAULTY)
        return Scalar(value, span, text)

    def _integer(self, value: str, span: Span, text: EffectText | None) -> Scalar:
        digits = len(value.lstrip("-"))
        if digits > MOST_DIGITS:
            message = f"this number has {digits} digits, the most is {MOST_DIGITS}"
            help = "for a text put it into quotes"
            self.report.error(NUMBER_TOO_LARGE, at=span, message=message, help=help, cause=2)
            return Scalar(0, span, text, FAULTY)
        if value == "-0":
            message = "numbers are whole and decimal here, `-0` is not"
            self.report.error(NUMBER_FORM, at=span, message=message, help="write `0`", cause=2)
            return Scalar(0, span, text, FAULTY)
        return Scalar(int(value), span, text)

    def _check_characters(self, value: str, span: Span) -> None:
        """Double quotes can spell what may not stand in a file: control characters and half characters."""
        bad = _FORBIDDEN.search(value)
        if bad is not None:
            message = f"an escape in this text makes the control character U+{ord(bad.group()):04X}"
            self.report.error(NOT_TEXT, at=span, message=message, help="remove the escape", cause=2)

    def _block(self, event: Any, value: str) -> tuple[Span, EffectText]:
        """Where a block scalar stands, and where each of its lines begins.

        The mark points at the `|`; the text begins on the next line, indented by as much as the first
        line that is not empty is longer in the file than in the value.
        """
        header = event.start_mark.line
        pieces = value.split("\n")
        indent = 0
        for offset, piece in enumerate(pieces):
            if piece:
                indent = len(self._line(header + 1 + offset)) - len(piece)
                break
        starts = []
        for offset in range(len(pieces)):
            line = header + 1 + offset
            starts.append((line + 1, min(indent, len(self._line(line))) + 1))
        last = len(pieces) - 1
        if last and not pieces[last]:  # after the final line break: the end of the last line, not the next key
            line = header + last
            starts[last] = (line + 1, len(self._line(line)) + 1)
        end = starts[last][0], starts[last][1] + len(pieces[last])
        if not value:
            end = header + 1, event.start_mark.column + 2
        span = Span(self.shown, header + 1, event.start_mark.column + 1, *end)
        return span, EffectText(value, self.shown, tuple(starts))

    def _line(self, number: int) -> str:
        return self.lines[number] if number < len(self.lines) else ""

    # ---- what the parser refuses ----------------------------------------------------------------

    def _not_yaml(self, error: Any) -> None:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = f"{getattr(error, 'problem', None) or ''} {getattr(error, 'context', None) or ''}".strip()
        if any(sign in problem for sign in _POINT_AT_THE_BEGINNING) and error.context_mark is not None:
            mark = error.context_mark
        line, column = (mark.line, mark.column) if mark is not None else (0, 0)
        if "exceeded maximum" in problem:
            self._too_deep(line, column)
            return
        content = self._line(line)
        if "\t" in content[: len(content) - len(content.lstrip())]:
            column = content.index("\t")
            message, help = "a tab stands in the indentation", "indent with spaces"
        else:
            message, help = _in_our_words(problem, content[column : column + 1])
        at = Span.at(self.shown, line + 1, column + 1)
        self.report.error(NOT_YAML, at=at, message=message, help=help, cause=2)


_POINT_AT_THE_BEGINNING = ("while scanning a quoted scalar", "while parsing a flow")

_WORDS = (
    ("mapping values are not allowed", "no `: ` can stand here", "put the text into quotes, or line the key up"),
    ("could not find expected ':'", "a `:` is missing", "write `name: value`"),
    ("did not find expected key", "no key begins here", "line it up with the keys above; a key is `name: value`"),
    ("expected <block end>", "no key begins here", "line it up with the keys above; a key is `name: value`"),
    ("did not find expected '-'", "no list item begins here", "begin it with `- ` in line with the items above"),
    ("',' or '", "a comma or the closing bracket is missing", "close what `[` or `{` opened; commas part the items"),
    ("node content", "a value is missing", "close what `[` or `{` opened"),
    ("found unexpected end of stream", "the quotes are not closed", "close them on the same line"),
    ("unknown escape", "no such escape in double quotes", "use single quotes"),
    ("leading empty line", "the first lines of this text are indented by more", "indent all lines of the text alike"),
    ("block sequence entries", "a list cannot begin here", "begin it on the next line"),
    ("sequence entries are not allowed", "a list cannot begin here", "begin it on the next line"),
    ("scanning a directive", "`%` begins a directive", "put the text into quotes"),
    ("<document start>", "the file goes on after its value has ended", "line up the keys; a text may need quotes"),
    ("while scanning an alias", "`*` begins an alias", "a text that begins with `*` needs quotes"),
    ("while scanning an anchor", "`&` begins an anchor", "a text that begins with `&` needs quotes"),
    ("while scanning a tag", "`!` begins a tag", "a text that begins with `!` needs quotes"),
    ("while parsing a tag", "`!` begins a tag", "a text that begins with `!` needs quotes"),
    ("undefined tag handle", "`!` begins a tag", "a text that begins with `!` needs quotes"),
)


def _in_our_words(problem: str, character: str) -> tuple[str, str]:
    """What the parser says, said for people: (message, help)."""
    if "cannot start any token" in problem:
        name = "a tab" if character == "\t" else f"`{character}`"
        return f"no value begins with {name}", "put the text into quotes" if character != "\t" else "use spaces"
    for sign, message, help in _WORDS:
        if sign in problem:
            return message, help
    return f"this is not YAML: {problem}" if problem else "this is not YAML", ""


def _short(text: str) -> str:
    text = text.replace("\n", " ")
    return text if len(text) <= 40 else text[:39] + "…"
