/**
 * Measures the compressed size of the files that a browser fetches: first the page with all files it names, then each screen with its
 * additional files.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '@shufang/dev-env';
import { type Figure, kibibytes } from './figure.ts';

const CLIENT = path.join(projectRoot, 'apps', 'web', 'dist');
const ENGINE = path.join(projectRoot, 'packages', 'reading-engine', 'dist');

const gzipBytes = async (file: string): Promise<number> => gzipSync(await readFile(file)).length;

const sum = async (files: Iterable<string>, ending: string): Promise<number> => {
  let total = 0;
  for (const file of files) if (file.endsWith(ending)) total += await gzipBytes(path.join(CLIENT, file));
  return total;
};

const budgeted = (name: string, bytes: number, budgetKib: number): Figure => ({
  name,
  value: kibibytes(bytes),
  budget: `${budgetKib} KiB`,
  ok: bytes <= budgetKib * 1_024,
});

export const measureSizes = async (): Promise<Figure[]> => {
  const page = await readFile(path.join(CLIENT, 'index.html'), 'utf8');
  const named = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), (found) => found[1] ?? '');
  const { start, routes, adminModules } = JSON.parse(await readFile(path.join(CLIENT, 'route-files.json'), 'utf8')) as {
    start: string[];
    routes: Record<string, string[]>;
    adminModules: string[];
  };
  const shell = new Set([...named, ...start]);
  const added = (route: string): string[] => {
    const files = routes[route];
    if (files === undefined) throw new Error(`the built client has no ${route}`);
    return files;
  };
  const reader = added('/course/learning/:bookId');
  const home = added('/');
  const drawings = (await readdir(path.join(CLIENT, 'assets'))).filter((file) => /^drawing-.*\.js$/.test(file));
  const enginePage = await gzipBytes(path.join(ENGINE, 'frame.html'));
  return [
    budgeted('shell, first load: JavaScript, gz', await sum(shell, '.js'), 200),
    budgeted('shell, first load: CSS, gz', await sum(shell, '.css'), 15),
    {
      name: 'home screen beside it: JavaScript, CSS, gz',
      value: `${kibibytes(await sum(home, '.js'))}, ${kibibytes(await sum(home, '.css'))}`,
    },
    budgeted('reader route beside the shell: JavaScript, gz', await sum(reader, '.js'), 120),
    { name: 'reader route beside the shell: CSS, gz', value: kibibytes(await sum(reader, '.css')) },
    {
      name: 'modules of the admin area in files of reader routes',
      value: String(adminModules.length),
      budget: '0',
      ok: adminModules.length === 0,
    },
    budgeted(
      'charts, loaded with the first one: JavaScript, gz',
      await sum(
        drawings.map((file) => `assets/${file}`),
        '.js',
      ),
      120,
    ),
    budgeted('reading engine: the page of its frame with JavaScript and CSS, gz', enginePage, 60),
  ];
};
