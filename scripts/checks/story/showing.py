"""The picture of the documentation: a photo's answer, a book's card and all books, as a phone shows them."""

import base64
import io

import shelf
from cast import FOUND, PASSWORD
from PIL import Image
from reader import Reader

SIZE = (390, 800)


def show(server, path):
    with Reader(server, phone=SIZE) as maria, Reader(server, phone=SIZE) as ilya:
        ilya.sign_up(server.first_link, "Илья", PASSWORD)
        ilya.open("/people")
        ilya.fill("section form", password=PASSWORD)
        ilya.press_button("Create link")
        maria.sign_up(ilya.text("code.link"), "Maria", PASSWORD)
        maria.photograph(FOUND)
        pictures = [shot(maria)]
        maria.press_button("Confirm 978-0-8129-7314-3")
        maria.press_button("owned", "#yours")
        maria.comment("Every light from Vardø to Cádiz, with a map for each.", stars="5")
        ilya.open("/books/9780812973143")
        ilya.comment("Карты прекрасные, текст суховат.", stars="4")
        maria.open("/books/9780812973143")
        pictures.append(shot(maria))
        shelf.fill(server)
        maria.open("/books")
        pictures.append(shot(maria))
    between = 40
    width = sum(picture.width for picture in pictures) + between * 4
    sheet = Image.new("RGB", (width, pictures[0].height + between * 2), "#d8d2c8")
    left = between
    for picture in pictures:
        sheet.paste(picture, (left, between))
        left += picture.width + between
    sheet = sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS)
    sheet.save(path, optimize=True)


def shot(reader):
    data = reader.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
