"""Every page, in light and dark and at the widths of phones and desktops: by axe-core's rules, and whether it fits."""

import shelf
from cast import BLURRED, FOUND, PASSWORD, PHOTOS
from reader import Reader
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

LONG = "Extraordinarily-long-name-of-forty-chars"
WIDTHS = (320, 360, 768, 1440)
# Once the navigation has been laid out at its width.
IS_LINK_SEEN = """
return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const link = document.querySelector('nav [aria-current]')?.getBoundingClientRect();
    done(!link || link.left >= 0 && link.right <= innerWidth);
})))"""

# Its width by its height, once it has come.
SHAPE = "const picture = document.querySelector('PICTURE'); return picture.decode().then(() => picture.naturalWidth / picture.naturalHeight)"
PLACES = "return [...document.querySelectorAll('#crop [type=number]')].map(field => Number(field.value))"


class Pages:
    PLACE = {"backs_up": True}

    def __init__(self, server, checks):
        self.server, self.checks, self.check = server, checks, checks.check

    def all(self):
        with Reader(self.server, phone=None) as reader:
            self.reader = reader
            self.look("sign-in", "/sign-in")
            self.look("sign-up-closed", "/sign-up")
            self.look("forgot", "/forgot")
            self.look("reset", "/reset?ticket=x")
            self.look("verify", "/verify?ticket=x")
            self.look("offline", "/offline")
            self.look("first-account", self.server.first_link)
            self.press("sign-in-wrong", "/sign-in", "Sign in", name="x", password="x")
            reader.sign_up(self.server.first_link, LONG, PASSWORD)
            for name in ("", "photos", "lists", "liked", "mine", "review", "people", "account", "search", "have", "box", "nothing",
                         "books", "authors", "series", "tags", "author?name=x", "series?name=x", "books?tag=x", "loans", "copies",
                         "inventories", "figures", "readers", "import"):
                self.look(f"empty-{name.split('?')[0] or 'home'}{'-one' if '?' in name else ''}", f"/{name}")
            self.photographs()
            self.books()
            shelf.fill(self.server)
            for name in ("", "photos", "lists", "liked", "mine", "review", "search?q=a", "have?q=a", "list?of=shared&name=owned",
                         "books", "authors", "series", "tags", "author?name=Maria Novak", "series?name=Lights of the Coast",
                         "figures"):
                self.look(f"full-{name.split('?')[0] or 'home'}{'-one' if '=' in name else ''}", f"/{name}")
            self.look("full-liked-lists", "/liked?by=lists&since=2020&language=en")
            self.look("full-figures-language", "/figures?by=language")
            self.lending()
            self.imports()
            self.others()
            self.look("people-backups", "/people")
            self.look("full-books-rows", "/books?view=rows&sort=rating&language=en&unread=1", opens=True)
            self.press("people-link", "/people", "Create link", role="librarian", password=PASSWORD)
            reader.open("/account")
            self.press(
                "account-token", "/account", "Create token", "form[action$=tokens]", name="Phone", password=PASSWORD)
            self.press(
                "account-wrong", "/account", "Change password", "form[action$=password]", password="x", new="eleven herons")
            version = self.version
            strangers, complaints = reader.strangers(), reader.complaints()
            self.check("nothing is asked of another host", strangers == [], strangers)
            self.check("the browser has nothing against a page", complaints == [], complaints)
            print(f"axe-core {version}")

    def press(self, picture, place, button, within="main", **fields):
        """A page that a form leads to."""
        self.reader.open(place)
        self.reader.fill(within, **fields)
        self.reader.press_button(button, within)
        self.look(picture)

    def lending(self):
        reader, book = self.reader, "/books/9781405362177"
        self.press("copies-wrong", f"{book}/copies", "Add the copy", "section form", price="much", label="W" * 60)
        reader.fill("section form", label="K 1", place="hall/" + "W" * 60, price="12.50 EUR", condition="good")
        reader.press_button("Add the copy", "section form")
        self.look("book-copies")
        self.look("copy", "/copies?named=K+1", opens=True)
        reader.fill("form[action$=lend]", person="W" * 80)
        reader.press_button("Lend", "form[action$=lend]")
        self.look("book-lent")
        self.look("copy-lent", "/copies?named=K+1")
        reader.open(book)
        reader.press_button("Reserve")
        self.look("loans", "/loans")
        self.look("copies", "/copies")
        self.look("copies-none", "/copies?named=nothing")
        reader.open("/inventories")
        reader.fill("section form", name="W" * 60, place="hall", list="owned")
        reader.press_button("Begin", "section form")
        self.look("inventories-wrong")
        self.press("inventory", "/inventories", "Begin", "section form", name="W" * 60)
        reader.press_button("It is in its place")
        inventory = reader.path
        self.look("inventory-seen", f"{inventory}?status=present")
        self.look("inventory-order", f"{inventory}?order=title")
        self.look("inventories", "/inventories")

    def imports(self):
        file, reader = self.server.folder / f"{'W' * 60}.csv", self.reader
        for name, text in (("wrong", "hello"), ("rehearsal", "ISBN,Title,Colour\n9780306406157,Tides,red\n9780306406158,Ebb,\n")):
            file.write_text(text)
            reader.open("/import")
            reader.find("input[name=file]").send_keys(str(file))
            reader.press_button("Show what would be imported")
            self.look(f"import-{name}")
        reader.press_button("Import")
        self.look("import-done")

    def others(self):
        """What readers show to each other, and to guests."""
        reader, form = self.reader, "form[action$='/account/page']"
        reader.open("/account")
        reader.fill(form, shown=True)
        reader.press_button("Save", form)
        self.look("readers", "/readers")
        reader.follow(LONG)
        self.look("reader")
        self.press("list-link", "/list?of=shared&name=owned", "Create link")
        link = reader.text("code.link")
        self.look("lists-linked", "/lists")
        with Reader(self.server, phone=None) as self.reader:
            self.look("guest", link)
            self.look("guest-without-link", "/guest?link=x")
        self.reader = reader

    def photographs(self):
        reader = self.reader
        broken = self.server.folder / "broken.jpg"
        broken.write_bytes(FOUND.read_bytes()[:300])
        for name, photo in (("found", FOUND), ("failed", broken), ("none", PHOTOS / "neg-title-page.jpg"),
                            ("uncertain", PHOTOS / "neg-misprinted-check-digit.jpg"), ("blurred", BLURRED)):
            reader.photograph(photo)
            self.look(f"photo-{name}")
        reader.photograph(FOUND)
        reader.find(".cropper").click()
        self.drag()
        self.look("photo-crop")
        reader.photograph(FOUND)
        reader.press_button("Ask a librarian to review it")

    def corners(self):
        """Moves one corner of a cover with the mouse, and another with the arrow keys."""
        reader = self.reader
        width, height = (reader.find("[data-corners]").size[side] for side in ("width", "height"))
        reader.ask("document.querySelector('[data-corners]').scrollIntoView({ block: 'center' })")
        first, _, third, _ = reader.all(".handle")
        before = reader.ask(PLACES)
        ActionChains(reader.driver).drag_and_drop_by_offset(first, width // 5, height // 10).perform()
        third.send_keys(Keys.ARROW_LEFT * 4, Keys.ARROW_UP * 2)
        self.check("handles are named", first.accessible_name == "Upper left corner", first.accessible_name)
        places = reader.ask(PLACES)
        self.check("mouse and keys move corners", all(
            abs(b - a - by) <= 1 for a, b, by in zip(before, places, (20, 10, 0, 0, -2, -1, 0, 0))), (before, places))
        outline = reader.find("[data-corners] polygon").get_attribute("points")
        self.check("the outline follows", outline == " ".join(
            f"{x:g},{y:g}" for x, y in zip(places[::2], places[1::2])), outline)

    def drag(self):
        """A frame with the mouse, over the middle of a picture."""
        photo = self.reader.find("#photo")
        self.reader.ask("arguments[0].scrollIntoView({ block: 'center' })", photo)
        width, height = photo.size["width"], photo.size["height"]
        mouse = ActionChains(self.reader.driver)
        mouse.move_to_element_with_offset(photo, -width // 4, -height // 4).click_and_hold()
        mouse.move_by_offset(width // 4, height // 4).move_by_offset(width // 4, height // 4).release().perform()
        edges = self.reader.ask("return [...document.querySelectorAll('[data-edge]')].map(edge => Number(edge.value))")
        self.check("the mouse draws a frame", all(abs(a - b) <= 2 for a, b in zip(edges, (25, 75, 25, 75))), edges)

    def books(self):
        reader = self.reader
        self.look("book-unknown", "/books/9781405362177")
        reader.press_button("Look it up")
        self.look("book-right-to-left")
        reader.comment("אבל " * 40 + "W" * 200, stars="3.5")
        reader.comment("The end is the beginning.", spoiler=True)
        reader.comment("For me.", private=True)
        reader.press_button("owned", "#yours")
        reader.open("/books/9781405362177/copies")
        reader.ask("for (const part of document.querySelectorAll('details')) part.open = true")
        reader.fill("form[action$=stock]", copies="1", shelf="B 12")
        reader.press_button("Save", "form[action$=stock]")
        self.look("book-full", opens=True)
        reader.leave(reader.find(".tools a").click)
        self.look("comment")
        self.edits("/books/9781405362177")
        reader.open("/books/9780000000002")
        reader.press_button("Look it up")
        self.look("book-without-title")
        reader.open("/books/9780812973143")
        reader.press_button("Look it up")
        reader.comment("So good.\n\nTwice.", stars="5")

    def edits(self, book):
        reader = self.reader
        self.look("edit", f"{book}/edit", opens=True)
        status = reader.ask("""
            const form = new FormData(document.querySelector("form.card"));
            form.set("publisher", "Somebody else's");
            form.set("tags", "harbours\\nboats");
            const sent = fetch(location, { method: "POST", body: new URLSearchParams(form) });
            return sent.then(answer => answer.status)""")
        self.check("another edit meanwhile", status == 200, status)
        reader.fill("form.card", publisher="My own", year="2001")
        reader.press_button("Save", "form.card")
        self.look("edit-conflict")
        reader.press_button("Save", "form.card")
        self.look("history", f"{book}/history")
        self.look("cover", f"{book}/cover")
        reader.find("input[name=picture]").send_keys(str(shelf.photo_of_a_book(self.server.folder)))
        reader.press_button("Show the cover")
        self.look("cover-found")
        reader.press_button("Turn left")
        self.corners()
        reader.press_button("Use this part")
        self.look("cover-cut")
        cut = reader.ask(SHAPE.replace("PICTURE", ".cover.chosen"))
        reader.press_button("Use this cover")
        shown = reader.ask(SHAPE.replace("PICTURE", ".hero .cover"))
        self.check("the book has its new cover", cut and shown and abs(shown - cut) < 0.02, (cut, shown))
        self.press("add-wrong", "/add", "Add the book", "form.card", year="soon")
        self.press("book-without-isbn", "/add", "Add the book", "form.card", title="مدينة", publisher="W" * 120)
        twin = reader.path.rsplit("/", 1)[1]
        self.look("merge", f"{book}/merge")
        self.look("merging", f"{book}/merge?other={twin}")

    def look(self, name, place=None, opens=False):
        """Looks at a page, or at the one that is open."""
        reader = self.reader
        if place:
            reader.open(place)
        if opens:
            reader.ask("for (const part of document.querySelectorAll('details')) part.open = true")
        found = set()
        for is_dark in (False, True):
            reader.darken(is_dark)
            for width in WIDTHS:
                reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 1000})
                wide = reader.ask("return document.documentElement.scrollWidth")
                if wide > width:
                    found.add(f"{wide} wide at {width}")
                high = reader.ask("return Math.round(document.querySelector('header').offsetHeight)")
                if high > (140 if width > 700 else 265):
                    found.add(f"a header {high} high at {width}")
                if not reader.ask(IS_LINK_SEEN):
                    found.add(f"the link of the page is out of view at {width}")
                if width in (320, 1440) or name.startswith("photo"):
                    violations, self.version = reader.violations()
                    found.update(violations)
                if width != 320:
                    self.checks.picture(f"{name}-{width}-{'dark' if is_dark else 'light'}", reader)
        reader.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        reader.darken(False)
        self.check(f"page {name}", not found, "\n  ".join(sorted(found)))
