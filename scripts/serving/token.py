"""Makes the first account of a site that has just started, and a token of it: token.py ADDRESS SAID

SAID is what the program printed, the first administrator's link among it.
"""

import http.cookiejar
import re
import sys
import time
import urllib.parse
import urllib.request


def main(address, said):
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def page(place, **fields):
        data = urllib.parse.urlencode(fields).encode() if fields else None
        return browser.open(place, data).read().decode()

    def form(html):
        return re.search(r'name="token" value="([0-9a-f]+)"', html)[1]

    for _ in range(100):
        link = re.search(r"\S+/sign-up\?ticket=(\S+)", open(said).read())
        if link:
            break
        time.sleep(0.1)
    html = page(link[0])
    html = page(f"{address}/sign-up", token=form(html), ticket=link[1], name="Tester", password="only for a test")
    html = page(f"{address}/account")
    html = page(f"{address}/account/tokens", token=form(html), name="test", password="only for a test")
    print(re.search(r'<code class="link">([^<]+)</code>', html)[1])


main(*sys.argv[1:])
