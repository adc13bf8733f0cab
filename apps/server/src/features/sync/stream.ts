/** The open connections over which a person's devices hear that something has changed. One registry a process. */
import { CodedError, LIMITS } from '@shufang/contract';
import { EVENTS_MISSED, type EventBus } from '../../platform/events.ts';
import { topicOfPerson, topicOfSessionEnd } from './topics.ts';

/** Where the events of one stream are written: a response, or a list in a test. */
interface StreamSink {
  /** False when the other side has stopped reading. */
  write(text: string): boolean;
  end(): void;
}

export interface SyncStreams {
  /**
   * Starts a stream: the current number at once, later ones as they come. Answers how to end it when the other side has gone.
   * Throws `request.tooMany` beyond `LIMITS.syncStreamsPerUser` in this process.
   */
  open(reader: { userId: string; sid: string }, sink: StreamSink): Promise<() => void>;
  /** Ends all streams; none is opened afterwards. */
  closeAll(): void;
  readonly count: number;
}

export interface SyncStreamDependencies {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly findSeq: (userId: string) => Promise<number>;
  readonly log: { warn(details: object, message: string): void };
  readonly heartbeatMs?: number;
}

const numberIn = (data: unknown): number | undefined =>
  typeof data === 'object' && data !== null && 'seq' in data && typeof data.seq === 'number' ? data.seq : undefined;

const endedBy = (data: unknown): 'userBeenKickedOut' | 'requestLogin' =>
  typeof data === 'object' && data !== null && 'reason' in data && data.reason !== 'replaced' ? 'requestLogin' : 'userBeenKickedOut';

export const createSyncStreams = ({ events, findSeq, log, heartbeatMs = LIMITS.syncHeartbeatMs }: SyncStreamDependencies): SyncStreams => {
  const open = new Set<() => void>();
  const perUser = new Map<string, number>();
  let closed = false;

  return {
    async open({ userId, sid }, sink) {
      const mine = perUser.get(userId) ?? 0;
      if (closed) throw new CodedError('unavailable');
      if (mine >= LIMITS.syncStreamsPerUser) throw new CodedError('request.tooMany');
      perUser.set(userId, mine + 1);

      let ended = false;
      let told = -1;
      const send = (text: string): void => {
        if (!ended && !sink.write(text)) end();
      };
      const tell = (seq: number): void => {
        if (seq <= told) return;
        told = seq;
        send(`event: sync\ndata: {"seq":${seq}}\n\n`);
      };
      const tellCurrent = (): Promise<void> =>
        findSeq(userId).then(tell, (error: unknown) => {
          log.warn({ err: error }, 'sync stream could not read the current number');
          end();
        });

      const endings = [
        events.subscribe(topicOfPerson(userId), (data) => {
          const seq = numberIn(data);
          if (seq !== undefined) tell(seq);
        }),
        events.subscribe(EVENTS_MISSED, () => void tellCurrent()),
        events.subscribe(topicOfSessionEnd(sid), (data) => {
          send(`event: kickedOut\ndata: {"code":"${endedBy(data)}"}\n\n`);
          end();
        }),
      ];
      const heartbeat = setInterval(() => send(':\n\n'), heartbeatMs);
      const end = (): void => {
        if (ended) return;
        ended = true;
        clearInterval(heartbeat);
        for (const stop of endings) stop();
        open.delete(end);
        const left = (perUser.get(userId) ?? 1) - 1;
        if (left === 0) perUser.delete(userId);
        else perUser.set(userId, left);
        sink.end();
      };
      open.add(end);
      await tellCurrent();
      return end;
    },
    closeAll() {
      closed = true;
      for (const end of open) end();
    },
    get count() {
      return open.size;
    },
  };
};
