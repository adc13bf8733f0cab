/**
 * Measures the Lighthouse scores of the first pages of an anonymous user, as a phone on a slow network, and their layout shift while
 * loading.
 */
import { findFreePort, type Product, startProduct } from '@shufang/dev-env';
import { LAUNCH } from '@shufang/dev-env/chromium';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { type Figure, kibibytes, median } from './figure.ts';

const RUNS = 3;
const SCORE_BUDGET = 95;
const SHIFT_BUDGET = 0.05;
const SCRIPT_BUDGET_KIB = 200;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Seen {
  readonly scores: readonly number[];
  readonly shift: number;
  readonly scriptBytes: number;
  readonly largestPaintMs: number;
  /** Titles of the audits that failed. */
  readonly complaints: readonly string[];
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const numberOf = (report: Report, audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN;

const scriptBytesOf = (report: Report): number => {
  const details = report.audits['network-requests']?.details as { items?: { resourceType?: string; transferSize?: number }[] } | undefined;
  return (details?.items ?? []).reduce(
    (sum, { resourceType, transferSize = 0 }) => (resourceType === 'Script' ? sum + transferSize : sum),
    0,
  );
};

const complaintsOf = (report: Report): string[] =>
  CATEGORIES.flatMap((category) => report.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report.audits[id];
    return audit === undefined || audit.score === null || audit.score >= 0.9 || weight === 0 ? [] : `${audit.title} (${id})`;
  });

const look = async (address: string, port: number): Promise<Seen> => {
  const result = await lighthouse(address, { port, logLevel: 'error', output: 'json', onlyCategories: [...CATEGORIES], locale: 'en-US' });
  if (result === undefined) throw new Error(`Lighthouse returned no report of ${address}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  return {
    scores: CATEGORIES.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    shift: numberOf(lhr, 'cumulative-layout-shift'),
    scriptBytes: scriptBytesOf(lhr),
    largestPaintMs: numberOf(lhr, 'largest-contentful-paint'),
    complaints: complaintsOf(lhr),
  };
};

const firstBook = async ({ url }: Product): Promise<string> => {
  const response = (await (await fetch(`${url}/api/course/query?limit=1`)).json()) as { payload: { items: { id: string }[] } };
  return response.payload.items[0]?.id ?? '';
};

/** Returns the median scores of the runs, the largest layout shift, and all failed audits. */
const figureOf = (name: string, runs: readonly Seen[]): Figure => {
  const scores = CATEGORIES.map((_, index) => median(runs.map((run) => run.scores[index] ?? 0)));
  const shift = Math.max(...runs.map((run) => run.shift));
  const bytes = Math.max(...runs.map((run) => run.scriptBytes));
  const complaints = [...new Set(runs.flatMap((run) => run.complaints))];
  return {
    name: `${name}: performance, accessibility, best practices, SEO; layout shift; JavaScript sent; largest paint`,
    value: `${scores.join(', ')}; ${shift.toFixed(3)}; ${kibibytes(bytes)}; ${(median(runs.map((run) => run.largestPaintMs)) / 1_000).toFixed(1)} s`,
    ...(complaints.length === 0 ? {} : { baseline: `not passed: ${complaints.join('; ')}` }),
    budget: `${SCORE_BUDGET} each; ${SHIFT_BUDGET}; ${SCRIPT_BUDGET_KIB} KiB`,
    ok: scores.every((score) => score >= SCORE_BUDGET) && shift <= SHIFT_BUDGET && bytes <= SCRIPT_BUDGET_KIB * 1_024,
  };
};

export const measureLighthouse = async (): Promise<Figure[]> => {
  const product = await startProduct();
  const port = await findFreePort();
  const browser = await chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, `--remote-debugging-port=${port}`] });
  try {
    const figures: Figure[] = [];
    const pages = [
      ['home', '/'],
      ['course list', '/course/list'],
      ['book list', '/book/list'],
      ['product page', `/course/info/${await firstBook(product)}`],
    ] as const;
    for (const [name, address] of pages) {
      const runs: Seen[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await look(product.url + address, port));
      figures.push(figureOf(name, runs));
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
};
