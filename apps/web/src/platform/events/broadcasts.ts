/** Typed event bus of the web client, within this page. */

import type { SecondFactorRequired } from '@shufang/contract';

/** Names of the broadcasts, each with the type of its details. */
export interface Broadcasts {
  /** A request to open the sign-in dialog (specification.md §2). */
  signInRequest: undefined;
  /** The first factor of a sign-in was correct, and a second factor is required. */
  secondFactorRequest: SecondFactorRequired;
  loginSuccess: undefined;
  /** The user has signed in on another device of the same type, which has ended this session. */
  userKickedOut: undefined;
  /** Server event: the user's roles have changed. */
  roleChanged: undefined;
  /** Server event: an operator answered or closed a help ticket of the user. */
  ticketChanged: undefined;
  /** Server event: an order of the user has changed. */
  orderChanged: undefined;
  /** Server event: a claim of the user for access to a book was decided. */
  claimChanged: undefined;
  /** Server event: the teacher has moved the end of a running attempt of the user, or has ended it. */
  attemptChanged: undefined;
  /** Server event: attendance or a poll of a class of the user has begun, changed or ended. */
  classroomChanged: undefined;
  /** The user confirmed the network alert: retry failed requests. */
  reloadRequest: undefined;
  /** A newer version of the client is ready to be activated. */
  updateAvailable: { version: string };
  networkFailure: undefined;
  /** A message to show for a short time; `timeoutMs` defaults to 3 s. */
  toast: { kind: 'error' | 'success' | 'info'; text: string; timeoutMs?: number };
}

type Listener<Name extends keyof Broadcasts> = (detail: Broadcasts[Name]) => void;

const listeners = new Map<keyof Broadcasts, Set<Listener<never>>>();

/** Broadcasts that are queued for the first listener if there is none yet, e.g. an error while the page is starting. */
const QUEUED: ReadonlySet<keyof Broadcasts> = new Set([
  'secondFactorRequest',
  'signInRequest',
  'userKickedOut',
  'networkFailure',
  'updateAvailable',
  'toast',
]);
const queued = new Map<keyof Broadcasts, unknown>();

/** Calls all listeners synchronously, in the order of registration. */
export const broadcast = <Name extends keyof Broadcasts>(
  name: Name,
  ...detail: Broadcasts[Name] extends undefined ? [] : [Broadcasts[Name]]
): void => {
  const current = Array.from(listeners.get(name) ?? []);
  if (current.length === 0 && QUEUED.has(name)) queued.set(name, detail[0]);
  for (const listener of current) (listener as Listener<Name>)(detail[0] as Broadcasts[Name]);
};

/** Registers a listener. Returns the function that removes it. */
export const onBroadcast = <Name extends keyof Broadcasts>(name: Name, listener: Listener<Name>): (() => void) => {
  const current = listeners.get(name) ?? new Set();
  listeners.set(name, current);
  current.add(listener);
  if (queued.has(name)) {
    const detail = queued.get(name) as Broadcasts[Name];
    queued.delete(name);
    listener(detail);
  }
  return () => {
    current.delete(listener);
  };
};
