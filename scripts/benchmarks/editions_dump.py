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
CHAIN = WORDS * 3
SUBJECTS = [f"{word.capitalize()} -- {CHAIN[place + 5]}" for place, word in enumerate(WORDS * 2)]
NOTES = [" ".join(CHAIN[place : place + 30]) for place in range(len(WORDS))]
DAYS = ["", "May ", "September 14, "]
PLACES = ["New York", "London", "Leipzig", "Paris", "Madrid", "Boston", "Wien", "Milano", "Oxford", "Chicago"]


def sums(*weights):
    """The weighted sum of three digits, given as a number below 1,000."""
    return [weights[0] * (n // 100) + weights[1] * (n // 10 % 10) + weights[2] * (n % 10) for n in range(1000)]


ODD, EVEN = sums(3, 1, 3), sums(1, 3, 1)
HIGH, MIDDLE, LOW = sums(10, 9, 8), sums(7, 6, 5), sums(4, 3, 2)


def isbn13(body):
    """978 and nine digits, with their check digit."""
    total = 38 + ODD[body // 1_000_000] + EVEN[body // 1000 % 1000] + ODD[body % 1000]
    return f"978{body:09d}{-total % 10}"


def isbn10(body):
    check = -(HIGH[body // 1_000_000] + MIDDLE[body // 1000 % 1000] + LOW[body % 1000]) % 11
    return f"{body:09d}{'X' if check == 10 else check}"


def template(bits):
    """A row with placeholders for what differs between editions; `bits` selects its members."""

    def happens(share, place):
        return bits >> 6 * place & 63 < 64 * share

    first = bits % 44
    words = CHAIN[first : first + 48]
    level = bits % 9 + 1
    date = f"20{10 + bits % 14}-{1 + bits % 12:02d}-{1 + bits % 28:02d}T{bits % 24:02d}:01:53.50{bits % 10}"
    parts = [f'"publishers": ["{words[1]} & {words[2]} Press {bits % 499}"]']
    if happens(0.3, 0):
        parts.append(f'"subtitle": "a {words[4]} of {words[5]} {words[6]}, with \\"{words[7]}\\""')
    if happens(0.4, 1):
        parts.append(f'"physical_format": "Paperback", "weight": "{bits % 30}.{bits % 10} ounces"')
    parts.append(
        f'"key": "/books/OL%(number)dM", "title": "The {words[0]} and the {words[3 + (bits >> 60)]} '
        f'{LETTERS[bits % 5]}%(number)d"'
    )
    if happens(0.5, 2):
        parts.append('"identifiers": {"goodreads": ["%(number)d"], "librarything": ["%(author)d"]}')
    if happens(0.9, 3):
        kind = bits % 10
        parts += ['"isbn_13": ["%(isbn13)s"]'] * (kind > 0) + ['"isbn_10": ["%(isbn10)s"]'] * (kind < 8)
    if happens(0.8, 4):
        parts.append(f'"languages": [{{"key": "/languages/{LANGUAGES[bits % len(LANGUAGES)]}"}}]')
    if happens(0.6, 5):
        parts.append(f'"number_of_pages": {40 + bits % 900}, "pagination": "{bits % 20}, {40 + bits % 900} p. ;"')
    if happens(0.5, 6):
        subjects = '", "'.join(SUBJECTS[first : first + bits % 6 + 1])
        parts.append(f'"subjects": ["{subjects}"], "dewey_decimal_class": ["{bits % 999}/.{bits % 97}"]')
    parts.append(f'"publish_date": "{DAYS[bits % 3]}{1950 + bits % 75}"')
    parts.append(f'"publish_country": "nyu", "publish_places": ["{PLACES[bits % 10]}"]')
    if happens(0.4, 7):
        parts.append(f'"covers": [%(number)d], "source_records": ["marc:marc_records/part{bits % 40}.mrc:%(number)d"]')
    if happens(0.25, 8):
        parts.append(f'"notes": {{"type": "/type/text", "value": "Includes {NOTES[first]}.\\nIndex, p. {bits % 900}."}}')
    if happens(0.9, 9):
        parts.append('"authors": [{"key": "/authors/OL%(author)dA"}]')
    parts.append(
        f'"last_modified": {{"type": "/type/datetime", "value": "{date}"}}, '
        f'"created": {{"type": "/type/datetime", "value": "2008-04-01T03:28:50.625462"}}, '
        f'"works": [{{"key": "/works/OL%(work)dW"}}], "type": {{"key": "/type/edition"}}, '
        f'"latest_revision": {level}, "revision": {level}'
    )
    return f"/type/edition\t/books/OL%(number)dM\t{level}\t{date}\t{{{', '.join(parts)}}}\n"


def author(number):
    name = f"{WORDS[number % 44].capitalize()} {WORDS[number // 44 % 44].capitalize()} {number % 4999}"
    date = "2008-04-29T15:03:11.581851"
    return (
        f'/type/author\t/authors/OL{number}A\t2\t{date}\t{{"name": "{name}", "personal_name": "{name}", "last_modified": '
        f'{{"type": "/type/datetime", "value": "{date}"}}, "key": "/authors/OL{number}A", "type": {{"key": "/type/author"}}, '
        f'"revision": 2}}\n'
    )


def packed(path, rows):
    """Writes rows through gzip; the file is renamed when it is complete."""
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

    templates = [template(chance.getrandbits(64)) for _ in range(4096)]

    def editions():
        step = max(1, COUNT // 60_000)
        for number in range(1, COUNT + 1):
            row = templates[number * 2654435761 >> 7 & 4095]
            body = (number if number % 50 else number - 7) * 497_981 % 1_000_000_000
            isbn = isbn13(body)
            if number % step == 0 and '"isbn_1' in row:
                isbns.append(isbn)
            yield row % {
                "number": number,
                "author": number * 31 % AUTHORS + 1,
                "work": number * 7 // 10 + 1,
                "isbn13": isbn,
                "isbn10": isbn10(body),
            }

    packed(f"{folder}/editions-{COUNT}.txt.gz", editions())
    packed(f"{folder}/authors-{COUNT}.txt.gz", (author(number) for number in range(1, AUTHORS + 1)))
    with open(f"{folder}/isbns-{COUNT}.txt", "w") as file:
        file.writelines(f"{isbn}\n" for isbn in isbns)


main()
