/**
 * What a person was about to do when they had to sign in first. Signing in loads the page anew, so it is written down in this tab before
 * the dialog opens, taken up once by the page that asked, and forgotten when the person does not sign in after all.
 */
import { z } from 'zod';
import { broadcast } from '../events/broadcasts.ts';

const KEY = 'signInIntent';
/** Who comes back later has something else in mind. */
const LASTS_MS = 30 * 60_000;
const intent = z.object({ what: z.string(), value: z.string(), at: z.number() });

/** Session storage may be refused by the browser's settings; then the person says it once more, and that is all. */
const inSession = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

export const dropSignInIntent = (): void => {
  inSession((storage) => storage.removeItem(KEY));
};

/** Asks for the sign-in dialog. `what` names the step and what it is about, as `buy:<id>`; `value` is what was typed or seen there. */
export const signInFor = (what: string, value: string): void => {
  inSession((storage) => storage.setItem(KEY, JSON.stringify({ what, value, at: Date.now() })));
  broadcast('signInRequest');
};

/** The value of this step where it was waiting; it waits no more. */
export const takeSignInIntent = (what: string, nowMs: number = Date.now()): string | undefined =>
  inSession((storage) => {
    const kept = storage.getItem(KEY);
    if (kept === null) return undefined;
    const { data } = intent.safeParse(JSON.parse(kept));
    if (data?.what !== what) return undefined;
    storage.removeItem(KEY);
    return nowMs - data.at < LASTS_MS ? data.value : undefined;
  });
