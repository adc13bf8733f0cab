import { defaultReadingPreferences, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, createSyncScene, type SyncScene, VERSION } from '../sync/testing/sync-scene.ts';
import { findPreferences } from './preferences.ts';
import { findProgress, findProgressOfBooks, listRecentProgress } from './progress.ts';
import { sumPassed } from './progress-store.ts';

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

describe('what was read of a book', () => {
  const MINUTE = 60_000;
  /** The scene's versions have 100,000 characters. */
  const read = async (
    steps: readonly (readonly [minute: number, progression: number | undefined, version?: string])[],
  ): Promise<number> => {
    const [reader, book] = [await scene.aReader(), newId()];
    for (const [minute, totalProgression, versionId = VERSION] of steps) {
      const locations = totalProgression === undefined ? {} : { totalProgression };
      const fields = { versionId, locator: { href: 'text/1', locations } };
      await scene.push(reader, [aPut({ entity: 'progress', entityId: book, hlc: aHlc(T - 300 * MINUTE + minute * MINUTE), fields })]);
    }
    return sumPassed(database.db.orm, reader, book, [[0, 1]]);
  };

  it('grows with what is passed at a reader’s pace, page by page', async () => {
    expect(await read([[0, 0.1]])).toBe(0);
    expect(
      await read([
        [0, 0.1],
        [1, 0.11],
        [3, 0.14],
        [3.1, 0.15],
      ]),
    ).toBeCloseTo(0.05, 3);
  });
  it('does not grow by leafing, by jumps, by a long absence, or by another edition', async () => {
    expect(
      await read([
        [0, 0],
        [1, 0.05],
        [2, 0.1],
        [3, 0.9],
      ]),
    ).toBe(0);
    expect(
      await read([
        [0, 0],
        [250, 0.6],
      ]),
    ).toBe(0);
    expect(
      await read([
        [0, 0],
        [1, 0.01, newId()],
      ]),
    ).toBe(0);
    expect(
      await read([
        [0, undefined],
        [1, 0.01],
        [2, undefined],
      ]),
    ).toBe(0);
  });
  it('is not undone by going back, and what is read twice counts once', async () => {
    expect(
      await read([
        [0, 0.5],
        [1, 0.51],
        [2, 0],
        [3, 0.5],
        [4, 0.51],
        [5, 0],
      ]),
    ).toBeCloseTo(0.01, 3);
  });
  it('leaves out what lies before a place', async () => {
    const [reader, book] = [await scene.aReader(), newId()];
    for (const [index, totalProgression] of [0.1, 0.11, 0.12].entries())
      await scene.push(reader, [
        aPut({
          entity: 'progress',
          entityId: book,
          hlc: aHlc(T - 60 * MINUTE + index * MINUTE),
          fields: { versionId: VERSION, locator: { href: 'text/1', locations: { totalProgression } } },
        }),
      ]);
    expect(await sumPassed(database.db.orm, reader, book, [[0.11, 1]])).toBeCloseTo(0.01, 3);
    expect(await sumPassed(database.db.orm, reader, book, [])).toBe(0);
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
