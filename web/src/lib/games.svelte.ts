/** The games of this house, as the server lists them. */
import type { GameInfo } from './pages';
import type { Language } from './wire';

const loaded = new Map<Language, Promise<GameInfo[]>>();

export function loadGames(language: Language): Promise<GameInfo[]> {
  let games = loaded.get(language);
  if (!games) {
    games = fetch(`/api/games?lang=${language}`).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return (await answer.json()) as GameInfo[];
    });
    games.catch(() => loaded.delete(language));
    loaded.set(language, games);
  }
  return games;
}
