/** Simulates readers of a book over weeks, stores their reading time, and counts the same statistics by plain loops for comparison. */
import type { TestDatabase } from '../../../platform/testing/test-database.ts';

export interface SimulatedTime {
  readonly userId: string;
  readonly document: number;
  readonly day: string;
  readonly deviceId: string;
  readonly seconds: number;
  readonly blockSeconds: readonly number[];
}

export const SIMULATED_BOOK = 'book';
export const SIMULATED_VERSION = 'version';

/** Returns pseudo-random numbers from 0 (included) to 1, the same for the same seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

interface Simulation {
  readonly random: () => number;
  readonly readers: number;
  readonly days: readonly string[];
  /** Number of blocks of each document. */
  readonly documents: readonly number[];
  /** Probability that a reader reads on a day. */
  readonly activity: number;
}

/** Returns the reading times. Early documents have more readers than late ones. */
export const simulateTimes = ({ random, readers, days, documents, activity }: Simulation): SimulatedTime[] => {
  const times: SimulatedTime[] = [];
  for (let reader = 0; reader < readers; reader += 1) {
    let document = 0;
    for (const day of days) {
      if (random() > activity) continue;
      if (random() < 0.3) document = Math.min(documents.length - 1, document + 1);
      for (const deviceId of random() < 0.2 ? ['device0001', 'device0002'] : ['device0001']) {
        const blockSeconds = Array.from({ length: documents[document] ?? 0 }, () => (random() < 0.4 ? 0 : Math.floor(random() * 40)));
        const seconds = blockSeconds.reduce((sum, one) => sum + one, 0);
        times.push({ userId: `reader${reader}`, document, day, deviceId, seconds, blockSeconds });
      }
    }
  }
  return times;
};

/** Creates the book, the users and the reading times. */
export const storeTimes = async ({ db }: TestDatabase, times: readonly SimulatedTime[]): Promise<void> => {
  const users = [...new Set(times.map(({ userId }) => userId))];
  await db.pool.query(
    `insert into user_account (id, nickname, created_at, updated_at) select id, id, 0, 0 from unnest($1::text[]) as u (id) on conflict do nothing`,
    [users],
  );
  await db.pool.query(`insert into book (id, title, created_at, updated_at) values ($1, '书', 0, 0) on conflict do nothing`, [
    SIMULATED_BOOK,
  ]);
  await db.pool.query(
    `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at)
     values ($1, $2, 1, 'released', '', '', '{}', '{}', 0, 0, 0) on conflict do nothing`,
    [SIMULATED_VERSION, SIMULATED_BOOK],
  );
  for (let from = 0; from < times.length; from += 2_000) {
    await db.pool.query(
      `insert into block_time (user_id, book_id, version_id, document, day, device_id, seconds, block_seconds)
       select r ->> 'userId', '${SIMULATED_BOOK}', '${SIMULATED_VERSION}', (r ->> 'document')::int, r ->> 'day', r ->> 'deviceId',
         (r ->> 'seconds')::int, array(select jsonb_array_elements_text(r -> 'blockSeconds')::smallint)
       from jsonb_array_elements($1::jsonb) as r`,
      [JSON.stringify(times.slice(from, from + 2_000))],
    );
  }
  await db.pool.query(
    `insert into stale_day select distinct book_id, day from block_time where book_id = '${SIMULATED_BOOK}' on conflict do nothing`,
  );
};

/** Returns the seconds of each user in each block, over devices. */
const blocksByUser = (times: readonly SimulatedTime[]): Map<string, number[]> => {
  const blocks = new Map<string, number[]>();
  for (const { userId, blockSeconds } of times) {
    const before = blocks.get(userId);
    blocks.set(
      userId,
      blockSeconds.map((one, index) => one + (before?.[index] ?? 0)),
    );
  }
  return blocks;
};

/** Returns the readers of each block of a document and the median of their seconds, by plain loops. */
export const countBlocks = (times: readonly SimulatedTime[], document: number): { readers: number; medianSeconds: number }[] => {
  const here = times.filter((time) => time.document === document);
  const users = [...blocksByUser(here).values()];
  return Array.from({ length: here[0]?.blockSeconds.length ?? 0 }, (_, index) => {
    const seconds = users
      .map((each) => each[index] ?? 0)
      .filter((one) => one >= 2)
      .toSorted((one, other) => one - other);
    const [lower = 0, upper = 0] = [Math.floor((seconds.length - 1) / 2), Math.ceil((seconds.length - 1) / 2)].map(
      (at) => seconds[at] ?? 0,
    );
    return { readers: seconds.length, medianSeconds: (lower + upper) / 2 };
  });
};

/** Returns which blocks a user read on any one day, as `reader_seen` stores them. */
export const seenBy = (times: readonly SimulatedTime[], userId: string, document: number): string => {
  const own = times.filter((time) => time.userId === userId && time.document === document);
  const days = [...new Set(own.map(({ day }) => day))].map((day) => blocksByUser(own.filter((time) => time.day === day)).get(userId) ?? []);
  return Array.from({ length: own[0]?.blockSeconds.length ?? 0 }, (_, index) =>
    days.some((seconds) => (seconds[index] ?? 0) >= 2) ? '1' : '0',
  ).join('');
};
