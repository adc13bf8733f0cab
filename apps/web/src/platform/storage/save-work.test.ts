/** Tests that the work of a page is on the disk before the client ends. */
import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { readerDatabase } from './reader-database.ts';
import { saveWork } from './save-work.ts';
import { onSaveWork } from './unsaved-work.ts';

const db = readerDatabase();
afterEach(() => db.drafts.clear());

it('waits for writes that began before, and for what fields store when the focus leaves them', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  let isStored = false;
  const store = (key: string): void =>
    void db.drafts.put({ owner: 'u1', key, body: key, updatedAt: 1 }).then(() => {
      isStored = true;
    });
  field.addEventListener('blur', () => store('blurred'));
  field.focus();
  store('typed');
  await saveWork();
  expect(isStored).toBe(true);
  expect((await db.drafts.toArray()).map(({ key }) => key)).toEqual(['blurred', 'typed']);
  field.remove();
});

it('stores what pages have in memory, all of it even if one of them fails, and then rejects', async () => {
  const stored: string[] = [];
  const stops = [
    onSaveWork(() => Promise.reject(new Error('no space'))),
    onSaveWork(async () => {
      await Promise.resolve();
      stored.push('position');
    }),
  ];
  await expect(saveWork()).rejects.toThrow('no space');
  expect(stored).toEqual(['position']);
  for (const stop of stops) stop();
  await saveWork();
  expect(stored).toEqual(['position']);
});
