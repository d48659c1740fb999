"""A shelf of invented books, so that pages are full: written into the store while the site is not running."""

import sqlite3

from PIL import Image, ImageDraw

TITLES = (
    "The Salt Road", "A Winter of Herons", "Letters to the Harbour", "Das Haus am Fluss", "La nuit des phares", "El jardín de piedra",
    "Кто идёт по льду", "The Weight of Small Things: Essays on Tools, Kitchens and the People Who Mend Them", "Nine Paper Boats",
    "מגדל האור", "Gardening Without Hurry", "Bread", "The Clockmaker’s Third Apprentice", "On Maps", "Silence, Volume 2",
    "Silence, Volume 10", "The Cartographer", "Seven Bridges", "A Field Guide to Fog", "Under the Pear Tree")
AUTHORS = ("Ada Okafor", "Maria Novak", "Jörg Ängström", "Élise Marchand", "Inés Robledo", "Вера Лапина", "נועה שגב", "Bo Abel", "Kwame Asante")
LANGUAGES = ("en", "en", "en", "de", "fr", "es", "ru")
TAGS = ("sea", "travel", "to lend", "kitchen", "poems")


def fill(server, count=60):
    server.stop()
    with sqlite3.connect(server.store) as store:
        for place in range(count):
            work = store.execute("INSERT INTO work DEFAULT VALUES").lastrowid
            title = TITLES[place % len(TITLES)]
            is_first = place < len(TITLES)
            series = "Lights of the Coast" if place % 7 == 0 else None
            book = store.execute(
                "INSERT INTO book (work, title, year, publisher, language, series, series_number, tags, added) "
                "VALUES (?, ?, ?, 'Quayside Press', ?, ?, ?, ?, ?)",
                (work, title if is_first else f"{title} {place // len(TITLES) + 1}", 1950 + place * 7 % 75,
                 LANGUAGES[place % len(LANGUAGES)], series, str(place // 7 + 1) if series else None,
                 "\n".join(sorted({TAGS[place % 5], TAGS[place % 3]})), 1_700_000_000 + place)).lastrowid
            store.execute("INSERT INTO contributor (book, position, name, role) VALUES (?, 0, ?, 'author')", (book, AUTHORS[place % len(AUTHORS)]))
            if place % 3 == 0:
                store.execute("INSERT INTO comment (book, author, rating, text, spoiler, private, written) "
                              "VALUES (?, 'Ilya', ?, 'Read in one evening.', 0, 0, 1700000000)", (book, 4 + place % 7))
            if place % 4 == 0:
                name = "owned" if place % 8 else "wanted"
                store.execute("INSERT INTO list_entry (list, book, added) SELECT id, ?, 1700000000 FROM list "
                              "WHERE name = ?", (book, name))
                if name == "owned":
                    store.execute("INSERT INTO copy (book, list, place) VALUES (?, 'owned', ?)", (book, f"B {place % 5}"))
        # The site makes the order anew when it starts.
        store.execute("DELETE FROM order_version")
    store.close()
    server.start()


def photo_of_a_book(folder):
    """A drawn photo of a cover that lies on a table, slightly turned."""
    photo = Image.new("RGB", (1600, 1200), "#4a3c30")
    draw = ImageDraw.Draw(photo)
    draw.polygon([(520, 150), (1120, 190), (1080, 1060), (470, 1010)], fill="#e8dfc8")
    draw.polygon([(600, 320), (1040, 345), (1032, 480), (590, 455)], fill="#9c3f2e")
    draw.ellipse((690, 590, 930, 830), fill="#2f5d62")
    place = folder / "cover.jpg"
    photo.save(place)
    return place
