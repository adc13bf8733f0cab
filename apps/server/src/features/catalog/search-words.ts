/** What many people look for. Only words that found a book are counted, and only those of several people are shown to others. */
import { createHmac } from 'node:crypto';
import { LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Logger } from '../../platform/logger.ts';
import { networkOfAddress } from '../account/budgets.ts';
import { type AskedWord, countSearchWords, deleteSearchWordsBefore, FRESH_MS, listWordsOfMany } from './search-word-store.ts';

const WINDOW_MS = LIMITS.searchWordDays * 86_400_000;
/** How long an answer stands for everybody who asks. */
const KEPT_MS = 5 * 60_000;
/** What was counted meanwhile is written together. */
const GATHERED_MS = 1_000;
/** Of so many words and people it is remembered that they were counted a moment ago. */
const COUNTED_MAX = 10_000;

export interface SearchWords {
  /** One person, or one network of people without a session, counts once for a word. No search waits for it. */
  count(asker: Pick<CallContext, 'reader' | 'address'>, query: string): void;
  /** The most looked for first. */
  hot(): Promise<string[]>;
  /** Resolves when all that was counted is written. */
  settle(): Promise<void>;
}

/** Absent: too long or too short to offer to others. */
const wordOf = (query: string): string | undefined => {
  const word = query.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const length = [...word].length;
  return length < 2 || length > LIMITS.hotWordChars || !/[\p{L}\p{N}]/u.test(word) ? undefined : word;
};

interface Dependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** From the server's secret; without it nobody can tell who is meant. */
  readonly key: Uint8Array;
}

/** Writes what was counted, a second of it at once; if the process is killed meanwhile, that much is not counted. */
const createWriter = ({ db, log }: Dependencies): { add(asked: AskedWord): void; settle(): Promise<void> } => {
  let waiting: AskedWord[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    // What many look for may miss one of them.
    writing = writing.then(() =>
      countSearchWords(db, batch, LIMITS.searchWordsOfOne).catch((error: unknown) => log.warn({ err: error }, 'search words not counted')),
    );
  };
  return {
    add: (asked) => {
      waiting.push(asked);
      gathering ??= setTimeout(write, GATHERED_MS);
    },
    settle: async () => {
      write();
      await writing;
    },
  };
};

export const createSearchWords = (deps: Dependencies): SearchWords => {
  let kept: { at: number; words: string[] } | undefined;
  const counted = new Map<string, number>();
  const writer = createWriter(deps);
  return {
    count: ({ reader, address }, query) => {
      const word = wordOf(query);
      if (word === undefined) return;
      const who = createHmac('sha256', deps.key)
        .update(reader === undefined ? `network ${networkOfAddress(address)}` : `person ${reader.userId}`)
        .digest();
      const at = deps.clock.now();
      const name = `${who.toString('base64')} ${word}`;
      if (at - (counted.get(name) ?? -FRESH_MS) < FRESH_MS) return;
      counted.delete(name);
      counted.set(name, at);
      const oldest = counted.size > COUNTED_MAX ? counted.keys().next().value : undefined;
      if (oldest !== undefined) counted.delete(oldest);
      writer.add({ word, who, at });
    },
    hot: async () => {
      const now = deps.clock.now();
      if (kept === undefined || now - kept.at >= KEPT_MS) {
        await writer.settle();
        const limits = { people: LIMITS.hotWordPeopleMin, limit: LIMITS.hotWordsShown };
        kept = { at: now, words: await listWordsOfMany(deps.db, { since: now - WINDOW_MS, ...limits }) };
      }
      return kept.words;
    },
    settle: writer.settle,
  };
};

export const forgetSearchWords = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteSearchWordsBefore(db.orm, clock.now() - WINDOW_MS);
