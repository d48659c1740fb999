"""Counts what a program finds in photos of several books: how many of the books, by the size of their bars or print, and
whether each is told from the others."""

from collections import defaultdict
from itertools import combinations

# From these widths of a module, and heights of capitals where there are no bars, in pixels.
STEPS = {"bars": (0.0, 1.0, 1.5, 2.0, 3.0), "print": (0.0, 8.0, 12.0, 16.0)}
HEADING = ("books by size", "books", "found", "in place")


def size(book):
    """The kind of a book and the step of its size."""
    kind, pixels = ("bars", book.module) if book.module else ("print", book.capitals)
    return kind, max(step for step in STEPS[kind] if step <= pixels)


def name(kind, step):
    above = [other for other in STEPS[kind] if other > step]
    measure = "modules" if kind == "bars" else "capitals"
    return f"{measure} of {step:g} to {above[0]:g} px" if above else f"{measure} of {step:g} px or more"


def is_inside(corners, point):
    """Whether a point lies in a convex figure, its corners clockwise."""
    return all(
        (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1) >= 0
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0])))


def is_in_place(book, reading):
    middles = [
        [sum(corner[axis] for corner in witness["box"]) / len(witness["box"]) for axis in (0, 1)]
        for witness in reading["witnesses"]]
    return all(is_inside(book.corners, middle) for middle in middles)


def is_before(one, other):
    """Whether a book certainly comes before another: it lies above, or to the left and not lower."""
    (xs, ys), (other_xs, other_ys) = zip(*one.corners), zip(*other.corners)
    if max(ys) <= min(other_ys):
        return True
    overlap = min(max(ys), max(other_ys)) - max(min(ys), min(other_ys))
    return max(xs) <= min(other_xs) and overlap > 0.7 * min(max(ys) - min(ys), max(other_ys) - min(other_ys))


def counted(rows, said):
    """The table, its heading first, and a line on what was told apart; `None` where no photo shows several books."""
    counts, photos, ordered, apart = defaultdict(lambda: [0, 0, 0]), 0, 0, 0
    for row in rows:
        books, found = row.get("books", ()), {}
        readings = {reading["isbn13"]: reading for reading in said.get(row["path"], ([], [], 0.0, []))[3]}
        for book in books:
            reading = readings.get(book.isbns[0])
            count = counts[size(book)]
            count[0] += 1
            count[1] += reading is not None
            count[2] += reading is not None and is_in_place(book, reading)
            if reading:
                found[reading["isbn13"]] = (reading["book"], book)
        if books:
            photos += 1
            apart += len({number for number, _ in found.values()}) == len(found)
            ordered += not any(
                (one[0] - other[0]) * (is_before(other[1], one[1]) - is_before(one[1], other[1])) < 0
                for one, other in combinations(found.values(), 2))
    if not photos:
        return None
    table = [HEADING, *((name(*key), *counts[key]) for key in sorted(counts))]
    large = [count for (kind, step), count in counts.items() if step >= (1.5 if kind == "bars" else 12)]
    table.append(("modules of 1.5 px, print of 12 px, or more", *map(sum, zip(*large))))
    return table, f"each book by itself in {apart} of {photos} photos, in order in {ordered}"
