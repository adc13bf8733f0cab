/** Builds the frame's page: one file with its script and its style sheet, and its compressed copies. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { offlineFiles } from './vite.offline.ts';

const inPackage = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Writes the script and the style sheet into the page, so that a reader waits for one request, compresses the page and prints the download
 * size. Limit in design.md §8: 60 KiB gzipped.
 */
const framePage = (): Plugin => {
  let folder = inPackage('dist');
  return {
    name: 'frame-page',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const scriptFile = path.join(folder, 'frame.js');
      const script = await readFile(scriptFile, 'utf8');
      // Such a text would end the script element, or change how the rest of it is parsed.
      if (/<\/script|<!--/i.test(script)) throw new Error('the script cannot be part of a page');
      await rm(scriptFile);
      const style = await readFile(inPackage('src/frame/frame.css'), 'utf8');
      const page = (await readFile(inPackage('src/frame/frame.html'), 'utf8'))
        .replace('<link rel="stylesheet" href="frame.css" />', () => `<style>${style}</style>`)
        .replace('<script src="frame.js"></script>', () => `<script>${script}</script>`);
      const gzip = gzipSync(page, { level: 9 });
      await writeFile(path.join(folder, 'frame.html'), page);
      await writeFile(path.join(folder, 'frame.html.gz'), gzip);
      await writeFile(path.join(folder, 'frame.html.br'), brotliCompressSync(page));
      const kib = gzip.length / 1024;
      console.log(`frame.html ${(page.length / 1024).toFixed(1)} KiB, ${kib.toFixed(1)} KiB gz (budget 60)`);
      if (kib > 60) throw new Error('frame.html is over its budget of 60 KiB gz');
    },
  };
};

export default defineConfig({
  build: {
    outDir: 'dist',
    target: 'chrome114',
    modulePreload: false,
    // A classic script, because a module would be run only after the page is parsed, and the bundler does not remove its white space.
    lib: { entry: inPackage('src/frame/main.ts'), formats: ['iife'], name: 'frame', fileName: () => 'frame.js' },
  },
  plugins: [framePage(), offlineFiles()],
});
