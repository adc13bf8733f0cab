/** The typed broadcasts of the web client: how far-apart parts tell one another that something happened, in this page only. */

/** What is told with each broadcast. */
export interface Broadcasts {
  /** Somebody must sign in to go on: the dialog opens (product spec, section 2). */
  signInRequest: undefined;
  loginSuccess: undefined;
  /** This account signed in on another device of the same kind. */
  userKickedOut: undefined;
  /** The server said that this person's roles have changed. */
  roleChanged: undefined;
  /** The operator answered or closed a question of this person. */
  ticketChanged: undefined;
  /** An order of this person has changed, says the server. */
  orderChanged: undefined;
  /** A claim of this person was decided, says the server. */
  claimChanged: undefined;
  /** The network failed and the person asked to try again. */
  reloadRequest: undefined;
  /** A newer client is ready. */
  updateAvailable: { version: string };
  networkFailure: undefined;
  /** A sentence to show for a moment; `timeoutMs` defaults to 3 s. */
  toast: { kind: 'error' | 'success' | 'info'; text: string; timeoutMs?: number };
}

type Listener<Name extends keyof Broadcasts> = (detail: Broadcasts[Name]) => void;

const listeners = new Map<keyof Broadcasts, Set<Listener<never>>>();

/** What a person must not miss: told to the first who listens when nobody did yet, e.g. a call that failed while the page was starting. */
const mustArrive: ReadonlySet<keyof Broadcasts> = new Set(['signInRequest', 'userKickedOut', 'networkFailure', 'updateAvailable', 'toast']);
const waiting = new Map<keyof Broadcasts, unknown>();

/** Tells everybody who listens, at once and in the order they came. */
export const broadcast = <Name extends keyof Broadcasts>(
  name: Name,
  ...detail: Broadcasts[Name] extends undefined ? [] : [Broadcasts[Name]]
): void => {
  const known = Array.from(listeners.get(name) ?? []);
  if (known.length === 0 && mustArrive.has(name)) waiting.set(name, detail[0]);
  for (const listener of known) (listener as Listener<Name>)(detail[0] as Broadcasts[Name]);
};

/** Listens until the returned function is called. */
export const onBroadcast = <Name extends keyof Broadcasts>(name: Name, listener: Listener<Name>): (() => void) => {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known);
  known.add(listener);
  if (waiting.has(name)) {
    const detail = waiting.get(name) as Broadcasts[Name];
    waiting.delete(name);
    listener(detail);
  }
  return () => {
    known.delete(listener);
  };
};
