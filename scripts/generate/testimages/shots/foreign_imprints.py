"""Imprint pages in German, French, Romanian, Spanish and Russian, none with bars."""

from .. import prose
from ..camera import Lens, Light
from ..layouts import Page
from ..numbers import isbn10, isbn13
from ..press import letterpress
from ..shot import Shot, Storage
from ..typesetting import Style, p
from ..view import View

KIND = "copyright-page"
MAPS = isbn13("978-3-596-71284")
MILL = isbn10("3-351-00873")
KEY = isbn10("2-07-049813")
LAMP = isbn13("979-10-210-4473")
CLOCKMAKER = isbn13("978-606-719-845")
RIVERS = isbn10("973-28-0361")
LIGHTHOUSE = isbn13("978-84-339-7506")
TOMES = [isbn13(f"978-987-566-{n}") for n in ("841", "842", "840")]
ARCHIVE = isbn13("978-5-389-20147")
EMBANKMENT = isbn10("5-280-01396")

SHOTS = [
    Shot(
        "imprint-german-old-figures",
        Page(
            style=Style(face="free", size=8.8, align="centre", old_figures=True),
            paper="grey",
            age=0.2,
            facing_text=prose.GERMAN,
            head=[p("Titel der niederländischen Originalausgabe: De stille kaart", size=8.2)],
            text=[
                p("3. Auflage 2011"),
                p(
                    "Erste Auflage 2008\nLindwurm Taschenbuch 1284\n© Uitgeverij De Reiger, Utrecht 2005\n©"
                    " der deutschen Ausgabe\nLindwurm Verlag Tübingen am Neckar 2008\nAlle Rechte"
                    " vorbehalten, insbesondere das\ndes öffentlichen Vortrags sowie der Übertragung\ndurch"
                    " Rundfunk und Fernsehen, auch einzelner Teile.",
                    before=4,
                ),
                p("Druck: Pfälzer & Söhne, Ulmingen\nUmschlag: Büro Hagestolz\nPrinted in Germany"),
                p(f"ISBN {MAPS}"),
            ],
        ),
        KIND,
        (MAPS,),
        view=View(size=(1200, 1600), aim=(0.48, 0.74), span=0.86, roll=5, pitch=16, yaw=-6, gutter=0.08),
        light=Light(level=0.55, slope=(100, 0.3)),
        lens=Lens(defocus=0.8, noise=0.005),
        ground="sheet",
        lit="lowcontrast",
        difficulty="hard",
        notes="old-style figures, tilted and curved, grey light",
    ),
    Shot(
        "imprint-german-licence-number",
        Page(
            style=Style(face="times", size=8, press=letterpress),
            paper="old",
            age=0.8,
            spine="left",
            trim=(310, 480),
            facing_text=prose.GERMAN,
            text=[
                p(f"ISBN {MILL}"),
                p(
                    "1. Auflage 1985\nVerlag Die Mühle Weimar und Greiz\nLizenznummer 301. 120/47/85\nPrinted"
                    " in the German Democratic Republic\nGesamtherstellung: Offizin Hildegard Voß,"
                    " Altenstedt\nSchrift: 9/10 p Garmond-Antiqua\nEinbandgestaltung: Marlies Knopf\nLSV"
                    " 7323\nBestell-Nr. 613 287 4\n00860"
                ),
            ],
        ),
        KIND,
        (MILL,),
        view=View(size=(1440, 1920), aim=(0.55, 0.78), span=0.70, roll=-3, pitch=8, gutter=0.06),
        light=Light(slope=(80, 0.3), warmth=0.4),
        lens=Lens(motion=(5, 75)),
        ground="wood",
        blur="mild",
        storage=Storage(orientation=6),
        difficulty="medium",
        notes="licence number, order number and price code below the ISBN-10",
    ),
    Shot(
        "imprint-french-isbn10",
        Page(
            style=Style(face="palatino", size=8.6, align="centre"),
            paper="cream",
            facing_text=prose.FRENCH,
            text=[
                p("Il a été tiré de cet ouvrage trente exemplaires\nsur vergé numérotés de 1 à 30."),
                p(
                    "Tous droits de traduction, de reproduction et d’adaptation\nréservés pour tous les"
                    " pays.",
                    face="palatino italic",
                    before=10,
                ),
                p("© Éditions du Vieux Pont, 1987.", before=6),
                p(f"ISBN {KEY}", before=14),
                p("Dépôt légal : mars 1987. N° d’imprimeur : 40288.\nTél. 43 29 16 07", size=7.4, before=6),
            ],
        ),
        KIND,
        (KEY,),
        view=View(size=(1080, 1440), aim=(0.44, 0.78), span=0.84, roll=-91, pitch=4, yaw=6, gutter=0.05),
        light=Light(level=0.5, slope=(200, 0.3), warmth=0.3),
        lens=Lens(defocus=1.5, noise=0.007),
        ground="cloth",
        blur="mild",
        difficulty="medium",
        notes="page lies sideways in the photo",
    ),
    Shot(
        "imprint-french-979-en-dashes",
        Page(
            style=Style(face="free", size=8.4),
            paper="white",
            age=0,
            stains=0,
            spine="left",
            facing_text=prose.FRENCH,
            text=[
                p("La Clef des trois saisons", face="free italic"),
                p("Conception graphique : Atelier Noisette", before=4),
                p("© Éditions de la Lampe bleue, 2021\n12, rue des Tanneurs, 49000 Angevers", before=4),
                p(f"ISBN : {LAMP.replace('-', '–')}", before=8),
                p("ISSN 2110-8846 (collection « Brumes »)", before=3),
                p(
                    "Achevé d’imprimer en janvier 2021 – N° d’édition : 010743\nImprimé en Union européenne",
                    before=8,
                ),
            ],
        ),
        KIND,
        (LAMP.replace("-", "–"),),
        view=View(size=(1080, 1440), aim=(0.58, 0.80), span=0.80, roll=2, pitch=7, yaw=4, gutter=0.04),
        light=Light(slope=(20, 0.25)),
        ground="desk",
        difficulty="medium",
        storage=Storage(extension="webp", quality=60),
        notes="WebP; ISBN of prefix 979 with en dashes, ISSN below",
        others=("issn:2110-8846",),
    ),
    Shot(
        "imprint-romanian-606",
        Page(
            style=Style(face="slab", size=7.2, leading=1.35),
            paper="white",
            age=0.1,
            facing_text=prose.ROMANIAN,
            text=[
                p("Redactor: Ileana Crângașu\nTehnoredactor: Mihai Șuteu\nCorector: Dorina Țepelea"),
                p("Descrierea CIP a Bibliotecii Naționale a României", face="slab bold", size=6.8, before=8),
                p(
                    "ARDELEANU, SORIN\nCeasornicarul din Strada Teilor / Sorin Ardeleanu ; trad. din lb."
                    " maghiară: Kinga Bartalis. – Brașov : Editura Clopoțel, 2016",
                    before=3,
                ),
                p(f"ISBN {CLOCKMAKER}", indent=12),
                p("821.135.1-31", before=2),
                p(
                    "© Editura Clopoțel, 2016, pentru prezenta ediție\nStr. Lungă nr. 118, Brașov\n"
                    "Tel.: 0268 410 755; 0722 318 694",
                    before=8,
                ),
                p("Tipărit la Imprimeria Sfântu Gheorghe", before=6),
            ],
        ),
        KIND,
        (CLOCKMAKER,),
        view=View(size=(1200, 1600), aim=(0.42, 0.72), span=0.74, roll=2, pitch=10, yaw=-5, gutter=0.05),
        light=Light(slope=(60, 0.25), warmth=0.25, shadow=(0.35, 0.6, 75, 0.45)),
        ground="wood",
        thumbs=((0.11, 0.91, -50, 0.07),),
        difficulty="medium",
        notes="Romanian CIP block; UDC number; the telephone number 0268 410 755 passes the ISBN-10 check",
    ),
    Shot(
        "imprint-romanian-973-on-newsprint",
        Page(
            style=Style(face="newspaper", size=9, press=letterpress),
            paper=(206, 190, 160),
            age=1,
            stains=0.5,
            spine="left",
            trim=(320, 480),
            through=0.25,
            facing_text=prose.ROMANIAN,
            text=[
                p("Coperta de VALERIU BUSUIOC"),
                p("Toate drepturile asupra acestei ediții\nsînt rezervate Editurii LUNTREA", before=8),
                p(f"ISBN {RIVERS}", before=14),
                p(
                    "Bun de tipar: 14.06.1993. Apărut: 1993.\nColi tipar: 11,5. Comanda nr. 30 152",
                    before=12,
                    size=7.6,
                ),
                p("Lei 490", size=8),
            ],
        ),
        KIND,
        (RIVERS,),
        view=View(size=(1080, 1440), aim=(0.58, 0.80), span=0.80, roll=-2, pitch=6, gutter=0.05),
        light=Light(level=0.75, slope=(120, 0.3), warmth=0.5),
        ground="carpet",
        lit="lowcontrast",
        difficulty="medium",
        notes="yellow newsprint with strong print-through",
    ),
    Shot(
        "imprint-spanish-legal-deposit",
        Page(
            style=Style(face="century", size=8.2),
            paper="cream",
            age=0.1,
            facing_text=prose.SPANISH,
            text=[
                p("Ilustración: «El faro sin mar», Remedios Quiroga"),
                p("Primera edición: abril 2009\nSegunda edición: mayo 2009", before=5),
                p("Diseño de la colección: Estudio Alcotán", before=5),
                p(
                    "© Julián Sarmenter, 2009\n© EDITORIAL ALDABA, S. A., 2009\n"
                    "Calle del Pozo, 28\n08034 Barcelona",
                    before=6,
                ),
                p(f"ISBN: {LIGHTHOUSE}\nDepósito legal: B. 14083-2009", before=8),
                p("Impreso en España\nGráficas Torralba, S. L., ctra. C-35 km 41,5", before=8),
            ],
        ),
        KIND,
        (LIGHTHOUSE,),
        view=View(size=(1500, 1125), aim=(0.40, 0.82), span=0.86, roll=-6, pitch=18, yaw=-20, gutter=0.05),
        light=Light(slope=(30, 0.25), warmth=0.2),
        ground="tiles",
        storage=Storage(orientation=7),
        difficulty="easy",
        notes="legal deposit number right below the ISBN",
    ),
    Shot(
        "imprint-spanish-complete-works",
        Page(
            style=Style(face="narrow", size=8.4, leading=1.3),
            paper="white",
            age=0,
            spine="left",
            facing_text=prose.SPANISH,
            text=[
                p(
                    "Barrionuevo, Clara\n   Historia de los oficios del puerto : tomo 1 / Clara Barrionuevo ;"
                    " dirigido por Néstor Vidal. –\n   1a ed. – Buenos Aires : Tres Anclas, 2011.\n   v. 1,"
                    " 416 p. ; 23x15 cm."
                ),
                p(
                    f"   ISBN {TOMES[0]} (tomo 1)\n   ISBN {TOMES[1]} (tomo 2)\n   ISBN {TOMES[2]} (obra"
                    " completa)",
                    before=4,
                ),
                p(
                    "   1. Historia Argentina. 2. Oficios. I. Vidal, Néstor, dir. II. Título\n   CDD 982",
                    before=4,
                ),
                p("Fecha de catalogación: 07/03/2011", before=6),
                p("Hecho el depósito que previene la Ley 11.723", before=6),
            ],
        ),
        KIND,
        tuple(TOMES),
        view=View(size=(1200, 1600), aim=(0.53, 0.78), span=0.82, roll=1, pitch=14, yaw=9, gutter=0.10),
        light=Light(slope=(150, 0.3)),
        ground="desk",
        difficulty="medium",
        notes="volume, second volume and complete works",
    ),
    Shot(
        "imprint-russian-udc",
        Page(
            style=Style(face="times", size=8.4),
            paper="white",
            age=0.2,
            spine="right",
            facing_text=prose.RUSSIAN,
            head=[p("УДК 821.161.1-31\nББК 84(2Рос=Рус)6-44\n      О-34", face="times bold", size=8)],
            text=[
                p("Огарёвский, Лев Ильич", face="times bold"),
                p(
                    "Тетради архивариуса : роман / Л. И. Огарёвский. — Псков : Фонарь, 2022. — "
                    "288 с. — (Окна на набережной).",
                    align="justify",
                    indent=14,
                ),
                p(f"ISBN {ARCHIVE}", before=5, indent=14),
                p(
                    "В доме на набережной каждый вечер гаснет одно и то же окно. Молодой архивариус замечает"
                    " это случайно.",
                    before=6,
                    align="justify",
                    size=7.6,
                ),
                p("УДК 821.161.1-31\nББК 84(2Рос=Рус)6-44", before=6, align="right", face="times bold"),
                p("© Л. И. Огарёвский, 2022\n© ООО «Фонарь», 2022", before=6, align="right"),
            ],
        ),
        KIND,
        (ARCHIVE,),
        view=View(size=(1200, 1600), aim=(0.45, 0.74), span=0.88, roll=-2, pitch=8, yaw=3, gutter=0.05),
        light=Light(slope=(40, 0.25), warmth=-0.1),
        ground="cloth",
        storage=Storage(orientation=2, quality=60),
        difficulty="medium",
        notes="mirrored EXIF orientation; UDC and BBK numbers",
    ),
    Shot(
        "imprint-russian-label-in-cip",
        Page(
            style=Style(face="newspaper", size=8.4, press=letterpress),
            paper="old",
            age=0.7,
            stains=0.3,
            trim=(310, 480),
            facing_text=prose.RUSSIAN,
            text=[
                p("        4702010201—214\nЛ ————————— 63—90\n        028(01)—90", size=7.8),
                p(f"ISBN {EMBANKMENT}", before=10),
                p("© Издательство «Маяк», 1990 г.", before=10, align="right"),
                p(
                    "Сдано в набор 21.03.90. Подписано к печати 05.09.90. "
                    "Формат 84×108 1/32. Тираж 50 000 экз. Изд. № 7112. Заказ № 1087. Цена 2 р. 30 к.",
                    before=10,
                    size=7.4,
                ),
            ],
        ),
        KIND,
        (EMBANKMENT,),
        view=View(size=(1440, 1080), aim=(0.40, 0.80), span=0.80, roll=3, pitch=6, gutter=0.06),
        light=Light(slope=(140, 0.3), warmth=0.4),
        lens=Lens(defocus=1.9),
        ground="dark wood",
        blur="mild",
        difficulty="medium",
        notes="planning index 4702010201—214 above the ISBN-10",
    ),
]
