"""Back covers with their bars."""
from .. import prose
from ..camera import Lens, Light
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
PUMP = isbn13("978-1-936218-47")
PUMP_10 = isbn10("1-936218-47")
TOKYO = isbn13("978-4-621-08753")
MARKET = isbn10("0-451-16948")
LANTERNS = isbn13("979-10-346-0852")
ALMANAC = isbn13("978-0-19-968241")
BREAD = isbn13("978-0-7894-5106")
NIGHT = isbn13("978-3-462-05128")
ORCHID = isbn13("978-0-262-53917")
GARDEN = isbn13("978-0-88192-834")
GEARS = isbn13("978-1-59327-846")
WHALES = isbn13("978-84-9838-571")
PUPPETS = isbn13("978-80-257-1843")
SETNO = isbn13("978-0-415-30260")
VOLNO = isbn13("978-0-415-30263")
STARS = isbn13("978-1-78074-326")


def ean(printed: str) -> str:
    return canonical(printed)


def upc(eleven: str) -> str:
    return eleven + upc_check(eleven)


PUMP_COVER = Cover(
    text=[p("COMPUTING / HISTORY", size=9), p("The Pump Room Papers", face="sans bold", size=20, before=8), p(prose.sentences(prose.ENGLISH, 0, 3), before=10),
          p("“Oddly gripping.” — Ledger & Lathe", before=14, face="sans bold")],
    style=LIGHT_TEXT, ground=(24, 88, 96), blocks=[(0, 0.9, 1, 0.1, (232, 150, 40))],
    label=Label(ean(PUMP), above=[p(f"ISBN-13: {PUMP}"), p(f"ISBN-10: {PUMP_10}")], addon="52495", style=Style(face="sans", size=8)),
    label_at=(0.54, 0.72))

SHOTS = [
    Shot("cover-ean-price-addon", Cover(
            text=[p("TRAVEL", size=9, tracking=2), p("A walker’s coast", face="century bold", size=22, before=6), p(prose.sentences(prose.ENGLISH, 1, 4), before=10),
                  p("£14.99   US $24.95", before=16)],
            style=DARK_TEXT, ground=(236, 222, 178), blocks=[(0, 0, 1, 0.04, (40, 110, 150))],
            label=Label(ean(COAST), above=[p(f"ISBN {COAST}", size=7)], addon="52495"), label_at=(0.38, 0.75)),
         KIND, (COAST,), view=View(size=(1200, 1600), aim=(0.52, 0.60), span=1.04, roll=2, pitch=5, yaw=-3),
         light=Light(slope=(60, 0.2)), ground="wood", barcode=EAN, difficulty="easy", notes="whole back cover; price add-on with quiet-zone mark"),
    Shot("cover-isbn10-above-ean", Cover(
            text=[p("SALT AND STEAM", face="narrow bold", size=24), p(prose.sentences(prose.ENGLISH, 3, 4), before=10)], style=LIGHT_TEXT, ground=(122, 170, 40),
            label=Label(ean(SALT), above=[p(f"ISBN {SALT}", tracking=0.5)], addon="90000", module=0.9), label_at=(0.32, 0.70)),
         REGION, (SALT,), view=View(size=(900, 1200), aim=(0.56, 0.76), span=0.66, roll=-4, pitch=6, yaw=5),
         light=Light(level=0.85, slope=(120, 0.25), warmth=0.3), ground="dark wood", barcode=EAN, difficulty="easy", storage=Storage(orientation=6),
         notes="ISBN-10 in OCR-B above the ISBN-13 bars"),
    Shot("cover-two-labels-of-one-book", PUMP_COVER, REGION, (PUMP, PUMP_10), view=View(size=(1200, 1200), aim=(0.70, 0.82), span=0.62, roll=7, pitch=12, yaw=-8),
         light=Light(slope=(40, 0.25)), ground="desk", barcode=EAN, difficulty="easy", group="pump-room", notes="ISBN-13 and ISBN-10 labels above bars"),
    Shot("cover-same-book-dark", PUMP_COVER, KIND, (PUMP, PUMP_10), view=View(size=(1200, 1600), aim=(0.52, 0.58), span=1.2, roll=-78, pitch=5, yaw=4),
         light=Light(level=0.10, slope=(200, 0.4), warmth=0.7), lens=Lens(defocus=0.8, noise=0.004), ground="carpet", barcode=EAN, lit="dark", difficulty="hard",
         group="pump-room", notes="the book of cover-two-labels-of-one-book again, nearly no light"),
    Shot("cover-japan-two-tier", Cover(
            text=[p("Bilingual edition", size=10), p("Railway gardens of Chiba", face="sans bold", size=17, before=6), p(prose.sentences(prose.ENGLISH, 1, 3), before=10)],
            style=Style(face="sans", size=9.6, ink=(30, 30, 34), leading=1.35), ground=(244, 243, 238), blocks=[(0, 0.0, 0.62, 0.02, (200, 40, 40))],
            label=Label(ean(TOKYO), second="192307602800" + ean_check("192307602800"), below=[p(f"ISBN{TOKYO}", before=5), p("C3076  ¥2800E", before=2, face="mono")], mark=False,
                        tall=28, module=0.7, style=Style(face="ocr-b", size=7.6), colour=None), label_at=(0.64, 0.05), text_at=(0.08, 0.1, 0.52)),
         KIND, (TOKYO,), view=View(size=(1200, 1500), aim=(0.56, 0.34), span=0.98, roll=9, pitch=8, yaw=-5),
         light=Light(slope=(30, 0.2)), ground="desk", barcode=EAN, difficulty="medium", notes="two tiers of bars, the lower (192…) is class and price; no space after ISBN"),
    Shot("cover-bars-without-isbn-line", Cover(
            text=[p("Whales of the inner sound", face="sans bold", size=19), p(prose.SPANISH, before=12)], style=LIGHT_TEXT, ground=(20, 52, 84),
            label=Label(ean(WHALES)), label_at=(0.06, 0.78)),
         KIND, (WHALES,), view=View(size=(1080, 1440), aim=(0.46, 0.62), span=1.0, roll=182, pitch=-4, yaw=3), light=Light(slope=(260, 0.2)), ground="cloth",
         barcode=EAN, bars_only=True, difficulty="barcode-only", notes="upside down; only the digits under the bars"),
    Shot("cover-bars-without-any-digits", Cover(
            text=[p("Teatro de sombras", face="bookman bold", size=20), p("Marionetas de Bohemia y Moravia, con láminas", before=8)], style=Style(face="bookman", size=11, ink=(60, 30, 20)),
            ground=(224, 196, 150), label=Label(ean(PUPPETS), text=False, tall=52, colour=None, mark=False, module=0.9), label_at=(0.5, 0.78)),
         REGION, (PUPPETS,), view=View(size=(900, 900), aim=(0.62, 0.76), span=0.66, roll=-12, pitch=6), light=Light(slope=(80, 0.25), warmth=0.3), ground="wood",
         barcode=EAN, bars_only=True, difficulty="barcode-only", notes="bars on coloured ground, no digits at all"),
    Shot("cover-upc-with-isbn10", Cover(
            text=[p("A LODESTAR PAPERBACK", size=9), p("The Night Market", face="slab bold", size=20, before=6), p(prose.sentences(prose.ENGLISH, 5, 3), before=10)],
            style=Style(face="slab", size=9, ink=(250, 232, 190), leading=1.3), ground=(88, 18, 28), trim=(302, 500),
            label=Label(upc("07099300495"), above=[p(f"{MARKET}   $4.95", face="sans")], addon="16948", module=0.72, tall=46), label_at=(0.48, 0.76)),
         REGION, (MARKET,), view=View(size=(1080, 1440), aim=(0.66, 0.80), span=0.74, roll=1, pitch=9, yaw=7, bow=0.04), light=Light(slope=(100, 0.3), warmth=0.4), ground="carpet",
         barcode="UPC-A, not the ISBN", difficulty="hard", notes="mass-market paperback: UPC bars with add-on; ISBN-10 with no label beside the price"),
    Shot("cover-979-angle-45", Cover(
            text=[p("Les lampions", face="palatino bold", size=22, align="centre"), p(prose.FRENCH, before=12, align="justify")], style=Style(face="palatino", size=11, ink=(44, 40, 60)),
            ground=(248, 244, 236), label=Label(ean(LANTERNS), below=[p(f"ISBN : {LANTERNS}", face="palatino", size=8.4, before=4), p("19,50 € TTC France", face="palatino", size=8)], mark=False),
            label_at=(0.55, 0.74)),
         KIND, (LANTERNS,), view=View(size=(1400, 1400), aim=(0.58, 0.72), span=0.98, roll=43, pitch=5), light=Light(slope=(45, 0.2)), ground="dark wood",
         barcode=EAN, difficulty="hard", notes="turned by 43 degrees; prefix 979"),
    Shot("cover-glare-across-bars", Cover(
            text=[p("ALMANAC OF SMALL SKIES", face="geometric bold", size=15)], style=LIGHT_TEXT, ground=(14, 16, 40), blocks=[(0.1, 0.2, 0.8, 0.004, (220, 200, 120))],
            label=Label(ean(ALMANAC), above=[p(f"ISBN {ALMANAC}", face="sans", size=8.6)], addon=None, module=0.9), label_at=(0.3, 0.70)),
         REGION, (ALMANAC,), view=View(size=(1080, 1080), aim=(0.48, 0.78), span=0.72, roll=3, pitch=7, yaw=-8), light=Light(slope=(150, 0.2), glare=(0.62, 0.50, 0.60, 0.05, 0.9)),
         ground="desk", barcode=EAN, difficulty="hard", notes="glossy cover, a tube lamp reflected across the bars"),
    Shot("cover-blurred-close", Cover(
            text=[p("Bread, slowly", face="sans bold", size=22)], style=LIGHT_TEXT, ground=(150, 84, 40),
            label=Label(ean(BREAD), above=[p(f"ISBN {BREAD}", face="sans", size=8.4)], addon="53000"), label_at=(0.3, 0.72)),
         REGION, (BREAD,), view=View(size=(960, 720), aim=(0.60, 0.80), span=0.70, roll=-2, pitch=4), light=Light(level=0.7, warmth=0.4), lens=Lens(defocus=3.6, noise=0.006, sharpen=0.2),
         ground="wood", barcode=EAN, blur="severe", difficulty="hard", notes="too close for the lens; readable to a person"),
    Shot("cover-white-text-on-dark", Cover(
            text=[p("Nachtfahrten", face="grotesque bold", size=26), p(prose.GERMAN, before=14), p(f"ISBN {NIGHT}", before=150, size=11), p("€ 22,00 [D]   € 22,70 [A]", before=2, size=9)],
            style=Style(face="grotesque", size=10.5, ink=(238, 236, 230), leading=1.3), ground=(22, 22, 26), label=Label(ean(NIGHT), mark=True), label_at=(0.58, 0.80)),
         KIND, (NIGHT,), view=View(size=(960, 1280), aim=(0.5, 0.66), span=0.98, roll=-2, pitch=6, yaw=3), light=Light(slope=(20, 0.2), glare=(0.2, 0.1, 0.5, 0.3, 0.05)), ground="sheet",
         barcode=EAN, difficulty="easy", storage=Storage(mode="CMYK", quality=42), notes="CMYK JPEG; white on black outside the label"),
    Shot("cover-noisy-evening", Cover(
            text=[p("Orchid fever", face="century italic", size=24), p(prose.sentences(prose.ENGLISH, 7, 2), before=10)], style=DARK_TEXT, ground=(222, 206, 226),
            label=Label(ean(ORCHID), above=[p(f"ISBN {ORCHID}", size=7)], addon="52795"), label_at=(0.3, 0.74)),
         REGION, (ORCHID,), view=View(size=(900, 1200), aim=(0.54, 0.78), span=0.80, roll=5, pitch=8), light=Light(level=0.28, warmth=0.6, slope=(10, 0.3)), lens=Lens(defocus=1.0, noise=0.022, sharpen=0.8),
         ground="cloth", barcode=EAN, lit="dim", difficulty="medium", storage=Storage(quality=36, progressive=True), notes="much sensor noise, strong compression, progressive JPEG"),
    Shot("cover-curved-paperback", Cover(
            text=[p("Gears for gardeners", face="roboto bold", size=19), p(prose.sentences(prose.ENGLISH, 8, 4), before=10)], style=Style(face="roboto", size=10, ink=(20, 40, 30), leading=1.3), ground=(190, 214, 190),
            label=Label(ean(GARDEN), above=[p(f"ISBN-13: {GARDEN}", face="roboto", size=8.2)], addon="51995"), label_at=(0.44, 0.74)),
         KIND, (GARDEN,), view=View(size=(1080, 1440), aim=(0.55, 0.66), span=0.96, roll=-3, pitch=10, yaw=6, bow=0.09), light=Light(slope=(0, 0.35), warmth=0.2), ground="tiles",
         thumbs=((0.30, 0.945, -80, 0.085),), barcode=EAN, difficulty="medium", notes="soft cover bent over the hand"),
    Shot("cover-price-sticker-on-bars", Cover(
            text=[p("Lathe, file and fly-press", face="sans bold", size=16)], style=LIGHT_TEXT, ground=(60, 64, 70),
            label=Label(ean(GEARS), above=[p(f"ISBN: {GEARS}", face="sans", size=8.6)], addon=None, module=0.95, tall=44), label_at=(0.3, 0.70),
            extra=lambda sheet, x: (sheet.fill(178, 430, 120, 44, (246, 150, 40)),
                                    [sheet.letter(c, 196 + 16 * i, 460, "humanist bold", 22, (30, 20, 20)) for i, c in enumerate("£3.99")])),
         REGION, (GEARS,), view=View(size=(960, 960), aim=(0.50, 0.77), span=0.66, roll=-1, pitch=5), light=Light(slope=(70, 0.25)), ground="wood",
         barcode="EAN-13 ISBN (covered)", difficulty="medium", notes="an orange price sticker over half of the bars"),
    Shot("cover-set-and-volume", Cover(
            text=[p("Medieval Ports", face="times bold", size=22), p("Volume 3: The Baltic", face="times italic", size=14), p(prose.sentences(prose.ENGLISH, 3, 3), before=10)],
            style=Style(face="times", size=11, ink=(20, 30, 60)), ground=(214, 222, 232),
            label=Label(ean(VOLNO), above=[p(f"ISBN {VOLNO} (vol. 3)", face="narrow", size=7.2), p(f"ISBN {SETNO} (set)", face="narrow", size=7.2)], module=0.85), label_at=(0.12, 0.72)),
         KIND, (VOLNO, SETNO), view=View(size=(1080, 1440), aim=(0.45, 0.68), span=0.92, roll=1, pitch=7, yaw=4), light=Light(slope=(130, 0.25)), ground="desk",
         barcode=EAN, difficulty="easy", notes="number of the volume (bars) and of the set"),
]
