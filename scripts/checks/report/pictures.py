"""Screenshots of a report on the drawn test photos, for the README and for whoever changes the page."""

import json
import os
import pathlib
import subprocess
import tempfile
import time

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parents[3]

TITLES = [
    "The Ferryman's Ledger", "Lantern Atlas", "Зелёный маяк", "Weaving for Four Shafts", "Die Uhr im Turm", "灯台の夜",
    "Les jardins de l'hiver", "A Short History of Salt", "مدينة القوارب", "Notes from the Upper Valley", "The Paper Mill",
]


def take_pictures(program, folder, results=None):
    """`results` are of a scan of testimages; without them it is made."""
    folder.mkdir(parents=True, exist_ok=True)
    program = pathlib.Path(program).resolve()
    with tempfile.TemporaryDirectory() as made:
        environment = os.environ | {"HOME": made, "BOOKZONE_STORE": f"{made}/store.sqlite"}

        def bookzone(*words):
            subprocess.run([program, *words], cwd=ROOT / "testimages", env=environment, check=False)

        if not results:
            results = pathlib.Path(made, "run.jsonl")
            bookzone("scan", ".", "--quiet", "--format", "jsonl", "-o", results)
        records = [json.loads(line) for line in pathlib.Path(results).read_text().splitlines()]
        isbns = [reading["isbn13"] for record in records for reading in record["isbns"] + record["candidates"]]
        rows = [f"{isbn},{TITLES[place % len(TITLES)]}" for place, isbn in enumerate(dict.fromkeys(isbns))]
        pathlib.Path(made, "books.csv").write_text("\n".join(["isbn,title", *rows]) + "\n")
        bookzone("import", "csv", f"{made}/books.csv")
        bookzone("report", "--quiet", results, "-o", f"{made}/report")
        for name, dark in (("light", False), ("dark", True)):
            with Browser(dark=dark, size="1280,1250") as browser:
                browser.open(f"{made}/report")
                time.sleep(0.8)
                browser.driver.save_screenshot(str(folder / f"report-{name}.png"))
                browser.ask("document.querySelector('#begin').click()")
                time.sleep(0.8)
                browser.driver.save_screenshot(str(folder / f"photo-{name}.png"))
    return 0
