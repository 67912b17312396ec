"""German: gender, case, articles and verbs, as far as rules texts need them.

A noun whose gender is nowhere written is guessed from its last part or its ending (`Geldstapel` goes like `Stapel`).
Where nothing helps, the article is left out. Adjectives before a noun are bent with it. Conditions are always said
as subordinate clauses, with the verb at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from interpreter.wording.nouns import CASES, Forms, Noun, Phrase
from interpreter.wording.terms import ENDINGS, HEADS, TERMS

#          nom    acc    dat    gen
THE = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    "p": ("die", "die", "den", "der"),
}
# the endings of `ein`, `kein`, `dein`, `sein`, and of `dieser`, `jeder`
EIN = {"m": ("", "en", "em", "es"), "f": ("e", "e", "er", "er"), "n": ("", "", "em", "es"), "p": ("e", "e", "en", "er")}
DIES = {
    "m": ("er", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "es"),
    "p": ("e", "e", "en", "er"),
}
# adjectives behind `der`, behind `ein`, and behind nothing
WEAK = {"m": ("e", "en", "en", "en"), "f": ("e", "e", "en", "en"), "n": ("e", "e", "en", "en"), "p": ("en",) * 4}
MIXED = {"m": ("er", "en", "en", "en"), "f": ("e", "e", "en", "en"), "n": ("es", "es", "en", "en"), "p": ("en",) * 4}
STRONG = {
    "m": ("er", "en", "em", "en"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "en"),
    "p": ("e", "e", "en", "er"),
}
PLURAL_ONLY = frozenset(("Kosten", "Leute", "Eltern"))
PLURALS = PLURAL_ONLY | frozenset(
    many for sides in TERMS.values() for one, many in [sides["de"]] if many != one.split(" ")[-1]
)
FINITE = (
    "ist",
    "sind",
    "wurde",
    "wurden",
    "wird",
    "werden",
    "hat",
    "haben",
    "hast",
    "bist",
    "kann",
    "können",
    "darf",
    "gibt",
)
# the case behind a preposition; where it may be either, that of a place where something is
DATIVE = (
    "von",
    "mit",
    "aus",
    "bei",
    "zu",
    "nach",
    "seit",
    "hinter",
    "vor",
    "in",
    "an",
    "auf",
    "unter",
    "neben",
    "über",
)
ACCUSATIVE = ("für", "durch", "gegen", "ohne", "um", "bis")
REL_OWNER = {"m": "dessen", "n": "dessen", "f": "deren", "p": "deren", "": "deren"}
# `im Topf von {0}` is `in deinem Topf`, `die Zahl der Karten von {0}` is `die Zahl deiner Karten`
OWNED = {
    "im": "in {0}em",
    "am": "an {0}em",
    "vom": "von {0}em",
    "zum": "zu {0}em",
    "beim": "bei {0}em",
    "der": "{0}er",
    "des": "{0}es",
    "dem": "{0}em",
    "den": "{0}en",
}
PRONOUNS = {"nom": "er", "acc": "ihn", "dat": "ihm", "gen": "seiner"}
YOU = {"nom": "du", "acc": "dich", "dat": "dir", "gen": "deiner"}
SHORT = {"von dem": "vom", "zu dem": "zum", "in dem": "im", "an dem": "am", "in das": "ins", "zu der": "zur"}
# men and animals that take -en: `den Helden`; those in -e take -n: `den Boten`
WEAK_NOUNS = (
    *("held", "mensch", "bauer", "nachbar", "bär", "fürst", "graf", "prinz", "präsident", "agent", "soldat", "pilot"),
    *("kandidat", "spezialist", "elefant", "diamant", "planet", "komet", "automat", "lieferant", "fabrikant"),
)
N_NOUNS = ("name", "gedanke", "glaube", "wille", "funke", "same", "friede", "buchstabe")  # `des Namens`
# adjectives that stand as nouns: `der Nächste`, `ein Nächster`
ADJECTIVAL = re.compile(r"^[A-ZÄÖÜ]\w*(ste|tzte|ende|ndete|ndte|ngene)$")


def contract(text: str) -> str:
    """`von dem` becomes `vom`."""
    for long, short in SHORT.items():
        if text.startswith(long + " "):
            return short + text[len(long) :]
    return text


def gender_of(word: str) -> tuple[str, bool]:
    """(gender, lies on it) of a noun, guessed from its last part; "" where nothing helps."""
    words = word.split()
    low = next((part for part in words if part[:1].isupper()), words[-1] if words else "").lower()
    gender, on = _headed(low)
    if gender:
        return gender, on
    for ending, gender in ENDINGS:
        if low.endswith(ending):
            return gender, False
    return "", False


def _headed(low: str) -> tuple[str, bool]:
    """(gender, lies on it) of a noun whose last part is known."""
    best = max((head for head in HEADS if low.endswith(head)), key=len, default="")
    return HEADS.get(best, ("", False))


def _declined(word: str, gender: str, at: int) -> str:
    """A noun in the case of the number: `des Stapels`, `den Boten`, `den Karten`."""
    low = word.lower()
    if at and gender == "m" and (low.endswith(WEAK_NOUNS) or (low.endswith("e") and not low.endswith("käse"))):
        return (
            word
            + ("n" if low.endswith(("e", "er", "ar")) else "en")
            + ("s" if at == 3 and low.endswith(N_NOUNS) else "")
        )
    if at == 3 and gender in ("m", "n"):
        return word + ("es" if re.search(r"(s|ß|x|z|sch)$", word) else "s")
    if at == 2 and gender == "p" and not re.search(r"([nsao]|ung|heit|keit|schaft|tät|ion)$", word):
        return word + "n"
    return word


def label(text: str) -> str:
    """A written noun as it stands on a label, without its article: `die erfüllten Aufträge` is `erfüllte Aufträge`."""
    article, _, rest = text.partition(" ")
    if article not in ("der", "die", "das") or not rest:
        return text
    words = rest.split(" ")
    for at, word in enumerate(words[:-1]):
        if not word[:1].islower():
            break
        if word.endswith("en") and article == "die":
            words[at] = word[:-1]
        elif word.endswith("e") and article != "die":
            words[at] = word + ("r" if article == "der" else "s")
    return " ".join(words)


class German:
    """The grammar that German texts need."""

    code = "de"
    small: Mapping[str, str] = {
        "and": "und",
        "or": "oder",
        "then": "dann",
        "may": "darf",
        "may you": "du darfst",
        "another": "ein anderer",
    }

    def __init__(self) -> None:
        self.plurals = set(PLURALS)  # words that mean many of something

    def many(self, word: str) -> bool:
        """Whether a word is a plural: `Karten`, `Tierkarten`."""
        if word in self.plurals:
            return True
        low = word.lower()
        parts = (many for many in PLURALS if len(many) > 4 and low.endswith(many.lower()))
        return not low.endswith("garten") and any(len(low) - len(many) > 2 for many in parts)

    def titled(self, text: str) -> str:
        return label(text)

    def contracted(self, text: str) -> str:
        return re.sub(r"(?<!, )\b(?:von|zu|in|an) dem(?= \w)", lambda match: SHORT[match[0]], text)

    def may_be_many(self, text: str) -> bool:
        article, _, rest = text.partition(" ")
        if article in ("der", "das"):
            return False
        head = self._head(rest if article == "die" else text)[0].split(" ")
        bent = any(word.endswith("en") for word in head[:-1])
        return bent or self.many(head[-1]) or _headed(head[-1].lower())[0] != "f"

    def measured(self, noun: Noun) -> bool:
        return noun.one == noun.many and not noun.one.endswith(("er", "el", "en", "chen", "lein"))

    def learn(self, one: str, many: str) -> None:
        heads = [self._head(text)[0].split(" ")[-1] for text in (one, many)]
        if heads[0] != heads[1]:
            self.plurals.add(heads[1])

    def template(self, text: str) -> str:
        def cased(match: re.Match[str]) -> str:
            before = (match[1] or "").strip()
            if before.lower() in DATIVE:
                case = ":dat"
            elif before.lower() in ACCUSATIVE:
                case = ""
            else:
                subject = match.start() == 0 or before[:1].isupper() or before in ("was", "wer", "ob")
                case = ":nom" if subject else ""
            return f"{match[1] or ''}{{{match[2]}{case}}}"

        text = re.sub(r"(\b[A-ZÄÖÜ]\w*) von \{(\d)\}", r"\1 {\2:gen}", text)
        text = re.sub(r"(\w+ )?\{(\d)\}", cased, text)
        subject = re.match(r"(?:was |wer |ob )?\{(\d):nom\}", text)
        if subject is None:
            return text
        return re.sub(
            r"\b(ist|hat)\b", lambda match: f"{{{subject[1]}:{'is' if match[1] == 'ist' else 'has'}}}", text, count=1
        )

    def owned(self, text: str, hole: str, owner: str) -> str:
        noun = r"((?:[a-zäöü]\w* )*[A-ZÄÖÜ]\w*)"
        whose = rf"(?:von \{{{hole}:dat\}}|\{{{hole}:gen\}})"
        found = re.fullmatch(rf"(der|die|das) {noun} {whose}(.*)", text)
        if found is None:
            if not owner or owner in REL_OWNER.values():
                return text
            return re.sub(
                rf"\b(im|am|vom|zum|beim|de[rsmn]) {noun} {whose}",
                lambda match: f"{OWNED[match[1]].format(owner)} {match[2]}",
                text,
                count=1,
            )
        words = found[2].split(" ")
        gender = "p" if self.many(words[-1]) else {"der": "m", "die": "f", "das": "n"}[found[1]]
        return f"{owner}|{gender} {found[2]}{found[3]}"

    def unowned(self, text: str, hole: str) -> str:
        noun = r"(?:[a-zäöü]\w* )*[A-ZÄÖÜ]\w*"
        return re.sub(
            rf"(\b(?:der|die|das|des) {noun}) (?:von \{{{hole}:dat\}}|\{{{hole}:gen\}})", r"\1", text, count=1
        )

    def clause(self, text: str) -> str:
        words = text.rstrip(",").split(" ")
        at = next((i for i, word in enumerate(words) if word in FINITE and 0 < i < len(words) - 1), 0)
        if not at or words[-1] in FINITE or any(word.endswith(",") for word in words[at:]):
            return text
        return " ".join([*words[:at], *words[at + 1 :], words[at]])

    def read(self, one: str, many: str) -> Noun:
        article, _, rest = one.partition(" ")
        if article in ("der", "die", "das") and rest:
            gender, on = {"der": "m", "die": "f", "das": "n"}[article], gender_of(rest)[1]
            rest = label(one) if article == "die" else rest  # `die erfüllten Aufträge`: bent anew where it stands
            if article == "die" and (not many or many == rest) and self.many(self._head(rest)[0].split(" ")[-1]):
                return Noun(rest, rest, "p", on)
            return Noun(rest, many or self._many(rest, gender), gender, on)
        gender, on = gender_of(one)
        words = one.split(" ")
        head = next((word for word in words if word[:1].isupper()), "")
        if (not many or many == one) and self.many(head):
            return Noun(one, one, "p", on)
        for at, word in enumerate(words[:-1]):  # `öffentlicher Auftrag` tells its gender
            if not word[:1].islower() or not words[at + 1][:1].isalpha():
                break
            if word.endswith(("er", "es")) and len(word) > 4:
                gender = "m" if word.endswith("er") else "n"
                words[at] = word[:-1]
        one = " ".join(words)
        return Noun(one, many or self._many(one, gender), gender, on)

    @staticmethod
    def _many(one: str, gender: str) -> str:
        """A plural, guessed."""
        if one.endswith("e"):
            return one + "n"
        if one.endswith(("ung", "heit", "keit", "schaft", "ion", "tät")):
            return one + "en"
        if gender == "f" or one.endswith(("er", "el", "en", "chen", "lein", "s")) or not gender:
            return one
        return one + "e"

    def phrase(self, text: str, *, plural: bool = False) -> Phrase:
        return Phrase(lambda case: text, self.request, plural)

    def you(self, they: bool) -> Phrase:
        if they:
            return Phrase(PRONOUNS.__getitem__, self.request, seat=True, owner="sein")
        return Phrase(YOU.__getitem__, self.request, False, 2, seat=True, owner="dein")

    # ---- nouns -----------------------------------------------------------------------------------

    def noun(self, noun: Noun, det: str, *, plural: bool = False, count: str = "", after: str = "") -> Phrase:
        def text(case: str) -> str:
            head = self._noun(noun, det, plural, count, case)
            return f"{head} {after}" if after else head

        many = (plural and not noun.mass) or noun.gender == "p"
        return Phrase(text, self.request, many, on=noun.on, noun=noun)

    def of(self, noun: Noun, owner: Phrase, *, plural: bool = False, after: str = "") -> Phrase:
        def text(case: str) -> str:
            if owner.owner:
                head = self._noun(noun, owner.owner, plural, "", case)
            else:
                head = f"{self._noun(noun, 'the', plural, '', case)} {owner.request(owner, 'gen')}"
            return f"{head} {after}" if after else head

        many = (plural and not noun.mass) or noun.gender == "p"
        return Phrase(text, self.request, many, on=noun.on, noun=noun)

    def _noun(self, noun: Noun, det: str, plural: bool, count: str, case: str) -> str:
        at = CASES.index(case)
        owned = re.match(r"(dein|sein|ihr|unser)(e?) ", noun.one)
        if owned is not None:  # `dein Ort`: somebody's already
            det, noun = owned[1], replace(noun, one=noun.one[owned.end() :], gender=noun.gender or "f" * len(owned[2]))
        plural = (plural and not noun.mass) or noun.gender == "p"
        gender = "p" if plural else noun.gender
        article, endings = "", STRONG
        if count:
            article, endings = count, STRONG
        elif det in ("dessen", "deren"):
            article, endings = det, STRONG
        elif not gender and det not in ("dein", "sein", "ihr", "unser", ""):
            article = {"a": "1", "no": "kein", "each": "jede/r", "all": "alle", "another": "1 weitere"}.get(det, "")
        elif det in ("the", "that", "any", "ever"):
            article, endings = ("" if noun.bare else THE[gender][at]), WEAK
        elif det == "a" and (noun.bare or noun.mass):
            article, endings = "", STRONG
        elif det == "a":
            article, endings = ("", STRONG) if plural else ("ein" + EIN[gender][at], MIXED)
        elif det in ("dein", "sein", "ihr", "unser", "no"):
            stem = "kein" if det == "no" else det
            article, endings = stem + EIN[gender or "n"][at], MIXED
        elif det == "this":
            article, endings = "dies" + DIES[gender][at], WEAK
        elif det == "each":
            article, endings = "jed" + DIES[gender][at], WEAK
        elif det == "all":
            article, endings = "all" + DIES[gender][at], WEAK
        elif det in ("another", "each other", "all other", "the other"):
            article = {
                "another": "" if plural else "ein" + EIN[gender][at],
                "each other": "jed" + DIES[gender][at],
                "all other": "all" + DIES["p"][at],
                "the other": THE[gender][at],
            }[det]
            bent = (STRONG if plural else MIXED) if det == "another" else WEAK
            article = f"{article} ander{bent[gender][at]}".strip()
            endings = bent
        return f"{article} {self._bent(noun, gender, at, endings)}".strip()

    @staticmethod
    def _bent(noun: Noun, gender: str, at: int, endings: Mapping[str, tuple[str, ...]]) -> str:
        """The noun in its case, with the adjectives before it."""
        word = noun.many if gender == "p" else noun.one
        words = word.split(" ")
        upper = [i for i, w in enumerate(words) if w[:1].isupper()]
        head = upper[0] if upper else 0
        for i in range(head):
            if gender and words[i].endswith("e"):
                words[i] = words[i][:-1] + endings[gender][at]
        if noun.bare:
            return " ".join(words)
        if gender == "m" and ADJECTIVAL.match(words[head]):
            words[head] = words[head][:-1] + endings[gender][at]
        else:
            words[head] = _declined(words[head], gender, at)
        return " ".join(words)

    def some_of(self, det: str, whole: Phrase, noun: Noun, count: str) -> Phrase:
        def text(case: str) -> str:
            at = CASES.index(case)
            if det == "all":
                return f"all{DIES['p'][at]} {re.sub(r'^(die|den|der) ', '', whole.text(case))}"
            head = f"ein{DIES[noun.gender or 'f'][at]}" if count == "1" else count or "einige"
            return f"{head} {self.request(whole, 'gen')}"

        return Phrase(text, self.request, count != "1", noun=noun)

    def nominal(self, text: str, many: bool = False) -> Phrase:
        """`die Zahl der Karten`: the article, and a noun or adjective behind it, follow the case."""
        article, _, rest = text.partition(" ")
        if article == "ein":  # `ein Drittel der Karten`
            first, _, after = rest.partition(" ")
            return self.noun(Noun(first, first, "n"), "a", after=after)
        if "|" in article:  # `dein|f Hand`: somebody's
            det, _, gender = article.partition("|")
            gender = "p" if many and gender == "f" else gender
            head, after = self._head(rest)
            return self.noun(Noun(head, head, gender), det, plural=gender == "p", after=after)
        if article == "was":  # `was der Spieler hat`: in a sentence `das, was …`
            stem = {"nom": "", "acc": "das, ", "dat": "dem, ", "gen": "dessen, "}
            return Phrase(lambda case: f"{stem[case]}{text}{',' if stem[case] else ''}", self.request)
        gender = {"der": "m", "die": "f", "das": "n"}.get(article, "")
        if not gender:
            return self.phrase(text)
        if gender == "f" and many:
            gender = "p"
        if gender == "f" and self.many(self._head(rest)[0].split(" ")[-1]):
            gender = "p"

        def say(case: str) -> str:
            at = CASES.index(case)
            words = rest.split(" ")
            i = 0
            while i < len(words) - 1 and words[i][:1].islower() and words[i].endswith("e"):
                words[i] = words[i][:-1] + WEAK[gender][at]
                i += 1
            if gender == "n" and (at == 3 and words[i].endswith("te") or at == 2 and words[i].endswith("lte")):
                words[i] += "n"  # `des Doppelten`, `dem Doppelten`; but `des Endes`
            elif words[i][:1].isupper():
                words[i] = _declined(words[i], gender, at)
            return f"{THE[gender][at]} {' '.join(words)}"

        return Phrase(say, self.request, gender == "p")

    @staticmethod
    def _head(text: str) -> tuple[str, str]:
        """A noun with the adjectives before it, and what follows."""
        words = text.split(" ")
        at = next((i for i, word in enumerate(words) if word[:1].isupper()), len(words) - 1)
        return " ".join(words[: at + 1]), " ".join(words[at + 1 :])

    def request(self, phrase: Phrase, spec: str) -> str:
        """The cases; `is`, `has`, `holds` agree with the phrase; `into`, `out`, `in`, `of` are places and owners."""
        person = 2 if phrase.person == 2 else 0
        match spec:
            case "is":
                return "bist" if person else "sind" if phrase.plural else "ist"
            case "has":
                return "hast" if person else "haben" if phrase.plural else "hat"
            case "holds":
                return "enthalten" if phrase.plural else "enthält"
            case "upwards" | "downwards":
                return self._ordered(phrase, *("niedrigsten", "höchsten")[:: 1 if spec == "upwards" else -1])
            case "noun":
                return phrase.noun.one if phrase.noun is not None else phrase.text("nom")
            case "many":
                return phrase.noun.many if phrase.noun is not None else phrase.text("acc")
            case "same":
                gender = phrase.noun.gender if phrase.noun is not None else ""
                word = {"m": "denselben", "f": "dieselbe", "n": "dasselbe"}.get(gender, "den gleichen")
                return f"{word} {format(phrase, 'noun')}"
            case "head":
                return phrase.text("acc").removesuffix(phrase.tail)
            case "tail":
                return phrase.tail
            case "becomes":
                return "wirst" if person else "wird"
            case "into":
                return contract(f"{'auf' if phrase.on else 'in'} {phrase.text('acc')}")
            case "out":
                return contract(f"{'von' if phrase.on else 'aus'} {phrase.text('dat')}")
            case "in":
                return contract(f"{'auf' if phrase.on else 'in'} {phrase.text('dat')}")
            case "von":
                return contract(f"von {phrase.text('dat')}")
            case "gen":
                text = phrase.text("gen")
                first = text.split(" ")[0]
                bent = re.fullmatch(r"(d|jed|all|dies)(er|es)|(k?ein|dein|sein|ihr)(er|es)|dessen|deren", first)
                return text if bent and " " in text else contract(f"von {phrase.text('dat')}")
            case _:
                return phrase.text(spec if spec in CASES else "acc")

    @staticmethod
    def _ordered(phrase: Phrase, first: str, last: str) -> str:
        """`vom niedrigsten Rang zum höchsten`."""
        noun = phrase.noun
        if noun is None or noun.gender not in ("m", "f", "n"):
            return f"geordnet vom {first} zum {last} ({phrase.text('nom')})"
        if noun.gender == "f":
            return f"von der {first} {noun.one} zur {last}"
        return f"vom {first} {noun.one} zum {last}"

    # ---- verbs -----------------------------------------------------------------------------------

    def say(self, verb: Forms, fill: Callable[[str], str], voice: str) -> str:
        forms = verb.forms.split()
        if len(forms) < 5:
            return fill(verb.sentence)
        imp, you, he, infinitive, participle = forms[:5]
        prefix = forms[5] if len(forms) > 5 else ""
        words = verb.sentence.split(" ")[1:]
        if prefix and words and words[-1] == prefix:
            words = words[:-1]
        middle = " ".join(words)
        if voice not in ("imp", "inf", "you", "you did"):
            middle = re.sub(r"\bdir\b", "sich", middle)
        middle = fill(middle)
        match voice:
            case "imp":
                said = f"{imp} {middle} {prefix}"
            case "fin":
                said = f"{he} {middle} {prefix}"
            case "inf":
                said = f"{middle} {prefix}{infinitive}"
            case "you":
                said = f"{middle} {prefix}{you}"
            case "he":
                said = f"{middle} {prefix}{he}"
            case "you did":
                said = f"{middle} {prefix}{participle} hast"
            case _:
                said = f"{middle} {prefix}{participle} hat"
        return re.sub(r"  +", " ", said).strip()
