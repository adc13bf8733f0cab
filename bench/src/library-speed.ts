/**
 * Measures a library of 10,000 books, 500 of them with their text: lists, facets, pages, searches and suggestions, by one caller and by
 * twenty at once. `BENCH_LIBRARY=2000,100,40000` makes a smaller one (books, with text, characters each); `BENCH_LIBRARY_ROWS=suggest` runs
 * the rows of that name; `BENCH_LIBRARY_FOLDER` names a folder where the loaded library is stored for the next run.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type InputOf, listCourses, type Operation, queryBooks, searchBooks, searchInBook, suggestSearch } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { type Figure, milliseconds, percentile, spread } from './figure.ts';
import type { CallersTask } from './library/callers.ts';
import { type LibrarySize, type LoadedLibrary, loadLibrary } from './library/load-library.ts';
import { makeLibraryBook, makeRandom, VOCABULARY } from './library/make-library.ts';
import { DISCIPLINES, GENERAL } from './library/vocabulary.ts';
import { coreMsIn } from './process-memory.ts';
import { addressOf, call } from './wire.ts';

const BUDGET_MS = 100;
const CALLS = 400;
const WARM_UP = 60;
const CALLERS = 20;
const CHANGED_EVERY_MS = 1_000;
/** Time in milliseconds for which a user looks at the results of a search. */
const READING_MS = 1_000;
/**
 * Number of calls in one row of the table: those of one caller, those of the twenty callers, and the warm-up of both. Rows that use each
 * query once get twice as many queries.
 */
const ROW_CALLS = CALLS / 2 + CALLS + 2 * WARM_UP;
const ONCE_CALLS = 2 * ROW_CALLS;

const sizeOf = (setting: string): LibrarySize => {
  const [books = 0, withText = 0, charsEach = 0] = setting.split(',').map(Number);
  return { books, withText, charsEach };
};

/** Queries in traditional characters, as readers in Taiwan or Hong Kong type them. */
const TRADITIONAL = [
  '學習',
  '問題',
  '發展',
  '社會',
  '關係',
  '歷史',
  '經濟',
  '計算',
  '實驗',
  '數據',
  '結構',
  '設計',
  '應用',
  '環境',
  '語言',
  '藝術',
];
/** Prefixes of titles, typed letter by letter or as initials. */
const PINYIN = [
  'shujujiegou',
  'jisuanji',
  'gaodeng',
  'xiandai',
  'wenxue',
  'gaishuo',
  'sjjg',
  'xxds',
  'jsjwl',
  'zgwx',
  'faxue',
  'yishu',
  'jiaocheng',
  'daolun',
];
const LATIN = ['python', 'java', 'matlab', 'linux', 'sql', 'excel', 'latex', 'android', 'web', 'autocad', 'spss'];

const sample = (from: readonly string[], count: number, random: () => number): string[] =>
  Array.from({ length: count }, () => from[Math.floor(random() * from.length)] ?? '');

/**
 * Returns two-character queries without repetition: a fifth are common in all books, some are terms of a discipline, the others are rare.
 */
const makeQueries = (random: () => number): string[] => {
  const terms = Object.values(DISCIPLINES).flatMap((field) => field.terms.filter((term) => term.length === 2));
  const queries = [...new Set([...GENERAL.slice(0, 300), ...terms, ...sample(VOCABULARY.slice(GENERAL.length), ONCE_CALLS, random)])];
  const order = new Map(queries.slice(0, ONCE_CALLS).map((query) => [query, random()]));
  return [...order.keys()].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
};

/** Returns phrases of 8 to 16 characters that occur in the text of a book. */
const makePhrases = (random: () => number, size: LibrarySize): string[] =>
  Array.from({ length: 100 }, () => {
    const { chapters } = makeLibraryBook(Math.floor(random() * size.withText), size.charsEach);
    const paragraphs = chapters.flat();
    const clauses = (paragraphs[Math.floor(random() * paragraphs.length)] ?? '').split(/[，。]/).filter((clause) => clause.length >= 8);
    return (clauses[0] ?? '我们可以进行研究').slice(0, 8 + Math.floor(random() * 9));
  });

/** Returns all prefixes of some titles, as a user types them. */
const makeTyped = (random: () => number, size: LibrarySize): string[] =>
  Array.from({ length: 40 }, () => makeLibraryBook(Math.floor(random() * size.books), 0).title).flatMap((title) =>
    [1, 2, 3, 4, 6].map((length) => title.slice(0, length)),
  );

interface Row {
  readonly name: string;
  /** Whether each path is requested only once, so that no response comes from a cache. */
  readonly once?: boolean;
  /**
   * Present if a book is changed every second while the row is measured; the value multiplies the number of calls, so that enough changes
   * happen.
   */
  readonly whileChanging?: number;
  /** Whether the twenty callers pause after each response, as readers do. */
  readonly reading?: boolean;
  readonly paths: readonly string[];
}

const pathsOf = <O extends Operation>(operation: O, inputs: readonly InputOf<O>[]): string[] =>
  inputs.map((input) => addressOf('http://x', operation, input as object).replace('http://x', ''));

/** Returns the cursors of all pages of a list, collected by paging through it. */
const readAllPages = async (url: string, sort: 'newest' | 'title'): Promise<string[]> => {
  const cursors: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await call(url, listCourses, { sort, limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    cursor = page.next;
    if (cursor === undefined) return cursors;
    cursors.push(cursor);
  }
};

const rowsOf = async ({ url }: Product, size: LibrarySize, library: LoadedLibrary): Promise<Row[]> => {
  const random = makeRandom(20_261_121);
  const queries = makeQueries(random);
  const categories = Object.keys(DISCIPLINES);
  const { items } = await call(url, listCourses, { limit: 50 });
  const publishers = [...new Set(items.flatMap(({ publisher }) => publisher ?? []))];
  const authors = items.map((book) => book.authors.split('、')[0] ?? '');
  const deep = { newest: await readAllPages(url, 'newest'), title: await readAllPages(url, 'title') };
  const search = (texts: readonly string[], tab?: 'books' | 'body') =>
    pathsOf(
      searchBooks,
      texts.map((q) => (tab === undefined ? { q } : { q, tab })),
    );
  return [
    { name: 'list, newest first', paths: pathsOf(listCourses, [{}]) },
    {
      name: 'list, newest first and by title, while a book is changed every second',
      whileChanging: 20,
      paths: pathsOf(listCourses, [{}, { sort: 'title' }]),
    },
    {
      name: 'list under a discipline, an access, a language or all three',
      paths: pathsOf(
        listCourses,
        categories.flatMap((category): InputOf<typeof listCourses>[] => [
          { category },
          { access: 'free' },
          { language: 'zh' },
          { category, access: 'paid', language: 'zh' },
        ]),
      ),
    },
    {
      name: 'list by title, with and without a discipline',
      paths: pathsOf(listCourses, [{ sort: 'title' }, ...categories.map((category) => ({ category, sort: 'title' as const }))]),
    },
    {
      name: 'list, deep pages, newest first',
      paths: pathsOf(
        listCourses,
        deep.newest.map((cursor) => ({ cursor, sort: 'newest' as const })),
      ),
    },
    {
      name: 'list, deep pages by title',
      paths: pathsOf(
        listCourses,
        deep.title.map((cursor) => ({ cursor, sort: 'title' as const })),
      ),
    },
    {
      name: 'book list: much read, free, of a publisher, of an author',
      paths: pathsOf(queryBooks, [
        { source: 'hot' },
        { source: 'new', sort: 'hot' },
        { source: 'free' },
        ...publishers.map((id) => ({ source: 'publisher' as const, id })),
        ...authors.slice(0, 12).map((id) => ({ source: 'author' as const, id })),
      ]),
    },
    { name: 'search, words of two characters, each for the first time', once: true, paths: search(queries.slice(0, ROW_CALLS)) },
    {
      name: `the same by twenty people who look at what was found for ${READING_MS / 1000} s`,
      once: true,
      reading: true,
      paths: search(queries.slice(ROW_CALLS)),
    },
    {
      name: 'search, words of two characters, text only, third page, again',
      paths: pathsOf(
        searchBooks,
        queries.slice(-60).map((q) => ({ q, tab: 'body' as const, cursor: Buffer.from('[48]').toString('base64url') })),
      ),
    },
    { name: 'search, frequent words in traditional spelling, again and again', paths: search(TRADITIONAL) },
    { name: 'search, pinyin and initials', paths: search(PINYIN) },
    { name: 'search, Latin words', paths: search(LATIN) },
    { name: 'search, phrases of 8 to 16 characters', paths: search(makePhrases(random, size)) },
    {
      name: 'search in one book',
      paths: pathsOf(
        searchInBook,
        queries.map((q) => ({ q, bookId: library.textBookIds[Math.floor(random() * library.textBookIds.length)] ?? '' })),
      ),
    },
    {
      name: 'suggestions, titles as they are typed',
      paths: pathsOf(
        suggestSearch,
        makeTyped(random, size).map((q) => ({ q })),
      ),
    },
    {
      name: 'suggestions, pinyin as it is typed',
      paths: pathsOf(
        suggestSearch,
        PINYIN.flatMap((query) => [2, 3, 4, 6].map((length) => ({ q: query.slice(0, length) }))),
      ),
    },
  ];
};

const run = async (task: CallersTask): Promise<number[]> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'library', 'callers.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(task));
  return JSON.parse(await text(child.stdout)) as number[];
};

/** Changes the price of another book every second until it is stopped, as operators do. */
const changeBooks = async (dataDir: string): Promise<() => Promise<void>> => {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: createLogger('silent'), exclusive: false });
  const db = await openDatabase(postgres.url);
  let changing = Promise.resolve();
  let number = 0;
  const timer = setInterval(() => {
    changing = changing.then(async () => {
      const one = '(select id from book order by id offset $1 limit 1)';
      await db.pool.query(`update book set price_fen = price_fen + 1 where id = ${one}`, [number++]);
    });
  }, CHANGED_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await changing;
    await db.close();
    await postgres.stop();
  };
};

const measureRow = async (product: Product, { name, paths, once = false, whileChanging, reading = false }: Row): Promise<Figure> => {
  const ofOne = once ? CALLS / 2 + WARM_UP : 0;
  const stopChanging = whileChanging === undefined ? undefined : await changeBooks(product.dataDir);
  const calls = CALLS * (whileChanging ?? 1);
  const task = { url: product.url, paths: paths.slice(ofOne), calls, warmUp: WARM_UP };
  const alone = await run({ ...task, paths: once ? paths.slice(0, ofOne) : paths, callers: 1, calls: CALLS / 2 });
  const before = coreMsIn(product.dataDir, product.process.pid);
  const together = await run({ ...task, callers: CALLERS, ...(reading ? { pauseMs: READING_MS } : {}) });
  const after = coreMsIn(product.dataDir, product.process.pid);
  await stopChanging?.();
  const each = (ms: number): string => (ms / (calls + WARM_UP)).toFixed(1);
  return {
    name,
    value: spread(together),
    baseline: `${spread(alone)}: one caller; a call keeps a core busy for ${each(after.also - before.also)} ms in the server, ${each(after.inside - before.inside)} ms in PostgreSQL`,
    budget: `p95 ${milliseconds(BUDGET_MS)}`,
    ok: percentile(together, 0.95) <= BUDGET_MS,
  };
};

/** Loads the library and stores its description in the data folder, or reads the description of a loaded one. */
const loadOnce = async (dataDir: string, size: LibrarySize): Promise<LoadedLibrary & { readonly isCached: boolean }> => {
  const note = path.join(dataDir, 'bench-library.json');
  if (existsSync(note)) return { ...(JSON.parse(await readFile(note, 'utf8')) as LoadedLibrary), isCached: true };
  const library = await loadLibrary(dataDir, size);
  await writeFile(note, JSON.stringify(library));
  return { ...library, isCached: false };
};

export const measureLibrary = async (): Promise<Figure[]> => {
  const size = sizeOf(process.env['BENCH_LIBRARY'] ?? '10000,500,60000');
  const wanted = process.env['BENCH_LIBRARY_ROWS'] ?? '';
  const folder = process.env['BENCH_LIBRARY_FOLDER'];
  const product = await startProduct(folder === undefined ? {} : { dataDir: folder });
  try {
    const library = await loadOnce(product.dataDir, size);
    const figures: Figure[] = [
      {
        name: `loading ${size.books} books, ${size.withText} of them with text: ${(library.chars / 1e6).toFixed(1)} million characters, ${library.passages} passages${library.isCached ? ' (in an earlier run, under another load)' : ''}`,
        value: milliseconds(library.ms),
      },
    ];
    for (const row of await rowsOf(product, size, library)) if (row.name.includes(wanted)) figures.push(await measureRow(product, row));
    return figures;
  } finally {
    await product.stop();
  }
};
