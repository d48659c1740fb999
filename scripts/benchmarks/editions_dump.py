#!/usr/bin/env python3
"""Writes dumps of made-up editions and authors in the shape of Open Library's, packed with gzip: what
`scripts/bench reference` makes a reference of.

  editions_dump.py EDITIONS FOLDER

FOLDER gets editions-N.txt.gz, authors-N.txt.gz and isbns-N.txt, up to 60,000 ISBNs of the editions. The same number
gives the same files."""

import os
import random
import subprocess
import sys

WORDS = (
    "river house night letters garden winter stone light sea road voices bread history silence mountain clock paper "
    "island glass memory song harbour field lantern shadow summer engine bridge valley mirror orchard feather thunder "
    "market kitchen century empire village doctor sister captain theory practice introduction handbook studies"
).split()
LETTERS = ["é", "\\u00fc", "ß", "\\u0142", "ñ"]
LANGUAGES = ["eng"] * 12 + ["spa", "ger", "ger", "fre", "fre", "rus", "ita", "jpn", "por", "chi"]
PLACES = ["New York", "London", "Leipzig", "Paris", "Madrid", "Boston", "Wien", "Milano", "Oxford", "Chicago"]


def isbn13(body):
    """978 and nine digits, with their check digit."""
    digits = f"978{body:09d}"
    total = sum(int(digit) * (1 + 2 * (place % 2)) for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def isbn10(body):
    digits = f"{body:09d}"
    check = -sum(int(digit) * (10 - place) for place, digit in enumerate(digits)) % 11
    return digits + ("X" if check == 10 else str(check))


def edition(number, chance):
    """A row, and its ISBN-13 or None."""
    pick = chance.random
    words = WORDS[int(pick() * len(WORDS)) :] + WORDS
    title = f"The {words[0]} and the {words[3 + int(pick() * 9)]} {LETTERS[number % 5]}{number % 9973}"
    body = number * 497_981 % 1_000_000_000 if number % 50 else (number - 7) * 497_981 % 1_000_000_000
    author, work = number * 31 % AUTHORS + 1, number * 7 // 10 + 1
    has_isbn = pick() < 0.9
    date = f"20{10 + number % 14}-{1 + number % 12:02d}-{1 + number % 28:02d}T{number % 24:02d}:01:53.50{number % 10}"
    parts = [f'"publishers": ["{words[1].capitalize()} & {words[2].capitalize()} Press {number % 499}"]']
    if pick() < 0.3:
        parts.append(f'"subtitle": "a {words[4]} of {words[5]} {words[6]}, with \\"{words[7]}\\""')
    if pick() < 0.4:
        parts.append(f'"physical_format": "Paperback", "weight": "{number % 30}.{number % 10} ounces"')
    parts.append(f'"key": "/books/OL{number}M", "title": "{title}"')
    if pick() < 0.5:
        parts.append(
            f'"identifiers": {{"goodreads": ["{number % 7_000_000}"], "librarything": ["{number % 900_000}"]}}'
        )
    if has_isbn:
        if pick() < 0.9:
            parts.append(f'"isbn_13": ["{isbn13(body)}"]')
            if pick() < 0.8:
                parts.append(f'"isbn_10": ["{isbn10(body)}"]')
        else:
            parts.append(f'"isbn_10": ["{isbn10(body)}"]')
    if pick() < 0.8:
        parts.append(f'"languages": [{{"key": "/languages/{LANGUAGES[number % len(LANGUAGES)]}"}}]')
    if pick() < 0.6:
        parts.append(f'"number_of_pages": {40 + number % 900}, "pagination": "{number % 20}, {40 + number % 900} p. ;"')
    if pick() < 0.5:
        subjects = '", "'.join(f"{words[8 + place].capitalize()} -- {words[12 + place]}" for place in range(number % 6 + 1))
        parts.append(f'"subjects": ["{subjects}"], "dewey_decimal_class": ["{number % 999}/.{number % 97}"]')
    parts.append(f'"publish_date": "{["", "May ", "September 14, "][number % 3]}{1950 + number % 75}"')
    parts.append(f'"publish_country": "nyu", "publish_places": ["{PLACES[number % 10]}"]')
    if pick() < 0.4:
        parts.append(f'"covers": [{number % 9_000_000 + 1}], "source_records": ["marc:marc_records/part{number % 40}.mrc:{number}"]')
    if pick() < 0.25:
        parts.append(f'"notes": {{"type": "/type/text", "value": "Includes {" ".join(words[:30])}.\\nIndex, p. {number % 900}."}}')
    if pick() < 0.9:
        parts.append(f'"authors": [{{"key": "/authors/OL{author}A"}}]')
    parts.append(
        f'"last_modified": {{"type": "/type/datetime", "value": "{date}"}}, '
        f'"created": {{"type": "/type/datetime", "value": "2008-04-01T03:28:50.625462"}}'
    )
    parts.append(
        f'"works": [{{"key": "/works/OL{work}W"}}], "type": {{"key": "/type/edition"}}, "latest_revision": {number % 9 + 1}, '
        f'"revision": {number % 9 + 1}'
    )
    row = f"/type/edition\t/books/OL{number}M\t{number % 9 + 1}\t{date}\t{{{', '.join(parts)}}}\n"
    return row, isbn13(body) if has_isbn else None


def author(number):
    name = f"{WORDS[number % 44].capitalize()} {WORDS[number // 44 % 44].capitalize()} {number % 4999}"
    date = "2008-04-29T15:03:11.581851"
    return (
        f'/type/author\t/authors/OL{number}A\t2\t{date}\t{{"name": "{name}", "personal_name": "{name}", "last_modified": '
        f'{{"type": "/type/datetime", "value": "{date}"}}, "key": "/authors/OL{number}A", "type": {{"key": "/type/author"}}, '
        f'"revision": 2}}\n'
    )


def packed(path, rows):
    """Writes rows through gzip; the file has its name when it is whole."""
    with open(path + ".partial", "wb") as file:
        gzip = subprocess.Popen(["gzip", "-1"], stdin=subprocess.PIPE, stdout=file)
        portion = []
        for row in rows:
            portion.append(row)
            if len(portion) == 2000:
                gzip.stdin.write("".join(portion).encode())
                portion = []
        gzip.stdin.write("".join(portion).encode())
        gzip.stdin.close()
        if gzip.wait() != 0:
            sys.exit("editions_dump.py: gzip failed")
    os.replace(path + ".partial", path)


COUNT = int(sys.argv[1])
AUTHORS = COUNT // 5 + 1


def main():
    folder = sys.argv[2]
    chance = random.Random(20261122)
    isbns = []

    def editions():
        step = max(1, COUNT // 60_000)
        for number in range(1, COUNT + 1):
            row, isbn = edition(number, chance)
            if isbn and number % step == 0:
                isbns.append(isbn)
            yield row

    packed(f"{folder}/editions-{COUNT}.txt.gz", editions())
    packed(f"{folder}/authors-{COUNT}.txt.gz", (author(number) for number in range(1, AUTHORS + 1)))
    with open(f"{folder}/isbns-{COUNT}.txt", "w") as file:
        file.writelines(f"{isbn}\n" for isbn in isbns)


main()
