"""For all tests: properties are judged by what they find, not by how long it takes, and find the same every time."""

from hypothesis import HealthCheck, settings

settings.register_profile("tablee", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tablee")
