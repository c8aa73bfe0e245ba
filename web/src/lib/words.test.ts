import { beforeEach, describe, expect, test, vi } from 'vitest';
import cases from './fill.cases.json';
import type { Facts, Language } from './wire';
import type { WordBook } from './pages';
import { loadWords, wordsOf } from './words';

const NAMES = ['Zoé', 'Luc', 'Odile'];

const locale = (labels: Record<string, string>): WordBook => ({ labels, captions: {}, refusals: {}, rules: null });

/** The house passes the same cases: tests/test_words.py. */
describe('what house and page fill in alike', () => {
  test.each(cases.cases as unknown as [Language, string, Facts, string][])(
    '%s %s %j',
    (language, template, facts, text) => {
      const own = { yes: language === 'fr' ? 'oui' : 'yes', no: language === 'fr' ? 'non' : 'no', nothing: '–' };
      const words = wordsOf(locale({ ...own, ...cases.labels[language], it: template }), language, cases.names);
      expect(words.label('it', facts)).toBe(text);
    },
  );
});

describe('what is filled in', () => {
  test('a seat is shown by its name, whatever it is called in the sentence', () => {
    const words = wordsOf(locale({ gift: '{from} donne à {to}, par {by}.' }), 'fr', NAMES);
    expect(words.label('gift', { from: 0, to: 1, by: 2 })).toBe('Zoé donne à Luc, par Odile.');
  });

  test('other numbers are numbers', () => {
    expect(wordsOf(locale({ count: '{count}, {number}' }), 'fr', NAMES).label('count', { count: 1, number: 2 })).toBe(
      '1, 2',
    );
  });

  test('a seat at which nobody sits has a number, in both languages', () => {
    const labels = locale({ turn: '{seat}' });
    expect(wordsOf(labels, 'fr', []).label('turn', { seat: 2 })).toBe('Joueur 3');
    expect(wordsOf(labels, 'en', []).label('turn', { seat: 2 })).toBe('Player 3');
  });

  test.each([
    ['fr', [0], 'Zoé'],
    ['fr', [0, 1], 'Zoé et Luc'],
    ['fr', [0, 1, 2], 'Zoé, Luc et Odile'],
    ['en', [0, 1, 2], 'Zoé, Luc and Odile'],
  ] as const)('several seats are listed, in %s %j as %s', (language, winners, text) => {
    // As the house lists them in its captions.
    const words = wordsOf(locale({ tie: '{winners}' }), language, NAMES);
    expect(words.label('tie', { winners: [...winners] })).toBe(text);
  });

  test('a value that has a label of its own is shown by it', () => {
    const words = wordsOf(locale({ mood: 'Humeur : {mood}', 'mood.calin': 'Chat câlin' }), 'fr', NAMES);
    expect(words.label('mood', { mood: 'calin' })).toBe('Humeur : Chat câlin');
    expect(words.label('mood', { mood: 'autre' })).toBe('Humeur : autre');
  });

  test('yes and no are words', () => {
    const words = wordsOf(locale({ sure: '{ready}', yes: 'oui', no: 'non' }), 'fr', NAMES);
    expect([words.label('sure', { ready: true }), words.label('sure', { ready: false })]).toEqual(['oui', 'non']);
  });

  test('what a clock will do is said only where one runs', () => {
    const labels = locale({ wait: '{seat} pioche.{clocked: Sinon, l’horloge.|}' });
    expect(wordsOf(labels, 'fr', NAMES, null, true).label('wait', { seat: 0 })).toBe('Zoé pioche. Sinon, l’horloge.');
    expect(wordsOf(labels, 'fr', NAMES, null, false).label('wait', { seat: 0 })).toBe('Zoé pioche.');
    expect(wordsOf(labels, 'fr', NAMES).label('wait', { seat: 0 })).toBe('Zoé pioche.');
  });

  test('a missing sentence reads as something plain', () => {
    const words = wordsOf(locale({}), 'fr', NAMES);
    expect(words.label('board.last_turn-of')).toBe('last turn of');
    expect(words.has('board.last_turn-of')).toBe(false);
  });
});

describe('a sentence may speak to the person it is about', () => {
  const labels = locale({
    gift: '{seat} donne à {to}.',
    'gift@seat': 'Vous donnez à {to}.',
    'gift@to': '{seat} vous donne.',
    'gift@count': 'Nobody is a count.',
    alone: '{seat} joue.',
  });
  const label = (you: number | null, key = 'gift', facts: Record<string, number> = { seat: 0, to: 1, count: 2 }) =>
    wordsOf(labels, 'fr', NAMES, you).label(key, facts);

  test('each of them reads their own version', () => {
    expect(label(0)).toBe('Vous donnez à Luc.');
    expect(label(1)).toBe('Zoé vous donne.');
  });

  test('everybody else reads it as it is told, and so does a screen that is nobody’s', () => {
    expect(label(2)).toBe('Zoé donne à Luc.');
    expect(label(null)).toBe('Zoé donne à Luc.');
  });

  test('where there is no such version, one reads one’s own name', () => {
    expect(label(0, 'alone', { seat: 0 })).toBe('Zoé joue.');
  });
});

describe('the words of a game are fetched', () => {
  const fetched: string[] = [];
  let answers: Response[] = [];

  beforeEach(() => {
    fetched.length = 0;
    answers = [];
    vi.stubGlobal('fetch', (address: string) => {
      fetched.push(address);
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('no line'));
    });
  });

  test('once for each language, and what a house leaves out is empty', async () => {
    answers = [Response.json({ labels: { title: 'Pierres' } }), Response.json({ labels: { title: 'Stones' } })];
    const [one, same, other] = await Promise.all([
      loadWords('pierres', 'fr'),
      loadWords('pierres', 'fr'),
      loadWords('pierres', 'en'),
    ]);
    expect(one).toEqual({ labels: { title: 'Pierres' }, captions: {}, refusals: {}, rules: null });
    expect(same).toBe(one);
    expect(other.labels['title']).toBe('Stones');
    expect(fetched).toEqual(['/api/words/pierres?lang=fr', '/api/words/pierres?lang=en']);
  });

  test('again, if it failed the first time', async () => {
    answers = [new Response('', { status: 503 })];
    await expect(loadWords('a b', 'fr')).rejects.toThrow();
    answers = [Response.json({ labels: {} })];
    await expect(loadWords('a b', 'fr')).resolves.toMatchObject({ labels: {} });
    expect(fetched).toEqual(['/api/words/a%20b?lang=fr', '/api/words/a%20b?lang=fr']);
  });
});
