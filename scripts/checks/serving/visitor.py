"""Visits a site as its first administrator, whose account it makes when the site has just started:

    visitor.py token ADDRESS SAID          makes a token, and prints it
    visitor.py read ADDRESS SAID PHOTO     sends a photo, and prints the numbers that the answer offers

SAID is what the program printed, the first administrator's link among it.
"""

import http.cookiejar
import json
import re
import sys
import time
import urllib.parse
import urllib.request

NAME, PASSWORD = "Tester", "only for a test"


class Visitor:
    def __init__(self, address, said):
        self.address = address
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.browser = urllib.request.build_opener(jar)
        for _ in range(100):
            ticket = re.search(r"/sign-up\?ticket=(\S+)", open(said).read())
            if ticket:
                break
            time.sleep(0.1)
        if form := self.form(ticket[0]):
            self.page("/sign-up", token=form, ticket=ticket[1], name=NAME, password=PASSWORD)
        else:
            self.page("/sign-in", token=self.form("/sign-in"), name=NAME, password=PASSWORD)

    def page(self, place, **fields):
        data = urllib.parse.urlencode(fields).encode() if fields else None
        return self.browser.open(self.address + place, data).read().decode()

    def form(self, place):
        """The page's token; none where the page has no form."""
        found = re.search(r'name="token" value="([0-9a-f]+)"', self.page(place))
        return found and found[1]

    def token(self):
        html = self.page("/account/tokens", token=self.form("/account"), name="test", password=PASSWORD)
        return re.search(r'<code class="link">([^<]+)</code>', html)[1]

    def read(self, photo):
        body = b"".join(
            b'--=\r\nContent-Disposition: form-data; name="%b\r\n\r\n%b\r\n' % part
            for part in ((b'token"', self.form("/").encode()), (b'photo"; filename="photo"', open(photo, "rb").read()))
        ) + b"--=--\r\n"
        request = urllib.request.Request(f"{self.address}/photos", body, {
            "Content-Type": "multipart/form-data; boundary==", "Accept": "application/json"})
        path = f"/photos/{json.load(self.browser.open(request))['photos'][0]['id']}"
        while json.loads(self.page(f"{path}/state"))["state"] == "waiting":
            time.sleep(0.1)
        return " ".join(re.findall(r'name="isbn" value="(\d{13})"', self.page(path)))


does, address, said, *rest = sys.argv[1:]
print(getattr(Visitor(address, said), does)(*rest))
