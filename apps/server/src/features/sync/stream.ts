/** The open event streams of users' devices, which each process registers for itself. */
import { CodedError, orderNo, type SessionEndReason, type StreamEnd, sessionEndReason } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import { EVENTS_MISSED, type EventBus } from '../../platform/events.ts';
import { SYNC_LIMITS } from './limits.ts';
import {
  topicOfAttempts,
  topicOfClaims,
  topicOfClassroom,
  topicOfOrders,
  topicOfRoles,
  topicOfSessionEnd,
  topicOfTickets,
  topicOfUser,
} from './topics.ts';

/** Where the events of a stream are written: to a response, or to a list in a test. */
interface StreamSink {
  /** Writes a text. Returns false if the client has stopped reading. */
  write(text: string): boolean;
  end(): void;
}

export interface SyncStreams {
  /**
   * Opens a stream, which sends the current sequence number at once and later ones as they change. Returns a function that ends it when the
   * client has disconnected. Throws `request.tooMany` beyond `SYNC_LIMITS.syncStreamsPerUser` in this process.
   */
  open(reader: { userId: string; sid: string }, sink: StreamSink): Promise<() => void>;
  /** Ends all streams and refuses new ones. */
  closeAll(): void;
  readonly count: number;
}

/** Returns until when a session is active (UTC ms), or what ended it. */
export type FindSession = (sid: string) => Promise<{ readonly endsAt: number } | { readonly ended: SessionEndReason }>;

export interface SyncStreamDependencies {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly clock: Clock;
  readonly findSeq: (userId: string) => Promise<number>;
  readonly findSession: FindSession;
  readonly log: { warn(details: object, message: string): void };
  readonly heartbeatMs?: number;
}

/** Number of heartbeats after which the session is checked again, in case the event of its end was lost. */
const HEARTBEATS_BETWEEN_CHECKS = 4;

const numberIn = (data: unknown): number | undefined =>
  typeof data === 'object' && data !== null && 'seq' in data && typeof data.seq === 'number' ? data.seq : undefined;

const reasonIn = (data: unknown): SessionEndReason =>
  sessionEndReason.safeParse(typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined).data ?? 'revoked';

const endOf = (reason: SessionEndReason): StreamEnd => ({ code: reason === 'replaced' ? 'userBeenKickedOut' : 'requestLogin', reason });

export const createSyncStreams = (dependencies: SyncStreamDependencies): SyncStreams => {
  const { events, clock, findSeq, findSession, log, heartbeatMs = SYNC_LIMITS.syncHeartbeatMs } = dependencies;
  const open = new Set<() => void>();
  const perUser = new Map<string, number>();
  let closed = false;

  return {
    async open({ userId, sid }, sink) {
      const mine = perUser.get(userId) ?? 0;
      if (closed) throw new CodedError('unavailable');
      if (mine >= SYNC_LIMITS.syncStreamsPerUser) throw new CodedError('request.tooMany');
      perUser.set(userId, mine + 1);

      let ended = false;
      let lastSentSeq = -1;
      const send = (text: string): void => {
        if (!ended && !sink.write(text)) end();
      };
      const sendSeq = (seq: number): void => {
        if (seq <= lastSentSeq) return;
        lastSentSeq = seq;
        send(`event: sync\ndata: {"seq":${seq}}\n\n`);
      };
      const sendCurrentSeq = (): Promise<void> =>
        findSeq(userId).then(sendSeq, (error: unknown) => {
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
            // If the database is unavailable, the stream stays open until the next check of the session.
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
        events.subscribe(topicOfUser(userId), (data) => {
          const seq = numberIn(data);
          if (seq !== undefined) sendSeq(seq);
        }),
        events.subscribe(topicOfRoles(userId), () => send('event: roleChanged\ndata: {}\n\n')),
        events.subscribe(topicOfTickets(userId), () => send('event: ticketChanged\ndata: {}\n\n')),
        events.subscribe(topicOfAttempts(userId), () => send('event: attemptChanged\ndata: {}\n\n')),
        events.subscribe(topicOfClassroom(userId), () => send('event: classroomChanged\ndata: {}\n\n')),
        events.subscribe(topicOfClaims(userId), () => send('event: claimChanged\ndata: {}\n\n')),
        events.subscribe(topicOfOrders(userId), (data) => {
          const no = orderNo.safeParse(typeof data === 'object' && data !== null && 'no' in data ? data.no : undefined);
          if (no.success) send(`event: orderChanged\ndata: ${JSON.stringify({ no: no.data })}\n\n`);
        }),
        events.subscribe(topicOfSessionEnd(sid), (data) => kickOut(reasonIn(data))),
        events.subscribe(EVENTS_MISSED, () => {
          void sendCurrentSeq();
          void checkSession();
          // Events may have been missed, also one about changed roles, so the client is asked to reload the roles.
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
      // The current state is sent after subscribing, so that no change since the caller's authentication is missed.
      await Promise.all([sendCurrentSeq(), checkSession()]);
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
