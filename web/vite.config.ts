import { createHash } from 'node:crypto';
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
      const drawings = readFileSync(here('./src/look/art.svg'), 'utf8')
        .replace(/<!--.*?-->/gs, '')
        .replace(/\n/g, '');
      return html.replace('<!--art-->', () => drawings);
    },
  };
}

/** The service worker, told which files the first screen needs. Its version is that of the page. */
function worker(): Plugin {
  return {
    name: 'tablee-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry || entry.type !== 'chunk') throw new Error('The page has no entry.');
      const files = [
        entry.fileName,
        ...entry.imports,
        ...Object.keys(bundle).filter((name) => /index-[^/]*\.css$|\.woff2$/.test(name)),
      ];
      const kept = [...new Set(files)].sort().map((name) => `/${name}`);
      kept.push('/favicon.svg');
      const index = readFileSync(here('./index.html'), 'utf8') + readFileSync(here('./src/look/art.svg'), 'utf8');
      const source = readFileSync(here('./src/worker.js'), 'utf8');
      // Any change of any file is another version.
      const version = createHash('sha256')
        .update([source, index, ...Object.keys(bundle).sort()].join('\n'))
        .digest('hex')
        .slice(0, 12);
      this.emitFile({
        type: 'asset',
        fileName: 'worker.js',
        source: source.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(kept)),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), art(), worker()],
  resolve: {
    alias: [
      { find: /^\$lib$/, replacement: here('./src/lib/index.ts') },
      { find: /^\$lib\//, replacement: here('./src/lib') + '/' },
    ],
  },
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
