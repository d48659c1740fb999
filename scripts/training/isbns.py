"""Generates ISBNs, so that no line of the training set has a number of a test photo.

Group and registrant lengths follow the International ISBN Agency's ranges, simplified: hyphens are where books
have them."""

# registration group -> registrant ranges, each (first, last) at its printed length
GROUPS = {
    "978-0": [("00", "19"), ("200", "699"), ("7000", "8499"), ("85000", "89999"), ("900000", "949999")],
    "978-1": [
        ("01", "02"),
        ("05", "06"),
        ("100", "397"),
        ("4000", "5499"),
        ("55000", "64999"),
        ("714000", "716999"),
        ("74000", "77499"),
        ("86980", "89609"),
        ("902000", "902199"),
    ],
    "978-2": [("00", "19"), ("200", "349"), ("400", "486"), ("7000", "8399"), ("84000", "89999")],
    "978-3": [("00", "02"), ("04", "19"), ("200", "699"), ("7000", "8499"), ("85000", "89999")],
    "978-4": [("00", "19"), ("200", "699"), ("7000", "8499"), ("85000", "89999")],
    "978-5": [("01", "19"), ("200", "361"), ("4300", "4399"), ("7000", "8499"), ("85000", "89999")],
    "978-7": [("00", "09"), ("100", "499"), ("5000", "7999"), ("80000", "89999"), ("900000", "989999")],
    "978-80": [("00", "19"), ("200", "529"), ("7000", "8499")],
    "978-83": [("00", "19"), ("200", "599"), ("7000", "8499")],
    "978-84": [("00", "09"), ("120", "189"), ("200", "699"), ("7000", "8499")],
    "978-85": [("00", "19"), ("200", "454"), ("7000", "8499")],
    "978-88": [("00", "19"), ("200", "326"), ("7000", "8499")],
    "978-89": [("00", "24"), ("250", "549"), ("5500", "8499"), ("85000", "94999")],
    "978-91": [("0", "1"), ("20", "49"), ("500", "649"), ("7000", "8199")],
    "978-957": [("00", "02"), ("05", "19"), ("210", "276"), ("2800", "3099")],
    "978-602": [("00", "06"), ("200", "399"), ("7500", "7999")],
    "978-9957": [("00", "39"), ("400", "699")],
    "979-8": [("200", "229"), ("3500", "3999"), ("4000", "8499"), ("85000", "89999")],
    "979-10": [("00", "19"), ("200", "699"), ("7000", "8999")],
}
COMMON = ["978-0", "978-1", "978-7", "978-2", "978-3"]


def digits(rng, count):
    return "".join(str(d) for d in rng.integers(0, 10, count))


def ean_check(body):
    return str(-sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(body)) % 10)


def isbn10_check(body):
    value = -sum(int(d) * (10 - i) for i, d in enumerate(body)) % 11
    return "X" if value == 10 else str(value)


def isbn_parts(rng):
    """An invented ISBN-13 as [prefix, group, registrant, publication, check digit]."""
    key = str(rng.choice(COMMON if rng.random() < 0.6 else list(GROUPS)))
    prefix, group = key.split("-")
    ranges = GROUPS[key]
    first, last = ranges[rng.integers(len(ranges))]
    registrant = str(rng.integers(int(first), int(last) + 1)).zfill(len(first))
    publication = digits(rng, 9 - len(group) - len(registrant))
    body = prefix + group + registrant + publication
    return [prefix, group, registrant, publication, ean_check(body)]


def as_isbn10(parts):
    """The ISBN-10 of a 978 number, as [group, registrant, publication, check digit]."""
    body = parts[1:4]
    return body + [isbn10_check("".join(body))]


def ean(rng):
    """Thirteen digits as found below barcodes: mostly ISBNs, some ISSNs and other products."""
    if rng.random() < 0.8:
        return "".join(isbn_parts(rng))
    body = str(rng.choice(["977", "192", "978", "979", "40", "50", "76", "69", "0"]))
    body += digits(rng, 12 - len(body))
    return body + ean_check(body)
