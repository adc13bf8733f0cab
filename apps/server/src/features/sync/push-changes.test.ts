import { LIMITS, newId, syncChange } from '@shufang/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { forgetOldOps } from './forget-old-ops.ts';
import { SYNC_LIMITS } from './limits.ts';
import { pushChanges } from './push-changes.ts';
import {
  aHlc,
  aPut,
  aTarget,
  createSyncFixture,
  FOREIGN_VERSION,
  newMarkFields,
  type SyncFixture,
  UNKNOWN_BOOK,
  VERSION,
} from './testing/sync-fixture.ts';

testAccess('pushChanges', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin', 'admin']);

testIdempotency(
  'pushChanges',
  async ({ aUser }) => {
    const op = { id: newId(), hlc: 'none', entity: 'preferences', entityId: 'reading', kind: 'put', fields: {} };
    return { as: await aUser(), body: { deviceId: 'device0001', ops: [op] } };
  },
  { repeatsSafely: true },
);

let database: TestDatabase;
let fixture: SyncFixture;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
  T = fixture.time.now;
});
afterAll(() => database.drop());

const statuses = ({ results }: { results: { status: string }[] }): string[] => results.map((result) => result.status);

describe('a repeated push', () => {
  it('accepts each op once', async () => {
    const reader = await fixture.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    expect(await fixture.push(reader, [op, op])).toMatchObject({ results: [{ status: 'applied' }, { status: 'duplicate' }], seq: 1 });
    expect(await fixture.push(reader, [op])).toEqual({ results: [{ id: op.id, status: 'duplicate' }], seq: 1 });
  });

  it('does not restore an old text when its op is repeated after a newer one', async () => {
    const reader = await fixture.aReader();
    const id = newId();
    const first = aPut({ entityId: id, hlc: aHlc(T), fields: { ...newMarkFields(), body: '初稿' } });
    const second = aPut({ entityId: id, hlc: aHlc(T + 1), baseHlc: first.hlc, fields: { body: '定稿' } });
    await fixture.push(reader, [first, second]);
    await fixture.push(reader, [first]);
    const { record } = await fixture.mark(reader, id);
    expect(record.body).toBe('定稿');
    expect(record.otherBodies).toBeUndefined();
  });

  it('has no effect even after the list of processed ops was cleared', async () => {
    const reader = await fixture.aReader();
    const id = newId();
    const ops = [
      aPut({ entityId: id, hlc: aHlc(T), fields: { ...newMarkFields(), body: '一' } }),
      aPut({ entityId: id, hlc: aHlc(T + 1), baseHlc: aHlc(T), fields: { color: 'red', body: '二' } }),
    ];
    await fixture.push(reader, ops);
    const before = await fixture.mark(reader, id);
    fixture.time.now = T + (SYNC_LIMITS.tombstoneDays + 1) * 86_400_000;
    expect(await forgetOldOps(fixture.deps)).toBeGreaterThanOrEqual(2);
    fixture.time.now = T;
    expect(await fixture.push(reader, ops.slice(1))).toMatchObject({ seq: before.seq });
    expect(await fixture.mark(reader, id)).toEqual(before);
  });
});

describe('a push of several ops', () => {
  it('returns the results in order, and an invalid op does not affect the others', async () => {
    const reader = await fixture.aReader();
    const good = aPut({ entityId: newId(), hlc: aHlc(T) });
    const response = await fixture.push(reader, [
      { ...good, id: 'x' },
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), body: 'a\0b' } }),
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), body: 'a\ud800b' } }),
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), body: '长'.repeat(LIMITS.noteBodyChars + 1) } }),
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { color: 'red' } }),
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), shape: 'round' } }),
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), bookId: UNKNOWN_BOOK } }),
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), target: aTarget({ href: 'elsewhere.xhtml' }) } }),
      'not an op',
      good,
    ]);
    expect(statuses(response)).toEqual([...Array.from({ length: 9 }, () => 'rejected'), 'applied']);
    expect(response.results.map((result) => result.code).slice(0, 9)).toEqual([
      ...Array.from({ length: 7 }, () => 'sync.opInvalid'),
      'annotation.targetOutsideBook',
      'sync.opInvalid',
    ]);
    expect(response.results[1]?.message).toContain('空字符');
    expect(response.results[2]?.message).toContain('不完整的字符');
    expect(response.results[0]?.id).toBe('');
    expect((await fixture.pull(reader)).changes.map((change) => change.entityId)).toEqual([good.entityId]);
  });

  it('rejects annotations with a version of another book, also when they are changed', async () => {
    const reader = await fixture.aReader();
    const stored = aPut({ entityId: newId(), hlc: aHlc(T) });
    const change = (fields: object) =>
      aPut({ entityId: stored.entityId, hlc: aHlc(T + 1), fields: { ...fields, versionId: FOREIGN_VERSION } });
    const response = await fixture.push(reader, [
      aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), versionId: FOREIGN_VERSION } }),
      stored,
      change({ target: aTarget() }),
      change({}),
    ]);
    const foreign = { status: 'rejected', code: 'annotation.targetOutsideBook' };
    expect(response.results).toMatchObject([foreign, { status: 'applied' }, foreign, foreign]);
    expect((await fixture.mark(reader, stored.entityId)).record.versionId).toBe(VERSION);
  });

  it('locks what other users lock too in a fixed order, so that two pushes never wait for each other', async () => {
    const reader = await fixture.aReader();
    const books = [newId(), newId()].toSorted();
    const { pool } = database.db;
    const lock = `insert into reanchor_request (book_id) values ($1) on conflict (book_id) do update set requests = 1`;
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query(lock, [books[0]]);
      const ops = books
        .toReversed()
        .map((bookId) => aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), bookId, versionId: newId() } }));
      const push = fixture.push(reader, ops);
      await vi.waitFor(async () => {
        const { rows } = await pool.query(
          `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toMatchObject([{ query: expect.stringContaining('reanchor_request') as string }]);
      });
      // While the push waits for the first book, it has not locked the second one.
      await other.query(lock, [books[1]]);
      await other.query('commit');
      expect(statuses(await push)).toEqual(['applied', 'applied']);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it('accepts the longest note and rejects one character more', async () => {
    const reader = await fixture.aReader();
    const put = (chars: number) => aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), body: '字'.repeat(chars) } });
    expect(
      statuses(await fixture.push(reader, [put(LIMITS.noteBodyChars - 1), put(LIMITS.noteBodyChars), put(LIMITS.noteBodyChars + 1)])),
    ).toEqual(['applied', 'applied', 'rejected']);
  });

  it('accepts an op that was rejected before', async () => {
    const reader = await fixture.aReader();
    const id = newId();
    const edit = aPut({ entityId: id, hlc: aHlc(T + 1), fields: { color: 'red' } });
    expect(statuses(await fixture.push(reader, [edit]))).toEqual(['rejected']);
    expect(statuses(await fixture.push(reader, [aPut({ entityId: id, hlc: aHlc(T) }), edit]))).toEqual(['applied', 'applied']);
  });

  it('accepts 500 ops and refuses 501', async () => {
    const reader = await fixture.aReader();
    const ops = Array.from({ length: LIMITS.syncPushOps + 1 }, () => aPut({ entityId: newId(), hlc: aHlc(T) }));
    await expect(fixture.push(reader, ops)).rejects.toMatchObject({ code: 'sync.tooManyOps' });
    expect(await fixture.push(reader, ops.slice(1))).toMatchObject({ seq: LIMITS.syncPushOps });
  });

  it('never fails, whatever the ops contain', async () => {
    const reader = await fixture.aReader();
    const field = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constant('\0'), fc.constant('\ud800'), fc.constant(1e308), fc.constant(-1));
    const anOp = fc.record({
      id: fc.oneof(fc.constant(newId()), fc.constant(undefined), field),
      hlc: fc.oneof(fc.constant(aHlc(T)), fc.constant('9999999999999-ffff-devicea'), field),
      entity: fc.oneof(fc.constantFrom('annotation', 'progress', 'preferences', 'shelf'), field),
      entityId: fc.oneof(fc.constantFrom(newId(), 'reading', ''), field),
      kind: fc.oneof(fc.constantFrom('put', 'del'), field),
      fields: fc.oneof(
        fc.record(
          Object.fromEntries(
            Object.entries(newMarkFields()).map(([name, value]) => [name, fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, field)]),
          ),
        ),
        fc.dictionary(fc.constantFrom('fontSize', 'scroll', 'versionId', 'locator', 'deletedAt', '__proto__'), field),
        field,
      ),
      baseHlc: fc.oneof(fc.constant(undefined), field),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: anOp }, { weight: 1, arbitrary: field }), { maxLength: 12 }),
        async (ops) => {
          const wire = JSON.parse(JSON.stringify(ops)) as unknown[];
          const { results } = await fixture.push(reader, wire);
          expect(results).toHaveLength(wire.length);
          for (const change of (await fixture.pull(reader)).changes) syncChange.parse(change);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('an op that the database refuses', () => {
  /** Replaces the handler of reading positions by one that runs `query` and stores nothing. */
  const withCatalogQuery = (query: string) => ({
    ...fixture.deps,
    handlers: [
      ...fixture.deps.handlers.filter((handler) => handler.entity !== 'progress'),
      {
        entity: 'progress' as const,
        prepare: async () => async (tx: Transaction) => {
          await tx.execute(sql.raw(query));
          return { status: 'applied' as const, changed: true };
        },
        read: async () => [],
      },
    ],
  });
  const both = () => [aPut({ entity: 'progress', entityId: newId(), hlc: aHlc(T), fields: {} }), aPut({ entityId: newId(), hlc: aHlc(T) })];
  const log = { warn: () => undefined };

  it('for its content is rejected alone', async () => {
    const reader = await fixture.aReader();
    const response = await pushChanges(withCatalogQuery('select 1 / 0'), reader, { deviceId: 'devicea', ops: both() }, log);
    expect(response).toMatchObject({ results: [{ status: 'rejected', code: 'sync.opInvalid' }, { status: 'applied' }], seq: 1 });
  });

  it('for its content ends an atomic push, and nothing is stored', async () => {
    const reader = await fixture.aReader();
    const push = (deps: typeof fixture.deps, ops: object[]) =>
      pushChanges(deps, reader, { deviceId: 'devicea', ops }, log, { isAtomic: true });
    await expect(push(withCatalogQuery('select 1 / 0'), both().toReversed())).rejects.toThrow(
      expect.objectContaining({ code: 'sync.opInvalid' }),
    );
    await expect(push(fixture.deps, [aPut({ entityId: newId(), hlc: aHlc(T) }), {}])).rejects.toThrow(
      expect.objectContaining({ code: 'sync.opInvalid' }),
    );
    expect((await fixture.pull(reader)).changes).toEqual([]);
  });

  it('for any other reason ends the push, and nothing is stored', async () => {
    const reader = await fixture.aReader();
    const deps = withCatalogQuery('select * from no_such_table');
    await expect(pushChanges(deps, reader, { deviceId: 'devicea', ops: both().toReversed() }, log)).rejects.toThrow('no_such_table');
    expect((await fixture.pull(reader)).changes).toEqual([]);
  });
});

describe('an event for other devices', () => {
  it('is published after each change, and not if nothing changed', async () => {
    const reader = await fixture.aReader();
    const published: unknown[] = [];
    const stop = fixture.events.subscribe(`sync:${reader}`, (data) => published.push(data));
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    await fixture.push(reader, [op]);
    await fixture.push(reader, [op]);
    await fixture.push(reader, []);
    await fixture.push(reader, [aPut({ entityId: newId(), kind: 'del', hlc: aHlc(T), fields: {} })]);
    stop();
    expect(published).toEqual([{ seq: 1 }]);
  });
});

describe('the owner of a record', () => {
  it('is the only user who can change it; others get an error for its id', async () => {
    const [owner, other] = [await fixture.aReader(), await fixture.aReader()];
    const id = newId();
    await fixture.push(owner, [aPut({ entityId: id, hlc: aHlc(T), fields: { ...newMarkFields(), body: '我的' } })]);
    const before = await fixture.mark(owner, id);
    const response = await fixture.push(other, [
      aPut({ entityId: id, hlc: aHlc(T + 5), fields: { ...newMarkFields(), body: '改了' } }),
      aPut({ entityId: id, hlc: aHlc(T + 6), fields: { body: '改了' } }),
      aPut({ entityId: id, hlc: aHlc(T + 7), kind: 'del', fields: {} }),
    ]);
    expect(statuses(response)).toEqual(['rejected', 'rejected', 'applied']);
    expect(response.results[0]).toMatchObject({ code: 'sync.opInvalid' });
    expect(await fixture.mark(owner, id)).toEqual(before);
    expect((await fixture.pull(other)).changes).toEqual([]);
  });

  it('can use an op id that another user has used', async () => {
    const [one, two] = [await fixture.aReader(), await fixture.aReader()];
    const id = newId();
    const op = { ...aPut({ entityId: newId(), hlc: aHlc(T) }), id };
    const same = { ...aPut({ entityId: newId(), hlc: aHlc(T) }), id };
    expect(statuses(await fixture.push(one, [op]))).toEqual(['applied']);
    expect(statuses(await fixture.push(two, [same]))).toEqual(['applied']);
  });
});

describe('the stamp of a clock that is ahead', () => {
  const bound = LIMITS.syncClockAheadMs;

  it('is accepted up to ten minutes ahead, and limited to that otherwise', async () => {
    const reader = await fixture.aReader();
    const stampAfter = async (aheadMs: number): Promise<string | undefined> => {
      const id = newId();
      await fixture.push(reader, [aPut({ entityId: id, hlc: aHlc(T + aheadMs) })]);
      return (await fixture.mark(reader, id)).clocks['color'];
    };
    expect(await stampAfter(bound - 1)).toBe(aHlc(T + bound - 1));
    expect(await stampAfter(bound)).toBe(aHlc(T + bound));
    expect(await stampAfter(bound + 1)).toBe(aHlc(T + bound));
    expect(await stampAfter(365 * 86_400_000)).toBe(aHlc(T + bound, 'devicea', 1));
  });

  it('retains the order of the device’s edits, and does not win forever', async () => {
    const reader = await fixture.aReader();
    const id = newId();
    const year = 365 * 86_400_000;
    await fixture.push(reader, [
      aPut({ entityId: id, hlc: aHlc(T + year) }),
      aPut({ entityId: id, hlc: aHlc(T + year + 1), fields: { color: 'green' } }),
    ]);
    await fixture.push(reader, [aPut({ entityId: id, hlc: aHlc(T + year + 2), fields: { color: 'blue' } })]);
    expect((await fixture.mark(reader, id)).record.color).toBe('blue');
    fixture.time.now = T + bound + 1_000;
    await fixture.push(reader, [aPut({ entityId: id, hlc: aHlc(fixture.time.now, 'deviceb'), fields: { color: 'red' } })], 'deviceb');
    fixture.time.now = T;
    expect((await fixture.mark(reader, id)).record.color).toBe('red');
  });

  it('does not cause a conflict of a device with itself', async () => {
    const reader = await fixture.aReader();
    const id = newId();
    const [first, second] = [aHlc(T + 86_400_000), aHlc(T + 86_400_001)];
    await fixture.push(reader, [aPut({ entityId: id, hlc: first, fields: { ...newMarkFields(), body: '甲' } })]);
    expect(statuses(await fixture.push(reader, [aPut({ entityId: id, hlc: second, baseHlc: first, fields: { body: '乙' } })]))).toEqual([
      'applied',
    ]);
    const { record } = await fixture.mark(reader, id);
    expect([record.body, record.otherBodies]).toEqual(['乙', undefined]);
  });
});

describe('reading positions and preferences', () => {
  const aPosition = (href: string, totalProgression: number) => ({
    versionId: VERSION,
    locator: { href, locations: { totalProgression } },
  });

  it('have the newest value in any order of arrival', async () => {
    const reader = await fixture.aReader();
    const bookId = newId();
    const position = (ms: number, href: string, device: string) =>
      aPut({ entity: 'progress', entityId: bookId, hlc: aHlc(ms, device), fields: aPosition(href, 0.5) });
    expect(statuses(await fixture.push(reader, [position(T + 5, 'text/b', 'deviceb'), position(T, 'text/a', 'devicea')]))).toEqual([
      'applied',
      'merged',
    ]);
    expect((await fixture.pull(reader)).changes).toMatchObject([
      { entity: 'progress', entityId: bookId, record: { bookId, locator: { href: 'text/b' }, updatedAt: T + 5 } },
    ]);
  });

  it('are rejected for a position outside the book', async () => {
    const reader = await fixture.aReader();
    const put = (fields: Record<string, unknown>) => aPut({ entity: 'progress', entityId: newId(), hlc: aHlc(T), fields });
    const ops = [put(aPosition('elsewhere', 0)), put({ ...aPosition('text/a', 0), versionId: FOREIGN_VERSION })];
    const foreign = { status: 'rejected', code: 'annotation.targetOutsideBook' };
    expect((await fixture.push(reader, ops)).results).toMatchObject([foreign, foreign]);
  });

  it('are merged field by field, with defaults for the others', async () => {
    const reader = await fixture.aReader();
    const prefer = (ms: number, device: string, fields: Record<string, unknown>) =>
      aPut({ entity: 'preferences', entityId: 'reading', hlc: aHlc(ms, device), fields });
    const response = await fixture.push(reader, [
      prefer(T + 5, 'devicea', { fontSize: 2, paper: 'cream' }),
      prefer(T, 'deviceb', { fontSize: 1, scroll: true }),
    ]);
    expect(statuses(response)).toEqual(['applied', 'merged']);
    expect((await fixture.pull(reader)).changes).toMatchObject([
      { record: { fontSize: 2, paper: 'cream', scroll: true, lineHeight: 1.8 } },
    ]);
  });
});
