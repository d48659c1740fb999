"""What one person says others see at once, and after the server was away."""

import signal

from cast import NOTE, TRIES

# Notes when words were first seen.
WATCH_FOR = """
window.seen = undefined;
const words = arguments[0];
const look = () => { if (!window.seen && document.body.innerText.includes(words)) window.seen = Date.now(); };
new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
"""
# And this when a comment was sent.
NOTE_SENDING = """
document.querySelector("#comments > form").addEventListener("submit", () => { sessionStorage.sent = Date.now(); });
"""


class Live:
    """A part of the story."""

    def hears(self, head, reader):
        """What one says the other sees at once, on an open page."""
        head.open("/books/9780812973143")
        self.check("a private note is its writer's", NOTE not in head.driver.page_source)
        times = []
        for turn in range(TRIES):
            words = f"heard {turn} times"
            head.ask(WATCH_FOR, words)
            reader.fill("#comments > form", text=words)
            reader.ask(NOTE_SENDING)
            reader.press_button("Post comment", "#comments > form")
            seen, sent = head.wait("return window.seen"), int(reader.ask("return sessionStorage.sent"))
            times.append((seen - sent) / 1000)
            if times[-1] <= 1:
                break
        print(f"a comment was seen after {', '.join(f'{seconds:.2f}' for seconds in times)} s")
        self.check("a comment is seen within a second", min(times) <= 1, times)
        head.ask("document.querySelector('#comments > form textarea').focus()")
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
        self.check("what is new is said", "comment" in head.ask("return document.querySelector('#announcement').textContent"),
                   head.ask("return document.querySelector('#announcement').textContent"))
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
