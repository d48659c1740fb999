"""The text of lines, and the expected output of the model.

The output is folded to a small set: digits, capital letters (also for lowercase and accented ones), some
punctuation, and one character for everything else. So prose is still letters, with few classes for a small network."""

import unicodedata
from pathlib import Path

import isbns

DICTIONARIES = ["american-english", "french", "ngerman", "spanish", "italian"]
KEPT = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-:.,()/> ")
OTHER = "*"
SPECIAL = {"ß": "SS", "œ": "OE", "æ": "AE", "Œ": "OE", "Æ": "AE", "ø": "O", "ł": "L"}
SPECIAL |= {"–": "-", "—": "-", "‑": "-", "‐": "-", "−": "-", "：": ":", "（": "(", "）": ")", "·": ".", "•": "."}
SPECIAL |= {"\u2009": " ", "\u2003": " "}
COMMON_LABELS = ["ISBN"] * 30 + ["ISBN:"] * 6 + ["ISBN-13:", "ISBN-13", "ISBN-10:"] * 4
RARE_LABELS = (
    "ISBN-10|ISBN 13:|ISBN 10:|ISBN13|ISBN10:|I.S.B.N.|I.S.B.N|SBN|isbn|Isbn:|e-ISBN|eISBN:|E-ISBN|ISBN (pbk):|"
    "ISBN (13)|ISBN (hardback)|(ISBN)|ISBN No.|ISBN NO.|International Standard Book Number:|ISBN‑13|ISB N|"
    "ISBN-Nr.|Print ISBN:|PDF ISBN|ISBN EPUB|P-ISBN|MHID|ISBN:|I S B N|I. S. B. N.|I.S.B.N.:|I-S-B-N|ISBN.|ISBN =|"
    "S.B.N.|SBN|S B N|ISBN/|ISBN -|ISBN—|ISBN:—|ebook ISBN|ISBN (ebook)|ISBN (set)|ISBN (PDF)|ISBN set|BN|SBN:|N|N:"
).split("|")
LABELS = COMMON_LABELS + RARE_LABELS
# words that look like ISBN
LOOKALIKES = (
    "ISSN|ISMN|ISDN|ISIN|ISRN|ISPN|ISAN|ASIN|TSBN|VSBN|MSDN|ISBM|LSBN|JSBN|ISNB|IBSN|ISEN|ISHN|1SBN|EISSN|e-ISSN|ISNI|"
    "ISWC|ISTC|ISRC|IBAN|GTIN|ISB|ISN|ESBN|ISRM|IBN|ISO|DIN|LCCN|OCLC|EAN|UPC|SKU|DOI|PZN"
).split("|")
# qualifiers of numbers on imprint pages, with or without brackets, before or after the number
QUALIFIERS = (
    "pbk|pbk.|hbk|paperback|hardback|hardcover|ebook|e-book|set|set|boxed set|complete set|broché|relié|PDF|e-pdf|epub|"
    "alk. paper|acid-free paper|cloth|cloth : alk. paper|trade pbk.|trade|cased|kart.|geb.|gebunden|brosch.|Leinen|"
    "1. Aufl.|library binding|lib. bdg.|large print|audio|audiobook|CD-ROM|Kindle|Mobi|online|print|electronic|"
    "Obra completa|obra completa|Rústica|tapa dura|tapa blanda|opera completa|brossura|rilegato|Gesamtwerk|"
    "œuvre complète|édition complète|ed. completa|international edition|student edition|previous edition|"
    "previous ed.|earlier edition|cancelled|canceled|invalid|also available|paperback edition|hardcover edition|"
    "set of 3 vols|all volumes|ingen|inb.|hft.|ib."
).split("|")
VOLUMES = "vol. |Vol. |vol |Volume |v. |v.|Bd. |Band |Tomo |Tome |t. |T. |Teil |Part |pt. |Book ".split("|")
PRICES = (
    "$14.95|US $24.99|£8.99|€ 19,90|$16.00 US|CAN $21.99|¥ 45.00|19,90 € (D)|U.S. $9.95|SFr. 34.–|DM 29,80|"
    "Rs. 395|£12.99 net|7.50 EUR|30p net|5s. net|15/- net|$1.95|75¢|F 5.80|L. 3500|35p"
).split("|")


def folded(text):
    """The answer expected for a printed line."""
    out = []
    for char in text:
        for piece in SPECIAL.get(char, char):
            base = unicodedata.normalize("NFKD", piece)[0].upper()
            out.append(base if base in KEPT else OTHER)
    return " ".join("".join(out).split())


# separators between the parts of a number, with their frequencies; the rest have none
HYPHENS = [(0.44, "-"), (0.14, " "), (0.04, " - "), (0.06, "–"), (0.02, "—"), (0.03, "‐"), (0.02, "−"), (0.03, ".")]
HYPHENS += [(0.02, "·"), (0.05, "\u2009"), (0.01, "\u2003"), (0.02, " – ")]


class Texts:
    """Generates lines of text; `rng` is the only source of randomness."""

    def __init__(self, rng):
        self.rng = rng
        self.words = []
        for name in DICTIONARIES:
            path = Path("/usr/share/dict") / name
            self.words.append([w for w in path.read_text(encoding="utf-8").split() if len(w) < 13])

    def pick(self, options):
        return options[self.rng.integers(len(options))]

    def isbn(self):
        """A printed ISBN without its label."""
        rng = self.rng
        parts = isbns.isbn_parts(rng)
        if parts[0] == "978" and rng.random() < 0.5:
            parts = isbns.as_isbn10(parts)
            if rng.random() < 0.08:
                parts[-1] = "X"
            if parts[-1] == "X" and rng.random() < 0.2:
                parts[-1] = "x"
        if rng.random() < 0.5:
            # equal probability for every digit, so that the network does not learn frequent ones
            first = parts[0] if len(parts) == 5 else isbns.digits(rng, len(parts[0]))
            parts = [first] + [isbns.digits(rng, len(p)) for p in parts[1:]]
            if len(parts) == 4 and rng.random() < 0.1:
                parts[-1] = "X"
        style = rng.random()
        for share, mark in HYPHENS:
            style -= share
            if style < 0:
                return mark.join(parts)
        if style < 0.05:
            return parts[0] + "-" + "".join(parts[1:])
        return "".join(parts)

    def qualifier(self):
        rng = self.rng
        text = self.pick(QUALIFIERS)
        if rng.random() < 0.3:
            text = self.pick(VOLUMES) + self.pick(["1", "2", "3", "4", "5", "10", "12", "I", "II", "III", "IV", "V"])
        case = rng.random()
        if case < 0.2:
            text = text.upper()
        elif case < 0.3:
            text = text.capitalize()
        brackets = self.pick(["()"] * 6 + ["[]"] + [""] * 3)
        return brackets[:1] + text + brackets[1:]

    def labelled(self):
        rng = self.rng
        label = self.pick(LABELS)
        chance = rng.random()
        if chance < 0.09:
            label = self.pick(LOOKALIKES)
        elif chance < 0.13:
            # any letter instead of one of the label's
            place = rng.integers(4)
            label = "ISBN"[:place] + self.pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "ISBN"[place + 1 :]
        gap = self.pick([" ", " ", " ", " ", "  ", "", "   ", "\u2009", "\u2003"])
        text = label + gap + self.isbn()
        chance = rng.random()
        if chance < 0.10:
            text += self.pick([" ", " ", "  ", ", ", " - ", ": "]) + self.qualifier()
        elif chance < 0.14:
            text += (
                "/"
                + self.pick("ABCDFGHJKOPQRSTUX")
                + self.pick(["", "P", "·", "B"])
                + str(rng.integers(10, 4000))
            )
        elif chance < 0.18:
            text += "   " + self.pick(PRICES)
        elif chance < 0.20:
            text = self.pick(PRICES) + " " + text
        elif chance < 0.22:
            text = self.prose(2) + " " + text
        elif chance < 0.24:
            text += " " + self.prose(2)
        elif chance < 0.27:
            text = self.isbn() + "; " + self.isbn()
        elif chance < 0.29:
            text = self.cjk(3) + " " + text
        elif chance < 0.32:
            text = text[: rng.integers(5, max(6, len(text)))].strip()
        elif chance < 0.38:
            text = self.qualifier() + self.pick([" ", " ", ": ", ", ", " - "]) + text
        return text

    def bare(self):
        text = self.isbn()
        if self.rng.random() < 0.25:
            text += " " + self.qualifier()
        if self.rng.random() < 0.15:
            text = text[self.rng.integers(1, 6) :]
        return text

    def prose(self, count):
        rng = self.rng
        words = self.words[rng.integers(len(self.words))]
        text = [words[rng.integers(len(words))] for _ in range(count)]
        case = rng.random()
        if case < 0.15:
            return " ".join(text).upper()
        if case < 0.35:
            text = [w.capitalize() for w in text]
        for i in range(count - 1):
            text[i] += self.pick([""] * 12 + [",", ".", ";", ":", " -", "!", "?", "”", "…", ")"])
        return " ".join(text)

    def cjk(self, count):
        return "".join(chr(self.rng.integers(0x4E00, 0x9FA0)) for _ in range(count))

    def code(self):
        rng, d = self.rng, lambda n: isbns.digits(self.rng, n)
        year = str(rng.integers(1950, 2027))
        return self.pick(
            [
                lambda: self.pick(PRICES),
                lambda: f"Tel. +{d(2)} {d(3)} {d(3)} {d(4)}",
                lambda: f"({d(3)}) {d(3)}-{d(4)}",
                lambda: f"0{d(3)} / {d(6)}",
                lambda: f"ISSN {d(4)}-{d(4)}",
                lambda: f"© {year} " + self.prose(2),
                lambda: f"Copyright {year}, {int(year) + 5}",
                lambda: f"First published {year}",
                lambda: f"{self.pick('ABCDEFGHJK')}{d(4)} ¥{d(4)}E",
                lambda: f"LCCN {d(2)}-{d(5)}",
                lambda: f"{d(3)}.{d(2)}'{d(1)}-dc{d(2)}",
                lambda: " ".join("10 9 8 7 6 5 4 3 2 1".split()[: rng.integers(6, 11)]),
                lambda: f"{d(2)}/{d(2)}/{year}",
                lambda: f"{self.pick('ABCDEFGHX')}{d(3)}{self.pick('ABGQSXZ')}{d(1)}{self.pick('KWS')}{d(1)}",
                lambda: d(rng.integers(5, 15)),
                lambda: f"www.{self.prose(1).split()[0].lower()}.com",
                lambda: f"{self.pick(['S', 'No. ', 'Art.-Nr. ', 'EAN ', 'UPC '])}{d(rng.integers(4, 12))}",
                lambda: f"{self.cjk(2)}：{d(2)}.{d(1)}0{self.cjk(1)}",
                lambda: f"{d(5)} {self.prose(1)}, {self.prose(1)}",
                lambda: self.qualifier(),
                lambda: f"{self.prose(1)} {self.qualifier()}",
                lambda: f"{self.pick('OISBZGQ')}{d(2)} {self.pick('OISBZGQ')}{self.pick('OISBZGQ')}{d(3)}",
            ]
        )()

    def other(self):
        """A line without an ISBN."""
        chance = self.rng.random()
        if chance < 0.55:
            return self.prose(int(self.rng.integers(1, 6)))
        if chance < 0.92:
            return self.code()
        return self.cjk(int(self.rng.integers(3, 12)))
