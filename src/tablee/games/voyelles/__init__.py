"""Voyelles: three consonants, one microphone, words at speed."""

from tablee.games.voyelles.rules import Voyelles

GAME = Voyelles()
