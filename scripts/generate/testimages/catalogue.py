"""All photos of the set, a module a kind."""

from .shots import (
    covers,
    covers_in_bad_light,
    english_imprints,
    flaps,
    foreign_imprints,
    formats,
    imprints_in_bad_light,
    negatives,
    old_presses,
    other_bars,
    other_numbers,
)

MODULES = (
    english_imprints,
    imprints_in_bad_light,
    old_presses,
    foreign_imprints,
    flaps,
    covers,
    covers_in_bad_light,
    formats,
    negatives,
    other_bars,
    other_numbers,
)
SHOTS = [shot for module in MODULES for shot in module.SHOTS]
assert len({shot.name for shot in SHOTS}) == len(SHOTS)
