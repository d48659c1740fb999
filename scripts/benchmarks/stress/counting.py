"""Runs a program over damaged photos and counts its answers, kind by kind."""

import json
import subprocess
from collections import defaultdict
from pathlib import Path


class ProgramError(Exception):
    """What the program did instead of answering."""


def answers(program: Path, folder: Path, readers: str) -> dict[str, tuple[list[str], list[str], float, list[dict]]]:
    """Of each photo below the folder: what was accepted, what is a candidate, milliseconds, and what was accepted with its
    places."""
    command = [str(program), "scan", "-q", "--format", "jsonl", "--readers", readers, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 2) or (done.returncode == 2 and not done.stdout):
        raise ProgramError(f"{program}: ended with {done.returncode}: {done.stderr.strip()[:500]}")
    found = {}
    for line in done.stdout.splitlines():
        record = json.loads(line)
        path = str(Path(record["photo"]).relative_to(folder))
        accepted, candidates, took, readings = found.get(path, ([], [], 0.0, []))
        found[path] = (
            accepted + [isbn["isbn13"] for isbn in record["isbns"]],
            candidates + [isbn["isbn13"] for isbn in record["candidates"]], took + record["milliseconds"],
            readings + record["isbns"])
    return found


class Count:
    """Counts of one kind. An answer is right when every book's own ISBN is given and comes before any other, misread
    when any ISBN is accepted that may not be, and can be both."""

    def __init__(self):
        self.photos = self.asked = self.right = self.uncertain = self.missed = self.misread = 0
        self.took = 0.0

    def add(self, row, answer, readers):
        shown = [isbn for isbn in row["isbn13"].split(",") if isbn != "-"]
        own = [isbn for isbn in row["own_isbn13"].split(",") if isbn != "-"]
        accepted, candidates, took, _ = answer
        is_asked = bool(shown) and (readers != "ocr" or row["text_legible"] == "full")
        is_right = set(own) <= set(accepted) if len(own) > 1 else bool(accepted) and accepted[0] in shown
        is_misread = not set(accepted) <= set(shown)
        is_uncertain = not accepted and bool(candidates)
        self.photos += 1
        self.asked += is_asked
        self.right += is_asked and is_right
        self.misread += is_misread
        self.uncertain += is_uncertain
        self.missed += is_asked and not (is_right or is_misread or is_uncertain)
        self.took += took
        return is_misread

    def cells(self):
        return (self.photos, self.asked, self.right, self.uncertain, self.missed, self.misread,
                f"{self.took / max(1, self.photos):.0f}")


HEADING = ("kind", "photos", "asked", "right", "uncertain", "missed", "misread", "mean ms")


def counted(rows, said, readers):
    """The table, its heading first and all kinds together last; and a line about each misread."""
    counts, every, lines = defaultdict(Count), Count(), []
    for row in rows:
        answer = said.get(row["path"], ([], [], 0.0, []))
        every.add(row, answer, readers)
        if counts[row["klass"]].add(row, answer, readers):
            lines.append(
                f"misread  {row['path']} ({row['notes']}): may give {row['isbn13']}, gave {', '.join(answer[0])}")
    table = [HEADING, *((kind, *count.cells()) for kind, count in counts.items()), ("all", *every.cells())]
    return table, lines


def printed(table, is_markdown):
    widths = [max(len(str(row[column])) for row in table) for column in range(len(table[0]))]
    lines = []
    for row in table:
        cells = [str(cell).ljust(width) if column == 0 else str(cell).rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        lines.append("| " + " | ".join(cells) + " |" if is_markdown else "  ".join(cells))
    if is_markdown:
        lines.insert(1, "|" + "|".join("-" * (width + 1) + (":" if column else "-")
                                       for column, width in enumerate(widths)) + "|")
    return "\n".join(lines)
