/**
 * Runs the documents with scripts of an approved book as a reader who has agreed: opens each in a new page and says what their frames show.
 * The approval is given as in the product, by an editor and a second person.
 */
import { decideScriptApproval, type ImportJob, requestScriptApproval } from '@shufang/contract';
import type { RunningProduct } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import { callerFor, DEMO_ADMIN } from '../users.ts';

const EDITOR = { tel: '13800000005', password: DEMO_ADMIN.password };
const WAIT_MS = 15_000;

/** What a document with scripts shows after they ran: its own text and that of the frames in it. */
export interface RanDocument {
  readonly text: string;
  /** Addresses of the frames, without their query. */
  readonly urls: readonly string[];
}

/** Requests the approval of the scripts as an editor and approves it as the administrator. Returns the books that have scripts. */
export const approveScripts = async (product: RunningProduct, jobs: readonly ImportJob[]): Promise<ReadonlySet<string>> => {
  const scripted = jobs.filter(({ findings }) => findings.some(({ code }) => code === 'script.needsApproval'));
  const books = new Set(scripted.flatMap(({ bookId }) => (bookId === undefined ? [] : [bookId])));
  if (books.size === 0) return books;
  const [editor, second] = await Promise.all([callerFor(product, EDITOR, 'mobile'), callerFor(product, DEMO_ADMIN, 'mobile')]);
  for (const bookId of books) {
    await editor(requestScriptApproval, { bookId, reason: 'a test of scripts' });
    await second(decideScriptApproval, { bookId, approve: true });
  }
  return books;
};

const scriptFramesOf = (page: Page) => page.frames().filter((frame) => new URL(frame.url(), 'http://none').pathname.startsWith('/~s/'));

/** Gives the reader's consent on a page whose document has scripts. Returns whether it was asked for. */
const consent = async (page: Page): Promise<boolean> => {
  const offer = page.getByRole('button', { name: '打开互动内容' });
  const layer = page.locator('iframe[sandbox="allow-scripts"]');
  const isOffered = await offer
    .or(layer)
    .first()
    .waitFor({ timeout: WAIT_MS })
    .then(
      () => true,
      () => false,
    );
  if (!isOffered) return false;
  if (await offer.isVisible()) await offer.click();
  await layer.waitFor({ timeout: WAIT_MS });
  return true;
};

/** A frame that was replaced while it was read says nothing; the next look reads its successor. */
const ignoreReplaced = (error: unknown): string => {
  if (error instanceof Error && /closed|detached|destroyed|navigat/i.test(error.message)) return '';
  throw error;
};

/** Returns what the frames show when their text no longer changes. */
export const readFrames = async (page: Page): Promise<RanDocument> => {
  const look = async (): Promise<string> => {
    const parts: string[] = [];
    for (const frame of scriptFramesOf(page)) {
      parts.push(
        await frame
          .evaluate(() => {
            const texts: string[] = [];
            const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
              const range = document.createRange();
              range.selectNodeContents(node);
              let isShown = [...range.getClientRects()].some(({ width }) => width > 0);
              // Chromium has boxes also for the text of an SVG group that is not displayed.
              for (let parent = node.parentElement; parent !== null; parent = parent.parentElement)
                if (getComputedStyle(parent).display === 'none' || /^(?:head|script|style|title)$/i.test(parent.localName)) isShown = false;
              if (isShown) texts.push(node.textContent ?? '');
            }
            return texts.join(' ');
          })
          .catch(ignoreReplaced),
      );
    }
    return parts.join(' ').replace(/\s+/g, ' ').trim();
  };
  let text = await look();
  for (let same = 0, tries = 0; same < 4 && tries < 60; tries++) {
    await page.waitForTimeout(100);
    const next = await look();
    same = next === text && next !== '' ? same + 1 : 0;
    text = next;
  }
  return { text, urls: scriptFramesOf(page).map((frame) => frame.url().replace(/[?#].*$/, '')) };
};

/** Opens a document with scripts with the consent of the reader. Returns undefined if the page does not offer it. */
export const runDocument = async (page: Page): Promise<RanDocument | undefined> => ((await consent(page)) ? readFrames(page) : undefined);
