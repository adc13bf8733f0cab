/** The open connections over which a person's devices hear that something has changed. One registry a process. */
import { CodedError, LIMITS, orderNo, type SessionEndReason, type StreamEnd, sessionEndReason } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import { EVENTS_MISSED, type EventBus } from '../../platform/events.ts';
import { topicOfClaims, topicOfOrders, topicOfPerson, topicOfRoles, topicOfSessionEnd, topicOfTickets } from './topics.ts';

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

/** Whether a session is in force, and until when (UTC ms), or what ended it. */
export type FindSession = (sid: string) => Promise<{ readonly endsAt: number } | { readonly ended: SessionEndReason }>;

export interface SyncStreamDependencies {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly clock: Clock;
  readonly findSeq: (userId: string) => Promise<number>;
  readonly findSession: FindSession;
  readonly log: { warn(details: object, message: string): void };
  readonly heartbeatMs?: number;
}

/** The session is asked for again this often, in case the news of its end got lost on the way here. */
const HEARTBEATS_BETWEEN_CHECKS = 4;

const numberIn = (data: unknown): number | undefined =>
  typeof data === 'object' && data !== null && 'seq' in data && typeof data.seq === 'number' ? data.seq : undefined;

const reasonIn = (data: unknown): SessionEndReason =>
  sessionEndReason.safeParse(typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined).data ?? 'revoked';

const endOf = (reason: SessionEndReason): StreamEnd => ({ code: reason === 'replaced' ? 'userBeenKickedOut' : 'requestLogin', reason });

export const createSyncStreams = (dependencies: SyncStreamDependencies): SyncStreams => {
  const { events, clock, findSeq, findSession, log, heartbeatMs = LIMITS.syncHeartbeatMs } = dependencies;
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

      const kickOut = (reason: SessionEndReason): void => {
        send(`event: kickedOut\ndata: ${JSON.stringify(endOf(reason))}\n\n`);
        end();
      };
      let endsAt = Number.POSITIVE_INFINITY;
      const checkSession = (): Promise<void> =>
        findSession(sid).then(
          (session) => {
            if ('ended' in session) kickOut(session.ended);
            else ({ endsAt } = session);
          },
          (error: unknown) => {
            // Reading goes on while the database is away; the next check decides.
            log.warn({ err: error }, 'sync stream could not learn whether its session is in force');
          },
        );
      let beats = 0;
      const beat = (): void => {
        beats += 1;
        if (clock.now() >= endsAt) kickOut('expired');
        else send(':\n\n');
        if (!ended && beats % HEARTBEATS_BETWEEN_CHECKS === 0) void checkSession();
      };

      const endings = [
        events.subscribe(topicOfPerson(userId), (data) => {
          const seq = numberIn(data);
          if (seq !== undefined) tell(seq);
        }),
        events.subscribe(topicOfRoles(userId), () => send('event: roleChanged\ndata: {}\n\n')),
        events.subscribe(topicOfTickets(userId), () => send('event: ticketChanged\ndata: {}\n\n')),
        events.subscribe(topicOfClaims(userId), () => send('event: claimChanged\ndata: {}\n\n')),
        events.subscribe(topicOfOrders(userId), (data) => {
          const no = orderNo.safeParse(typeof data === 'object' && data !== null && 'no' in data ? data.no : undefined);
          if (no.success) send(`event: orderChanged\ndata: ${JSON.stringify({ no: no.data })}\n\n`);
        }),
        events.subscribe(topicOfSessionEnd(sid), (data) => kickOut(reasonIn(data))),
        events.subscribe(EVENTS_MISSED, () => {
          void tellCurrent();
          void checkSession();
          // A change of roles may be among what was missed.
          send('event: roleChanged\ndata: {}\n\n');
        }),
      ];
      const heartbeat = setInterval(beat, heartbeatMs);
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
      // After subscribing: what happened between the caller's proof and now is not missed.
      await Promise.all([tellCurrent(), checkSession()]);
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
