// How the page's code is written; its layout is Prettier's. Runs from the top of the project, for games keep their
// screens in their own folders. Nothing here needs types: those are the business of `npm run check`.
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default defineConfig(
  // Written by `make types-ts`.
  { ignores: ['web/src/lib/wire.ts', 'web/src/lib/pages.ts', 'src/tablee/games/*/web/types.ts'] },
  js.configs.recommended,
  typescript.configs.strict,
  typescript.configs.stylistic,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: typescript.parser } } },
  {
    rules: {
      // What Prettier cannot break, somebody must.
      'max-len': ['error', { code: 160 }],
      // The checker of types knows all names, and which of them nobody uses.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // `{' '}` is a space that stays a space.
      'svelte/no-useless-mustaches': 'off',
      // Sets and maps here are replaced whole, or nobody looks on while they change.
      'svelte/prefer-svelte-reactivity': 'off',
      // What an effect writes here remembers what was; a derived value would forget.
      'svelte/prefer-writable-derived': 'off',
    },
  },
);
