/**
 * The names of POST calls (`X-Op-Id`). A call that got no answer may have been done all the same: when the person presses the button
 * again within ten minutes, it goes under the same name, and the server does it once (security.md T34). Kept in this page only.
 *
 * Passwords are encrypted anew each time, so a call with one is another input and another name; its captcha, SMS code and nonce are
 * good for one use anyway.
 */
import { newId, type Operation } from '@shufang/contract';

const REUSED_FOR_MS = 10 * 60_000;
/** Nobody has more wishes open than this; the oldest goes. */
const KEPT_MAX = 100;

interface Unanswered {
  readonly operationName: string;
  readonly opId: string;
  readonly at: number;
}

const unanswered = new Map<string, Unanswered>();

export interface CallName {
  readonly opId: string;
  /** An answer came: the next call of this operation is a new wish, whatever was open before. */
  answered: () => void;
  /** None came, or only that it is still being done: the same wish keeps its name. */
  leftOpen: () => void;
}

/** `input`: all that makes the wish what it is, as JSON can hold it. */
export const nameCall = (operation: Operation, input: unknown, nowMs: number = Date.now()): CallName => {
  const key = `${operation.name}\n${JSON.stringify(input)}`;
  const kept = unanswered.get(key);
  const opId = kept !== undefined && nowMs - kept.at < REUSED_FOR_MS ? kept.opId : newId();
  return {
    opId,
    answered: () => {
      for (const [other, { operationName }] of unanswered) if (operationName === operation.name) unanswered.delete(other);
    },
    leftOpen: () => {
      // The ten minutes run from the first try.
      const at = kept?.opId === opId ? kept.at : nowMs;
      unanswered.delete(key);
      unanswered.set(key, { operationName: operation.name, opId, at });
      const [oldest] = unanswered.keys();
      if (unanswered.size > KEPT_MAX && oldest !== undefined) unanswered.delete(oldest);
    },
  };
};
