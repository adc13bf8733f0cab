/**
 * The action a user started before having to sign in. Signing in reloads the page, so the intent is stored in session storage before the
 * dialog opens, resumed once by the page that stored it, and dropped if the user does not sign in.
 */
import { z } from 'zod';
import { broadcast } from '../events/broadcasts.ts';

const KEY = 'signInIntent';
/** Maximum age of an intent; an older one is ignored. */
const MAX_AGE_MS = 30 * 60_000;
const intent = z.object({ what: z.string(), value: z.string(), at: z.number() });

/** Runs `use` with session storage; returns undefined if the browser blocks it, in which case the user repeats the action. */
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

/** Stores an intent and opens the sign-in dialog. `what` identifies the action, e.g. `buy:<id>`; `value` is its input. */
export const signInFor = (what: string, value: string): void => {
  inSession((storage) => storage.setItem(KEY, JSON.stringify({ what, value, at: Date.now() })));
  broadcast('signInRequest');
};

/** Returns and removes the stored value of this action. */
export const takeSignInIntent = (what: string, nowMs: number = Date.now()): string | undefined =>
  inSession((storage) => {
    const text = storage.getItem(KEY);
    if (text === null) return undefined;
    const { data } = intent.safeParse(JSON.parse(text));
    if (data?.what !== what) return undefined;
    storage.removeItem(KEY);
    return nowMs - data.at < MAX_AGE_MS ? data.value : undefined;
  });
