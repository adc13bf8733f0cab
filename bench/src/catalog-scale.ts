/**
 * Measures lists, facets, title search and suggestions of libraries of 10,000, 100,000 and 1,000,000 books (metadata only) in one run: each
 * row is measured in rounds, in which the libraries take turns. `BENCH_CATALOG=1000,10000` sets other sizes, the first one is the baseline;
 * `BENCH_CATALOG_FOLDER` names a folder where the loaded libraries are stored for the next run.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { type InputOf, listCourses, type Operation, queryBooks, searchBooks, suggestSearch } from '@shufang/contract';
import { makeDataDir, type Product, startProduct } from '@shufang/dev-env';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { type Figure, MEBIBYTE, mebibytes, median, milliseconds } from './figure.ts';
import { loadMetadata, PUBLISHED_FROM, PUBLISHED_MS } from './library/load-metadata.ts';
import { makeLibraryBook, makeRandom } from './library/make-library.ts';
import { DISCIPLINES, PUBLISHERS } from './library/vocabulary.ts';
import { coreMsIn, proportionalBytes } from './process-memory.ts';
import { addressOf } from './wire.ts';

const ROUNDS = 5;
const CALLS_A_ROUND = 12;
const RATIO_MAX = 1.5;
const GROWTH_MAX = 64 * MEBIBYTE;
const START_MAX_MS = 10_000;
/** Time without requests before memory is measured. */
const IDLE_MS = 5_000;
/** Time after `PUBLISHED_FROM` before which deep pages begin, as a share of all. */
const DEEPEST = 0.9;

interface Library {
  readonly books: number;
  readonly product: Product;
  readonly db: Database;
  readonly postgres: EmbeddedPostgres;
  /** Time from spawning the process to the first list. */
  readonly startMs: number;
}

interface Row {
  readonly name: string;
  readonly paths: readonly string[];
  /** Whether a book changes before each call, so that no cached result is used. */
  readonly afterChange?: boolean;
  /** Whether each path is requested once, so that no cached result is used. */
  readonly once?: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Requests a path. Returns the time until the whole response was received. */
const requestMs = (url: string, below: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(new URL(below, url), { agent, headers: { 'x-device-code': 'web' } }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve(performance.now() - began) : reject(new Error(`${below}: ${response.statusCode}`)),
      );
    }).on('error', reject);
  });

const pathsOf = <O extends Operation>(operation: O, inputs: readonly InputOf<O>[]): string[] =>
  inputs.map((input) => addressOf('http://x', operation, input as object).replace('http://x', ''));

const cursorOf = (keys: readonly (string | number)[]): string => Buffer.from(JSON.stringify(keys)).toString('base64url');

/** Returns parts of titles as they are typed, without repetition. */
const typedTitles = (random: () => number, count: number, from: number): string[] => {
  const typed = new Set<string>();
  for (let number = from; typed.size < count; number++) {
    const { title } = makeLibraryBook(number, 0);
    typed.add(title.slice(0, 2 + Math.floor(random() * 5)));
  }
  return [...typed];
};

const rowsOf = (): Row[] => {
  const random = makeRandom(20_261_129);
  const calls = ROUNDS * CALLS_A_ROUND;
  const categories = Object.keys(DISCIPLINES);
  const deepTimes = Array.from({ length: calls }, () => PUBLISHED_FROM + Math.floor(random() * DEEPEST * PUBLISHED_MS));
  const titles = Array.from({ length: calls }, (_, number) => makeLibraryBook(number, 0).title);
  const filters = categories.flatMap((category): InputOf<typeof listCourses>[] => [
    { category },
    { category, access: 'paid', language: 'zh' },
    { category, sort: 'hot' },
    { category, sort: 'title' },
  ]);
  const lowest = '0'.repeat(26);
  return [
    { name: 'list, newest first, with facets', paths: pathsOf(listCourses, [{ sort: 'newest' }]) },
    { name: 'lists in each order', paths: pathsOf(listCourses, [{}, { sort: 'hot' }, { sort: 'rating' }, { sort: 'title' }]) },
    { name: 'lists with facets under one to three filters', paths: pathsOf(listCourses, filters) },
    {
      name: 'book lists: free, popular, of a publisher',
      paths: pathsOf(queryBooks, [
        { source: 'free' },
        { source: 'hot' },
        ...PUBLISHERS.map((id) => ({ source: 'publisher' as const, id })),
      ]),
    },
    {
      name: 'deep pages, newest first',
      once: true,
      paths: pathsOf(
        listCourses,
        deepTimes.map((time) => ({ sort: 'newest' as const, cursor: cursorOf([time, lowest]) })),
      ),
    },
    {
      name: 'deep pages by title',
      once: true,
      paths: pathsOf(
        listCourses,
        titles.map((title) => ({ sort: 'title' as const, cursor: cursorOf([title, -1, lowest]) })),
      ),
    },
    { name: 'list with facets after a book changed', afterChange: true, paths: pathsOf(listCourses, [{ sort: 'newest' }]) },
    { name: 'list with facets under a filter after a book changed', afterChange: true, paths: pathsOf(listCourses, filters) },
    {
      name: 'suggestions for two to six typed characters, each for the first time',
      once: true,
      paths: pathsOf(
        suggestSearch,
        typedTitles(random, calls, 0).map((q) => ({ q })),
      ),
    },
    {
      name: 'suggestions, repeated',
      paths: pathsOf(
        suggestSearch,
        typedTitles(random, 20, 5_000).map((q) => ({ q })),
      ),
    },
    {
      name: 'title search, two to six characters, each for the first time',
      once: true,
      paths: pathsOf(
        searchBooks,
        typedTitles(random, calls, 2_000).map((q) => ({ q, tab: 'books' as const })),
      ),
    },
    {
      name: 'title search, repeated',
      paths: pathsOf(
        searchBooks,
        typedTitles(random, 20, 7_000).map((q) => ({ q, tab: 'books' as const })),
      ),
    },
  ];
};

const openLibrary = async (books: number, folder: string | undefined): Promise<Library> => {
  const dataDir = folder === undefined ? await makeDataDir() : path.join(folder, String(books));
  await mkdir(dataDir, { recursive: true });
  const note = path.join(dataDir, 'bench-metadata');
  if (!existsSync(note)) {
    const filling = await startProduct({ dataDir });
    console.log(`loaded ${books} books in ${milliseconds(await loadMetadata(dataDir, books))}`);
    await filling.stop();
    await writeFile(note, '');
  }
  const product = await startProduct({ dataDir });
  const startMs = product.startMs + (await requestMs(product.url, pathsOf(listCourses, [{}])[0] ?? ''));
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: createLogger('silent'), exclusive: false });
  return { books, product, postgres, startMs, db: await openDatabase(postgres.url) };
};

const closeLibrary = async ({ product, postgres, db }: Library, folder: string | undefined): Promise<void> => {
  await db.close();
  await postgres.stop();
  await product.stop();
  if (folder === undefined) await rm(product.dataDir, { recursive: true, force: true });
};

/** Changes the price of a book. */
const changeBook = async ({ db }: Library, number: number): Promise<void> => {
  await db.pool.query('update book set price_fen = price_fen + 1 where id = (select id from book where id > $1 order by id limit 1)', [
    `${'0'.repeat(2)}${(number * 7_919).toString(32)}`,
  ]);
};

interface Measured {
  readonly times: number[];
  serverMs: number;
  /** Negative if a process of PostgreSQL has ended meanwhile, whose time is then not known. */
  databaseMs: number;
}

const measureRow = async (libraries: readonly Library[], { name, paths, afterChange = false, once = false }: Row): Promise<Figure> => {
  const measured = new Map(libraries.map(({ books }): [number, Measured] => [books, { times: [], serverMs: 0, databaseMs: 0 }]));
  const warmUp = afterChange || once ? 0 : paths.length;
  for (const { product } of libraries) for (const each of paths.slice(0, warmUp)) await requestMs(product.url, each);
  for (let round = 0; round < ROUNDS; round++) {
    for (const library of libraries) {
      const found = measured.get(library.books);
      if (found === undefined) continue;
      const before = coreMsIn(library.product.dataDir, library.product.process.pid);
      for (let call = 0; call < CALLS_A_ROUND; call++) {
        const number = round * CALLS_A_ROUND + call;
        if (afterChange) await changeBook(library, number);
        found.times.push(await requestMs(library.product.url, paths[number % paths.length] ?? ''));
      }
      const after = coreMsIn(library.product.dataDir, library.product.process.pid);
      found.serverMs += (after.also - before.also) / (ROUNDS * CALLS_A_ROUND);
      found.databaseMs += (after.inside - before.inside) / (ROUNDS * CALLS_A_ROUND);
    }
  }
  const describe = (books: number): string => {
    const { times, serverMs, databaseMs } = measured.get(books) ?? { times: [], serverMs: 0, databaseMs: 0 };
    return `${books.toLocaleString('en')}: ${milliseconds(median(times))} (CPU ${serverMs.toFixed(1)} ms + ${databaseMs < 0 ? 'not known' : `${databaseMs.toFixed(1)} ms`})`;
  };
  const [smallest, ...larger] = libraries.map(({ books }) => books);
  const largest = larger.at(-1) ?? smallest ?? 0;
  const ratio = median(measured.get(largest)?.times ?? []) / median(measured.get(smallest ?? 0)?.times ?? []);
  return {
    name,
    value: larger.toReversed().map(describe).join('; '),
    baseline: describe(smallest ?? 0),
    ratio,
    budget: `ratio ${RATIO_MAX}`,
    ok: ratio <= RATIO_MAX,
  };
};

/** Measures the catalog of each size; rows with the worst ratio come first. */
export const measureCatalog = async (): Promise<Figure[]> => {
  const sizes = (process.env['BENCH_CATALOG'] ?? '10000,100000,1000000').split(',').map(Number);
  const folder = process.env['BENCH_CATALOG_FOLDER'];
  const libraries: Library[] = [];
  try {
    for (const books of sizes) libraries.push(await openLibrary(books, folder));
    const figures: Figure[] = [];
    for (const row of rowsOf()) {
      const figure = await measureRow(libraries, row);
      console.log(`${figure.name}: ratio ${figure.ratio?.toFixed(2)}`);
      figures.push(figure);
    }
    figures.sort((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const memory = libraries.map(({ product }) => proportionalBytes(product.process.pid ?? 0));
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
    figures.push({
      name: 'memory of the process after these calls (PSS)',
      value: libraries.map(({ books }, index) => `${books.toLocaleString('en')}: ${mebibytes(memory[index] ?? 0)}`).join('; '),
      budget: `${mebibytes(GROWTH_MAX)} more`,
      ok: growth <= GROWTH_MAX,
    });
    const starts = libraries.map(({ startMs }) => startMs);
    figures.push({
      name: 'start of the process until the first list is received',
      value: libraries.map(({ books, startMs }) => `${books.toLocaleString('en')}: ${milliseconds(startMs)}`).join('; '),
      budget: milliseconds(START_MAX_MS),
      ok: Math.max(...starts) <= START_MAX_MS,
    });
    return figures;
  } finally {
    for (const library of libraries) await closeLibrary(library, folder);
    agent.destroy();
  }
};
