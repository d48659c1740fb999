"""Bars that are not an ISBN's: groceries, magazines, printed music."""

from ..camera import Lens, Light
from ..layouts import Cover, Label
from ..numbers import ean_check, upc_check
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

PRODUCT = "EAN/UPC of another product"


def ean(twelve: str) -> str:
    return twelve + ean_check(twelve)


SHOTS = [
    Shot(
        "neg-issn-bars",
        Cover(
            text=[
                p("THE ALLOTMENT QUARTERLY", face="slab bold", size=19, align="centre"),
                p("Autumn 2017  ·  No. 88  ·  ISSN 2398-4104", align="centre", before=4),
                p(
                    "Leeks: a reckoning\nSheds of the Lea valley\nForty ways to lose a marrow",
                    face="slab",
                    size=15,
                    before=40,
                ),
            ],
            style=Style(face="slab", size=9, ink=(250, 246, 220)),
            ground=(52, 104, 58),
            blocks=[(0, 0.0, 1, 0.03, (230, 190, 60))],
            label=Label(
                ean("977239841000"), above=[p("ISSN 2398-4104", face="sans")], addon="00088", mark=True
            ),
            label_at=(0.08, 0.78),
        ),
        "neg-product-barcode",
        view=View(size=(1080, 1440), aim=(0.5, 0.60), span=1.08, roll=2, pitch=6, yaw=3),
        light=Light(slope=(100, 0.2)),
        ground="wood",
        barcode=PRODUCT,
        difficulty="neg-trap",
        notes="periodical with ISSN bars (977)",
        others=("issn:2398-4104",),
    ),
    Shot(
        "neg-product-ean",
        Cover(
            text=[
                p("Rolled oats", face="geometric bold", size=22),
                p(
                    "Ingredients: oats. May contain traces of barley and rye. Store in a cool dry place. Best"
                    " before end: see lid. Packed for Millpond Wholefoods, Unit 9, Creek Road, Deepham DP4"
                    " 4QX. Careline 0800 555 0176.",
                    before=10,
                ),
                p("500 g ℮", face="humanist bold", size=16, before=14),
            ],
            style=Style(face="sans", size=9, ink=(70, 40, 20)),
            ground=(240, 214, 150),
            trim=(240, 320),
            label=Label(ean("501234576142"), mark=False, colour=(252, 250, 244)),
            label_at=(0.44, 0.66),
        ),
        "neg-product-barcode",
        view=View(size=(960, 960), aim=(0.52, 0.62), span=0.94, roll=-8, pitch=10, yaw=12, bow=0.10),
        light=Light(slope=(20, 0.3)),
        ground="tiles",
        barcode=PRODUCT,
        difficulty="neg-trap",
        notes="food packet, curved",
    ),
    Shot(
        "neg-product-upc",
        Cover(
            text=[
                p("No. 6 wood screws, zinc", face="narrow bold", size=15),
                p("1-1/2 in.  QTY 100  ITEM 0482-1750-336\nMADE IN TAIWAN", before=6),
            ],
            style=Style(face="narrow", size=11, ink=(20, 20, 20)),
            ground=(238, 238, 236),
            trim=(230, 190),
            label=Label("03600029145" + upc_check("03600029145"), colour=None),
            label_at=(0.22, 0.42),
        ),
        "neg-product-barcode",
        view=View(size=(480, 360), aim=(0.5, 0.54), span=1.04, roll=4, pitch=4),
        light=Light(level=0.7, warmth=-0.3),
        lens=Lens(defocus=0.8, noise=0.010),
        ground="desk",
        storage=Storage(extension="gif"),
        barcode=PRODUCT,
        difficulty="neg-trap",
        notes="GIF of 32 colours; UPC-A, ten-digit item number",
    ),
    Shot(
        "neg-music-ismn-bars",
        Cover(
            text=[
                p("Six easy pieces for two clarinets", face="times bold", size=18, align="centre"),
                p("arranged by O. Brisk", face="times italic", size=12, align="centre", before=4),
                p("C. B. 2041", align="centre", before=160),
            ],
            style=Style(face="times", size=11, ink=(30, 30, 30)),
            ground=(232, 224, 196),
            label=Label(
                ean("979070602041"),
                above=[p("ISMN 979-0-706020-41-" + ean_check("979070602041"), face="sans", size=7)],
                mark=False,
            ),
            label_at=(0.52, 0.78),
        ),
        "neg-product-barcode",
        view=View(size=(1080, 1440), aim=(0.58, 0.66), span=0.92, roll=-3, pitch=7),
        light=Light(slope=(40, 0.2)),
        ground="cloth",
        barcode=PRODUCT,
        difficulty="neg-trap",
        notes="printed music: 979-0 is an ISMN, not an ISBN",
        others=("ismn:9790706020419",),
    ),
]
