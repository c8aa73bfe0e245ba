"""Anges & Démons: bluff with three cards at a time."""

from tablee.games.anges.rules import Anges

GAME = Anges()
