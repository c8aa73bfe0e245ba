"""For these tests: the examples can be imported, and no test of properties is judged by its time."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parents[2]))

settings.register_profile("tablee", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tablee")
