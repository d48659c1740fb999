"""Copyright pages in English, offset printed, none with bars."""
from ..camera import Lens, Light
from ..layouts import Page
from ..numbers import isbn10, isbn13
from ..press import dots, worn
from ..shot import Shot, Storage
from ..typesetting import Style, p, set_column
from ..view import View

KIND = "copyright-page"

RIVER = isbn10("0-8173-5296")
RIVER_PAPER = isbn10("0-8173-5297")
RIVER_PAGE = Page(
    style=Style(face="times", size=8.2),
    paper="white",
    text=[
        p("Copyright © 1988 by Hollis Marchbanks\nAll rights reserved\nManufactured in the United States of America"),
        p("First edition, second printing", before=6),
        p("Designed by Ottilie Crane", face="times italic"),
        p("Library of Congress Cataloging-in-Publication Data", before=14, face="times bold", size=7.6),
        p("Marchbanks, Hollis, 1931–", before=6),
        p("The slow river : towns and people of the lower Tallasee,\n1819–1861 / Hollis Marchbanks. — 1st ed.", indent=12),
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
    paper="white", age=0.1, stains=0, spine="right",
    text=[
        p("Halyard & Fenn\nA division of Northquay Publishing Ltd\n14 Cooper's Wharf, Bristol BS1 6XN, United Kingdom"),
        p("Telephone +44 (0)117 496 0158   ·   enquiries@northquay.example", size=6.8),
        p("First published in Great Britain in 2014", before=8),
        p("© Imogen Sallow and Peter Obuya, 2014. The moral right of the authors has been asserted. All rights "
          "reserved. No part of this book may be stored or passed on in any form without the written leave of the "
          "publisher, save for short passages quoted in a review.", align="justify", before=6),
        p("A catalogue record for this book is available from the British Library.", before=8),
        p(f"ISBN: HB: {FORMATS[0]}\nPB: {FORMATS[1]}\nePDF: {FORMATS[2]}\nePub: {FORMATS[3]}\nSet (4 vols): {FORMATS[4]}",
          before=8),
        p("Series: Coasts and Harbours of the North, volume 3 (ISSN 2045-7731)", before=8),
        p("Typeset by Inkwell Composition, Leith\nPrinted and bound in Great Britain", before=8),
        p("2 4 6 8 10 9 7 5 3 1", before=8),
    ],
)

HARBOUR = isbn13("978-0-7458-3172")
HARBOUR_10 = isbn10("0-7458-3172")
WEAVER = isbn13("978-1-85043-917")
BRIDGES = isbn10("0-86104-562")
GLASS = isbn13("978-1-4629-0358")
ATLAS = isbn10("0-521-49882")
ORCHARD = isbn13("978-0-85265-471")
TIDES = isbn13("978-1-55971-284")
LANTERN = isbn10("0-575-06391")
CLOCKS = isbn13("978-0-7110-8843")
SYSTEMS = isbn10("0-201-87543")
NURSERY = isbn10("0-416-29375")
HISTORY_SET = isbn10("0-8047-2995")
HISTORY_ONE = isbn10("0-8047-2996")
HISTORY_TWO = isbn10("0-8047-2997")
KITCHEN = isbn13("978-0-340-97714")


def stamp(sheet, origin) -> None:
    violet = Style(face="narrow bold", size=13, ink=(84, 64, 140), align="centre", press=worn, opacity=0.72,
                   leading=1.15)
    set_column(sheet, origin + 90, 405, 190, [p("ALDERWICK FREE LIBRARY"), p("WITHDRAWN", size=19),
                                              p("14 MAR 1996   No. 70 4418 26", size=10)], violet)
    sheet.frame(origin + 86, 402, 198, 60, (128, 112, 160), 1.2)


SHOTS = [
    Shot("imprint-cip-hardback-paperback", RIVER_PAGE, KIND, (RIVER, RIVER_PAPER),
         view=View(size=(1200, 1600), aim=(0.45, 0.62), span=0.98, roll=-2, pitch=14, yaw=-4, gutter=0.05),
         light=Light(level=0.9, slope=(120, 0.3), warmth=0.3), lens=Lens(defocus=0.7),
         ground="tiles", thumbs=((0.06, 0.78, -20, 0.065),), difficulty="medium", group="slow-river",
         notes="two ISBN-10 in one CIP line; LCCN 87-30914, Dewey number, number line"),
    Shot("imprint-cip-same-book-sideways", RIVER_PAGE, KIND, (RIVER, RIVER_PAPER),
         view=View(size=(1600, 1200), aim=(0.40, 0.72), span=1.25, roll=87, pitch=-8, yaw=6, gutter=0.045),
         light=Light(level=0.55, slope=(300, 0.35), warmth=0.55), lens=Lens(defocus=0.8, noise=0.006),
         ground="cloth", storage=Storage(quality=50, orientation=3), lit="dim", difficulty="hard", group="slow-river",
         notes="the book of imprint-cip-hardback-paperback again, lying sideways in lamplight"),
    Shot("imprint-four-formats-and-set", FORMATS_PAGE, KIND, tuple(FORMATS),
         view=View(size=(1440, 1920), aim=(0.43, 0.72), span=0.78, roll=1.5, pitch=6, gutter=0.04),
         light=Light(level=0.6, slope=(45, 0.2)), lens=Lens(defocus=1.0, noise=0.009), ground="desk", storage=Storage(orientation=6, quality=40), difficulty="easy",
         notes="five ISBN-13 named HB, PB, ePDF, ePub, Set; telephone number and ISSN beside them"),
    Shot("imprint-isbn10-and-isbn13", Page(
            style=Style(face="palatino", size=8.6), age=0.2, foot=False, spine="left",
            text=[p("THE LAST HARBOUR", face="palatino bold"), p("Copyright © 2007 by Ruth Ansty Bellamy"),
                  p("All rights reserved, which includes the right to reproduce this book or portions thereof in any "
                    "form whatsoever except as provided by law. For information write to Kestrel Row Books, 240 Quay "
                    "Street, Suite 1107, Portmere, Maine 04112.", before=6, align="justify"),
                  p("Jacket drawing by T. Okonedo"), p(f"ISBN-10: {HARBOUR_10}\nISBN-13: {HARBOUR}", before=10),
                  p("First Kestrel Row hardcover printing May 2007", before=10),
                  p("10  9  8  7  6  5  4  3  2  1", before=6),
                  p("Printed in the U.S.A.")]),
         KIND, (HARBOUR_10, HARBOUR),
         view=View(size=(1440, 1920), aim=(0.58, 0.30), span=0.78, roll=-1, pitch=5, yaw=3, gutter=0.05),
         light=Light(slope=(200, 0.25), warmth=0.2), lens=Lens(defocus=1.7), ground="wood", difficulty="easy",
         notes="the same book's ISBN-10 and ISBN-13 one above the other"),
    Shot("imprint-number-across-lines", Page(
            style=Style(face="century", size=8.4), paper="grey", trim=(330, 520),
            text=[p("Copyright 2009 Anselm Truby. Published by Loomgate Press, an imprint of Old Mill Media, 77 Weir "
                    "Lane, Halford. The publisher thanks the Guild of Hand Weavers for leave to print the drafts on "
                    "pages 31, 58 and 112.", align="justify"),
                  p("National Library data: Truby, Anselm. The weaver's", before=9),
                  p("notebook: drafts for four shafts. ISBN 978-1-", indent=10),
                  p(f"{WEAVER[6:]} (spiral). 1. Weaving. 2. Textile design.\n3. Handlooms. I. Title. 746.1'4", indent=10),
                  p("Reprinted 2010, 2011 (twice), 2013", before=9), p("Printed on 120 gsm uncoated stock", before=3)]),
         KIND, (f"978-1-\n{WEAVER[6:]}",),
         view=View(size=(1080, 1440), aim=(0.44, 0.76), span=0.84, roll=2, pitch=8, gutter=0.03),
         light=Light(slope=(90, 0.25), shadow=(0.3, 0.9, 110, 0.25)), ground="dark wood", difficulty="hard",
         notes="the number breaks after 978-1- and goes on in the next line"),
    Shot("imprint-within-a-sentence", Page(
            style=Style(face="newspaper", size=7.8), paper="white", age=0.2,
            text=[p("Bridges of the Fell Country was set in type by Mardle & Sons and printed on acid-free paper. It was "
                    f"first published in 1984 (hardback, ISBN {BRIDGES}) and has been corrected by the author for this "
                    "third printing of 1,200 copies. Orders: Skelby (0539) 722 418 or by letter to P.O. Box 92, Skelby, "
                    "Cumbria. Price £12.50 net in the United Kingdom; $24.95 elsewhere.", align="justify"),
                  p("© Douglas Aldous Reeve 1984, 1986, 1991", before=8),
                  p("This book is sold on the condition that it shall not, by way of trade or otherwise, be lent, resold "
                    "or hired out in any binding other than that in which it is published.", before=8, align="justify")]),
         KIND, (BRIDGES,),
         view=View(size=(1500, 1875), aim=(0.42, 0.76), span=0.74, roll=-4, pitch=24, yaw=8, gutter=0.06, bow=0.04),
         light=Light(slope=(30, 0.3), warmth=0.25), ground="carpet", difficulty="medium",
         notes="ISBN-10 in running text between a telephone number, a post-office box and prices"),
    Shot("imprint-white-on-black", Page(
            style=Style(face="grotesque", size=7.6, ink=(232, 230, 226), leading=1.4), paper=(24, 24, 27), spine="right",
            age=0, stains=0, through=0,
            text=[p("Published on the occasion of the exhibition\nGlass After Rain, Marrow Street Gallery, 3 May – 28 July 2012"),
                  p("Editors: Lys Amadi, Corin Vale\nDesign: Studio Halfpenny\nPhotography: Nell Burgess (pp. 4–88), the artist\n"
                    "Lithography: Farbton & Co., Basel", before=8),
                  p("© 2012 the artist, the authors and Ember & Rook, London", before=8),
                  p(f"ISBN {GLASS}", before=8), p("Edition of 750", before=8)]),
         KIND, (GLASS,),
         view=View(size=(960, 1280), aim=(0.40, 0.72), span=0.80, roll=3, pitch=4, gutter=0.03),
         light=Light(slope=(140, 0.2), glare=(0.85, 0.25, 0.35, 0.5, 0.10)), ground="desk", difficulty="medium",
         notes="white on black art paper, a soft reflection at the upper right"),
    Shot("imprint-whole-spread-small-print", Page(
            style=Style(face="times", size=7.4), paper="art", age=0.1, stains=0, facing=300, trim=(420, 560),
            margins=(60, 44, 60),
            text=[p("PUBLISHED BY THE CHANCERY PRESS OF STOWBRIDGE\nThe Old Chancery, Bell Lane, Stowbridge ST2 2RU\n"
                    "40 West Twelfth Street, New Carrow, NY 10911-4211\n10 Beaumont Road, Oakhill, Victoria 3166"),
                  p("© Chancery Press of Stowbridge 1996", before=8),
                  p("This publication is in copyright. Subject to the exceptions of statute and to the provisions of "
                    "collective licensing agreements, no part of it may be reproduced without written permission.",
                    before=8, align="justify"),
                  p("First published 1996\nReprinted 1998", before=8), p("Typeset in Meridian 10/12 pt", before=4),
                  p("A catalogue record for this book is available from the British Library", before=8, face="times italic"),
                  p("Library of Congress cataloguing in publication data", before=8, face="times italic"),
                  p("Fenwright, Edmund.\nA small atlas of lost coasts / Edmund Fenwright.\n   p.   cm."),
                  p("Includes bibliographical references (p. 318–336) and index.\n1. Coast changes – Maps. 2. Historical geography. I. Title."),
                  p("GB451.2.F46  1996\n551.4'57–dc20   95-17730   CIP"), p(f"ISBN {ATLAS} hardback", before=8)]),
         KIND, (ATLAS,),
         view=View(size=(2400, 3200), aim=(0.50, 0.5), span=1.04, roll=-1.5, pitch=7, gutter=0.035),
         light=Light(level=0.85, slope=(80, 0.25), warmth=0.15), lens=Lens(defocus=1.6, noise=0.002, sharpen=0.4),
         ground="dark wood", thumbs=((0.05, 0.62, -10, 0.045), (0.95, 0.66, 190, 0.045)),
         storage=Storage(quality=35), difficulty="hard", notes="a whole open book in one photo, small print"),
    Shot("imprint-motion-blur", Page(
            style=Style(face="sans", size=8), paper="white", age=0, stains=0, spine="left",
            text=[p("Also by Petra Lindqvist-Hale", face="sans bold"), p("The Beekeeper's Ledger\nA Winter Orchard", before=2),
                  p("Originally published in Swedish as Fruktgården 1998", before=10),
                  p("Copyright © Petra Lindqvist-Hale, 1998\nTranslation © Oonagh Brisk, 2004", before=6),
                  p(f"ISBN {ORCHARD}", before=8), p("www.tallowandtwine.example", before=8),
                  p("1 3 5 7 9 10 8 6 4 2", before=8)]),
         KIND, (ORCHARD,),
         view=View(size=(900, 1200), aim=(0.52, 0.78), span=0.72, roll=1, pitch=6, gutter=0.03),
         light=Light(level=0.7, slope=(10, 0.2)), lens=Lens(defocus=0.8, motion=(5, 12), noise=0.006),
         ground="sheet", blur="mild", difficulty="hard", notes="hand moved along the lines"),
    Shot("imprint-out-of-focus", Page(
            style=Style(face="geometric", size=8.2), paper="cream", spine="right",
            text=[p("Tides and Timetables"), p("© 1999 Wendell Marsh", before=4),
                  p("Saltmarsh Editions\n5 Pier Approach, Wick Haven", before=8),
                  p(f"ISBN {TIDES}", before=8), p("Printed by Greenslade & Daughters", before=8)]),
         KIND, (TIDES,),
         view=View(size=(900, 1200), aim=(0.36, 0.82), span=0.64, roll=-2, pitch=5, gutter=0.03),
         light=Light(level=0.8, warmth=0.4), lens=Lens(defocus=3.0, noise=0.005, sharpen=0.3),
         ground="wood", blur="mild", difficulty="hard", notes="focus on the table, not on the page"),
    Shot("imprint-glare-on-art-paper", Page(
            style=Style(face="bookman", size=7.8), paper="art", age=0, stains=0, spine="left",
            text=[p("THE LANTERN MAKERS"), p("Text and drawings copyright © 1993 Cosmo Hartnell"),
                  p("Cosmo Hartnell has asserted his right to be known as the author of this work.", before=5),
                  p("First published in Great Britain 1993 by Fox & Farthing\nThe Maltings, Upper Tye, Suffolk", before=5),
                  p("A CIP catalogue record for this book\nis available from the British Library", before=5),
                  p(f"ISBN {LANTERN}", before=8, size=8.4), p("Colour separations by Quillon, Singapore\nPrinted in Italy", before=8)]),
         KIND, (LANTERN,),
         view=View(size=(1080, 1440), aim=(0.58, 0.80), span=0.80, roll=4, pitch=12, yaw=-6, gutter=0.07),
         light=Light(slope=(60, 0.3), glare=(0.62, 0.47, 0.34, 0.26, 0.55)), ground="dark wood",
         thumbs=((0.90, 0.90, 200, 0.07),), difficulty="medium", notes="lamp reflected just above the ISBN line"),
    Shot("imprint-low-resolution", Page(
            style=Style(face="humanist", size=9), paper="grey", spine="right", trim=(320, 500),
            text=[p("The Clock Menders of Orrin Vale"), p("Copyright © 2002 Basil Thorne", before=4),
                  p("Bellmouth Books, Tarn Street 18, Orrin", before=4), p(f"ISBN {CLOCKS}", before=8),
                  p("Printed in Malta", before=8)]),
         KIND, (CLOCKS,),
         view=View(size=(480, 640), aim=(0.40, 0.86), span=0.60, roll=-1, pitch=4, gutter=0.03),
         light=Light(level=0.8, warmth=-0.3), lens=Lens(defocus=0.7, noise=0.008, sharpen=1.0), ground="cloth",
         storage=Storage(quality=60), difficulty="hard", notes="a small frame as from a web camera"),
    Shot("imprint-needle-printer-line", Page(
            style=Style(face="times", size=8.4), paper="white", spine="left", margins=(50, 40, 60), trim=(400, 560),
            text=[p("Copyright © 1979 by Northgate-Amory Publishing Company, Inc. All rights reserved. No part of this "
                    "publication may be reproduced, stored in a retrieval system, or transmitted in any form without "
                    "prior written permission of the publisher. Printed in the United States of America. Published "
                    "simultaneously in Canada. Library of Congress Catalog Card No. 78-64219.", align="justify"),
                  p(f"ISBN {SYSTEMS}", face="mono", size=8.6, press=dots, before=10, tracking=0.4),
                  p("ABCDEFGHIJ-HA-79", face="mono", size=8.6, press=dots, tracking=0.4)]),
         KIND, (SYSTEMS,),
         view=View(size=(1800, 2400), aim=(0.55, 0.68), span=0.92, roll=1, pitch=9, yaw=2, gutter=0.04),
         light=Light(level=0.8, slope=(160, 0.35), warmth=0.3), lens=Lens(defocus=0.9), ground="tiles",
         storage=Storage(quality=45), difficulty="hard", notes="ISBN line from a needle printer; LCCN 78-64219"),
    Shot("imprint-library-stamp", Page(
            style=Style(face="century", size=8), paper="cream", age=0.9, stains=0.5, extra=stamp, margins=(44, 50, 40),
            text=[p("First published in 1975\nby Thistle & Thorne Ltd"), p("© 1975 Agnes Woolhampton", before=5),
                  p("All rights reserved", before=5), p("Printed in Great Britain by\nRowland Pask Ltd, Exminster", before=5),
                  p(f"ISBN {NURSERY} (hardback edition)", before=60),
                  p("Distributed in the USA by Corvane House, New Carrow", before=4)]),
         KIND, (NURSERY,),
         view=View(size=(1080, 1440), aim=(0.45, 0.74), span=0.86, roll=-3, pitch=7, gutter=0.05),
         light=Light(slope=(100, 0.25), warmth=0.35), lens=Lens(defocus=1.3), ground="wood", difficulty="medium",
         notes="a violet library stamp with date and number stands right above the ISBN line"),
    Shot("imprint-set-and-volumes", Page(
            style=Style(face="times", size=8.6), paper="old", age=0.7, spine="left",
            text=[p("Meridian University Press\nMeridian, Ohio"), p("© 1983 by the Trustees of Meridian University", before=5),
                  p("Printed in the United States of America", before=5),
                  p(f"ISBN {HISTORY_SET} (two-volume set)\n          {HISTORY_ONE} (volume I)\n          {HISTORY_TWO} (volume II)",
                    before=9), p("LC 82-61783", before=5), p("Last figure below indicates year of this printing:\n"
                    "92  91  90  89  88  87  86  85  84  83", before=8)]),
         KIND, (HISTORY_SET, HISTORY_ONE, HISTORY_TWO),
         view=View(size=(1200, 1600), aim=(0.56, 0.78), span=0.80, roll=178, pitch=-6, gutter=0.05),
         light=Light(slope=(270, 0.2), warmth=0.2), ground="carpet", storage=Storage(orientation=8), difficulty="medium",
         notes="upside down after EXIF; set and volumes in a column under one label"),
    Shot("imprint-no-hyphens-curved", Page(
            style=Style(face="roboto light", size=8), paper="white", age=0, stains=0, margins=(27, 60, 44),
            text=[p("First published by Copper Spoon in 2010\nAn imprint of Larder Media plc", align="right"),
                  p("Text © Tamsin Oyelaran 2010\nPhotographs © Jules Petrakis 2010", align="right", before=6),
                  p("To find out more about our authors and books visit\nwww.copperspoon.example", align="right", before=6),
                  p(f"ISBN {KITCHEN.replace('-', '')}", align="right", before=8),
                  p("10 9 8 7 6 5 4 3 2 1", align="right", before=8)]),
         KIND, (KITCHEN.replace("-", ""),),
         view=View(size=(1080, 1440), aim=(0.62, 0.76), span=0.70, roll=2, pitch=8, gutter=0.12),
         light=Light(slope=(180, 0.3)), ground="sheet", difficulty="hard",
         notes="thirteen digits without hyphens, running down into the curve at the spine"),
]
