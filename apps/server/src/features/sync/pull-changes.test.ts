import { newId, type SyncOp } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { testAccess } from '../../testing/test-access.ts';
import { SYNC_LIMITS } from './limits.ts';
import { pullChanges } from './pull-changes.ts';
import { pushChanges } from './push-changes.ts';
import { aHlc, aPut, aTarget, createSyncFixture, newMarkFields, type SyncFixture } from './testing/sync-fixture.ts';

testAccess('pullChanges', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin', 'admin']);

let database: TestDatabase;
let fixture: SyncFixture;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
  T = fixture.time.now;
});
afterAll(() => database.drop());

const someAnnotations = (count: number): SyncOp[] =>
  Array.from({ length: count }, (_, index) => aPut({ entityId: newId(), hlc: aHlc(T + index) }));

describe('a pull', () => {
  it('returns changes in the order of acceptance, page by page', async () => {
    const reader = await fixture.aReader();
    const ops = someAnnotations(5);
    await fixture.push(reader, ops);
    const first = await fixture.pull(reader, 0, 2);
    const second = await fixture.pull(reader, first.seq, 2);
    const third = await fixture.pull(reader, second.seq, 2);
    expect([first, second, third].map(({ seq, more }) => [seq, more])).toEqual([
      [2, true],
      [4, true],
      [5, false],
    ]);
    expect([first, second, third].flatMap(({ changes }) => changes.map((change) => change.entityId))).toEqual(ops.map((op) => op.entityId));
    expect(await fixture.pull(reader, 5)).toEqual({ changes: [], seq: 5, more: false });
  });

  it('returns a record once, in its current state, with its newest number', async () => {
    const reader = await fixture.aReader();
    const [one, two] = someAnnotations(2) as [SyncOp, SyncOp];
    await fixture.push(reader, [one, two]);
    await fixture.push(reader, [aPut({ entityId: one.entityId, hlc: aHlc(T + 9), fields: { color: 'pink' } })]);
    const { changes } = await fixture.pull(reader);
    expect(changes.map(({ entityId, seq }) => [entityId, seq])).toEqual([
      [two.entityId, 2],
      [one.entityId, 3],
    ]);
    expect(changes[1]).toMatchObject({ record: { color: 'pink' } });
  });

  it('does not return a change that lost entirely', async () => {
    const reader = await fixture.aReader();
    const id = newId();
    await fixture.push(reader, [aPut({ entityId: id, hlc: aHlc(T + 9) })]);
    expect(await fixture.push(reader, [aPut({ entityId: id, hlc: aHlc(T), fields: { color: 'red' } })])).toMatchObject({
      results: [{ status: 'merged' }],
      seq: 1,
    });
  });

  it('ends a page early at its size limit, and skips no change', async () => {
    const reader = await fixture.aReader();
    const ops = someAnnotations(100).map((op) => ({
      ...op,
      fields: { ...newMarkFields(), target: aTarget({ quote: { exact: '长'.repeat(20_000), prefix: '', suffix: '' } }) },
    }));
    await fixture.push(reader, ops);
    const seen: string[] = [];
    let since = 0;
    let pages = 0;
    for (let more = true; more; pages++) {
      const page = await fixture.pull(reader, since);
      expect(JSON.stringify(page.changes).length).toBeLessThan(SYNC_LIMITS.syncPullChars + 60_000);
      seen.push(...page.changes.map((change) => change.entityId));
      ({ seq: since, more } = page);
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen).toEqual(ops.map((op) => op.entityId));
  });

  it('starts from the beginning for a device that is ahead of a server restored from a backup', async () => {
    const reader = await fixture.aReader();
    await fixture.push(reader, someAnnotations(3));
    const response = await fixture.pull(reader, 99);
    expect(response.changes).toHaveLength(3);
    expect(response.seq).toBe(3);
    expect(await fixture.pull(reader, 99, 2)).toMatchObject({ seq: 2, more: true });
  });
});

describe('concurrent pushes', () => {
  it('do not make a concurrent pull skip a change', async () => {
    const reader = await fixture.aReader();
    const other = await openDatabase({ connectionString: database.url, max: 2 });
    try {
      const seen: number[] = [];
      const ids = new Set<string>();
      let pushing = true;
      const follow = async (): Promise<void> => {
        let since = 0;
        for (let last = false; ; ) {
          const page = await pullChanges({ ...fixture.deps, db: other }, reader, { since, limit: 7 });
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
      const batches = Array.from({ length: 20 }, () => Array.from({ length: 5 }, () => someAnnotations(3)));
      await Promise.all(
        batches.map(async (own) => {
          for (const ops of own) await fixture.push(reader, ops);
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

  it('of the same op are accepted once', async () => {
    const reader = await fixture.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    const responses = await Promise.all(Array.from({ length: 8 }, () => fixture.push(reader, [op])));
    expect(responses.flatMap(({ results }) => results.map((result) => result.status)).toSorted()).toEqual([
      'applied',
      ...Array.from({ length: 7 }, () => 'duplicate'),
    ]);
    const { rows } = await database.db.orm.execute<{ count: number }>(sql`select count(*) as count from sync_op where user_id = ${reader}`);
    expect(rows[0]?.count).toBe(1);
  });

  it('store and return nothing when the commit fails', async () => {
    const reader = await fixture.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    const failing = {
      ...fixture.deps,
      db: {
        ...fixture.deps.db,
        transaction: <R>(work: Parameters<typeof fixture.deps.db.transaction<R>>[0]) =>
          fixture.deps.db.transaction(async (tx) => {
            await work(tx);
            throw new Error('connection lost');
          }),
      },
    };
    await expect(pushChanges(failing, reader, { deviceId: 'devicea', ops: [op] }, { warn: () => undefined })).rejects.toThrow(
      'connection lost',
    );
    expect(await fixture.pull(reader)).toEqual({ changes: [], seq: 0, more: false });
    expect(await fixture.push(reader, [op])).toMatchObject({ results: [{ status: 'applied' }] });
  });
});
