"""De Fil en Aiguille: association of ideas, hot and cold, in four modes."""

from tablee.games.fil.rules import Fil

GAME = Fil()
