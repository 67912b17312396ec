"""Words that all tabletop games share, in English and German, for names that a game gives no text.

A line is `name: one, many = article one, many`; a `+` behind the article says that things lie on it, not in it. Last
parts and endings of German nouns tell their gender. No word of a particular game stands here.
"""

from __future__ import annotations

_TERMS = """
ability: ability, abilities = die Fähigkeit, Fähigkeiten
action: action, actions = die Aktion, Aktionen
age: age, ages = das Zeitalter, Zeitalter
amount: amount, amounts = der Betrag, Beträge
area: area, areas = das Gebiet, Gebiete
attack: attack, attacks = der Angriff, Angriffe
bank: bank, banks = die Bank, Banken
bet: bet, bets = der Einsatz, Einsätze
bid: bid, bids = das Gebot, Gebote
board: board, boards = + das Spielbrett, Spielbretter
bonus: bonus, bonuses = der Bonus, Boni
box: box, boxes = die Schachtel, Schachteln
card: card, cards = die Karte, Karten
cell: cell, cells = + das Feld, Felder
choice: choice, choices = die Wahl, Wahlen
coin: coin, coins = die Münze, Münzen
colour: colour, colours = die Farbe, Farben
color: color, colors = die Farbe, Farben
column: column, columns = die Spalte, Spalten
component: component, components = das Teil, Teile
content: contents, contents = der Inhalt, Inhalte
cost: cost, costs = die Kosten, Kosten
copy: copy number, copy numbers = die Exemplarnummer, Exemplarnummern
counter: counter, counters = der Zähler, Zähler
cube: cube, cubes = der Würfel, Würfel
damage: damage, damage = der Schaden, Schaden
deck: deck, decks = + der Stapel, Stapel
die: die, dice = der Würfel, Würfel
direction: direction, directions = die Richtung, Richtungen
discard: discard pile, discard piles = + der Ablagestapel, Ablagestapel
discards: discard pile, discard piles = + der Ablagestapel, Ablagestapel
display: display, displays = die Auslage, Auslagen
draw_pile: draw pile, draw piles = + der Nachziehstapel, Nachziehstapel
effect: effect, effects = der Effekt, Effekte
end: end, ends = das Ende, Enden
energy: energy, energy = die Energie, Energie
excess: excess, excess = der Überschuss, Überschüsse
face: face, faces = die Seite, Seiten
field: field, fields = + das Feld, Felder
game: game, games = das Spiel, Spiele
goal: goal, goals = das Ziel, Ziele
group: group, groups = die Gruppe, Gruppen
hand: hand, hands = + die Hand, Hände
hand_limit: hand limit, hand limits = das Handlimit, Handlimits
income: income, incomes = das Einkommen, Einkommen
kind: kind, kinds = die Art, Arten
leader: leader, leaders = der Startspieler, Startspieler
level: level, levels = die Stufe, Stufen
life: life, lives = das Leben, Leben
limit: limit, limits = die Grenze, Grenzen
line: line, lines = die Linie, Linien
link: way, ways = der Weg, Wege
loser: loser, losers = der Verlierer, Verlierer
map: map, maps = + die Landkarte, Landkarten
market: market, markets = + der Markt, Märkte
move: move, moves = der Zug, Züge
name: name, names = der Name, Namen
neighbour: neighbour, neighbours = der Nachbar, Nachbarn
neutral: neutral player, neutral players = der neutrale Spieler, neutrale Spieler
number: number, numbers = die Zahl, Zahlen
order: order, orders = die Reihenfolge, Reihenfolgen
owner: owner, owners = der Besitzer, Besitzer
part: part, parts = der Teil, Teile
partner: partner, partners = der Partner, Partner
phase: phase, phases = die Phase, Phasen
piece: piece, pieces = die Figur, Figuren
pile: pile, piles = + der Stapel, Stapel
pip: pip, pips = das Auge, Augen
place: place, places = + der Platz, Plätze
play_area: play area, play areas = der Spielbereich, Spielbereiche
player: player, players = der Spieler, Spieler
point: point, points = der Punkt, Punkte
pool: pool, pools = der Vorrat, Vorräte
price: price, prices = der Preis, Preise
prize: prize, prizes = der Preis, Preise
rank: rank, ranks = der Rang, Ränge
region: region, regions = die Region, Regionen
reserve: reserve, reserves = die Reserve, Reserven
resource: resource, resources = der Rohstoff, Rohstoffe
rest: rest, rest = der Rest, Reste
reward: reward, rewards = die Belohnung, Belohnungen
rival: opponent, opponents = der Gegner, Gegner
role: role, roles = die Rolle, Rollen
round: round, rounds = die Runde, Runden
row: row, rows = die Reihe, Reihen
score: score, scores = die Punktzahl, Punktzahlen
seat: seat number, seat numbers = die Platznummer, Platznummern
selection: selection, selections = die Auswahl, Auswahlen
set: set, sets = der Satz, Sätze
share: share, shares = der Anteil, Anteile
side: side, sides = die Seite, Seiten
size: size, sizes = die Größe, Größen
slot: space, spaces = + der Platz, Plätze
space: space, spaces = + das Feld, Felder
stack: stack, stacks = + der Stapel, Stapel
stage: stage, stages = der Abschnitt, Abschnitte
starter: starting player, starting players = der Startspieler, Startspieler
step: step, steps = der Schritt, Schritte
stock: stock, stocks = der Vorrat, Vorräte
strength: strength, strengths = die Stärke, Stärken
suit: suit, suits = die Farbe, Farben
supply: supply, supplies = der Vorrat, Vorräte
table: table, tables = + der Tisch, Tische
tableau: tableau, tableaus = die Auslage, Auslagen
target: target, targets = das Ziel, Ziele
team: team, teams = das Team, Teams
tile: tile, tiles = die Kachel, Kacheln
token: token, tokens = der Marker, Marker
total: total, totals = die Summe, Summen
track: track, tracks = + die Leiste, Leisten
trash: box, boxes = die Schachtel, Schachteln
trick: trick, tricks = der Stich, Stiche
trump: trump, trumps = der Trumpf, Trümpfe
turn: turn, turns = der Zug, Züge
type: type, types = der Typ, Typen
unit: unit, units = die Einheit, Einheiten
use: use, uses = die Benutzung, Benutzungen
value: value, values = der Wert, Werte
winner: winner, winners = der Gewinner, Gewinner
worker: worker, workers = der Arbeiter, Arbeiter
year: year, years = das Jahr, Jahre
"""

_HEADS = """
die: karte tafel+ leiste+ ablage auslage reihe spalte hand+ farbe figur stadt straße+ strecke+ insel bank kasse kiste
  truhe schachtel tasche hütte zone ebene+ seite münze währung zahl runde phase art einheit fläche+ matte+ werkstatt
  stange wiese+ zeile wand+ brücke kraft macht gunst stufe wertung leiter+ nahrung wolle ware waffe
der: stapel+ platz+ boden+ hof stein markt+ tisch+ plan+ vorrat wert preis punkt zug spieler marker würfel
  beutel block topf rang typ satz stich schritt raum ort weg+ bonus schatz wald see berg+ wagen tag abschnitt balken
  betrag auftrag vertrag beitrag anspruch sprung topf baum leim gewinn lohn zähler ring kreis chip pfad+ teil anteil
  kiesel brief spruch kurs anblick könig ritter händler arbeiter held vogel forst dampf stahl lehm hafen klan bruch kai+
das: los projekt kreuz
  haus feld+ brett+ spielbrett+ geld gold holz erz silber tableau blatt+ lager dorf land gebiet ziel stück plättchen
  team tier boot schiff fach viertel gebäude werkzeug gebot spiel deck leben jahr rad+ tor schloss blech glas metall
  material limit gut ansehen einkommen vermögen wissen auge gitter raster+ dach programm ufer fenster futter
  wasser feuer zimmer messer opfer muster pulver leder getreide gemüse gebäude gelände gemälde kamel
"""

# the first that fits
ENDINGS: tuple[tuple[str, str], ...] = (
    ("chen", "n"),
    ("lein", "n"),
    ("ment", "n"),
    ("tum", "n"),
    ("um", "n"),
    ("ung", "f"),
    ("heit", "f"),
    ("keit", "f"),
    ("schaft", "f"),
    ("ion", "f"),
    ("tät", "f"),
    ("ik", "f"),
    ("ur", "f"),
    ("ei", "f"),
    ("enz", "f"),
    ("anz", "f"),
    ("ling", "m"),
    ("ismus", "m"),
    ("ist", "m"),
    ("ast", "m"),
    ("ent", "m"),
    ("eur", "m"),
    ("or", "m"),
    ("er", "m"),
    ("ich", "m"),
    ("urm", "m"),
    ("on", "m"),
    ("en", "m"),
    ("ail", "n"),
    ("ig", "m"),
    ("e", "f"),
)

_GENDER = {"der": "m", "die": "f", "das": "n"}


def _terms() -> dict[str, dict[str, tuple[str, str]]]:
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for line in _TERMS.strip().splitlines():
        name, _, rest = line.partition(": ")
        english, german = (side.strip().removeprefix("+ ").partition(", ") for side in rest.split(" = "))
        found[name] = {"en": (english[0], english[2]), "de": (german[0], german[2])}
    return found


def _heads() -> dict[str, tuple[str, bool]]:
    found: dict[str, tuple[str, bool]] = {}
    for line in _TERMS.strip().splitlines():
        german = line.split(" = ")[1]
        words = german.removeprefix("+ ").split(",")[0].split(" ")
        if len(words) == 2:
            found[words[1].lower()] = (_GENDER[words[0]], german.startswith("+"))
    gender = ""
    for word in _HEADS.split():
        if word.endswith(":"):
            gender = _GENDER[word[:-1]]
        else:
            found[word.rstrip("+")] = (gender, word.endswith("+"))
    return found


TERMS = _terms()
HEADS = _heads()
