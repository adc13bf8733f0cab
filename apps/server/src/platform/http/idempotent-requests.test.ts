/** Tests the rules of idempotency keys: whose key it is, what is stored, for how long, and what happens after a crash. */
import { type CodedError, type Envelope, type ErrorCode } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../clock.ts';
import { createLogger } from '../logger.ts';
import { sql } from '../sql.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import {
  createIdempotentRequests,
  deleteOldResponses,
  type IdempotentCall,
  type IdempotentRequests,
  LEASE_MS,
} from './idempotent-requests.ts';
import { HTTP_LIMITS } from './limits.ts';

const SECRET = Buffer.alloc(32, 5);
const log = createLogger('silent');
let database: TestDatabase;
let clock: AdjustableClock;
let repeats: IdempotentRequests;
beforeAll(async () => {
  database = await createTestDatabase();
  clock = createAdjustableClock();
  repeats = createIdempotentRequests({ db: database.db, clock, secret: SECRET, subnetOf: (address) => address });
});
afterAll(() => database.drop());

let lastName = 0;
const aName = (): string => {
  lastName += 1;
  return `a-name-of-16-chars-${lastName}`;
};
const aCall = (changes: Partial<IdempotentCall> = {}): IdempotentCall => ({
  operation: { name: 'sendSmsCode', replay: 'stored' },
  opId: aName(),
  input: { tel: '13800000001', code: '123456' },
  context: { reader: undefined, clientKey: 'key-of-client-0000000001', address: '192.0.2.1', log },
  ...changes,
});
const refused = (code: ErrorCode): Envelope => ({ code, message: '句子', payload: null });
/** Returns a function that counts its runs, as the work of a request. */
const counting = (envelope: () => Envelope = () => ({ code: 'success', message: '好', payload: { token: 'a-very-secret-token' } })) => {
  const work = async (): Promise<Envelope> => {
    work.times += 1;
    return envelope();
  };
  work.times = 0;
  return work;
};
const outcome = (promise: Promise<Envelope>): Promise<string> =>
  promise.then(
    ({ code }) => code,
    (error: CodedError) => error.code ?? error.message,
  );
const rows = async (): Promise<{ op_id: string; all: string }[]> =>
  (await database.db.orm.execute<{ op_id: string; all: string }>(sql`select op_id, r::text as all from idempotent_request r`)).rows;

describe('an idempotent request that is sent again', () => {
  it('runs once and gets the first response, even if many are sent at once', async () => {
    const call = aCall();
    const work = counting();
    const envelopes = await Promise.all(Array.from({ length: 8 }, () => repeats.runOnce(call, work)));
    expect(new Set(envelopes.map((envelope) => JSON.stringify(envelope))).size).toBe(1);
    expect(await repeats.runOnce({ ...call, input: { code: '123456', tel: '13800000001' } }, work)).toEqual(envelopes[0]);
    expect(work.times).toBe(1);
  });

  it('with another input or operation is rejected', async () => {
    const call = aCall();
    const work = counting();
    await repeats.runOnce(call, work);
    expect(await outcome(repeats.runOnce({ ...call, input: { tel: '13800000002' } }, work))).toBe('request.opIdReused');
    expect(await outcome(repeats.runOnce({ ...call, operation: { name: 'other', replay: 'stored' } }, work))).toBe('request.opIdReused');
    expect(work.times).toBe(1);
  });

  it('of another user or client is a separate request, even from the same client IP', async () => {
    const work = counting();
    const call = aCall();
    const reader = (userId: string) => ({ ...call.context, reader: { userId, sid: 's', roles: [] } });
    const callers: IdempotentCall[] = [
      call,
      { ...call, context: { ...call.context, clientKey: 'key-of-client-0000000002' } },
      { ...call, context: reader('u1') },
      { ...call, context: reader('u2') },
    ];
    for (const each of callers) await repeats.runOnce(each, work);
    expect(work.times).toBe(callers.length);
    for (const each of callers) await repeats.runOnce({ ...each, context: { ...each.context, address: '198.51.100.7' } }, work);
    expect(work.times).toBe(callers.length);
  });

  it('of an anonymous client without a secret runs again', async () => {
    const work = counting();
    const call = aCall();
    const nameless = { ...call, context: { ...call.context, clientKey: undefined } };
    await repeats.runOnce(nameless, work);
    await repeats.runOnce(nameless, work);
    expect(work.times).toBe(2);
    expect((await rows()).map((row) => row.op_id)).not.toContain(call.opId);
  });

  it('runs again a day later', async () => {
    const call = aCall();
    const work = counting();
    await repeats.runOnce(call, work);
    clock.advance(HTTP_LIMITS.responseReplayMs - 1_000);
    await repeats.runOnce(call, work);
    expect(work.times).toBe(1);
    clock.advance(1_001);
    await repeats.runOnce({ ...call, input: { tel: '13800000009' } }, work);
    expect(work.times).toBe(2);
  });
});

describe('a stored response', () => {
  it('may be a domain error, but not an internal error or a temporary failure', async () => {
    for (const [code, times] of [
      ['account.captchaWrong', 1],
      ['unavailable', 2],
      ['request.tooMany', 2],
    ] as const) {
      const call = aCall();
      const work = counting(() => refused(code));
      expect([await outcome(repeats.runOnce(call, work)), await outcome(repeats.runOnce(call, work))]).toEqual([code, code]);
      expect(work.times, code).toBe(times);
    }
    const call = aCall();
    const broken = counting(() => {
      throw new Error('an internal error');
    });
    expect(await outcome(repeats.runOnce(call, broken))).toBe('an internal error');
    const work = counting();
    expect(await outcome(repeats.runOnce(call, work))).toBe('success');
    expect([broken.times, work.times]).toEqual([1, 1]);
  });

  it('cannot be read without the key, nor exchanged with another response', async () => {
    const [mine, other] = [aCall(), aCall()];
    const work = counting();
    await repeats.runOnce(mine, work);
    await repeats.runOnce(other, work);
    const text = JSON.stringify(await rows());
    for (const secret of ['a-very-secret-token', Buffer.from('a-very-secret-token').toString('hex'), '123456', '13800000001'])
      expect(text).not.toContain(secret);
    await database.db.orm.execute(sql`
      update idempotent_request set sealed_response = (select sealed_response from idempotent_request where op_id = ${mine.opId}) where op_id = ${other.opId}`);
    expect(await outcome(repeats.runOnce(other, work))).toMatch(/authenticate data/);
    expect(await outcome(repeats.runOnce(mine, work))).toBe('success');
  });

  it('is deleted when it expires', async () => {
    const [old, young] = [aCall(), aCall()];
    await repeats.runOnce(old, counting());
    clock.advance(HTTP_LIMITS.responseReplayMs);
    await repeats.runOnce(young, counting());
    expect(await deleteOldResponses({ db: database.db, clock })).toBeGreaterThan(0);
    const left = (await rows()).map((row) => row.op_id);
    expect([left.includes(old.opId), left.includes(young.opId)]).toEqual([false, true]);
  });
});

describe('a response that carries credentials', () => {
  const aSignIn = (changes: Partial<IdempotentCall> = {}) =>
    aCall({ operation: { name: 'signInWithSmsCode', replay: 'never' }, ...changes });

  it('is not stored, and the same request is rejected as used for a day, from any client', async () => {
    const call = aSignIn();
    const work = counting();
    expect(await outcome(repeats.runOnce(call, work))).toBe('success');
    const { context } = call;
    const again: IdempotentCall[] = [
      call,
      { ...call, context: { ...context, address: '198.51.100.7' } },
      { ...call, context: { ...context, clientKey: undefined } },
      { ...call, context: { ...context, reader: { userId: 'u1', sid: 's', roles: [] } } },
      { ...call, input: { another: 'input' } },
    ];
    for (const each of again) expect(await outcome(repeats.runOnce(each, work))).toBe('request.alreadyUsed');
    expect(work.times).toBe(1);
    const { rows: stored } = await database.db.pool.query<{ sealed_response: Buffer }>(
      'select sealed_response from idempotent_request where op_id = $1',
      [call.opId],
    );
    expect(stored.map((row) => row.sealed_response.length)).toEqual([0]);
    clock.advance(HTTP_LIMITS.responseReplayMs);
    expect(await outcome(repeats.runOnce(call, work))).toBe('success');
  });

  it('is returned to one of many simultaneous requests', async () => {
    const call = aSignIn();
    const work = counting();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(repeats.runOnce(call, work))));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'request.alreadyUsed'), 'success']);
    expect(work.times).toBe(1);
  });

  it('leaves its key used after a domain error, and unused after a temporary failure', async () => {
    const [wrong, later] = [aSignIn(), aSignIn()];
    await repeats.runOnce(
      wrong,
      counting(() => refused('account.credentialsWrong')),
    );
    expect(await outcome(repeats.runOnce(wrong, counting()))).toBe('request.alreadyUsed');
    await repeats.runOnce(
      later,
      counting(() => refused('unavailable')),
    );
    expect(await outcome(repeats.runOnce(later, counting()))).toBe('success');
  });
});

describe('while the first request runs', () => {
  it('a second one waits briefly, is rejected as in progress, and later gets the first response', async () => {
    const call = aCall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = repeats.runOnce(call, async () => {
      await promise;
      return { code: 'success', message: '', payload: 1 };
    });
    const work = counting();
    await expect.poll(async () => (await rows()).some((row) => row.op_id === call.opId)).toBe(true);
    expect(await outcome(repeats.runOnce(call, work))).toBe('request.inProgress');
    resolve();
    expect(await first).toEqual({ code: 'success', message: '', payload: 1 });
    expect(await repeats.runOnce(call, work)).toEqual({ code: 'success', message: '', payload: 1 });
    expect(work.times).toBe(0);
  });

  it('and its server is killed, the next one runs after the lease, and the result of the killed one is ignored', async () => {
    const call = aCall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const dead = repeats.runOnce(call, async () => {
      await promise;
      return { code: 'success', message: '', payload: 'late' };
    });
    await expect.poll(async () => (await rows()).some((row) => row.op_id === call.opId)).toBe(true);
    clock.advance(LEASE_MS + 1);
    const work = counting(() => ({ code: 'success', message: '', payload: 'again' }));
    expect(await repeats.runOnce(call, work)).toMatchObject({ payload: 'again' });
    resolve();
    await dead;
    expect(await repeats.runOnce(call, work)).toMatchObject({ payload: 'again' });
    expect(work.times).toBe(1);
  });
});

it(`one caller may use ${HTTP_LIMITS.idempotentRequestsPerMinute} keys per minute and not one more`, async () => {
  const context = { reader: { userId: 'busy', sid: 's', roles: [] }, clientKey: undefined, address: '192.0.2.77', log };
  const call = aCall({ operation: { name: 'setUserInfo', replay: 'stored' }, context });
  const work = counting();
  for (let n = 0; n < HTTP_LIMITS.idempotentRequestsPerMinute; n += 1) await repeats.runOnce(call, work);
  expect(await outcome(repeats.runOnce(call, work))).toBe('request.tooMany');
  clock.advance(60_000);
  expect(await outcome(repeats.runOnce(call, work))).toBe('success');
  expect(work.times).toBe(1);
});
