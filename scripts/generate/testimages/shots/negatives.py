"""Pages, covers and slips without an acceptable ISBN, most with numbers that look like one."""

from .. import prose
from ..camera import Light
from ..layouts import Cover, Page
from ..numbers import ean_check, isbn10_check
from ..press import letterpress, ribbon
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View


def wrong(digit: str, by: int = 4) -> str:
    return str((int(digit) + by) % 10)


# A telephone number that happens to pass the ISBN-10 check within a registered range, as one in eleven does.
LUCKY = "071348217" + isbn10_check("071348217")
MISPRINT = f"978-0-7156-4389-{wrong(ean_check('978071564389'))}"
MISPRINT_10 = f"0-7156-4389-{wrong(isbn10_check('071564389'))}"

SHOTS = [
    Shot(
        "neg-phone-numbers",
        Page(
            style=Style(face="sans", size=8.2),
            paper="white",
            spine="left",
            age=0,
            text=[
                p("Published by The Millrace Group", face="sans bold"),
                p("Sales and enquiries", before=6, face="sans bold"),
                p(
                    f"United Kingdom   Tel. {LUCKY[:4]} {LUCKY[4:7]} {LUCKY[7:]}   Fax 0713 482 180\nUnited"
                    " States   1-800-555-0142   Fax (212) 555-0187\nAustralia   +61 3 9555 0109\nDeutschland"
                    "   0049 (0)89 555 01 33 – 0",
                    before=2,
                ),
                p(
                    "VAT registration 241 7768 09.  Company no. 01987443.  Bank sort code 20-45-78, account"
                    " 70913368.",
                    before=6,
                ),
                p("Printed by Hobson & Lee, Tyneham, on 8 October 1994. 9 8 7 6 5 4 3 2 1", before=6),
            ],
        ),
        "neg-copyright-page",
        view=View(size=(1080, 1440), aim=(0.57, 0.78), span=0.82, roll=-2, pitch=6, gutter=0.04),
        light=Light(slope=(60, 0.2)),
        ground="desk",
        difficulty="neg-trap",
        notes="telephone, fax, VAT and account numbers; one telephone number passes the ISBN-10 check",
    ),
    Shot(
        "neg-lccn-only",
        Page(
            style=Style(face="times", size=9, press=letterpress, align="centre"),
            paper="old",
            age=0.9,
            stains=0.6,
            text=[
                p("COPYRIGHT © 1962 BY CORNELIA VANSTEEN"),
                p(
                    "All rights reserved under International and Pan-American Copyright Conventions.",
                    before=8,
                ),
                p("LIBRARY OF CONGRESS CATALOG CARD NUMBER: 62-17894", before=12),
                p(
                    "Manufactured in the United States of America\nby The Quarry Press, Bennfield, Vermont",
                    before=12,
                ),
                p("FIRST PRINTING 9 8 7 6 5 4 3 2", before=10),
            ],
        ),
        "neg-copyright-page",
        view=View(size=(1080, 1440), aim=(0.44, 0.70), span=0.88, roll=2, pitch=8, gutter=0.06),
        light=Light(slope=(90, 0.3), warmth=0.4),
        ground="wood",
        thumbs=((0.10, 0.86, -40, 0.07),),
        difficulty="neg-trap",
        notes="catalogue card number of 1962, before ISBNs",
        others=("lccn:62017894",),
    ),
    Shot(
        "neg-prices-flap",
        Page(
            style=Style(face="bookman", size=10, leading=1.3),
            paper=(226, 232, 224),
            trim=(235, 560),
            margins=(20, 20, 26),
            spine="right",
            facing=80,
            facing_text="",
            through=0,
            text=[
                p("THE EEL ROAD", face="bookman bold", size=14),
                p(prose.sentences(prose.ENGLISH, 5, 5), before=10),
                p(
                    "U.S. $24.95   CAN. $34.95\nAUS. $39.95   NZ $44.95\n€ 27,50   £ 16.99   ¥ 3,240",
                    before=14,
                ),
                p("0995", align="right", before=6),
            ],
        ),
        "neg-flap",
        view=View(size=(960, 1280), aim=(0.46, 0.74), span=0.96, roll=-3, pitch=6),
        light=Light(slope=(30, 0.25)),
        ground="cloth",
        difficulty="neg-trap",
        notes="prices in seven currencies",
    ),
    Shot(
        "neg-misprinted-check-digit",
        Page(
            style=Style(face="palatino", size=8.8),
            paper="cream",
            age=0.2,
            text=[
                p("First published in 2006 by Drovers’ Hall\n© Philippa Tarn 2006"),
                p(f"ISBN {MISPRINT}\nISBN-10: {MISPRINT_10}", before=10),
                p("Designed and set by Cold Type, Hexley\nPrinted in Slovenia", before=10),
            ],
        ),
        "neg-copyright-page",
        view=View(size=(1080, 1440), aim=(0.40, 0.80), span=0.72, roll=1, pitch=6, gutter=0.04),
        light=Light(slope=(50, 0.25)),
        ground="dark wood",
        difficulty="neg-trap",
        notes=f"both check digits misprinted ({MISPRINT}, {MISPRINT_10}); not an acceptable ISBN",
    ),
    Shot(
        "neg-title-page",
        Page(
            style=Style(face="free", size=12, align="centre"),
            paper="cream",
            spine="left",
            foot=False,
            margins=(44, 44, 110),
            through=0.06,
            text=[
                p("THE\nCLOCK MENDERS\nOF ORRIN VALE", size=24),
                p("Being the Second Part of a Chronicle", face="free italic", before=16),
                p("BASIL THORNE", before=24, size=14),
                p("BELLMOUTH BOOKS\nORRIN · 1902", before=150),
            ],
        ),
        "neg-title-page",
        view=View(size=(1080, 1440), aim=(0.55, 0.5), span=1.05, roll=-2, pitch=5, gutter=0.05),
        light=Light(slope=(140, 0.25), warmth=0.3),
        ground="carpet",
        storage=Storage(orientation=6),
        difficulty="neg-plain",
        notes="title page",
    ),
    Shot(
        "neg-title-page-cyrillic",
        Page(
            style=Style(face="free", size=12, align="centre"),
            paper="white",
            spine="left",
            foot=False,
            margins=(44, 44, 110),
            text=[
                p("ПАВЕЛ ГОРНОСТАЕВ", size=14),
                p("ФОНАРЩИКИ\nСТАРОЙ ГАВАНИ", before=30, size=24),
                p("Повесть в письмах", face="free italic", before=16),
                p("ИЗДАТЕЛЬСТВО «ПРИСТАНЬ»\n1958", before=150),
            ],
        ),
        "neg-title-page",
        view=View(size=(810, 1080), aim=(0.55, 0.5), span=1.05, roll=1, pitch=4, gutter=0.05),
        light=Light(slope=(120, 0.2)),
        ground="desk",
        difficulty="neg-plain",
        notes="title page in Cyrillic",
    ),
    Shot(
        "neg-front-cover",
        Cover(
            text=[
                p("SALT AND STEAM", face="narrow bold", size=44),
                p("Baths of the old north", face="century italic", size=18, before=6),
                p("Hedda Rowntree-Ali", face="narrow bold", size=20, before=240),
            ],
            style=Style(face="narrow", size=14, ink=(246, 236, 210)),
            ground=(150, 60, 40),
            blocks=[
                (0.12, 0.42, 0.76, 0.28, (230, 160, 70)),
                (0.2, 0.5, 0.3, 0.2, (70, 100, 110)),
                (0.4, 0.46, 0.4, 0.14, (240, 220, 160)),
            ],
        ),
        "neg-cover",
        view=View(size=(900, 1200), aim=(0.5, 0.5), span=1.25, roll=6, pitch=5, yaw=-5),
        light=Light(slope=(60, 0.25), glare=(0.75, 0.3, 0.3, 0.4, 0.25)),
        ground="wood",
        difficulty="neg-plain",
        notes="front cover",
    ),
    Shot(
        "neg-stack-of-spines",
        Cover(
            text=[
                p("TIDES AND TIMETABLES      Marsh", before=15),
                p("A Survey of Disused Shafts  vol. 17", before=27, face="times bold"),
                p("1819–1861  THE SLOW RIVER", before=27, face="slab bold", size=15),
                p("Nachtfahrten", before=32, face="geometric bold"),
                p("Whales of the inner sound  2", before=33, face="roboto bold"),
            ],
            style=Style(face="narrow bold", size=17, ink=(240, 234, 214)),
            ground=(30, 26, 24),
            trim=(420, 270),
            blocks=[
                (0.0, 0.00, 0.97, 0.18, (120, 34, 40)),
                (0.02, 0.19, 0.98, 0.18, (30, 70, 60)),
                (0.0, 0.38, 0.95, 0.20, (24, 40, 88)),
                (0.03, 0.59, 0.97, 0.18, (150, 110, 50)),
                (0.0, 0.78, 0.99, 0.22, (60, 60, 66)),
            ],
            text_at=(0.08, 0.0, 0.9),
        ),
        "neg-shelf",
        view=View(size=(1200, 900), aim=(0.5, 0.5), span=1.02, roll=-1, pitch=3, yaw=5),
        light=Light(slope=(180, 0.3), warmth=0.3),
        ground="shelf",
        difficulty="neg-plain",
        notes="spines of a stack of books",
    ),
    Shot(
        "neg-russian-imprint-before-isbn",
        Page(
            style=Style(face="newspaper", size=8.6, press=letterpress),
            paper="old",
            age=0.8,
            stains=0.5,
            trim=(310, 480),
            facing_text=prose.RUSSIAN,
            text=[
                p("Р2\nК63", face="newspaper"),
                p("70302—134\nК ————————— 053—74\n028(01)—74", before=8),
                p("© Издательство «Маяк», 1974 г.", before=8, align="right"),
                p(
                    "Сдано в набор 12/IV 1974 г. Подписано в печать 30/VII 1974 г. А09417. Бумага № 2. Формат"
                    " 70×108 1/32. 6,5 печ. л. Тираж 100 000 экз. Заказ 2087. Цена 27 коп.",
                    before=8,
                    size=7.8,
                ),
            ],
        ),
        "neg-copyright-page",
        view=View(size=(1080, 1440), aim=(0.42, 0.78), span=0.82, roll=90, pitch=5, gutter=0.05),
        light=Light(slope=(120, 0.3), warmth=0.4),
        ground="dark wood",
        difficulty="neg-trap",
        notes="planning index, order and print-run numbers of 1974; lies sideways",
    ),
    Shot(
        "neg-till-receipt",
        Page(
            style=Style(face="mono", size=7.6, press=ribbon, leading=1.35),
            paper=(236, 236, 238),
            trim=(200, 320),
            margins=(16, 16, 20),
            spine=None,
            through=0,
            age=0,
            foot=False,
            text=[
                p("THE GREEN BICYCLE\nBOOKS & TEA\n14 Weir Lane, Halford", align="centre"),
                p(
                    "2 x SECOND-HAND  3.50   7.00\n1 x POT OF TEA         2.80\n1 x POSTCARD           0.90",
                    before=8,
                ),
                p(
                    "TOTAL GBP             10.70\nCARD             ****  4417\nAUTH 052918  TID 71830264\nREF"
                    " 0439 0234 8176 2205\nREC 9780412 001774-06",
                    before=6,
                ),
                p("08/10/2018 15:42  TILL 2", before=8),
                p("THANK YOU", align="centre", before=8),
            ],
        ),
        "neg-text",
        view=View(size=(720, 960), aim=(0.5, 0.46), span=1.2, roll=-9, pitch=6, bend=0.08),
        light=Light(slope=(70, 0.25)),
        ground="wood",
        storage=Storage(quality=48),
        difficulty="neg-trap",
        notes="receipt with long card and reference numbers",
    ),
    Shot(
        "neg-number-table",
        Page(
            style=Style(face="times", size=9),
            paper="white",
            age=0,
            spine="right",
            foot=False,
            text=[p("TABLE 14.  Tonnage landed at the four harbours", face="times bold")]
            + [
                p(
                    f"{1870 + 5 * i}     {31507 + 2219 * i * i:,}     {118240 + 7703 * i:,}    "
                    f" {9 + i * 37 % 23}.{i * 7 % 10}     {40218 + 913 * i}     {6 + i}",
                    before=2,
                )
                for i in range(11)
            ]
            + [
                p(
                    "Source: Harbour Commission, ser. B 0-86-1135-20 to 0-86-1141-07; see also boxes 3160"
                    " 0417 88 and 3160 0417 92.",
                    before=6,
                    size=7.6,
                )
            ],
        ),
        "neg-text",
        view=View(size=(960, 1280), aim=(0.42, 0.26), span=0.84, roll=1, pitch=5, gutter=0.05),
        light=Light(slope=(10, 0.2)),
        ground="desk",
        difficulty="neg-trap",
        notes="a table of figures and archive numbers with hyphens",
    ),
]
