/**
 * Handles responses that report the end of the session. Every transport (`client`, `upload`, `fetch-file`, `open-event-stream`) passes its
 * errors here before any query, mutation or catch handles them, so `meta.claims` cannot hide it (specification.md §8;
 * docs/flows/calls.md).
 */
import { type Operation, signOut } from '@shufang/contract';
import { broadcast } from '../events/broadcasts.ts';
import { askToSignInOnce } from '../session/ask-to-sign-in.ts';
import { findSessionToken, lapseSession } from '../session/session.ts';

/** Paths of calls whose errors never announce the end of the session: for sign-out, an ended session is no error. */
const SILENT: ReadonlySet<string> = new Set([signOut.path]);

/**
 * Announces the end of the session to the page if `code` says that it has ended (`requestLogin`, `userBeenKickedOut`). `sentToken`: token
 * of the request; a response to a request of an earlier session is ignored.
 */
export const announceSessionEnd = (path: Operation['path'], code: string, sentToken: string | undefined): void => {
  if (code !== 'requestLogin' && code !== 'userBeenKickedOut') return;
  const current = findSessionToken();
  if ((current !== undefined && current !== sentToken) || SILENT.has(path)) return;
  if (code === 'userBeenKickedOut') {
    broadcast('userKickedOut');
    return;
  }
  if (current !== undefined) lapseSession();
  askToSignInOnce();
};
