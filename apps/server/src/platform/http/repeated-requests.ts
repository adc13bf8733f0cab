/**
 * A POST that names its wish (`X-Op-Id`) is done once: sent again, by an impatient finger or after a cut, it is answered as the first
 * time for `LIMITS.answerReplayMs` (security.md T34). Refusals in words of the field are answers too; our own faults and "not now"
 * are none: their name is free again, so that a retry works.
 *
 * What a server that dies between the effect and its answer has done is not known: after its lease the next call under the name does
 * the work again. The calls whose second effect would hurt (codes, money, sign-up) are single-use by their own tables.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CodedError, type Envelope, type ErrorCode, LIMITS, type Operation } from '@shufang/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { createMemoryRateLimiter } from '../rate-limit.ts';
import type { CallContext } from './call-context.ts';
import { beginRequest, deleteRequestsBefore, findRequest, forgetRequest, keepAnswer, renewLease } from './repeated-request-store.ts';

export interface NamedCall {
  readonly operation: Pick<Operation, 'name' | 'audience'>;
  readonly opId: string;
  /** Checked by the contract; another input under the same name is refused. */
  readonly input: unknown;
  readonly context: Pick<CallContext, 'reader' | 'deviceId' | 'address' | 'log'>;
}

/** What the router asks of this module. */
export interface RepeatedRequests {
  /** The answer of `work`, or the one this call got before. Throws what `work` throws, `request.opIdReused`, `request.inProgress`, `request.tooMany`. */
  answerOnce(call: NamedCall, work: () => Promise<Envelope>): Promise<Envelope>;
}

export interface RepeatedRequestDependencies {
  readonly db: Pick<Database, 'orm'>;
  readonly clock: Clock;
  /** 32 bytes of this purpose only. */
  readonly secret: Uint8Array;
  readonly networkOf: (address: string) => string;
}

export const OP_ID_FORMAT = /^[0-9A-Za-z_-]{16,64}$/;
/** How long a run may be silent before another may take over, and how often it speaks. */
export const LEASE_MS = 30_000;
const RENEW_MS = LEASE_MS / 3;
/** How long a second call waits for the first. */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

const NOT_KEPT: ReadonlySet<string> = new Set<ErrorCode>(['internal', 'unavailable', 'request.tooMany']);

/** JSON whose text does not depend on the order of keys. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Bound to whose answer to what it is, so that no row can be put in the place of another. */
const createSeal = (secret: Uint8Array) => {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'repeated-request', purpose, 32));
  const [sealKey, hashKey] = [key('seal'), key('input')];
  return {
    seal: (text: string, bound: string): Buffer => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(bound));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open: (sealed: Buffer, bound: string): string => {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(bound));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    hashInput: (operation: string, input: unknown): Buffer =>
      createHmac('sha256', hashKey)
        .update(`${operation}\n${canonicalJson(input)}`)
        .digest(),
  };
};

/**
 * Calls that need a session are told apart by the person. Those anyone may call (sign-in, sign-up) by the device, session or not:
 * their success ends the session they came with, and after a cut the same call must still be known.
 */
const scopeOf = ({ operation, context }: NamedCall, network: string): string => {
  if (operation.audience !== 'anyone' && context.reader) return `user:${context.reader.userId}`;
  return context.deviceId === undefined ? `network:${network}` : `device:${context.deviceId}`;
};

export const createRepeatedRequests = (deps: RepeatedRequestDependencies): RepeatedRequests => {
  const { clock } = deps;
  const db = deps.db.orm;
  const { seal, open, hashInput } = createSeal(deps.secret);
  // Each name is a row for a day: counted here, in memory, because an outage of the shared counts must not stop anybody's work.
  const limiter = createMemoryRateLimiter(clock);
  const refuseFloods = async (key: string): Promise<void> => {
    const { allowed } = await limiter.take(key, { points: LIMITS.namedRequestsPerMinute, windowMs: 60_000 });
    if (!allowed) throw new CodedError('request.tooMany');
  };

  return {
    async answerOnce(call, work) {
      const network = deps.networkOf(call.context.address);
      const scope = scopeOf(call, network);
      await refuseFloods(scope.startsWith('user:') ? scope : `network:${network}`);
      const operation = call.operation.name;
      const run = { scope, opId: call.opId, operation, inputHash: hashInput(operation, call.input), attempt: randomUUID() };
      const bound = `${scope}\n${call.opId}\n${operation}`;

      const doWork = async (): Promise<Envelope> => {
        const renewal = setInterval(() => {
          renewLease(db, run, clock.now() + LEASE_MS).catch((error: unknown) =>
            call.context.log.warn({ err: error }, 'a lease was not renewed'),
          );
        }, RENEW_MS);
        try {
          const answer = await work();
          const kept = NOT_KEPT.has(answer.code) ? forgetRequest(db, run) : keepAnswer(db, run, seal(JSON.stringify(answer), bound));
          // What is done is done, and the caller hears of it.
          await kept.catch((error: unknown) => call.context.log.error({ err: error }, 'the answer of a named call was not kept'));
          return answer;
        } catch (error) {
          // The fault that brought us here says more than a second one: the lease ends by itself.
          await forgetRequest(db, run).catch((second: unknown) => call.context.log.warn({ err: second }, 'a failed call keeps its name'));
          throw error;
        } finally {
          clearInterval(renewal);
        }
      };

      const known = async (): Promise<Envelope | 'running' | 'gone'> => {
        const found = await findRequest(db, run);
        if (found === undefined) return 'gone';
        if (found.operation !== operation || !timingSafeEqual(found.inputHash, run.inputHash)) throw new CodedError('request.opIdReused');
        return found.sealedAnswer === undefined ? 'running' : (JSON.parse(open(found.sealedAnswer, bound)) as Envelope);
      };

      const deadline = performance.now() + WAIT_MS;
      for (;;) {
        const nowMs = clock.now();
        const times = { nowMs, forgottenBefore: nowMs - LIMITS.answerReplayMs };
        if (await beginRequest(db, { ...run, leaseUntil: nowMs + LEASE_MS }, times)) return doWork();
        const found = await known();
        if (typeof found === 'object') return found;
        if (performance.now() > deadline) throw new CodedError('request.inProgress');
        await wait(LOOK_EVERY_MS);
      }
    },
  };
};

/** Forgets answers whose time is over; answers how many. */
export const forgetOldAnswers = ({ db, clock }: Pick<RepeatedRequestDependencies, 'db' | 'clock'>): Promise<number> =>
  deleteRequestsBefore(db.orm, clock.now() - LIMITS.answerReplayMs);
