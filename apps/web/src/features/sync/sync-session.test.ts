/**
 * Tests the timing of the sync session: rounds, polling beside the stream, retries, reopening of the stream, its end. The tests control the
 * time.
 */
import 'fake-indexeddb/auto';
import { LIMITS, type SyncOp } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { pushOutbox } from './push-outbox.ts';
import { type SyncEnvironment, type SyncPhase, type SyncSession, startSyncSession } from './sync-session.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

interface Wait {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly pass: () => void;
}

interface Stream {
  readonly signal: AbortSignal;
  readonly open: () => void;
  readonly emit: () => void;
  readonly end: () => void;
  readonly fail: () => void;
}

/** Creates a fake network and a fake clock that the test controls. */
const createWorld = () => {
  const waits: Wait[] = [];
  const streams: Stream[] = [];
  const locks: string[] = [];
  const wakes = new Set<() => void>();
  const phases: SyncPhase[] = [];
  let failure: unknown;
  let pulls = 0;
  let hold: Promise<void> | undefined;
  const transport: SyncTransport = {
    push: async (_device, ops) => ({ results: ops.map(({ id }) => ({ id, status: 'applied' as const })), seq: 0 }),
    pull: async (since) => {
      pulls += 1;
      await hold;
      if (failure !== undefined) throw failure;
      return { changes: [], seq: since, more: false };
    },
    listen: (signal, onOpen, onSeq) =>
      new Promise((resolve, reject) => {
        streams.push({
          signal,
          open: onOpen,
          emit: () => onSeq(1),
          end: resolve,
          fail: () => reject(new SyncFailure('offline')),
        });
      }),
  };
  const environment: SyncEnvironment = {
    withLock: (name, _signal, work) => {
      locks.push(name);
      return work();
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        waits.push({ ms, signal, pass: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
    random: () => 0.5,
    onReturn: (wake) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
  };
  return {
    waits,
    streams,
    locks,
    wakes,
    phases,
    transport,
    environment,
    pulls: () => pulls,
    fail: (cause: unknown) => {
      failure = cause;
    },
    /** Delays responses until the returned function is called. */
    pause: (): (() => void) => {
      let release = (): void => undefined;
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        hold = undefined;
        release();
      };
    },
  };
};

let db: ReaderDatabase;
let world: ReturnType<typeof createWorld>;
let session: SyncSession | undefined;
beforeEach(() => {
  db = new ReaderDatabase(`session-${Math.random()}`);
  world = createWorld();
});
afterEach(async () => {
  session?.stop();
  session = undefined;
  await db.delete();
});

const start = (): SyncSession => {
  session = startSyncSession(db, 'lin', world.transport, world.environment, (phase) => world.phases.push(phase));
  return session;
};
const nth = async <T>(list: readonly T[], index: number): Promise<T> => {
  await vi.waitFor(() => expect(list.length).toBeGreaterThan(index));
  return list[index] as T;
};
/** Waits until all pending microtasks and immediates have run. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('the rounds of a sync session', () => {
  test('run every 30 seconds without changes, as long as the session runs', async () => {
    start();
    for (let round = 0; round < 3; round++) {
      const wait = await nth(world.waits, round);
      expect(wait.ms).toBe(30_000);
      expect(world.pulls()).toBe(round + 1);
      wait.pass();
    }
    await vi.waitFor(() => expect(world.pulls()).toBe(4));
    expect(world.phases.slice(0, 4)).toEqual(['working', 'idle', 'working', 'idle']);
  });

  test('a requested round starts immediately and ends the wait', async () => {
    const { requestRound: poke } = start();
    const wait = await nth(world.waits, 0);
    poke();
    expect(wait.signal.aborted).toBe(true);
    await vi.waitFor(() => expect(world.pulls()).toBe(2));
  });

  test('start immediately after a round during which another was requested, and wait after that', async () => {
    const release = world.pause();
    const { requestRound: poke } = start();
    await vi.waitFor(() => expect(world.pulls()).toBe(1));
    poke();
    release();
    await vi.waitFor(() => expect(world.pulls()).toBe(2));
    await nth(world.waits, 0);
    await settled();
    expect(world.pulls()).toBe(2);
    expect(world.waits).toHaveLength(1);
  });

  test('are retried after failures in one, two and four seconds, and at the polling interval after a success', async () => {
    world.fail(new SyncFailure('offline'));
    start();
    for (const [index, ms] of [1_000, 2_000, 4_000].entries()) {
      const wait = await nth(world.waits, index);
      expect(wait.ms).toBe(ms);
      expect(world.phases.at(-1)).toBe('offline');
      if (index === 2) world.fail(undefined);
      wait.pass();
    }
    expect((await nth(world.waits, 3)).ms).toBe(30_000);
    expect(world.phases.at(-1)).toBe('idle');
    world.fail(new SyncFailure('offline'));
    (await nth(world.waits, 3)).pass();
    expect((await nth(world.waits, 4)).ms).toBe(1_000);
  });

  test.each([
    [new SyncFailure('signedOut'), 'signedOut'],
    [new SyncFailure('offline'), 'offline'],
    [new Error('something else'), 'refused'],
  ])('report how they failed: %s', async (cause, phase) => {
    world.fail(cause);
    start();
    await nth(world.waits, 0);
    expect(world.phases).toEqual(['working', phase]);
  });

  test('hold the account’s lock while they run', async () => {
    start();
    await nth(world.waits, 0);
    expect(world.locks.toSorted()).toEqual(['shufang-stream-lin', 'shufang-sync-lin']);
  });

  test('start when a change is written, and when the network or the user returns', async () => {
    start();
    await nth(world.waits, 0);
    const annotation = anAnnotation();
    await writeChange(db, {
      owner: 'lin',
      entity: 'annotation',
      entityId: annotation.id,
      bookId: annotation.bookId,
      kind: 'put',
      fields: annotation,
    });
    await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0));
    await nth(world.waits, 1);
    const before = world.pulls();
    for (const wake of world.wakes) wake();
    await vi.waitFor(() => expect(world.pulls()).toBeGreaterThan(before));
  });

  test('do not start for changes while the server is unreachable: these wait with the others for the next attempt', async () => {
    const write = async (): Promise<void> => {
      const annotation = anAnnotation();
      const { id, bookId } = annotation;
      await writeChange(db, { owner: 'lin', entity: 'annotation', entityId: id, bookId, kind: 'put', fields: annotation });
      await settled();
    };
    let pushes = 0;
    world.transport.push = async () => {
      pushes += 1;
      throw new SyncFailure('offline');
    };
    await write();
    start();
    const wait = await nth(world.waits, 0);
    await write();
    await write();
    expect([wait.ms, wait.signal.aborted, pushes]).toEqual([1_000, false, 1]);
    wait.pass();
    expect((await nth(world.waits, 1)).ms).toBe(2_000);
    expect(pushes).toBe(2);
  });

  test('do not start for changes of another account', async () => {
    start();
    await nth(world.waits, 0);
    const annotation = anAnnotation();
    await writeChange(db, {
      owner: 'mei',
      entity: 'annotation',
      entityId: annotation.id,
      bookId: annotation.bookId,
      kind: 'put',
      fields: annotation,
    });
    await settled();
    expect(world.pulls()).toBe(1);
  });
});

describe('the stream of a sync session', () => {
  test('requests a round when it opens and for every event', async () => {
    start();
    const stream = await nth(world.streams, 0);
    await nth(world.waits, 0);
    stream.open();
    await vi.waitFor(() => expect(world.pulls()).toBe(2));
    await nth(world.waits, 1);
    stream.emit();
    await vi.waitFor(() => expect(world.pulls()).toBe(3));
  });

  /**
   * Returns the pending wait before the event stream is opened again: the one that is shorter than the polling interval. A requested sync
   * round does not end this wait.
   */
  const waitOfStream = async (after: number): Promise<Wait> => {
    await vi.waitFor(() => expect(world.waits.slice(after).some(({ ms }) => ms < 30_000)).toBe(true));
    return world.waits.slice(after).find(({ ms }) => ms < 30_000) as Wait;
  };

  test.each(['end', 'fail'] as const)(
    'is opened again after it ended with %s, with an increasing delay until it has opened',
    async (how) => {
      start();
      let seen = 0;
      for (const [index, ms] of [1_000, 2_000, 4_000].entries()) {
        (await nth(world.streams, index))[how]();
        const wait = await waitOfStream(seen);
        expect(wait.ms).toBe(ms);
        seen = world.waits.length;
        wait.pass();
      }
      const opened = await nth(world.streams, 3);
      opened.open();
      opened[how]();
      expect((await waitOfStream(seen)).ms).toBe(1_000);
    },
  );
});

describe('the end of a sync session', () => {
  test('ends the wait, the stream and every listener, and no round follows', async () => {
    const { stop, requestRound: poke } = start();
    const stream = await nth(world.streams, 0);
    const wait = await nth(world.waits, 0);
    stop();
    expect(wait.signal.aborted).toBe(true);
    expect(stream.signal.aborted).toBe(true);
    expect(world.wakes.size).toBe(0);
    stream.end();
    poke();
    const annotation = anAnnotation();
    await writeChange(db, {
      owner: 'lin',
      entity: 'annotation',
      entityId: annotation.id,
      bookId: annotation.bookId,
      kind: 'put',
      fields: annotation,
    });
    await settled();
    expect(world.pulls()).toBe(1);
    expect(world.streams).toHaveLength(1);
    expect(world.waits).toHaveLength(1);
    expect(await db.outbox.count()).toBe(1);
  });

  test('in the middle of a failing round reports nothing', async () => {
    const release = world.pause();
    world.fail(new SyncFailure('offline'));
    const { stop } = start();
    await vi.waitFor(() => expect(world.pulls()).toBe(1));
    stop();
    release();
    await settled();
    expect(world.phases).toEqual(['working']);
    expect(world.waits).toEqual([]);
  });
});

describe('the batches of the outbox', () => {
  const batchesOf = async (sizes: readonly number[]): Promise<SyncOp[][]> => {
    for (const [index, size] of sizes.entries()) {
      const annotation = { ...anAnnotation(), note: '注'.repeat(size), totalProgression: index / 1_000 };
      await writeChange(db, {
        owner: 'lin',
        entity: 'annotation',
        entityId: annotation.id,
        bookId: annotation.bookId,
        kind: 'put',
        fields: annotation,
      });
    }
    const batches: SyncOp[][] = [];
    await pushOutbox(db, 'lin', {
      ...world.transport,
      push: async (device, ops) => {
        batches.push([...ops]);
        return world.transport.push(device, ops);
      },
    });
    return batches;
  };
  const noteChars = Math.floor(LIMITS.bodyBytes / 3 / 10);

  test('never exceed the server’s limits, whatever the changes contain', async () => {
    const batches = await batchesOf(Array.from({ length: 12 }, () => noteChars));
    expect(batches.flat()).toHaveLength(12);
    for (const ops of batches) expect(Buffer.byteLength(JSON.stringify({ deviceId: 'd', ops }))).toBeLessThan(LIMITS.bodyBytes);
    // Five changes together exceed the maximum size of a batch, so four are sent in each request.
    expect(batches.map((ops) => ops.length)).toEqual([4, 4, 4]);
  });

  test('contain a change larger than a batch alone', async () => {
    expect((await batchesOf([10, noteChars * 8, 10])).map((ops) => ops.length)).toEqual([1, 1, 1]);
  });

  test('without results for all changes are an error, and the changes stay', async () => {
    const annotation = anAnnotation();
    await writeChange(db, {
      owner: 'lin',
      entity: 'annotation',
      entityId: annotation.id,
      bookId: annotation.bookId,
      kind: 'put',
      fields: annotation,
    });
    const silent = { ...world.transport, push: () => Promise.resolve({ results: [], seq: 0 }) };
    await expect(pushOutbox(db, 'lin', silent)).rejects.toMatchObject({ kind: 'refused' });
    expect(await db.outbox.count()).toBe(1);
  });
});
