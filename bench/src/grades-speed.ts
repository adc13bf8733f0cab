/**
 * Measures gradebooks of 500 students by 60 columns and of 3,000 by 100, from the server to the painted and scrolled table, and how long a
 * corrected key of one question takes over 1,000 attempts.
 */
import path from 'node:path';
import { getGradebook, regradeQuestion } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { launchBrowser } from '../../e2e/src/browser.ts';
import { signInByPassword } from '../../e2e/src/users.ts';
import { type Figure, median, milliseconds, percentile, spread } from './figure.ts';
import { type ClassSize, fillAttempts, fillGradebook } from './grades/fill-class.ts';
import { QUESTION } from './grades/question.ts';
import { call } from './wire.ts';

const TEACHER = '13800000002';
const PASSWORD = 'Shufang-2026';
const ROUNDS = 15;
const OPENINGS = 5;
const SCROLLS = 90;
const STEP_PX = 120;
const ATTEMPTS = 1_000;
const SERVER_BUDGET_MS = 300;
const PAINT_BUDGET_MS = 1_000;
const FRAME_BUDGET_MS = 33;
const REGRADE_BUDGET_MS = 2_000;

const LARGE: ClassSize = { students: 500, columns: 60 };
const HUGE: ClassSize = { students: 3_000, columns: 100 };
const HUGE_BUDGET_MS = 3_000;

const timed = async (action: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await action();
  return performance.now() - began;
};

/** Opens the page of a gradebook and scrolls it. Returns the times until a result is painted, and of the frames while scrolling. */
const openPage = async (
  product: Product,
  classId: string,
): Promise<{ readonly painted: readonly number[]; readonly frames: readonly number[] }> => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(product.url);
    await signInByPassword(product, page, TEACHER, PASSWORD);
    const painted: number[] = [];
    for (let n = 0; n < OPENINGS; n += 1) {
      await page.goto(`${product.url}/user/teacher`, { waitUntil: 'load' });
      await page.goto(`${product.url}/class/${classId}?tab=grades`, { waitUntil: 'commit' });
      await page.locator('[role=gridcell][aria-colindex="3"]').first().waitFor();
      // From the start of the navigation, by the clock of the page, to the frame after the results are in the document.
      painted.push(await page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())))));
    }
    const frames = await page.evaluate(
      async ({ scrolls, step }) => {
        const grid = document.querySelector('[role=grid]');
        const times: number[] = [];
        let last = await new Promise<number>(requestAnimationFrame);
        for (let n = 0; n < scrolls; n += 1) {
          grid?.scrollBy(n % 3 === 2 ? step : 0, step);
          const now = await new Promise<number>(requestAnimationFrame);
          times.push(now - last);
          last = now;
        }
        return times;
      },
      { scrolls: SCROLLS, step: STEP_PX },
    );
    return { painted, frames };
  } finally {
    await browser.close();
  }
};

export const measureGrades = async (): Promise<Figure[]> => {
  const product = await startProduct({ environment: { MODE: 'demo' } });
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(product.dataDir, 'postgres'),
    log: createLogger('silent'),
    exclusive: false,
  });
  const db = await openDatabase(postgres.url);
  try {
    const large = await fillGradebook(db, 'c500', TEACHER, LARGE);
    const huge = await fillGradebook(db, 'c3000', TEACHER, HUGE);
    const { id: assignmentId } = await fillAttempts(db, 'regrade', TEACHER, { students: ATTEMPTS, question: QUESTION });
    await db.pool.query('analyze');
    const { headers } = await signIn(product, TEACHER);
    const responses = async (classId: string): Promise<number[]> => {
      const times: number[] = [];
      for (let n = 0; n < ROUNDS; n += 1) times.push(await timed(() => call(product.url, getGradebook, { classId }, headers)));
      return times.slice(2);
    };
    const key = { responses: { RESPONSE: { rule: 'choice' as const, milli: 2000, correct: ['O2'], incompleteMilli: 0 } }, explanation: [] };
    const correction = { assignmentId, questionId: 'q1', rev: 1, key, isRaiseOnly: false };
    const previews: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1)
      previews.push(await timed(() => call(product.url, regradeQuestion, { ...correction, isPreview: true }, headers)));
    const applied = await timed(() => call(product.url, regradeQuestion, { ...correction, isPreview: false, reason: '更正' }, headers));
    const [largeTimes, hugeTimes] = [await responses(large), await responses(huge)];
    const page = await openPage(product, large);
    const hugePage = await openPage(product, huge);
    const within = (name: string, times: readonly number[], budgetMs: number, value = median(times)): Figure => ({
      name,
      value: spread(times),
      budget: milliseconds(budgetMs),
      ok: value <= budgetMs,
    });
    return [
      within('gradebook 500 × 60, response of the server (median, p95)', largeTimes, SERVER_BUDGET_MS),
      within('gradebook 500 × 60, painted (median, p95)', page.painted, PAINT_BUDGET_MS),
      within('gradebook 500 × 60, frames while scrolling (median, p95)', page.frames, FRAME_BUDGET_MS, percentile(page.frames, 0.95)),
      within('gradebook 3,000 × 100, response of the server (median, p95)', hugeTimes, HUGE_BUDGET_MS),
      within('gradebook 3,000 × 100, painted (median, p95)', hugePage.painted, HUGE_BUDGET_MS),
      within('corrected key over 1,000 attempts, preview (median, p95)', previews, REGRADE_BUDGET_MS),
      { name: 'corrected key over 1,000 attempts, applied', value: milliseconds(applied) },
    ];
  } finally {
    await db.close();
    await postgres.stop();
    await product.stop();
  }
};
