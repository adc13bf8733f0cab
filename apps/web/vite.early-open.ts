/** Builds the inline script of the reading page beside the client; the server puts it into the page. */
import type { Plugin } from 'vite';
import { buildScript } from './vite.script-build.ts';

const FILE = 'early-open.js';

/** The route whose page contains the script. */
export const EARLY_OPEN = { route: '/course/learning/:bookId', file: `/${FILE}` };

export const earlyOpen = (target: string[]): Plugin => ({
  name: 'shufang-early-open',
  apply: 'build',
  writeBundle: ({ dir = '' }) => buildScript({ entry: 'early-open/main.ts', fileName: FILE, outDir: dir, target }),
});
