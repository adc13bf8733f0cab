import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReaderDatabase } from './reader-database.ts';
import { anAnnotation } from './testing/an-annotation.ts';
import { untilSent } from './until-sent.ts';
import { writeChange } from './write-change.ts';

let db: ReaderDatabase;
beforeEach(() => {
  db = new ReaderDatabase(`until-sent-${Math.random()}`);
});
afterEach(async () => db.delete());

const write = async (owner: string): Promise<void> => {
  const annotation = anAnnotation();
  const { bookId } = annotation;
  await writeChange(db, { owner, entity: 'annotation', entityId: annotation.id, bookId, kind: 'put', fields: annotation });
};

it('the wait ends at once if only other users have pending changes', async () => {
  await write('mei');
  expect(await untilSent(db, 'lin', 'annotation', 60_000)).toBe(true);
});

it('the wait ends when the last pending change has left the outbox', async () => {
  await write('lin');
  await write('lin');
  const [first, second] = await db.outbox.toArray();
  let isSent: boolean | undefined;
  const waiting = untilSent(db, 'lin', 'annotation', 60_000).then((result) => {
    isSent = result;
  });
  await db.outbox.delete(first?.n ?? 0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isSent).toBeUndefined();
  await db.outbox.delete(second?.n ?? 0);
  await waiting;
  expect(isSent).toBe(true);
});

it('the wait ends without success after its time limit', async () => {
  await write('lin');
  expect(await untilSent(db, 'lin', 'annotation', 20)).toBe(false);
});
