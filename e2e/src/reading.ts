/**
 * Operates the reading page and observes its state. The documents of the book are in frames of the engine's frame, all of the same origin.
 */
import { findEngineFrame, untilAtRest } from '@shufang/reading-engine/testing';
import type { Frame, Page } from 'playwright-core';

export { untilAtRest };

const engineFrame = async (page: Page): Promise<Frame> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const frame = findEngineFrame(page);
    if (frame !== undefined) return frame;
    if (Date.now() > deadline) throw new Error('the reading engine did not appear');
    await page.waitForTimeout(50);
  }
};

/** Waits until the focus is on a picture in the text: the page moves it there by a message to the engine's page. */
export const untilPictureFocused = async (page: Page): Promise<void> => {
  await (await engineFrame(page)).waitForFunction(() => {
    const segment = document.activeElement;
    return document.hasFocus() && segment instanceof HTMLIFrameElement && segment.contentDocument?.activeElement?.matches('img, svg');
  });
};

/** The visible part of a block; coordinates in the engine's frame. */
interface SeenBlock {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const seenBlocks = async (page: Page): Promise<SeenBlock[]> =>
  (await engineFrame(page)).evaluate(() => {
    const seen: { id: string; text: string; x: number; y: number }[] = [];
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const style = getComputedStyle(iframe);
      if (style.visibility === 'hidden' || style.opacity === '0' || style.display === 'none') continue;
      const outer = iframe.getBoundingClientRect();
      // Pages of a fixed layout are displayed smaller than their own size, so coordinates are scaled.
      const scale = outer.width / iframe.offsetWidth;
      for (const block of iframe.contentDocument?.querySelectorAll('[data-block]') ?? []) {
        // Text in a closed `details` element has boxes, too.
        if (!block.checkVisibility()) continue;
        for (const rect of block.getClientRects()) {
          const x = outer.left + rect.left * scale;
          const y = outer.top + rect.top * scale;
          if (rect.width === 0 || x + rect.width * scale <= 0 || x >= innerWidth || y + rect.height * scale <= 0 || y >= innerHeight)
            continue;
          seen.push({ id: block.getAttribute('data-block') ?? '', text: block.textContent ?? '', x, y });
          break;
        }
      }
    }
    return seen;
  });

/** A box of the window, in CSS pixels. */
interface WindowBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the boxes of the visible headings and paragraphs in the window: one for each column in which a part of them is. */
export const textBoxes = async (page: Page): Promise<WindowBox[]> => {
  const frame = await engineFrame(page);
  const host = await (await frame.frameElement()).boundingBox();
  const boxes = await frame.evaluate(() => {
    const isShown = (iframe: HTMLElement): boolean => getComputedStyle(iframe).visibility !== 'hidden';
    return [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].filter(isShown).flatMap((iframe) => {
      const outer = iframe.getBoundingClientRect();
      return [...(iframe.contentDocument?.querySelectorAll('h1, h2, h3, p') ?? [])]
        .flatMap((block) => [...block.getClientRects()])
        .map(({ x, y, width, height }) => ({ x: outer.x + x, y: outer.y + y, width, height }))
        .filter(({ x, y, width, height }) => width > 0 && x > 0 && x + width < innerWidth && y + height > 0 && y < innerHeight);
    });
  });
  return boxes.map(({ x, y, ...size }) => ({ x: x + (host?.x ?? 0), y: y + (host?.y ?? 0), ...size }));
};

/** Opens the book and waits until its first text no longer moves. */
export const openBook = async (page: Page, url: string, bookId: string, query = ''): Promise<void> => {
  await page.goto(`${url}/course/learning/${bookId}${query}`);
  await page.getByRole('region', { name: '阅读区' }).waitFor();
  await untilText(page);
};

/** Waits until text of the book is visible and no longer moves. */
export const untilText = async (page: Page): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while ((await seenBlocks(page)).length === 0) {
    if (Date.now() > deadline) throw new Error('no text of the book on the screen');
    await page.waitForTimeout(50);
  }
  await untilAtRest(page);
};

/** Returns the current view: paged, scroll or fixed. */
export const viewOf = async (page: Page): Promise<string | undefined> =>
  (await engineFrame(page)).evaluate(() => document.getElementById('stage')?.dataset['view']);

/** Returns the visible text, one line per block. */
export const visibleText = async (page: Page): Promise<string> => (await seenBlocks(page)).map((block) => block.text).join('\n');

export const visibleBlocks = async (page: Page): Promise<string[]> => (await seenBlocks(page)).map((block) => block.id);

/** Returns the id of the first visible block. */
export const firstVisibleBlock = async (page: Page): Promise<string> => (await seenBlocks(page))[0]?.id ?? '';

/** Returns the visible blocks with their positions: the result changes when the page turns, and is the same when nothing has moved. */
export const pageFingerprint = async (page: Page): Promise<string> =>
  (await seenBlocks(page)).map(({ id, x, y }) => `${id}@${Math.round(x)},${Math.round(y)}`).join(' ');

/** Performs an action that turns the page and waits until another page is at rest. */
export const turnsBy = async (page: Page, action: () => Promise<unknown>): Promise<void> => {
  await untilAtRest(page);
  const before = await pageFingerprint(page);
  await action();
  const deadline = Date.now() + 60_000;
  for (;;) {
    await page.waitForTimeout(30);
    let now = await pageFingerprint(page);
    if (now !== '' && now !== before) {
      await untilAtRest(page);
      now = await pageFingerprint(page);
      if (now !== '' && now !== before) return;
    }
    if (Date.now() > deadline) throw new Error(`the page did not turn: ${before.slice(0, 200)}`);
  }
};

/** Waits until the device has saved the current page as the reading position. */
export const waitForPositionSaved = async (page: Page): Promise<void> => {
  await untilAtRest(page);
  const deadline = Date.now() + 60_000;
  for (;;) {
    const saved = await page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, note]) => (key.startsWith('place:') ? [String(note)] : [])),
    );
    const blocks = await visibleBlocks(page);
    if (blocks.some((id) => saved.some((note) => note.includes(`"blockId":"${id}"`)))) return;
    if (Date.now() > deadline) throw new Error(`the position was not saved: ${saved.join(' ')}`);
    await page.waitForTimeout(50);
  }
};

/** Returns the reading positions that no record has yet, and the number of changes that the server does not have yet. */
const unsentOf = (page: Page): Promise<{ readonly positions: string[]; readonly changes: number }> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('shufang-reader');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('closed')));
    });
    // A transaction that is writing a change ends before this one begins.
    const transaction = db.transaction(['records', 'outbox']);
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve) => {
        const request = transaction.objectStore(store).getAll();
        request.addEventListener('success', () => resolve(request.result as T[]));
      });
    const [records, outbox] = await Promise.all([
      all<{ owner: string; entityId: string; entity: string; record: { updatedAt: number } }>('records'),
      all<{ state: string }>('outbox'),
    ]);
    db.close();
    const notes = Object.entries(localStorage).flatMap(([key, note]) =>
      key.startsWith('place:') ? [{ key, updatedAt: (JSON.parse(String(note)) as { updatedAt: number }).updatedAt }] : [],
    );
    const unwritten = notes.filter(
      ({ key, updatedAt }) =>
        !records.some(
          ({ owner, entity, entityId, record }) =>
            entity === 'progress' && key === `place:${owner}:${entityId}` && record.updatedAt >= updatedAt,
        ),
    );
    return { positions: unwritten.map(({ key }) => key), changes: outbox.filter((entry) => entry.state === 'waiting').length };
  });

/** Waits until `isSent` accepts what this browser has not sent yet. */
const waitForUnsent = async (page: Page, isSent: (unsent: { positions: string[]; changes: number }) => boolean): Promise<void> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const unsent = await unsentOf(page);
    if (isSent(unsent)) return;
    if (Date.now() > deadline) throw new Error(`not sent: ${JSON.stringify(unsent)}`);
    await page.waitForTimeout(50);
  }
};

/** Waits until every reading position noted by this browser is stored as a record and pushed to the server. */
export const waitForPositionSent = (page: Page): Promise<void> =>
  waitForUnsent(page, ({ positions, changes }) => positions.length === 0 && changes === 0);

/** Waits until the server has every change that this browser has written. */
export const waitForChangesSent = (page: Page): Promise<void> => waitForUnsent(page, ({ changes }) => changes === 0);

/**
 * Waits until the book no longer moves. Returns the center of the first visible element of the book that matches, in coordinates of the
 * page; undefined if none is visible.
 */
export const pointOf = async (page: Page, selector: string): Promise<{ x: number; y: number } | undefined> => {
  await untilAtRest(page);
  const engine = await engineFrame(page);
  const outer = await (await engine.frameElement()).boundingBox();
  const inner = await engine.evaluate((wanted) => {
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      if (getComputedStyle(iframe).visibility === 'hidden') continue;
      const origin = iframe.getBoundingClientRect();
      for (const element of iframe.contentDocument?.querySelectorAll(wanted) ?? []) {
        for (const rect of element.getClientRects()) {
          const x = origin.left + rect.left + rect.width / 2;
          const y = origin.top + rect.top + rect.height / 2;
          if (rect.width > 0 && x > 0 && x < innerWidth && y > 0 && y < innerHeight) return { x, y };
        }
      }
    }
    return undefined;
  }, selector);
  return inner === undefined || outer === null ? undefined : { x: outer.x + inner.x, y: outer.y + inner.y };
};

/** Turns pages until a matching element of the book is visible. Returns its center. The error lists the first line of each page passed. */
export const findOnPages = async (page: Page, selector: string, pagesMax = 12): Promise<{ x: number; y: number }> => {
  const passed: string[] = [];
  for (let turned = 0; turned <= pagesMax; turned += 1) {
    const point = await pointOf(page, selector);
    if (point !== undefined) return point;
    passed.push((await visibleText(page)).slice(0, 30));
    await turnsBy(page, () => page.keyboard.press('PageDown'));
  }
  throw new Error(`no ${selector} on these pages: ${passed.join(' | ')}`);
};

/** Clicks at a point of the page, or taps on a touch device. Uses the browser's protocol directly for the same reason as the drag. */
export const clickAt = async (page: Page, { x, y }: { x: number; y: number }): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  } else {
    await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', buttons: 1, clickCount: 1 });
    await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'left', buttons: 0, clickCount: 1 });
  }
  await session.detach();
};

/** Taps the reading region at a share of its width (0 to 1), at half its height. */
export const tapZone = async (page: Page, share: number): Promise<void> => {
  await untilAtRest(page);
  const box = await page.getByRole('region', { name: '阅读区' }).boundingBox();
  if (box === null) throw new Error('there is no reading region');
  await clickAt(page, { x: box.x + box.width * share, y: box.y + box.height / 2 });
};

/** Number of media of each kind in the loaded documents, and of those that cannot be displayed or played. */
export interface Media {
  readonly pictures: number;
  readonly formulas: number;
  readonly players: number;
  readonly tables: number;
  readonly code: number;
  readonly broken: readonly string[];
}

export const mediaOf = async (page: Page): Promise<Media> =>
  (await engineFrame(page)).evaluate(() => {
    const found = { pictures: 0, formulas: 0, players: 0, tables: 0, code: 0, broken: [] as string[] };
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const inside = iframe.contentDocument;
      if (inside === null) continue;
      for (const picture of inside.querySelectorAll('img')) {
        found.pictures += 1;
        if (picture.complete && picture.naturalWidth === 0) found.broken.push(picture.src);
      }
      for (const player of inside.querySelectorAll<HTMLMediaElement>('audio, video')) {
        found.players += 1;
        if (player.error !== null || player.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) found.broken.push(player.currentSrc);
      }
      for (const formula of inside.querySelectorAll('math')) {
        found.formulas += 1;
        if (formula.getBoundingClientRect().height === 0) found.broken.push(formula.textContent ?? '');
      }
      found.tables += inside.querySelectorAll('table').length;
      found.code += inside.querySelectorAll('pre').length;
    }
    return found;
  });

/**
 * Drags with the left mouse button. Uses the browser's protocol directly, because Playwright's mouse waits for a timer in every frame at
 * the beginning of a drag, and no timer runs in the documents of a book, where scripts are disabled.
 */
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', { x, y }: { x: number; y: number }, buttons: number) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: type === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
      buttons,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  await send('mouseMoved', from, 0);
  await send('mousePressed', from, 1);
  for (const share of [0.25, 0.5, 0.75, 1])
    await send('mouseMoved', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, 1);
  await send('mouseReleased', to, 0);
  await session.detach();
};

/** Returns the boxes of the first and last character of a passage, in coordinates of the page. Throws when the passage is not visible. */
const endsOfText = async (page: Page, text: string): Promise<{ from: { x: number; y: number }; to: { x: number; y: number } }> => {
  await untilAtRest(page);
  const engine = await engineFrame(page);
  const outer = await (await engine.frameElement()).boundingBox();
  const inner = await engine.evaluate((wanted) => {
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const inside = iframe.contentDocument;
      if (inside === null || getComputedStyle(iframe).visibility === 'hidden') continue;
      const origin = iframe.getBoundingClientRect();
      const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const rectAt = (offset: number) => {
          const range = inside.createRange();
          range.setStart(node, offset);
          range.setEnd(node, offset + 1);
          return range.getBoundingClientRect();
        };
        const first = rectAt(at);
        const last = rectAt(at + wanted.length - 1);
        const from = { x: origin.left + first.left + 1, y: origin.top + first.top + first.height / 2 };
        const to = { x: origin.left + last.right - 1, y: origin.top + last.top + last.height / 2 };
        if (from.x > 0 && from.x < innerWidth && from.y > 0 && from.y < innerHeight) return { from, to };
      }
    }
    return undefined;
  }, text);
  if (inner === undefined || outer === null) throw new Error(`“${text}” is not on the screen`);
  const shift = (point: { x: number; y: number }) => ({ x: outer.x + point.x, y: outer.y + point.y });
  return { from: shift(inner.from), to: shift(inner.to) };
};

/** Returns a point inside a visible passage. */
export const pointOfText = async (page: Page, text: string): Promise<{ x: number; y: number }> => {
  const { from } = await endsOfText(page, text);
  return { x: from.x + 4, y: from.y };
};

/** Drags over `text` with the mouse and waits for the toolbar 划线工具. */
export const selectText = async (page: Page, text: string): Promise<void> => {
  const { from, to } = await endsOfText(page, text);
  await drag(page, from, to);
  await page.getByRole('toolbar', { name: '划线工具' }).waitFor();
};

/**
 * Simulates a long press on a passage. The touch events are real; the selection is set by the test as a phone's operating system sets it
 * during the press (a change of the selection without a pointer event), because Chromium on desktop does not select by touch.
 */
export const pressLongOn = async (page: Page, text: string): Promise<void> => {
  const { from } = await endsOfText(page, text);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from.x + 4, y: from.y }] });
  await selectInBook(page, text);
  await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await session.detach();
};

/**
 * Sets the selection of the book from the first to the last character of a visible passage, as the selection handles of the operating
 * system do.
 */
export const selectInBook = async (page: Page, text: string): Promise<void> =>
  (await engineFrame(page)).evaluate((wanted) => {
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const inside = iframe.contentDocument;
      if (inside === null || getComputedStyle(iframe).visibility === 'hidden') continue;
      const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        inside.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
    }
  }, text);

/** Returns the boxes of the book's selection, in coordinates of the page. */
export const selectionBoxes = async (page: Page): Promise<{ left: number; top: number; right: number; bottom: number }[]> => {
  const engine = await engineFrame(page);
  const outer = await (await engine.frameElement()).boundingBox();
  const boxes = await engine.evaluate(() =>
    [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].flatMap((iframe) => {
      const selection = iframe.contentDocument?.getSelection();
      if (!selection || selection.isCollapsed) return [];
      const { left: x, top: y } = iframe.getBoundingClientRect();
      return [...selection.getRangeAt(0).getClientRects()].map(({ left, top, right, bottom }) => ({
        left: x + left,
        top: y + top,
        right: x + right,
        bottom: y + bottom,
      }));
    }),
  );
  const { x = 0, y = 0 } = outer ?? {};
  return boxes.map(({ left, top, right, bottom }) => ({ left: x + left, top: y + top, right: x + right, bottom: y + bottom }));
};

/** Returns the number of highlights drawn in the loaded documents. */
export const countHighlights = async (page: Page): Promise<number> =>
  (await engineFrame(page)).evaluate(() => {
    let count = 0;
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const inside = iframe.contentWindow as (Window & typeof globalThis) | null;
      for (const [name, highlight] of (inside?.CSS.highlights ?? new Map()) as Map<string, Set<unknown>>) {
        if (/yellow|green|blue|pink|red/.test(name)) count += highlight.size;
      }
    }
    return count;
  });
