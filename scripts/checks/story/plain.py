"""The story's main line with browsers that run no script: forms and pages alone."""

from cast import BLURRED, FOUND, PASSWORD, TWO
from reader import Reader

HEAD, READER = "Борис", "נועה"


class Plain:
    def __init__(self, server, checks):
        self.server, self.checks, self.check = server, checks, checks.check

    def all(self):
        with Reader(self.server, scripts=False) as head, Reader(self.server, scripts=False) as reader:
            head.sign_up(self.server.first_link, HEAD, PASSWORD)
            self.check("no script runs", head.has_no_script() and head.path == "/", head.path)
            head.open("/people")
            head.fill("section form", role="reader", name=READER, password=PASSWORD)
            head.press_button("Create link")
            reader.open(head.text("code.link"))
            self.check("an invitation may say the name", reader.find("[name=name]").get_attribute("value") == READER)
            reader.fill(password=PASSWORD)
            reader.press_button("Create account")
            self.photographs(reader)
            self.speaks(reader)
            self.keeps(head)
            self.ends(reader)

    def send(self, reader, *paths):
        reader.open("/")
        reader.all("input[type=file]")[0 if len(paths) == 1 else 1].send_keys("\n".join(map(str, paths)))
        self.check("one sees what one chose", reader.ask(
            "return document.querySelector('input[type=file]').offsetHeight > 20"))
        reader.press_button("Send")
        reader.wait_for_reading()

    def photographs(self, reader):
        self.send(reader, FOUND)
        self.checks.shows("the ISBN is read", reader, "978-0-8129-7314-3")
        self.checks.picture("plain-photo", reader)
        self.check("what needs a script is not shown", not reader.find("#crop").is_displayed())
        self.send(reader, TWO, BLURRED)
        self.check("several at once", len(reader.all("#photos li")) == 3, reader.text())
        reader.follow_photo(BLURRED)
        reader.wait_for_reading()
        reader.fill(typed="978-0-8129-7314-4")
        reader.press_button("Confirm this ISBN")
        self.check("a wrong number is told", reader.all("[role=alert]") != [], reader.text())
        reader.fill(typed="0-8129-7314-3")
        reader.press_button("Confirm this ISBN")
        self.checks.shows("a right one leads to its card", reader, "The Lantern Atlas", "h1")
        reader.open("/photos")
        reader.follow_photo(TWO)
        reader.press_button("Ask a librarian to review it")

    def speaks(self, reader):
        reader.open("/books/9780812973143")
        reader.comment("ספר יפה מאוד", stars="4")
        self.checks.shows("a comment is there", reader, "ספר יפה מאוד", ".comment")
        reader.leave(lambda: reader.click(reader.find(".comment .tools a")))
        reader.fill(text="ספר נהדר", stars="5")
        reader.press_button("Save")
        self.checks.shows("it can be changed", reader, "ספר נהדר", ".comment")
        reader.press_button("owned", "#yours")
        reader.fill("#yours", state="reading")
        reader.press_button("Save", "#yours")
        self.checks.shows("who reads it is told", reader, "is reading it", "#said-here")
        reader.click(reader.find("details:has([name=typed-list]) summary"))
        reader.fill("details [action$=list]", **{"typed-list": "На полке"})
        reader.press_button("Add to list", "details [action$=list]")
        self.checks.shows("a list of one's own", reader, "На полке", "#yours")
        reader.open("/lists")
        self.checks.shows("is among the lists", reader, "На полке")
        reader.press_button("Search", "header")
        reader.fill("header", q="נהדר")
        reader.press_button("Search", "header")
        self.checks.shows("a comment's words are found", reader, "The Lantern Atlas")

    def keeps(self, head):
        head.open("/review")
        head.follow_photo(TWO, "main li")
        head.press_button("Confirm 978-0-415-30263-0")
        self.checks.shows("a librarian confirms another's photo", head, "Notes from the Upper Valley", "h1")
        head.open("/books/9780812973143")
        head.press_button("Remove the comment of", ".comment")
        self.check("a librarian removes a comment", head.all(".comment") == [], head.text())

    def ends(self, reader):
        reader.press_button("Sign out", "header")
        self.check("who signs out is out", reader.path.startswith("/sign-in"), reader.path)
        reader.open("/account")
        reader.fill(name=READER, password=PASSWORD)
        reader.press_button("Sign in")
        self.check("signing in leads to where one was going", reader.path == "/account", reader.path)
        reader.fill("form[action$=delete]", password=PASSWORD)
        reader.press_button("Delete my account")
        left = self.server.holds([READER, "ספר נהדר", "ספר יפה מאוד", "На полке"])
        self.check("nothing is left of who leaves", left == [], left)
