/**
 * Counts search terms: popular ones, which found a book, and those that found nothing. Only terms of several users or searches are shown to
 * others.
 */
import { createHmac } from 'node:crypto';
import { dayOf } from '../../../platform/china-time.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Logger } from '../../../platform/logger.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { networkOfAddress } from '../../account/budgets.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import { countSearchMisses, deleteSearchMissesBefore, type SearchMiss } from './search-misses.ts';
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
  /**
   * Counts a search that found nothing, without who searched. The same search of the same user counts once an hour. Does not delay the
   * search.
   */
  countMiss(caller: Pick<CallContext, 'reader' | 'address'>, query: string): void;
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

/** A text that may identify a person: a mail address, or seven digits or more. */
const PERSONAL = /@|(?:\d[\s-]?){7,}/;

interface Dependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** Key derived from the server's secret; without it the users of a term cannot be identified. */
  readonly key: Uint8Array;
}

/** Buffers the counts of one second and writes them together; they are lost if the process is killed. */
const createWriter = <Counted>(
  { log }: Pick<Dependencies, 'log'>,
  store: (batch: readonly Counted[]) => Promise<void>,
): { add(counted: Counted): void; settle(): Promise<void> } => {
  let buffered: Counted[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const batch = buffered;
    buffered = [];
    if (batch.length === 0) return;
    // A failed write is only logged, because single lost counts do not change which terms are popular.
    writing = writing.then(() => store(batch).catch((error: unknown) => log.warn({ err: error }, 'search terms not counted')));
  };
  return {
    add: (counted) => {
      buffered.push(counted);
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
  const writer = createWriter<CountedTerm>(deps, (batch) => countSearchTerms(deps.db, batch, CATALOG_LIMITS.searchTermsPerUser));
  const missWriter = createWriter<SearchMiss>(deps, (batch) => countSearchMisses(deps.db, batch));
  /** Returns the term to count with its user; undefined if it was counted within the last hour. */
  const countedTerm = (
    { reader, address }: Pick<CallContext, 'reader' | 'address'>,
    query: string,
    kind: '' | 'miss ',
  ): CountedTerm | undefined => {
    const word = termOf(query);
    if (word === undefined) return undefined;
    const who = createHmac('sha256', deps.key)
      .update(reader === undefined ? `subnet ${networkOfAddress(address)}` : `user ${reader.userId}`)
      .digest();
    const at = deps.clock.now();
    const name = `${kind}${who.toString('base64')} ${word}`;
    if (at - (countedAt.get(name) ?? -RECOUNT_INTERVAL_MS) < RECOUNT_INTERVAL_MS) return undefined;
    countedAt.set(name, at);
    return { word, who, at };
  };
  return {
    count: (caller, query) => {
      const counted = countedTerm(caller, query, '');
      if (counted !== undefined) writer.add(counted);
    },
    countMiss: (caller, query) => {
      // Numbers of phones, cards and persons are not stored, nor are mail addresses.
      if (PERSONAL.test(query)) return;
      const counted = countedTerm(caller, query, 'miss ');
      if (counted !== undefined) missWriter.add({ word: counted.word.toLowerCase(), day: dayOf(counted.at) });
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
    settle: async () => {
      await writer.settle();
      await missWriter.settle();
    },
  };
};

export const deleteOldSearchTerms = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteSearchTermsBefore(db.orm, clock.now() - WINDOW_MS);

/** Returns the number of deleted rows. */
export const deleteOldSearchMisses = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteSearchMissesBefore(db.orm, dayOf(clock.now() - CATALOG_LIMITS.searchMissDays * 86_400_000));
