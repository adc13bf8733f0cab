/** Builds the inline script of pages that load the client's files from a CDN; the server puts it into them. */
import type { Plugin } from 'vite';
import { buildScript } from './vite.script-build.ts';

export const assetsFallback = (target: string[]): Plugin => ({
  name: 'shufang-assets-fallback',
  apply: 'build',
  writeBundle: ({ dir = '' }) => buildScript({ entry: 'assets-fallback/main.ts', fileName: 'assets-fallback.js', outDir: dir, target }),
});
