/** Measures two-character searches over all books of the corpus, by one caller and by twenty at once. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ImportJob, type InputOf, type Operation, searchBooks, searchInBook, suggestSearch } from '@shufang/contract';
import { startProduct } from '@shufang/dev-env';
import { corpusFile } from '../../e2e/src/corpus.ts';
import { type Figure, milliseconds, percentile, spread } from './figure.ts';
import { call } from './wire.ts';

const BUDGET_MS = 100;
const CALLS = 400;
const WARM_UP = 60;
/** Queries: frequent and rare, in one chapter and in many, Chinese and other. */
const QUERIES = [
  '学习',
  '君子',
  '明月',
  '文件',
  '数据',
  '系统',
  '函数',
  '春风',
  '天地',
  '网络',
  '长安',
  '安装',
  '我们',
  '字符',
  '白日',
  '算法',
  '不见',
  '用户',
  '匹配',
  '相思',
];

/**
 * Searches with each query and returns the duration of each call in milliseconds; `callers`: number of calls that are always pending at the
 * same time.
 */
const load = async <O extends Operation>(
  url: string,
  operation: O,
  inputOf: (word: string) => InputOf<O>,
  callers: number,
): Promise<number[]> => {
  const taken: number[] = [];
  let started = 0;
  const caller = async (): Promise<void> => {
    while (started < CALLS + WARM_UP) {
      const number = started++;
      const began = performance.now();
      await call(url, operation, inputOf(QUERIES[number % QUERIES.length] ?? ''));
      if (number >= WARM_UP) taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return taken;
};

export const measureSearch = async (): Promise<Figure[]> => {
  const folder = path.dirname(corpusFile('epub-books/zh-lunyu.epub'));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.epub'));
  const product = await startProduct();
  try {
    const jobs = (await product.command('import', ...files.map((name) => path.join(folder, name)), '--publish')) as ImportJob[];
    const largest = jobs
      .toSorted((a, b) => (b.statistics?.chars ?? 0) - (a.statistics?.chars ?? 0))
      .find(({ fileName }) => fileName.startsWith('zh-'));
    const bookId = largest?.bookId ?? '';
    const chars = jobs.reduce((sum, job) => sum + (job.statistics?.chars ?? 0), 0);
    const kinds: readonly [string, (callers: number) => Promise<number[]>][] = [
      [
        `all ${files.length} books, ${(chars / 1e6).toFixed(1)} million characters`,
        (callers) => load(product.url, searchBooks, (q) => ({ q }), callers),
      ],
      [`inside ${largest?.fileName ?? ''}`, (callers) => load(product.url, searchInBook, (q) => ({ q, bookId }), callers)],
      ['suggestions', (callers) => load(product.url, suggestSearch, (q) => ({ q }), callers)],
    ];
    const figures: Figure[] = [];
    for (const [name, run] of kinds) {
      for (const callers of [1, 20]) {
        const taken = await run(callers);
        const p95 = percentile(taken, 0.95);
        figures.push({
          name: `${name}, ${callers === 1 ? 'one caller' : `${callers} callers at once`} (p50, p95)`,
          value: spread(taken),
          budget: `p95 ${milliseconds(BUDGET_MS)}`,
          ok: p95 <= BUDGET_MS,
        });
      }
    }
    return figures;
  } finally {
    await product.stop();
  }
};
