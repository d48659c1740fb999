"""Copyright pages that are hard to see: dark, blurred, shiny, small, stamped over; none with bars."""

from ..camera import Lens, Light
from ..layouts import Page
from ..numbers import isbn10, isbn13
from ..press import worn
from ..shot import Shot, Storage
from ..typesetting import Style, p, set_column
from ..view import View
from .english_imprints import KIND

GLASS = isbn13("978-1-4629-0358")
ATLAS = isbn10("0-521-49882")
ORCHARD = isbn13("978-0-85265-471")
TIDES = isbn13("978-1-55971-284")
LANTERN = isbn10("0-575-06391")
CLOCKS = isbn13("978-0-7110-8843")
NURSERY = isbn10("0-416-29375")
KITCHEN = isbn13("978-0-340-97714")


def stamp(sheet, origin) -> None:
    violet = Style(
        face="narrow bold", size=13, ink=(84, 64, 140), align="centre", press=worn, opacity=0.72, leading=1.15
    )
    set_column(
        sheet,
        origin + 90,
        405,
        190,
        [p("ALDERWICK FREE LIBRARY"), p("WITHDRAWN", size=19), p("14 MAR 1996   No. 70 4418 26", size=10)],
        violet,
    )
    sheet.frame(origin + 86, 402, 198, 60, (128, 112, 160), 1.2)


SHOTS = [
    Shot(
        "imprint-white-on-black",
        Page(
            style=Style(face="grotesque", size=7.6, ink=(232, 230, 226), leading=1.4),
            paper=(24, 24, 27),
            spine="right",
            age=0,
            stains=0,
            through=0,
            text=[
                p(
                    "Published on the occasion of the exhibition\nGlass After Rain, Marrow Street Gallery, 3"
                    " May – 28 July 2012"
                ),
                p(
                    "Editors: Lys Amadi, Corin Vale\nDesign: Studio Halfpenny\nPhotography: Nell Burgess (pp."
                    " 4–88), the artist\nLithography: Farbton & Co., Basel",
                    before=8,
                ),
                p("© 2012 the artist, the authors and Ember & Rook, London", before=8),
                p(f"ISBN {GLASS}", before=8),
                p("Edition of 750", before=8),
            ],
        ),
        KIND,
        (GLASS,),
        view=View(size=(960, 1280), aim=(0.40, 0.72), span=0.80, roll=3, pitch=4, gutter=0.03),
        light=Light(slope=(140, 0.2), glare=(0.85, 0.25, 0.35, 0.5, 0.10)),
        ground="desk",
        difficulty="medium",
        notes="white on black art paper, a soft reflection at the upper right",
    ),
    Shot(
        "imprint-whole-spread-small-print",
        Page(
            style=Style(face="times", size=7.4),
            paper="art",
            age=0.1,
            stains=0,
            facing=300,
            trim=(420, 560),
            margins=(60, 44, 60),
            text=[
                p(
                    "PUBLISHED BY THE CHANCERY PRESS OF STOWBRIDGE\nThe Old Chancery, Bell Lane, Stowbridge"
                    " ST2 2RU\n40 West Twelfth Street, New Carrow, NY 10911-4211\n10 Beaumont Road, Oakhill,"
                    " Victoria 3166"
                ),
                p("© Chancery Press of Stowbridge 1996", before=8),
                p(
                    "This publication is in copyright. Subject to the exceptions of statute and to the"
                    " provisions of collective licensing agreements, no part of it may be reproduced without"
                    " written permission.",
                    before=8,
                    align="justify",
                ),
                p("First published 1996\nReprinted 1998", before=8),
                p("Typeset in Meridian 10/12 pt", before=4),
                p(
                    "A catalogue record for this book is available from the British Library",
                    before=8,
                    face="times italic",
                ),
                p("Library of Congress cataloguing in publication data", before=8, face="times italic"),
                p("Fenwright, Edmund.\nA small atlas of lost coasts / Edmund Fenwright.\n   p.   cm."),
                p(
                    "Includes bibliographical references (p. 318–336) and index.\n1. Coast changes – Maps. 2."
                    " Historical geography. I. Title."
                ),
                p("GB451.2.F46  1996\n551.4'57–dc20   95-17730   CIP"),
                p(f"ISBN {ATLAS} hardback", before=8),
            ],
        ),
        KIND,
        (ATLAS,),
        view=View(size=(2400, 3200), aim=(0.50, 0.5), span=1.04, roll=-1.5, pitch=7, gutter=0.035),
        light=Light(level=0.85, slope=(80, 0.25), warmth=0.15),
        lens=Lens(defocus=1.6, noise=0.002, sharpen=0.4),
        ground="dark wood",
        thumbs=((0.05, 0.62, -10, 0.045), (0.95, 0.66, 190, 0.045)),
        storage=Storage(quality=35),
        difficulty="hard",
        others=("lccn:95017730",),
        notes="a whole open book in one photo, small print",
    ),
    Shot(
        "imprint-motion-blur",
        Page(
            style=Style(face="sans", size=8),
            paper="white",
            age=0,
            stains=0,
            spine="left",
            text=[
                p("Also by Petra Lindqvist-Hale", face="sans bold"),
                p("The Beekeeper's Ledger\nA Winter Orchard", before=2),
                p("Originally published in Swedish as Fruktgården 1998", before=10),
                p("Copyright © Petra Lindqvist-Hale, 1998\nTranslation © Oonagh Brisk, 2004", before=6),
                p(f"ISBN {ORCHARD}", before=8),
                p("www.tallowandtwine.example", before=8),
                p("1 3 5 7 9 10 8 6 4 2", before=8),
            ],
        ),
        KIND,
        (ORCHARD,),
        view=View(size=(900, 1200), aim=(0.52, 0.78), span=0.72, roll=1, pitch=6, gutter=0.03),
        light=Light(level=0.7, slope=(10, 0.2)),
        lens=Lens(defocus=0.8, motion=(5, 12), noise=0.006),
        ground="sheet",
        blur="mild",
        difficulty="hard",
        notes="hand moved along the lines",
    ),
    Shot(
        "imprint-out-of-focus",
        Page(
            style=Style(face="geometric", size=8.2),
            paper="cream",
            spine="right",
            text=[
                p("Tides and Timetables"),
                p("© 1999 Wendell Marsh", before=4),
                p("Saltmarsh Editions\n5 Pier Approach, Wick Haven", before=8),
                p(f"ISBN {TIDES}", before=8),
                p("Printed by Greenslade & Daughters", before=8),
            ],
        ),
        KIND,
        (TIDES,),
        view=View(size=(900, 1200), aim=(0.36, 0.82), span=0.64, roll=-2, pitch=5, gutter=0.03),
        light=Light(level=0.8, warmth=0.4),
        lens=Lens(defocus=2.4, noise=0.005, sharpen=0.3),
        ground="wood",
        blur="severe",
        difficulty="hard",
        notes="focus on the table, not on the page",
    ),
    Shot(
        "imprint-glare-on-art-paper",
        Page(
            style=Style(face="bookman", size=7.8),
            paper="art",
            age=0,
            stains=0,
            spine="left",
            text=[
                p("THE LANTERN MAKERS"),
                p("Text and drawings copyright © 1993 Cosmo Hartnell"),
                p("Cosmo Hartnell has asserted his right to be known as the author of this work.", before=5),
                p(
                    "First published in Great Britain 1993 by Fox & Farthing\nThe Maltings, Upper Tye,"
                    " Suffolk",
                    before=5,
                ),
                p("A CIP catalogue record for this book\nis available from the British Library", before=5),
                p(f"ISBN {LANTERN}", before=8, size=8.4),
                p("Colour separations by Quillon, Singapore\nPrinted in Italy", before=8),
            ],
        ),
        KIND,
        (LANTERN,),
        view=View(size=(1080, 1440), aim=(0.58, 0.80), span=0.80, roll=4, pitch=12, yaw=-6, gutter=0.07),
        light=Light(slope=(60, 0.3), glare=(0.62, 0.47, 0.34, 0.26, 0.55)),
        ground="dark wood",
        thumbs=((0.90, 0.90, 200, 0.07),),
        difficulty="medium",
        notes="lamp reflected just above the ISBN line",
    ),
    Shot(
        "imprint-low-resolution",
        Page(
            style=Style(face="humanist", size=9),
            paper="grey",
            spine="right",
            trim=(320, 500),
            text=[
                p("The Clock Menders of Orrin Vale"),
                p("Copyright © 2002 Basil Thorne", before=4),
                p("Bellmouth Books, Tarn Street 18, Orrin", before=4),
                p(f"ISBN {CLOCKS}", before=8),
                p("Printed in Malta", before=8),
            ],
        ),
        KIND,
        (CLOCKS,),
        view=View(size=(480, 640), aim=(0.40, 0.86), span=0.60, roll=-1, pitch=4, gutter=0.03),
        light=Light(level=0.8, warmth=-0.3),
        lens=Lens(defocus=0.7, noise=0.008, sharpen=1.0),
        ground="cloth",
        storage=Storage(quality=60),
        difficulty="hard",
        notes="a small frame as from a web camera",
    ),
    Shot(
        "imprint-library-stamp",
        Page(
            style=Style(face="century", size=8),
            paper="cream",
            age=0.9,
            stains=0.5,
            extra=stamp,
            margins=(44, 50, 40),
            text=[
                p("First published in 1975\nby Thistle & Thorne Ltd"),
                p("© 1975 Agnes Woolhampton", before=5),
                p("All rights reserved", before=5),
                p("Printed in Great Britain by\nRowland Pask Ltd, Exminster", before=5),
                p(f"ISBN {NURSERY} (hardback edition)", before=60),
                p("Distributed in the USA by Corvane House, New Carrow", before=4),
            ],
        ),
        KIND,
        (NURSERY,),
        view=View(size=(1080, 1440), aim=(0.45, 0.74), span=0.86, roll=-3, pitch=7, gutter=0.05),
        light=Light(slope=(100, 0.25), warmth=0.35),
        lens=Lens(defocus=1.3),
        ground="wood",
        difficulty="medium",
        notes="a violet library stamp with date and number stands right above the ISBN line",
    ),
    Shot(
        "imprint-no-hyphens-curved",
        Page(
            style=Style(face="roboto light", size=8),
            paper="white",
            age=0,
            stains=0,
            margins=(27, 60, 44),
            text=[
                p("First published by Copper Spoon in 2010\nAn imprint of Larder Media plc", align="right"),
                p("Text © Tamsin Oyelaran 2010\nPhotographs © Jules Petrakis 2010", align="right", before=6),
                p(
                    "To find out more about our authors and books visit\nwww.copperspoon.example",
                    align="right",
                    before=6,
                ),
                p(f"ISBN {KITCHEN.replace('-', '')}", align="right", before=8),
                p("10 9 8 7 6 5 4 3 2 1", align="right", before=8),
            ],
        ),
        KIND,
        (KITCHEN.replace("-", ""),),
        view=View(size=(1080, 1440), aim=(0.62, 0.76), span=0.70, roll=2, pitch=8, gutter=0.12),
        light=Light(slope=(180, 0.3)),
        ground="sheet",
        difficulty="hard",
        notes="thirteen digits without hyphens, running down into the curve at the spine",
    ),
]
