/** Makes the first screen of a page as HTML with the client's own components (contract, `first-screen.ts`; decision 0013). */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstScreen, FirstScreenMaker } from '@shufang/contract';

/** Screens that were made, for who comes next: two bytes a character. */
const KEPT_CHARS = 1_000_000;

export interface MadeScreen extends FirstScreen {
  /** What the page must run before it is painted. */
  readonly script: string;
}

/** `answers`: of who asks. Undefined: the page goes without, and the client makes the screen. */
export type MakeFirstScreen = (address: string, answers: Readonly<Record<string, unknown>>) => Promise<MadeScreen | undefined>;

/** What is asked for most stays; what was made for other answers is never used. */
const createKept = () => {
  const screens = new Map<string, MadeScreen>();
  let chars = 0;
  return {
    find: (key: string): MadeScreen | undefined => {
      const found = screens.get(key);
      if (found !== undefined) {
        screens.delete(key);
        screens.set(key, found);
      }
      return found;
    },
    keep: (key: string, screen: MadeScreen): void => {
      if (screens.has(key)) return;
      screens.set(key, screen);
      chars += screen.html.length;
      for (const [oldest, { html }] of screens) {
        if (chars <= KEPT_CHARS) break;
        screens.delete(oldest);
        chars -= html.length;
      }
    },
  };
};

/**
 * `file`: what the client's build for the server made; it comes with the first page, so that a server nobody visits does without. Once
 * it was built anew, a page made by the old one would not fit the new client: none is made until the server starts again.
 */
export const firstScreens = (file: string, onFailure: (error: unknown) => void): MakeFirstScreen => {
  const kept = createKept();
  let hasFailed = false;
  let loaded: { readonly maker: Promise<FirstScreenMaker>; readonly mtimeMs: number } | undefined;

  const load = async (): Promise<FirstScreenMaker | undefined> => {
    const { mtimeMs } = await stat(file);
    loaded ??= { maker: import(pathToFileURL(file).href) as Promise<FirstScreenMaker>, mtimeMs };
    return loaded.mtimeMs === mtimeMs ? loaded.maker : undefined;
  };

  return async (address, answers) => {
    try {
      const maker = await load();
      if (maker === undefined) return undefined;
      const key = createHash('sha256')
        .update(JSON.stringify([address, answers]))
        .digest('base64');
      const known = kept.find(key);
      if (known !== undefined) return known;
      const made = await maker.makeFirstScreen(address, answers);
      if (made === undefined) return undefined;
      const screen = { ...made, script: maker.beginPage };
      kept.keep(key, screen);
      return screen;
    } catch (error) {
      // The page goes without; said once, for it would be said at every visit.
      if (!hasFailed) onFailure(error);
      hasFailed = true;
      return undefined;
    }
  };
};

export const firstScreenFile = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist-server', 'make-first-screen.js');
