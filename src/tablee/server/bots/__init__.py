"""Which bot plays when, and where they think."""
