"""Back covers with their bars, in fair light."""

from .. import prose
from ..camera import Light
from ..layouts import Cover, Label
from ..numbers import canonical, ean_check, isbn10, isbn13, upc_check
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

KIND = "back-cover-full"
REGION = "back-cover-region"
EAN = "EAN-13 ISBN"
LIGHT_TEXT = Style(face="sans", size=10.5, ink=(244, 242, 236), leading=1.3)
DARK_TEXT = Style(face="century", size=10.5, ink=(30, 28, 40), leading=1.3)
COAST = isbn13("978-1-4053-6217")
SALT = isbn10("0-8129-7314")
TOKYO = isbn13("978-4-621-08753")
MARKET = isbn10("0-451-16948")
LANTERNS = isbn13("979-10-346-0852")
WHALES = isbn13("978-84-9838-571")
PUPPETS = isbn13("978-80-257-1843")
SETNO = isbn13("978-0-415-30260")
VOLNO = isbn13("978-0-415-30263")


def upc(eleven: str) -> str:
    return eleven + upc_check(eleven)


SHOTS = [
    Shot(
        "cover-ean-price-addon",
        Cover(
            text=[
                p("TRAVEL", size=9, tracking=2),
                p("A walker’s coast", face="century bold", size=22, before=6),
                p(prose.sentences(prose.ENGLISH, 1, 4), before=10),
                p("£14.99   US $24.95", before=16),
            ],
            style=DARK_TEXT,
            ground=(236, 222, 178),
            blocks=[(0, 0, 1, 0.04, (40, 110, 150))],
            label=Label(canonical(COAST), above=[p(f"ISBN {COAST}", size=7)], addon="52495"),
            label_at=(0.38, 0.75),
        ),
        KIND,
        (COAST,),
        view=View(size=(1200, 1600), aim=(0.52, 0.60), span=1.04, roll=2, pitch=5, yaw=-3),
        light=Light(slope=(60, 0.2)),
        ground="wood",
        barcode=EAN,
        difficulty="easy",
        notes="whole back cover; price add-on with quiet-zone mark",
    ),
    Shot(
        "cover-isbn10-above-ean",
        Cover(
            text=[
                p("SALT AND STEAM", face="narrow bold", size=24),
                p(prose.sentences(prose.ENGLISH, 3, 4), before=10),
            ],
            style=LIGHT_TEXT,
            ground=(122, 170, 40),
            label=Label(canonical(SALT), above=[p(f"ISBN {SALT}", tracking=0.5)], addon="90000", module=0.9),
            label_at=(0.32, 0.70),
        ),
        REGION,
        (SALT,),
        view=View(size=(900, 1200), aim=(0.56, 0.76), span=0.66, roll=-4, pitch=6, yaw=5),
        light=Light(level=0.85, slope=(120, 0.25), warmth=0.3),
        ground="dark wood",
        barcode=EAN,
        difficulty="easy",
        storage=Storage(orientation=6),
        notes="ISBN-10 in OCR-B above the ISBN-13 bars",
    ),
    Shot(
        "cover-japan-two-tier",
        Cover(
            text=[
                p("Bilingual edition", size=10),
                p("Railway gardens of Chiba", face="sans bold", size=17, before=6),
                p(prose.sentences(prose.ENGLISH, 1, 3), before=10),
            ],
            style=Style(face="sans", size=9.6, ink=(30, 30, 34), leading=1.35),
            ground=(244, 243, 238),
            blocks=[(0, 0.0, 0.62, 0.02, (200, 40, 40))],
            label=Label(
                canonical(TOKYO),
                second="192307602800" + ean_check("192307602800"),
                below=[p(f"ISBN{TOKYO}", before=5), p("C3076  ¥2800E", before=2, face="mono")],
                mark=False,
                tall=28,
                module=0.7,
                style=Style(face="ocr-b", size=7.6),
                colour=None,
            ),
            label_at=(0.64, 0.05),
            text_at=(0.08, 0.1, 0.52),
        ),
        KIND,
        (TOKYO,),
        view=View(size=(1200, 1500), aim=(0.56, 0.34), span=0.98, roll=9, pitch=8, yaw=-5),
        light=Light(slope=(30, 0.2)),
        ground="desk",
        barcode=EAN,
        difficulty="medium",
        notes="two tiers of bars, the lower (192…) is class and price; no space after ISBN",
    ),
    Shot(
        "cover-bars-without-isbn-line",
        Cover(
            text=[p("Whales of the inner sound", face="sans bold", size=19), p(prose.SPANISH, before=12)],
            style=LIGHT_TEXT,
            ground=(20, 52, 84),
            label=Label(canonical(WHALES)),
            label_at=(0.06, 0.78),
        ),
        KIND,
        (WHALES,),
        view=View(size=(1080, 1440), aim=(0.46, 0.62), span=1.0, roll=182, pitch=-4, yaw=3),
        light=Light(slope=(260, 0.2)),
        ground="cloth",
        barcode=EAN,
        bars_only=True,
        difficulty="barcode-only",
        notes="upside down; only the digits under the bars",
    ),
    Shot(
        "cover-bars-without-any-digits",
        Cover(
            text=[
                p("Teatro de sombras", face="bookman bold", size=20),
                p("Marionetas de Bohemia y Moravia, con láminas", before=8),
            ],
            style=Style(face="bookman", size=11, ink=(60, 30, 20)),
            ground=(224, 196, 150),
            label=Label(canonical(PUPPETS), text=False, tall=52, colour=None, mark=False, module=0.9),
            label_at=(0.5, 0.78),
        ),
        REGION,
        (PUPPETS,),
        view=View(size=(900, 900), aim=(0.62, 0.76), span=0.66, roll=-12, pitch=6),
        light=Light(slope=(80, 0.25), warmth=0.3),
        ground="wood",
        barcode=EAN,
        bars_only=True,
        difficulty="barcode-only",
        notes="bars on coloured ground, no digits at all",
    ),
    Shot(
        "cover-upc-with-isbn10",
        Cover(
            text=[
                p("A LODESTAR PAPERBACK", size=9),
                p("The Night Market", face="slab bold", size=20, before=6),
                p(prose.sentences(prose.ENGLISH, 5, 3), before=10),
            ],
            style=Style(face="slab", size=9, ink=(250, 232, 190), leading=1.3),
            ground=(88, 18, 28),
            trim=(302, 500),
            label=Label(
                upc("07099300495"),
                above=[p(f"{MARKET}   $4.95", face="sans")],
                addon="16948",
                module=0.72,
                tall=46,
            ),
            label_at=(0.48, 0.76),
        ),
        REGION,
        (MARKET,),
        view=View(size=(1080, 1440), aim=(0.66, 0.80), span=0.74, roll=1, pitch=9, yaw=7, bow=0.04),
        light=Light(slope=(100, 0.3), warmth=0.4),
        ground="carpet",
        barcode="UPC-A, not the ISBN",
        difficulty="hard",
        notes="mass-market paperback: UPC bars with add-on; ISBN-10 with no label beside the price",
        others=("upc:070993004958+16948",),
    ),
    Shot(
        "cover-979-angle-45",
        Cover(
            text=[
                p("Les lampions", face="palatino bold", size=22, align="centre"),
                p(prose.FRENCH, before=12, align="justify"),
            ],
            style=Style(face="palatino", size=11, ink=(44, 40, 60)),
            ground=(248, 244, 236),
            label=Label(
                canonical(LANTERNS),
                below=[
                    p(f"ISBN : {LANTERNS}", face="palatino", size=8.4, before=4),
                    p("19,50 € TTC France", face="palatino", size=8),
                ],
                mark=False,
            ),
            label_at=(0.55, 0.74),
        ),
        KIND,
        (LANTERNS,),
        view=View(size=(1400, 1400), aim=(0.58, 0.72), span=0.98, roll=43, pitch=5),
        light=Light(slope=(45, 0.2)),
        ground="dark wood",
        barcode=EAN,
        difficulty="hard",
        notes="turned by 43 degrees; prefix 979",
    ),
    Shot(
        "cover-set-and-volume",
        Cover(
            text=[
                p("Medieval Ports", face="times bold", size=22),
                p("Volume 3: The Baltic", face="times italic", size=14),
                p(prose.sentences(prose.ENGLISH, 3, 3), before=10),
            ],
            style=Style(face="times", size=11, ink=(20, 30, 60)),
            ground=(214, 222, 232),
            label=Label(
                canonical(VOLNO),
                above=[
                    p(f"ISBN {VOLNO} (vol. 3)", face="narrow", size=7.2),
                    p(f"ISBN {SETNO} (set)", face="narrow", size=7.2),
                ],
                module=0.85,
            ),
            label_at=(0.12, 0.72),
        ),
        KIND,
        (VOLNO, SETNO),
        view=View(size=(1080, 1440), aim=(0.45, 0.68), span=0.92, roll=1, pitch=7, yaw=4),
        light=Light(slope=(130, 0.25)),
        ground="desk",
        barcode=EAN,
        difficulty="easy",
        notes="number of the volume (bars) and of the set",
    ),
]
