"""One table around its games."""
