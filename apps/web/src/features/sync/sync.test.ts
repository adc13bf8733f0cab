import 'fake-indexeddb/auto';
import { formatHlc, newId, pullChanges, type SyncChange, type SyncOp, type SyncResult, type UnknownChange } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRecord, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { discardRejected } from './discard-rejected.ts';
import { lastSeq, pullFromStart, pullRecords } from './pull-records.ts';
import { pushOutbox } from './push-outbox.ts';
import { type SyncEnvironment, type SyncPhase, startSyncSession } from './sync-session.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

/** A server that remembers op ids. Each test decides what happens to requests and responses. */
class FakeServer implements SyncTransport {
  readonly applied: SyncOp[] = [];
  requests = 0;
  changes: (SyncChange | UnknownChange)[] = [];
  losesResponses = 0;
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
    if (this.losesResponses > 0) {
      this.losesResponses -= 1;
      return Promise.reject(new SyncFailure('offline'));
    }
    return Promise.resolve({ results, seq: 0 });
  }

  pull(since: number): Promise<{ changes: (SyncChange | UnknownChange)[]; seq: number; more: boolean }> {
    const changes = this.changes.filter((change) => change.seq > since).slice(0, 2);
    const seq = changes.at(-1)?.seq ?? since;
    // The response is validated, so that an invalid one fails as it would over the network.
    return Promise.resolve(pullChanges.output.parse({ changes, seq, more: this.changes.some((change) => change.seq > seq) }));
  }

  listen(signal: AbortSignal, onOpen: () => void, onSeq: (seq: number) => void): Promise<void> {
    onOpen();
    this.wakeListener = onSeq;
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  }
}

const change = (seq: number, annotation = anAnnotation(), ms = 9_000): SyncChange => ({
  seq,
  entity: 'annotation',
  entityId: annotation.id,
  record: annotation,
  clocks: { color: formatHlc(ms, 0, 'otherdevice') },
});

let db: ReaderDatabase;
let server: FakeServer;
beforeEach(() => {
  db = new ReaderDatabase(`sync-${Math.random()}`);
  server = new FakeServer();
});
afterEach(async () => db.delete());

const writeAnnotation = async (owner: string, annotation = anAnnotation()) => {
  await writeChange(db, {
    owner,
    entity: 'annotation',
    entityId: annotation.id,
    bookId: annotation.bookId,
    kind: 'put',
    fields: annotation,
  });
  return annotation;
};

describe('pushing the outbox', () => {
  test('sends changes in the order of writing, in batches of 500, and empties it', async () => {
    for (let i = 0; i < 503; i++) await writeAnnotation('lin', anAnnotation({ totalProgression: i / 1000 }));
    await pushOutbox(db, 'lin', server);
    expect(server.requests).toBe(2);
    expect(server.applied.map((op) => op.fields.totalProgression)).toEqual(Array.from({ length: 503 }, (_, i) => i / 1000));
    expect(await db.outbox.count()).toBe(0);
  });

  test('sends changes again after a lost response, and the server applies them once', async () => {
    await writeAnnotation('lin');
    server.losesResponses = 1;
    await expect(pushOutbox(db, 'lin', server)).rejects.toThrow(SyncFailure);
    expect(await db.outbox.count()).toBe(1);
    await pushOutbox(db, 'lin', server);
    expect(server.applied).toHaveLength(1);
    expect(await db.outbox.count()).toBe(0);
  });

  test('sends the changes of a browser that died between writing and sending at its next start', async () => {
    const annotation = await writeAnnotation('lin');
    const { name } = db;
    db.close();
    db = new ReaderDatabase(name);
    await pushOutbox(db, 'lin', server);
    expect(server.applied.map((op) => op.entityId)).toEqual([annotation.id]);
  });

  test('sets a rejected change aside with its reason and continues', async () => {
    const bad = await writeAnnotation('lin');
    const good = await writeAnnotation('lin');
    server.refuses = (op) => op.entityId === bad.id;
    await pushOutbox(db, 'lin', server);
    expect(server.applied.map((op) => op.entityId)).toEqual([good.id]);
    expect(await db.outbox.toArray()).toMatchObject([{ entityId: bad.id, state: 'rejected', message: '不在书里' }]);
  });

  test('restores the server’s record when a rejected change is discarded', async () => {
    const annotation = anAnnotation({ color: 'blue' });
    server.changes = [change(1, annotation, 5)];
    await pullRecords(db, 'lin', server);
    await writeAnnotation('lin', { ...annotation, color: 'red' });
    server.refuses = () => true;
    await pushOutbox(db, 'lin', server);
    const entry = await db.outbox.toCollection().first();
    await discardRejected(db, 'lin', entry?.n ?? 0);
    await pullRecords(db, 'lin', server);
    expect((await findRecord(db, 'lin', 'annotation', annotation.id))?.record.color).toBe('blue');
    expect(await db.outbox.count()).toBe(0);
  });

  test('neither sends nor loses the changes of another user', async () => {
    const mine = await writeAnnotation('lin');
    await writeAnnotation('mei');
    await pushOutbox(db, 'mei', server);
    expect(server.applied).toHaveLength(1);
    expect(await db.outbox.toArray()).toMatchObject([{ owner: 'lin', entityId: mine.id }]);
  });
});

describe('pulling', () => {
  test('continues to the end, merges by clocks and stores the sequence number', async () => {
    const annotation = await writeAnnotation('lin', anAnnotation({ color: 'red' }));
    server.changes = [change(3, { ...annotation, color: 'green' }, 5), change(4), change(7)];
    await pullRecords(db, 'lin', server);
    expect(await lastSeq(db, 'lin')).toBe(7);
    expect(await db.records.count()).toBe(3);
    expect((await findRecord(db, 'lin', 'annotation', annotation.id))?.record.color).toBe('red');
  });
});

describe('a pulled record', () => {
  test('of the position keeps the furthest one of this device and of the server, whichever is later', async () => {
    const [bookId, versionId] = [newId(), newId()];
    const at = (totalProgression: number) => ({ href: 'a', locations: { totalProgression } });
    const remote = async (seq: number, progression: number, furthest: number) => {
      const record = { bookId, versionId, locator: at(progression), furthest, updatedAt: 5 };
      const stamp = formatHlc(Date.now() + 60_000, 0, 'otherdevice');
      server.changes = [{ seq, entity: 'progress', entityId: bookId, record, clocks: { versionId: stamp, locator: stamp } }];
      await pullRecords(db, 'lin', server);
      return (await findRecord(db, 'lin', 'progress', bookId))?.record.furthest;
    };
    const fields = { bookId, versionId, locator: at(0.5), updatedAt: 5 };
    await writeChange(db, { owner: 'lin', entity: 'progress', entityId: bookId, bookId, kind: 'put', fields });
    expect(await remote(1, 0.2, 0.4)).toBe(0.5);
    expect(await remote(2, 0.3, 0.7)).toBe(0.7);
  });

  test('belongs to its user on a device with several users', async () => {
    server.changes = [change(3)];
    await pullRecords(db, 'lin', server);
    expect([await lastSeq(db, 'lin'), await lastSeq(db, 'mei')]).toEqual([3, 0]);
    await pullRecords(db, 'mei', server);
    expect(await db.records.toArray()).toMatchObject([{ owner: 'lin' }, { owner: 'mei' }]);
    await pullFromStart(db, 'lin');
    expect([await lastSeq(db, 'lin'), await lastSeq(db, 'mei')]).toEqual([0, 3]);
  });

  test('does not restore a record whose deletion is pending, and does otherwise', async () => {
    const annotation = await writeAnnotation('lin');
    await pushOutbox(db, 'lin', server);
    await writeChange(db, {
      owner: 'lin',
      entity: 'annotation',
      entityId: annotation.id,
      bookId: annotation.bookId,
      kind: 'del',
      fields: {},
    });
    const deletedAt = async () => (await findRecord(db, 'lin', 'annotation', annotation.id))?.record.deletedAt;
    const deleted = await deletedAt();
    expect(deleted).toEqual(expect.any(Number));
    server.changes = [change(1, annotation, 5)];
    await pullRecords(db, 'lin', server);
    expect(await deletedAt()).toBe(deleted);
    await db.outbox.toCollection().modify({ state: 'rejected' });
    server.changes = [change(2, annotation, 6)];
    await pullRecords(db, 'lin', server);
    expect(await deletedAt()).toBeUndefined();
  });
});

describe('a record kind that this client does not support', () => {
  const later = (seq: number, entity = 'seatingPlan') => ({ seq, entity, entityId: 'x', record: { rows: 3 }, clocks: {} });

  test('is skipped, and the sequence number continues to the end', async () => {
    server.changes = [change(1), later(2), later(3), later(4), change(6), later(7)];
    await pullRecords(db, 'lin', server);
    expect(await db.records.count()).toBe(2);
    expect(await lastSeq(db, 'lin')).toBe(7);
  });

  test('is pulled once by a version that supports it', async () => {
    // These entries were stored by an older version of the client, which did not support favorites and therefore skipped them.
    await db.meta.bulkPut([
      { key: 'seq:lin', value: 5 },
      { key: 'skipped:lin', value: 'favorite' },
    ]);
    server.changes = [change(3), change(5)];
    await pullRecords(db, 'lin', server);
    expect(await db.records.count()).toBe(2);
    expect(await db.meta.get('skipped:lin')).toBeUndefined();
  });

  test('is not assumed for an invalid record of a supported kind', () => {
    const broken = { changes: [{ ...change(1), record: {} }], seq: 1, more: false };
    expect(pullChanges.output.safeParse(broken).success).toBe(false);
  });
});

describe('a sync session', () => {
  const environment = (waits: number[]): SyncEnvironment & { goOnline: () => void } => {
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
      goOnline: () => {
        for (const wake of wakes) wake();
      },
    };
  };

  test('pushes changes, reports it, and pulls when the stream reports a change', async () => {
    const phases: SyncPhase[] = [];
    const session = startSyncSession(db, 'lin', server, environment([]), (phase) => phases.push(phase));
    await writeAnnotation('lin');
    await vi.waitFor(() => expect(server.applied).toHaveLength(1));
    const foreign = change(1);
    server.changes = [foreign];
    server.wakeListener?.(1);
    await vi.waitFor(async () => expect(await findRecord(db, 'lin', 'annotation', foreign.entityId)).toBeDefined());
    await vi.waitFor(() => expect(phases.at(-1)).toBe('idle'));
    session.stop();
  });

  test('keeps changes without a network, and sends them when it is back', async () => {
    server.isDown = true;
    const world = environment([]);
    const phases: SyncPhase[] = [];
    const session = startSyncSession(db, 'lin', server, world, (phase) => phases.push(phase));
    await writeAnnotation('lin');
    await vi.waitFor(() => expect(phases).toContain('offline'));
    expect(await db.outbox.count()).toBe(1);
    server.isDown = false;
    world.goOnline();
    await vi.waitFor(() => expect(server.applied).toHaveLength(1));
    session.stop();
  });
});
