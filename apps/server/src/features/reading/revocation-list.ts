/**
 * The revoked content tickets in the memory of this process. A database notification triggers a read; a request reads the list again if it
 * is older than 30 s. Content is refused if the list could not be read for 60 s (security.md §2).
 */
import type { Clock } from '../../platform/clock.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { listenToPostgres, type PostgresListener } from '../../platform/postgres-listener.ts';
import { TICKET_LIFETIME_MAX_MS } from './content-ticket.ts';
import { listRevocations } from './revocation-store.ts';

/** Maximum age of the list; an older list is read again before it is used. */
export const REVOCATIONS_REREAD_MS = 30_000;
/** Time after which a list that could not be read again is no longer trusted, so that content is refused. */
export const REVOCATIONS_TRUSTED_MS = 60_000;

const CHANNEL = 'shufang_revoked';

/** On what a content ticket depends: the book, the user, and the institutions whose license opened the book. */
export interface TicketHolder {
  readonly bookId: string;
  readonly userId: string | undefined;
  /** Institutions whose license opened the book; may be empty. */
  readonly institutionIds: readonly string[];
}

/** State of a content ticket; `unknown` if the list could not be read in time. */
export type TicketState = 'valid' | 'revoked' | 'unknown';

export interface RevocationList {
  /**
   * Reads the list and returns a function that gives the revision to seal into a content ticket. It is the revision of the holder's last
   * revocation, so that the content tickets of one reader stay equal. Call it before the right is resolved, so that a concurrent revocation
   * invalidates the content ticket.
   */
  readRevision(): Promise<(holder: TicketHolder) => number>;
  stateOf(holder: TicketHolder, sealedAt: number): Promise<TicketState>;
  /** Starts to listen for database notifications: the list is read after each one. Throws if the database cannot be reached. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

interface RevocationListDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

const keysOf = ({ bookId, userId, institutionIds }: TicketHolder): string[] => [
  `book:${bookId}`,
  ...(userId === undefined ? [] : [`user:${userId}`]),
  ...institutionIds.map((id) => `institution:${id}`),
];

export const createRevocationList = ({ db, clock, log }: RevocationListDependencies): RevocationList => {
  let entries = new Map<string, number>();
  let floor = 0;
  let revision = 0;
  /** Time at which the last successful read began, UTC ms. */
  let readAt = Number.NEGATIVE_INFINITY;
  /** Time of the last full read, which drops deleted rows, UTC ms. */
  let fullReadAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let listener: PostgresListener | undefined;

  const read = async (): Promise<void> => {
    const now = clock.now();
    const isFullRead = now - fullReadAt > TICKET_LIFETIME_MAX_MS;
    const found = await listRevocations(db.orm, isFullRead ? 0 : revision);
    if (isFullRead) {
      entries = new Map();
      fullReadAt = now;
    }
    for (const [key, at] of found.entries) entries.set(key, at);
    ({ floor, revision } = found);
    readAt = now;
  };
  /** Reads the list; resolves after a read that began after the call. Calls during a read share the next one. */
  const refresh = (): Promise<void> => {
    if (reading === undefined) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    queued ??= reading
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return refresh();
      });
    return queued;
  };
  const refreshSoon = (): void => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'revoked tickets could not be read'));
  };
  const newestOf = (holder: TicketHolder): number => keysOf(holder).reduce((newest, key) => Math.max(newest, entries.get(key) ?? 0), 0);

  return {
    async readRevision() {
      await refresh();
      const readUpTo = revision;
      return (holder) => Math.min(readUpTo, Math.max(floor, newestOf(holder)));
    },
    async stateOf(holder, sealedAt) {
      if (clock.now() - readAt >= REVOCATIONS_REREAD_MS) {
        try {
          await refresh();
        } catch (error) {
          log.warn({ err: error }, 'revoked tickets could not be read');
        }
      }
      if (clock.now() - readAt >= REVOCATIONS_TRUSTED_MS) return 'unknown';
      return sealedAt < floor || sealedAt < newestOf(holder) ? 'revoked' : 'valid';
    },
    async listen() {
      listener = await listenToPostgres({
        connection: connectionOf(db),
        channel: CHANNEL,
        onNotification: refreshSoon,
        onReconnect: refreshSoon,
        log,
      });
    },
    async close() {
      await listener?.close();
    },
  };
};
