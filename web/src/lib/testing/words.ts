/** For tests: words that say which sentence would stand there and with which facts, whatever it says today. */
import type { Words } from '../game';

export const keys: Words = {
  language: 'fr',
  name: (seat) => `#${seat}`,
  has: () => true,
  label: (key, facts = {}) => {
    const filled = Object.entries(facts).map(([name, fact]) => `${name}=${JSON.stringify(fact)}`);
    return [key, ...filled].join(' ');
  },
};
