"""Imprints from before desktop publishing: hot metal, typewriter, OCR faces, SBNs; none with bars."""

from ..camera import Lens, Light
from ..layouts import Page
from ..numbers import isbn10
from ..press import letterpress, ribbon
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

KIND = "copyright-page"
METAL = Style(face="century", size=8.6, press=letterpress)

MOORLAND = isbn10("0-571-09486")[2:]
PARISH = isbn10("0-900377-42").replace("-", " ")
SURVEY = isbn10("0-905483-61").replace("-", " ")
RADIO = isbn10("0-442-27316")
LOOMS = isbn10("0-8306-7459")
FURNACE = isbn10("0-7153-6482").replace("-", " ")

SHOTS = [
    Shot(
        "imprint-sbn-hot-metal",
        Page(
            style=METAL,
            paper="old",
            age=0.9,
            stains=0.6,
            trim=(320, 500),
            text=[
                p("First published in 1969\nby Marlowe and Fitch Limited\n24 Russet Square London W.C.1"),
                p("Printed in Great Britain by\nR. MacAllan & Co. Ltd, Dunmuir", before=4),
                p("All rights reserved", before=4),
                p(f"SBN {MOORLAND}", before=10, face="century"),
                p("© Hester Dunnock 1969", before=10, align="centre"),
            ],
        ),
        KIND,
        (MOORLAND,),
        view=View(size=(1200, 1600), aim=(0.42, 0.80), span=0.74, roll=-2, pitch=7, gutter=0.06),
        light=Light(level=0.9, slope=(130, 0.3), warmth=0.4),
        ground="dark wood",
        thumbs=((0.07, 0.55, 10, 0.07),),
        difficulty="medium",
        notes="nine-digit SBN of 1969, blotted hot-metal type on yellowed paper",
    ),
    Shot(
        "imprint-dotted-label-letterpress",
        Page(
            style=Style(face="times", size=9, press=letterpress),
            paper="cream",
            age=0.8,
            foot=False,
            spine="left",
            trim=(330, 510),
            text=[
                p("THE PARISH CHESTS OF EAST LOAM", face="times bold"),
                p("© Canon W. T. Pargeter 1972", before=5),
                p(
                    "Made and printed in Great Britain for the Loam Record Society by Titus Wren (Printers)"
                    " Ltd, Stour Street, and bound at the Abbey Bindery",
                    before=5,
                ),
                p(f"I.S.B.N.  {PARISH}", before=10),
                p("Price to members £2·25", before=6),
            ],
        ),
        KIND,
        (PARISH,),
        view=View(size=(1080, 1440), aim=(0.58, 0.26), span=0.66, roll=3, pitch=9, yaw=-3, gutter=0.05),
        light=Light(slope=(45, 0.3), warmth=0.3),
        ground="cloth",
        difficulty="medium",
        storage=Storage(orientation=5),
        notes="label with full stops, spaces for hyphens",
    ),
    Shot(
        "imprint-typewriter-spaces",
        Page(
            style=Style(face="typewriter", size=9, press=ribbon, jitter=0.018, leading=1.5),
            paper="white",
            spine="right",
            facing=40,
            age=0.4,
            stains=0.7,
            trim=(400, 560),
            facing_text="4.\nThe pits at\nLower\nGarrick\nwere sunk\nin 1811 by",
            text=[
                p("A SURVEY OF DISUSED SHAFTS"),
                p("Garrick Field Club\nOccasional Paper No. 17"),
                p("Compiled by E. Hallworth and\nmembers, 1976-1978.  250 copies.", before=8),
                p("ISBN  " + SURVEY, before=8),
                p(
                    "Obtainable from the Hon. Secretary,\n3 Chapel Row, Lower Garrick.\nTel. Garrick 2716. "
                    " 60p plus post.",
                    before=8,
                ),
            ],
        ),
        KIND,
        (SURVEY,),
        view=View(size=(1080, 1440), aim=(0.40, 0.72), span=0.74, roll=-1, pitch=5, gutter=0.02),
        light=Light(level=0.85, slope=(210, 0.2)),
        ground="desk",
        storage=Storage(quality=58),
        difficulty="medium",
        notes="typed and duplicated, spaces for hyphens, telephone number and price",
    ),
    Shot(
        "imprint-ocr-a-tilted",
        Page(
            style=Style(face="times", size=8.2),
            paper="cream",
            spine="right",
            text=[
                p("Copyright © 1974 by Landgrave Technical Books"),
                p("Library of Congress Catalog Card Number 73-16408"),
                p(f"ISBN {RADIO}", face="ocr-a", size=8.6, before=6),
                p(
                    "All rights reserved. No part of this work covered by the copyrights hereon may be"
                    " reproduced or used in any form or by any means without written permission.",
                    before=6,
                    align="justify",
                ),
                p("Manufactured in the United States of America", before=6),
                p(
                    "Published by Landgrave Technical Books\n450 West 83rd Street, New Carrow, N.Y. 10091",
                    before=6,
                ),
                p("16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", before=6),
            ],
        ),
        KIND,
        (RADIO,),
        view=View(size=(1200, 1600), aim=(0.44, 0.76), span=0.86, roll=14, pitch=20, yaw=-10, gutter=0.04),
        light=Light(slope=(70, 0.3), warmth=0.2),
        ground="wood",
        difficulty="hard",
        others=("lccn:73016408",),
        notes="OCR-A line among book type, page tilted and turned 14 degrees",
    ),
    Shot(
        "imprint-ocr-b-line",
        Page(
            style=Style(face="grotesque", size=7.8),
            paper="white",
            spine="left",
            age=0.2,
            foot=False,
            text=[
                p("FIRST EDITION\nFOURTH PRINTING"),
                p("Copyright © 1981 by BENCH BOOKS Inc.", before=4),
                p(
                    "Reproduction or publication of the content in any manner, without express permission of"
                    " the publisher, is prohibited. No liability is assumed with respect to the use of the"
                    " information herein.",
                    before=4,
                ),
                p("Library of Congress Cataloging in Publication Data", before=8),
                p("Sprague, Dorothea, 1936–\n   Build your own table looms.", before=3),
                p(
                    '   "BENCH book no. 1275."\n   1. Looms—Amateurs\' manuals.   I. Title.\n'
                    "TT848.S63   681'.7677   81-2905\nAACR1"
                ),
                p(f"ISBN {LOOMS}", face="ocr-b", size=8, before=3),
            ],
        ),
        KIND,
        (LOOMS,),
        view=View(size=(1080, 1440), aim=(0.56, 0.30), span=0.86, roll=-5, pitch=10, yaw=5, gutter=0.05),
        light=Light(level=0.8, slope=(330, 0.35), warmth=0.3, shadow=(0.25, 0.7, 200, 0.35)),
        ground="carpet",
        storage=Storage(orientation=4),
        difficulty="medium",
        others=("lccn:81002905",),
        notes="OCR-B line; Dewey 681'.7677, card number 81-2905; the photographer's shadow",
    ),
    Shot(
        "imprint-hot-metal-dark",
        Page(
            style=Style(face="bookman", size=8.4, press=letterpress),
            paper="old",
            age=1,
            stains=0.8,
            trim=(320, 500),
            text=[
                p(f"ISBN {FURNACE}"),
                p("COPYRIGHT NOTICE", before=10, size=7),
                p("© BERNARD OXENHOPE 1974", size=7),
                p(
                    "All rights reserved. No part of this publication may be reproduced, stored in a"
                    " retrieval system, or transmitted without the prior permission of Dale & Chantry"
                    " (Publishers) Limited.",
                    size=7.4,
                    before=3,
                ),
                p(
                    "Set in 11 on 13 point Baskerton and printed in Great Britain by Letterpress (Coaldale)"
                    " Limited",
                    size=7.4,
                    before=8,
                ),
                p("Published in Canada by Fordyce Books, 132 Philo Street, West Arbour", size=7.4, before=8),
            ],
        ),
        KIND,
        (FURNACE,),
        view=View(size=(1200, 1600), aim=(0.44, 0.72), span=0.84, roll=1, pitch=8, gutter=0.06),
        light=Light(level=0.16, slope=(150, 0.4), warmth=0.8),
        lens=Lens(defocus=0.9, noise=0.004),
        ground="dark wood",
        storage=Storage(quality=60),
        lit="dark",
        difficulty="hard",
        notes="one lamp far away; letterpress, spaces for hyphens",
    ),
]
