/** Calls whose last response is cached on the device and returned when the server is unreachable (network first). */
import type { InputOf, Operation, OutputOf } from '@shufang/contract';
import { ANONYMOUS_OWNER } from '../storage/anonymous-owner.ts';
import { ownerNow } from '../storage/use-owner.ts';
import { ApiError } from './api-error.ts';
import { type CallOptions, call } from './client.ts';

/**
 * How long a response waits until it is stored, so that the page loads first. The delay is longer for anonymous users, whose page has not
 * loaded the database code.
 */
const STORE_DELAY_MS = 500;
const ANONYMOUS_STORE_DELAY_MS = 8_000;

const CALL_KEY = 'call ';
/** Maximum number of cached responses per owner; the oldest are deleted. */
const NEWEST = { prefix: CALL_KEY, count: 200 };

const pending = new Map<string, { owner: string; key: string; value: unknown }>();
let timer: ReturnType<typeof setTimeout> | undefined;

// Returns the storage module, which is loaded on demand because most pages start without it.
const storage = async () => {
  const [{ readerDatabase }, cache] = await Promise.all([import('../storage/reader-database.ts'), import('../storage/response-cache.ts')]);
  return { db: readerDatabase(), ...cache };
};

/** Stores the pending responses now. Ignores failures of the database. */
export const flushResponseCache = async (): Promise<void> => {
  clearTimeout(timer);
  timer = undefined;
  const entries = [...pending.values()];
  pending.clear();
  try {
    const { db, storeResponses } = await storage();
    for (const owner of new Set(entries.map((entry) => entry.owner))) {
      const responses = entries.filter((entry) => entry.owner === owner);
      await storeResponses(db, owner, responses, NEWEST);
    }
  } catch {
    // The response cannot be stored in private mode or on a full disk. The failure is ignored, because the page shows the response anyway.
  }
};

let isEnabled = false;

/** Enables the cache; call once when the page starts. During server-side rendering it stays disabled. */
export const enableResponseCache = (): void => {
  isEnabled = true;
  // The pending responses are stored when the page is hidden, because the browser may then discard it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && pending.size > 0) void flushResponseCache();
  });
};

const scheduleStore = (owner: string, key: string, value: unknown): void => {
  if (!isEnabled) return;
  pending.set(`${owner} ${key}`, { owner, key, value });
  timer ??= setTimeout(() => void flushResponseCache(), owner === ANONYMOUS_OWNER ? ANONYMOUS_STORE_DELAY_MS : STORE_DELAY_MS);
};

const findCached = async <O extends Operation>(operation: O, owner: string, key: string): Promise<OutputOf<O> | undefined> => {
  try {
    const { db, findCachedResponses } = await storage();
    return (await findCachedResponses(db, owner, [key], operation.output)).get(key) as OutputOf<O> | undefined;
  } catch {
    // If the database cannot be opened, there is no cached response.
    return undefined;
  }
};

/**
 * Like `call`, for reads only. If the server is unreachable, returns the last cached response to the current owner; if there is none,
 * throws the network error. Each user has a separate cache.
 */
export const callWithCache = async <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<OutputOf<O>> => {
  const owner = ownerNow();
  const key = `${CALL_KEY}${operation.path} ${JSON.stringify(Object.entries(input as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
  try {
    const response = await call(operation, input, options);
    scheduleStore(owner, key, response);
    return response;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.kind !== 'network' && error.kind !== 'timeout')) throw error;
    const cached = pending.get(`${owner} ${key}`)?.value ?? (await findCached(operation, owner, key));
    if (cached === undefined) throw error;
    return cached as OutputOf<O>;
  }
};
