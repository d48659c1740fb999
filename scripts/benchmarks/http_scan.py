"""Measures the reader over HTTP. Called by `scripts/bench http`, which builds what is measured.

speed    photos a second through /api/v1/scan, beside `bookzone scan` on the same photos with as many jobs, in turns
clients  200 clients at once, each with a photo of its own: all are answered; resident memory after them, and after five times
         as many

What sends photos runs on the same processors as the reader.
"""

import argparse
import collections
import http.client
import itertools
import json
import os
import pathlib
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from batch import ROOT, check, write_list

PARTS = ("speed", "clients")
KINDS = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".gif", ".bmp", ".jp2", ".heic"}
CLIENTS = 200


class Reader:
    """Runs `bookzone serve --reader` while it is used."""

    def __init__(self, program, jobs):
        self.token = secrets.token_hex(16)
        with socket.create_server(("127.0.0.1", 0)) as end:
            self.port = end.getsockname()[1]
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, "serve", "--reader", "--jobs", str(jobs), "--listen", f"127.0.0.1:{self.port}"],
            env={**os.environ, "BOOKZONE_TOKEN": self.token}, stdout=self.log, stderr=self.log)

    def __enter__(self):
        for _ in range(400):
            try:
                if self.answer(self.connection(), "GET", "/healthz")[0] == 200:
                    return self
            except OSError:
                time.sleep(0.05)
        self.log.seek(0)
        sys.exit(f"bench: the reader does not start: {self.log.read().decode(errors='replace')[-500:]}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)

    def answer(self, connection, method, path, body=None):
        connection.request(method, path, body, {"Authorization": f"Bearer {self.token}"})
        response = connection.getresponse()
        return response.status, response.read()

    def records(self, connection, photo):
        status, body = self.answer(connection, "POST", "/api/v1/scan", photo.read_bytes())
        if status != 200:
            sys.exit(f"bench: {photo} is answered with {status}: {body[:200]}")
        return [json.loads(line) for line in body.splitlines()]

    def megabytes(self):
        """The memory of the server itself, without its workers."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def together(count, body):
    """Runs `body` this many times in parallel."""
    failures = []

    def run(place):
        try:
            body(place)
        except BaseException as error:  # A thread's own end would be silent.
            failures.append(error)

    threads = [threading.Thread(target=run, args=[place]) for place in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        sys.exit(f"bench: {failures[0]!r}")


def outcomes(records):
    return collections.Counter(record["status"] for record in records)


def by_command(arguments, listed):
    begun = time.monotonic()
    run = subprocess.run(
        [arguments.program, "scan", "--files-from", listed, "--quiet", "--format", "jsonl", "--jobs", str(arguments.jobs)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - begun
    if run.returncode not in (0, 1, 2):
        sys.exit(f"bench: bookzone scan ended with {run.returncode}")
    return seconds, outcomes(map(json.loads, run.stdout.splitlines()))


def by_requests(reader, photos, clients):
    """Each client sends one photo after another over one connection."""
    rest, records, lock = iter(photos), [], threading.Lock()

    def run(_):
        connection = reader.connection()
        while True:
            with lock:
                photo = next(rest, None)
            if photo is None:
                return
            answered = reader.records(connection, photo)
            with lock:
                records.extend(answered)

    begun = time.monotonic()
    together(clients, run)
    return time.monotonic() - begun, outcomes(records)


def speed(arguments, photos, folder):
    listed = write_list(folder, "photos", photos)
    ratios, rates = [], []
    with Reader(arguments.program, arguments.jobs) as reader:
        by_requests(reader, photos[:arguments.jobs * 2], arguments.jobs)
        for _ in range(arguments.rounds):
            command, expected = by_command(arguments, listed)
            requests, got = by_requests(reader, photos, arguments.jobs + 2)
            if got != expected:
                sys.exit(f"bench: the answers differ: {dict(got)}, and by bookzone scan {dict(expected)}")
            rates.append((len(photos) / requests, len(photos) / command))
            ratios.append(command / requests)
    over, alone = (statistics.median(rate) for rate in zip(*rates))
    print(f"  {len(photos)} photos, {arguments.jobs} jobs: {over:.2f} photos/s over HTTP, {alone:.2f} by bookzone scan")
    return check("photos per second over HTTP, beside bookzone scan", statistics.median(ratios), 0.9, is_most=False)


def clients(arguments, photos, folder):
    counts = collections.Counter()
    lock = threading.Lock()

    def send(place):
        records = reader.records(reader.connection(), photos[place % len(photos)])
        with lock:
            counts["answered"] += bool(records)

    with Reader(arguments.program, arguments.jobs) as reader:
        begun = time.monotonic()
        together(CLIENTS, send)
        print(f"  {CLIENTS} clients at once: {counts['answered']} answered in {time.monotonic() - begun:.1f} s")
        first = reader.megabytes()
        is_right = check("answered", counts["answered"], CLIENTS, is_most=False)
        for _ in range(4):
            together(CLIENTS, send)
        last = reader.megabytes()
        print(f"  resident memory: {first:.0f} MB after {CLIENTS} photos, {last:.0f} MB after {5 * CLIENTS}")
        return check("memory after five times as many", last / first, 1.2) and is_right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=pathlib.Path, default=[ROOT / "testimages"], help="folders of photos")
    parser.add_argument("--photos", type=int, default=200, help="how many photos are read, some repeatedly if there are fewer")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {','.join(PARTS)}")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/bookzone",
                        help="a built bookzone with bookzone-serve beside it")
    arguments = parser.parse_args()
    arguments.program = arguments.program.resolve()
    found = sorted(path for folder in arguments.folders for path in folder.rglob("*") if path.suffix.lower() in KINDS)
    if not found:
        sys.exit("bench: there are no photos in these folders")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        photos = []
        # Under different names, because a path that occurs twice is read once.
        for place, path in enumerate(itertools.islice(itertools.cycle(found), arguments.photos)):
            photos.append(folder / f"{place:05}{path.suffix}")
            photos[-1].symlink_to(path.resolve())
        is_right = True
        for part in arguments.only.split(","):
            print(part)
            is_right = {"speed": speed, "clients": clients}[part](arguments, photos, folder) and is_right
    sys.exit(not is_right)


if __name__ == "__main__":
    main()
