import { LIMITS, newId, syncChange } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { forgetOldOps } from './forget-old-ops.ts';
import { pushChanges } from './push-changes.ts';
import { aHlc, aPut, aTarget, createSyncScene, newMarkFields, type SyncScene, UNKNOWN_BOOK, VERSION } from './testing/sync-scene.ts';

let database: TestDatabase;
let scene: SyncScene;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
  T = scene.time.now;
});
afterAll(() => database.drop());

const statuses = ({ results }: { results: { status: string }[] }): string[] => results.map((result) => result.status);

describe('sending again', () => {
  it('accepts each op once, however often it comes', async () => {
    const reader = await scene.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    expect(await scene.push(reader, [op, op])).toMatchObject({ results: [{ status: 'applied' }, { status: 'duplicate' }], seq: 1 });
    expect(await scene.push(reader, [op])).toEqual({ results: [{ id: op.id, status: 'duplicate' }], seq: 1 });
  });

  it('does not bring back an old text when its op comes again after a newer one', async () => {
    const reader = await scene.aReader();
    const id = newId();
    const first = aPut({ entityId: id, hlc: aHlc(T), fields: { ...newMarkFields(), body: '初稿' } });
    const second = aPut({ entityId: id, hlc: aHlc(T + 1), baseHlc: first.hlc, fields: { body: '定稿' } });
    await scene.push(reader, [first, second]);
    await scene.push(reader, [first]);
    const { record } = await scene.mark(reader, id);
    expect(record.body).toBe('定稿');
    expect(record.otherBodies).toBeUndefined();
  });

  it('is harmless even after the list of seen ops was cleared', async () => {
    const reader = await scene.aReader();
    const id = newId();
    const ops = [
      aPut({ entityId: id, hlc: aHlc(T), fields: { ...newMarkFields(), body: '一' } }),
      aPut({ entityId: id, hlc: aHlc(T + 1), baseHlc: aHlc(T), fields: { color: 'red', body: '二' } }),
    ];
    await scene.push(reader, ops);
    const before = await scene.mark(reader, id);
    scene.time.now = T + (LIMITS.tombstoneDays + 1) * 86_400_000;
    expect(await forgetOldOps(scene.deps)).toBeGreaterThanOrEqual(2);
    scene.time.now = T;
    expect(await scene.push(reader, ops.slice(1))).toMatchObject({ seq: before.seq });
    expect(await scene.mark(reader, id)).toEqual(before);
  });
});

describe('one op and the others', () => {
  it('answers in order and lets no bad op hold up a good one', async () => {
    const reader = await scene.aReader();
    const good = aPut({ entityId: newId(), hlc: aHlc(T) });
    const answer = await scene.push(reader, [
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
    expect(statuses(answer)).toEqual([...Array.from({ length: 9 }, () => 'rejected'), 'applied']);
    expect(answer.results.map((result) => result.code).slice(0, 9)).toEqual([
      ...Array.from({ length: 7 }, () => 'sync.opInvalid'),
      'annotation.targetOutsideBook',
      'sync.opInvalid',
    ]);
    expect(answer.results[1]?.message).toContain('空字符');
    expect(answer.results[2]?.message).toContain('不完整的字符');
    expect(answer.results[0]?.id).toBe('');
    expect((await scene.pull(reader)).changes.map((change) => change.entityId)).toEqual([good.entityId]);
  });

  it('keeps the longest text and refuses one character more', async () => {
    const reader = await scene.aReader();
    const put = (chars: number) => aPut({ entityId: newId(), hlc: aHlc(T), fields: { ...newMarkFields(), body: '字'.repeat(chars) } });
    expect(
      statuses(await scene.push(reader, [put(LIMITS.noteBodyChars - 1), put(LIMITS.noteBodyChars), put(LIMITS.noteBodyChars + 1)])),
    ).toEqual(['applied', 'applied', 'rejected']);
  });

  it('lets a rejected op be sent again later', async () => {
    const reader = await scene.aReader();
    const id = newId();
    const edit = aPut({ entityId: id, hlc: aHlc(T + 1), fields: { color: 'red' } });
    expect(statuses(await scene.push(reader, [edit]))).toEqual(['rejected']);
    expect(statuses(await scene.push(reader, [aPut({ entityId: id, hlc: aHlc(T) }), edit]))).toEqual(['applied', 'applied']);
  });

  it('takes 500 ops at once and refuses 501', async () => {
    const reader = await scene.aReader();
    const ops = Array.from({ length: LIMITS.syncPushOps + 1 }, () => aPut({ entityId: newId(), hlc: aHlc(T) }));
    await expect(scene.push(reader, ops)).rejects.toMatchObject({ code: 'sync.tooManyOps' });
    expect(await scene.push(reader, ops.slice(1))).toMatchObject({ seq: LIMITS.syncPushOps });
  });

  it('never fails, whatever an op looks like', async () => {
    const reader = await scene.aReader();
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
          const { results } = await scene.push(reader, wire);
          expect(results).toHaveLength(wire.length);
          for (const change of (await scene.pull(reader)).changes) syncChange.parse(change);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('what the database refuses', () => {
  /** A handler for places that runs `query` instead of keeping one. */
  const withPlacesThatRun = (query: string) => ({
    ...scene.deps,
    handlers: [
      ...scene.deps.handlers.filter((handler) => handler.entity !== 'progress'),
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

  it('for its content rejects that op alone', async () => {
    const reader = await scene.aReader();
    const answer = await pushChanges(withPlacesThatRun('select 1 / 0'), reader, { deviceId: 'devicea', ops: both() }, log);
    expect(answer).toMatchObject({ results: [{ status: 'rejected', code: 'sync.opInvalid' }, { status: 'applied' }], seq: 1 });
  });

  it('for any other reason ends the push, and nothing of it is kept', async () => {
    const reader = await scene.aReader();
    const deps = withPlacesThatRun('select * from no_such_table');
    await expect(pushChanges(deps, reader, { deviceId: 'devicea', ops: both().toReversed() }, log)).rejects.toThrow('no_such_table');
    expect((await scene.pull(reader)).changes).toEqual([]);
  });
});

describe('telling the other devices', () => {
  it('happens after each change, and not when nothing changed', async () => {
    const reader = await scene.aReader();
    const told: unknown[] = [];
    const stop = scene.events.subscribe(`sync:${reader}`, (data) => told.push(data));
    const op = aPut({ entityId: newId(), hlc: aHlc(T) });
    await scene.push(reader, [op]);
    await scene.push(reader, [op]);
    await scene.push(reader, []);
    await scene.push(reader, [aPut({ entityId: newId(), kind: 'del', hlc: aHlc(T), fields: {} })]);
    stop();
    expect(told).toEqual([{ seq: 1 }]);
  });
});

describe('whose record it is', () => {
  it('leaves another person’s mark alone and says the id is taken', async () => {
    const [owner, other] = [await scene.aReader(), await scene.aReader()];
    const id = newId();
    await scene.push(owner, [aPut({ entityId: id, hlc: aHlc(T), fields: { ...newMarkFields(), body: '我的' } })]);
    const before = await scene.mark(owner, id);
    const answer = await scene.push(other, [
      aPut({ entityId: id, hlc: aHlc(T + 5), fields: { ...newMarkFields(), body: '改了' } }),
      aPut({ entityId: id, hlc: aHlc(T + 6), fields: { body: '改了' } }),
      aPut({ entityId: id, hlc: aHlc(T + 7), kind: 'del', fields: {} }),
    ]);
    expect(statuses(answer)).toEqual(['rejected', 'rejected', 'applied']);
    expect(answer.results[0]).toMatchObject({ code: 'sync.opInvalid' });
    expect(await scene.mark(owner, id)).toEqual(before);
    expect((await scene.pull(other)).changes).toEqual([]);
  });

  it('keeps op ids apart between people', async () => {
    const [one, two] = [await scene.aReader(), await scene.aReader()];
    const id = newId();
    const op = { ...aPut({ entityId: newId(), hlc: aHlc(T) }), id };
    const same = { ...aPut({ entityId: newId(), hlc: aHlc(T) }), id };
    expect(statuses(await scene.push(one, [op]))).toEqual(['applied']);
    expect(statuses(await scene.push(two, [same]))).toEqual(['applied']);
  });
});

describe('a clock that runs ahead', () => {
  const bound = LIMITS.syncClockAheadMs;

  it('is believed up to ten minutes and taken down beyond', async () => {
    const reader = await scene.aReader();
    const stampAfter = async (aheadMs: number): Promise<string | undefined> => {
      const id = newId();
      await scene.push(reader, [aPut({ entityId: id, hlc: aHlc(T + aheadMs) })]);
      return (await scene.mark(reader, id)).clocks['color'];
    };
    expect(await stampAfter(bound - 1)).toBe(aHlc(T + bound - 1));
    expect(await stampAfter(bound)).toBe(aHlc(T + bound));
    expect(await stampAfter(bound + 1)).toBe(aHlc(T + bound));
    expect(await stampAfter(365 * 86_400_000)).toBe(aHlc(T + bound, 'devicea', 1));
  });

  it('keeps the order of that device’s edits and never wins for ever', async () => {
    const reader = await scene.aReader();
    const id = newId();
    const year = 365 * 86_400_000;
    await scene.push(reader, [
      aPut({ entityId: id, hlc: aHlc(T + year) }),
      aPut({ entityId: id, hlc: aHlc(T + year + 1), fields: { color: 'green' } }),
    ]);
    await scene.push(reader, [aPut({ entityId: id, hlc: aHlc(T + year + 2), fields: { color: 'blue' } })]);
    expect((await scene.mark(reader, id)).record.color).toBe('blue');
    scene.time.now = T + bound + 1_000;
    await scene.push(reader, [aPut({ entityId: id, hlc: aHlc(scene.time.now, 'deviceb'), fields: { color: 'red' } })], 'deviceb');
    scene.time.now = T;
    expect((await scene.mark(reader, id)).record.color).toBe('red');
  });

  it('does not make a device conflict with itself', async () => {
    const reader = await scene.aReader();
    const id = newId();
    const [first, second] = [aHlc(T + 86_400_000), aHlc(T + 86_400_001)];
    await scene.push(reader, [aPut({ entityId: id, hlc: first, fields: { ...newMarkFields(), body: '甲' } })]);
    expect(statuses(await scene.push(reader, [aPut({ entityId: id, hlc: second, baseHlc: first, fields: { body: '乙' } })]))).toEqual([
      'applied',
    ]);
    const { record } = await scene.mark(reader, id);
    expect([record.body, record.otherBodies]).toEqual(['乙', undefined]);
  });
});

describe('places and preferences', () => {
  const aPlace = (href: string, totalProgression: number) => ({ versionId: VERSION, locator: { href, locations: { totalProgression } } });

  it('keeps the newest place whatever order they arrive in', async () => {
    const reader = await scene.aReader();
    const bookId = newId();
    const place = (ms: number, href: string, device: string) =>
      aPut({ entity: 'progress', entityId: bookId, hlc: aHlc(ms, device), fields: aPlace(href, 0.5) });
    expect(statuses(await scene.push(reader, [place(T + 5, 'text/b', 'deviceb'), place(T, 'text/a', 'devicea')]))).toEqual([
      'applied',
      'merged',
    ]);
    expect((await scene.pull(reader)).changes).toMatchObject([
      { entity: 'progress', entityId: bookId, record: { bookId, locator: { href: 'text/b' }, updatedAt: T + 5 } },
    ]);
  });

  it('refuses a place outside the book', async () => {
    const reader = await scene.aReader();
    const op = aPut({ entity: 'progress', entityId: newId(), hlc: aHlc(T), fields: aPlace('elsewhere', 0) });
    expect((await scene.push(reader, [op])).results).toMatchObject([{ status: 'rejected', code: 'annotation.targetOutsideBook' }]);
  });

  it('joins preferences one by one over the defaults', async () => {
    const reader = await scene.aReader();
    const prefer = (ms: number, device: string, fields: Record<string, unknown>) =>
      aPut({ entity: 'preferences', entityId: 'reading', hlc: aHlc(ms, device), fields });
    const answer = await scene.push(reader, [
      prefer(T + 5, 'devicea', { fontSize: 2, paper: 'cream' }),
      prefer(T, 'deviceb', { fontSize: 1, scroll: true }),
    ]);
    expect(statuses(answer)).toEqual(['applied', 'merged']);
    expect((await scene.pull(reader)).changes).toMatchObject([{ record: { fontSize: 2, paper: 'cream', scroll: true, lineHeight: 1.8 } }]);
  });
});
