"""American imprints with the number of the Library of Congress, most of them from before ISBN."""

from ..camera import Light
from ..layouts import Page
from ..numbers import isbn10
from ..press import letterpress, ribbon
from ..shot import Shot
from ..typesetting import Style, p
from ..view import View

OLD = "neg-copyright-page"
METAL = Style(face="century", size=9, press=letterpress)
CANYON = isbn10("0-8173-4417")


def imprint(style, *lines, paper="old", align="centre", **page):
    """A copyright page, a paragraph for each line."""
    return Page(style=style, paper=paper, text=[p(line, before=7, align=align) for line in lines], **page)


SHOTS = [
    Shot(
        "imprint-lccn-small-capitals",
        imprint(
            METAL,
            "COPYRIGHT 1939 BY LUCIUS T. HARROWGATE",
            "ALL RIGHTS RESERVED, INCLUDING THE RIGHT TO REPRODUCE\nTHIS BOOK OR PARTS OF IT IN ANY FORM",
            "FIRST EDITION",
            "LIBRARY OF CONGRESS CATALOG CARD NO. 39-27415",
            "PRINTED IN THE UNITED STATES OF AMERICA",
            age=0.8,
        ),
        OLD,
        view=View(size=(1200, 1600), aim=(0.42, 0.72), span=0.86, roll=1, pitch=5, gutter=0.04),
        light=Light(level=0.9, slope=(120, 0.25), warmth=0.3),
        others=("lccn:39027415",),
        notes="capitals, before ISBN",
    ),
    Shot(
        "imprint-lccn-initials-1925",
        imprint(
            Style(face="bookman", size=9, press=letterpress),
            "Copyright, 1925, by the Fallowfield Press",
            "Set up and electrotyped\nPublished October, 1925",
            "L.C. 25-18347",
            "Printed in the United States of America by\nTHE QUINNIPIAC PRINTING COMPANY",
        ),
        OLD,
        view=View(size=(1200, 1600), aim=(0.42, 0.76), span=0.8, roll=-2, pitch=6, gutter=0.05),
        others=("lccn:25018347",),
        notes="initials as the label",
    ),
    Shot(
        "imprint-lccn-with-prefix",
        imprint(
            Style(face="typewriter", size=9, press=ribbon, leading=1.5),
            "Agricultural Handbook of the Orrin Valley",
            "Library of Congress Catalog Card No. A51-1234",
            "Issued February 1951",
            align="left",
            paper="cream",
        ),
        OLD,
        view=View(size=(1200, 1600), aim=(0.45, 0.82), span=0.82, roll=1, pitch=4),
        others=("lccn:a51001234",),
        notes="prefix A, typewriter",
    ),
    Shot(
        "imprint-lccn-over-two-lines",
        imprint(
            Style(face="times", size=9),
            "Copyright © 1977, 1975 by Tamarack House, Inc.",
            "All rights reserved. No part of this publication may be reproduced, stored in a retrieval system,\n"
            "or transmitted, in any form or by any means, without the prior written permission of the publisher.\n"
            "Printed in the United States of America. Published simultaneously in Canada. Library of Congress\n"
            "Catalog Card No. 76-48291.",
            align="left",
            paper="white",
        ),
        OLD,
        view=View(size=(1440, 1920), aim=(0.42, 0.8), span=0.95, pitch=5, gutter=0.04),
        others=("lccn:76048291",),
        notes="label on two lines, at the end of a paragraph",
    ),
    Shot(
        "imprint-lccn-below-its-label",
        imprint(
            Style(face="palatino", size=9.4),
            "© 1967 by Octavia Brandreth",
            "All rights reserved",
            "Library of Congress Catalog Card Number\n67-12345",
            "Manufactured in the United States of America",
        ),
        OLD,
        view=View(size=(1200, 1600), aim=(0.42, 0.78), span=0.8, roll=-1, pitch=6, gutter=0.05),
        others=("lccn:67012345",),
        notes="the number on a line of its own",
    ),
    Shot(
        "imprint-lccn-control-number",
        imprint(
            Style(face="roboto", size=8.6),
            "Copyright © 2007 by Ansel Thornbury",
            "Thistledown Editions, Portland, Oregon",
            "Library of Congress Control Number: 2007025382",
            "First printing",
            align="left",
            paper="white",
        ),
        OLD,
        view=View(size=(1200, 1600), aim=(0.42, 0.82), span=0.82, roll=2, pitch=5, gutter=0.03),
        others=("lccn:2007025382",),
        notes="ten digits, as since 2001",
    ),
    Shot(
        "imprint-lccn-beside-isbn",
        imprint(
            Style(face="century", size=9),
            "Copyright © 1974 by Rufus Ainsley",
            f"ISBN {CANYON}",
            "LCCN 73-92817",
            "Manufactured in the United States of America",
            paper="cream",
        ),
        "copyright-page",
        (CANYON,),
        view=View(size=(1200, 1600), aim=(0.42, 0.8), span=0.8, roll=-1, pitch=4, gutter=0.04),
        others=("lccn:73092817",),
        notes="an ISBN and an LCCN",
    ),
]
