"""Back covers whose bars are dark, blurred, shiny, noisy, bent or stuck over."""

from .. import prose
from ..camera import Lens, Light
from ..layouts import Cover, Label
from ..numbers import canonical, isbn10, isbn13
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View
from .covers import DARK_TEXT, EAN, KIND, LIGHT_TEXT, REGION

PUMP = isbn13("978-1-936218-47")
PUMP_10 = isbn10("1-936218-47")
ALMANAC = isbn13("978-0-19-968241")
BREAD = isbn13("978-0-7894-5106")
NIGHT = isbn13("978-3-462-05128")
ORCHID = isbn13("978-0-262-53917")
GARDEN = isbn13("978-0-88192-834")
GEARS = isbn13("978-1-59327-846")

PUMP_COVER = Cover(
    text=[
        p("COMPUTING / HISTORY", size=9),
        p("The Pump Room Papers", face="sans bold", size=20, before=8),
        p(prose.sentences(prose.ENGLISH, 0, 3), before=10),
        p("“Oddly gripping.” — Ledger & Lathe", before=14, face="sans bold"),
    ],
    style=LIGHT_TEXT,
    ground=(24, 88, 96),
    blocks=[(0, 0.9, 1, 0.1, (232, 150, 40))],
    label=Label(
        canonical(PUMP),
        above=[p(f"ISBN-13: {PUMP}"), p(f"ISBN-10: {PUMP_10}")],
        addon="52495",
        style=Style(face="sans", size=8),
    ),
    label_at=(0.54, 0.72),
)

SHOTS = [
    Shot(
        "cover-two-labels-of-one-book",
        PUMP_COVER,
        REGION,
        (PUMP, PUMP_10),
        view=View(size=(1200, 1200), aim=(0.70, 0.82), span=0.62, roll=7, pitch=12, yaw=-8),
        light=Light(slope=(40, 0.25)),
        ground="desk",
        barcode=EAN,
        difficulty="easy",
        group="pump-room",
        notes="ISBN-13 and ISBN-10 labels above bars",
    ),
    Shot(
        "cover-same-book-dark",
        PUMP_COVER,
        KIND,
        (PUMP, PUMP_10),
        view=View(size=(1200, 1600), aim=(0.52, 0.58), span=1.2, roll=-78, pitch=5, yaw=4),
        light=Light(level=0.055, slope=(200, 0.4), warmth=0.7),
        lens=Lens(defocus=0.8, noise=0.004),
        ground="carpet",
        barcode=EAN,
        lit="dark",
        difficulty="hard",
        group="pump-room",
        notes="the book of cover-two-labels-of-one-book again, nearly no light",
    ),
    Shot(
        "cover-glare-across-bars",
        Cover(
            text=[p("ALMANAC OF SMALL SKIES", face="geometric bold", size=15)],
            style=LIGHT_TEXT,
            ground=(14, 16, 40),
            blocks=[(0.1, 0.2, 0.8, 0.004, (220, 200, 120))],
            label=Label(
                canonical(ALMANAC),
                above=[p(f"ISBN {ALMANAC}", face="sans", size=8.6)],
                addon=None,
                module=0.9,
            ),
            label_at=(0.3, 0.70),
        ),
        REGION,
        (ALMANAC,),
        view=View(size=(1080, 1080), aim=(0.48, 0.78), span=0.72, roll=3, pitch=7, yaw=-8),
        light=Light(slope=(150, 0.2), glare=(0.62, 0.50, 0.60, 0.05, 0.9)),
        ground="desk",
        barcode=EAN,
        difficulty="hard",
        notes="glossy cover, a tube lamp reflected across the bars",
    ),
    Shot(
        "cover-blurred-close",
        Cover(
            text=[p("Bread, slowly", face="sans bold", size=22)],
            style=LIGHT_TEXT,
            ground=(150, 84, 40),
            label=Label(canonical(BREAD), above=[p(f"ISBN {BREAD}", face="sans", size=8.4)], addon="53000"),
            label_at=(0.3, 0.72),
        ),
        REGION,
        (BREAD,),
        view=View(size=(960, 720), aim=(0.60, 0.80), span=0.70, roll=-2, pitch=4),
        light=Light(level=0.7, warmth=0.4),
        lens=Lens(defocus=3.2, noise=0.006, sharpen=0.2),
        ground="wood",
        barcode=EAN,
        blur="severe",
        difficulty="hard",
        notes="too close for the lens; readable to a person",
    ),
    Shot(
        "cover-white-text-on-dark",
        Cover(
            text=[
                p("Nachtfahrten", face="grotesque bold", size=26),
                p(prose.GERMAN, before=14),
                p(f"ISBN {NIGHT}", before=150, size=11),
                p("€ 22,00 [D]   € 22,70 [A]", before=2, size=9),
            ],
            style=Style(face="grotesque", size=10.5, ink=(238, 236, 230), leading=1.3),
            ground=(22, 22, 26),
            label=Label(canonical(NIGHT), mark=True),
            label_at=(0.58, 0.80),
        ),
        KIND,
        (NIGHT,),
        view=View(size=(960, 1280), aim=(0.5, 0.66), span=0.98, roll=-2, pitch=6, yaw=3),
        light=Light(slope=(20, 0.2), glare=(0.2, 0.1, 0.5, 0.3, 0.05)),
        ground="sheet",
        barcode=EAN,
        difficulty="easy",
        storage=Storage(mode="CMYK", quality=42),
        notes="CMYK JPEG; white on black outside the label",
    ),
    Shot(
        "cover-noisy-evening",
        Cover(
            text=[
                p("Orchid fever", face="century italic", size=24),
                p(prose.sentences(prose.ENGLISH, 7, 2), before=10),
            ],
            style=DARK_TEXT,
            ground=(222, 206, 226),
            label=Label(canonical(ORCHID), above=[p(f"ISBN {ORCHID}", size=7)], addon="52795"),
            label_at=(0.3, 0.74),
        ),
        REGION,
        (ORCHID,),
        view=View(size=(900, 1200), aim=(0.54, 0.78), span=0.80, roll=5, pitch=8),
        light=Light(level=0.28, warmth=0.6, slope=(10, 0.3)),
        lens=Lens(defocus=1.0, noise=0.022, sharpen=0.8),
        ground="cloth",
        barcode=EAN,
        lit="dim",
        difficulty="medium",
        storage=Storage(quality=36, progressive=True),
        notes="much sensor noise, strong compression, progressive JPEG",
    ),
    Shot(
        "cover-curved-paperback",
        Cover(
            text=[
                p("Gears for gardeners", face="roboto bold", size=19),
                p(prose.sentences(prose.ENGLISH, 8, 4), before=10),
            ],
            style=Style(face="roboto", size=10, ink=(20, 40, 30), leading=1.3),
            ground=(190, 214, 190),
            label=Label(
                canonical(GARDEN), above=[p(f"ISBN-13: {GARDEN}", face="roboto", size=8.2)], addon="51995"
            ),
            label_at=(0.44, 0.74),
        ),
        KIND,
        (GARDEN,),
        view=View(size=(1080, 1440), aim=(0.55, 0.66), span=0.96, roll=-3, pitch=10, yaw=6, bow=0.09),
        light=Light(slope=(0, 0.35), warmth=0.2),
        ground="tiles",
        thumbs=((0.30, 0.945, -80, 0.085),),
        barcode=EAN,
        difficulty="medium",
        notes="soft cover bent over the hand",
    ),
    Shot(
        "cover-price-sticker-on-bars",
        Cover(
            text=[p("Lathe, file and fly-press", face="sans bold", size=16)],
            style=LIGHT_TEXT,
            ground=(60, 64, 70),
            label=Label(
                canonical(GEARS),
                above=[p(f"ISBN: {GEARS}", face="sans", size=8.6)],
                addon=None,
                module=0.95,
                tall=44,
            ),
            label_at=(0.3, 0.70),
            extra=lambda sheet, x: (
                sheet.fill(178, 430, 120, 44, (246, 150, 40)),
                [
                    sheet.letter(c, 196 + 16 * i, 460, "humanist bold", 22, (30, 20, 20))
                    for i, c in enumerate("£3.99")
                ],
            ),
        ),
        REGION,
        (GEARS,),
        view=View(size=(960, 960), aim=(0.50, 0.77), span=0.66, roll=-1, pitch=5),
        light=Light(slope=(70, 0.25)),
        ground="wood",
        barcode="EAN-13 ISBN (covered)",
        difficulty="medium",
        notes="an orange price sticker over half of the bars",
    ),
]
