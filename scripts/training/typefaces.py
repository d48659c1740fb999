"""The type faces of book backs and imprint pages, by the way they are met. All come from Debian packages."""

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDERS = [
    Path("/usr/share/fonts/truetype"),
    Path("/usr/share/fonts/opentype"),
    Path("/usr/share/texmf/fonts/opentype"),
]
FAMILIES = {
    "ocr-b": ["OCRB.otf"],
    "ocr-a": ["OCRA.ttf", "OCRA.ttf", "OCRABold.ttf", "OCRACondensed.ttf"],
    "sans": [
        "LiberationSans-Regular.ttf",
        "LiberationSans-Bold.ttf",
        "NimbusSans-Regular.otf",
        "NimbusSans-Bold.otf",
        "texgyreheros-regular.otf",
        "FreeSans.ttf",
        "DejaVuSans.ttf",
        "DejaVuSans-Bold.ttf",
        "Roboto-Regular.ttf",
        "Roboto-Light.ttf",
        "Roboto-Medium.ttf",
        "Roboto-Bold.ttf",
        "OpenSans-Regular.ttf",
        "OpenSans-Light.ttf",
        "OpenSans-Semibold.ttf",
        "OpenSans-Bold.ttf",
        "Lato-Regular.ttf",
        "Lato-Light.ttf",
        "Lato-Bold.ttf",
        "Lato-Black.ttf",
        "Carlito-Regular.ttf",
        "Carlito-Bold.ttf",
        "Cantarell-Regular.otf",
        "Inter-Regular.otf",
        "Inter-Light.otf",
        "Inter-Bold.otf",
        "Inter-SemiBold.otf",
        "LinBiolinum_R.otf",
        "LinBiolinum_RB.otf",
    ],
    "serif": [
        "LiberationSerif-Regular.ttf",
        "LiberationSerif-Bold.ttf",
        "NimbusRoman-Regular.otf",
        "NimbusRoman-Bold.otf",
        "P052-Roman.otf",
        "P052-Bold.otf",
        "C059-Roman.otf",
        "C059-Bold.otf",
        "URWBookman-Light.otf",
        "URWBookman-Demi.otf",
        "FreeSerif.ttf",
        "DejaVuSerif.ttf",
        "EBGaramond12-Regular.otf",
        "EBGaramond08-Regular.otf",
        "LinLibertine_R.otf",
        "LinLibertine_RB.otf",
        "OldStandard-Regular.ttf",
        "OldStandard-Bold.ttf",
        "GFSDidot.otf",
        "Caladea-Regular.ttf",
        "Caladea-Bold.ttf",
        "GenBasR.ttf",
        "GenBkBasR.ttf",
        "JunicodeTwoBeta-Regular.otf",
        "JunicodeTwoBeta-Medium.otf",
        "texgyreschola-regular.otf",
        "texgyretermes-regular.otf",
        "RobotoSlab-Regular.otf",
        "RobotoSlab-Light.otf",
        "LiberationSerif-Italic.ttf",
        "NimbusRoman-Italic.otf",
        "LinLibertine_RI.otf",
        "P052-Italic.otf",
    ],
    "mono": [
        "LiberationMono-Regular.ttf",
        "LiberationMono-Bold.ttf",
        "NimbusMonoPS-Regular.otf",
        "NimbusMonoPS-Bold.otf",
        "FreeMono.ttf",
        "FreeMonoBold.ttf",
        "DejaVuSansMono.ttf",
        "Hack-Regular.ttf",
        "Inconsolata.otf",
        "Courier Prime.otf",
        "Courier Prime Sans.otf",
        "texgyrecursor-regular.otf",
    ],
    "geometric": [
        "URWGothic-Book.otf",
        "URWGothic-Demi.otf",
        "texgyreadventor-regular.otf",
        "LeagueSpartan-Regular.otf",
        "LeagueSpartan-Light.otf",
        "LeagueSpartan-Bold.otf",
        "Quicksand-Regular.ttf",
        "Quicksand-Bold.ttf",
        "Comfortaa-Regular.ttf",
    ],
    "condensed": [
        "NimbusSansNarrow-Regular.otf",
        "NimbusSansNarrow-Bold.otf",
        "LiberationSansNarrow-Regular.ttf",
        "LiberationSansNarrow-Bold.ttf",
        "RobotoCondensed-Regular.ttf",
        "RobotoCondensed-Light.ttf",
        "RobotoCondensed-Bold.ttf",
        "OpenSans-CondLight.ttf",
        "OpenSans-CondBold.ttf",
        "texgyreheroscn-regular.otf",
        "texgyreheroscn-bold.otf",
        "DejaVuSansCondensed.ttf",
        "DejaVuSerifCondensed.ttf",
        "JunicodeTwoBeta-Condensed.otf",
    ],
    "italic": [
        "LiberationSans-Italic.ttf",
        "LiberationSans-BoldItalic.ttf",
        "LiberationSerif-BoldItalic.ttf",
        "NimbusSans-Italic.otf",
        "C059-Italic.otf",
        "GenBasI.ttf",
    ],
}
OLD_STYLE = [
    "EBGaramond12-Regular.otf",
    "EBGaramond08-Regular.otf",
    "LinLibertine_R.otf",
    "LinBiolinum_R.otf",
    "Carlito-Regular.ttf",
    "JunicodeTwoBeta-Regular.otf",
    "texgyrepagella-regular.otf",
]
CJK = "DroidSansFallbackFull.ttf"
# how often each family is drawn, by kind of line
SHARES = {
    "bars": {
        "ocr-b": 0.42,
        "ocr-a": 0.06,
        "sans": 0.24,
        "mono": 0.05,
        "condensed": 0.12,
        "serif": 0.05,
        "geometric": 0.05,
        "italic": 0.01,
    },
    "text": {
        "ocr-b": 0.20,
        "ocr-a": 0.11,
        "sans": 0.24,
        "serif": 0.22,
        "mono": 0.05,
        "condensed": 0.09,
        "geometric": 0.05,
        "italic": 0.04,
    },
}


@lru_cache(maxsize=None)
def path_of(name):
    for folder in FOLDERS:
        for path in folder.rglob(name):
            return str(path)
    raise FileNotFoundError(
        f"type face {name} is missing; install the packages that scripts/train-tessdata lists"
    )


@lru_cache(maxsize=None)
def sized(name, height, shaped=False):
    """The face sized so that its `8` is `height` pixels tall; `shaped` allows font features but is slow."""
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    box = ImageFont.truetype(path_of(name), 100).getbbox("8")
    size = max(8, round(100 * height / max(1, box[3] - box[1])))
    return ImageFont.truetype(path_of(name), size, layout_engine=layout)


@lru_cache(maxsize=None)
def advance(name, height, char):
    return sized(name, height).getlength(char)


def choose(rng, kind):
    shares = SHARES[kind]
    family = str(rng.choice(list(shares), p=list(shares.values())))
    faces = FAMILIES[family]
    return faces[rng.integers(len(faces))]
