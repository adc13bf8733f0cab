/**
 * `npm run conformance FOLDER`: runs every EPUB test of a folder through the real product. Imports it, opens it in Chromium, decides it by the
 * first rule that recognizes its pass criterion, otherwise by the verdicts of readers. Tests with scripts are run with approval and consent. Writes e2e/out/conformance: pictures, a report
 * in the W3C's form and a table. `--only ID`: only tests whose id contains it. `--save`: writes the table
 * also to docs.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportJob } from '@shufang/contract';
import { type Product, projectRoot, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { approveScripts, runDocument } from './approve-scripts.ts';
import { type ApprovedTest, type Case, type Decision, decided, type Rule } from './decision.ts';
import { decideByEye, fingerprintOf, readVerdicts } from './eye-verdicts.ts';
import { observeBook, openFresh } from './observe-book.ts';
import { type ConformanceTest, readTest } from './read-test.ts';
import { contentRules, importRules } from './rules-content.ts';
import { interfaceRules } from './rules-interface.ts';
import { layoutRules, samePages } from './rules-layout.ts';
import { overlayRules } from './rules-overlays.ts';
import { scriptRules } from './rules-scripts.ts';
import { type Outcome, tableOf, writeReport } from './write-report.ts';

const out = path.join(projectRoot, 'e2e', 'out', 'conformance');

/** Imports files by the operator's command, which ends with an error if one is refused. Returns all jobs. */
const importFiles = (product: Product, files: readonly string[]): Promise<ImportJob[]> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'apps/server/src/app/cli.ts', 'import', ...files, '--publish', '--json'],
      {
        cwd: projectRoot,
        env: { ...process.env, MODE: 'demo', PORT: String(product.port), DATA_DIR: product.dataDir },
        maxBuffer: 64 * 1_048_576,
      },
      (error, stdout) => {
        const jobs: unknown = JSON.parse(stdout.trim().split('\n').at(-1) || 'null');
        if (Array.isArray(jobs)) resolve(jobs as ImportJob[]);
        else reject(error ?? new Error(stdout));
      },
    );
  });

const decide = async (seen: Case, rules: readonly Rule[]): Promise<Decision | undefined> => {
  for (const rule of rules) {
    const decision = await rule(seen);
    if (decision) return decision;
  }
  return undefined;
};

interface Run {
  readonly product: Product;
  readonly browser: Browser;
  /** The books whose scripts were approved. */
  readonly approvedBooks: ReadonlySet<string>;
}

const runTest = async (test: ConformanceTest, job: ImportJob, { product, browser, approvedBooks }: Run): Promise<Outcome> => {
  const isApproved = job.bookId !== undefined && approvedBooks.has(job.bookId);
  const criteria = `${test.description} ${test.texts.join(' ')}`;
  if (job.bookId === undefined) {
    const decision = await decide({ test, job, criteria }, importRules);
    return { test, decision: decision ?? decided('import', false, `refused: ${job.detail}`), pictures: [], isApproved };
  }
  const address = `${product.url}/course/learning/${job.bookId}`;
  const pages: Page[] = [];
  const open = async (): Promise<Page> => {
    const page = await openFresh(browser, address);
    pages.push(page);
    return page;
  };
  const run: ApprovedTest['run'] = async (document = test.scripted[0], again) => {
    const page = again ?? (await open());
    await page.goto(document === undefined ? address : `${address}?href=${encodeURIComponent(document)}`);
    const shown = await runDocument(page);
    await page.screenshot({ path: path.join(out, `${test.id}-scripts-${pages.length}.png`), animations: 'disabled' });
    return { page, shown };
  };
  try {
    const seen = await observeBook(browser, address, out, test.id, /orientation/i.test(criteria));
    const found = await decide({ test, job, criteria, seen, open, ...(isApproved ? { approved: { run } } : {}) }, [
      ...importRules,
      ...scriptRules,
      ...overlayRules,
      ...layoutRules,
      samePages(out),
      ...interfaceRules,
      ...contentRules,
    ]);
    const decision = found ?? (await decideByEye(test.sha256, seen.screens, out, await readVerdicts()));
    return { test, decision, pictures: seen.screens.map(({ picture }) => picture), isApproved };
  } catch (error) {
    return {
      test,
      decision: decided('behavior', false, `the product did not show it: ${error instanceof Error ? error.message : String(error)}`),
      pictures: [],
      isApproved,
    };
  } finally {
    for (const page of pages) await page.context().close();
  }
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, save: { type: 'boolean', default: false } },
});
const folder = positionals[0];
if (folder === undefined) throw new Error('usage: npm run conformance FOLDER [-- --only ID] [--save]');
const names = (await readdir(folder)).filter((name) => name.endsWith('.epub')).toSorted();
const files = names.filter((name) => values.only === undefined || name.includes(values.only)).map((name) => path.resolve(folder, name));
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const product = await startProduct({ readyTimeoutMs: 240_000 });
const browser = await launchBrowser();
try {
  const jobs = await importFiles(product, files);
  const approvedBooks = await approveScripts(product, jobs);
  const outcomes: Outcome[] = [];
  for (const [index, file] of files.entries()) {
    const job = jobs[index];
    if (job === undefined) throw new Error(`${file} has no import`);
    const outcome = await runTest(await readTest(file), job, { product, browser, approvedBooks });
    outcomes.push(outcome);
    console.log(
      `${outcome.decision.result === null ? '–' : outcome.decision.result ? '✓' : '✗'} ${outcome.test.id} [${outcome.decision.by}] ${outcome.decision.reason}`,
    );
  }
  await writeReport(out, outcomes);
  const waiting = outcomes.filter(({ decision }) => decision.by === 'undecided');
  const sheet = await Promise.all(
    waiting.map(async ({ test, pictures }) => [
      test.sha256,
      {
        id: test.id,
        result: null,
        readings: [''],
        fingerprints: await Promise.all(pictures.slice(0, 4).map((picture) => fingerprintOf(path.join(out, picture)))),
      },
    ]),
  );
  await writeFile(path.join(out, 'verdicts-to-fill.json'), `${JSON.stringify(Object.fromEntries(sheet), undefined, 2)}\n`);
  if (values.save) await writeFile(path.join(projectRoot, 'docs', 'conformance.md'), tableOf(outcomes));
} finally {
  await browser.close();
  await product.stop();
}
