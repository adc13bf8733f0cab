/**
 * A POST with an idempotency key (`X-Op-Id`) runs once: the same request sent again gets the first response for
 * `HTTP_LIMITS.responseReplayMs` (security.md T34). Rejections are responses as well; after internal errors and temporary failures
 * the key is released, so that a retry works.
 *
 * Responses are stored for one user, or for one anonymous client identified by its secret (`CLIENT_KEY_HEADER`); an anonymous request
 * without one is never replayed. Responses with credentials (`Operation.replay`: `never`) are not stored: only the use of the key
 * is, for all clients, so that a copied request gets no response anywhere.
 *
 * If a server is killed between the effect and its response, the next request with the key runs again after the lease
 * has expired. Operations that must not run twice (codes, payments, sign-up) are protected by their own tables.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CodedError, type Envelope, type ErrorCode, type Operation } from '@shufang/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { createMemoryRateLimiter } from '../rate-limit.ts';
import type { CallContext } from './call-context.ts';
import { beginRequest, deleteRequest, deleteRequestsBefore, findRequest, renewLease, storeResponse } from './idempotent-request-store.ts';
import { HTTP_LIMITS } from './limits.ts';

export interface IdempotentCall {
  readonly operation: Pick<Operation, 'name' | 'replay'>;
  readonly opId: string;
  /** Validated input of the request; a different input with the same key is rejected. */
  readonly input: unknown;
  readonly context: Pick<CallContext, 'reader' | 'clientKey' | 'address' | 'log'>;
}

/** Runs requests with an idempotency key, as the router passes them. */
export interface IdempotentRequests {
  /**
   * Returns the response of `work`, or the stored one. Throws what `work` throws, `request.opIdReused`, `request.alreadyUsed`,
   * `request.inProgress`, `request.tooMany`.
   */
  runOnce(call: IdempotentCall, work: () => Promise<Envelope>): Promise<Envelope>;
}

export interface IdempotentRequestDependencies {
  readonly db: Pick<Database, 'orm'>;
  readonly clock: Clock;
  /** Secret key of 32 bytes, used only for idempotent requests. */
  readonly secret: Uint8Array;
  readonly subnetOf: (address: string) => string;
}

/** Format of the secret of an anonymous client: at least 128 random bits, base64url or hexadecimal. */
export const CLIENT_KEY_FORMAT = /^[\w-]{22,64}$/;
export const OP_ID_FORMAT = /^[0-9A-Za-z_-]{16,64}$/;
/**
 * Duration of the lease with which a server holds a request that it runs. The server renews it; after it has expired, another server may
 * run the request.
 */
export const LEASE_MS = 30_000;
const RENEW_MS = LEASE_MS / 3;
/** How long a second request waits for the first one with the same key. */
const WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

const NOT_STORED: ReadonlySet<string> = new Set<ErrorCode>(['internal', 'unavailable', 'request.tooMany']);

/** Returns JSON whose text does not depend on the order of keys. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Additional data of the encryption: binds a response to its user and request, so that rows cannot be exchanged. */
const createSeal = (secret: Uint8Array) => {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'repeated-request', purpose, 32));
  const [sealKey, hashKey] = [key('seal'), key('input')];
  return {
    seal: (text: string, associatedData: string): Buffer => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(associatedData));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open: (sealed: Buffer, associatedData: string): string => {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(associatedData));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    hashInput: (operation: string, input: unknown): Buffer =>
      createHmac('sha256', hashKey)
        .update(`${operation}\n${canonicalJson(input)}`)
        .digest(),
  };
};

/** Owner under which the keys of all clients are stored if the responses contain credentials. */
const CREDENTIALS_SCOPE = 'credentials';
/** Value stored in place of a response with credentials, to show that the key was used. */
const USED = Buffer.alloc(0);

/** Returns the owner of a key; undefined for anonymous clients that cannot be distinguished. */
const scopeOf = ({ operation, context }: IdempotentCall): string | undefined => {
  if (operation.replay === 'never') return CREDENTIALS_SCOPE;
  if (context.reader !== undefined) return `user:${context.reader.userId}`;
  return context.clientKey === undefined ? undefined : `client:${createHash('sha256').update(context.clientKey).digest('base64url')}`;
};

export const createIdempotentRequests = (deps: IdempotentRequestDependencies): IdempotentRequests => {
  const { clock } = deps;
  const db = deps.db.orm;
  const { seal, open, hashInput } = createSeal(deps.secret);
  // The number of keys per caller is limited, because each key is stored for a day. Keys are counted in memory, so that a failure of the
  // shared rate limiter blocks no requests.
  const limiter = createMemoryRateLimiter(clock);
  const checkRateLimit = async (key: string): Promise<void> => {
    const { allowed } = await limiter.take(key, { points: HTTP_LIMITS.idempotentRequestsPerMinute, windowMs: 60_000 });
    if (!allowed) throw new CodedError('request.tooMany');
  };

  return {
    async runOnce(call, work) {
      const scope = scopeOf(call);
      if (scope === undefined) return work();
      await checkRateLimit(scope.startsWith('user:') ? scope : `network:${deps.subnetOf(call.context.address)}`);
      const isStored = call.operation.replay !== 'never';
      const operation = call.operation.name;
      const run = { scope, opId: call.opId, operation, inputHash: hashInput(operation, call.input), attempt: randomUUID() };
      const associatedData = `${scope}\n${call.opId}\n${operation}`;

      const runAndStore = async (): Promise<Envelope> => {
        const renewal = setInterval(() => {
          renewLease(db, run, clock.now() + LEASE_MS).catch((error: unknown) =>
            call.context.log.warn({ err: error }, 'a lease was not renewed'),
          );
        }, RENEW_MS);
        try {
          const response = await work();
          const stored = isStored ? seal(JSON.stringify(response), associatedData) : USED;
          const storing = NOT_STORED.has(response.code) ? deleteRequest(db, run) : storeResponse(db, run, stored);
          // The work has been done, so the response is sent even if it could not be stored.
          await storing.catch((error: unknown) =>
            call.context.log.error({ err: error }, 'the response of an idempotent request was not stored'),
          );
          return response;
        } catch (error) {
          // An error while deleting the key is only logged, because the original error is more informative; the key is free after its lease
          // has expired.
          await deleteRequest(db, run).catch((second: unknown) =>
            call.context.log.warn({ err: second }, 'the idempotency key of a failed request was not released'),
          );
          throw error;
        } finally {
          clearInterval(renewal);
        }
      };

      const findStoredResponse = async (): Promise<Envelope | 'running' | 'gone'> => {
        const found = await findRequest(db, run);
        if (found === undefined) return 'gone';
        if (!isStored && found.sealedResponse !== undefined) throw new CodedError('request.alreadyUsed');
        if (found.operation !== operation || !timingSafeEqual(found.inputHash, run.inputHash)) throw new CodedError('request.opIdReused');
        return found.sealedResponse === undefined ? 'running' : (JSON.parse(open(found.sealedResponse, associatedData)) as Envelope);
      };

      const deadline = performance.now() + WAIT_MS;
      for (;;) {
        const nowMs = clock.now();
        const times = { nowMs, forgottenBefore: nowMs - HTTP_LIMITS.responseReplayMs };
        if (await beginRequest(db, { ...run, leaseUntil: nowMs + LEASE_MS }, times)) return runAndStore();
        const found = await findStoredResponse();
        if (typeof found === 'object') return found;
        if (performance.now() > deadline) throw new CodedError('request.inProgress');
        await wait(POLL_INTERVAL_MS);
      }
    },
  };
};

/** Deletes expired responses; returns their number. */
export const deleteOldResponses = ({ db, clock }: Pick<IdempotentRequestDependencies, 'db' | 'clock'>): Promise<number> =>
  deleteRequestsBefore(db.orm, clock.now() - HTTP_LIMITS.responseReplayMs);
