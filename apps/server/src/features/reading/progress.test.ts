import { defaultReadingPreferences, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, createSyncFixture, type SyncFixture, VERSION } from '../sync/testing/sync-fixture.ts';
import { findPreferences } from './preferences.ts';
import { findProgress, findProgressOfBooks, listRecentProgress, shareOf } from './progress.ts';
import { sumRead } from './progress-store.ts';

let database: TestDatabase;
let fixture: SyncFixture;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
  T = fixture.time.now;
});
afterAll(() => database.drop());

const saveLocator = (reader: string, bookId: string, ms: number, href: string) =>
  fixture.push(reader, [
    aPut({ entity: 'progress', entityId: bookId, hlc: aHlc(ms), fields: { versionId: VERSION, locator: { href, locations: {} } } }),
  ]);

describe('reading progress', () => {
  it("progress is the latest position of each book, and only the user's own", async () => {
    const [reader, other] = [await fixture.aReader(), await fixture.aReader()];
    const [novel, textbook] = [newId(), newId()];
    await saveLocator(reader, novel, T, 'text/1');
    await saveLocator(reader, novel, T + 9, 'text/9');
    await saveLocator(reader, textbook, T + 5, 'text/5');
    await saveLocator(other, novel, T + 99, 'text/99');
    const db = database.db.orm;
    expect(await findProgress(db, reader, novel)).toEqual({
      bookId: novel,
      versionId: VERSION,
      locator: { href: 'text/9', locations: {} },
      furthest: 0,
      updatedAt: T + 9,
    });
    expect(await findProgress(db, reader, newId())).toBeUndefined();
    expect((await listRecentProgress(db, reader, 6)).map((progress) => progress.bookId)).toEqual([novel, textbook]);
    expect(await listRecentProgress(db, reader, 1)).toHaveLength(1);
    expect([...(await findProgressOfBooks(db, reader, [textbook, newId()])).keys()]).toEqual([textbook]);
  });
});

describe('the furthest position in a book', () => {
  /** Reports a position at this time from a device; `furthest` is absent in reports of earlier clients. */
  const report = (reader: string, book: string, at: number, totalProgression: number, furthest?: number, id = newId()) =>
    fixture.push(reader, [
      aPut({
        id,
        entity: 'progress',
        entityId: book,
        hlc: aHlc(T + at),
        fields: {
          versionId: VERSION,
          locator: { href: 'text/1', locations: { totalProgression } },
          ...(furthest === undefined ? {} : { furthest }),
        },
      }),
    ]);
  const stateOf = async (reader: string, book: string) => {
    const progress = await findProgress(database.db.orm, reader, book);
    return progress && [progress.locator.locations.totalProgression, shareOf(progress)];
  };

  it('stays when the reader pages back, also by a client that does not know of it', async () => {
    const [reader, book] = [await fixture.aReader(), newId()];
    await report(reader, book, 1, 0.6, 0.6);
    await report(reader, book, 2, 0.1, 0.6);
    expect(await stateOf(reader, book)).toEqual([0.1, 0.6]);
    await report(reader, book, 3, 0.2);
    expect(await stateOf(reader, book)).toEqual([0.2, 0.6]);
  });

  it('grows by the late report of a device that was offline, which leaves the position as it is', async () => {
    const [reader, book] = [await fixture.aReader(), newId()];
    await report(reader, book, 9, 0.2);
    const [late] = (await report(reader, book, 5, 0.4, 0.7)).results;
    expect(late?.status).toBe('merged');
    expect(await stateOf(reader, book)).toEqual([0.2, 0.7]);
    expect((await fixture.pull(reader)).changes.at(-1)?.record).toMatchObject({ furthest: 0.7 });
  });

  it('does not change by a replayed report or by an earlier one that is not as far', async () => {
    const [reader, book, id] = [await fixture.aReader(), newId(), newId()];
    await report(reader, book, 1, 0.5, 0.5, id);
    await report(reader, book, 2, 0.3, 0.8);
    const { seq } = await fixture.pull(reader);
    await report(reader, book, 1, 0.5, 0.5, id);
    await report(reader, book, 1, 0.4);
    expect(await stateOf(reader, book)).toEqual([0.3, 0.8]);
    expect((await fixture.pull(reader)).seq).toBe(seq);
  });
});

describe('the share of a book that was read', () => {
  const MINUTE = 60_000;
  /** Reports these positions and returns the share that was read. The versions of the fixture have 100,000 characters. */
  const read = async (
    steps: readonly (readonly [minute: number, progression: number | undefined, version?: string])[],
  ): Promise<number> => {
    const [reader, book] = [await fixture.aReader(), newId()];
    for (const [minute, totalProgression, versionId = VERSION] of steps) {
      const locations = totalProgression === undefined ? {} : { totalProgression };
      const fields = { versionId, locator: { href: 'text/1', locations } };
      await fixture.push(reader, [aPut({ entity: 'progress', entityId: book, hlc: aHlc(T - 300 * MINUTE + minute * MINUTE), fields })]);
    }
    return sumRead(database.db.orm, reader, book, [[0, 1]]);
  };

  it('the share that was read grows with pages passed at reading speed', async () => {
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
  it('the share that was read does not grow by skimming, jumps, a long pause, or another edition', async () => {
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
  it('the share that was read does not shrink by going back, and a repeated page counts once', async () => {
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
  it('the share that was read excludes the text before a given position', async () => {
    const [reader, book] = [await fixture.aReader(), newId()];
    for (const [index, totalProgression] of [0.1, 0.11, 0.12].entries())
      await fixture.push(reader, [
        aPut({
          entity: 'progress',
          entityId: book,
          hlc: aHlc(T - 60 * MINUTE + index * MINUTE),
          fields: { versionId: VERSION, locator: { href: 'text/1', locations: { totalProgression } } },
        }),
      ]);
    expect(await sumRead(database.db.orm, reader, book, [[0.11, 1]])).toBeCloseTo(0.01, 3);
    expect(await sumRead(database.db.orm, reader, book, [])).toBe(0);
  });
});

describe('reading preferences', () => {
  it('preferences are undefined until the user sets one, then override the defaults', async () => {
    const reader = await fixture.aReader();
    expect(await findPreferences(database.db.orm, reader)).toBeUndefined();
    await fixture.push(reader, [aPut({ entity: 'preferences', entityId: 'reading', hlc: aHlc(T), fields: { paper: 'green' } })]);
    expect(await findPreferences(database.db.orm, reader)).toEqual({ ...defaultReadingPreferences, paper: 'green' });
  });
});
