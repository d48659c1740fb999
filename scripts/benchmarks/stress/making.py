"""Makes damaged photos: which photo suffers what, and the manifest of what came out."""

import concurrent.futures
import csv
import functools
import itertools
import os
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import damages, forgeries
from .composing import several_books
from .locating import located
from .photos import Photo, opened, order, seed

OPTICAL = {
    "thin-bars": damages.thin_bars, "thick-bars": damages.thick_bars, "overexposed": damages.overexposed,
    "ink-bleeding": damages.ink_bleeding, "sharpened": damages.sharpened, "dark": damages.dark,
    "noise": damages.noise, "jpeg": damages.jpeg, "small": damages.small, "blur": damages.blur,
    "motion": damages.motion, "perspective": damages.perspective, "angle": damages.angle, "glare": damages.glare,
    "fingers": damages.fingers,
}
ON_BARS = {
    "foreign-bars": forgeries.foreign_bars, "bars-beside": forgeries.bars_beside,
    "changed-digit": forgeries.changed_digit, "other-label": forgeries.other_label,
}
DRAWN = {
    "false-label": forgeries.false_label, "number-page": forgeries.number_page,
    "struck-number": forgeries.struck_number, "hidden-end": forgeries.hidden_end,
    "reference-page": forgeries.reference_page,
}
KINDS = ["undamaged", *OPTICAL, *ON_BARS, "two-books", "several-books", *DRAWN]
# How many books the photos of several show.
SEVERAL = (2, 4, 5, 6, 7, 8, 9, 10, 11, 12)
# Bars of these must be known to be widened, narrowed or forged; of the others they are only welcome.
BARS_ALONE = {"thin-bars", "thick-bars", *ON_BARS}
COLUMNS = ["path", "source_repo", "isbn13", "own_isbn13", "klass", "barcode_kind", "printed_form", "text_legible",
           "rot_cw_deg", "blur", "light", "book_group", "notes"]


@dataclass(frozen=True)
class Job:
    kind: str
    number: int
    photos: tuple[Photo, ...]


def suits(photo: Photo, kind: str) -> bool:
    if not photo.isbns:
        return False
    if kind in ("foreign-bars", "other-label") and (photo.legible != "full" or not set("- ") & set(photo.printed)):
        return False
    return photo.has_bars if kind in BARS_ALONE else photo.has_bars or photo.legible == "full"


def one_a_book_first(photos: list[Photo], *words) -> list[Photo]:
    """In an order of chance that takes a second photo of a book only after one of each."""
    taken = defaultdict(int)
    ranked = []
    for photo in sorted(photos, key=lambda photo: order(*words, photo.name)):
        ranked.append((taken[photo.book], photo))
        taken[photo.book] += 1
    return [photo for _, photo in sorted(ranked, key=lambda pair: pair[0])]


def again(some: list, count: int) -> list:
    """This many of them, from the first one again when they are used up."""
    return list(itertools.islice(itertools.cycle(some), count if some else 0))


def jobs(photos: list[Photo], kinds: list[str], count: int, number: int) -> list[Job]:
    """What is to be made: photos are taken again, and damaged otherwise, where there are fewer than asked for; of kinds
    that may fail, half as many again."""
    made = []
    for kind in kinds:
        if kind in DRAWN:
            start = seed(number, kind) % 1000
            made += [Job(kind, start + place, ()) for place in range(count)]
            continue
        fitting = one_a_book_first([photo for photo in photos if suits(photo, kind)], number, kind)
        if kind == "two-books":
            halves = [photo for photo in fitting if photo.legible == "full"]
            pairs = [
                (first, second) for first, second in zip(halves[::2], halves[1::2])
                if not set(first.isbns) & set(second.isbns)]
            made += [Job(kind, place, pair) for place, pair in enumerate(again(pairs, count))]
            continue
        if kind == "several-books":
            made += [Job(kind, place, some) for place, some in enumerate(of_several_books(fitting, count, number))]
            continue
        wanted = count * 3 // 2 if kind in BARS_ALONE else count
        made += [Job(kind, place, (photo,)) for place, photo in enumerate(again(fitting, wanted))]
    return made


def of_several_books(fitting: list[Photo], count: int, number: int) -> list[tuple[Photo, ...]]:
    """Photos of different books, some for each photo of several: half as many as it is to show."""
    sharp = [photo for photo in fitting if photo.klass != "low-res-frame"]
    rest, made = itertools.cycle(sharp), []
    for place in range(count if sharp else 0):
        wanted = SEVERAL[seed(number, "several-books", place) % len(SEVERAL)] // 2
        some, seen = [], set()
        for photo in itertools.islice(rest, len(sharp)):
            if not seen & set(photo.isbns):
                some.append(photo)
                seen |= set(photo.isbns)
            if len(some) == wanted:
                break
        made.append(tuple(some))
    return made


@functools.lru_cache(maxsize=2)
def _prepared(photo: Photo):
    """The picture, its bars, and the width of a module; `None` where it can't be opened."""
    ready = opened(photo)
    if ready is None:
        return None
    picture, share = ready
    bars = located(picture, photo.isbns[0]) if photo.has_bars else None
    capitals = photo.capitals * share
    module = bars.module if bars else capitals / 8 if capitals else max(picture.size) / 600
    return picture, bars, max(0.5, module)


def _row(kind: str, photo: Photo, isbns, own: str) -> dict:
    return {
        "source_repo": photo.source, "isbn13": ",".join(isbns) or "-", "own_isbn13": own, "klass": kind,
        "barcode_kind": photo.bars, "printed_form": photo.printed, "text_legible": photo.legible if isbns else "none",
        "rot_cw_deg": "-", "blur": "-", "light": "-", "book_group": photo.book, "notes": photo.name}


def make(some: list[Job], folder: Path, number: int) -> list[tuple[Job, dict]]:
    """The damaged photos of one photo, or a few drawn ones, written into the folder."""
    done = []
    for job in some:
        rng = np.random.default_rng(seed(number, job.kind, job.number, *(photo.name for photo in job.photos)))
        if job.kind in DRAWN:
            picture = DRAWN[job.kind](job.number, rng)
            row = dict.fromkeys(COLUMNS, "-") | {
                "klass": job.kind, "barcode_kind": "none", "text_legible": "none", "source_repo": "drawn"}
        elif job.kind == "two-books":
            both = [opened(photo) for photo in job.photos]
            if None in both:
                continue
            picture = forgeries.two_books(both[0][0], both[1][0])
            first, second = job.photos
            row = _row(job.kind, first, (*first.isbns, *second.isbns), f"{first.isbns[0]},{second.isbns[0]}")
            row["notes"] = f"{first.name} and {second.name}"
        elif job.kind == "several-books":
            several = SEVERAL[seed(number, job.kind, job.number) % len(SEVERAL)]
            picture, books, layout = several_books(list(job.photos), several, rng)
            row = dict.fromkeys(COLUMNS, "-") | {
                "isbn13": ",".join(dict.fromkeys(isbn for book in books for isbn in book.isbns)),
                "own_isbn13": ",".join(book.isbns[0] for book in books), "klass": job.kind, "source_repo": "composed",
                "barcode_kind": "EAN-13 ISBN", "text_legible": "partial", "books": books,
                "notes": f"{layout} of {len(books)}: " + " ".join(photo.name for photo in job.photos)}
        else:
            photo = job.photos[0]
            ready = _prepared(photo)
            if ready is None or (ready[1] is None and job.kind in BARS_ALONE):
                continue
            picture, bars, module = ready
            isbns = photo.isbns
            if job.kind in ON_BARS:
                forged = ON_BARS[job.kind](picture, bars, photo, rng)
                if forged is None:
                    continue
                picture, isbns = forged
            elif job.kind in OPTICAL:
                picture = OPTICAL[job.kind](picture, bars, module, rng)
            row = _row(job.kind, photo, isbns, isbns[0] if isbns else "-")
        stem = Path(job.photos[0].name).stem if job.photos else job.kind
        path = Path(job.kind) / f"{job.number:03}-{stem}.jpg"
        (folder / job.kind).mkdir(parents=True, exist_ok=True)
        picture.save(folder / path, quality=93, subsampling=0)
        done.append((job, row | {"path": str(path)}))
    return done


def damaged(photos, kinds, count, number, folder: Path, say) -> list[dict]:
    """Writes the damaged photos and their manifest; the same bytes for the same photos, kinds, count and number."""
    groups = defaultdict(list)
    for job in jobs(photos, kinds, count, number):
        groups[job.photos[:1] or (job.kind, job.number // 16)].append(job)
    rows = []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(make, group, folder, number) for group in groups.values()]
        try:
            for place, future in enumerate(concurrent.futures.as_completed(waiting), 1):
                rows += future.result()
                say(f"making photos: {place} of {len(waiting)}")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    rows.sort(key=lambda pair: (kinds.index(pair[0].kind), pair[0].number))
    kept, counts = [], defaultdict(int)
    for job, row in rows:
        counts[job.kind] += 1
        if counts[job.kind] <= count:
            kept.append(row)
        else:
            (folder / row["path"]).unlink()
    with open(folder / "manifest.tsv", "w", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, COLUMNS, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None,
                                lineterminator="\n")
        writer.writeheader()
        # A number printed over two lines has a line's end in its form.
        writer.writerows({key: re.sub(r"[\t\r\n]+", " ", row[key]) for key in COLUMNS} for row in kept)
    with open(folder / "books.jsonl", "w", encoding="utf-8") as lines:
        lines.writelines(f"{book.written(row['path'])}\n" for row in kept for book in row.get("books", ()))
    return kept
