"""EAN-13, UPC-A and five-digit add-on bars in their true geometry (GS1 General Specifications, 5.2)."""

import numpy as np

from .numbers import ean_check

LEFT_ODD = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
RIGHT = ["".join("10"[int(m)] for m in code) for code in LEFT_ODD]
LEFT_EVEN = [code[::-1] for code in RIGHT]
FIRST_DIGIT_PARITY = "OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO".split()
ADDON_PARITY = "EEOOO EOEOO EOOEO EOOOE OEEOO OOEEO OOOEE OEOEO OEOOE OOEOE".split()


def _left(digits: str, parity: str) -> list[str]:
    return [(LEFT_ODD if p == "O" else LEFT_EVEN)[int(d)] for d, p in zip(digits, parity)]


def ean13_modules(digits: str) -> str:
    """95 modules, `1` a bar."""
    assert len(digits) == 13 and ean_check(digits[:12]) == digits[12], digits
    left = _left(digits[1:7], FIRST_DIGIT_PARITY[int(digits[0])])
    right = [RIGHT[int(d)] for d in digits[7:]]
    return "101" + "".join(left) + "01010" + "".join(right) + "101"


def addon_modules(digits: str) -> str:
    """47 modules of the five-digit add-on."""
    weight = (3 * sum(map(int, digits[0::2])) + 9 * sum(map(int, digits[1::2]))) % 10
    return "1011" + "01".join(_left(digits, ADDON_PARITY[weight]))


def _mask(modules: str, module: float, offset: float, pixels: int) -> np.ndarray:
    """How much of each pixel column is bar, 0…1; bars that end within a pixel come out grey."""
    fine = np.zeros(pixels * 16, np.float32)
    for index, bar in enumerate(modules):
        if bar == "1":
            start, end = (offset + index * module) * 16, (offset + (index + 1) * module) * 16
            fine[round(start) : round(end)] = 1
    return fine.reshape(pixels, 16).mean(axis=1)


def draw_bars(
    sheet,
    x: float,
    y: float,
    digits: str,
    module: float = 0.8,
    height: float = 48,
    ink=(28, 26, 26),
    text: bool = True,
    addon: str | None = None,
    mark: bool = True,
) -> None:
    """Bars with their upper left corner (first guard bar) at (x, y); all lengths in points.

    Twelve digits draw a UPC-A, thirteen an EAN-13. `mark` is the `>` that keeps the quiet zone clear.
    """
    upc = len(digits) == 12
    modules = ean13_modules("0" + digits if upc else digits)
    tall = set(range(3)) | set(range(45, 50)) | set(range(92, 95))
    if upc:
        tall |= set(range(3, 10)) | set(range(85, 92))
    guards = "".join(m if i in tall else "0" for i, m in enumerate(modules))
    _strip(sheet, x, y, modules, module, height, ink)
    if text:
        _strip(sheet, x, y + height, guards, module, 5 * module, ink)
        baseline = y + height + 9.3 * module

        def put(digit: str, cell: float, small: bool = False) -> None:
            sheet.letter(
                digit, x + (cell + 3.5) * module, baseline, "ocr-b", (8.2 if small else 10.6) * module, ink
            )

        if upc:
            put(digits[0], -9, True)
            for i in range(5):
                put(digits[1 + i], 11.5 + 6.8 * i)
                put(digits[6 + i], 49.5 + 6.8 * i)
            put(digits[11], 97, True)
        else:
            put(digits[0], -9.5)
            for i in range(6):
                put(digits[1 + i], 3 + 7 * i)
                put(digits[7 + i], 50 + 7 * i)
        sheet.note(
            digits if upc else f"{digits[0]} {digits[1:7]} {digits[7:]}",
            x - 6 * module,
            baseline,
            103 * module,
            7.2 * module,
        )
        if mark and not addon and not upc:
            put(">", 97)
    if addon:
        left = x + (95 + 10) * module
        top = y + 9 * module
        _strip(sheet, left, top, addon_modules(addon), module, height - (4 if text else 9) * module, ink)
        for i, digit in enumerate(addon):
            sheet.letter(
                digit, left + (4 + 9 * i + 3.5) * module, top - 2 * module, "ocr-b", 10.6 * module, ink
            )
        if mark:
            sheet.letter(">", left + 53 * module, top - 2 * module, "ocr-b", 10.6 * module, ink)


def _strip(sheet, x: float, y: float, modules: str, module: float, height: float, ink) -> None:
    scale = sheet.scale
    first = int(x * scale)
    pixels = int(len(modules) * module * scale) + 3
    row = _mask(modules, module * scale, x * scale - first, pixels)
    rows = max(1, round(height * scale))
    sheet.stamp(np.tile(row, (rows, 1)), first, round(y * scale), ink)
