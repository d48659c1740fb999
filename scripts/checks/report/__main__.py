"""Looks at a report of drawn records in a browser. See scripts/checks/test-report."""

import argparse
import json
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from browser import Browser
from drawing import run
from pictures import take_pictures
from selenium.webdriver.common.keys import Keys

# What the page promises, in milliseconds. A busy machine is given further tries.
READY, TASK, TRIES = 3000, 100, 6


class Checks:
    def __init__(self, program, folder, count):
        self.program, self.folder = str(pathlib.Path(program).resolve()), folder
        self.passed, self.failed = 0, 0
        self.records = run(folder, count)
        self.bookzone("import", "csv", "books.csv")
        start = time.monotonic()
        done = self.bookzone("report", "run.jsonl", "-o", "made")
        print(f"report on {count} photos made in {time.monotonic() - start:.1f} s")
        self.check("the page's place is told", done.stdout == "made/index.html\n", done.stderr)
        # Moved: nothing in it may name where it was made.
        (folder / "made").rename(folder / "moved ü")
        self.report = folder / "moved ü"

    def bookzone(self, *words, code=0):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", "BOOKZONE_USER": "tester"}
        done = subprocess.run([self.program, *words], cwd=self.folder, env=environment, capture_output=True, text=True)
        self.check(f"{' '.join(words[:2])} ends with {code}", done.returncode == code, done.stderr[-2000:])
        return done

    def check(self, what, is_right, said=""):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}: {said}")

    def count(self, status):
        return sum(record["status"] == status for record in self.records)

    # Speed

    def speed(self):
        """What is best of several tries: other programs' work is none of the page's."""
        best = {}
        for _ in range(TRIES):
            with Browser() as browser:
                ready = browser.open(self.report)
                time.sleep(0.5)
                tasks = {"opening": browser.long_tasks()}
                browser.ask("""
                    return new Promise((done) => {
                      let step = 0;
                      const go = () => { scrollBy(0, 400); (step += 1) < 60 ? requestAnimationFrame(go) : done(true); };
                      go();
                    })""")
                tasks["scrolling"] = browser.long_tasks()
                browser.type("#words", "book of 12")
                time.sleep(0.6)
                browser.ask("document.querySelector('#order').value = 'slow';"
                            "document.querySelector('#order').dispatchEvent(new Event('change', {bubbles: true}))")
                time.sleep(0.4)
                tasks["filtering"] = browser.long_tasks()
                browser.ask("document.querySelector('#words').value = '';"
                            "document.querySelector('#words').dispatchEvent(new Event('input'))")
                time.sleep(0.6)
                tasks["all again"] = browser.long_tasks()
                browser.ask("document.querySelector('#begin').click()")
                time.sleep(0.3)
                tasks["a photo"] = browser.long_tasks()
            print(f"ready after {ready:.0f} ms; tasks over 50 ms: {tasks}")
            for what, times in {"ready": [ready], **tasks}.items():
                best[what] = min(best.get(what, 60_000), max([0, *times]))
            if best["ready"] <= READY and all(best[what] <= TASK for what in tasks):
                break
        self.check(f"ready within {READY} ms", best["ready"] <= READY, best)
        for what in tasks:
            self.check(f"no task over {TASK} ms: {what}", best[what] <= TASK, best)

    # Safety

    def safety(self, browser):
        self.check("nothing of a name or title ran", not browser.ask("return window.harmed"))
        self.check("no element came of a name or title", browser.ask(
            "return document.querySelectorAll('main img[onerror], main script, .list b, .list svg[onload], dialog svg[onload]').length") == 0)
        far = browser.ask("return performance.getEntriesByType('resource').map((entry) => entry.name)"
                          ".filter((name) => !name.startsWith('file:'))")
        self.check("nothing came over a network", far == [], far)
        browser.ask("""
            const script = document.createElement('script'); script.textContent = 'window.harmed = 1'; document.body.append(script);
            const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image);""")
        time.sleep(0.3)
        self.check("the policy forbids other scripts", not browser.ask("return window.harmed"))
        refused = [words for words in browser.complaints() if "Content Security Policy" in words]
        self.check("the policy forbids addresses", any("127.0.0.1" in words for words in refused), refused)

    def pictures(self, browser):
        browser.ask("scrollTo(0, 900)")
        shown = browser.wait("""
            const images = [...document.querySelectorAll('#sheet img, #asked img')];
            const seen = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
            return seen.length > 5 && seen.every((image) => image.complete && image.naturalWidth > 0)
                && Math.max(...seen.map((image) => Math.max(image.naturalWidth, image.naturalHeight)))""")
        self.check("thumbnails are there, and small", 0 < shown <= 320, shown)
        self.check("no more is in the page than can be seen", browser.ask("return document.querySelectorAll('.card').length") < 120)

    # Use

    def keyboard(self, browser):
        browser.ask("document.querySelector('#words').focus(); scrollTo(0, 0)")
        for _ in range(40):
            browser.press(Keys.TAB)
            if browser.ask("return document.activeElement.closest('#asked') !== null && document.activeElement.matches('.card')"):
                break
        first = browser.focused()
        self.check("Tab leads to the photos to decide", "uncertain" in str(first), first)
        browser.press(Keys.TAB, Keys.TAB)
        inside = browser.focused()
        self.check("Tab leads past them to the sheet", browser.ask("return document.activeElement.closest('#sheet') !== null"), inside)
        browser.press(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
        self.check("arrows go from photo to photo", browser.ask(
            "return document.activeElement.matches('#sheet .card')") and browser.focused() != inside)
        browser.press(Keys.END)
        last = browser.ask("return [document.activeElement.closest('[aria-posinset]').ariaPosInSet, "
                           "document.activeElement.closest('[aria-posinset]').ariaSetSize]")
        self.check("End leads to the last", last[0] == last[1] == str(len(self.records)), last)
        seen = browser.ask("const box = document.activeElement.getBoundingClientRect(); return [box.top, box.bottom, innerHeight]")
        self.check("what is focused is seen", seen[0] >= 0 and seen[1] <= seen[2] + 1, seen)
        browser.press(Keys.HOME)
        browser.press(Keys.ENTER)
        self.check("Enter opens a photo", browser.ask("return document.querySelector('#photo').open"))
        title = browser.ask("return document.querySelector('#photo-title').textContent")
        browser.ask("document.querySelector('#close').focus()")
        browser.press(Keys.ARROW_RIGHT)
        self.check("an arrow leads to the next photo", browser.ask(
            "return document.querySelector('#photo-title').textContent") != title)
        browser.press(Keys.ESCAPE)
        browser.wait("return !document.querySelector('#photo').open")
        self.check("Escape leads back to the sheet", browser.ask("return document.activeElement.matches('.card')"), browser.focused())

    def rules(self, dark):
        with Browser(dark=dark) as browser:
            browser.open(self.report)
            browser.wait("return document.querySelectorAll('.card img').length > 4")
            found, version = browser.violations()
            self.check(f"axe {version} is 4.10 or newer", tuple(map(int, version.split(".")[:2])) >= (4, 10))
            self.check("axe has nothing against the page", found == [], found)
            browser.ask("document.querySelector('#begin').click()")
            found, _ = browser.violations()
            self.check("axe has nothing against a photo", found == [], found)
            browser.ask("document.querySelector('#photo').close(); document.querySelector('#words').value = 'no such photo';"
                        "document.querySelector('#words').dispatchEvent(new Event('input'))")
            time.sleep(0.4)
            found, _ = browser.violations()
            self.check("axe has nothing against an empty sheet", found == [], found)

    # Decisions

    def decide(self, browser):
        """Decides on three photos by keyboard alone; returns what the page then says it holds."""
        asked = [record for record in self.records if record["status"] == "uncertain"]
        browser.ask("document.querySelector('#begin').focus()")
        browser.press(Keys.ENTER)
        browser.wait("return document.querySelector('#photo').open")
        browser.type("#person", "Maria")
        self.check("the first to decide is shown", browser.ask(
            "return document.querySelector('#photo-title').textContent").startswith(asked[0]["photo"][:12]))
        browser.type("#answer", "0000" + Keys.ENTER)
        self.check("digits that fit nothing decide nothing", "No candidate" in browser.ask(
            "return document.querySelector('#heard').textContent"))
        browser.ask("document.querySelector('#answer').select()")
        browser.press(*asked[0]["candidates"][0]["isbn13"][:12], "x", Keys.ENTER)
        self.check("a wrong check digit decides nothing", "Not an ISBN" in browser.ask(
            "return document.querySelector('#heard').textContent"))
        browser.ask("document.querySelector('#answer').select()")
        browser.press(*asked[0]["candidates"][1]["isbn13"][-4:], Keys.ENTER)
        second = browser.ask("return document.querySelector('#photo-title').textContent")
        self.check("the next one follows", second != asked[0]["photo"], second)
        browser.ask("document.querySelector('#no').focus()")
        browser.press(Keys.ENTER)
        browser.type("#answer", "0-306-40615-2" + Keys.ENTER)
        browser.press(Keys.ESCAPE)
        browser.wait("return !document.querySelector('#photo').open")
        self.check("fewer are left", browser.ask("return document.querySelector('#asking-title').textContent").endswith(
            f"{len(asked) - 3:,} photos"))
        return asked

    def round_trip(self):
        downloads = self.folder / "downloads"
        downloads.mkdir()
        saved = downloads / "decisions.jsonl"
        with Browser(downloads=downloads) as browser:
            browser.open(self.report)
            asked = self.decide(browser)
            browser.open(self.report)
            self.check("decisions outlive the page", browser.ask("return document.querySelector('#save').textContent") ==
                       "Save 3 decisions")
            browser.ask("document.querySelector('#save').click()")
            for _ in range(200):
                if saved.exists() and saved.read_text().count("\n") == 3:
                    break
                time.sleep(0.05)
        lines = [json.loads(line) for line in saved.read_text().splitlines()]
        self.check("what was decided is saved", [line["isbn13"] for line in lines] ==
                   [asked[0]["candidates"][1]["isbn13"], None, "9780306406157"], lines)
        self.check("and by whom", {line["by"] for line in lines} == {"Maria"}, lines)
        done = self.bookzone("review", "--apply", "downloads/decisions.jsonl", "run.jsonl")
        self.check("all of it is taken", done.stderr == "2 confirmed, 1 without an ISBN, 0 already decided, 0 in conflict\n",
                   done.stderr)
        records = [json.loads(line) for line in (self.folder / "run.jsonl").read_text().splitlines()]
        decided = [record for record, before in zip(records, self.records) if record["status"] != before["status"]]
        self.check("the results say so", [record["status"] for record in decided] == ["found", "none", "found"])
        again = self.bookzone("review", "--apply", "downloads/decisions.jsonl", "run.jsonl")
        self.check("twice is once", again.stderr.startswith("0 confirmed, 0 without an ISBN, 3 already decided"), again.stderr)
        other = [dict(lines[0], by="Tom", decision="rejected", isbn13=None), dict(lines[1], by="Tom")]
        (self.folder / "tom.jsonl").write_text("".join(json.dumps(line) + "\n" for line in other))
        both = self.bookzone("review", "--apply", "downloads/decisions.jsonl", "--apply", "tom.jsonl", code=1)
        self.check("a conflict is named with both names", "Maria says it shows" in both.stderr and
                   "Tom says it shows no ISBN" in both.stderr, both.stderr)
        store = sqlite3.connect(self.folder / ".local/share/bookzone/catalogue.sqlite")
        self.check("the store has them", store.execute("SELECT count(*) FROM decision").fetchone() == (3,))
        self.bookzone("report", "run.jsonl", "-o", "again")
        with Browser() as browser:
            browser.open(self.folder / "again")
            self.check("a later report has them", browser.ask(
                "return document.querySelector('#asking-title').textContent").endswith(f"{len(asked) - 3:,} photos"))

    def language(self):
        self.bookzone("report", "run.jsonl", "-o", "german", "--language", "de")
        asked = self.count("uncertain")
        with Browser() as browser:
            browser.open(self.folder / "german")
            self.check("the page is in its language", browser.ask(
                "return [document.documentElement.lang, document.querySelector('#asking-title').textContent]") ==
                       ["de", f"Zu prüfen: {asked:,} Fotos".replace(",", ".")])
            browser.ask("document.querySelector('#begin').click()")
            browser.ask("document.querySelector('#no').click()")
            self.check("so is what its script says of one", browser.ask(
                "return document.querySelector('#save').textContent") == "1 Entscheidung speichern")

    def inventory(self):
        """Goes along an inventory's page: ticks, corrects, saves both and has them applied."""
        images = pathlib.Path(__file__).resolve().parents[3] / "testimages"
        for name in ("cover-ean-price-addon.jpg", "cover-isbn10-above-ean.jpg"):
            shutil.copy(images / name, self.folder)
        head = struct.pack("<2sIHHIIiiHHIIiiII", b"BM", 54 + 640 * 480 * 3, 0, 0, 54, 40, 640, 480, 1, 24, 0, 0, 0, 0, 0, 0)
        (self.folder / "doubt.bmp").write_bytes(head + bytes([128]) * (640 * 480 * 3))
        for isbn in ("9781405362177", "9780812973143", "9780306406157"):
            self.bookzone("copy", "add", isbn, "--place", "hall")
        self.bookzone("inventory", "begin", "spring", "--place", "hall")
        self.bookzone("inventory", "scan", "spring", "cover-ean-price-addon.jpg", "doubt.bmp", "--place", "hall", code=1)
        self.bookzone("inventory", "scan", "spring", "cover-isbn10-above-ean.jpg", "--place", "attic")
        self.bookzone("inventory", "show", "spring", "--all", "--report", "shelf", code=1)
        downloads = self.folder / "shelf-downloads"
        downloads.mkdir()
        with Browser(downloads=downloads) as browser:
            browser.open(self.folder / "shelf")
            found, _ = browser.violations()
            self.check("axe has nothing against an inventory", found == [], found)
            width = browser.ask("return document.documentElement.scrollWidth - innerWidth")
            self.check("it is no wider than the window", width <= 0, width)
            browser.ask("[...document.images].forEach((image) => { image.loading = 'eager'; })")
            self.check("photos are shown", browser.wait(
                "return [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length >= 3"))
            self.check("nothing can be saved yet", browser.ask("return document.querySelector('#save-seen').disabled"))
            browser.ask("document.querySelectorAll('input[data-copy]').forEach((input) => input.click())")
            # In doubt, and read: each can be corrected.
            fields = [f'input[data-says={says}][data-photo$="{photo}"]' for says, photo in (
                ("further", "doubt.bmp"), ("other", "price-addon.jpg"), ("none", "above-ean.jpg"))]
            browser.type(fields[0], "978-0-306-40615-8")
            self.check("a wrong check digit is no correction", browser.ask(
                "return document.querySelector('#save-corrections').disabled"))
            browser.press(Keys.BACKSPACE, "7")
            browser.type(fields[1], "978-0-8129-7314-3")
            browser.ask(f"document.querySelector('{fields[2]}').click()")
            browser.open(self.folder / "shelf")
            self.check("ticks outlive the page", browser.ask(
                "return document.querySelector('#count').textContent") == "2 ticked, 3 corrected")
            self.check("what shows no book has no number", browser.ask(
                f"return document.querySelector('{fields[2]}').closest('li').querySelector('input[type=text]').disabled"))
            for button, name in (("save-seen", "seen.txt"), ("save-corrections", "corrections.jsonl")):
                browser.ask(f"document.querySelector('#{button}').focus()")
                browser.press(Keys.ENTER)
                for _ in range(200):
                    if (downloads / name).exists() and (downloads / name).read_text().endswith("\n"):
                        break
                    time.sleep(0.05)
        saved = [json.loads(line) for line in (downloads / "corrections.jsonl").read_text().splitlines()]
        self.check("corrections are saved", sorted(line["right"] for line in saved if line["right"]) == [
            "9780306406157", "9780812973143"] and len(saved) == 3, saved)
        self.check("one is of what was misread", [line["wrong"] for line in saved if line["wrong"]] == [
            {"position": 0, "isbn13": "9781405362177"}], saved)
        done = self.bookzone("inventory", "correct", "spring", "shelf-downloads/corrections.jsonl")
        self.check("they are taken", done.stderr.startswith("3 corrections taken"), done.stderr)
        done = self.bookzone("inventory", "show", "spring", code=1)
        self.check("what was misread is missing", "2 present, 1 missing" in done.stderr, done.stderr)
        copies = (downloads / "seen.txt").read_text().split()
        self.bookzone("inventory", "see", "spring", *copies)
        self.bookzone("inventory", "show", "spring", code=1)

    def all(self):
        with Browser() as browser:
            browser.open(self.report)
            told = browser.ask("return [...document.querySelectorAll('.count')].map((count) => Number(count.textContent.replace(/\\D/g, '')))")
            self.check("all records are there", told == [self.count(status) for status in ("found", "uncertain", "none", "failed")], told)
            self.pictures(browser)
            self.keyboard(browser)
            self.safety(browser)
        self.rules(dark=False)
        self.rules(dark=True)
        self.speed()
        self.language()
        self.round_trip()
        self.inventory()


def main():
    parser = argparse.ArgumentParser(prog="test-report")
    parser.add_argument("program")
    parser.add_argument("--photos", type=int, default=5000)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    if options.pictures:
        return take_pictures(options.program, options.pictures, options.results)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bookzone-report-"))
    try:
        checks = Checks(options.program, folder, options.photos)
        checks.all()
    finally:
        shutil.rmtree(folder)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


sys.exit(main())
