/** Films, recordings, pictures and marks inside a book's own documents, as the browser has them: what plays, and which words are drawn upon. */
import { findEngineFrame, untilAtRest } from '@shufang/reading-engine/testing';
import type { Page } from 'playwright-core';

type Kind = 'audio' | 'video';

interface PlayerState {
  readonly at: number;
  readonly seconds: number;
  readonly isPaused: boolean;
  /** How far the browser may jump: nowhere where the server gives no parts of a file. */
  readonly seekableTo: number;
  readonly fault: string | undefined;
  /** Words of the caption on the screen. */
  readonly caption: string;
}

const engineOf = (page: Page) => {
  const frame = findEngineFrame(page);
  if (frame === undefined) throw new Error('the reading engine is not there');
  return frame;
};

/** The first player of a kind in the documents that are shown. `jumpTo`: a share of its length. */
const askPlayer = (page: Page, kind: Kind, action: 'look' | 'focus' | 'jump' | 'stop', share = 0): Promise<PlayerState> =>
  engineOf(page).evaluate(
    ([tag, what, part]) => {
      for (const iframe of document.querySelectorAll('iframe')) {
        if (getComputedStyle(iframe).visibility === 'hidden') continue;
        const player = iframe.contentDocument?.querySelector<HTMLMediaElement>(tag);
        if (!player) continue;
        if (what === 'focus') {
          iframe.contentWindow?.focus();
          player.focus();
        }
        if (what === 'jump') player.currentTime = player.duration * part;
        if (what === 'stop') player.pause();
        const cues = [...player.textTracks].flatMap((track) => (track.mode === 'showing' ? [...(track.activeCues ?? [])] : []));
        return {
          at: player.currentTime,
          seconds: player.duration,
          isPaused: player.paused,
          seekableTo: player.seekable.length > 0 ? player.seekable.end(player.seekable.length - 1) : 0,
          fault: player.error?.message,
          caption: cues.map((cue) => ('text' in cue ? String(cue.text) : '')).join(' '),
        };
      }
      throw new Error(`no ${tag} in the documents that are shown`);
    },
    [kind, action, share] as const,
  );

export const playerOf = (page: Page, kind: Kind): Promise<PlayerState> => askPlayer(page, kind, 'look');
export const jumpInPlayer = (page: Page, kind: Kind, share: number): Promise<PlayerState> => askPlayer(page, kind, 'jump', share);
export const stopPlayer = (page: Page, kind: Kind): Promise<PlayerState> => askPlayer(page, kind, 'stop');

/** Starts the player as somebody at the keyboard does. */
export const startPlayer = async (page: Page, kind: Kind): Promise<void> => {
  await askPlayer(page, kind, 'focus');
  await untilAtRest(page);
  await page.keyboard.press('Space');
};

/** A passage that is drawn upon, with the words before it, and whether it is on the screen. */
interface DrawnMark {
  readonly name: string;
  readonly words: string;
  readonly before: string;
  readonly isOnScreen: boolean;
}

/** What is drawn in the documents that are shown, in their order. */
export const drawnMarks = (page: Page): Promise<DrawnMark[]> =>
  engineOf(page).evaluate(() => {
    const found: DrawnMark[] = [];
    for (const iframe of document.querySelectorAll('iframe')) {
      if (getComputedStyle(iframe).visibility === 'hidden') continue;
      const inside = iframe.contentWindow as (Window & typeof globalThis) | null;
      const outer = iframe.getBoundingClientRect();
      const scale = outer.width / iframe.offsetWidth;
      for (const [name, highlight] of (inside?.CSS.highlights ?? new Map()) as Map<string, Set<Range>>) {
        for (const range of highlight) {
          const isOnScreen = [...range.getClientRects()].some((box) => {
            const [x, y] = [outer.left + box.left * scale, outer.top + box.top * scale];
            return box.width > 0 && x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
          });
          const before = (range.startContainer.textContent ?? '').slice(Math.max(0, range.startOffset - 6), range.startOffset);
          found.push({ name, words: range.toString(), before, isOnScreen });
        }
      }
    }
    return found;
  });

/** What is drawn of the large picture: how many colours, and where it lies. */
export const largePicture = (page: Page) =>
  page
    .getByRole('dialog', { name: '图片' })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
      const colours = new Set<number>();
      for (let i = 0; i < data.length; i += 4 * 997) colours.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      const { left, top, width, height } = canvas.getBoundingClientRect();
      return { colours: colours.size, pixels: canvas.width, left, top, width, height };
    });
