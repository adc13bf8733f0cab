/**
 * Imports real books, a book full of pictures and one of 2,000 chapters by the operator's command, each into a new database, and compares them
 * with a process that only unpacks and parses them, or strips their tags. Also measures the rejection of malicious files and of a chapter that
 * is too large.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createImport, type Envelope, getImport, type ImportJob } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import { corpusFile } from '../../e2e/src/corpus.ts';
import { type Figure, MEBIBYTE, mebibytes, median, milliseconds } from './figure.ts';
import { makeBook, makeChapteredBook, makeIllustratedBook } from './make-book.ts';
import { watchProcessesIn } from './process-memory.ts';

const ROUNDS = 5;
const BUDGET_BYTES = 512 * MEBIBYTE;
const ILLUSTRATED_BYTES = 60 * MEBIBYTE;
/** Time limit within which a malicious file must be rejected (security.md §5). */
const REFUSAL_BUDGET_MS = 10_000;
const DEMO_EDITOR = '13800000005';
const PARSE_ONLY = path.join(import.meta.dirname, 'parse-only.ts');
const STRIP_ONLY = path.join(import.meta.dirname, 'strip-only.ts');
const CHAPTERS = { count: 2_000, chars: 1_000 };
const READABLE_BUDGET_MS = 1_500;
const SEARCHABLE_BUDGET_MS = 6_000;
/** Characters of a chapter of 54 MB. */
const GIANT_CHARS = 17_600_000;
const GIANT_BUDGET_MS = 5_000;

interface MeasuredBook {
  readonly name: string;
  readonly file: string;
  readonly budgetMs: number;
}

const realBooks = (): MeasuredBook[] =>
  ['se-war-and-peace.epub', 'zh-go-web.epub', 'zh-hant-tang-8000.epub'].map((name) => ({
    name,
    file: corpusFile(`epub-books/${name}`),
    budgetMs: 3_000,
  }));

interface Taken {
  importMs: number;
  commandMs: number;
  peakBytes: number;
  coreMs: number;
  parseMs: number;
  documents: number;
}

/** Returns how long a process takes that runs the program on the file. */
const timeProcess = async (program: string, file: string): Promise<number> => {
  const began = performance.now();
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, file]);
  return performance.now() - began;
};

/** Imports every book once into a new product. */
const importAll = async (books: readonly MeasuredBook[]): Promise<Map<string, Taken>> => {
  const product = await startProduct();
  try {
    const taken = new Map<string, Taken>();
    for (const { name, file } of books) {
      const watch = watchProcessesIn(product.dataDir);
      const began = performance.now();
      const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
      const commandMs = performance.now() - began;
      const { peakBytes, coreMs } = watch.stop();
      if (job?.statistics === undefined || job.existing) throw new Error(`${name} was not imported: ${job?.detail}`);
      taken.set(name, {
        importMs: job.statistics.ms,
        commandMs,
        peakBytes,
        coreMs,
        documents: job.statistics.documents,
        parseMs: await timeProcess(PARSE_ONLY, file),
      });
    }
    return taken;
  } finally {
    await product.stop();
  }
};

const LOOK_EVERY_MS = 50;
const ENDED: readonly string[] = ['done', 'refused', 'failed', 'canceled'];

interface Ending {
  readonly name: string;
  readonly stage: string;
  /** Time from the first sent byte of the upload until the operator can see the result of the import, in milliseconds. */
  readonly ms: number;
}

const fetchImport = async (product: Product, headers: Readonly<Record<string, string>>, path: string, body?: FormData) => {
  const response = await fetch(product.url + path, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
  return (await response.json()) as Envelope<ImportJob>;
};

/** Uploads a file as the import page does, and waits until the import has ended. */
const sendAndWait = async (product: Product, headers: Readonly<Record<string, string>>, folder: string, name: string): Promise<Ending> => {
  const form = new FormData();
  form.append('file', new Blob([await readFile(path.join(folder, name))]), name);
  const began = performance.now();
  const { code, message, payload: created } = await fetchImport(product, headers, createImport.path, form);
  // Code of the response for a file that the server rejects at the upload, without queuing an import, because it is obviously not an EPUB.
  if (code === 'import.refused') return { name, stage: 'refused', ms: performance.now() - began };
  if (created === null) throw new Error(`${name} was not accepted: ${message}`);
  for (;;) {
    const job = (await fetchImport(product, headers, `${getImport.path}?id=${created.id}`)).payload;
    if (job !== null && ENDED.includes(job.stage)) return { name, stage: job.stage, ms: performance.now() - began };
    await wait(LOOK_EVERY_MS);
  }
};

/**
 * Imports malicious files one after another. Returns the longest time until a rejection, and the largest memory of a conversion process.
 */
const refuseAll = async (): Promise<Figure[]> => {
  const folder = path.dirname(corpusFile('hostile/active-bidi.epub'));
  const names = readdirSync(folder).filter((name) => name.endsWith('.epub'));
  const product = await startProduct();
  try {
    const { authorization = '', 'x-device-code': device = '' } = (await signIn(product, DEMO_EDITOR)).headers;
    const watch = watchProcessesIn(product.dataDir);
    const endings: Ending[] = [];
    for (const name of names) endings.push(await sendAndWait(product, { authorization, 'x-device-code': device }, folder, name));
    const { peakBytes } = watch.stop();
    const failed = endings.filter(({ stage }) => stage !== 'done' && stage !== 'refused');
    const slowest = (those: readonly Ending[]) => those.toSorted((a, b) => b.ms - a.ms)[0];
    const refused = endings.filter(({ stage }) => stage === 'refused');
    const [worst, longest] = [slowest(refused), slowest(endings)];
    if (worst === undefined || longest === undefined) throw new Error('no hostile file was refused');
    return [
      {
        name: `${refused.length} of ${names.length} hostile files are refused: the slowest, from sending it to the answer (${worst.name})`,
        value: milliseconds(worst.ms),
        budget: milliseconds(REFUSAL_BUDGET_MS),
        ok: worst.ms <= REFUSAL_BUDGET_MS && failed.length === 0,
      },
      { name: `hostile files: the longest of all, the cleaned ones too (${longest.name})`, value: milliseconds(longest.ms) },
      {
        name: 'hostile files: most memory of a conversion',
        value: mebibytes(peakBytes),
        budget: mebibytes(BUDGET_BYTES),
        ok: peakBytes > 0 && peakBytes <= BUDGET_BYTES,
      },
    ];
  } finally {
    await product.stop();
  }
};

const importBooks = async (books: readonly MeasuredBook[]): Promise<Figure[]> => {
  await importAll(books);
  const rounds: Map<string, Taken>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await importAll(books));
  return books.flatMap(({ name, budgetMs }): Figure[] => {
    const taken = rounds.flatMap((round) => round.get(name) ?? []);
    const middle = (pick: (each: Taken) => number) => median(taken.map(pick));
    const [importMs, parseMs] = [middle((each) => each.importMs), middle((each) => each.parseMs)];
    const peak = Math.max(...taken.map((each) => each.peakBytes));
    return [
      {
        name: `${name}, ${taken[0]?.documents ?? 0} documents: import`,
        value: milliseconds(importMs),
        baseline: `${milliseconds(parseMs)}: a process that only unpacks it and parses its XHTML`,
        ratio: importMs / parseMs,
        budget: milliseconds(budgetMs),
        ok: importMs <= budgetMs,
      },
      { name: `${name}: the whole command, from the shell and back`, value: milliseconds(middle((each) => each.commandMs)) },
      { name: `${name}: of it on a core in the conversion process`, value: milliseconds(middle((each) => each.coreMs)) },
      {
        name: `${name}: most memory of the conversion`,
        value: mebibytes(peak),
        budget: mebibytes(BUDGET_BYTES),
        ok: peak > 0 && peak <= BUDGET_BYTES,
      },
    ];
  });
};

/** Imports a book of many chapters, each time into a new product. */
const importChapters = async (folder: string): Promise<Figure[]> => {
  const file = path.join(folder, 'chapters.epub');
  const bytes = makeChapteredBook(CHAPTERS.count, CHAPTERS.chars);
  await writeFile(file, bytes);
  const taken: { readableMs: number; searchableMs: number; stripMs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const product = await startProduct();
    try {
      const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
      if (job?.statistics?.readableMs === undefined) throw new Error(`the book of many chapters was not imported: ${job?.detail}`);
      const { readableMs, ms } = job.statistics;
      const stripMs = await timeProcess(STRIP_ONLY, file);
      if (round > 0) taken.push({ readableMs, searchableMs: ms, stripMs });
    } finally {
      await product.stop();
    }
  }
  const stripMs = median(taken.map((each) => each.stripMs));
  const row = (name: string, ms: number, budgetMs: number): Figure => ({
    name: `a book of ours of ${CHAPTERS.count} chapters (${mebibytes(bytes.length)} packed): ${name}`,
    value: milliseconds(ms),
    baseline: `${milliseconds(stripMs)}: a process that only unpacks it and strips the tags`,
    ratio: ms / stripMs,
    budget: milliseconds(budgetMs),
    ok: ms <= budgetMs,
  });
  return [
    row('readable', median(taken.map((each) => each.readableMs)), READABLE_BUDGET_MS),
    row('searchable', median(taken.map((each) => each.searchableMs)), SEARCHABLE_BUDGET_MS),
  ];
};

/** Sends a book with a chapter of 54 MB. */
const sendGiant = async (folder: string): Promise<Figure[]> => {
  await writeFile(path.join(folder, 'giant.epub'), makeBook(GIANT_CHARS));
  const product = await startProduct();
  try {
    const { authorization = '', 'x-device-code': device = '' } = (await signIn(product, DEMO_EDITOR)).headers;
    const watch = watchProcessesIn(product.dataDir);
    const { stage, ms } = await sendAndWait(product, { authorization, 'x-device-code': device }, folder, 'giant.epub');
    const { peakBytes } = watch.stop();
    return [
      {
        name: `a chapter of 54 MB, from sending it until it is ${stage}`,
        value: milliseconds(ms),
        budget: milliseconds(GIANT_BUDGET_MS),
        ok: ms <= GIANT_BUDGET_MS && (stage === 'done' || stage === 'refused'),
      },
      {
        name: 'a chapter of 54 MB: most memory of the conversion',
        value: mebibytes(peakBytes),
        budget: mebibytes(BUDGET_BYTES),
        ok: peakBytes <= BUDGET_BYTES,
      },
    ];
  } finally {
    await product.stop();
  }
};

export const measureImport = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-books-'));
  try {
    const bytes = makeIllustratedBook(ILLUSTRATED_BYTES);
    const file = path.join(folder, 'illustrated.epub');
    await writeFile(file, bytes);
    const illustrated = { name: `a book of ours full of pictures (${mebibytes(bytes.length)})`, file, budgetMs: 15_000 };
    return [
      ...(await importChapters(folder)),
      ...(await sendGiant(folder)),
      ...(await importBooks([...realBooks(), illustrated])),
      ...(await refuseAll()),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
