"""The story as most live it: on a phone, with a script."""

import json
import pathlib
import signal
import time

from reader import Reader
from selenium.webdriver.common.keys import Keys

PHOTOS = pathlib.Path(__file__).resolve().parent.parent.parent / "testimages"
FOUND, TWO, BLURRED = (PHOTOS / f"{name}.jpg" for name in (
    "cover-isbn10-above-ean", "cover-set-and-volume", "cover-blurred-close"))
# Of two scripts, one of them from right to left.
HEAD, READER = "Jörg", "ليلى"
PRAISE, NOTE = "كتاب جميل عن المنارات", "my own eyes alone"
PASSWORD = "nine paper boats"
# What the site promises within a second. A busy machine is given further tries.
TRIES = 6

# Notes when words were first seen.
WATCH_FOR = """
window.seen = undefined;
const words = arguments[0];
const look = () => { if (!window.seen && document.body.innerText.includes(words)) window.seen = Date.now(); };
new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
"""


class Story:
    def __init__(self, server, checks):
        self.server, self.checks, self.check = server, checks, checks.check

    def all(self):
        with Reader(self.server) as head, Reader(self.server) as reader:
            self.accounts(head, reader)
            self.photographs(reader)
            self.crops(reader)
            self.types(reader)
            self.speaks(reader)
            self.hears(head, reader)
            self.keeps(head, reader)
            self.finds(reader)
            self.quick(reader)
            self.takes_along(reader)
            self.quiet(head, reader)
            self.leaves(head, reader)

    def quiet(self, *readers):
        for reader in readers:
            strangers, complaints = reader.strangers(), reader.complaints()
            self.check("nothing is asked of another host", strangers == [], strangers)
            self.check("the browser has nothing against a page", complaints == [], complaints)

    def accounts(self, head, reader):
        head.open("/")
        self.check("who is nobody signs in first", head.path.startswith("/sign-in"), head.path)
        head.sign_up(self.server.first_link, HEAD, PASSWORD)
        self.check("the first administrator is in", head.path == "/", head.path)
        self.check("and sees the two buttons", [b.text.split("\n")[0] for b in head.all(".send label")] ==
                   ["Take a photo", "Choose photos"])
        head.open("/people")
        head.fill("section form", role="reader")
        head.press_button("Make a link")
        link = head.text("code.link")
        self.check("an invitation is a link of this site", link.startswith(self.server.address + "/sign-up?"), link)
        reader.sign_up(link, READER, PASSWORD)
        self.check("who was invited is in", reader.path == "/", reader.text())
        self.check("and is called so", READER in reader.text("header"), reader.text("header"))
        head.open(link)
        self.checks.shows("an invitation goes once", head, "used already")

    def photographs(self, reader):
        reader.photograph(FOUND)
        self.checks.shows("the ISBN is read", reader, "978-0-8129-7314-3")
        box = reader.ask("""
            const outline = document.querySelector('polygon.accepted').getBoundingClientRect();
            const photo = document.querySelector('#photo img').getBoundingClientRect();
            return [outline.width > 20, outline.height > 5, outline.left >= photo.left, outline.right <= photo.right,
                outline.top >= photo.top, outline.bottom <= photo.bottom,
                document.querySelector('#photo img').naturalWidth > 300]""")
        self.check("and outlined in the photo", all(box), box)
        reader.find("summary").click()
        self.checks.shows("the evidence is told", reader, "bars", "details")
        self.checks.picture("photo-found", reader)
        reader.open("/")
        reader.ask("""
            new MutationObserver(changes => { sessionStorage.sent = changes[0].target.getAttribute("value"); })
                .observe(document.querySelector("progress"), { attributeFilter: ["value"] })""")
        reader.photograph(TWO, BLURRED, place=None)
        self.check("how much is sent is shown", reader.ask("return sessionStorage.sent") == "1", "progress never full")
        self.check("several photos lead to the list of them", reader.path == "/photos", reader.path)
        self.check("and all are there", len(reader.all("#photos li")) == 3, reader.text())
        self.checks.picture("photos", reader)

    def crops(self, reader):
        """One of two ISBNs is cut out: with a finger, then with the keyboard."""
        reader.open("/photos")
        reader.follow(TWO.name, "#photos a")
        place = reader.path
        self.check("both ISBNs are there", len(reader.all(".reading")) == 2, reader.text())
        self.cut(reader, lambda box: (
            reader.ask("document.querySelector('.cropper').click()"),
            reader.drag("#photo", (box[0] - 3, box[1] - 2), (box[2] + 3, box[3] + 2))), "crop-finger")
        self.check("the part has the one ISBN", self.read(reader) == ["978-0-415-30263-0"], reader.text())
        reader.press_button("The whole photo again")
        reader.wait_for_reading()
        self.check("the whole has both again", len(reader.all(".reading")) == 2, reader.text())
        self.cut(reader, lambda box: self.cut_by_keys(reader, box), "crop-keys")
        self.check("the keyboard cuts out the same", self.read(reader) == ["978-0-415-30263-0"], reader.text())
        self.check("on the same page", reader.path == place, reader.path)

    @staticmethod
    def read(reader):
        return [part.text for part in reader.all(".reading h2")]

    @staticmethod
    def box(reader, selector):
        """An element's edges in hundredths of the photo's; the last one's of several."""
        return reader.ask("""
            const photo = document.querySelector('#photo img').getBoundingClientRect();
            const box = [...document.querySelectorAll(arguments[0])].pop().getBoundingClientRect();
            return [box.left - photo.left, box.top - photo.top, box.right - photo.left, box.bottom - photo.top].map(
                (value, place) => value / (place % 2 ? photo.height : photo.width) * 100)""", selector)

    def cut(self, reader, draw, picture):
        """Draws around one ISBN, which the page names second, and has that read."""
        box = self.box(reader, "polygon")
        draw(box)
        drawn = self.box(reader, "#photo rect")
        near = [abs(a - b) < 6 for a, b in zip(box, drawn)]
        self.check(f"the frame is where it was drawn: {picture}", all(near), (box, drawn))
        self.checks.picture(picture, reader)
        reader.press_button("Read this part", "#crop")
        reader.wait_for_reading()

    @staticmethod
    def cut_by_keys(reader, box):
        reader.ask("document.querySelector('.cropper').focus()")
        reader.press(Keys.ENTER)
        reader.wait("return !document.querySelector('#crop').hidden")
        for edge, wanted in zip(("left", "right", "top", "bottom"), (box[0] - 3, box[2] + 3, box[1] - 2, box[3] + 2)):
            for _ in range(12):
                if reader.ask("return document.activeElement.dataset.edge") == edge:
                    break
                reader.press(Keys.TAB)
            value = int(reader.ask("return document.activeElement.value"))
            step = Keys.ARROW_RIGHT if wanted > value else Keys.ARROW_LEFT
            for _ in range(abs(round(wanted) - value)):
                reader.press(step)

    def types(self, reader):
        """A wrong number, then a right one, each checked as it is typed."""
        reader.open("/photos")
        reader.follow(BLURRED.name, "#photos a")
        field = reader.find("[name=typed]")
        field.clear()
        field.send_keys("978-0-8129-7314-4")
        self.checks.shows("a wrong number is told while it is typed", reader, "Not an ISBN", "#told")
        self.check("and to who hears the page", field.get_attribute("aria-invalid") == "true")
        reader.press_button("Confirm this")
        self.check("it is not taken either", reader.all("[role=alert]") != [], reader.text())
        self.checks.picture("photo-typed-wrong", reader)
        field = reader.find("[name=typed]")
        field.clear()
        field.send_keys("0 8129 7314 3")
        self.checks.shows("a right number, too", reader, "978-0-8129-7314-3", "#told")
        reader.press_button("Confirm this")
        self.check("its card is shown", reader.path == "/books/9780812973143", reader.path)
        self.checks.shows("with its title", reader, "The Lantern Atlas", "h1")
        reader.open("/photos")
        reader.follow(FOUND.name, "#photos a")
        reader.press_button("Confirm 978-0-8129-7314-3")
        self.check("what was read is confirmed", reader.path == "/books/9780812973143", reader.path)

    def speaks(self, reader):
        reader.comment(PRAISE, stars="4.5")
        self.checks.shows("a comment is there", reader, PRAISE, ".comment")
        self.check("from right to left", reader.ask(
            "return getComputedStyle(document.querySelector('.comment [dir=auto] p')).direction") == "rtl")
        reader.comment("<b>not bold</b> & <script>window.harmed = 1</script>")
        self.check("markup in it is words", reader.shows("<b>not bold</b>") and not reader.ask("return window.harmed"))
        reader.comment(NOTE, private=True, spoiler=True)
        reader.press_button("wanted", "#yours")
        self.check("a list is pressed", reader.find("#yours [aria-pressed=true]").text == "wanted")
        reader.fill("#yours", state="read")
        reader.press_button("Keep", "#yours")
        self.checks.shows("what one has read is there", reader, "has read it", "#said-here")
        self.checks.picture("book", reader)

    def hears(self, head, reader):
        """What one says the other sees at once, on an open page."""
        head.open("/books/9780812973143")
        self.check("a private note is its writer's", NOTE not in head.driver.page_source)
        times = []
        for turn in range(TRIES):
            words = f"heard {turn} times"
            head.ask(WATCH_FOR, words)
            reader.fill("#comments form", text=words)
            start = time.time()
            reader.press_button("Say it", "#comments")
            times.append(head.wait("return window.seen") / 1000 - start)
            if times[-1] <= 1:
                break
        print(f"a comment was seen after {', '.join(f'{seconds:.2f}' for seconds in times)} s")
        self.check("a comment is seen within a second", min(times) <= 1, times)
        head.ask("document.querySelector('#comments textarea').focus()")
        head.press(*"half a")
        head.ask(WATCH_FOR, "while you write")
        reader.comment("while you write")
        head.wait("return window.seen")
        self.check("who writes goes on writing", head.ask(
            "return [document.activeElement.name, document.activeElement.value]") == ["text", "half a"])
        head.ask("document.querySelector('#said-here article button').focus()")
        name = head.focused()
        head.ask(WATCH_FOR, "while you look")
        reader.comment("while you look")
        head.wait("return window.seen")
        self.check("the focus stays where it is", head.focused() == name, (head.focused(), name))
        self.check("what is new is said", "comment" in head.ask("return document.querySelector('#said').textContent"),
                   head.ask("return document.querySelector('#said').textContent"))
        # A killed server: what was said meanwhile, at another door of the same catalogue, the open page sees.
        self.server.stop(by=signal.SIGKILL)
        with self.server.elsewhere() as address:
            reader.open(f"{address}/books/9780812973143")
            reader.comment("said while you were away")
        self.server.start()
        self.checks.shows("a lost line loses nothing", head, "said while you were away")
        reader.open("/books/9780812973143")
        head.ask(WATCH_FOR, "and again at once")
        reader.comment("and again at once")
        self.check("and the line is there again", head.wait("return window.seen") > 0)
        head.open("/")
        reader.comment("on the first page, too")
        self.checks.shows("the first page is live", head, "on the first page, too")

    def keeps(self, head, reader):
        reader.open("/books/9780812973143")
        self.check("readers have no stock to change", "The house's stock" not in reader.text())
        head.open("/books/9780812973143")
        head.ask("for (const part of document.querySelectorAll('details')) part.open = true")
        head.ask("document.querySelector('form[action$=stock]').id = 'stock-form'")
        head.fill("#stock-form", copies="3", shelf="Δ 4")
        head.press_button("Keep", "#stock-form")
        self.checks.shows("the keeper sees the stock", head, "3 copies", ".stock")
        self.checks.shows("and so do readers, at once", reader, "Δ 4", "#card")
        head.open("/review")
        self.checks.picture("review", head)

    def finds(self, reader):
        known = {"lantern": True, "المنارات": True, "0812973143": True, "eyes alone": False, "qqq": False}
        for words, found in known.items():
            reader.open("/")
            reader.find("[name=q]").send_keys(words)
            reader.press_button("Search", "header")
            self.check(f"search: {words}", ("The Lantern Atlas" in reader.text()) == found, reader.text())
        reader.open("/lists")
        reader.follow("wanted", "main a")
        self.checks.shows("the list has the book", reader, "The Lantern Atlas")
        reader.open("/mine")
        self.check("one's comments are together", all(
            words in reader.driver.page_source for words in (NOTE, PRAISE)), reader.text())
        reader.open("/liked")
        self.checks.shows("what is liked best is told", reader, "The Lantern Atlas")
        self.check("who is no administrator sees no people", (reader.open("/people"), "no right" in reader.text())[1],
                   reader.text())

    def quick(self, reader):
        """From choosing the file to the answer on the page."""
        times = []
        for _ in range(TRIES):
            reader.open("/")
            field = reader.find("input[type=file]")
            start = time.monotonic()
            field.send_keys(str(PHOTOS / "flap-german-price.jpg"))
            reader.shows("978-3-7844-1937-4", seconds=60)
            times.append(time.monotonic() - start)
            if times[-1] <= 1:
                break
        print(f"a photo was answered after {', '.join(f'{seconds:.2f}' for seconds in times)} s")
        self.check("a photo is answered within a second", min(times) <= 1, times)

    def takes_along(self, reader):
        reader.open("/account")
        address = reader.find("a[download]").get_attribute("href")
        export = json.loads(reader.ask(
            "const done = fetch(arguments[0]).then(answer => answer.text()); return done", address))
        texts = [comment["text"] for comment in export["comments"]]
        self.check("all that one said goes along", PRAISE in texts and NOTE in texts, export)
        self.check("and the lists", {"wanted", "read"} <= set(export["lists"]), export)

    def leaves(self, head, reader):
        words = [READER, PRAISE, NOTE, "said while you were away", FOUND.name, BLURRED.name]
        kept = self.server.holds(words)
        self.check("before, all of it is kept", len({found.split(": ")[1] for found in kept}) == len(words), kept)
        head.open("/books/9780812973143")
        reader.open("/account")
        reader.ask("document.querySelector('form[action$=delete]').id = 'leave'")
        reader.fill("#leave", password=PASSWORD)
        reader.press_button("Delete my account", "#leave")
        self.checks.shows("the account is gone", reader, "gone")
        self.checks.picture("gone", reader)
        self.check("its words leave open pages", self.vanishes(head, "said while you were away"), head.text())
        left = self.server.holds(words)
        self.check("nothing is left of who leaves", left == [], left)
        photos = [path.name for path in pathlib.Path(f"{self.server.store}.photos").iterdir()]
        self.check("nor a photo", photos == [], photos)
        reader.sign_in(READER, PASSWORD)
        self.checks.shows("nor a way in", reader, "wrong")

    @staticmethod
    def vanishes(browser, words):
        end = time.monotonic() + 20
        while words in browser.text():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True
