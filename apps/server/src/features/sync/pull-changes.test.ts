import { LIMITS, newId, type SyncOp } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { pullChanges } from './pull-changes.ts';
import { pushChanges } from './push-changes.ts';
import { aHlc, aPut, aTarget, createSyncScene, newMarkFields, type SyncScene } from './testing/sync-scene.ts';

let database: TestDatabase;
let scene: SyncScene;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
  T = scene.time.now;
});
afterAll(() => database.drop());

const someMarks = (count: number): SyncOp[] =>
  Array.from({ length: count }, (_, index) => aPut({ entityId: newId(), hlc: aHlc(T + index) }));

describe('pulling', () => {
  it('gives changes in the order they were accepted, a page at a time', async () => {
    const reader = await scene.aReader();
    const ops = someMarks(5);
    await scene.push(reader, ops);
    const first = await scene.pull(reader, 0, 2);
    const second = await scene.pull(reader, first.seq, 2);
    const third = await scene.pull(reader, second.seq, 2);
    expect([first, second, third].map(({ seq, more }) => [seq, more])).toEqual([
      [2, true],
      [4, true],
      [5, false],
    ]);
    expect([first, second, third].flatMap(({ changes }) => changes.map((change) => change.entityId))).toEqual(ops.map((op) => op.entityId));
    expect(await scene.pull(reader, 5)).toEqual({ changes: [], seq: 5, more: false });
  });

  it('shows a record once, as it is now, at its newest number', async () => {
    const reader = await scene.aReader();
    const [one, two] = someMarks(2) as [SyncOp, SyncOp];
    await scene.push(reader, [one, two]);
    await scene.push(reader, [aPut({ entityId: one.entityId, hlc: aHlc(T + 9), fields: { color: 'pink' } })]);
    const { changes } = await scene.pull(reader);
    expect(changes.map(({ entityId, seq }) => [entityId, seq])).toEqual([
      [two.entityId, 2],
      [one.entityId, 3],
    ]);
    expect(changes[1]).toMatchObject({ record: { color: 'pink' } });
  });

  it('tells nobody about a change that lost entirely', async () => {
    const reader = await scene.aReader();
    const id = newId();
    await scene.push(reader, [aPut({ entityId: id, hlc: aHlc(T + 9) })]);
    expect(await scene.push(reader, [aPut({ entityId: id, hlc: aHlc(T), fields: { color: 'red' } })])).toMatchObject({
      results: [{ status: 'merged' }],
      seq: 1,
    });
  });

  it('cuts a page that would be too large, and loses nothing by it', async () => {
    const reader = await scene.aReader();
    const ops = someMarks(100).map((op) => ({
      ...op,
      fields: { ...newMarkFields(), target: aTarget({ quote: { exact: '长'.repeat(20_000), prefix: '', suffix: '' } }) },
    }));
    await scene.push(reader, ops);
    const seen: string[] = [];
    let since = 0;
    let pages = 0;
    for (let more = true; more; pages++) {
      const page = await scene.pull(reader, since);
      expect(JSON.stringify(page.changes).length).toBeLessThan(LIMITS.syncPullChars + 60_000);
      seen.push(...page.changes.map((change) => change.entityId));
      ({ seq: since, more } = page);
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen).toEqual(ops.map((op) => op.entityId));
  });

  it('starts over for a device that is ahead of a server restored from a backup', async () => {
    const reader = await scene.aReader();
    await scene.push(reader, someMarks(3));
    const answer = await scene.pull(reader, 99);
    expect(answer.changes).toHaveLength(3);
    expect(answer.seq).toBe(3);
    expect(await scene.pull(reader, 99, 2)).toMatchObject({ seq: 2, more: true });
  });
});

describe('many at once', () => {
  it('passes over no change while twenty devices push', async () => {
    const reader = await scene.aReader();
    const other = await openDatabase({ connectionString: database.url, max: 2 });
    try {
      const seen: number[] = [];
      const ids = new Set<string>();
      let pushing = true;
      const follow = async (): Promise<void> => {
        let since = 0;
        for (let last = false; ; ) {
          const page = await pullChanges({ ...scene.deps, db: other }, reader, { since, limit: 7 });
          for (const change of page.changes) {
            seen.push(change.seq);
            ids.add(change.entityId);
          }
          since = page.seq;
          if (page.changes.length === 0 && last) return;
          last = !pushing;
        }
      };
      const following = follow();
      const batches = Array.from({ length: 20 }, () => Array.from({ length: 5 }, () => someMarks(3)));
      await Promise.all(
        batches.map(async (own) => {
          for (const ops of own) await scene.push(reader, ops);
        }),
      );
      pushing = false;
      await following;
      expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
      expect(ids.size).toBe(300);
    } finally {
      await other.close();
    }
  });

  it('accepts an op once when both copies arrive together', async () => {
    const reader = await scene.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => scene.push(reader, [op])));
    expect(answers.flatMap(({ results }) => results.map((result) => result.status)).toSorted()).toEqual([
      'applied',
      ...Array.from({ length: 7 }, () => 'duplicate'),
    ]);
    const { rows } = await database.db.orm.execute<{ count: number }>(sql`select count(*) as count from sync_op where user_id = ${reader}`);
    expect(rows[0]?.count).toBe(1);
  });

  it('keeps nothing and answers nothing when the commit does not happen', async () => {
    const reader = await scene.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    const failing = {
      ...scene.deps,
      db: {
        ...scene.deps.db,
        transaction: <R>(work: Parameters<typeof scene.deps.db.transaction<R>>[0]) =>
          scene.deps.db.transaction(async (tx) => {
            await work(tx);
            throw new Error('connection lost');
          }),
      },
    };
    await expect(pushChanges(failing, reader, { deviceId: 'devicea', ops: [op] }, { warn: () => undefined })).rejects.toThrow(
      'connection lost',
    );
    expect(await scene.pull(reader)).toEqual({ changes: [], seq: 0, more: false });
    expect(await scene.push(reader, [op])).toMatchObject({ results: [{ status: 'applied' }] });
  });
});
