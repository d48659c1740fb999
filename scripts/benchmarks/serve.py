"""Measures a site under load. Called by `scripts/bench serve`, which builds what is measured.

cards    how long cards take while 200 readers go from card to card, as many pages listen for what is new, comments are made,
         and 20 photos are on their way
memory   resident memory after 100,000 cards beside that after 10,000
kill     the site is killed while 20 readers comment: every comment that was acknowledged is there when it is opened again
browse   how long pages of all books, authors, tags, rankings and figures take in a store of 100,000 books: every order, with and
         without filters, at the beginning and far into it
route    cards a second beside a route that runs the same statements and sends as many bytes, in turns

wrk asks; it and what sends photos run on the same processors as the site.
"""

import argparse
import asyncio
import base64
import csv
import hashlib
import os
import pathlib
import random
import re
import secrets
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

from batch import ROOT, check

PARTS = ("cards", "memory", "kill", "browse", "route")
READERS, UPLOADS = 200, 20


def demand(holds, words):
    if not holds:
        sys.exit(f"bench: {words}")


def isbn13(number):
    digits = f"978{number:09d}"
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    return digits + str(-total % 10)


def books(count, real):
    """Rows of a table: real books if their table exists, else invented ones."""
    if real:
        for row in csv.DictReader(open(real)):
            number = row["isbn"].zfill(10)[:9]
            if number.isdigit() and number != "000000000":
                yield (isbn13(int(number)), row["title"], row["authors"], "", row["original_publication_year"][:4], row["language_code"])
        return
    words = "river house night letters garden winter stone light sea road voices bread history silence clock paper".split()
    for place in range(count):
        title = f"The {words[place % 16]} and the {words[place // 16 % 16]}, volume {place}"
        yield (isbn13(place * 99_991 % 10**9), title, f"Ann Author{place % 997}", f"Press {place % 99}", 1950 + place % 75, "eng")


class Site:
    """A catalogue with signed-in readers, and the server process."""

    def __init__(self, arguments, folder, count, table=None, is_commented=True):
        self.program, self.folder = arguments.program, folder
        self.folder.mkdir(parents=True)
        self.store = self.folder / "catalogue.sqlite"
        self.process, self.log = None, None
        with socket.create_server(("127.0.0.1", 0)) as end:
            self.port = end.getsockname()[1]
        self.sessions = [secrets.token_urlsafe(32) for _ in range(READERS)]
        self.cookies = [f"bookzone%3A{self.port}={session}" for session in self.sessions]
        (self.folder / "cookies").write_text("\n".join(self.cookies))
        self.fill(arguments.bookzone, books(count, table), is_commented)

    def fill(self, bookzone, rows, is_commented):
        table = self.folder / "books.csv"
        rows = list({row[0]: row for row in rows}.values())
        with open(table, "w") as file:
            writer = csv.writer(file)
            writer.writerow("isbn13 title authors publisher year language shelves".split())
            writer.writerows([*row, "owned" if place % 10 == 0 else ""] for place, row in enumerate(rows))
        subprocess.run([bookzone, "import", "csv", table, "--store", self.store],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        self.isbns = [row[0] for row in rows]
        random.Random(1).shuffle(self.isbns)
        (self.folder / "paths").write_text("\n".join(f"/books/{isbn}" for isbn in self.isbns))
        now = int(time.time())
        with sqlite3.connect(self.store) as database:
            for place, session in enumerate(self.sessions):
                name = f"reader{place}"
                account = database.execute(
                    "INSERT INTO account (name, key, role, made) VALUES (?, ?, 'reader', ?)", (name, name, now)).lastrowid
                database.execute("INSERT INTO session (hash, account, seen, until) VALUES (?, ?, ?, ?)", (
                    hashlib.sha256(session.encode()).hexdigest(), account, now, now + 86_400))
        database.close()
        if not is_commented:
            return
        # Every tenth book has comments.
        with self:
            def say(part):
                for place in part:
                    demand(self.comment(place % READERS, self.isbns[place // 3], f"Comment {place}: " + "well told. " * 20),
                          "a comment was refused")
            parts = [range(start, len(self.isbns) // 10 * 3, 8) for start in range(8)]
            threads = [threading.Thread(target=say, args=[part]) for part in parts]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            demand(self.get(f"/books/{self.isbns[0]}").startswith(b"HTTP/1.1 200"), "who is signed in sees no card")

    def __enter__(self):
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [self.program, "--store", self.store, "--offline", "--listen", f"127.0.0.1:{self.port}"],
            stdout=self.log, stderr=self.log)
        for _ in range(1200):
            try:
                if self.get("/healthz").startswith(b"HTTP/1.1 200"):
                    return self
            except OSError:
                pass
            time.sleep(0.05)
        sys.exit(f"bench: the site does not start: {(self.folder / 'log').read_text()[-500:]}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def head(self, method, path, reader, fields="", length=None):
        body = f"Content-Length: {length}\r\n" if length is not None else ""
        return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
                f"Cookie: {self.cookies[reader]}\r\n{fields}{body}\r\n").encode()

    def ask(self, request):
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(request)
            parts = []
            while part := connection.recv(1 << 16):
                parts.append(part)
        return b"".join(parts)

    def get(self, path, reader=0):
        return self.ask(self.head("GET", path, reader))

    def token(self, reader):
        return hashlib.sha256(b"form " + self.sessions[reader].encode()).hexdigest()

    def comment(self, reader, isbn, text):
        """Whether it was acknowledged."""
        body = urllib.parse.urlencode({"token": self.token(reader), "stars": "4", "text": text}).encode()
        head = self.head("POST", f"/books/{isbn}/comments", reader,
                         "Content-Type: application/x-www-form-urlencoded\r\n", len(body))
        return self.ask(head + body).startswith(b"HTTP/1.1 303")

    @property
    def memory(self):
        """Resident memory, in KB."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def load(self, seconds, connections, pause=0.0, port=None, background=False):
        wrk = subprocess.Popen(
            ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "10s", "-s",
             ROOT / "scripts/benchmarks/serve.lua", f"http://127.0.0.1:{port or self.port}", "--",
             self.folder / "cookies", self.folder / "paths", str(pause)], stdout=subprocess.PIPE, text=True)
        return wrk if background else Load(wrk.communicate()[0])


class Load:
    def __init__(self, text):
        numbers = [int(number) for number in text.strip().split("\n")[-1].split()]
        self.requests, duration, self.median, self.late, self.latest, self.errors = numbers
        self.rate = self.requests / duration * 1e6


# MARK: cards

async def listen(site, reader, heard):
    """A page with an open event stream; counts the events."""
    source, sink = await asyncio.open_connection("127.0.0.1", site.port)
    sink.write(site.head("GET", "/live", reader))
    try:
        while line := await source.readline():
            if line.startswith(b"event: book"):
                heard[0] += 1
    finally:
        sink.close()


async def send(site, sender, photo, sent):
    """A phone that uploads one photo after another at 2 MB/s; a reader may have at most 100 photos."""
    for number in range(10_000):
        reader = (sender + UPLOADS * number) % READERS
        head = f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{site.token(reader)}\r\n'
        head += '--x\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n'
        body = head.encode() + photo + b"\r\n--x--\r\n"
        source, sink = await asyncio.open_connection("127.0.0.1", site.port)
        sink.write(site.head("POST", "/photos", reader, "Content-Type: multipart/form-data; boundary=x\r\n", len(body)))
        for start in range(0, len(body), 200_000):
            sink.write(body[start:start + 200_000])
            await sink.drain()
            await asyncio.sleep(0.1)
        sent[(await source.readline()).split()[1].decode()] = sent.get("303", 0) + 1
        sink.close()


async def say(site, said):
    while True:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(site.comment, said[0] % READERS, random.choice(site.isbns), "While others read.")
        said[0] += 1


async def around(site, wrk, photo):
    heard, sent, said = [0], {}, [0]
    tasks = [listen(site, reader, heard) for reader in range(READERS)]
    tasks += [send(site, sender, photo, sent) for sender in range(UPLOADS)] + [say(site, said)]
    tasks = [asyncio.create_task(task) for task in tasks]
    text = (await asyncio.to_thread(wrk.communicate))[0]
    for task in tasks:
        task.cancel()
    for failure in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(failure, asyncio.CancelledError):
            sys.exit(f"bench: {failure!r}")
    return Load(text), heard[0], sent, said[0]


def measure_cards(site, arguments):
    # As large as a phone's photo: bytes after a JPEG's end are ignored.
    photo = (ROOT / "testimages/cover-979-angle-45.jpg").read_bytes()
    photo += bytes(max(0, arguments.photo_bytes - len(photo)))
    rights = []
    with site:
        site.load(3, 8)
        for pause in (2.0, 1.0):
            wrk = site.load(arguments.seconds, READERS, pause, background=True)
            load, heard, sent, said = asyncio.run(around(site, wrk, photo))
            demand(heard > 0 and said > 0, f"pages heard {heard} of {said} comments")
            demand(set(sent) == {"303"} and load.errors == 0, f"{load.errors} cards and some of {sent} photos were refused")
            print(f"{READERS} readers, each with a card every {pause:.0f} s: {load.rate:,.0f} cards/s, the median after "
                  f"{load.median / 1000:.1f} ms, the last after {load.latest / 1000:.0f} ms; meanwhile {sent['303']} photos of "
                  f"{len(photo) / 1e6:.0f} MB came, {UPLOADS} at a time, and {said} comments, of which {READERS} pages heard "
                  f"{heard / READERS:.0f} times each")
            rights.append(check("99th percentile of cards", load.late / 1000, 50, unit=" ms"))
        load = site.load(arguments.seconds, READERS)
        print(f"alone, on {READERS} connections as fast as they come: {load.rate:,.0f} cards/s, the median after "
              f"{load.median / 1000:.0f} ms, the 99th percentile after {load.late / 1000:.0f} ms", flush=True)
    return all(rights)


# MARK: memory, kill, route

def measure_memory(site, arguments):
    with site:
        count, memory = 0, []
        for target in (10_000, 100_000):
            while count < target:
                load = site.load(2 if target < 100_000 else 5, 50)
                demand(load.errors == 0, f"{load.errors} cards were refused")
                count += load.requests
            memory.append(site.memory)
            print(f"{memory[-1] / 1024:.1f} MB after {count:,} cards", flush=True)
    return check("growth", memory[1] / memory[0], 1.1, unit=" times")


def measure_kill(site, arguments):
    said, lost = [], []

    def talk(reader):
        number = 0
        while True:
            text = f"said {secrets.token_hex(8)}"
            try:
                if site.comment(reader, random.choice(site.isbns), text):
                    said.append(text)
            except OSError:
                return

    for _ in range(arguments.rounds):
        site.__enter__()
        wrk = site.load(10, 50, background=True)
        threads = [threading.Thread(target=talk, args=[reader]) for reader in range(20)]
        for thread in threads:
            thread.start()
        time.sleep(3 + random.random())
        site.process.kill()
        site.process.wait()
        for thread in threads:
            thread.join()
        wrk.terminate()
        wrk.wait()
        with site:
            database = sqlite3.connect(site.store)
            kept = {text for text, in database.execute("SELECT text FROM comment WHERE text LIKE 'said %'")}
            health = database.execute("PRAGMA quick_check").fetchone()[0]
            database.close()
        demand(health == "ok", f"the store is damaged: {health}")
        demand(said, "no comment was acknowledged")
        lost = [text for text in said if text not in kept]
        print(f"killed: {len(said):,} comments are acknowledged so far, {len(kept):,} are there", flush=True)
    return check("acknowledged comments lost", len(lost), 0)


def address(filters, sort):
    return "/books?" + urllib.parse.urlencode({**filters, "sort": sort})


def measure_browse(_, arguments):
    site = Site(arguments, arguments.folder / "browse", arguments.browsed, is_commented=False)
    with sqlite3.connect(site.store) as database:
        reader = "reader0"
        for statement in (
                "UPDATE book SET language = iif(id % 50, 'eng', 'rus'), tags = 'tag ' || id % 200, "
                "series = iif(id % 9, NULL, 'Series ' || id % 700)",
                "INSERT INTO copy (book, list, place) SELECT book, list.key, 'shelf ' || book % 90 FROM list_entry "
                "JOIN list ON list.id = list_entry.list",
                f"INSERT INTO reading (book, person, state, added) SELECT id, '{reader}', 'read', 0 FROM book WHERE id % 3 = 0",
                f"INSERT INTO personal_entry (person, key, book, name, added) SELECT '{reader}', 'lent', id, 'lent', 0 FROM book "
                "WHERE id % 400 = 0",
                "INSERT INTO loan (copy, person, lent, returned) SELECT id, 'reader1', 1700000000 + id, 1800000000 FROM copy",
                "INSERT INTO photo (sha256, page, path, record, date) SELECT printf('%064x', id), 1, '/photos/' || id || '.jpg', "
                "json_object('page', 1, 'text', printf('%.1500c', 'x'), 'status', 'found'), 1700000000 + id FROM book",
                "INSERT INTO photo_isbn (isbn, sha256, page) SELECT isbn, printf('%064x', id), 1 FROM book WHERE isbn NOT NULL",
                "INSERT INTO comment (book, author, rating, text, spoiler, private, written) "
                "SELECT id, 'reader' || id % 7, id % 11, 'Well told.', 0, 0, 0 FROM book WHERE id % 5 = 0",
                # The site makes the order anew when it starts.
                "DELETE FROM order_version"):
            database.execute(statement)
    database.close()
    filters = (
        {}, {"list": "owned"}, {"list": "read"}, {"mine": "lent"}, {"lent": "1"}, {"reader": reader}, {"unread": "1"},
        {"place": "shelf 7"}, {"language": "en"}, {"language": "ru"}, {"year": "1990-1999"}, {"year": "2001"},
        {"tag": "tag 5"}, {"author": "Ann Author7"}, {"list": "owned", "unread": "1"}, {"language": "en", "year": "1990-"},
        {"language": "en", "unread": "1", "list": "owned", "year": "1950-1999"}, {"tag": "tag 1", "language": "ru"})
    with site:
        addresses = ["/", "/authors", "/series", "/tags", "/authors?from=Author5", "/author?name=Ann+Author7", "/series?name=Series+0"]
        addresses += ["/lists"] + [f"/liked?by={by}{chosen}" for by in ("rating", "comments", "lists", "loans", "scans")
                                   for chosen in ("", "&since=2020", "&language=en", "&since=2020&language=ru")]
        addresses += [f"/figures?by={by}" for by in ("year", "language", "publisher", "group", "source", "outcome", "reading")]
        for sort in ("title", "author", "year", "added", "rating"):
            for chosen in filters:
                addresses.append(address(chosen, sort))
                page = site.get(addresses[-1]).decode()
                demand(page.startswith("HTTP/1.1 200"), f"{addresses[-1]}: {page[:300]}")
                for _ in range(4):
                    after = re.search(r'href="([^"]+)" rel="next"', page)
                    if not after:
                        break
                    addresses.append(after[1].replace("&amp;", "&"))
                    page = site.get(addresses[-1]).decode()
            # As far as the middle of the order: the pages before it are not read.
            with sqlite3.connect(site.store) as database:
                addresses.append(far(database, sort))
            database.close()
        times = []
        for _ in range(arguments.rounds):
            random.shuffle(addresses)
            for place in addresses:
                start = time.perf_counter()
                page = site.get(place)
                times.append(((time.perf_counter() - start) * 1000, place))
                demand(page.startswith(b"HTTP/1.1 200"), f"{place}: {page[:300]}")
    times.sort(reverse=True)
    for late, place in times[:5]:
        print(f"{late:.0f} ms: {place[:120]}")
    print(f"{arguments.browsed:,} books, {len(addresses)} addresses, {len(times):,} pages: the median after "
          f"{statistics.median(late for late, _ in times):.1f} ms, the last after {times[0][0]:.0f} ms", flush=True)
    return check("99th percentile of pages", times[len(times) // 100][0], 50, unit=" ms")


def far(database, sort):
    """The address of a page in the middle of an order."""
    columns = {"title": "title, book", "author": "author, title, book", "year": "year_rank, title, book", "added": "added_rank, book",
               "rating": "rating_rank, ratings_rank, title, book"}[sort]
    row = database.execute(
        f"SELECT {columns} FROM book_order ORDER BY {columns} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM book_order)").fetchone()
    keys = [f"k{base64.urlsafe_b64encode(key).decode().rstrip('=')}" if isinstance(key, bytes) else str(key) for key in row]
    return address({"after": ".".join(keys)}, sort)


def measure_route(site, arguments):
    with site:
        # Cards have different sizes: the route sends as many bytes on average.
        sizes = [len(site.get(f"/books/{isbn}").split(b"\r\n\r\n", 1)[1]) for isbn in random.sample(site.isbns, 500)]
        size = round(statistics.mean(sizes))
        with socket.create_server(("127.0.0.1", 0)) as end:
            port = end.getsockname()[1]
        route = subprocess.Popen([arguments.route, "serve", site.store, str(port), str(size)], stdout=site.log, stderr=site.log)
        time.sleep(1)
        rates = {site.port: [], port: []}
        try:
            for number in range(arguments.rounds + 1):
                for place, found in rates.items():
                    load = site.load(5 if number else 2, 32, port=place)
                    demand(load.errors == 0, "cards were refused")
                    if number:
                        found.append(load.rate)
        finally:
            route.terminate()
            route.wait()
    own, bare = [statistics.median(found) for found in rates.values()]
    print(f"{own:,.0f} cards/s; the same statements and {size:,} bytes: {bare:,.0f}/s")
    return check("cards beside the route", own / bare, 0.5, is_most=False, unit=" times")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=lambda text: text.split(","), default=PARTS, help=",".join(PARTS))
    parser.add_argument("--books", type=int, default=10_000)
    parser.add_argument("--browsed", type=int, default=100_000, help="books of the store whose pages are measured")
    parser.add_argument("--table", type=pathlib.Path, default=ROOT.parent / "shared/data/goodbooks-10k-books.csv",
                        help="real books in the format of goodbooks-10k")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--photo-bytes", type=int, default=3_000_000)
    parser.add_argument("--bookzone", type=pathlib.Path, default=ROOT / ".build/release/bookzone")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/bookzone-serve")
    parser.add_argument("--route", type=pathlib.Path, default=ROOT / ".build/serve/release/bookzone-dev")
    arguments = parser.parse_args()
    arguments.folder = ROOT / ".build/bench/serve"
    shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True)
    table = arguments.table if arguments.table and arguments.table.exists() else None
    site = None
    if set(arguments.only) != {"browse"}:
        site = Site(arguments, arguments.folder / "cards", arguments.books, table)
        print(f"{len(site.isbns):,} books, {READERS} readers, {os.cpu_count()} processors")
    measures = {
        "cards": measure_cards, "memory": measure_memory, "kill": measure_kill, "browse": measure_browse, "route": measure_route}
    rights = []
    for part in arguments.only:
        print(f"{part}:", flush=True)
        rights.append(measures[part](site, arguments))
    return 0 if all(rights) else 1


if __name__ == "__main__":
    sys.exit(main())
