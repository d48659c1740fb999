"""Draws the results of a scan of thousands of photos: records, photos for them, and titles for their books."""

import hashlib
import io
import json
import random

from PIL import Image, ImageDraw, ImageFont

# Names and titles that would do something if any of them were taken for markup, a path or a direction of writing.
HOSTILE = [
    "<img src=x onerror=\"window.harmed=1\">", "</script><script>window.harmed=1</script>", "\"onmouseover=\"window.harmed=1",
    "'><svg onload=window.harmed=1>", "<!--<script>", "]]>&lt;b&gt;", "javascript:window.harmed=1", "{{7*7}}@@SCRIPT@@",
    "שלום עולם", "كتاب \u202eegami", "北京的书", "emoji 📚", "tab\there", "percent %2e%2e %00", "back\\slash",
]


def isbn13(number):
    twelve = f"978{number:09d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(twelve))
    return twelve + str(-total % 10)


def isbn10(isbn):
    nine = isbn[3:12]
    check = -sum((10 - place) * int(digit) for place, digit in enumerate(nine)) % 11
    return nine + "0123456789X"[check]


def covers(count):
    """Some book covers as JPEG files."""
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 30)
    chance = random.Random(7)
    files = []
    for number in range(count):
        colour = tuple(chance.randrange(40, 200) for _ in range(3))
        picture = Image.new("RGB", (480, 640), (225, 220, 210))
        drawing = ImageDraw.Draw(picture)
        drawing.rectangle((50, 40, 430, 600), fill=colour)
        drawing.text((90, 120), f"Volume {number}", font=font, fill="white")
        drawing.rectangle((250, 480, 400, 560), fill="white")
        for bar in range(260, 390, chance.choice((4, 5, 6))):
            drawing.line((bar, 490, bar, 545), fill="black", width=2)
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=80)
        files.append(file.getvalue())
    return files


def witness(reader, text, box):
    return {"reader": reader, "text": text, "confidence": 0.93, "rotation": 0, "box": box, "repairs": []}


def reading(isbn, confidence, reason=None):
    box = [[250, 480], [400, 480], [400, 560], [250, 560]]
    return {
        "isbn13": isbn, "isbn10": isbn10(isbn), "hyphenated": isbn, "confidence": confidence, "label": "ISBN", "qualifier": None,
        "reason": reason, "book": 1, "group": None,
        "witnesses": [witness("ocr", f"ISBN {isbn}", box), witness("barcode", isbn, box)],
    }


def run(folder, count):
    """Writes `run.jsonl` and the photos that it names into a folder, and `books.csv` with titles; returns the records."""
    chance = random.Random(11)
    files = covers(40)
    records = []
    titles = ["isbn,title,author"]
    for number in range(count):
        place = folder / f"box-{number // 100:02d}"
        place.mkdir(exist_ok=True)
        name = f"IMG_{number:04d}.jpg"
        if number % 97 == 3:
            name = f"{number} {HOSTILE[number // 97 % len(HOSTILE)]}.jpg".replace("/", "∕")
        # The same picture, but another file: what follows its end is no part of it.
        photo = files[number % len(files)] + number.to_bytes(4, "big")
        (place / name).write_bytes(photo)
        isbn = isbn13(100_000_000 + number // 2 * 7)
        status = chance.choices(["found", "uncertain", "none", "failed"], [78, 9, 10, 3])[0]
        record = {
            "photo": f"{place.name}/{name}", "page": 1, "sha256": hashlib.sha256(photo).hexdigest(), "width": 480,
            "height": 640, "status": status, "isbns": [], "candidates": [], "repeats": None, "warnings": [],
            "milliseconds": round(chance.lognormvariate(5, 0.8), 1), "error": None,
        }
        if status == "found":
            record["isbns"] = [reading(isbn, 0.997)]
        elif status == "uncertain":
            other = isbn13(700_000_000 + number)
            record["candidates"] = [
                reading(isbn, 0.95 if number % 3 else 0.6, "check digit only"), reading(other, 0.2, "check digit only")]
        elif status == "failed":
            record["error"] = {"code": "damaged", "message": "damaged JPEG file; copy it again"}
            record["width"] = record["height"] = None
        records.append(record)
        if number % 2 == 0:
            title = HOSTILE[number // 2 % len(HOSTILE)] if number % 10 == 0 else f"The Book of {number}"
            titles.append(f"{isbn},\"{title.replace(chr(34), chr(34) * 2)}\",A. Writer")
    (folder / "run.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    (folder / "books.csv").write_text("\n".join(titles) + "\n")
    return records
