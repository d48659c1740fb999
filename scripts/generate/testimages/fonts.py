"""Type faces by the names the catalogue uses; all come from Debian packages."""

import functools
import sys
from pathlib import Path

from PIL import ImageFont

FONTS = Path("/usr/share/fonts")
PACKAGES = (
    "fonts-ocr-a fonts-ocr-b fonts-liberation fonts-dejavu fonts-freefont-ttf fonts-urw-base35 fonts-roboto"
)
FACES = {
    "times": "opentype/urw-base35/NimbusRoman-Regular.otf",
    "times italic": "opentype/urw-base35/NimbusRoman-Italic.otf",
    "times bold": "opentype/urw-base35/NimbusRoman-Bold.otf",
    "century": "opentype/urw-base35/C059-Roman.otf",
    "century italic": "opentype/urw-base35/C059-Italic.otf",
    "century bold": "opentype/urw-base35/C059-Bold.otf",
    "palatino": "opentype/urw-base35/P052-Roman.otf",
    "palatino italic": "opentype/urw-base35/P052-Italic.otf",
    "palatino bold": "opentype/urw-base35/P052-Bold.otf",
    "bookman": "opentype/urw-base35/URWBookman-Light.otf",
    "bookman bold": "opentype/urw-base35/URWBookman-Demi.otf",
    "bookman italic": "opentype/urw-base35/URWBookman-LightItalic.otf",
    "geometric": "opentype/urw-base35/URWGothic-Book.otf",
    "geometric bold": "opentype/urw-base35/URWGothic-Demi.otf",
    "grotesque": "opentype/urw-base35/NimbusSans-Regular.otf",
    "grotesque bold": "opentype/urw-base35/NimbusSans-Bold.otf",
    "narrow": "opentype/urw-base35/NimbusSansNarrow-Regular.otf",
    "narrow bold": "opentype/urw-base35/NimbusSansNarrow-Bold.otf",
    "typewriter": "opentype/urw-base35/NimbusMonoPS-Bold.otf",
    "mono": "truetype/liberation/LiberationMono-Regular.ttf",
    "newspaper": "truetype/liberation/LiberationSerif-Regular.ttf",
    "sans": "truetype/liberation/LiberationSans-Regular.ttf",
    "sans bold": "truetype/liberation/LiberationSans-Bold.ttf",
    "slab": "truetype/dejavu/DejaVuSerif.ttf",
    "slab bold": "truetype/dejavu/DejaVuSerif-Bold.ttf",
    "humanist": "truetype/dejavu/DejaVuSans.ttf",
    "humanist bold": "truetype/dejavu/DejaVuSans-Bold.ttf",
    "free": "truetype/freefont/FreeSerif.ttf",
    "free italic": "truetype/freefont/FreeSerifItalic.ttf",
    "free bold": "truetype/freefont/FreeSerifBold.ttf",
    "roboto": "truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
    "roboto light": "truetype/roboto/unhinted/RobotoTTF/Roboto-Light.ttf",
    "roboto bold": "truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf",
    "ocr-a": "truetype/ocr-a/OCRA.ttf",
    "ocr-b": "opentype/ocr-b/OCRB.otf",
}


def require_fonts() -> None:
    missing = sorted(path for path in FACES.values() if not (FONTS / path).exists())
    if missing:
        sys.exit(
            f"make-testimages: these fonts are missing: {', '.join(missing)}\n"
            f"install them with: apt-get install {PACKAGES}"
        )


@functools.cache
def font(face: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / FACES[face]), pixels)
