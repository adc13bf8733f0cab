/** What many people look for. Only words that found a book are counted, and only those of several people are shown to others. */
import { createHmac } from 'node:crypto';
import { LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { networkOfAddress } from '../account/budgets.ts';
import { countSearchWord, deleteSearchWordsBefore, listWordsOfMany } from './search-word-store.ts';

const WINDOW_MS = LIMITS.searchWordDays * 86_400_000;
/** How long an answer stands for everybody who asks. */
const KEPT_MS = 5 * 60_000;

export interface SearchWords {
  /** One person, or one network of people without a session, counts once for a word. */
  count(asker: Pick<CallContext, 'reader' | 'address'>, query: string): Promise<void>;
  /** The most looked for first. */
  hot(): Promise<string[]>;
}

/** Absent: too long or too short to offer to others. */
const wordOf = (query: string): string | undefined => {
  const word = query.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const length = [...word].length;
  return length < 2 || length > LIMITS.hotWordChars || !/[\p{L}\p{N}]/u.test(word) ? undefined : word;
};

/** `key`: from the server's secret; without it nobody can tell who is meant. */
export const createSearchWords = (deps: { readonly db: Queryable; readonly clock: Clock; readonly key: Uint8Array }): SearchWords => {
  let kept: { at: number; words: string[] } | undefined;
  return {
    count: async ({ reader, address }, query) => {
      const word = wordOf(query);
      if (word === undefined) return;
      const who = createHmac('sha256', deps.key)
        .update(reader === undefined ? `network ${networkOfAddress(address)}` : `person ${reader.userId}`)
        .digest();
      await countSearchWord(deps.db, { word, who, at: deps.clock.now(), mostOfOne: LIMITS.searchWordsOfOne });
    },
    hot: async () => {
      const now = deps.clock.now();
      if (kept === undefined || now - kept.at >= KEPT_MS) {
        const limits = { people: LIMITS.hotWordPeopleMin, limit: LIMITS.hotWordsShown };
        kept = { at: now, words: await listWordsOfMany(deps.db, { since: now - WINDOW_MS, ...limits }) };
      }
      return kept.words;
    },
  };
};

export const forgetSearchWords = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteSearchWordsBefore(db.orm, clock.now() - WINDOW_MS);
