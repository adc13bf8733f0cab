/**
 * Test support, a program: anchors the annotations of a book and prints each event, so that a test can kill it between two transactions.
 * Arguments: database URL, book id.
 */
import { systemClock } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database.ts';
import { createLogger } from '../../../platform/logger.ts';
import { reanchorBook } from '../reanchor/reanchor-book.ts';

const [url = '', bookId = ''] = process.argv.slice(2);
const db = await openDatabase({ connectionString: url, max: 2 });
const events = {
  publish: async (topic: string) => void process.stdout.write(`${topic}\n`),
  subscribe: () => () => undefined,
  close: async () => undefined,
};
await reanchorBook({ db, events, clock: systemClock, log: createLogger('silent') }, bookId, new AbortController().signal);
await db.close();
