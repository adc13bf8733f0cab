/**
 * A process that writes to the database until it is killed: commits small transactions and acknowledges each one in a file, synced, before
 * the next. `durability.ts` kills it at a random moment. Arguments: database folder, acknowledgement file.
 */
import { randomUUID } from 'node:crypto';
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';

const WRITERS = 4;
const [dataDir = '', acknowledgements = ''] = process.argv.slice(2);

const { url, attached } = await startEmbeddedPostgres({ dataDir, log: createLogger('silent') });
const db = await openDatabase(url);
await db.pool.query('create table if not exists written (id text primary key); create table if not exists tally (n bigint)');
await db.pool.query('insert into tally select 0 where not exists (select from tally)');
const file = openSync(acknowledgements, 'a');

const write = async (): Promise<void> => {
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into written values (${id})`);
    await tx.execute(sql`update tally set n = n + 1`);
  });
  writeSync(file, `${id}\n`);
  fdatasyncSync(file);
};

/** A write that fails was never acknowledged, so it does not count as lost; the next write is tried when the database runs again. */
const writeForever = async (): Promise<never> => {
  for (;;) await write().catch(() => sleep(10));
};

console.log(JSON.stringify({ attached }));
await Promise.all(Array.from({ length: WRITERS }, writeForever));
