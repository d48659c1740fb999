"""“Do I have it?” in a shop without a network: a copy of one's books on the device, small, quick, and nobody else's."""

import pathlib
import sqlite3
import time

from cast import FOUND, HEAD, PASSWORD, READER, TRIES
from offline import ROWS, Waiting
from reader import Reader

COUNT = 10_000
WANTED, EDITION, SECRET, STRANGE = "9780415302630", "9780415302609", "9781405362177", "9783462051285"
# What people type, and the ISBN that it is, if it is one.
TYPED = pathlib.Path(__file__).resolve().parents[3] / "Tests/typed-isbns.tsv"
# What the device keeps, as JSON: whose copy, and how many bytes of books.
KEPT = """
const done = arguments[arguments.length - 1];
Promise.all([device.get("copy"), device.get("books")]).then(([copy, books]) =>
    done({ account: copy?.account ?? null, bytes: books ? JSON.stringify(books).length : 0 }));
"""
# Types each text, and gives how many milliseconds the slowest answer took, drawn.
SLOWEST = """
const field = document.querySelector("[data-have] [name=q]");
let slowest = 0;
for (const text of arguments[0]) {
    const start = performance.now();
    field.value = text;
    field.dispatchEvent(new Event("input"));
    document.body.offsetHeight;
    slowest = Math.max(slowest, performance.now() - start);
}
return slowest;
"""
# A detector that sees bars, as phones have it.
DETECTOR = """
window.BarcodeDetector = class { async detect() { return [{ rawValue: window.seen ?? "4006381333931" }]; } };
"""


class Have(Waiting):
    PLACE = {"base": "/club"}

    def all(self):
        fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
        with Reader(self.server, arguments=fake) as reader:
            reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": DETECTOR})
            reader.sign_up(self.server.first_link, HEAD, PASSWORD)
            self.link = self.invite(reader)
            self.fill()
            self.copies(reader)
            self.answers(reader)
            self.bars(reader)
            self.changes(reader)
            self.elsewhere(reader)
            self.others(reader)
            self.quiet(reader)

    def fill(self):
        """Behind the site's back, as an import would."""
        with sqlite3.connect(self.server.store, timeout=60) as store:
            def add(isbn, title, maker, work, lists):
                store.execute("INSERT OR IGNORE INTO work (id) VALUES (?)", (work,))
                book = store.execute(
                    "INSERT INTO book (isbn, work, title, added) VALUES (?, ?, ?, 0)", (isbn, work, title)).lastrowid
                store.execute(
                    "INSERT INTO contributor (book, position, name, role) VALUES (?, 0, ?, 'author')", (book, maker))
                for name in lists:
                    store.execute(
                        "INSERT INTO list_entry (list, book, added) SELECT id, ?, 0 FROM list WHERE name = ?", (book, name))
                return book
            words = "harbour lanterns of the Önskade valley and a winter’s atlas".split()
            for number in range(COUNT - 1):
                twelve = str(978_100_000_000 + number * 13)
                title = " ".join(words[(number * step) % len(words)] for step in range(1, 2 + number % 6))
                add(int(twelve + self.last(twelve)), f"{title} {number}", f"Maker Number{number % 3000}", number + 1, ["owned"])
            add(int(WANTED), "Jenseits der Größe", "Łukasz Ødegård", COUNT, ["wanted"])
            add(int(EDITION), "Jenseits der Größe, illustrated", "Łukasz Ødegård", COUNT, [])
            secret = add(int(SECRET), "Secret wishes", "Nobody", COUNT + 1, [])
            store.execute(
                "INSERT INTO personal_entry (person, key, book, name, added) VALUES (?, 'wanted', ?, 'wanted', 0)", (HEAD, secret))
        store.close()

    @staticmethod
    def last(twelve):
        return str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(twelve)) % 10)

    def is_copied(self, what, reader, count):
        self.checks.shows(what, reader, f"{count:,} books are kept on this device", "[data-part=copy]", seconds=60)

    def copies(self, reader):
        reader.open("/have")
        self.is_copied("the books are copied", reader, COUNT + 1)
        size = reader.ask("""
            const entry = performance.getEntriesByType("resource").find(entry => /\\/holdings(\\?|$)/.test(entry.name));
            return [entry.decodedBodySize, entry.encodedBodySize]""")
        self.check("ten thousand books take less than 2 MB", size[0] < 2_000_000, size)
        self.check("and far less on the way", size[1] < size[0] / 3, size)
        kept = reader.driver.execute_async_script(KEPT)
        self.check("as they do on the device", 0 < kept["bytes"] < 2_000_000, kept)
        print(f"have: {COUNT} books: {size[0]} bytes of JSON, {size[1]} on the way")
        self.look("have", reader)
        reader.wait("return navigator.serviceWorker.controller?.state === 'activated'")

    def asks(self, what, reader, text, answer, mark=None):
        field = reader.find("[data-have] [name=q]")
        field.clear()
        field.send_keys(text)
        selector = "[data-part=answers] li" if mark else "[data-have]"
        if self.checks.shows(what, reader, answer, selector) and mark:
            self.check(f"{what}: {mark}", reader.find("[data-part=answers] .mark").text == mark, reader.text("[data-have]"))

    def answers(self, reader):
        own = "978100000013"
        own += self.last(own)
        with self.no_server():
            start = time.monotonic()
            reader.open("/have")
            self.checks.shows("without a network", reader, "No network", "h1")
            self.is_copied("the copy is there", reader, COUNT + 1)
            opened = time.monotonic() - start
            self.asks("an owned book", reader, own, "1", "yours")
            self.asks("with hyphens", reader, f"{own[:3]}-{own[3:12]}-{own[12]}", "1", "yours")
            self.asks("a wanted book, as ISBN-10", reader, "0-415-30263-3", "Jenseits der Größe", "wanted")
            self.asks("another edition", reader, EDITION, "Jenseits der Größe", "you have another edition")
            self.asks("a title without its marks", reader, "grosse jenseits", "Jenseits der Größe", "wanted")
            self.asks("a maker", reader, "odegard lukasz", "Jenseits", "wanted")
            self.asks("with an article", reader, "The winters 77", "winter’s", "yours")
            self.look("have-offline", reader)
            self.asks("a strange book", reader, STRANGE, "None of your books")
            self.asks("a check digit", reader, "978041530263", "Check digit: 0")
            self.asks("a wrong one", reader, "9780415302631", "its check digit would be 0")
            self.typed(reader)
            texts = [own, WANTED, EDITION, STRANGE, "a", "the winters", "qqqqqq", "valley maker", "harbour of the 99"]
            reader.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})
            slowest = min(reader.ask(SLOWEST, texts) for _ in range(TRIES))
            reader.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
            print(f"have: opened in {opened * 1000:.0f} ms, slowest answer {slowest:.0f} ms on a processor slowed four times")
            self.check("no answer takes 0.2 s", slowest < 200, slowest)
            reader.choose(FOUND)
            self.waits("the photo waits", reader, FOUND)
        self.is_sent("until there is a network", reader)
        for text in ("Žižek’s Ærø", "Łódź STRASSE ß", "東京 2020", "ὈΔΌΣ", "Ｆｕｌｌ ﬁne", "العَرَبِيَّة"):
            reader.open("/have")
            reader.wait("return holdings.state()")
            folded = reader.ask("return holdings.fold(arguments[0]).join(' ')", text)
            self.check("words are folded", folded and folded == folded.lower(), (text, folded))

    def typed(self, reader):
        """What people type is the same ISBN as on the server, and the book is found by it."""
        for line in TYPED.read_text().splitlines():
            text, isbn = line.split("\t")
            found = reader.ask("return isbn.parse(arguments[0]).isbn ?? ''", text)
            self.check(f"“{text}” is {isbn or 'no ISBN'}", found == isbn, found)
        self.asks("an owned book's ISBN from a page", reader, f"ISBN-13: {WANTED} (hardback).", "Jenseits der Größe", "wanted")
        self.asks("what is not one ISBN is not denied", reader, f"{WANTED} {WANTED}", "Not an ISBN")
        self.check("in words", not reader.find("[data-part=none]").is_displayed())

    def bars(self, reader):
        reader.open("/have")
        reader.wait("return holdings.state()")
        reader.find("[data-part=bars]").click()
        reader.wait("return document.querySelector('[data-part=view]').open")
        reader.ask(f"window.seen = '{WANTED}'")
        self.checks.shows("bars are read", reader, "Jenseits der Größe", "[data-part=answers] li")
        reader.wait("return !document.querySelector('[data-part=view]').open")
        self.check("then the camera is off", reader.ask("return !document.querySelector('[data-part=view] video').srcObject"))

    def changes(self, reader):
        reader.open(f"/books/{EDITION}")
        reader.press_button("owned", "#yours")
        reader.open("/have")
        self.is_copied("a new book comes along", reader, COUNT + 2)
        size = reader.ask("""
            return performance.getEntriesByType("resource").filter(entry => entry.name.includes("/holdings?since="))
                .map(entry => entry.decodedBodySize)""")
        self.check("alone", size and max(size) < 2000, size)
        self.asks("it is found", reader, EDITION, "illustrated", "yours")
        reader.open(f"/books/{EDITION}")
        reader.press_button("owned", "#yours")
        reader.open("/have")
        self.is_copied("what is taken away goes", reader, COUNT + 1)
        self.asks("and is another edition again", reader, EDITION, "Jenseits der Größe", "you have another edition")

    def elsewhere(self, reader):
        """Signed out from another device: the next contact ends the copy."""
        with sqlite3.connect(self.server.store, timeout=60) as store:
            store.execute("DELETE FROM session")
        store.close()
        self.check("until then it stays", reader.driver.execute_async_script(KEPT)["account"])
        reader.ask("dispatchEvent(new Event('online'))")
        self.checks.shows("then it is gone", reader, "not on this device yet", "[data-part=copy]")
        self.check("in truth", reader.driver.execute_async_script(KEPT) == {"account": None, "bytes": 0})
        self.check("with its answers", not reader.all("[data-part=answers] li"), reader.text())
        with self.no_server():
            reader.open("/have")
            self.asks("without a network, too", reader, WANTED, "not on this device yet")
        reader.sign_in(HEAD, PASSWORD)
        reader.open("/have")
        self.is_copied("who signs in has it again", reader, COUNT + 1)

    def others(self, reader):
        reader.press_button("Sign out", "header")
        self.check("who signs out leaves nothing", reader.driver.execute_async_script(KEPT) == {"account": None, "bytes": 0})
        with self.no_server():
            reader.open("/have")
            self.asks("nobody is answered", reader, SECRET, "not on this device yet")
        self.join(reader, self.link)
        reader.open("/have")
        self.is_copied("another has what is shared", reader, COUNT)
        for is_there in (True, False):
            self.asks("and not what is private", reader, SECRET, "None of your books")
            if is_there:
                self.server.stop()
                reader.open("/have")
        self.server.start()
        # A copy that somebody left behind is not the next one's.
        reader.sign_in(HEAD, PASSWORD)
        reader.open("/have")
        self.is_copied("the first one has their own", reader, COUNT + 1)
        reader.driver.delete_all_cookies()
        reader.sign_in(READER, PASSWORD)
        reader.open("/have")
        self.is_copied("whoever comes after them", reader, COUNT)
        self.asks("sees their own alone", reader, SECRET, "None of your books")
