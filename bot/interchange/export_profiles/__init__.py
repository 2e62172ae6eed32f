"""What is special about each title in writing files of 18xx.games."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interchange.export_profiles import eu, ga, india, tn, va
from bot.interchange.export_state import ExportProfile

EXPORT_PROFILES: Mapping[str, ExportProfile] = {  # by our name of the title
    "18GA": ga.PROFILE,
    "18TN": tn.PROFILE,
    "18VA": va.PROFILE,
    "18EU": eu.PROFILE,
    "18India": india.PROFILE,
}
