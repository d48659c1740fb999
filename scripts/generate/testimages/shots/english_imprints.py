"""Copyright pages in English, offset printed, none with bars."""

from ..camera import Lens, Light
from ..layouts import Page
from ..numbers import isbn10, isbn13
from ..press import dots
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

KIND = "copyright-page"
RIVER = isbn10("0-8173-5296")
RIVER_PAPER = isbn10("0-8173-5297")
RIVER_PAGE = Page(
    style=Style(face="times", size=8.2),
    paper="white",
    text=[
        p(
            "Copyright © 1988 by Hollis Marchbanks\nAll rights reserved\nManufactured in the United States of"
            " America"
        ),
        p("First edition, second printing", before=6),
        p("Designed by Ottilie Crane", face="times italic"),
        p("Library of Congress Cataloging-in-Publication Data", before=14, face="times bold", size=7.6),
        p("Marchbanks, Hollis, 1931–", before=6),
        p(
            "The slow river : towns and people of the lower Tallasee,\n1819–1861 / Hollis Marchbanks. —"
            " 1st ed.",
            indent=12,
        ),
        p("p.     cm.\nBibliography: p. 287–301.\nIncludes index.", indent=24),
        p(f"ISBN {RIVER} (alk. paper) — ISBN {RIVER_PAPER} (pbk.)", indent=24),
        p("1. Tallasee River Valley—History. 2. River towns—Social\nlife and customs. I. Title.", indent=24),
        p("F217.T3M37   1988\n976.1'04—dc19", before=3),
        p("87-30914\nCIP", align="right", before=-20),
        p("10   9   8   7   6   5   4   3   2", before=12),
    ],
)
FORMATS = [isbn13(f"978-1-4087-{n}") for n in ("6610", "6611", "6612", "6613", "6600")]
FORMATS_PAGE = Page(
    style=Style(face="roboto", size=7.4, leading=1.35),
    paper="white",
    age=0.1,
    stains=0,
    spine="right",
    text=[
        p(
            "Halyard & Fenn\nA division of Northquay Publishing Ltd\n14 Cooper's Wharf, Bristol BS1 6XN,"
            " United Kingdom"
        ),
        p("Telephone +44 (0)117 496 0158   ·   enquiries@northquay.example", size=6.8),
        p("First published in Great Britain in 2014", before=8),
        p(
            "© Imogen Sallow and Peter Obuya, 2014. The moral right of the authors has been asserted. All"
            " rights reserved. No part of this book may be stored or passed on in any form without the"
            " written leave of the publisher, save for short passages quoted in a review.",
            align="justify",
            before=6,
        ),
        p("A catalogue record for this book is available from the British Library.", before=8),
        p(
            f"ISBN: HB: {FORMATS[0]}\nPB: {FORMATS[1]}\nePDF: {FORMATS[2]}\nePub: {FORMATS[3]}\nSet (4 vols):"
            f" {FORMATS[4]}",
            before=8,
        ),
        p("Series: Coasts and Harbours of the North, volume 3 (ISSN 2045-7731)", before=8),
        p("Typeset by Inkwell Composition, Leith\nPrinted and bound in Great Britain", before=8),
        p("2 4 6 8 10 9 7 5 3 1", before=8),
    ],
)
HARBOUR = isbn13("978-0-7458-3172")
HARBOUR_10 = isbn10("0-7458-3172")
WEAVER = isbn13("978-1-85043-917")
BRIDGES = isbn10("0-86104-562")
SYSTEMS = isbn10("0-201-87543")
HISTORY_SET = isbn10("0-8047-2995")
HISTORY_ONE = isbn10("0-8047-2996")
HISTORY_TWO = isbn10("0-8047-2997")

ORCHARD = isbn13("978-0-7735-2914")
ORCHARD_PAGE = Page(
    style=Style(face="palatino", size=9),
    paper="cream",
    text=[
        p("Copyright © Maren Oldcastle 2005\nFirst published 2005", align="centre"),
        p("Legal deposit second quarter 2005", align="centre", before=8),
        p("Printed on acid-free paper", align="centre", before=8),
        p("Oldcastle, Maren, 1952–\nThe winter orchard : a gardener’s year / Maren Oldcastle.", before=26),
        p("Includes bibliographical references and index.", before=4, indent=12),
        p(f"ISBN {ORCHARD}", before=4, indent=12),
        p("1. Orchards. 2. Gardening. I. Title.", before=4, indent=12),
        p("SB356.O43 2005          634          C2005-901882-7", before=4),
    ],
)
MILL = isbn13("978-0-7190-8467")
MILL = f"{MILL[:11]}\n{MILL[11:]}"
MILL_PAGE = Page(
    style=Style(face="times", size=9),
    paper="white",
    text=[
        p("Copyright © Josiah Penhallow 2011", before=20),
        p("The right of Josiah Penhallow to be identified as the author of this work\nhas been asserted by him.", before=8),
        p("Published by Weir Street Press\nWeir Street, Stockport", before=8),
        p(f"Catalogued by the British Library. ISBN {MILL}. First published 2011", before=12),
        p("Typeset in Minion by Action Types, Stockport", before=12),
    ],
)

SHOTS = [
    Shot(
        "imprint-slanted",
        ORCHARD_PAGE,
        KIND,
        (ORCHARD,),
        view=View(size=(1600, 1600), aim=(0.5, 0.35), span=1.6, roll=34, pitch=6),
        light=Light(slope=(200, 0.2)),
        ground="wood",
        difficulty="medium",
        notes="the page lies at 34 degrees",
    ),
    Shot(
        "imprint-number-over-two-lines",
        MILL_PAGE,
        KIND,
        (MILL,),
        view=View(size=(1200, 1600), aim=(0.46, 0.66), span=1.1, roll=-3, pitch=4),
        light=Light(slope=(100, 0.15)),
        difficulty="medium",
        notes="the number breaks behind its second hyphen",
    ),
    Shot(
        "imprint-cip-hardback-paperback",
        RIVER_PAGE,
        KIND,
        (RIVER, RIVER_PAPER),
        view=View(size=(1200, 1600), aim=(0.45, 0.62), span=0.98, roll=-2, pitch=14, yaw=-4, gutter=0.05),
        light=Light(level=0.9, slope=(120, 0.3), warmth=0.3),
        lens=Lens(defocus=0.7),
        ground="tiles",
        thumbs=((0.06, 0.78, -20, 0.065),),
        difficulty="medium",
        group="slow-river",
        others=("lccn:87030914",),
        notes="two ISBN-10 in one CIP line; LCCN 87-30914, Dewey number, number line",
    ),
    Shot(
        "imprint-cip-same-book-sideways",
        RIVER_PAGE,
        KIND,
        (RIVER, RIVER_PAPER),
        view=View(size=(1600, 1200), aim=(0.40, 0.72), span=1.25, roll=87, pitch=-8, yaw=6, gutter=0.045),
        light=Light(level=0.55, slope=(300, 0.35), warmth=0.55),
        lens=Lens(defocus=0.8, noise=0.006),
        ground="cloth",
        storage=Storage(quality=50, orientation=3),
        lit="dim",
        difficulty="hard",
        group="slow-river",
        others=("lccn:87030914",),
        notes="the book of imprint-cip-hardback-paperback again, lying sideways in lamplight",
    ),
    Shot(
        "imprint-four-formats-and-set",
        FORMATS_PAGE,
        KIND,
        tuple(FORMATS),
        view=View(size=(1440, 1920), aim=(0.43, 0.72), span=0.78, roll=1.5, pitch=6, gutter=0.04),
        light=Light(level=0.6, slope=(45, 0.2)),
        lens=Lens(defocus=1.0, noise=0.009),
        ground="desk",
        storage=Storage(orientation=6, quality=40),
        difficulty="easy",
        notes="five ISBN-13 named HB, PB, ePDF, ePub, Set; telephone number and ISSN beside them",
        others=("issn:2045-7731",),
    ),
    Shot(
        "imprint-isbn10-and-isbn13",
        Page(
            style=Style(face="palatino", size=8.6),
            age=0.2,
            foot=False,
            spine="left",
            text=[
                p("THE LAST HARBOUR", face="palatino bold"),
                p("Copyright © 2007 by Ruth Ansty Bellamy"),
                p(
                    "All rights reserved, which includes the right to reproduce this book or portions thereof"
                    " in any form whatsoever except as provided by law. For information write to Kestrel Row"
                    " Books, 240 Quay Street, Suite 1107, Portmere, Maine 04112.",
                    before=6,
                    align="justify",
                ),
                p("Jacket drawing by T. Okonedo"),
                p(f"ISBN-10: {HARBOUR_10}\nISBN-13: {HARBOUR}", before=10),
                p("First Kestrel Row hardcover printing May 2007", before=10),
                p("10  9  8  7  6  5  4  3  2  1", before=6),
                p("Printed in the U.S.A."),
            ],
        ),
        KIND,
        (HARBOUR_10, HARBOUR),
        view=View(size=(1440, 1920), aim=(0.58, 0.30), span=0.78, roll=-1, pitch=5, yaw=3, gutter=0.05),
        light=Light(slope=(200, 0.25), warmth=0.2),
        lens=Lens(defocus=1.7),
        ground="wood",
        difficulty="easy",
        notes="the same book's ISBN-10 and ISBN-13 one above the other",
    ),
    Shot(
        "imprint-number-across-lines",
        Page(
            style=Style(face="century", size=8.4),
            paper="grey",
            trim=(330, 520),
            text=[
                p(
                    "Copyright 2009 Anselm Truby. Published by Loomgate Press, an imprint of Old Mill Media,"
                    " 77 Weir Lane, Halford. The publisher thanks the Guild of Hand Weavers for leave to"
                    " print the drafts on pages 31, 58 and 112.",
                    align="justify",
                ),
                p("National Library data: Truby, Anselm. The weaver's", before=9),
                p("notebook: drafts for four shafts. ISBN 978-1-", indent=10),
                p(
                    f"{WEAVER[6:]} (spiral). 1. Weaving. 2. Textile design.\n3. Handlooms. I. Title. 746.1'4",
                    indent=10,
                ),
                p("Reprinted 2010, 2011 (twice), 2013", before=9),
                p("Printed on 120 gsm uncoated stock", before=3),
            ],
        ),
        KIND,
        (f"978-1-\n{WEAVER[6:]}",),
        view=View(size=(1080, 1440), aim=(0.44, 0.76), span=0.84, roll=2, pitch=8, gutter=0.03),
        light=Light(slope=(90, 0.25), shadow=(0.3, 0.9, 110, 0.25)),
        ground="dark wood",
        difficulty="hard",
        notes="the number breaks after 978-1- and goes on in the next line",
    ),
    Shot(
        "imprint-within-a-sentence",
        Page(
            style=Style(face="newspaper", size=7.8),
            paper="white",
            age=0.2,
            text=[
                p(
                    "Bridges of the Fell Country was set in type by Mardle & Sons and printed on acid-free"
                    f" paper. It was first published in 1984 (hardback, ISBN {BRIDGES}) and has been"
                    " corrected by the author for this third printing of 1,200 copies. Orders: Skelby (0539)"
                    " 722 418 or by letter to P.O. Box 92, Skelby, Cumbria. Price £12.50 net in the United"
                    " Kingdom; $24.95 elsewhere.",
                    align="justify",
                ),
                p("© Douglas Aldous Reeve 1984, 1986, 1991", before=8),
                p(
                    "This book is sold on the condition that it shall not, by way of trade or otherwise, be"
                    " lent, resold or hired out in any binding other than that in which it is published.",
                    before=8,
                    align="justify",
                ),
            ],
        ),
        KIND,
        (BRIDGES,),
        view=View(
            size=(1500, 1875), aim=(0.42, 0.76), span=0.74, roll=-4, pitch=24, yaw=8, gutter=0.06, bow=0.04
        ),
        light=Light(slope=(30, 0.3), warmth=0.25),
        ground="carpet",
        difficulty="medium",
        notes="ISBN-10 in running text between a telephone number, a post-office box and prices",
    ),
    Shot(
        "imprint-needle-printer-line",
        Page(
            style=Style(face="times", size=8.4),
            paper="white",
            spine="left",
            margins=(50, 40, 60),
            trim=(400, 560),
            text=[
                p(
                    "Copyright © 1979 by Northgate-Amory Publishing Company, Inc. All rights reserved. No"
                    " part of this publication may be reproduced, stored in a retrieval system, or"
                    " transmitted in any form without prior written permission of the publisher. Printed in"
                    " the United States of America. Published simultaneously in Canada. Library of Congress"
                    " Catalog Card No. 78-64219.",
                    align="justify",
                ),
                p(f"ISBN {SYSTEMS}", face="mono", size=8.6, press=dots, before=10, tracking=0.4),
                p("ABCDEFGHIJ-HA-79", face="mono", size=8.6, press=dots, tracking=0.4),
            ],
        ),
        KIND,
        (SYSTEMS,),
        view=View(size=(1800, 2400), aim=(0.55, 0.68), span=0.92, roll=1, pitch=9, yaw=2, gutter=0.04),
        light=Light(level=0.8, slope=(160, 0.35), warmth=0.3),
        lens=Lens(defocus=0.9),
        ground="tiles",
        storage=Storage(quality=45),
        difficulty="hard",
        notes="ISBN line from a needle printer; LCCN 78-64219",
        others=("lccn:78064219",),
    ),
    Shot(
        "imprint-set-and-volumes",
        Page(
            style=Style(face="times", size=8.6),
            paper="old",
            age=0.7,
            spine="left",
            text=[
                p("Meridian University Press\nMeridian, Ohio"),
                p("© 1983 by the Trustees of Meridian University", before=5),
                p("Printed in the United States of America", before=5),
                p(
                    f"ISBN {HISTORY_SET} (two-volume set)\n          {HISTORY_ONE} (volume I)\n         "
                    f" {HISTORY_TWO} (volume II)",
                    before=9,
                ),
                p("LC 82-61783", before=5),
                p(
                    "Last figure below indicates year of this printing:\n"
                    "92  91  90  89  88  87  86  85  84  83",
                    before=8,
                ),
            ],
        ),
        KIND,
        (HISTORY_SET, HISTORY_ONE, HISTORY_TWO),
        view=View(size=(1200, 1600), aim=(0.56, 0.78), span=0.80, roll=178, pitch=-6, gutter=0.05),
        light=Light(slope=(270, 0.2), warmth=0.2),
        ground="carpet",
        storage=Storage(orientation=8),
        difficulty="medium",
        others=("lccn:82061783",),
        notes="upside down after EXIF; set and volumes in a column under one label",
    ),
]
