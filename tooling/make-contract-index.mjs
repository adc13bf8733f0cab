// Writes `packages/contract/src/index.ts`: the exports of all files of the contract but tests, fixtures, anchoring and the limits of the
// slices, which `limits.ts` collects. Runs with `npm run format`; `npm run check` fails when the index is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './runtime.mjs';

const folder = path.join(root, 'packages/contract/src');
const target = path.join(folder, 'index.ts');

/**
 * Files that only other files of the contract, or tests, may import; and the anchoring of passages and the search in texts, which are
 * package entries of their own so that pages without a book do not load them; so are the bundles of downloads.
 */
const INTERNAL = /^(index|page-limit)$|^anchoring\/|^text-search\/|^reading\/book-bundle$|\/limits$|\.(test|fixtures)$/;

/** Returns the sort key of a name: a folder comes before another one whose name continues with a hyphen, as the formatter sorts. */
const keyOf = (name) => name.replaceAll('/', '\u0001');

/** Returns the text of the index for these files of the contract, named relative to its source folder. */
export const contractIndexOf = (files) =>
  files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !INTERNAL.test(name))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((name) => `export * from './${name}.ts';\n`)
    .join('');

const currentIndex = () => contractIndexOf(readdirSync(folder, { recursive: true }).map((file) => file.replaceAll(path.sep, '/')));

/** Returns whether the index of the contract lacks a file, or names one that does not exist. */
export const isContractIndexStale = () => readFileSync(target, 'utf8') !== currentIndex();

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, currentIndex());
