"""The file formats beyond JPEG, and JPEGs that hold more than one picture."""

from .. import prose
from ..camera import Lens, Light
from ..layouts import Cover, Label, Page
from ..numbers import canonical, isbn10, isbn13
from ..press import letterpress
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

SCANNER = Light(level=1.0, slope=(0, 0), vignette=0, warmth=0)
QUILL = isbn10("0-7100-8256")
FLINT = isbn13("978-0-7486-3927")
KAYAK = isbn13("978-3-7770-2814")
LICHEN = isbn10("0-85521-173").replace("-", " ")
ROPE = isbn13("978-0-906720-58")
FOUNDRY = isbn10("0-7190-2683")
HIDDEN_FRONT = isbn10("0-14-044817")
HIDDEN_BACK = isbn13("978-0-300-14962")
RENDER = isbn13("978-2-7028-1936")


def imprint(title: str, body: str, number: str, **more) -> Page:
    return Page(
        text=[p(title, face="century bold"), p(body, before=5), p(number, before=9)],
        **({"style": Style(face="century", size=8.6)} | more),
    )


SHOTS = [
    Shot(
        "scan-two-books",
        imprint(
            "The quill cutters",
            "First published 1975\nby Gosling & Pratt Ltd\nBroadmarsh House, 68–74 Cartwright Lane\n© Noel"
            " Ashdown 1975",
            f"ISBN {QUILL}",
            spine=None,
            paper="white",
            style=Style(face="times", size=8.6, press=letterpress),
            trim=(340, 440),
        ),
        "copyright-page",
        (QUILL,),
        view=View(size=(1000, 1300), span=1.0, roll=0.6),
        light=SCANNER,
        lens=Lens(defocus=0.5, noise=0.003),
        ground="desk",
        storage=Storage(extension="tif", quality=45, mode="L"),
        difficulty="medium",
        notes="first page of a TIFF, from a flatbed scanner",
        also=(
            Shot(
                "scan-two-books-second",
                imprint(
                    "Flint and fire",
                    "© Morwenna Blight, 2009\n22 Crown Square, Edenburgh\nTypeset in 11/13 pt",
                    f"ISBN {FLINT} (hardback)",
                    spine=None,
                    paper="white",
                    trim=(340, 440),
                ),
                "copyright-page",
                (FLINT,),
                view=View(size=(1000, 1300), span=1.0, roll=-0.8),
                light=SCANNER,
                lens=Lens(defocus=0.5, noise=0.003),
                ground="desk",
                storage=Storage(extension="tif", quality=45, mode="L"),
                difficulty="easy",
                notes="second page of the TIFF, another book",
            ),
        ),
    ),
    Shot(
        "imprint-heic-turned",
        imprint(
            "Mit dem Kajak durch Masuren",
            "© 2013 Verlag Wasserläufer, Kressbach\nAlle Rechte vorbehalten\n1. Auflage",
            f"ISBN {KAYAK}",
            facing_text=prose.GERMAN,
            age=0,
            style=Style(face="humanist", size=7.6),
        ),
        "copyright-page",
        (KAYAK,),
        view=View(size=(960, 1280), aim=(0.40, 0.80), span=0.78, roll=1, pitch=6, gutter=0.04),
        light=Light(slope=(70, 0.25)),
        ground="cloth",
        storage=Storage(extension="heic", quality=45, orientation=6),
        difficulty="medium",
        notes="HEIC as phones write it: turned by irot, EXIF orientation 6 says it a second time",
    ),
    Shot(
        "imprint-heic-plain",
        imprint(
            "Lichens of the slate roofs",
            "© Gwyneth Paskell 1977\nPublished by the Slate Roof Society",
            f"ISBN {LICHEN}",
            spine="left",
            age=0.5,
        ),
        "copyright-page",
        (LICHEN,),
        view=View(size=(1280, 960), aim=(0.58, 0.84), span=0.92, roll=-4, pitch=8, gutter=0.05),
        light=Light(slope=(110, 0.25), warmth=0.3),
        ground="wood",
        storage=Storage(extension="heic", quality=45),
        difficulty="medium",
        notes="HEIC without irot and without EXIF",
    ),
    Shot(
        "cover-jpeg2000",
        Cover(
            text=[p("A rope for every knot", face="sans bold", size=17)],
            style=Style(face="sans", size=10, ink=(20, 30, 50)),
            ground=(230, 232, 220),
            label=Label(canonical(ROPE), above=[p(f"ISBN {ROPE}", face="sans", size=7)]),
            label_at=(0.3, 0.72),
        ),
        "back-cover-region",
        (ROPE,),
        view=View(size=(900, 900), aim=(0.46, 0.78), span=0.60, roll=-3, pitch=5),
        light=Light(slope=(30, 0.2)),
        ground="desk",
        barcode="EAN-13 ISBN",
        storage=Storage(extension="jp2", quality=60),
        difficulty="easy",
        notes="JPEG 2000",
    ),
    Shot(
        "label-small-bitmap",
        Cover(
            text=[p(f"ISBN {FOUNDRY}", size=15)],
            style=Style(face="ocr-b", ink=(20, 20, 22)),
            ground=(236, 236, 234),
            trim=(240, 100),
            text_at=(0.10, 0.34, 0.88),
        ),
        "closeup-label",
        (FOUNDRY,),
        view=View(size=(320, 120), aim=(0.5, 0.55), span=1.02, roll=1),
        light=Light(level=0.8),
        lens=Lens(defocus=0.6, noise=0.006),
        ground="desk",
        storage=Storage(extension="bmp", mode="L"),
        difficulty="medium",
        notes="a very small grey BMP of one line",
    ),
    Shot(
        "cover-render-transparent",
        Cover(
            tooth=0,
            text=[p("Le Cerf-volant rouge", face="palatino bold", size=22), p(prose.FRENCH, before=10)],
            style=Style(face="palatino", size=11, ink=(60, 20, 20)),
            ground=(255, 255, 255),
            label=Label(canonical(RENDER), above=[p(f"ISBN {RENDER}", face="roboto", size=7.6)], mark=False),
            label_at=(0.55, 0.74),
        ),
        "digital",
        (RENDER,),
        view=View(size=(560, 840), span=0.99, aim=(0.5, 0.5)),
        light=SCANNER,
        lens=Lens(defocus=0.3, noise=0, sharpen=0),
        ground="sheet",
        barcode="EAN-13 ISBN",
        storage=Storage(extension="png", mode="RGBA"),
        difficulty="medium",
        notes="a clean render with an alpha channel, as from a publisher's site",
    ),
    Shot(
        "imprint-with-hidden-second-picture",
        imprint(
            "The hidden valley",
            "First published 1978\nCopyright © Fergus Loam 1978\nReprinted 1979, 1981",
            f"ISBN {HIDDEN_FRONT} (paperback)",
            paper="old",
            age=0.8,
        ),
        "copyright-page",
        (HIDDEN_FRONT,),
        view=View(size=(1080, 1440), aim=(0.40, 0.80), span=0.74, roll=2, pitch=6, gutter=0.05),
        light=Light(slope=(40, 0.25), warmth=0.3),
        ground="carpet",
        difficulty="easy",
        notes=(
            "a second JPEG of another book (978-0-300-14962-…) is hidden behind the first and is no photo of"
            " its own"
        ),
        also=(
            Shot(
                "hidden-second-picture",
                imprint("Not to be read", "This picture is behind the first.", f"ISBN {HIDDEN_BACK}", age=0),
                "copyright-page",
                (HIDDEN_BACK,),
                view=View(size=(540, 720), aim=(0.40, 0.80), span=0.74, gutter=0.03),
                ground="desk",
            ),
        ),
    ),
]
