import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

/** Unit tests of the page's own logic. They stand beside what they test, those of a game with its screens. */
export default mergeConfig(
  page,
  defineConfig({
    // Svelte as in a browser; and all of it from here, for there is no node_modules above the games.
    resolve: { conditions: ['browser'], dedupe: ['vitest'] },
    test: {
      include: ['src/**/*.test.ts', '../src/tablee/games/*/web/**/*.test.ts'],
      environment: 'happy-dom',
      // Each file has a world of its own, but not a process of its own: that would take most of the time.
      pool: 'vmThreads',
      environmentOptions: { happyDOM: { url: 'http://house.test/' } },
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
