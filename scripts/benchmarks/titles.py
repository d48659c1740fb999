#!/usr/bin/env python3
"""Measures how often the book of a title page or cover is found in a reference by the lines that are read on it.

  titles.py PROGRAM FOLDER CORPUS BOOKS [EDITIONS [DRAWN]]

CORPUS has the photos of docs/titles.tsv, BOOKS is goodbooks-10k's table. FOLDER gets two references of EDITIONS made-up
editions (default: a million), whose titles and names are made of the words of BOOKS: `with` has BOOKS and the books of the
photos among them, `without` lacks them. DRAWN title pages and as many covers of BOOKS (default: 200) are drawn and photographed by
this script. Prints, for each set of photos, how often the right work comes first, is among the editions shown, and, from `without`, the
likelihoods of the wrong editions that are shown."""

import csv
import gzip
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import unicodedata

from PIL import Image, ImageDraw, ImageFilter, ImageFont

PROGRAM, FOLDER, CORPUS, BOOKS = sys.argv[1:5]
EDITIONS = int(sys.argv[5]) if len(sys.argv) > 5 else 1_000_000
DRAWN = int(sys.argv[6]) if len(sys.argv) > 6 else 200
DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
FONTS = "/usr/share/fonts/truetype/"
FACES = [
    "liberation/LiberationSerif-Regular.ttf", "liberation/LiberationSerif-Italic.ttf", "liberation/LiberationSans-Bold.ttf",
    "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSans-Bold.ttf", "freefont/FreeSerifBold.ttf", "freefont/FreeSans.ttf",
]


def isbn13(seed):
    """A valid ISBN that depends on a text only."""
    body = "978" + str(int(hashlib.sha256(seed.encode()).hexdigest(), 16) % 10**9).zfill(9)
    return body + str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body)) % 10)


def books():
    """The real books: title, subtitle, makers, publisher, year, ISBN."""
    with open(BOOKS, newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            title = re.sub(r" *\(.*", "", row["title"]).strip()
            main, _, subtitle = title.partition(":")
            if main:
                year = row["original_publication_year"].split(".")[0]
                makers = [name.strip() for name in row["authors"].split(",")]
                yield main, subtitle.strip(), makers[:3], "", year, isbn13(row["book_id"])


def labelled():
    with open(os.path.join(DOCS, "titles.tsv"), newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            row = {key: "" if value == "-" else value for key, value in row.items()}
            row["isbn13"] = row["isbn13"] or isbn13(row["title"])
            yield row


def made_up(real, count):
    """Titles in which each word follows one that it follows in a real title; names of real given names and surnames."""
    chance = random.Random(20261127)
    follows, given, family = {}, [], []
    for title, _, makers, *_ in real:
        words = title.split()
        for word, following in zip([""] + words, words + [""]):
            follows.setdefault(word, []).append(following)
        for maker in makers:
            given.append(maker.split()[0])
            family.append(maker.split()[-1])
    for number in range(count):
        words, word = [], ""
        while len(words) < 12:
            word = chance.choice(follows[word])
            if not word:
                break
            words.append(word)
        maker = f"{chance.choice(given)} {chance.choice(family)}"
        yield " ".join(words), "", [maker], "", str(1950 + number % 75), isbn13(f"made up {number}")


def write(path, editions):
    """In the format of Open Library's dump."""
    authors = {}
    with gzip.open(path, "wt", 1, encoding="utf-8") as dump:
        for number, (title, subtitle, makers, publisher, year, isbn) in enumerate(editions, 1):
            keys = [authors.setdefault(maker, len(authors) + 1) for maker in makers]
            edition = {"key": f"/books/OL{number}M", "title": title, "isbn_13": [isbn], "publish_date": year,
                       "authors": [{"key": f"/authors/OL{key}A"} for key in keys], "type": {"key": "/type/edition"}}
            if subtitle:
                edition["subtitle"] = subtitle
            if publisher:
                edition["publishers"] = [publisher]
            dump.write(f"/type/edition\t/books/OL{number}M\t1\t2020-01-01T00:00:00\t{json.dumps(edition)}\n")
        for maker, number in authors.items():
            author = {"key": f"/authors/OL{number}A", "name": maker, "type": {"key": "/type/author"}}
            dump.write(f"/type/author\t/authors/OL{number}A\t1\t2020-01-01T00:00:00\t{json.dumps(author)}\n")


def references(real):
    """Kept for the next run."""
    labels = [
        (row["title"], row["subtitle"], [name.strip() for name in row["makers"].split(";") if name.strip()],
         row["publisher"], "", row["isbn13"])
        for row in {row["isbn13"]: row for row in labelled()}.values()
    ]
    for name, known in ("with", labels + real), ("without", []):
        if os.path.exists(f"{FOLDER}/{name}.references/titles.sqlite"):
            continue
        write(f"{FOLDER}/{name}.txt.gz", known + list(made_up(real, EDITIONS)))
        run("reference", "add", "--store", f"{FOLDER}/{name}", "--name", "titles", f"{FOLDER}/{name}.txt.gz")


def run(*arguments):
    result = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode > 2:
        sys.exit(f"{' '.join(arguments)}: exit {result.returncode}\n{result.stderr}")
    return result.stdout


def draw(path, book, chance):
    """A title page that is photographed a little askew."""
    title, subtitle, makers, *_ = book
    page = Image.new("L", (900, 1350), chance.randrange(190, 250))
    pen = ImageDraw.Draw(page)
    ink = chance.randrange(10, 80)

    def block(text, size, top):
        font = ImageFont.truetype(FONTS + chance.choice(FACES), size)
        words, line = text.split(), ""
        while words or line:
            while words and (not line or pen.textlength(f"{line} {words[0]}", font) < 760):
                line = f"{line} {words.pop(0)}".strip()
            pen.text(((900 - pen.textlength(line, font)) / 2, top), line, ink, font)
            top += size * 1.25
            line = ""
        return top

    if chance.random() < 0.4:
        title = title.upper()
    top = block(title, chance.randrange(56, 110), chance.randrange(120, 260))
    if subtitle:
        top = block(subtitle, 36, top + 40)
    block(" ".join(["by"] * (chance.random() < 0.3) + [" and ".join(makers[:2])]), chance.randrange(32, 52), top + 90)
    block(chance.choice(["Harbour Press", "Linden & Sons", "North Street Books"]), 34, 1220)
    photo = Image.new("L", (1500, 2000), chance.randrange(30, 140))
    photo.paste(page, (300, 320))
    photo = photo.rotate(chance.uniform(-4, 4), Image.BICUBIC, fillcolor=90)
    photo = photo.filter(ImageFilter.GaussianBlur(chance.choice([0.6, 1.2, 2, 3])))
    noise = Image.effect_noise(photo.size, chance.choice([4, 12, 24]))
    Image.blend(photo, noise, 0.15).save(path, quality=chance.choice([40, 75, 90]))


def draw_cover(path, book, chance):
    """A coloured cover with a picture, light or dark letters on it, photographed at an angle and with a shadow."""
    title, _, makers, *_ = book
    paper = tuple(chance.randrange(20, 236) for _ in range(3))
    is_dark = sum(paper) < 380
    cover = Image.new("RGB", (900, 1350), paper)
    pen = ImageDraw.Draw(cover)
    for _ in range(chance.randrange(4, 14)):
        left, top, side = chance.randrange(-100, 800), chance.randrange(450, 1100), chance.randrange(60, 400)
        colour = tuple(min(255, max(0, part + chance.randrange(-90, 90))) for part in paper)
        pen.ellipse((left, top, left + side, top + side * chance.uniform(0.4, 1.2)), fill=colour)

    def block(text, size, top):
        font = ImageFont.truetype(FONTS + chance.choice(FACES), size)
        ink = tuple(chance.randrange(190, 256) if is_dark else chance.randrange(0, 60) for _ in range(3))
        words, line = text.split(), ""
        while words or line:
            while words and (not line or pen.textlength(f"{line} {words[0]}", font) < 820):
                line = f"{line} {words.pop(0)}".strip()
            pen.text(((900 - pen.textlength(line, font)) / 2, top), line, ink, font)
            top += size * 1.2
            line = ""
        return top

    if chance.random() < 0.5:
        title = title.upper()
    name = " & ".join(makers[:2])
    is_above = chance.random() < 0.4
    top = block(name, chance.randrange(40, 70), 90) if is_above else 100
    block(title, chance.randrange(70, 150), top + 60)
    if not is_above:
        block(name, chance.randrange(40, 70), 1180)
    photo = Image.new("RGB", (1500, 2000), tuple(chance.randrange(30, 200) for _ in range(3)))
    photo.paste(cover, (300, 320))
    photo = photo.rotate(chance.uniform(-14, 14), Image.BICUBIC, fillcolor=(90, 80, 70))
    shade = Image.linear_gradient("L").resize(photo.size).rotate(chance.choice([0, 90, 180, 270]))
    photo = Image.composite(photo, photo.point(lambda value: value // 2), shade)
    photo = photo.filter(ImageFilter.GaussianBlur(chance.choice([0.6, 1.2, 2, 3])))
    noise = Image.effect_noise(photo.size, chance.choice([12, 24, 48])).convert("RGB")
    Image.blend(photo, noise, 0.15).save(path, quality=chance.choice([40, 75, 90]))


def drawn(real):
    for kind, seed, folder, draws in ("title page", 7, "drawn", draw), ("cover", 8, "covers", draw_cover):
        chance = random.Random(seed)
        os.makedirs(f"{FOLDER}/{folder}", exist_ok=True)
        for place, book in enumerate(chance.sample(real, DRAWN)):
            path = f"{FOLDER}/{folder}/{place:03}.jpg"
            if not os.path.exists(path):
                draws(path, book, random.Random(place))
            yield path, f"drawn {kind}", book[0], book[5]


def folded(text):
    plain = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"[^\w ]", "", "".join(char for char in plain if not unicodedata.combining(char))).strip()


def shown(store, run_file):
    """The editions that are shown for each photo: title, ISBN, likelihood."""
    records = [json.loads(line) for line in
               run("show", "--lookup", "--offline", "--store", store, "--format", "jsonl", run_file).splitlines()]
    for record in records:
        titles = [warning.removeprefix("title: ") for warning in record["warnings"] if warning.startswith("title: ")]
        yield record["photo"], [
            (title, candidate["isbn13"], candidate["confidence"])
            for title, candidate in zip(titles, record["candidates"])
        ]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    real = list(books())
    references(real)
    photos = [
        (os.path.join(CORPUS, row["photo"]), row["kind"], row["title"], row["isbn13"])
        for row in labelled()
    ] + list(drawn(real))
    truths = {path: (kind, folded(title), isbn) for path, kind, title, isbn in photos}
    run_file = f"{FOLDER}/run.jsonl"
    with open(f"{FOLDER}/photos", "w") as listing:
        listing.write("\n".join(truths))
    if os.path.exists(run_file):
        os.remove(run_file)
    run("scan", "--readers", "title", "--files-from", f"{FOLDER}/photos", "-o", run_file)
    with open(run_file) as lines:
        records = {record["photo"]: record for record in map(json.loads, lines)}
    found = dict(shown(f"{FOLDER}/with", run_file))
    wrong = dict(shown(f"{FOLDER}/without", run_file))
    for kind in ["title-page", "cover", "back-cover", "spine", "drawn title page", "drawn cover"]:
        chosen = [path for path, truth in truths.items() if truth[0] == kind]
        if not chosen:
            continue

        def is_right(path, edition):
            return edition[1] == truths[path][2] or folded(edition[0]).startswith(truths[path][1])

        first = [path for path in chosen if found[path] and is_right(path, found[path][0])]
        among = [path for path in chosen if any(is_right(path, edition) for edition in found[path])]
        times = sorted(records[path]["milliseconds"] for path in chosen)
        print(f"{kind}: {len(chosen)} photos, right first {len(first)}, among those shown {len(among)}; "
              f"median {times[len(times) // 2]:.0f} ms, longest {times[-1]:.0f} ms")
        bad = [found[path][0][2] for path in chosen if found[path] and not is_right(path, found[path][0])]
        absent = [wrong[path][0][2] for path in chosen if wrong[path]]
        print(f"  a wrong one first: {len(bad)}, likelihood at most {max(bad, default=0):.2f}; "
              f"of absent books something is shown for {len(absent)}, likelihood at most {max(absent, default=0):.2f}")
        if os.environ.get("VERBOSE"):
            for path in chosen:
                lines = " | ".join(line["text"] for line in records[path].get("title_lines", []))
                mark = "+" if path in first else "-"
                print(f"  {mark} {os.path.basename(path)} {truths[path][1]!r}: {found[path][:2]} absent {wrong[path][:1]} <- {lines[:150]}")
    ok = [(edition[2], is_right(path, edition)) for path in truths for edition in found[path][:1]]
    absent = [edition[2] for path in truths for edition in wrong[path][:1]]
    for low, high in (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01):
        band = [right for likelihood, right in ok if low <= likelihood < high]
        print(f"likelihood {low} to {min(high, 1)}: {sum(band)} of {len(band)} right; "
              f"of absent books {sum(low <= likelihood < high for likelihood in absent)}")


if __name__ == "__main__":
    main()
