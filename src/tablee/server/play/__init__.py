"""A game that runs."""
