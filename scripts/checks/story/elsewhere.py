"""What goes through others: letters by a mail server, and readers whom a provider of OpenID Connect knows."""

import contextlib
import email
import re
import subprocess
import sys
import time
import urllib.request

from aiosmtpd.controller import Controller
from cast import PASSWORD
from reader import Reader
from server import free_port

HEAD, HEADS_ADDRESS = "Αθηνά", "athena@example.org"
READER, SUBJECT = "Søren", "soren-at-the-club"
OTHER = "eleven quiet herons"


class Post:
    """A mail server that keeps what it is given."""

    def __init__(self):
        self.letters = []

    async def handle_DATA(self, _, __, envelope):
        letter = email.message_from_bytes(envelope.content)
        self.letters.append((envelope.rcpt_tos, letter.get_payload(decode=True).decode()))
        return "250 kept"

    def link(self, number, seconds=20):
        """The link in a letter, which may be on its way."""
        end = time.monotonic() + seconds
        while len(self.letters) <= number:
            if time.monotonic() > end:
                raise AssertionError(f"letter {number} did not come")
            time.sleep(0.05)
        return re.search(r"http://\S+ticket=[\w-]{43}", self.letters[number][1])[0]


@contextlib.contextmanager
def provider():
    """A provider on this machine, which takes everybody's word; gives its address."""
    port = free_port()
    address = f"http://localhost:{port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/.well-known/openid-configuration").read()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


class Elsewhere:
    def __init__(self, server, checks):
        self.server, self.checks, self.check = server, checks, checks.check

    def all(self):
        self.post = Post()
        mail = Controller(self.post, hostname="127.0.0.1", port=free_port())
        mail.start()
        with provider() as self.issuer:
            self.server.stop()
            self.server.environment |= {
                "BOOKZONE_SMTP_URL": f"smtp://127.0.0.1:{mail.port}",
                "BOOKZONE_MAIL_FROM": "books@example.org", "BOOKZONE_OPENID_ISSUER": self.issuer,
                "BOOKZONE_OPENID_CLIENT": "bookzone", "BOOKZONE_OPENID_SECRET": "s", "BOOKZONE_OPENID_NAME": "Club"}
            self.server.start()
            with Reader(self.server) as head, Reader(self.server) as reader:
                self.letters(head)
                self.joins(head, reader)
                self.links(head)
                self.leaves(reader)
        mail.stop()

    def letters(self, head):
        head.open(self.server.first_link)
        self.rules("sign-up by the provider, too", head)
        head.fill(name=HEAD, password=PASSWORD, email=HEADS_ADDRESS)
        head.press_button("Create account")
        head.open(self.post.link(0))
        self.rules("an address to prove", head)
        head.press_button("Yes")
        head.open("/account")
        self.checks.shows("a letter's link proves an address", head, "verified")
        self.rules("the account's page", head)
        self.checks.picture("account-provider", head)
        head.press_button("Sign out", "header")
        head.open("/forgot")
        self.rules("a forgotten password", head)
        head.fill(who="nobody@example.org")
        head.press_button("Send me a link")
        told = head.text()
        head.open("/forgot")
        head.fill(who=HEADS_ADDRESS)
        head.press_button("Send me a link")
        self.check("who is known is not told", head.text() == told, head.text())
        head.open(self.post.link(1))
        self.rules("a new password", head)
        head.fill(password=OTHER)
        head.press_button("Set password")
        self.check("a letter's link sets a new password", head.path == "/", head.path)
        self.check("letters went to their owner alone",
                   [to for to, _ in self.post.letters] == [[HEADS_ADDRESS]] * 2, self.post.letters)

    def agree(self, reader, subject):
        """On the provider's page."""
        self.check("one is at the provider", reader.driver.current_url.startswith(self.issuer), reader.path)
        reader.find("[name=sub]").send_keys(subject)
        reader.leave(reader.find("button[type=submit], form button").click)

    def joins(self, head, reader):
        reader.open("/sign-in")
        self.rules("the sign-in page", reader)
        self.checks.picture("sign-in-provider", reader)
        reader.press_button("Sign in with Club")
        self.agree(reader, SUBJECT)
        self.checks.shows("a stranger is no reader", reader, "by invitation")
        head.open("/people")
        head.fill("section form", role="reader", password=OTHER)
        head.press_button("Create link")
        reader.open(head.text("code.link"))
        reader.press_button("Sign up with Club")
        self.agree(reader, SUBJECT)
        self.checks.shows("who was invited chooses a name", reader, "Choose your name")
        self.rules("choosing a name", reader)
        self.checks.picture("sign-up-provider", reader)
        reader.fill(name=READER)
        reader.press_button("Create account")
        self.check("and is in", reader.path == "/" and READER in reader.text("header"), reader.text("header"))
        reader.press_button("Sign out", "header")
        reader.open("/lists")
        reader.press_button("Sign in with Club")
        self.agree(reader, SUBJECT)
        self.check("and comes back to where they were going", reader.path == "/lists", reader.path)

    def links(self, head):
        head.open("/account")
        head.fill("form[action$=provider]", password=OTHER)
        head.press_button("Continue to Club")
        self.rules("one more step", head)
        head.press_button("Continue to Club")
        self.agree(head, "athena-at-the-club")
        self.checks.shows("a password's account is the provider's, too", head, "you can sign in with it")
        head.press_button("Sign out", "header")
        head.open("/sign-in")
        head.press_button("Sign in with Club")
        self.agree(head, "athena-at-the-club")
        self.check("and one signs in by it", HEAD in head.text("header"), head.text("header"))

    def leaves(self, reader):
        self.check("before, who it is there is kept", self.server.holds([SUBJECT]) != [])
        reader.open("/account")
        self.check("nothing is changed without a proof", not reader.all("form[action$=delete]"), reader.text())
        reader.press_button("Sign in with Club")
        self.agree(reader, SUBJECT)
        reader.press_button("Delete my account")
        self.checks.shows("the account is gone", reader, "Your account was deleted")
        self.rules("an account that is gone", reader)
        left = self.server.holds([SUBJECT, READER])
        self.check("nothing is left of who leaves", left == [], left)

    def rules(self, what, reader):
        """Of axe-core's, in light and dark."""
        found = set()
        for is_dark in (False, True):
            reader.darken(is_dark)
            found.update(reader.violations()[0])
        reader.darken(False)
        self.check(f"page of {what}", not found, "\n  ".join(sorted(found)))
