"""Answers as Open Library does about books that do not exist, in the shape of Tests/Servers/OpenLibraryServer.swift."""

import http.server
import json
import threading
import urllib.parse

BOOKS = {
    "9780812973143": ("The Lantern Atlas", "Maria Novak", "Quayside Press", 374),
    "9780415302630": ("Notes from the Upper Valley", "Ada Okafor", "Windward", 210),
    "9780415302609": ("Notes from the Valley", "Ada Okafor", "Windward", 640),
    "9781405362177": ("مدينة القوارب", "ليلى منصور", "دار المرفأ", 96),
    "9783462051285": ("Die Uhr im Turm", "Jörg Ängström", "Brückenhof", 288),
}


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        parts = address.path.strip("/").split("/")
        answer = None
        if parts[0] == "api":
            keys = [key.removeprefix("ISBN:") for key in query.get("bibkeys", "").split(",")]
            edition = self.kept if query.get("jscmd") == "details" else self.edition
            answer = {f"ISBN:{isbn}": edition(isbn) for isbn in keys if isbn in BOOKS}
        elif parts[-1] == "editions.json":
            answer = {"size": 0, "entries": []}
        elif parts[0] == "search.json":
            works = query.get("q", "").removeprefix("key:(").removesuffix(")").split(" OR ")
            docs = [{"key": work, "ratings_average": 4.31, "ratings_count": 4780} for work in works if work]
            answer = {"numFound": len(docs), "start": 0, "numFoundExact": True, "docs": docs}
        body = json.dumps(answer).encode()
        self.send_response(404 if answer is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @staticmethod
    def edition(isbn):
        title, author, publisher, pages = BOOKS[isbn]
        return {
            "url": f"https://openlibrary.org/books/OL{isbn}M", "key": f"/books/OL{isbn}M", "title": title,
            "authors": [{"name": author, "url": "https://openlibrary.org/"}], "publishers": [{"name": publisher}],
            "publish_date": "September 14, 1998", "number_of_pages": pages, "subjects": [{"name": "Invented books"}],
            "identifiers": {"isbn_13": [isbn], "openlibrary": [f"OL{isbn}M"]}}

    @staticmethod
    def kept(isbn):
        return {
            "bib_key": f"ISBN:{isbn}", "details": {
                "key": f"/books/OL{isbn}M", "title": BOOKS[isbn][0], "works": [{"key": f"/works/OL{isbn}W"}],
                "languages": [{"key": "/languages/eng"}]}}

    def log_message(self, *_):
        pass


class Library:
    """On a free port of this machine, until it is left."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
