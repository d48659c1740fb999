"""All photos of the set."""
from .shots import covers, english_imprints, flaps, foreign_imprints, formats, negatives, old_presses

MODULES = english_imprints, old_presses, foreign_imprints, flaps, covers, formats, negatives
SHOTS = [shot for module in MODULES for shot in module.SHOTS]
assert len({shot.name for shot in SHOTS}) == len(SHOTS)
