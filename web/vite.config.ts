import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** All drawings stand once in the page itself, so that any screen can `<use href="#…">` them at once. */
function art(): Plugin {
  return {
    name: 'tablee-art',
    transformIndexHtml: (html) => {
      const drawings = readFileSync(here('./src/look/art.svg'), 'utf8').replace(/<!--.*?-->/gs, '').replace(/\n/g, '');
      return html.replace('<!--art-->', () => drawings);
    },
  };
}

export default defineConfig({
  plugins: [svelte(), art()],
  resolve: { alias: [{ find: /^\$lib$/, replacement: here('./src/lib/index.ts') }, { find: /^\$lib\//, replacement: here('./src/lib') + '/' }] },
  build: {
    // The server serves this folder; it is built, never committed.
    outDir: here('../src/tablee/server/page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: {
      '/ws': { target: 'ws://127.0.0.1:8765', ws: true },
      '/api': 'http://127.0.0.1:8765',
      '/qr': 'http://127.0.0.1:8765',
    },
  },
});
