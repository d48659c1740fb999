"""What light, lens, hand, press and storage do to a photo. Each takes the upright picture, the bars' place where it is
known, the width of a module in pixels (of print, an eighth of the capitals' height) and a source of chance."""

import io

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter


def blurred(picture, sigma):
    return picture.filter(ImageFilter.GaussianBlur(sigma)) if sigma > 0.05 else picture


def _shifted(picture, x, y):
    return picture.transform(
        picture.size, Image.Transform.AFFINE, (1, 0, x, 0, 1, y), Image.Resampling.BILINEAR)


def _curve(picture, function):
    """Every channel through one curve of 0…1."""
    table = np.clip(function(np.linspace(0, 1, 256)) * 255, 0, 255).round().astype(int).tolist()
    return picture.point(table * len(picture.getbands()))


def _stored(picture, quality):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")


def _reduced(picture, module, rng):
    """As from further away: two in three with a module of 1.1 to 3 pixels. Gives the picture and its module."""
    wanted = rng.uniform(1.1, 3.0)
    if rng.random() > 0.67 or wanted > module:
        return picture, module
    share = wanted / module
    size = (max(80, round(picture.width * share)), max(80, round(picture.height * share)))
    return picture.resize(size, Image.Resampling.BOX), wanted


def _spread(picture, radius, choose):
    """The darkest or the lightest within a disk, to a fraction of a pixel."""
    best = picture
    for share in (1.0,) if radius < 2 else (0.5, 1.0):
        for turn in range(8):
            angle = turn * np.pi / 4
            best = choose(best, _shifted(picture, share * radius * np.cos(angle), share * radius * np.sin(angle)))
    return best


def thin_bars(picture, bars, module, rng):
    """Every stroke loses 0.3 to 0.8 of a module of its width."""
    picture, module = _reduced(picture, module, rng)
    return blurred(_spread(picture, module * rng.uniform(0.15, 0.4), ImageChops.lighter), 0.2 * module)


def thick_bars(picture, bars, module, rng):
    """Every stroke gains 0.3 to 0.8 of a module."""
    picture, module = _reduced(picture, module, rng)
    return blurred(_spread(picture, module * rng.uniform(0.15, 0.4), ImageChops.darker), 0.2 * module)


def overexposed(picture, bars, module, rng):
    """Light blooms into the strokes before it saturates."""
    picture, module = _reduced(picture, module, rng)
    light = _curve(blurred(picture, 0.2 * module), lambda v: v**2.2)
    light = blurred(light, module * rng.uniform(0.3, 0.7))
    grey = np.asarray(light.convert("L").resize((200, 200)), np.float32) / 255
    gain = rng.uniform(1.3, 3.5) / max(0.05, float(np.percentile(grey, 85)))
    return _curve(light, lambda v: np.minimum(1, v * gain) ** (1 / 2.2))


def ink_bleeding(picture, bars, module, rng):
    """Ink runs into soft paper: blurred, then hardened at a level near that of the paper."""
    picture, module = _reduced(picture, module, rng)
    soft = blurred(picture, module * rng.uniform(0.4, 0.75))
    paper = np.percentile(np.asarray(picture.convert("L").resize((200, 200))), 80) / 255
    level, hardness = paper * rng.uniform(0.68, 0.86), rng.uniform(0.05, 0.09)
    return _curve(soft, lambda v: 0.08 + 0.85 * paper / (1 + np.exp(-(v - level) / hardness)))


def sharpened(picture, bars, module, rng):
    """Soft, sharpened hard by the camera, and stored small."""
    picture, module = _reduced(picture, module, rng)
    soft = blurred(picture, module * rng.uniform(0.45, 0.8))
    hard = soft.filter(ImageFilter.UnsharpMask(
        max(1, module * rng.uniform(0.8, 1.6)), int(rng.uniform(200, 450)), 0))
    return _stored(hard, int(rng.integers(15, 45)))


def dark(picture, bars, module, rng):
    """Few electrons: dim, with the noise of light and of the sensor, brightened by nobody."""
    values = (np.asarray(picture, np.float32) / 255) ** 2.2 * rng.uniform(0.004, 0.035)
    values += rng.normal(0, 1, values.shape) * np.sqrt(values * 0.0006 + 0.000004)
    return Image.fromarray((np.clip(values, 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8))


def noise(picture, bars, module, rng):
    values = np.asarray(picture, np.float32)
    grain = rng.normal(0, rng.uniform(45, 110), values.shape[:2])[..., None]
    values = values + 0.8 * grain + rng.normal(0, 12, values.shape)
    return Image.fromarray(np.clip(values, 0, 255).round().astype(np.uint8))


def jpeg(picture, bars, module, rng):
    return _stored(picture, int(rng.integers(2, 10)))


def small(picture, bars, module, rng):
    """A module of 0.6 to 1.1 pixels, capitals of 5 to 9."""
    share = min(1.0, rng.uniform(0.6, 1.1) / module)
    return picture.resize(
        (max(80, round(picture.width * share)), max(80, round(picture.height * share))), Image.Resampling.BOX)


def blur(picture, bars, module, rng):
    return blurred(picture, module * rng.uniform(0.6, 1.7))


def motion(picture, bars, module, rng):
    """The hand moves 1.5 to 4.5 modules while the shutter is open."""
    length, angle = module * rng.uniform(1.5, 4.5), rng.uniform(0, np.pi)
    steps = max(3, int(length) + 1)
    total = np.zeros((picture.height, picture.width, 3), np.float32)
    for place in np.linspace(-0.5, 0.5, steps):
        moved = _shifted(picture, place * length * np.cos(angle), place * length * np.sin(angle))
        total += np.asarray(moved, np.float32)
    return Image.fromarray((total / steps).round().astype(np.uint8))


def _coefficients(source, target):
    """Of the projection that takes the target's corners to the source's."""
    rows, values = [], []
    for (u, v), (x, y) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows, float), np.array(values, float)).tolist()


def _edge(picture):
    """The colour round the picture's edge."""
    return tuple(int(v) for v in np.asarray(picture.resize((16, 16), Image.Resampling.BOX))[0].mean(axis=0))


def perspective(picture, bars, module, rng):
    """Each corner moves inwards by up to 27 % of a side."""
    width, height = picture.size
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    inwards = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * np.array([width, height])
    moved = corners + inwards * rng.uniform(0.0, 0.27, (4, 2))
    return picture.transform(
        picture.size, Image.Transform.PERSPECTIVE, _coefficients(corners, moved), Image.Resampling.BICUBIC,
        fillcolor=_edge(picture))


def angle(picture, bars, module, rng):
    return picture.rotate(
        rng.uniform(8, 352), Image.Resampling.BICUBIC, expand=True, fillcolor=_edge(picture))


def _target(picture, bars, rng):
    """Where the number is, or a place like it; and its length there."""
    if bars:
        return bars.point(47 + rng.uniform(-25, 25), bars.height * rng.uniform(0.2, 1)), 95 * bars.module
    return (
        np.array(picture.size) * rng.uniform(0.25, 0.75, 2), 0.4 * picture.width)


def glare(picture, bars, module, rng):
    """A lamp mirrored in the foil, over some of the number."""
    (x, y), length = _target(picture, bars, rng)
    mask = Image.new("L", picture.size)
    long, short = length * rng.uniform(0.25, 0.55), length * rng.uniform(0.1, 0.24)
    ImageDraw.Draw(mask).ellipse((x - long, y - short, x + long, y + short), fill=255)
    mask = mask.rotate(rng.uniform(0, 180), center=(x, y))
    mask = blurred(mask, 0.3 * short)
    halo = blurred(mask, 1.2 * short).point(lambda v: int(v * 0.45))
    return Image.composite(Image.new("RGB", picture.size, (255, 254, 250)), picture, ImageChops.lighter(mask, halo))


def fingers(picture, bars, module, rng):
    """One or two fingertips reach over some digits, from below more often than from above."""
    (x, y), length = _target(picture, bars, rng)
    tone = np.array([(224, 172, 140), (198, 134, 98), (141, 85, 54), (92, 58, 40)][rng.integers(4)], float)
    down = bars.down / np.hypot(*bars.down) if bars else np.array([0.0, 1.0])
    down = down * (1 if rng.random() < 0.7 else -1)
    broad = length * rng.uniform(0.12, 0.2)
    skin, mask = picture.copy(), Image.new("L", picture.size)
    for _ in range(rng.integers(1, 3)):
        tip = np.array([x, y]) + rng.normal(0, 0.05 * length, 2)
        lean = down + rng.normal(0, 0.15, 2)
        end = tip + lean * 2 * max(picture.size)
        for shade, width in ((0.72, 2.0), (0.92, 1.7), (1.0, 1.2), (1.06, 0.6)):
            fill = tuple(int(v) for v in np.clip(tone * shade, 0, 255))
            for canvas, colour in ((skin, fill), (mask, 255)):
                draw = ImageDraw.Draw(canvas)
                half = broad * width / 2
                draw.line([tuple(tip), tuple(end)], fill=colour, width=max(1, int(2 * half)))
                draw.ellipse((tip[0] - half, tip[1] - half, tip[0] + half, tip[1] + half), fill=colour)
        x += broad * 2.3
    return Image.composite(blurred(skin, 0.06 * broad), picture, blurred(mask, 0.04 * broad))
