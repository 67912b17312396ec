"""Files of a game -> one tree, with variants laid over.

In: a library, a game, and layers in order. Out: one mapping with the top keys of `game.yaml` and the
key `cards` (plural -> id -> card), in which every value keeps its place and its last writer.
Order: files of the manifest are united, cards are collected, further languages are added; then each
layer brings its cards and its edits (after every layer that it is `over`); in the end what changed is
checked against the schemas again. Reads no effect and resolves no name but those in paths of edits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence as Listed
from dataclasses import field, replace

from interpreter.diagnostics import EffectText, Note, Problem, Report, Span, did_you_mean
from interpreter.reading.files import check_once, read_checked
from interpreter.reading.generate import card_keys, card_schema, plural_of, render
from interpreter.reading.library import Library
from interpreter.reading.nodes import FAULTY, KNOWN, Entry, Mapping, Node, Origin, Scalar, Sequence, plain
from interpreter.reading.schemas import UNKNOWN_KEY, Shape, load_schema, validate
from interpreter.reading.tree import Path, Place, bare_name, get, insert, locate, rewrite, split_path, take_out, written
from interpreter.records import record

DUPLICATE_NAME = Problem("duplicate-name", "A name is declared in two files of one game.")
DUPLICATE_CARD = Problem("duplicate-card", "Two cards of one game have the same id.")
PLURAL_TAKEN = Problem("plural-taken", "The plural of a kind is used for something else.")
FIELD_TAKEN = Problem("field-taken", "A field of a kind has the name of a key that every card has.")
MANIFEST_FILE = Problem("manifest-file", "A file is named in the manifest that cannot be a part of the game.")
MISSING_PLAY = Problem("missing-play", "A game has no `play`.")
UNKNOWN_PATH = Problem("unknown-path", "An edit names a place that does not exist.")
PATH_EXISTS = Problem("path-exists", "An edit adds what is already there.")
EDIT_FORM = Problem("edit-form", "An edit lacks a key that it needs, or has one that it does not read.")
EDITED_TWICE = Problem("edited-twice", "One layer changes a place twice.")
LAYERS_CONFLICT = Problem("layers-conflict", "Two layers write one place differently.")
LAYER_ORDER = Problem("layer-order", "Layers stand over each other in a circle, or one is named twice.")
NOT_A_NUMBER = Problem("not-a-number", "`adjust` changes whole numbers only.")
LANGUAGE_FILE = Problem("language-file", "A language file can only add its own language to texts that are there.")


@record
class LayerInfo:
    """What a variant or expansion says about itself. `name` and `about`: a text, or texts by language."""

    id: str
    name: str | dict[str, str]
    about: str | dict[str, str] | None
    reading: str | None
    source: str | None
    over: tuple[str, ...]


@record
class _Edit:
    action: str
    path: Scalar
    value: Node | None
    at: Span


@record
class _Layer:
    info: LayerInfo
    edits: tuple[_Edit, ...]
    over_at: dict[str, Span]
    file: str


@record(frozen=False)
class _Written:
    """An edit that has been carried out: `before` is what stood there, `index` where among its siblings."""

    layer: str
    action: str
    value: object
    at: Span
    before: Node | None = None
    entry: Entry | None = None
    index: int = 0
    holder: Span | None = None


def read_layer_info(library: Library, game: str, layer: str, report: Report) -> LayerInfo | None:
    """What one layer says about itself, or None with the reason in the report."""
    read = _read_layer(library, game, layer, report)
    return read.info if read else None


def list_layers(library: Library, game: str, report: Report) -> list[LayerInfo]:
    """What every variant and expansion of the game says about itself, sorted by name."""
    found = (read_layer_info(library, game, layer, report) for layer in library.layers(game))
    return [info for info in found if info is not None]


def manifest(library: Library, game: str, report: Report) -> list[str]:
    """The further files that `game.yaml` names, in its order; their names as they stand there."""
    node = library.read(library.game_file(game), report)
    return [str(item.value) for item in _manifest_items(node)]


def check_files(library: Library, game: str, report: Report) -> None:
    """Report files in the game's folders that nobody reads; needs a readable `game.yaml` to know them."""
    if library.read(library.game_file(game), Report()) is not None:
        library.check_game_folder(game, manifest(library, game, Report()), report)


def merge(library: Library, game: str, layers: Listed[str], report: Report) -> Mapping | None:
    """The game as one tree, with `layers` laid over; None with the reasons in the report.

    Top keys: those of `game.yaml`, and `cards`: plural -> id -> card. Values that a layer wrote have
    `origin.layer` set to its name (`text/<language>` for language files) and `origin.replaced` to what
    stood there.
    """
    own = Report()
    tree = _merge(library, game, layers, own)
    for diagnostic in own:
        report.add(diagnostic)
    return None if own.failed else tree


def _merge(library: Library, game: str, layers: Listed[str], report: Report) -> Mapping | None:
    if not library.has_game(game, report):
        return None
    check_files(library, game, report)
    base = _base(library, game, report)
    read = _in_order([_read_layer(library, game, layer, report) for layer in _once(layers, game, report)], report)
    if base is None or report.failed:
        return None
    merging = _Merging(library, game, base, report)
    merging.set_cards(Mapping((), base.span))
    merging.add_cards(library.card_files(game), "base")
    if not report.failed:
        merging.check(base)
    if report.failed:
        return None
    merging.add_languages()
    for layer in read:
        merging.add_cards(library.card_files(game, layer.info.id), layer.info.id)
        merging.apply(layer)
    if read or library.text_files(game):
        merging.check(base)
    return merging.tree


# ---- the game without layers --------------------------------------------------------------------


def _manifest_items(node: Node | None) -> list[Scalar]:
    game = node.get("game") if isinstance(node, Mapping) else None
    files = game.get("files") if isinstance(game, Mapping) else None
    items = files.items if isinstance(files, Sequence) else ()
    return [item for item in items if isinstance(item, Scalar) and "/" not in str(item.value) and item.style != FAULTY]


def _base(library: Library, game: str, report: Report) -> Mapping | None:
    """The files of the manifest as one mapping, each checked by itself."""
    main = library.read(library.game_file(game), report)
    if main is None:
        return None
    fine = check_once(library, main, "game", report)
    parts: list[Node] = [main]
    for item in _manifest_items(main):
        if item.value in ("game.yaml", "table.yaml"):
            message = f"`{item.value}` is read by itself"
            report.error(MANIFEST_FILE, at=item.span, message=message, help="remove it from the list", cause=1)
            continue
        node = library.read(f"rules/{game}/{item.value}", report, item.span)
        if node is None:
            fine = False
            continue
        fine = check_once(library, node, "part", report) and fine
        parts.append(node)
    if not fine or report.failed or not isinstance(main, Mapping):
        return None
    entries: dict[str, Entry] = {}
    for part in parts:
        if isinstance(part, Mapping):
            _unite(entries, part, report)
    if "play" not in entries:
        at = Span.at(main.span.file, main.span.line, main.span.column)
        help = "add `play:` with at least one part"
        report.error(MISSING_PLAY, at=at, message="no file of this game has the key `play`", help=help, cause=3)
    return Mapping(tuple(entries.values()), main.span)


def _unite(entries: dict[str, Entry], part: Mapping, report: Report) -> None:
    for entry in part:
        first = entries.get(entry.key)
        if first is None:
            entries[entry.key] = entry
        elif isinstance(first.value, Mapping) and isinstance(entry.value, Mapping):
            known = {bare_name(e.key): e for e in first.value}
            for name in entry.value:
                other = known.get(bare_name(name.key))
                if other is not None:
                    _twice(name, other, report)
            entries[entry.key] = replace(
                first, value=replace(first.value, entries=first.value.entries + entry.value.entries)
            )
        else:
            _twice(entry, first, report)


def _twice(entry: Entry, first: Entry, report: Report) -> None:
    notes = [Note("first declared here", first.key_span)]
    message = f"`{entry.key}` is declared in two files"
    help = "keep one of them"
    report.error(DUPLICATE_NAME, at=entry.key_span, message=message, help=help, notes=notes, cause=3)


# ---- layers ---------------------------------------------------------------------------------------


def _once(layers: Listed[str], game: str, report: Report) -> list[str]:
    for layer in layers:
        if layers.count(layer) > 1:
            at = Span.at(f"rules/{game}/variants/{layer}/layer.yaml", 1, 1, 0)
            message, help = f"the layer `{layer}` is named twice", "name it once"
            report.error(LAYER_ORDER, at=at, message=message, help=help, cause=1)
    return list(dict.fromkeys(layers))


def _read_layer(library: Library, game: str, layer: str, report: Report) -> _Layer | None:
    if not library.has_layer(game, layer, report):
        return None
    file = library.layer_file(game, layer)
    node = read_checked(library, file, "layer", report)
    about = node.get("layer") if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(about, Mapping):
        return None
    over_at: dict[str, Span] = {}
    over = about.get("over")
    for item in over.items if isinstance(over, Sequence) else ():
        if isinstance(item, Scalar) and library.has_layer(game, str(item.value), report, item.span):
            over_at[str(item.value)] = item.span
            if item.value == layer:
                message = "a layer cannot be over itself"
                report.error(LAYER_ORDER, at=item.span, message=message, help="take it off the list", cause=3)
    values = plain(about)
    assert isinstance(values, dict)
    info = LayerInfo(
        layer, values["name"], values.get("about"), values.get("reading"), values.get("source"), tuple(over_at)
    )
    edits = node.get("edits")
    found = [_read_edit(item, report) for item in edits.items] if isinstance(edits, Sequence) else []
    return _Layer(info, tuple(edit for edit in found if edit is not None), over_at, file)


_READ_BY = {"add": ("with",), "replace": ("with",), "remove": (), "adjust": ("by", "to")}


def _read_edit(node: Node, report: Report) -> _Edit | None:
    if not isinstance(node, Mapping):
        return None
    action = next((entry for entry in node if entry.key in _READ_BY), None)
    if action is None or not isinstance(action.value, Scalar):
        return None
    wanted = _READ_BY[action.key]
    values = [entry for entry in node if entry is not action]
    for entry in values:
        if entry.key not in wanted:
            help = "it takes " + " or ".join(f"`{name}`" for name in wanted) if wanted else "remove it"
            message = f"`{action.key}` does not read `{entry.key}`"
            report.error(EDIT_FORM, at=entry.key_span, message=message, help=help, cause=3)
            return None
    if len(values) > 1:
        message = "only one of `by` and `to` can stand here"
        report.error(EDIT_FORM, at=values[1].key_span, message=message, help="keep one of them", cause=3)
        return None
    if wanted and not values:
        help = "add " + " or ".join(f"`{name}`" for name in wanted)
        message = f"this `{action.key}` has no value"
        report.error(EDIT_FORM, at=action.key_span, message=message, help=help, cause=3)
        return None
    name = action.key if action.key != "adjust" else values[0].key
    return _Edit(name, action.value, values[0].value if values else None, action.value.span)


def _in_order(layers: Iterable[_Layer | None], report: Report) -> list[_Layer]:
    """The order given, but every layer after those that it is over."""
    waiting = [layer for layer in layers if layer is not None]
    done: list[_Layer] = []
    while waiting:
        names = {layer.info.id for layer in waiting}
        ready = next((one for one in waiting if not names.intersection(one.info.over) - {one.info.id}), None)
        if ready is None:
            ready = waiting[0]
            other = next(name for name in ready.info.over if name in names)
            message = f"`{ready.info.id}` and `{other}` stand over each other in a circle"
            help = "take one of them off the other's `over`"
            report.error(LAYER_ORDER, at=ready.over_at[other], message=message, help=help, cause=3)
        waiting.remove(ready)
        done.append(ready)
    return done


@record(frozen=False)
class _Merging:
    """A merge under way: the tree so far, and who wrote which place."""

    library: Library
    game: str
    tree: Mapping
    report: Report
    written: dict[Path, _Written] = field(default_factory=dict)
    inside: dict[Path, list[Path]] = field(default_factory=dict)  # place -> edited places inside it
    top_keys: dict[str, list[Span]] = field(default_factory=dict)
    unchanged: set[int] = field(default_factory=set)  # ids of cards as they were read

    # ---- cards

    def add_cards(self, files: Iterable[str], layer: str) -> None:
        for file in files:
            node = self.library.read(file, self.report)
            if node is None:
                continue
            if not _well_formed(node):
                check_once(self.library, node, "cards", self.report)
                continue
            assert isinstance(node, Mapping)
            for entry in node:
                self.top_keys.setdefault(entry.key, []).append(entry.key_span)
                self._add_kind(entry, layer)

    def _add_kind(self, entry: Entry, layer: str) -> None:
        cards = self.tree.get("cards")
        tables = {e.key: e for e in cards} if isinstance(cards, Mapping) else {}
        ids = {card.key: card for table in tables.values() if isinstance(table.value, Mapping) for card in table.value}
        fresh: list[Entry] = []
        assert isinstance(entry.value, Sequence)
        for item in entry.value:
            assert isinstance(item, Mapping)
            own_id = item.get("id")
            assert isinstance(own_id, Scalar)
            name, path = str(own_id.value), ("cards", entry.key, str(own_id.value))
            first = ids.get(name)
            if first is not None:
                if not (layer != "base" and self._same_addition(path, item)):
                    notes = [Note("first stands here", first.key_span)]
                    message = f"two cards of this game have the id `{name}`"
                    help = "give one of them another id, or write `count:` for copies"
                    self.report.error(DUPLICATE_CARD, at=own_id.span, message=message, help=help, notes=notes, cause=3)
                continue
            value = item if layer == "base" else written(item, layer, None)
            ids[name] = Entry(name, own_id.span, value)
            fresh.append(ids[name])
            if layer == "base":
                self.unchanged.add(id(value))
            if layer != "base":
                self._record(path, _Written(layer, "add", plain(item), own_id.span))
        old = tables.get(entry.key)
        if old is None:
            tables[entry.key] = Entry(entry.key, entry.key_span, Mapping(tuple(fresh), entry.value.span))
        else:
            assert isinstance(old.value, Mapping)
            tables[entry.key] = replace(old, value=replace(old.value, entries=old.value.entries + tuple(fresh)))
        self.set_cards(Mapping(tuple(tables.values()), self.tree.span))

    def set_cards(self, cards: Mapping) -> None:
        others = tuple(entry for entry in self.tree if entry.key != "cards")
        self.tree = replace(self.tree, entries=(*others, Entry("cards", self.tree.span, cards)))

    def _same_addition(self, path: Path, item: Mapping) -> bool:
        other = self.written.get(path)
        return other is not None and other.action == "add" and other.value == plain(item)

    # ---- languages

    def add_languages(self) -> None:
        for file in self.library.text_files(self.game):
            language = file.rpartition("/")[2].removesuffix(".yaml")
            if not re.fullmatch(load_schema("common")["$defs"]["language"]["pattern"], language):
                at = Span.at(file, 1, 1, 0)
                self._language(at, f"`{language}` is not a language", "call the file by a language, such as `fr.yaml`")
                continue
            node = read_checked(self.library, file, "text", self.report)
            texts = node.get("texts") if isinstance(node, Mapping) else None
            for entry in texts if isinstance(texts, Mapping) else ():
                self._add_text(entry, language)

    def _add_text(self, entry: Entry, language: str) -> None:
        path = Scalar(entry.key, entry.key_span)
        place = self._locate(path)
        if place.node is None:
            self._unknown(path, place)
            return
        where = f"`{entry.key}`"
        if not _is_text(place.path, place.node):
            self._language(entry.key_span, f"{where} is not a text")
        elif isinstance(place.node, Scalar | Sequence):
            help = "write it by language there, such as {en: …}"
            self._language(entry.key_span, f"{where} is one text for all languages", help, place.node.span)
        elif language in place.node:
            first = place.node.get(language)
            assert first is not None
            self._language(entry.key_span, f"{where} already has the language `{language}`", "", first.span)
        else:
            value = written(entry.value, f"text/{language}", None)
            added = Entry(language, entry.key_span, value)
            self.tree = rewrite(self.tree, place.path, replace(place.node, entries=(*place.node.entries, added)))

    def _language(self, at: Span, message: str, help: str = "", other: Span | None = None) -> None:
        notes = [Note("stands here", other)] if other else []
        self.report.error(LANGUAGE_FILE, at=at, message=message, help=help, notes=notes, cause=3)

    # ---- edits

    def apply(self, layer: _Layer) -> None:
        for edit in layer.edits:
            self._apply(edit, layer)

    def _locate(self, path: Scalar) -> Place:
        return locate(self.tree, split_path(str(path.value)), _top_keys(), _plurals(self.tree))

    def _apply(self, edit: _Edit, layer: _Layer) -> None:
        place = self._locate(edit.path)
        removed = self._removed(place) if place.node is None else None
        if removed is not None:
            removal = self.written[removed]
            if edit.action == "remove" and place.rest == 1 and removal.layer != layer.info.id:
                return
            if removal.layer in layer.info.over and removal.entry is not None:
                self.tree = insert(self.tree, removed[:-1], removal.entry, removal.index)
                self._forget(removed)
                place = self._locate(edit.path)
            elif removal.layer != layer.info.id:
                self._conflict(edit, removal)
                return
        adding = edit.action == "add"
        parent = get(self.tree, place.path) or Mapping((), self.tree.span)
        if place.node is None and not (adding and place.rest == 1 and isinstance(parent, Mapping)):
            self._unknown(edit.path, place)
            return
        path = place.path if place.node is not None else place.attempted
        if path[0] == "cards" and len(path) < 3:
            message = f"`{edit.path.value}` is not one card"
            help = "write the plural of its kind before it" if adding else "make an edit for each card"
            self.report.error(EDIT_FORM, at=edit.at, message=message, help=help, cause=3)
            return
        value = plain(edit.value) if edit.value is not None else None
        related = self._related(path)
        own = next((other for other in related if other.layer == layer.info.id), None)
        if own is not None:
            notes = [Note("first here", own.at)]
            message = f"this layer has already changed `{edit.path.value}`"
            help = "make one edit of both"
            self.report.error(EDITED_TWICE, at=edit.at, message=message, help=help, notes=notes, cause=3)
            return
        overridden = self.written.get(path)
        if overridden is not None and (overridden.action, overridden.value) == (edit.action, value):
            return
        against = next((other for other in related if other.layer not in layer.info.over), None)
        if against is not None:
            self._conflict(edit, against)
            return
        twin = self._twin(place) if adding and place.node is None else None
        if twin is not None:
            notes = [Note("stands here", twin.key_span)]
            message = f"`{bare_name(twin.key)}` already exists"
            self.report.error(PATH_EXISTS, at=edit.at, message=message, help="use `replace`", notes=notes, cause=3)
            return
        if adding and place.node is not None and overridden is None:
            notes = [Note("stands here", place.node.span)]
            message = f"`{edit.path.value}` already exists"
            self.report.error(PATH_EXISTS, at=edit.at, message=message, help="use `replace`", notes=notes, cause=3)
            return
        self._write(edit, layer.info.id, path, place, overridden)

    def _write(self, edit: _Edit, layer: str, path: Path, place: Place, overridden: _Written | None) -> None:
        record = _Written(layer, edit.action, plain(edit.value) if edit.value else None, edit.at, place.node)
        if edit.action == "remove":
            if path == ("game",):
                self._unknown(edit.path, place)
                return
            self.tree, record.entry, record.index, record.holder = take_out(self.tree, path)
        else:
            assert edit.value is not None
            value: Node | None
            if edit.action in ("by", "to"):
                before = overridden.before if overridden is not None and overridden.before else place.node
                value = self._adjusted(edit, before, place.node, layer)
            else:
                value = self._with_id(written(edit.value, layer, place.node), path, edit, layer)
            if value is None:
                return
            if place.node is None:
                key_span = edit.path.text.span(*place.last) if edit.path.text else edit.path.span
                self.tree = insert(self.tree, path[:-1], Entry(path[-1], key_span, value), None)
            else:
                self.tree = rewrite(self.tree, path, value)
        self._record(path, record)

    def _adjusted(self, edit: _Edit, before: Node | None, now: Node | None, layer: str) -> Scalar | None:
        change = edit.value
        assert isinstance(change, Scalar) and isinstance(change.value, int)
        number = before.value if isinstance(before, Scalar) else None
        if not isinstance(number, int) or isinstance(number, bool):
            notes = [Note("stands here", _first(before.span))] if before else []
            message = f"`{edit.path.value}` is not a whole number"
            self.report.error(NOT_A_NUMBER, at=edit.at, message=message, help="use `replace`", notes=notes, cause=3)
            return None
        value = number + change.value if edit.action == "by" else change.value
        text = EffectText(str(value), change.span.file, ((change.span.line, change.span.column),))
        return Scalar(value, change.span, text, change.style, Origin(layer, now))

    def _with_id(self, value: Node, path: Path, edit: _Edit, layer: str) -> Node | None:
        """A card keeps the id of its path; `with` need not repeat it."""
        if path[0] != "cards" or len(path) != 3 or not isinstance(value, Mapping):
            return value
        id = value.get("id")
        if id is None:
            at = edit.path.span
            entry = Entry("id", at, Scalar(path[2], at, origin=Origin(layer)))
            return replace(value, entries=(entry, *value.entries))
        if isinstance(id, Scalar) and id.value != path[2]:
            message = f"the path names the card `{path[2]}`, the value `{id.value}`"
            self.report.error(EDIT_FORM, at=id.span, message=message, help="leave `id` out", cause=3)
            return None
        return value

    def _twin(self, place: Place) -> Entry | None:
        """What has the name of an addition already: the same with other parameters, or a card of another kind."""
        name = bare_name(place.attempted[-1])
        if place.attempted[0] == "cards":
            tables = [table.value for table in _entries(self.tree.get("cards"))]
            return next((card for table in tables for card in _entries(table) if card.key == name), None)
        return next((e for e in _entries(get(self.tree, place.path)) if bare_name(e.key) == name), None)

    def _record(self, path: Path, record: _Written) -> None:
        self.written[path] = record
        for length in range(1, len(path)):
            self.inside.setdefault(path[:length], []).append(path)

    def _removed(self, place: Place) -> Path | None:
        """The place that an earlier edit removed and that a path now misses."""
        tried = tuple(bare_name(key) for key in place.attempted)
        for path, done in self.written.items():
            if done.action != "remove":
                continue
            names = tuple(bare_name(key) for key in path)
            if names == tried or (names[:1] == ("cards",) and ("cards", *names[2:]) == tried):
                return path
        return None

    def _forget(self, path: Path) -> None:
        del self.written[path]
        for below in self.inside.values():
            if path in below:
                below.remove(path)

    def _related(self, path: Path) -> list[_Written]:
        """Earlier edits of this place, of one around it, and of those inside it."""
        around = [path[:length] for length in range(len(path), 0, -1)]
        return [self.written[other] for other in (*around, *self.inside.get(path, ())) if other in self.written]

    def _conflict(self, edit: _Edit, other: _Written) -> None:
        message = f"`{edit.path.value}` is changed differently by the layer `{other.layer}`"
        help = f"if this one counts, write `over: [{other.layer}]` in its `layer.yaml`"
        notes = [Note(f"changed here by `{other.layer}`", other.at)]
        self.report.error(LAYERS_CONFLICT, at=edit.at, message=message, help=help, notes=notes, cause=3)

    def _unknown(self, path: Scalar, place: Place) -> None:
        start, end = place.missing
        at = path.text.span(start, end) if path.text else path.span
        segment = str(path.value)[start:end]
        if place.node is not None:
            message, help = f"`{path.value}` cannot be removed", "remove what stands under it, or use `replace`"
        else:
            message = (
                f"there is no `{segment}` in `{str(path.value)[: start - 1]}`" if start else f"there is no `{segment}`"
            )
            help = did_you_mean(segment, place.known)
        self.report.error(UNKNOWN_PATH, at=at, message=message, help=help, cause=3)

    # ---- the whole, once more

    def check(self, base: Mapping) -> None:
        """Check what layers changed against the schemas, and all cards against the declared kinds."""
        found = Report()
        for entry in self.tree:
            if entry.key == "cards" or entry.value is base.get(entry.key):
                continue
            if entry.key in _top_keys():
                validate(entry.value, f"game#/properties/{entry.key}", found)
            else:
                help = did_you_mean(entry.key, _top_keys())
                message = f"no key is called `{entry.key}` here"
                found.error(UNKNOWN_KEY, at=entry.key_span, message=message, help=help, cause=3)
        if "play" not in self.tree:
            at = Span.at(self.tree.span.file, self.tree.span.line, self.tree.span.column)
            found.error(MISSING_PLAY, at=at, message="no file of this game has the key `play`", cause=3)
        if not found.failed:
            self._check_kinds(found)
        if not found.failed:
            self._check_cards(found)
        removals = {w.holder: w for w in self.written.values() if w.action == "remove" and w.holder}
        for diagnostic in found:
            culprit = next((w for holder, w in removals.items() if _first(holder) == _first(diagnostic.at)), None)
            if culprit is not None:
                note = Note(f"the layer `{culprit.layer}` removes something there", culprit.at)
                diagnostic = replace(diagnostic, notes=(*diagnostic.notes, note))
            self.report.add(diagnostic)

    def _check_kinds(self, report: Report) -> None:
        plurals: dict[str, Entry] = {}
        for kind in _entries(self.tree.get("kinds")):
            plural = plural_of(kind.key, plain(kind.value))
            node = kind.value.get("plural") if isinstance(kind.value, Mapping) else None
            at = node.span if node is not None else kind.key_span
            if plural in _top_keys() or plural == "cards":
                message = f"the plural `{plural}` is a key of game files"
                report.error(PLURAL_TAKEN, at=at, message=message, help="write another `plural`", cause=3)
            elif plural in plurals:
                notes = [Note("first used here", plurals[plural].key_span)]
                message = f"two kinds have the plural `{plural}`"
                help = "write another `plural`"
                report.error(PLURAL_TAKEN, at=at, message=message, help=help, notes=notes, cause=3)
            plurals.setdefault(plural, kind)
            fields = kind.value.get("fields") if isinstance(kind.value, Mapping) else None
            for entry in _entries(fields):
                if entry.key in card_keys():
                    message = f"every card has a key `{entry.key}` of its own"
                    report.error(FIELD_TAKEN, at=entry.key_span, message=message, help="rename the field", cause=3)
        for key, places in self.top_keys.items():
            for at in places:
                if key not in plurals:
                    message = f"no kind of this game has the plural `{key}`"
                    report.error(UNKNOWN_KEY, at=at, message=message, help=did_you_mean(key, plurals), cause=3)

    def _check_cards(self, report: Report) -> None:
        declared = {entry.key: plain(entry.value) for entry in self.tree if entry.key != "cards"}
        schema = card_schema(declared)
        for table in _entries(self.tree.get("cards")):
            item = schema["properties"].get(table.key, {}).get("items")
            if item is None:
                continue
            shape, name = Shape(item), render(item)
            for card in _entries(table.value):
                if isinstance(card.value, Mapping) and card.value.origin is KNOWN:
                    continue
                if id(card.value) in self.unchanged:
                    check_once(self.library, card.value, name, report, shape)
                else:
                    shape.check(card.value, report)


def _well_formed(node: Node) -> bool:
    """Whether a card file is built of lists of mappings with ids; what else is wrong is found later."""
    if not isinstance(node, Mapping) or not node.entries:
        return False
    name = re.compile(load_schema("common")["$defs"]["name"]["pattern"])
    for entry in node:
        if not isinstance(entry.value, Sequence):
            return False
        for item in entry.value:
            id = item.get("id") if isinstance(item, Mapping) else None
            if not isinstance(id, Scalar) or id.style == FAULTY or not name.fullmatch(str(id.value)):
                return False
    return True


def _top_keys() -> list[str]:
    return list(load_schema("game")["properties"])


def _plurals(tree: Mapping) -> list[str]:
    return [plural_of(entry.key, plain(entry.value)) for entry in _entries(tree.get("kinds"))]


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _first(span: Span) -> Span:
    return Span.at(span.file, span.line, span.column)


_TEXT_KEYS = frozenset(("name", "about", "text", "title", "place", "notes"))


def _is_text(path: Path, node: Node) -> bool:
    """Whether players read what stands at this path."""
    if path[0] == "enums":
        return len(path) == 3
    if path[0] == "cards":
        return len(path) == 4 and (path[3] in _TEXT_KEYS or isinstance(node, Mapping))
    return len(path) > 1 and path[-1] in _TEXT_KEYS
