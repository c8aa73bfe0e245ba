"""Lets tests import what stands beside them, and the examples."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
