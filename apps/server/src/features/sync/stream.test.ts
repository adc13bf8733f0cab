import { LIMITS } from '@shufang/contract';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createInProcessEvents, EVENTS_MISSED } from '../../platform/events.ts';
import { createSyncStreams } from './stream.ts';

const aStreamRegistry = (findSeq: () => Promise<number> = async () => 0) => {
  const log = pino({ level: 'silent' });
  const events = createInProcessEvents(log);
  return { events, streams: createSyncStreams({ events, findSeq, log }) };
};

const aSink = (reads = true) => {
  const written: string[] = [];
  const sink = { written, ended: false, write: (text: string) => written.push(text) > 0 && reads, end: () => void (sink.ended = true) };
  return sink;
};
const at = (seq: number): string => `event: sync\ndata: {"seq":${seq}}\n\n`;
const one = { userId: 'one', sid: 's1' };

describe('a stream', () => {
  it('says where things stand, then only what is newer', async () => {
    const { events, streams } = aStreamRegistry(async () => 3);
    const sink = aSink();
    await streams.open(one, sink);
    for (const seq of [4, 2, 4, 6]) await events.publish('sync:one', { seq });
    await events.publish('sync:two', { seq: 9 });
    expect(sink.written).toEqual([at(3), at(4), at(6)]);
  });

  it('hears a change made while it asked where things stand', async () => {
    const { events, streams } = aStreamRegistry(async () => {
      await events.publish('sync:one', { seq: 5 });
      return 4;
    });
    const sink = aSink();
    await streams.open(one, sink);
    expect(sink.written).toEqual([at(5)]);
  });

  it('asks again after events may have been missed', async () => {
    let seq = 1;
    const { events, streams } = aStreamRegistry(async () => seq);
    const sink = aSink();
    await streams.open(one, sink);
    seq = 8;
    await events.publish(EVENTS_MISSED, null);
    await vi.waitFor(() => expect(sink.written).toEqual([at(1), at(8)]));
  });

  it.each([
    ['replaced', 'userBeenKickedOut'],
    ['signedOut', 'requestLogin'],
    ['revoked', 'requestLogin'],
  ])('says why and closes when its session was %s', async (reason, code) => {
    const { events, streams } = aStreamRegistry();
    const [mine, other] = [aSink(), aSink()];
    await streams.open(one, mine);
    await streams.open({ userId: 'one', sid: 's2' }, other);
    await events.publish('session:s1:ended', { sid: 's1', userId: 'one', reason });
    expect(mine.written.at(-1)).toBe(`event: kickedOut\ndata: {"code":"${code}"}\n\n`);
    expect([mine.ended, other.ended, streams.count]).toEqual([true, false, 1]);
  });

  it('sends a comment every heartbeat and none after it has closed', async () => {
    vi.useFakeTimers();
    try {
      const { streams } = aStreamRegistry();
      const sink = aSink();
      const end = await streams.open(one, sink);
      vi.advanceTimersByTime(2 * LIMITS.syncHeartbeatMs);
      end();
      vi.advanceTimersByTime(2 * LIMITS.syncHeartbeatMs);
      expect(sink.written).toEqual([at(0), ':\n\n', ':\n\n']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('closes one that nobody reads', async () => {
    const { streams } = aStreamRegistry();
    const sink = aSink(false);
    await streams.open(one, sink);
    expect([sink.ended, streams.count]).toEqual([true, 0]);
  });

  it('closes when it cannot learn where things stand', async () => {
    const { streams } = aStreamRegistry(() => Promise.reject(new Error('database gone')));
    const sink = aSink();
    await streams.open(one, sink);
    expect([sink.written, sink.ended]).toEqual([[], true]);
  });

  it('is one of at most twenty of a person, and makes room when it closes', async () => {
    const { streams } = aStreamRegistry();
    const ends = [];
    for (let n = 0; n < LIMITS.syncStreamsPerUser; n++) ends.push(await streams.open(one, aSink()));
    await expect(streams.open(one, aSink())).rejects.toMatchObject({ code: 'request.tooMany' });
    await streams.open({ userId: 'two', sid: 's2' }, aSink());
    ends[0]?.();
    ends[0]?.();
    await streams.open(one, aSink());
    await expect(streams.open(one, aSink())).rejects.toMatchObject({ code: 'request.tooMany' });
  });

  it('ends with all others at shutdown, and none starts after', async () => {
    const { streams } = aStreamRegistry();
    const sinks = [aSink(), aSink()];
    for (const sink of sinks) await streams.open(one, sink);
    streams.closeAll();
    expect([sinks.every((sink) => sink.ended), streams.count]).toEqual([true, 0]);
    await expect(streams.open(one, aSink())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
