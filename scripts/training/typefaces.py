"""The typefaces of book backs and imprint pages, by frequency. All come from Debian packages."""

from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageFont

FOLDERS = [
    Path("/usr/share/fonts/truetype"),
    Path("/usr/share/fonts/opentype"),
    Path("/usr/share/texmf/fonts/opentype"),
]
# file names, `|` between them, by family
FAMILIES = {
    "ocr-b": "OCRB.otf",
    "ocr-a": "OCRA.ttf|OCRABold.ttf|OCRACondensed.ttf",
    "sans": "LiberationSans-Regular.ttf|LiberationSans-Bold.ttf|NimbusSans-Regular.otf|NimbusSans-Bold.otf|"
    "texgyreheros-regular.otf|FreeSans.ttf|DejaVuSans.ttf|DejaVuSans-Bold.ttf|Roboto-Regular.ttf|Roboto-Light.ttf|"
    "Roboto-Medium.ttf|Roboto-Bold.ttf|OpenSans-Regular.ttf|OpenSans-Light.ttf|OpenSans-Semibold.ttf|"
    "OpenSans-Bold.ttf|Lato-Regular.ttf|Lato-Light.ttf|Lato-Bold.ttf|Lato-Black.ttf|Carlito-Regular.ttf|"
    "Carlito-Bold.ttf|Cantarell-Regular.otf|Inter-Regular.otf|Inter-Light.otf|Inter-Bold.otf|LinBiolinum_R.otf|"
    "LinBiolinum_RB.otf|GilliusADF-Regular.otf|GilliusADF-Bold.otf|UniversalisADFStd-Regular.otf|"
    "SwitzeraADF-Regular.otf|SwitzeraADF-Medium.otf|SwitzeraADF-Light.otf|Cabin-Regular.otf|Cabin-Bold.otf|"
    "Karla-Regular.otf|ClearSans-Regular.ttf|ClearSans-Bold.ttf|PTS55F.ttf|PTS75F.ttf|Oxygen-Sans.ttf|"
    "Play-Regular.ttf|Tuffy.ttf|Andika-Regular.ttf|Vera.ttf|VeraBd.ttf|lmsans10-regular.otf|VeranaSans-Regular.otf|"
    "GFSNeohellenic.otf|LibrisADFStd-Regular.otf|Manrope-Regular.ttf|OSP-DIN.ttf",
    "serif": "LiberationSerif-Regular.ttf|LiberationSerif-Bold.ttf|NimbusRoman-Regular.otf|NimbusRoman-Bold.otf|"
    "P052-Roman.otf|P052-Bold.otf|C059-Roman.otf|C059-Bold.otf|URWBookman-Light.otf|URWBookman-Demi.otf|"
    "FreeSerif.ttf|FreeSerifBold.ttf|DejaVuSerif.ttf|EBGaramond12-AllSC.otf|LinLibertine_R.otf|LinLibertine_RB.otf|"
    "LinLibertine_DR.otf|OldStandard-Regular.ttf|OldStandard-Bold.ttf|GFSDidot.otf|GFSDidotBold.otf|"
    "GFSArtemisia.otf|Caladea-Regular.ttf|Caladea-Bold.ttf|GenBasR.ttf|GenBkBasR.ttf|GentiumPlus-Regular.ttf|"
    "JunicodeTwoBeta-Regular.otf|JunicodeTwoBeta-Medium.otf|texgyreschola-regular.otf|texgyretermes-regular.otf|"
    "texgyrepagella-regular.otf|texgyrebonum-regular.otf|RobotoSlab-Regular.otf|RobotoSlab-Light.otf|"
    "BaskervaldADFStd.otf|BaskervaldADFStd-Bold.otf|AccanthisADFStd-Regular.otf|RomandeADFStd-Regular.otf|"
    "BerenisADFPro-Regular.otf|TribunADFStd-Regular.otf|CaslonRoman.ttf|CaslonBold.ttf|Cardo104s.ttf|"
    "CharisSIL-Regular.ttf|DoulosSIL-Regular.ttf|GalSILR.ttf|STIXGeneral-Regular.otf|lmroman10-regular.otf|"
    "lmroman8-regular.otf|Quattrocento-Regular.otf|Yrsa-Regular.ttf|Arapey-Regular.otf|PTF55F.ttf|PTF75F.ttf|"
    "Verana-Regular.otf|Kinnari.otf|VeraSe.ttf|Dustismo_Roman.ttf|Caliban.ttf",
    "mono": "LiberationMono-Regular.ttf|LiberationMono-Bold.ttf|NimbusMonoPS-Regular.otf|NimbusMonoPS-Bold.otf|"
    "FreeMono.ttf|FreeMonoBold.ttf|DejaVuSansMono.ttf|Hack-Regular.ttf|Inconsolata.otf|Courier Prime.otf|"
    "Courier Prime Sans.otf|texgyrecursor-regular.otf|GNUTypewriter.ttf|TlwgTypewriter.otf|lmmono10-regular.otf|"
    "MekanusADFStd-Regular.otf|OxygenMono-Regular.ttf|VeraMono.ttf|PTM55F.ttf",
    "geometric": "URWGothic-Book.otf|URWGothic-Demi.otf|texgyreadventor-regular.otf|LeagueSpartan-Regular.otf|"
    "LeagueSpartan-Light.otf|LeagueSpartan-Bold.otf|Quicksand-Regular.ttf|Quicksand-Bold.ttf|Comfortaa-Regular.ttf|"
    "BetecknaGS.ttf|BetecknaGS-Bold.ttf|Dosis-Medium.otf|Dosis-Bold.otf",
    "condensed": "NimbusSansNarrow-Regular.otf|NimbusSansNarrow-Bold.otf|LiberationSansNarrow-Regular.ttf|"
    "LiberationSansNarrow-Bold.ttf|RobotoCondensed-Regular.ttf|RobotoCondensed-Light.ttf|RobotoCondensed-Bold.ttf|"
    "OpenSans-CondLight.ttf|OpenSans-CondBold.ttf|texgyreheroscn-regular.otf|texgyreheroscn-bold.otf|"
    "DejaVuSansCondensed.ttf|DejaVuSerifCondensed.ttf|JunicodeTwoBeta-Condensed.otf|SwitzeraADF-Cond.otf|"
    "SwitzeraADF-BoldCond.otf|GilliusADF-Cond.otf|UniversalisADFStd-Cond.otf|TribunADFStd-Cond.otf|PTN57F.ttf|"
    "BetecknaGSCondensed-Bold.ttf|lmsansdemicond10-regular.otf",
    "italic": "LiberationSans-Italic.ttf|LiberationSans-BoldItalic.ttf|LiberationSerif-Italic.ttf|"
    "LiberationSerif-BoldItalic.ttf|NimbusSans-Italic.otf|NimbusRoman-Italic.otf|C059-Italic.otf|P052-Italic.otf|"
    "GenBasI.ttf|GentiumPlus-Italic.ttf|LinLibertine_RI.otf|LinBiolinum_RI.otf|URWBookman-LightItalic.otf|"
    "texgyrepagella-italic.otf|texgyretermes-italic.otf|BaskervaldADFStd-Italic.otf|AccanthisADFStd-Italic.otf|"
    "RomandeADFStd-Italic.otf|CaslonItalic.ttf|OldStandard-Italic.ttf|GFSDidotItalic.otf|STIXGeneral-Italic.otf|"
    "lmroman10-italic.otf|FreeSerifItalic.ttf|TribunADFStd-Italic.otf|PTF56F.ttf|Caladea-Italic.ttf|"
    "CharisSIL-Italic.ttf|DejaVuSerif-Italic.ttf|Cabin-Italic.otf|Lato-Italic.ttf|OpenSans-Italic.ttf|"
    "URWGothic-BookOblique.otf|GilliusADF-Italic.otf|NimbusMonoPS-Italic.otf",
}
# faces whose default figures are old-style
OLD_STYLE = (
    "EBGaramond12-Regular.otf|EBGaramond12-Regular.otf|EBGaramond08-Regular.otf|EBGaramond12-Bold.otf|"
    "EBGaramond12-Italic.otf|EBGaramond08-Italic.otf|GoudyBookletter1911.otf|GoudyBookletter1911.otf|LindenHill.otf|"
    "LindenHill-Italic.otf|Essays1743.ttf|Essays1743-Italic.ttf|Essays1743-Bold.ttf|Vollkorn-Regular.ttf|"
    "Vollkorn-Medium.ttf|Vollkorn-Bold.ttf|Vollkorn-Italic.ttf|Prociono.otf|IrianisADFStd-Regular.otf|"
    "IrianisADFStd-Italic.otf|RomandeADFStyleStd-Regular.otf|Junction.otf|Dustismo.ttf"
).split("|")
# faces with old-style figures as a font feature
WITH_ONUM = (
    "LinLibertine_R.otf|LinLibertine_RB.otf|LinLibertine_RI.otf|LinBiolinum_R.otf|LinBiolinum_RB.otf|"
    "Carlito-Regular.ttf|JunicodeTwoBeta-Regular.otf|JunicodeTwoBeta-Medium.otf|JunicodeTwoBeta-Italic.otf|"
    "JunicodeTwoBeta-SemiCondensed.otf|JunicodeTwoBeta-Light.otf|texgyrepagella-regular.otf|"
    "texgyrepagella-bold.otf|texgyrepagella-italic.otf|texgyretermes-regular.otf|texgyretermes-italic.otf|"
    "texgyretermes-bold.otf|texgyrebonum-regular.otf|texgyreschola-regular.otf|texgyreschola-italic.otf|"
    "BerenisADFPro-Regular.otf|BerenisADFPro-Italic.otf|Cardo104s.ttf|Cardoi99.ttf|FreeSerif.ttf|"
    "FreeSerifItalic.ttf|GFSDidot.otf|GFSArtemisia.otf|STIX-Regular.otf|lmroman10-regular.otf|lmroman8-regular.otf|"
    "lmroman10-italic.otf|Cantarell-Regular.otf|OpenSans-Regular.ttf|Lato-Regular.ttf|texgyreheros-regular.otf"
).split("|")
WITH_SMALL_CAPITALS = (
    "LinLibertine_R.otf|LinLibertine_RB.otf|LinBiolinum_R.otf|JunicodeTwoBeta-Regular.otf|"
    "JunicodeTwoBeta-Medium.otf|JunicodeTwoBeta-Italic.otf|texgyrepagella-regular.otf|texgyretermes-regular.otf|"
    "texgyretermes-bold.otf|texgyrebonum-regular.otf|texgyreschola-regular.otf|texgyreadventor-regular.otf|"
    "BerenisADFPro-Regular.otf|Cardo104s.ttf|FreeSerif.ttf|GFSDidot.otf|GFSArtemisia.otf|CharisSIL-Regular.ttf|"
    "GentiumPlus-Regular.ttf|DoulosSIL-Regular.ttf|EBGaramond12-Regular.otf|EBGaramond08-Regular.otf|"
    "EBGaramond12-Italic.otf|LindenHill.otf|Vollkorn-Regular.ttf|Cabin-Regular.otf|RobotoSlab-Regular.otf"
).split("|")
CJK = "DroidSansFallbackFull.ttf"
# the frequency of each family, by kind of line
SHARES = {
    "bars": "ocr-b 42 ocr-a 6 sans 24 mono 5 condensed 12 serif 5 geometric 5 italic 1",
    "text": "ocr-b 12 ocr-a 8 sans 19 serif 26 mono 6 condensed 8 geometric 5 italic 16",
}


@lru_cache(maxsize=1)
def _installed():
    return {path.name: str(path) for folder in FOLDERS for path in sorted(folder.rglob("*.[ot]tf"))}


def path_of(name):
    if name not in _installed():
        raise FileNotFoundError(
            f"type face {name} is missing; install the packages that scripts/training/train-tessdata lists"
        )
    return _installed()[name]


@lru_cache(maxsize=None)
def sized(name, height, shaped=False):
    """The face sized so that its `8` is `height` pixels tall; `shaped` allows font features but is slow."""
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    box = ImageFont.truetype(path_of(name), 100).getbbox("8")
    size = max(8, round(100 * height / max(1, box[3] - box[1])))
    return ImageFont.truetype(path_of(name), size, layout_engine=layout)


@lru_cache(maxsize=None)
def characters(name):
    """The characters a face can print."""
    with TTFont(path_of(name), lazy=True) as font:
        return frozenset(chr(code) for code in font.getBestCmap())


@lru_cache(maxsize=None)
def _shares(kind):
    words = SHARES[kind].split()
    total = sum(map(int, words[1::2]))
    return words[::2], [int(w) / total for w in words[1::2]]


def choose(rng, kind):
    """A family and one of its faces."""
    names, shares = _shares(kind)
    family = str(rng.choice(names, p=shares))
    faces = FAMILIES[family].split("|")
    return family, faces[rng.integers(len(faces))]
