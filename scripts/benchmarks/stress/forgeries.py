"""Photos that lie: other books' bars and lines beside the own ones, labels that only look like ISBN, numbers that are
none. Each gives the picture and the ISBNs that may be accepted, the book's own first."""

import numpy as np
from PIL import Image, ImageDraw

from testimages.numbers import ean_check, isbn10_check

from . import drawing
from .drawing import Invented, bars_label, ean, pasted, text_line

LABELS = "ISDN ISMN ISIN ISPN ISRN MSDN TSBN VSBN ISSN ASIN ISAN ISNI ISTC".split()
FACES = ["times", "century", "palatino", "grotesque", "typewriter", "humanist", "geometric"]


def _scale(bars):
    return max(2.0, min(8.0, 2 * bars.module))


def foreign_bars(picture, bars, photo, rng):
    """Bars of another book pasted over the own ones; the own number stays printed beside them. The own may be
    accepted, the other never."""
    scale = _scale(bars)
    label = bars_label(Invented(rng).isbn13, scale, bars.height)
    return pasted(picture, label, bars, scale, -11, -1.5), photo.isbns


def bars_beside(picture, bars, photo, rng):
    """Bars of a ware, a journal or sheet music beside or below the own ones; where there is no room, below the photo."""
    scale = _scale(bars)
    label = bars_label(ean(rng, "9790", "977", "40", "50", "76", "471", "192"), scale, bars.height * 0.8)
    places = [
        (x, y) for x, y in ((0, bars.height + 13), (0, -bars.height - 28), (118, 0), (-130, 0))
        if _is_inside(picture, bars, x, y, bars.height)]
    if places:
        x, y = places[rng.integers(len(places))]
        return pasted(picture, label, bars, scale, x - 11, y), photo.isbns
    label = label.resize((round(113 * bars.module), round(label.height / scale * bars.module)))
    longer = Image.new("RGB", (picture.width, picture.height + label.height + round(8 * bars.module)), (226, 222, 214))
    longer.paste(picture, (0, 0))
    longer.paste(label, (max(0, (picture.width - label.width) // 2), picture.height + round(4 * bars.module)))
    return longer, photo.isbns


def _is_inside(picture, bars, x, y, height):
    points = np.array([bars.point(x + u, y + v) for u in (-5, 100) for v in (0, height)])
    return (points >= 0).all() and (points < np.array(picture.size)).all()


def changed_digit(picture, bars, photo, rng):
    """One digit below the bars is another. The bars are whole, so the own may be accepted, and nothing else."""
    scale = _scale(bars)
    digits = photo.isbns[0]
    place = int(rng.integers(4, 13))
    wrong = str((int(digits[place]) + rng.integers(1, 10)) % 10)
    cell = 3 + 7 * (place - 1) if place < 7 else 50 + 7 * (place - 7)
    patch = text_line(wrong, "ocr-b", 10.6 * scale)
    patch = patch.crop(patch.point(lambda v: 255 - v).getbbox())
    whole = Image.new("L", (round(7.2 * scale), round(9.4 * scale)), 255)
    whole.paste(patch, ((whole.width - patch.width) // 2, round(1.2 * scale)))
    return pasted(picture, whole, bars, scale, cell, bars.height + 0.4), photo.isbns


def other_label(picture, bars, photo, rng):
    """A line with another book's number where the own label stands. Bars and print contradict, and nobody can tell from
    the photo which is right: nothing may be accepted."""
    scale = _scale(bars)
    other = Invented(rng)
    number = other.thirteen() if rng.random() < 0.6 else other.ten()
    line = text_line(f"ISBN {number}", FACES[rng.integers(len(FACES))], rng.uniform(7.5, 9.5) * scale)
    line = line.resize((round(min(line.width, 112 * scale)), line.height))
    patch = Image.new("L", (round(113 * scale), round(line.height + 3 * scale)), 255)
    patch.paste(line, (round(2 * scale), round(1.5 * scale)))
    return pasted(picture, patch, bars, scale, -9, -1 - patch.height / scale), ()


def _filler(rng, count):
    words = ("Press printed edition all rights reserved first published London paper bound copyright series number "
             "catalogue record library design type set by volume").split()
    return [" ".join(words[i] for i in rng.integers(0, len(words), 6)).capitalize() for _ in range(count)]


def false_label(number, rng):
    """A registered ten-digit number, check digit and all, beside a label that is not ISBN; each label in each face."""
    label, face = LABELS[number % len(LABELS)], FACES[number // len(LABELS) % len(FACES)]
    dash = "- "[int(rng.random() < 0.3)]
    colon = ("", ":", ".")[rng.integers(3)]
    lines = [*_filler(rng, 3), "", f"{label}{colon} {Invented(rng).ten(dash)}", "", *_filler(rng, 2)]
    return drawing.page(lines, rng, (1100, 700), face, rng.uniform(24, 40))


def number_page(number, rng):
    """A page full of numbers, some with the form and the check digit of an ISBN by chance, some repeated."""
    face = FACES[rng.integers(len(FACES))]
    kind = number % 5
    if kind == 0:
        lines = []
        for _ in range(4):
            phone = Invented(rng).nine
            phone = phone + drawing.isbn10_check(phone)
            lines += [f"{_filler(rng, 1)[0][:22]}", f"Tel. {phone}", f"Fax {phone}", ""]
    elif kind == 1:
        lines = []
        for _ in range(6):
            other = Invented(rng)
            lines += [f"Tel. {other.ten(' ')}   Fax {other.ten(' ')}"]
        lines += _filler(rng, 3)
    elif kind == 2:
        lines = [f"Order no. {Invented(rng).ten(('', '-')[i % 2])}  Qty {rng.integers(1, 90)}" for i in range(9)]
        lines += lines[:3]
    elif kind == 3:
        digits = ean(rng, "9790")
        label = bars_label(digits, rng.uniform(2.5, 5), 60)
        lines = [*_filler(rng, 2), f"ISMN 979-0-{digits[4:8]}-{digits[8:12]}-{digits[12]}", label]
    else:
        label = bars_label(ean(rng, "40", "50", "73", "0", "87", "977"), rng.uniform(2.5, 5), 60)
        lines = [*_filler(rng, 2), label, f"Art. {Invented(rng).ten('')}", f"Batch {rng.integers(10**9, 10**10)}"]
    return drawing.page(lines, rng, face=face, pixels=rng.uniform(26, 38))


def _labelled(rng):
    """A line with a labelled number, and the place of its first digit."""
    number = Invented(rng)
    shown = number.thirteen("- "[rng.integers(2)]) if rng.random() < 0.7 else number.ten("- "[rng.integers(2)])
    label = ("ISBN ", "ISBN: ", "ISBN-13: ", "I.S.B.N. ")[rng.integers(4)]
    return f"{label}{shown}", len(label)


def struck_number(number, rng):
    """A labelled number with a pen's line through all of its digits. It is no longer the book's."""
    face, pixels = FACES[number % len(FACES)], rng.uniform(24, 40)
    text, first = _labelled(rng)
    drawn, places = text_line(text, face, pixels), drawing.places(text, face, pixels)
    middle = drawn.height * rng.uniform(0.42, 0.58)
    rise = rng.uniform(-0.12, 0.12) * pixels
    begin, end = places[first] - rng.uniform(0.1, 0.6) * pixels, places[-1] + rng.uniform(0.0, 0.2) * pixels
    ImageDraw.Draw(drawn).line(
        (max(0, begin), middle - rise, end, middle + rise), fill=int(rng.integers(0, 70)),
        width=max(1, round(rng.uniform(0.05, 0.12) * pixels)))
    return drawing.page([*_filler(rng, 3), "", drawn, "", *_filler(rng, 2)], rng, (1100, 700), face, pixels)


def hidden_end(number, rng):
    """A labelled number whose last two or three digits are worn away or covered, before another number that has the
    right check digit in their place."""
    face, pixels = FACES[number % len(FACES)], rng.uniform(24, 36)
    text, first = _labelled(rng)
    count = int(rng.integers(2, 4))
    hidden = [at for at, character in enumerate(text) if at >= first and character in "0123456789X"][-count:]
    whole = "".join(character for character in text[first : hidden[0]] if character.isdigit())
    after = "X"
    while "X" in after or after[0] == "0":
        after = str(rng.integers(10 ** (count - 2), 10 ** (count - 1)))
        after += (ean_check if len(whole) > 9 else isbn10_check)(whole + after)
    tail = (f", {after} pp.", f". {after} S.", f"; {after} Abb.", f" {after} pages", f", {after} ill.", f" (vol. {after})")
    text += tail[rng.integers(len(tail))]
    drawn, places = text_line(text, face, pixels), drawing.places(text, face, pixels)
    worn = 255 if rng.random() < 0.7 else int(rng.integers(120, 240))
    left, right = places[hidden[0]] - 0.03 * pixels, places[hidden[-1] + 1] + 0.03 * pixels
    ImageDraw.Draw(drawn).rectangle((left, 0, right, drawn.height), fill=worn)
    return drawing.page([*_filler(rng, 3), "", drawn, "", *_filler(rng, 2)], rng, (1100, 700), face, pixels)


NAMES = "Adler Bianchi Castro Dupont Ek Fischer Gruber Hansen Ito Jansen Kowalski Larsen Moreau Novak Olsen Petrov".split()
TOWNS = "London Berlin Paris Milano Madrid Boston Amsterdam Wien Praha Oslo".split()
HOUSES = ["Harbour Press", "Verlag am Ufer", "Les Presses du Lac", "North Hill Books", "Edizioni del Ponte"]
TITLES = ["The Long Valley", "Der stille Garten", "Histoire de la mer", "A Field Guide to Towers", "Le strade bianche",
          "Notes on Weaving", "Rivers and Their Names", "El camino del sur"]


def reference_page(number, rng):
    """A page of a bibliography: the ISBNs are those of the works that it names."""
    face, pixels = FACES[number % len(FACES)], rng.uniform(22, 28)

    def chosen(words):
        return words[rng.integers(len(words))]

    style = number % 4
    lines = [chosen(["Bibliography", "Further reading", "References", "Literatur", "Bibliographie"]), ""]
    for place in range(1, 8):
        author, year = f"{chosen(NAMES)}, {chr(65 + rng.integers(26))}.", rng.integers(1965, 2022)
        head = (f"[{place}] {author}", author, f"{place}. {author}", f"{author[:-1]}. ({year})")[style]
        lines.append(f"{head} {chosen(TITLES)}.")
        isbn = f"ISBN {Invented(rng).thirteen()}" if rng.random() < 0.7 else f"ISBN {Invented(rng).ten()}"
        tail = f"{chosen(TOWNS)}: {chosen(HOUSES)}, {year}." if style != 3 else f"{chosen(TOWNS)}: {chosen(HOUSES)}."
        lines += [f"{tail} {isbn}"] if rng.random() < 0.6 else [tail, isbn]
        lines += [""] if style == 1 else []
    return drawing.page(lines, rng, face=face, pixels=pixels)


def two_books(first, second):
    """Two photos at one height, side by side or one below the other."""
    is_wide = first.width + second.width > 1.2 * (first.height + second.height)
    if is_wide:
        width = min(1500, max(first.width, second.width))
        parts = [p.resize((width, round(p.height * width / p.width)), Image.Resampling.LANCZOS) for p in (first, second)]
        joined = Image.new("RGB", (width, parts[0].height + parts[1].height))
        joined.paste(parts[0], (0, 0))
        joined.paste(parts[1], (0, parts[0].height))
    else:
        height = min(1500, max(first.height, second.height))
        parts = [
            p.resize((round(p.width * height / p.height), height), Image.Resampling.LANCZOS) for p in (first, second)]
        joined = Image.new("RGB", (parts[0].width + parts[1].width, height))
        joined.paste(parts[0], (0, 0))
        joined.paste(parts[1], (parts[0].width, 0))
    return joined
