// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { readerDatabase } from './reader-database.ts';

const leave = (persisted: boolean) => globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));

test('a page that is put aside lets go of the database, and has it again when it is shown and asks', async () => {
  const db = readerDatabase();
  await db.meta.put({ key: 'a', value: 1 });
  leave(false);
  expect(db.isOpen()).toBe(true);
  leave(true);
  expect(db.isOpen()).toBe(false);
  expect(await db.meta.get('a')).toEqual({ key: 'a', value: 1 });
  expect(db.isOpen()).toBe(true);
});
