"""From signing in to a comment with keys alone, on a desktop; and that the focus can be seen."""

from cast import FOUND, PASSWORD
from reader import Reader
from selenium.webdriver.common.keys import Keys


class Keyboard:
    def __init__(self, server, checks):
        self.server, self.checks, self.check = server, checks, checks.check

    def all(self):
        with Reader(self.server, phone=None) as reader:
            reader.sign_up(self.server.first_link, "Ada", PASSWORD)
            reader.press_button("Sign out", "header")
            self.tab_to(reader, "[name=name]")
            reader.press(*"Ada", Keys.TAB, *PASSWORD)
            reader.leave(lambda: reader.press(Keys.ENTER))
            self.check("in by keys", reader.path == "/", reader.path)
            reader.press(Keys.TAB)
            self.check("first of all one can skip the header", reader.ask(
                "return document.activeElement.className") == "skip")
            reader.press(Keys.ENTER, Keys.TAB)
            self.check("to the first button", reader.ask("return document.activeElement.matches('.send input')"))
            # What the system's own dialog would do.
            reader.leave(lambda: reader.driver.switch_to.active_element.send_keys(str(FOUND)))
            reader.wait_for_reading()
            self.tab_to(reader, ".reading button")
            reader.leave(lambda: reader.press(Keys.ENTER))
            self.checks.shows("a card by keys", reader, "The Lantern Atlas", "h1")
            self.tab_to(reader, "#yours button")
            reader.leave(lambda: reader.press(Keys.SPACE))
            self.check("on a list by keys", reader.all("#yours [aria-pressed=true]") != [])
            self.tab_to(reader, ".rate input")
            reader.press(Keys.ARROW_LEFT)
            self.check("five stars by keys", reader.ask("return document.activeElement.value") == "5")
            reader.press(Keys.TAB, *"by keys alone", Keys.TAB, Keys.TAB, Keys.TAB)
            reader.leave(lambda: reader.press(Keys.ENTER))
            self.checks.shows("a comment by keys", reader, "by keys alone", ".comment")
            self.check("with stars", reader.all(".comment .stars") != [])
            self.tab_to(reader, ".comment .tools button")
            reader.press(Keys.ENTER)
            reader.driver.switch_to.alert.dismiss()
            self.browses(reader)
            reader.open("/books/9780812973143")
            self.checks.shows("removing is asked about", reader, "by keys alone", ".comment")

    def browses(self, reader):
        reader.open("/books")
        self.tab_to(reader, "summary")
        reader.press(Keys.ENTER)
        self.tab_to(reader, "[name=unread]")
        reader.press(Keys.SPACE)
        self.tab_to(reader, "details button")
        reader.leave(lambda: reader.press(Keys.ENTER))
        self.check("a filter by keys", reader.path.endswith("unread=1"), reader.path)
        self.tab_to(reader, ".chips [href*='sort=rating']")
        reader.leave(lambda: reader.press(Keys.ENTER))
        self.check("an order by keys", "sort=rating" in reader.path and "unread=1" in reader.path, reader.path)
        self.tab_to(reader, ".tile a")
        reader.leave(lambda: reader.press(Keys.ENTER))
        self.checks.shows("a book by keys", reader, "The Lantern Atlas", "h1")

    def tab_to(self, reader, selector):
        """Goes on with Tab; all that it comes by is seen, and seen to have the focus."""
        for _ in range(60):
            reader.press(Keys.TAB)
            seen = reader.ask("""
                const element = document.activeElement, box = element.getBoundingClientRect();
                const frame = element.matches('.send input, .halves input') ? element.parentElement : element;
                return [element.matches(arguments[0]), element === document.body ||
                    box.top >= -1 && box.bottom <= innerHeight + 1 && getComputedStyle(frame).outlineStyle !== 'none',
                    element.outerHTML.slice(0, 100)]""", selector)
            if not seen[1]:
                self.check("what has the focus is seen", False, seen[2])
            if seen[0]:
                return
        self.check(f"Tab leads to {selector}", False, reader.path)
