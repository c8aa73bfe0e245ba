"""Copieur !: memory, bluff and speed round six slates."""

from tablee.games.copieur.rules import Copieur

GAME = Copieur()
