import { LIMITS } from '@shufang/contract';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createAdjustableClock } from '../../platform/clock.ts';
import { createInProcessEvents, EVENTS_MISSED } from '../../platform/events.ts';
import { SYNC_LIMITS } from './limits.ts';
import { createSyncStreams, type FindSession } from './stream.ts';

const aStreamRegistry = (findSeq: () => Promise<number> = async () => 0) => {
  const log = pino({ level: 'silent' });
  const events = createInProcessEvents(log);
  const clock = createAdjustableClock();
  const session: { status: Awaited<ReturnType<FindSession>> } = { status: { endsAt: clock.now() + LIMITS.sessionLifetimeMs } };
  const streams = createSyncStreams({ events, clock, findSeq, findSession: async () => session.status, log });
  return { events, clock, session, streams };
};

const aSink = (reads = true) => {
  const written: string[] = [];
  const sink = { written, ended: false, write: (text: string) => written.push(text) > 0 && reads, end: () => void (sink.ended = true) };
  return sink;
};
const kicked = (code: string, reason: string): string => `event: kickedOut\ndata: ${JSON.stringify({ code, reason })}\n\n`;
const roleChanged = 'event: roleChanged\ndata: {}\n\n';
const at = (seq: number): string => `event: sync\ndata: {"seq":${seq}}\n\n`;
const one = { userId: 'one', sid: 's1' };

describe('an event stream', () => {
  it('sends the current sequence number, then only greater ones', async () => {
    const { events, streams } = aStreamRegistry(async () => 3);
    const sink = aSink();
    await streams.open(one, sink);
    for (const seq of [4, 2, 4, 6]) await events.publish('sync:one', { seq });
    await events.publish('sync:two', { seq: 9 });
    expect(sink.written).toEqual([at(3), at(4), at(6)]);
  });

  it('sends a change made while the sequence number is queried', async () => {
    const { events, streams } = aStreamRegistry(async () => {
      await events.publish('sync:one', { seq: 5 });
      return 4;
    });
    const sink = aSink();
    await streams.open(one, sink);
    expect(sink.written).toEqual([at(5)]);
  });

  it('queries the sequence number again after events may have been missed', async () => {
    let seq = 1;
    const { events, streams } = aStreamRegistry(async () => seq);
    const sink = aSink();
    await streams.open(one, sink);
    seq = 8;
    await events.publish(EVENTS_MISSED, null);
    await vi.waitFor(() => expect(sink.written).toEqual([at(1), roleChanged, at(8)]));
  });

  it.each([
    ['replaced', 'userBeenKickedOut'],
    ['signedOut', 'requestLogin'],
    ['revoked', 'requestLogin'],
  ])('sends the reason and ends when its session was %s', async (reason, code) => {
    const { events, streams } = aStreamRegistry();
    const [mine, other] = [aSink(), aSink()];
    await streams.open(one, mine);
    await streams.open({ userId: 'one', sid: 's2' }, other);
    await events.publish('session:s1:ended', { sid: 's1', userId: 'one', reason });
    expect(mine.written.at(-1)).toBe(kicked(code, reason));
    expect([mine.ended, other.ended, streams.count]).toEqual([true, false, 1]);
  });

  it('sends an event when the roles of its user change', async () => {
    const { events, streams } = aStreamRegistry();
    const [mine, other] = [aSink(), aSink()];
    await streams.open(one, mine);
    await streams.open({ userId: 'two', sid: 's2' }, other);
    await events.publish('account:one:roles', null);
    expect(mine.written).toEqual([at(0), roleChanged]);
    expect(other.written).toEqual([at(0)]);
  });

  it('sends the number of a changed order of its user, and no malformed number', async () => {
    const { events, streams } = aStreamRegistry();
    const [mine, other] = [aSink(), aSink()];
    await streams.open(one, mine);
    await streams.open({ userId: 'two', sid: 's2' }, other);
    const no = '20261121201500123456';
    await events.publish('orders:one', { no });
    await events.publish('orders:one', { no: 'x\n\nevent: kickedOut' });
    expect(mine.written).toEqual([at(0), `event: orderChanged\ndata: {"no":"${no}"}\n\n`]);
    expect(other.written).toEqual([at(0)]);
  });

  it('ends immediately when its session ended while it was opened', async () => {
    const { session, streams } = aStreamRegistry();
    session.status = { ended: 'replaced' };
    const sink = aSink();
    await streams.open(one, sink);
    expect(sink.written.at(-1)).toBe(kicked('userBeenKickedOut', 'replaced'));
    expect([sink.ended, streams.count]).toEqual([true, 0]);
  });

  it('ends when the event of its session’s end was missed', async () => {
    const { events, session, streams } = aStreamRegistry();
    const sink = aSink();
    await streams.open(one, sink);
    session.status = { ended: 'revoked' };
    await events.publish(EVENTS_MISSED, null);
    await vi.waitFor(() => expect(sink.written.at(-1)).toBe(kicked('requestLogin', 'revoked')));
    expect(sink.ended).toBe(true);
  });

  it('checks its session every minute, and ends with it after 15 days', async () => {
    vi.useFakeTimers();
    try {
      const { clock, session, streams } = aStreamRegistry();
      const [revoked, expired] = [aSink(), aSink()];
      await streams.open(one, revoked);
      session.status = { ended: 'revoked' };
      await vi.advanceTimersByTimeAsync(4 * SYNC_LIMITS.syncHeartbeatMs);
      expect(revoked.written.at(-1)).toBe(kicked('requestLogin', 'revoked'));
      session.status = { endsAt: clock.now() + LIMITS.sessionLifetimeMs };
      await streams.open(one, expired);
      clock.advance(LIMITS.sessionLifetimeMs);
      await vi.advanceTimersByTimeAsync(SYNC_LIMITS.syncHeartbeatMs);
      expect(expired.written.at(-1)).toBe(kicked('requestLogin', 'expired'));
      expect(streams.count).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends a comment at every heartbeat, and none after it was closed', async () => {
    vi.useFakeTimers();
    try {
      const { streams } = aStreamRegistry();
      const sink = aSink();
      const end = await streams.open(one, sink);
      vi.advanceTimersByTime(2 * SYNC_LIMITS.syncHeartbeatMs);
      end();
      vi.advanceTimersByTime(2 * SYNC_LIMITS.syncHeartbeatMs);
      expect(sink.written).toEqual([at(0), ':\n\n', ':\n\n']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends when the client has stopped reading', async () => {
    const { streams } = aStreamRegistry();
    const sink = aSink(false);
    await streams.open(one, sink);
    expect([sink.ended, streams.count]).toEqual([true, 0]);
  });

  it('ends when the sequence number cannot be queried', async () => {
    const { streams } = aStreamRegistry(() => Promise.reject(new Error('database gone')));
    const sink = aSink();
    await streams.open(one, sink);
    expect([sink.written, sink.ended]).toEqual([[], true]);
  });

  it('is refused beyond twenty of a user, until one of them is closed', async () => {
    const { streams } = aStreamRegistry();
    const ends = [];
    for (let n = 0; n < SYNC_LIMITS.syncStreamsPerUser; n++) ends.push(await streams.open(one, aSink()));
    await expect(streams.open(one, aSink())).rejects.toMatchObject({ code: 'request.tooMany' });
    await streams.open({ userId: 'two', sid: 's2' }, aSink());
    ends[0]?.();
    ends[0]?.();
    await streams.open(one, aSink());
    await expect(streams.open(one, aSink())).rejects.toMatchObject({ code: 'request.tooMany' });
  });

  it('ends with all others at shutdown, and none can be opened afterwards', async () => {
    const { streams } = aStreamRegistry();
    const sinks = [aSink(), aSink()];
    for (const sink of sinks) await streams.open(one, sink);
    streams.closeAll();
    expect([sinks.every((sink) => sink.ended), streams.count]).toEqual([true, 0]);
    await expect(streams.open(one, aSink())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
