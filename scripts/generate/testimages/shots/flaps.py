"""Jacket flaps and backs of older hardbacks: ISBN, price and blurb, but no bars."""

from .. import prose
from ..camera import Lens, Light
from ..layouts import Cover, Page
from ..numbers import isbn10
from ..press import letterpress, worn
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

KIND = "jacket-flap"
FERRY = isbn10("0-7011-2094").replace("-", " ")
HERON = isbn10("0-236-17633")[2:]
COMET = isbn10("0-394-50173")
RECIPES = isbn10("0-7207-1186").replace("-", " ")
ENGINES = isbn10("0-668-04417")
SILK = isbn10("0-8076-1042")
CHESS = isbn10("3-7844-1937")
HARBOUR = isbn10("0-575-02868").replace("-", "")


def endpaper(width: float, colour):
    """The board's lining beside the flap, with the flap's own shadow on it."""

    def paint(sheet, origin) -> None:
        sheet.fill(width, 0, sheet.width - width, sheet.height, colour)
        sheet.fill(width, 0, 1.2, sheet.height, tuple(int(c * 0.6) for c in colour))

    return paint


def flap(text, paper, style, lining=(214, 200, 176), width=235, **more) -> Page:
    return Page(
        text=text,
        style=style,
        paper=paper,
        trim=(width, 560),
        margins=(20, 20, 26),
        spine="right",
        facing=95,
        facing_text="",
        through=0,
        extra=endpaper(width, lining),
        **more,
    )


SHOTS = [
    Shot(
        "flap-isbn10-spaces",
        flap(
            [
                p("A FERRY TO NOWHERE", face="century bold", size=13, align="centre"),
                p("Lettice Corrigan", align="centre", size=11, before=4),
                p(prose.sentences(prose.ENGLISH, 0, 6), before=12, align="justify"),
                p("Jacket design by Rollo Quince", before=12, face="century italic"),
                p(f"ISBN {FERRY}", before=14),
                p("£4.95 net\nin UK only", align="right", before=-14),
            ],
            (238, 232, 216),
            Style(face="century", size=9.4, press=letterpress, leading=1.3),
            age=0.6,
            stains=0.3,
        ),
        KIND,
        (FERRY,),
        view=View(size=(1200, 1600), aim=(0.44, 0.62), span=1.0, roll=-2, pitch=6, gutter=0.0),
        light=Light(slope=(70, 0.25), warmth=0.3),
        ground="wood",
        thumbs=((0.09, 0.9, -35, 0.07),),
        difficulty="medium",
        notes="front flap with blurb; price beside the ISBN-10",
    ),
    Shot(
        "flap-label-above-isbn10",
        flap(
            [
                p("THE HARBOUR CLERK", face="century bold", size=14),
                p("Ansel Tredgold", size=11, before=4),
                p(prose.sentences(prose.ENGLISH, 2, 8), before=12),
                p("Fiction", before=18, face="century italic"),
                p("ISBN", before=10, size=8),
                p(HARBOUR, size=9.5),
                p("£5.25 net", align="right", before=-12),
            ],
            (226, 230, 222),
            Style(face="century", size=9.8, press=letterpress, leading=1.3),
            age=0.4,
        ),
        KIND,
        (HARBOUR,),
        view=View(size=(1200, 1600), aim=(0.44, 0.66), span=1.05, roll=3, pitch=4, gutter=0.0),
        light=Light(slope=(20, 0.2), warmth=0.1),
        ground="cloth",
        difficulty="medium",
        notes="the label stands on the line above an ISBN-10 without hyphens",
    ),
    Shot(
        "flap-sbn-red-paper",
        flap(
            [
                p("THE HERON YEAR", face="bookman bold", size=14),
                p("by Tobias Wraxall", before=3),
                p(prose.sentences(prose.ENGLISH, 8, 4), before=10),
                p("Also by Tobias Wraxall:\nMarsh Music  35s\nThe Eel Road  30s", before=10),
                p(f"SBN {HERON}", before=26),
            ],
            (164, 44, 38),
            Style(face="bookman", size=9, ink=(28, 12, 12), leading=1.28),
            lining=(70, 60, 56),
            age=0.3,
        ),
        KIND,
        (HERON,),
        view=View(size=(1080, 1440), aim=(0.42, 0.68), span=0.86, roll=3, pitch=8, yaw=-4),
        light=Light(level=0.85, slope=(120, 0.35), warmth=0.2),
        ground="carpet",
        difficulty="hard",
        notes="black on red, nine-digit SBN, prices in shillings",
    ),
    Shot(
        "flap-ocr-a-foot",
        flap(
            [
                p("COMET WATCH", face="geometric bold", size=15),
                p("A novel", before=2, face="geometric"),
                p(prose.sentences(prose.ENGLISH, 2, 6), before=12),
                p("Selected by the Lamplight Book League", before=10, face="geometric bold", size=8),
                p(f"ISBN: {COMET}", face="ocr-a", size=8.4, before=22),
            ],
            (236, 236, 232),
            Style(face="geometric", size=8.8, leading=1.32),
            lining=(44, 70, 92),
            age=0.2,
        ),
        KIND,
        (COMET,),
        view=View(size=(1080, 1440), aim=(0.40, 0.80), span=0.90, roll=91, pitch=5, yaw=3),
        light=Light(slope=(0, 0.2), glare=(0.2, 0.3, 0.4, 0.3, 0.10)),
        ground="desk",
        difficulty="medium",
        storage=Storage(orientation=6),
        notes="OCR-A line at the foot; the jacket lies sideways",
    ),
    Shot(
        "flap-yellow-worn",
        flap(
            [
                p("Kitchen gardens of the north", face="free bold", size=12),
                p("Edited by Una Strachan", before=3, face="free italic"),
                p("£6.50 net", before=6),
                p(
                    "Forty households between Wick and Whitby kept a diary of what they sowed, what came up,"
                    " and what the slugs left. The recipes at the end are theirs too: barley broths, nettle"
                    " beer, and eleven ways with kale.",
                    before=10,
                ),
                p("The drawings are by Morag Innes, who lives in Tain with two goats.", before=6),
                p(f"ISBN {RECIPES}", before=30, press=worn),
            ],
            (222, 190, 84),
            Style(face="free", size=10, leading=1.25),
            lining=(226, 220, 204),
            age=0.8,
            stains=0.4,
            foot=False,
        ),
        KIND,
        (RECIPES,),
        view=View(size=(960, 1280), aim=(0.44, 0.40), span=0.92, roll=-6, pitch=12, yaw=5),
        light=Light(slope=(40, 0.3), warmth=0.35),
        ground="cloth",
        thumbs=((0.86, 0.88, 215, 0.085),),
        difficulty="medium",
        notes="rubbed jacket, ink of the ISBN line worn",
    ),
    Shot(
        "flap-back-dim-lamp",
        flap(
            [
                p("ABOUT THE AUTHOR", face="narrow bold", size=9),
                p(
                    "Walter Emery Stroud was for thirty-one years a fitter at the Tamworth pumping station,"
                    " where he kept the beam engine of 1864 in steam. He is the author of Valves and Gears"
                    " (1971) and of two hundred articles.",
                    before=6,
                ),
                p(
                    "Harrow & Pike, Publishers\n219 Park Row South\nNew Carrow, N.Y. 10093",
                    before=150,
                    align="centre",
                ),
                p(f"ISBN 0-668-04417-{ENGINES[-1]}", before=10, align="centre"),
                p("PRINTED IN U.S.A.          0680", before=4, align="centre", size=7.4),
            ],
            (230, 226, 214),
            Style(face="narrow", size=9.6, leading=1.3),
            age=0.5,
        ),
        KIND,
        (ENGINES,),
        view=View(size=(1080, 1440), aim=(0.42, 0.74), span=0.80, roll=-1, pitch=6),
        light=Light(level=0.30, slope=(150, 0.5), warmth=0.9, vignette=0.3),
        lens=Lens(defocus=0.9, noise=0.006),
        ground="dark wood",
        lit="dim",
        difficulty="medium",
        notes="back flap under a warm lamp",
    ),
    Shot(
        "jacket-back-corner-no-label",
        Cover(
            text=[
                p("“I could smell the dye works from the first page.”", face="palatino italic", size=15),
                p("— Northern Evening Courier", before=4),
                p(
                    "“Nobody writes looms like Miss Adeyemi-Ross.”",
                    face="palatino italic",
                    size=15,
                    before=22,
                ),
                p("— The Weekly Gazetteer", before=4),
                p("HOUSE OF LARCH, INC.", before=210, face="palatino bold", size=11),
                p("New Carrow", size=10),
                p(SILK, before=8, size=11, face="grotesque"),
            ],
            style=Style(face="palatino", size=11, ink=(40, 34, 52)),
            ground=(206, 198, 180),
            blocks=[(0, 0, 1, 0.03, (110, 36, 58)), (0, 0.97, 1, 0.03, (110, 36, 58))],
            text_at=(0.12, 0.1, 0.76),
            worn=0.5,
        ),
        "jacket-back",
        (SILK,),
        view=View(size=(1080, 1440), aim=(0.45, 0.56), span=1.12, roll=-3, pitch=7, yaw=-6),
        light=Light(slope=(60, 0.3), warmth=0.2),
        ground="wood",
        difficulty="hard",
        notes="ISBN-10 alone in the corner of an old jacket, no label",
    ),
    Shot(
        "flap-german-price",
        flap(
            [
                p("Der Läufer von Linz", face="times bold", size=14),
                p("Roman", before=2),
                p(prose.GERMAN, before=12, align="justify"),
                p("Schutzumschlag: Traudl Eisenhut", before=16, size=8.4),
                p(f"ISBN {CHESS}", before=8),
                p("DM 29,80", align="right", before=-12),
            ],
            (232, 236, 230),
            Style(face="times", size=10, leading=1.3),
            lining=(130, 30, 40),
        ),
        KIND,
        (CHESS,),
        view=View(size=(1200, 900), aim=(0.42, 0.83), span=0.92, roll=4, pitch=9, yaw=-6),
        light=Light(slope=(20, 0.3), warmth=0.1),
        ground="sheet",
        difficulty="easy",
        notes="price in German marks on the ISBN's line",
    ),
]
