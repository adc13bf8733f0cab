/** Imports real books through the operator's command, each time into a new database, beside a process that only unpacks and parses them. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ImportJob } from '@shufang/contract';
import { startProduct } from '@shufang/dev-env';
import { corpusFile } from '../../e2e/src/corpus.ts';
import { type Figure, MEBIBYTE, mebibytes, median, milliseconds } from './figure.ts';
import { watchProcessesIn } from './process-memory.ts';

const ROUNDS = 5;
const BUDGET_MS = 3_000;
const BUDGET_BYTES = 512 * MEBIBYTE;
const BOOKS = ['se-war-and-peace.epub', 'zh-go-web.epub', 'zh-hant-tang-8000.epub'];
const PARSE_ONLY = path.join(import.meta.dirname, 'parse-only.ts');

interface Taken {
  importMs: number;
  commandMs: number;
  peakBytes: number;
  coreMs: number;
  parseMs: number;
  documents: number;
}

const parseOnly = async (file: string): Promise<number> => {
  const began = performance.now();
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', PARSE_ONLY, file]);
  return performance.now() - began;
};

/** One new product, every book once. */
const importAll = async (): Promise<Map<string, Taken>> => {
  const product = await startProduct();
  try {
    const taken = new Map<string, Taken>();
    for (const book of BOOKS) {
      const file = corpusFile(`epub-books/${book}`);
      const watch = watchProcessesIn(product.dataDir);
      const began = performance.now();
      const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
      const commandMs = performance.now() - began;
      const { peakBytes, coreMs } = watch.stop();
      if (job?.statistics === undefined || job.existing) throw new Error(`${book} was not imported: ${job?.detail}`);
      taken.set(book, {
        importMs: job.statistics.ms,
        commandMs,
        peakBytes,
        coreMs,
        documents: job.statistics.documents,
        parseMs: await parseOnly(file),
      });
    }
    return taken;
  } finally {
    await product.stop();
  }
};

export const measureImport = async (): Promise<Figure[]> => {
  await importAll();
  const rounds: Map<string, Taken>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await importAll());
  return BOOKS.flatMap((book): Figure[] => {
    const taken = rounds.flatMap((round) => round.get(book) ?? []);
    const middle = (pick: (each: Taken) => number) => median(taken.map(pick));
    const [importMs, parseMs] = [middle((each) => each.importMs), middle((each) => each.parseMs)];
    const peak = Math.max(...taken.map((each) => each.peakBytes));
    return [
      {
        name: `${book}, ${taken[0]?.documents ?? 0} documents: import`,
        value: milliseconds(importMs),
        baseline: `${milliseconds(parseMs)}: a process that only unpacks it and parses its XHTML`,
        ratio: importMs / parseMs,
        budget: milliseconds(BUDGET_MS),
        ok: importMs <= BUDGET_MS,
      },
      { name: `${book}: the whole command, from the shell and back`, value: milliseconds(middle((each) => each.commandMs)) },
      { name: `${book}: of it on a core in the conversion process`, value: milliseconds(middle((each) => each.coreMs)) },
      {
        name: `${book}: most memory of the conversion`,
        value: mebibytes(peak),
        budget: mebibytes(BUDGET_BYTES),
        ok: peak > 0 && peak <= BUDGET_BYTES,
      },
    ];
  });
};
