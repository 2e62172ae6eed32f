"""What is special about each title in reading files of 18xx.games."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interchange.import_profiles import eu, ga, india, tn, va
from bot.interchange.import_state import ImportProfile

IMPORT_PROFILES: Mapping[str, ImportProfile] = {  # by the title's name in the files
    "18GA": ga.PROFILE,
    "18TN": tn.PROFILE,
    "18VA": va.PROFILE,
    "18EU": eu.PROFILE,
    "18 India": india.PROFILE,
}
