/** Calls whose last answer is kept on the device: where no server answers, the page shows that instead of nothing. */
import type { InputOf, Operation, OutputOf } from '@shufang/contract';
import { ANONYMOUS_OWNER, ownerNow } from '../storage/use-owner.ts';
import { ApiError } from './api-error.ts';
import { type CallOptions, call } from './client.ts';

/** The page has its own to fetch first. Who is signed in has the device's database anyway; for a stranger it comes when all is quiet. */
const KEEP_AFTER_MS = 500;
const KEEP_STRANGERS_AFTER_MS = 8_000;

const CALL_KEY = 'call ';
/** Of this many answers a person has here, the oldest go. */
const NEWEST = { prefix: CALL_KEY, count: 200 };

const waiting = new Map<string, { owner: string; key: string; value: unknown }>();
let timer: ReturnType<typeof setTimeout> | undefined;

// Comes when it is needed: most pages begin without it.
const storage = async () => {
  const [{ readerDatabase }, kept] = await Promise.all([import('../storage/reader-database.ts'), import('../storage/kept-answers.ts')]);
  return { db: readerDatabase(), ...kept };
};

/** Puts down what waits to be kept. A browser that keeps nothing loses nothing by it. */
export const keepNow = async (): Promise<void> => {
  clearTimeout(timer);
  timer = undefined;
  const entries = [...waiting.values()];
  waiting.clear();
  try {
    const { db, keepAnswers } = await storage();
    for (const owner of new Set(entries.map((entry) => entry.owner))) {
      const answers = entries.filter((entry) => entry.owner === owner);
      await keepAnswers(db, owner, answers, NEWEST);
    }
  } catch {
    // Private mode, a full disk: the answer has been shown all the same.
  }
};

let isKeeping = false;

/** Begins to keep what is answered; call once when the page starts. In the server, where there is no device, nothing is kept. */
export const keepAnswersHere = (): void => {
  isKeeping = true;
  // A page that is put away may not come back.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && waiting.size > 0) void keepNow();
  });
};

const keepLater = (owner: string, key: string, value: unknown): void => {
  if (!isKeeping) return;
  waiting.set(`${owner} ${key}`, { owner, key, value });
  timer ??= setTimeout(() => void keepNow(), owner === ANONYMOUS_OWNER ? KEEP_STRANGERS_AFTER_MS : KEEP_AFTER_MS);
};

const findKept = async <O extends Operation>(operation: O, owner: string, key: string): Promise<OutputOf<O> | undefined> => {
  try {
    const { db, findKeptAnswers } = await storage();
    return (await findKeptAnswers(db, owner, [key], operation.output)).get(key) as OutputOf<O> | undefined;
  } catch {
    // Nothing could be kept, so nothing was.
    return undefined;
  }
};

/**
 * As `call`, for reading only. Without a network it answers what this person was answered last, if that is still here; the failure
 * otherwise. Nobody gets what was kept for somebody else.
 */
export const callOrKept = async <O extends Operation>(operation: O, input: InputOf<O>, options: CallOptions = {}): Promise<OutputOf<O>> => {
  const owner = ownerNow();
  const key = `${CALL_KEY}${operation.path} ${JSON.stringify(Object.entries(input as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
  try {
    const answer = await call(operation, input, options);
    keepLater(owner, key, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.kind !== 'network' && error.kind !== 'timeout')) throw error;
    const kept = waiting.get(`${owner} ${key}`)?.value ?? (await findKept(operation, owner, key));
    if (kept === undefined) throw error;
    return kept as OutputOf<O>;
  }
};
