import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ReaderDatabase, readerDatabase } from './reader-database.ts';

const hidePage = (persisted: boolean) => globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));

test('a page in the back/forward cache closes the database, and opens it again when it is shown', async () => {
  const db = readerDatabase();
  await db.meta.put({ key: 'a', value: 1 });
  hidePage(false);
  expect(db.isOpen()).toBe(true);
  hidePage(true);
  expect(db.isOpen()).toBe(false);
  expect(await db.meta.get('a')).toEqual({ key: 'a', value: 1 });
  expect(db.isOpen()).toBe(true);
});

test('a transaction is aborted when the page enters the back/forward cache, and blocks no other page', async () => {
  const db = readerDatabase();
  await db.meta.put({ key: 'a', value: 1 });
  let isBegun = false;
  const endless = db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: 'a', value: 2 });
    isBegun = true;
    for (;;) await db.meta.get('a');
  });
  const ended = endless.catch((error: unknown) => error);
  await expect.poll(() => isBegun).toBe(true);
  hidePage(true);
  const nextPage = new ReaderDatabase();
  await nextPage.meta.put({ key: 'b', value: 3 });
  expect(await nextPage.meta.toArray()).toEqual([
    { key: 'a', value: 1 },
    { key: 'b', value: 3 },
  ]);
  expect(await ended).toMatchObject({ name: 'AbortError' });
  nextPage.close();
});
