import 'fake-indexeddb/auto';
import { formatHlc, type LaterChange, pullChanges, type SyncChange, type SyncOp, type SyncResult } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRecord, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { discardRejected } from './discard-rejected.ts';
import { lastSeq, pullRecords } from './pull-records.ts';
import { pushOutbox } from './push-outbox.ts';
import { retryDelayMs, type SyncEnvironment, type SyncPhase, startSyncSession } from './sync-session.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

/** A server that remembers op ids; what happens to requests and answers is decided by each test. */
class FakeServer implements SyncTransport {
  readonly applied: SyncOp[] = [];
  requests = 0;
  changes: (SyncChange | LaterChange)[] = [];
  losesAnswers = 0;
  isDown = false;
  refuses: (op: SyncOp) => boolean = () => false;
  wakeListener: ((seq: number) => void) | undefined;

  push(_deviceId: string, ops: readonly SyncOp[]): Promise<{ results: SyncResult[]; seq: number }> {
    this.requests += 1;
    if (this.isDown) return Promise.reject(new SyncFailure('offline'));
    const results = ops.map((op): SyncResult => {
      if (this.refuses(op)) return { id: op.id, status: 'rejected', code: 'annotation.targetOutsideBook', message: '不在书里' };
      if (this.applied.some((known) => known.id === op.id)) return { id: op.id, status: 'duplicate' };
      this.applied.push(op);
      return { id: op.id, status: 'applied' };
    });
    if (this.losesAnswers > 0) {
      this.losesAnswers -= 1;
      return Promise.reject(new SyncFailure('offline'));
    }
    return Promise.resolve({ results, seq: 0 });
  }

  pull(since: number): Promise<{ changes: (SyncChange | LaterChange)[]; seq: number; more: boolean }> {
    const changes = this.changes.filter((change) => change.seq > since).slice(0, 2);
    const seq = changes.at(-1)?.seq ?? since;
    // As on the wire: what the contract cannot read is no answer.
    return Promise.resolve(pullChanges.output.parse({ changes, seq, more: this.changes.some((change) => change.seq > seq) }));
  }

  listen(signal: AbortSignal, onOpen: () => void, onSeq: (seq: number) => void): Promise<void> {
    onOpen();
    this.wakeListener = onSeq;
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  }
}

const change = (seq: number, mark = aMark(), ms = 9_000): SyncChange => ({
  seq,
  entity: 'annotation',
  entityId: mark.id,
  record: mark,
  clocks: { color: formatHlc(ms, 0, 'otherdevice') },
});

let db: ReaderDatabase;
let server: FakeServer;
beforeEach(() => {
  db = new ReaderDatabase(`sync-${Math.random()}`);
  server = new FakeServer();
});
afterEach(async () => db.delete());

const writeMark = async (owner: string, mark = aMark()) => {
  await writeChange(db, { owner, entity: 'annotation', entityId: mark.id, bookId: mark.bookId, kind: 'put', fields: mark });
  return mark;
};

describe('pushing the outbox', () => {
  test('sends in the order of writing, in batches of 500, and empties it', async () => {
    for (let i = 0; i < 503; i++) await writeMark('lin', aMark({ totalProgression: i / 1000 }));
    await pushOutbox(db, 'lin', server);
    expect(server.requests).toBe(2);
    expect(server.applied.map((op) => op.fields.totalProgression)).toEqual(Array.from({ length: 503 }, (_, i) => i / 1000));
    expect(await db.outbox.count()).toBe(0);
  });

  test('a lost answer makes it send again, and the change is applied once', async () => {
    await writeMark('lin');
    server.losesAnswers = 1;
    await expect(pushOutbox(db, 'lin', server)).rejects.toThrow(SyncFailure);
    expect(await db.outbox.count()).toBe(1);
    await pushOutbox(db, 'lin', server);
    expect(server.applied).toHaveLength(1);
    expect(await db.outbox.count()).toBe(0);
  });

  test('a browser that dies between writing and sending still has the change when it starts again', async () => {
    const mark = await writeMark('lin');
    const { name } = db;
    db.close();
    db = new ReaderDatabase(name);
    await pushOutbox(db, 'lin', server);
    expect(server.applied.map((op) => op.entityId)).toEqual([mark.id]);
  });

  test('a refused change is set aside with its reason and holds up nothing', async () => {
    const bad = await writeMark('lin');
    const good = await writeMark('lin');
    server.refuses = (op) => op.entityId === bad.id;
    await pushOutbox(db, 'lin', server);
    expect(server.applied.map((op) => op.entityId)).toEqual([good.id]);
    expect(await db.outbox.toArray()).toMatchObject([{ entityId: bad.id, state: 'rejected', message: '不在书里' }]);
  });

  test('giving up a refused change brings back what the server holds', async () => {
    const mark = aMark({ color: 'blue' });
    server.changes = [change(1, mark, 5)];
    await pullRecords(db, 'lin', server);
    await writeMark('lin', { ...mark, color: 'red' });
    server.refuses = () => true;
    await pushOutbox(db, 'lin', server);
    const entry = await db.outbox.toCollection().first();
    await discardRejected(db, 'lin', entry?.n ?? 0);
    await pullRecords(db, 'lin', server);
    expect((await findRecord(db, 'lin', 'annotation', mark.id))?.record.color).toBe('blue');
    expect(await db.outbox.count()).toBe(0);
  });

  test('another person signing in does not send, or lose, what the first one wrote', async () => {
    const mine = await writeMark('lin');
    await writeMark('mei');
    await pushOutbox(db, 'mei', server);
    expect(server.applied).toHaveLength(1);
    expect(await db.outbox.toArray()).toMatchObject([{ owner: 'lin', entityId: mine.id }]);
  });
});

describe('pulling', () => {
  test('goes on to the end, joins by clocks and remembers how far it is', async () => {
    const mark = await writeMark('lin', aMark({ color: 'red' }));
    server.changes = [change(3, { ...mark, color: 'green' }, 5), change(4), change(7)];
    await pullRecords(db, 'lin', server);
    expect(await lastSeq(db, 'lin')).toBe(7);
    expect(await db.records.count()).toBe(3);
    expect((await findRecord(db, 'lin', 'annotation', mark.id))?.record.color).toBe('red');
  });
});

describe('a kind of record that this client does not know yet', () => {
  const later = (seq: number, entity = 'seatingPlan') => ({ seq, entity, entityId: 'x', record: { rows: 3 }, clocks: {} });

  test('is passed over: the changes around it come, the cursor goes to the end', async () => {
    server.changes = [change(1), later(2), later(3), later(4), change(6), later(7)];
    await pullRecords(db, 'lin', server);
    expect(await db.records.count()).toBe(2);
    expect(await lastSeq(db, 'lin')).toBe(7);
  });

  test('is fetched by the version that knows it, once', async () => {
    // What an older version had noted when it met favourites.
    await db.meta.bulkPut([
      { key: 'seq:lin', value: 5 },
      { key: 'skipped:lin', value: 'favorite' },
    ]);
    server.changes = [change(3), change(5)];
    await pullRecords(db, 'lin', server);
    expect(await db.records.count()).toBe(2);
    expect(await db.meta.get('skipped:lin')).toBeUndefined();
  });

  test('a broken record of a known kind is not taken for one', () => {
    const broken = { changes: [{ ...change(1), record: {} }], seq: 1, more: false };
    expect(pullChanges.output.safeParse(broken).success).toBe(false);
  });
});

describe('a session', () => {
  const environment = (waits: number[]): SyncEnvironment & { comeBack: () => void } => {
    const wakes = new Set<() => void>();
    return {
      withLock: (_name, _signal, work) => work(),
      wait: (ms, signal) =>
        new Promise((resolve) => {
          waits.push(ms);
          if (signal.aborted) return resolve();
          signal.addEventListener('abort', () => resolve());
        }),
      random: () => 0.5,
      onReturn: (wake) => {
        wakes.add(wake);
        return () => wakes.delete(wake);
      },
      comeBack: () => {
        for (const wake of wakes) wake();
      },
    };
  };

  test('pushes what is written, says so, and pulls when the stream tells of a change', async () => {
    const phases: SyncPhase[] = [];
    const session = startSyncSession(db, 'lin', server, environment([]), (phase) => phases.push(phase));
    await writeMark('lin');
    await vi.waitFor(() => expect(server.applied).toHaveLength(1));
    const foreign = change(1);
    server.changes = [foreign];
    server.wakeListener?.(1);
    await vi.waitFor(async () => expect(await findRecord(db, 'lin', 'annotation', foreign.entityId)).toBeDefined());
    await vi.waitFor(() => expect(phases.at(-1)).toBe('idle'));
    session.stop();
  });

  test('without a network it keeps the change, and sends it when the network comes back', async () => {
    server.isDown = true;
    const world = environment([]);
    const phases: SyncPhase[] = [];
    const session = startSyncSession(db, 'lin', server, world, (phase) => phases.push(phase));
    await writeMark('lin');
    await vi.waitFor(() => expect(phases).toContain('offline'));
    expect(await db.outbox.count()).toBe(1);
    server.isDown = false;
    world.comeBack();
    await vi.waitFor(() => expect(server.applied).toHaveLength(1));
    session.stop();
  });

  test('waits longer after each failure, up to a minute', () => {
    expect([1, 2, 3, 20].map((failures) => retryDelayMs(failures, 0.5))).toEqual([1_000, 2_000, 4_000, 60_000]);
  });
});
