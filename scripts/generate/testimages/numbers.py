"""Check digits, so that the catalogue gives a number's parts and never a wrong last digit by accident."""


def ean_check(digits: str) -> str:
    return str(-sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10)


def upc_check(digits: str) -> str:
    return ean_check("0" + digits)


def isbn10_check(digits: str) -> str:
    return "0123456789X"[-sum(int(d) * (10 - i) for i, d in enumerate(digits)) % 11]


def digits_of(text: str) -> str:
    return "".join(c for c in text.upper() if c.isdigit() or c == "X")


def isbn13(parts: str) -> str:
    """`978-0-7134-8217` to `978-0-7134-8217-C`."""
    return f"{parts}-{ean_check(digits_of(parts))}"


def isbn10(parts: str) -> str:
    """`0-7134-8217` to `0-7134-8217-C`."""
    return f"{parts}-{isbn10_check(digits_of(parts))}"


def canonical(printed: str) -> str:
    """Thirteen digits of an ISBN-13, ISBN-10 or SBN as printed; its check digit must be right."""
    digits = digits_of(printed)
    if len(digits) == 13:
        assert ean_check(digits[:12]) == digits[12] and digits[:3] in ("978", "979"), printed
        return digits
    digits = digits.rjust(10, "0")
    assert len(digits) == 10 and isbn10_check(digits[:9]) == digits[9], printed
    return "978" + digits[:9] + ean_check("978" + digits[:9])
