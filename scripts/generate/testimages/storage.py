"""Writes shots as files in every format the program reads, with their truth beside them."""

import io
import json
from pathlib import Path

import pillow_heif
from PIL import Image

from .shot import Shot

pillow_heif.register_heif_opener()
ORIENTATION = 0x0112
T = Image.Transpose
# From upright pixels to stored ones, so that the tag turns them back (EXIF 2.32, 4.6.4).
STORED = {
    2: T.FLIP_LEFT_RIGHT,
    3: T.ROTATE_180,
    4: T.FLIP_TOP_BOTTOM,
    5: T.TRANSPOSE,
    6: T.ROTATE_90,
    7: T.TRANSVERSE,
    8: T.ROTATE_270,
}


def write(shot: Shot, folder: Path) -> list[Path]:
    """The photo and its sidecar; returns both paths."""
    upright, truth = shot.photograph()
    others = [other.photograph() for other in shot.also]
    image = stored(upright, shot)
    path = folder / shot.file
    path.write_bytes(encode(image, shot, [stored(o, s) for (o, _), s in zip(others, shot.also)]))
    truth = {"width": image.width, "height": image.height} | truth
    if shot.storage.extension == "tif":
        truth = {"pages": [truth] + [{"width": o.width, "height": o.height} | t for o, t in others]}
    sidecar = path.with_suffix(".json")
    sidecar.write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n")
    return [path, sidecar]


def stored(upright: Image.Image, shot: Shot) -> Image.Image:
    turn = STORED.get(shot.storage.orientation)
    return (upright.transpose(turn) if turn is not None else upright).convert(shot.storage.mode)


def encode(image: Image.Image, shot: Shot, others: list[Image.Image]) -> bytes:
    how = shot.storage
    tags = {}
    if how.orientation != 1:
        exif = Image.Exif()
        exif[ORIENTATION] = how.orientation
        tags["exif"] = exif.tobytes()
    out = io.BytesIO()
    match how.extension:
        case "jpg" if others:
            # A phone's multi-picture file (CIPA DC-007): one JPEG behind another, listed in an APP2 segment.
            image.save(out, "MPO", save_all=True, append_images=others, quality=how.quality, **tags)
        case "jpg":
            image.save(out, "JPEG", quality=how.quality, optimize=True, progressive=how.progressive, **tags)
        case "png":
            image.save(out, "PNG", optimize=True)
        case "tif":
            image.save(
                out, "TIFF", save_all=True, append_images=others, compression="jpeg", quality=how.quality
            )
        case "webp":
            image.save(out, "WEBP", quality=how.quality, method=4)
        case "gif":
            image.quantize(32, dither=Image.Dither.NONE).save(out, "GIF")
        case "bmp":
            image.save(out, "BMP")
        case "jp2":
            image.save(
                out, "JPEG2000", quality_mode="rates", quality_layers=[100 - how.quality], irreversible=True
            )
        case "heic":
            # pillow-heif writes `irot` from the tag and keeps the tag, as phones do.
            image.save(out, "HEIF", quality=how.quality, **tags)
    return out.getvalue()
