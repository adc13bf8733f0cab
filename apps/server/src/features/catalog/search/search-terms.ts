/** Counts popular search terms. Only terms that found a book are counted, and only those of several users are shown to others. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Logger } from '../../../platform/logger.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { networkOfAddress } from '../../account/budgets.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import { type CountedTerm, countSearchTerms, deleteSearchTermsBefore, listPopularTerms, RECOUNT_INTERVAL_MS } from './search-term-store.ts';

const WINDOW_MS = CATALOG_LIMITS.searchTermDays * 86_400_000;
/** Lifetime of the cached list of popular terms. */
const CACHE_MS = 5 * 60_000;
/** Delay after which the buffered counts are written together. */
const WRITE_DELAY_MS = 1_000;
/** Maximum number of recently counted pairs of term and user in the cache. */
const COUNTED_MAX = 10_000;

export interface SearchTerms {
  /** Counts a term once per user, or per subnet for anonymous users. Does not delay the search. */
  count(caller: Pick<CallContext, 'reader' | 'address'>, query: string): void;
  /** Returns the popular terms, most frequent first. */
  listPopular(): Promise<string[]>;
  /** Resolves when all buffered counts are written. */
  settle(): Promise<void>;
}

/** Returns the normalized term; undefined if it is too long or too short to show to others. */
const termOf = (query: string): string | undefined => {
  const term = query.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const length = [...term].length;
  return length < 2 || length > CATALOG_LIMITS.hotWordChars || !/[\p{L}\p{N}]/u.test(term) ? undefined : term;
};

interface Dependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** Key derived from the server's secret; without it the users of a term cannot be identified. */
  readonly key: Uint8Array;
}

/** Buffers the counts of one second and writes them together; they are lost if the process is killed. */
const createWriter = ({ db, log }: Dependencies): { add(term: CountedTerm): void; settle(): Promise<void> } => {
  let buffered: CountedTerm[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const batch = buffered;
    buffered = [];
    if (batch.length === 0) return;
    // A failed write is only logged, because single lost counts do not change which terms are popular.
    writing = writing.then(() =>
      countSearchTerms(db, batch, CATALOG_LIMITS.searchTermsPerUser).catch((error: unknown) =>
        log.warn({ err: error }, 'search terms not counted'),
      ),
    );
  };
  return {
    add: (term) => {
      buffered.push(term);
      gathering ??= setTimeout(write, WRITE_DELAY_MS);
    },
    settle: async () => {
      write();
      await writing;
    },
  };
};

export const createSearchTerms = (deps: Dependencies): SearchTerms => {
  let cached: { at: number; terms: string[] } | undefined;
  const countedAt = new LruCache<string, number>({ max: COUNTED_MAX });
  const writer = createWriter(deps);
  return {
    count: ({ reader, address }, query) => {
      const word = termOf(query);
      if (word === undefined) return;
      const who = createHmac('sha256', deps.key)
        .update(reader === undefined ? `subnet ${networkOfAddress(address)}` : `user ${reader.userId}`)
        .digest();
      const at = deps.clock.now();
      const name = `${who.toString('base64')} ${word}`;
      if (at - (countedAt.get(name) ?? -RECOUNT_INTERVAL_MS) < RECOUNT_INTERVAL_MS) return;
      countedAt.set(name, at);
      writer.add({ word, who, at });
    },
    listPopular: async () => {
      const now = deps.clock.now();
      if (cached === undefined || now - cached.at >= CACHE_MS) {
        await writer.settle();
        const limits = { users: CATALOG_LIMITS.hotWordUsersMin, limit: CATALOG_LIMITS.hotWordsShown };
        cached = { at: now, terms: await listPopularTerms(deps.db, { since: now - WINDOW_MS, ...limits }) };
      }
      return cached.terms;
    },
    settle: writer.settle,
  };
};

export const deleteOldSearchTerms = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteSearchTermsBefore(db.orm, clock.now() - WINDOW_MS);
