"""A site of its own, with a catalogue in a folder that goes with it."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Server:
    def __init__(self, program, library, host="localhost", base="", backs_up=False):
        """`host` leads to this machine; the site is below the path `base`, and backs itself up or not."""
        self.program = str(pathlib.Path(program).resolve())
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bookzone-story-"))
        self.store = self.folder / "catalogue.sqlite"
        self.port = free_port()
        self.address = f"http://{host}:{self.port}{base}"
        self.options = []
        if backs_up:
            backups = self.folder / "backups"
            backups.mkdir()
            self.options = ["--backup", backups]
        sources = {f"BOOKZONE_{name}_URL": library.address for name in self.sources()}
        self.environment = os.environ | {"HOME": str(self.folder), "BOOKZONE_CONTACT": "story@example.org", "BOOKZONE_COVERS": "off"} | sources
        self.starts = 0
        self.start()

    @staticmethod
    def sources():
        """Every source asks the one on this machine: none asks the network."""
        return ("OPENLIBRARY", "K10PLUS", "DNB", "BNF", "LOC", "INVENTAIRE")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder)

    def start(self):
        self.starts += 1
        self.said = self.folder / f"said-{self.starts}"
        with self.said.open("w") as said, (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [self.program, "--store", self.store, "--listen", f"127.0.0.1:{self.port}", "--address", self.address,
                 *self.options],
                env=self.environment, stdout=said, stderr=log)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://localhost:{self.port}/healthz").read()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError(f"the server does not start: {(self.folder / 'log').read_text()}")

    def stop(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        self.process.wait(timeout=60)

    @property
    def first_link(self):
        return re.search(r"http\S+/sign-up\?ticket=\S+", self.said.read_text())[0]

    def logged(self, words):
        """How many requests of a kind were answered so."""
        return (self.folder / "log").read_text().count(words)

    def holds(self, words):
        """The files in which some of the words are, of all that the site keeps."""
        found = []
        for path in self.folder.rglob("*"):
            if path.is_file() and not path.name.startswith("said-"):
                content = path.read_bytes()
                found += [f"{path.name}: {word}" for word in words if word.encode() in content]
        return found

    @contextlib.contextmanager
    def elsewhere(self):
        """The same catalogue served at another port for a while; gives its address."""
        port, address = self.port, self.address
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        try:
            self.start()
            yield self.address
            self.stop()
        finally:
            self.port, self.address = port, address
