/** What a browser fetches, compressed as it is sent: the page with all it names, then each screen with what it adds. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '@shufang/dev-env';
import { type Figure, kibibytes } from './figure.ts';

const CLIENT = path.join(projectRoot, 'apps', 'web', 'dist');
const ENGINE = path.join(projectRoot, 'packages', 'reading-engine', 'dist');

const gzipBytes = async (file: string): Promise<number> => gzipSync(await readFile(file)).length;

/** A file with everything it imports at once, transitively. */
const follow = async (names: readonly string[], seen = new Set<string>()): Promise<Set<string>> => {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (!name.endsWith('.js')) continue;
    const text = await readFile(path.join(CLIENT, 'assets', name), 'utf8');
    const imports = [...text.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map((found) => found[1] ?? '');
    await follow(imports, seen);
  }
  return seen;
};

/** Style sheets and scripts the bundler fetches together with a screen's own file. */
const companionsOf = (screen: string, entry: string): string[] => {
  const list = /\bm\.f=\[([^\]]*)\]/.exec(entry);
  const files = [...(list?.[1] ?? '').matchAll(/["'`]([^"'`]+)["'`]/g)].map((found) => path.basename(found[1] ?? ''));
  const call = new RegExp(`${screen.replaceAll('.', '\\.')}["'\`]\\)[^\\]]*?__vite__mapDeps\\(\\[([\\d,]*)\\]\\)`).exec(entry);
  return (call?.[1] ?? '').split(',').flatMap((index) => (index === '' ? [] : (files[Number(index)] ?? [])));
};

const sum = async (names: Iterable<string>, ending: string): Promise<number> => {
  let total = 0;
  for (const name of names) if (name.endsWith(ending)) total += await gzipBytes(path.join(CLIENT, 'assets', name));
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
  const named = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map((found) => found[1] ?? '');
  const shell = await follow(named);
  const script = named.find((name) => name.startsWith('index-') && name.endsWith('.js')) ?? '';
  const entry = await readFile(path.join(CLIENT, 'assets', script), 'utf8');
  const all = await readdir(path.join(CLIENT, 'assets'));
  const added = async (screen: string): Promise<Set<string>> => {
    const file = all.find((name) => name.startsWith(`${screen}-`) && name.endsWith('.js'));
    if (file === undefined) throw new Error(`the built client has no ${screen}`);
    const companions = companionsOf(file, entry);
    if (companions.length === 0) throw new Error(`the files that come with ${screen} are not named in the entry`);
    return (await follow([file, ...companions])).difference(shell);
  };
  const reader = await added('course-learning-screen');
  const home = await added('home-screen');
  const engineScript = await gzipBytes(path.join(ENGINE, 'frame.js'));
  const engineStyle = await gzipBytes(path.join(ENGINE, 'frame.css'));
  return [
    budgeted('shell, first load: JavaScript, gz', await sum(shell, '.js'), 200),
    budgeted('shell, first load: CSS, gz', await sum(shell, '.css'), 15),
    {
      name: 'home screen beside it: JavaScript, CSS, gz',
      value: `${kibibytes(await sum(home, '.js'))}, ${kibibytes(await sum(home, '.css'))}`,
    },
    budgeted('reader route beside the shell: JavaScript, gz', await sum(reader, '.js'), 120),
    { name: 'reader route beside the shell: CSS, gz', value: kibibytes(await sum(reader, '.css')) },
    budgeted('reading engine in its frame: JavaScript and CSS, gz', engineScript + engineStyle, 60),
  ];
};
