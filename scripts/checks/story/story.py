"""The story as most live it: on a phone, with a script."""

import json
import pathlib
import time

from cast import BLURRED, FOUND, HEAD, NOTE, PASSWORD, PRAISE, READER
from live import Live
from photographs import Photographs
from reader import Reader


class Story(Photographs, Live):
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
            self.mends(head, reader)
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
        head.fill("section form", role="reader", password=PASSWORD)
        head.press_button("Create link")
        link = head.text("code.link")
        self.check("an invitation is a link of this site", link.startswith(self.server.address + "/sign-up?"), link)
        reader.sign_up(link, READER, PASSWORD)
        self.check("who was invited is in", reader.path == "/", reader.text())
        self.checks.picture("signed-up", reader)
        self.check("and is called so", READER in reader.text("header"), reader.text("header"))
        head.open(link)
        self.checks.shows("an invitation goes once", head, "already used")

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
        reader.press_button("Save", "#yours")
        self.checks.shows("what one has read is there", reader, "has read it", "#said-here")
        self.check("and is wanted no more", not reader.all("#yours [aria-pressed=true]"), reader.text("#yours"))
        reader.press_button("owned", "#yours")
        self.checks.picture("book", reader)

    def keeps(self, head, reader):
        reader.open("/books/9780812973143")
        self.check("readers have no stock to change", "Add a copy" not in reader.text())
        head.open("/books/9780812973143")
        head.follow("Add a copy", "main a")
        head.ask("for (const part of document.querySelectorAll('details')) part.open = true")
        head.ask("document.querySelector('form[action$=stock]').id = 'stock-form'")
        head.fill("#stock-form", copies="3", shelf="Δ 4")
        head.press_button("Save", "#stock-form")
        self.checks.shows("the librarian sees the stock", head, "3 copies", ".stock")
        self.checks.shows("and so do readers, at once", reader, "Δ 4", "#card")
        head.open("/review")
        self.checks.picture("review", head)

    def mends(self, head, reader):
        reader.open("/books/9780812973143")
        self.check("readers edit no book", reader.all("a[href$='/edit']") == [], reader.text())
        head.open("/books/9780812973143")
        head.follow("Edit", "main a")
        head.fill("form.card", publisher="Windward")
        head.press_button("Save", "form.card")
        self.checks.shows("a librarian edits a book", head, "Windward")
        self.checks.shows("and readers see it at once", reader, "Windward")
        reader.follow("History", "main a")
        self.checks.shows("the history says who and what", reader, "Quayside Press → Windward")
        edit = next(row.text for row in reader.all(".history > li") if "Windward" in row.text)
        self.check("readers take back nothing of others'", "Take back" not in edit, edit)
        head.follow("History", "main a")
        self.checks.picture("history", head)
        head.press_button("Take back")
        self.checks.shows("an edit is taken back", head, f"Taken back by {HEAD}")
        head.open("/add")
        head.fill("form.card", title="Almanac of Eels", authors="A. Rider", year="1931")
        head.press_button("Add the book", "form.card")
        self.checks.shows("a book without an ISBN is added", head, "Almanac of Eels", "h1")
        twin = head.path
        head.open("/books/9780812973143/merge?other=" + twin.rsplit("/", 1)[1])
        self.checks.shows("a merge is shown first", head, "Almanac of Eels")
        head.open(twin + "/edit")
        head.ask("document.querySelector('main details').open = true; window.confirm = () => true")
        head.press_button("Remove the book")
        self.checks.shows("a book is removed, and its history stays", head, "no longer has this book")

    def finds(self, reader):
        known = {"lantern": True, "المنارات": True, "0812973143": True, "eyes alone": False, "qqq": False}
        for words, found in known.items():
            reader.open("/")
            reader.find("[name=q]").send_keys(words)
            reader.press_button("Search", "header")
            self.check(f"search: {words}", ("The Lantern Atlas" in reader.text()) == found, reader.text())
            if words == "lantern":
                self.checks.picture("search", reader)
        reader.open("/lists")
        reader.follow("owned", "main a[href*='of=me']")
        self.checks.shows("the list has the book", reader, "The Lantern Atlas")
        reader.open("/mine")
        self.check("one's comments are together", all(
            words in reader.driver.page_source for words in (NOTE, PRAISE)), reader.text())
        reader.open("/liked")
        self.checks.shows("what is liked best is told", reader, "The Lantern Atlas")
        self.check("who is no administrator sees no people", (reader.open("/people"), "required role" in reader.text())[1],
                   reader.text())

    def takes_along(self, reader):
        reader.open("/account")
        address = reader.find("a[download]").get_attribute("href")
        export = json.loads(reader.ask(
            "const done = fetch(arguments[0]).then(answer => answer.text()); return done", address))
        texts = [comment["text"] for comment in export["comments"]]
        self.check("all that one said goes along", PRAISE in texts and NOTE in texts, export)
        self.check("and the lists", list(export["lists"]) == ["owned"], export)
        self.check("and what one read", [reading["state"] for reading in export["readings"]] == ["read"], export)

    def leaves(self, head, reader):
        words = [READER, PRAISE, NOTE, "said while you were away", FOUND.name, BLURRED.name]
        kept = self.server.holds(words)
        self.check("before, all of it is kept", len({found.split(": ")[1] for found in kept}) == len(words), kept)
        head.open("/books/9780812973143")
        reader.open("/account")
        reader.ask("document.querySelector('form[action$=delete]').id = 'leave'")
        reader.fill("#leave", password=PASSWORD)
        reader.press_button("Delete my account", "#leave")
        self.checks.shows("the account is gone", reader, "Your account was deleted")
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
