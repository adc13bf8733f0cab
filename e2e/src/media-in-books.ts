/** Reads the state of videos, audio, pictures and highlights inside the documents of an open book. */
import { findEngineFrame, untilAtRest } from '@shufang/reading-engine/testing';
import type { Page } from 'playwright-core';

type Kind = 'audio' | 'video';

interface PlayerState {
  readonly at: number;
  readonly seconds: number;
  readonly isPaused: boolean;
  /** Speed; 1 is that of the recording. */
  readonly rate: number;
  /** Last position in seconds to which the browser can seek; 0 if the server does not support range requests. */
  readonly seekableTo: number;
  readonly errorText: string | undefined;
  /** Text of the visible caption. */
  readonly caption: string;
}

const engineOf = (page: Page) => {
  const frame = findEngineFrame(page);
  if (frame === undefined) throw new Error('the reading engine is missing');
  return frame;
};

/** Operates the first player of a kind in the visible documents. `share`: position as a fraction of its duration. */
const askPlayer = (page: Page, kind: Kind, action: 'look' | 'focus' | 'jump' | 'stop', share = 0): Promise<PlayerState> =>
  engineOf(page).evaluate(
    ([tag, what, part]) => {
      for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
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
          rate: player.playbackRate,
          seekableTo: player.seekable.length > 0 ? player.seekable.end(player.seekable.length - 1) : 0,
          errorText: player.error?.message,
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

/** Starts the first player of a kind with the keyboard. */
export const startPlayer = async (page: Page, kind: Kind): Promise<void> => {
  await askPlayer(page, kind, 'focus');
  await untilAtRest(page);
  await page.keyboard.press('Space');
};

/** A highlighted passage with the text before it, and whether it is visible. */
interface DrawnHighlight {
  readonly name: string;
  readonly text: string;
  readonly before: string;
  readonly isOnScreen: boolean;
}

/** Returns the highlights in the loaded documents, in their order. */
export const drawnHighlights = (page: Page): Promise<DrawnHighlight[]> =>
  engineOf(page).evaluate(() => {
    const found: DrawnHighlight[] = [];
    for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
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
          found.push({ name, text: range.toString(), before, isOnScreen });
        }
      }
    }
    return found;
  });

/** Returns the number of different colors in the enlarged picture, and its box. */
export const largePicture = (page: Page) =>
  page
    .getByRole('dialog', { name: '图片' })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
      const colors = new Set<number>();
      for (let i = 0; i < data.length; i += 4 * 997) colors.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      const { left, top, width, height } = canvas.getBoundingClientRect();
      return { colors: colors.size, pixels: canvas.width, left, top, width, height };
    });
