import { defaultReadingPreferences, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, createSyncScene, type SyncScene, VERSION } from '../sync/testing/sync-scene.ts';
import { findPreferences } from './preferences.ts';
import { findProgress, findProgressOfBooks, listRecentProgress } from './progress.ts';

let database: TestDatabase;
let scene: SyncScene;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
  T = scene.time.now;
});
afterAll(() => database.drop());

const reachPlace = (reader: string, bookId: string, ms: number, href: string) =>
  scene.push(reader, [
    aPut({ entity: 'progress', entityId: bookId, hlc: aHlc(ms), fields: { versionId: VERSION, locator: { href, locations: {} } } }),
  ]);

describe('where a person was', () => {
  it('is the newest place of each book, and of nobody else', async () => {
    const [reader, other] = [await scene.aReader(), await scene.aReader()];
    const [novel, textbook] = [newId(), newId()];
    await reachPlace(reader, novel, T, 'text/1');
    await reachPlace(reader, novel, T + 9, 'text/9');
    await reachPlace(reader, textbook, T + 5, 'text/5');
    await reachPlace(other, novel, T + 99, 'text/99');
    const db = database.db.orm;
    expect(await findProgress(db, reader, novel)).toEqual({
      bookId: novel,
      versionId: VERSION,
      locator: { href: 'text/9', locations: {} },
      updatedAt: T + 9,
    });
    expect(await findProgress(db, reader, newId())).toBeUndefined();
    expect((await listRecentProgress(db, reader, 6)).map((place) => place.bookId)).toEqual([novel, textbook]);
    expect(await listRecentProgress(db, reader, 1)).toHaveLength(1);
    expect([...(await findProgressOfBooks(db, reader, [textbook, newId()])).keys()]).toEqual([textbook]);
  });
});

describe('how a person likes to read', () => {
  it('is unknown until they choose, then theirs over the defaults', async () => {
    const reader = await scene.aReader();
    expect(await findPreferences(database.db.orm, reader)).toBeUndefined();
    await scene.push(reader, [aPut({ entity: 'preferences', entityId: 'reading', hlc: aHlc(T), fields: { paper: 'green' } })]);
    expect(await findPreferences(database.db.orm, reader)).toEqual({ ...defaultReadingPreferences, paper: 'green' });
  });
});
