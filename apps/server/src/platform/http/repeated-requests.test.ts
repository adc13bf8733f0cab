/** The rules of repetition, each by itself: whose name it is, what is kept, for how long, and what a dead server leaves. */
import { type CodedError, type Envelope, type ErrorCode, LIMITS } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../clock.ts';
import { createLogger } from '../logger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createRepeatedRequests, forgetOldAnswers, LEASE_MS, type NamedCall, type RepeatedRequests } from './repeated-requests.ts';

const SECRET = Buffer.alloc(32, 5);
const log = createLogger('silent');
let database: TestDatabase;
let clock: AdjustableClock;
let repeats: RepeatedRequests;
beforeAll(async () => {
  database = await createTestDatabase();
  clock = createAdjustableClock();
  repeats = createRepeatedRequests({ db: database.db, clock, secret: SECRET, networkOf: (address) => address });
});
afterAll(() => database.drop());

let lastName = 0;
const aName = (): string => {
  lastName += 1;
  return `a-name-of-16-chars-${lastName}`;
};
const aCall = (changes: Partial<NamedCall> = {}): NamedCall => ({
  operation: { name: 'sendSmsCode', audience: 'anyone' },
  opId: aName(),
  input: { tel: '13800000001', code: '123456' },
  context: { reader: undefined, deviceId: 'device0001', address: '192.0.2.1', log },
  ...changes,
});
const refused = (code: ErrorCode): Envelope => ({ code, message: '句子', payload: null });
/** Work that counts how often it was done. */
const counting = (answer: () => Envelope = () => ({ code: 'success', message: '好', payload: { token: 'a-very-secret-token' } })) => {
  const work = async (): Promise<Envelope> => {
    work.times += 1;
    return answer();
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
  (await database.db.orm.execute<{ op_id: string; all: string }>(sql`select op_id, r::text as all from repeated_request r`)).rows;

describe('a call sent again under its name', () => {
  it('is answered as the first time and done once, also when many come at once', async () => {
    const call = aCall();
    const work = counting();
    const answers = await Promise.all(Array.from({ length: 8 }, () => repeats.answerOnce(call, work)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await repeats.answerOnce({ ...call, input: { code: '123456', tel: '13800000001' } }, work)).toEqual(answers[0]);
    expect(work.times).toBe(1);
  });

  it('with another input, or as another operation, is refused', async () => {
    const call = aCall();
    const work = counting();
    await repeats.answerOnce(call, work);
    expect(await outcome(repeats.answerOnce({ ...call, input: { tel: '13800000002' } }, work))).toBe('request.opIdReused');
    expect(await outcome(repeats.answerOnce({ ...call, operation: { name: 'other', audience: 'anyone' } }, work))).toBe(
      'request.opIdReused',
    );
    expect(work.times).toBe(1);
  });

  it('by somebody else is a call of their own', async () => {
    const work = counting();
    const call = aCall();
    const reader = (userId: string) => ({ ...call.context, reader: { userId, sid: 's', roles: [] } });
    const signedIn = { ...call, operation: { name: 'setUserInfo', audience: 'reader' as const } };
    const callers: NamedCall[] = [
      call,
      { ...call, context: { ...call.context, deviceId: 'device0002' } },
      { ...call, context: { ...call.context, deviceId: undefined } },
      { ...call, context: { ...call.context, deviceId: undefined, address: '192.0.2.2' } },
      { ...signedIn, context: reader('u1') },
      { ...signedIn, context: reader('u2') },
    ];
    for (const each of callers) await repeats.answerOnce(each, work);
    expect(work.times).toBe(callers.length);
    // A sign-in ends the session it came with: sent again it comes without one, from the same device.
    await repeats.answerOnce({ ...call, context: reader('u1') }, work);
    expect(work.times).toBe(callers.length);
  });

  it('is done again a day later', async () => {
    const call = aCall();
    const work = counting();
    await repeats.answerOnce(call, work);
    clock.advance(LIMITS.answerReplayMs - 1_000);
    await repeats.answerOnce(call, work);
    expect(work.times).toBe(1);
    clock.advance(1_001);
    await repeats.answerOnce({ ...call, input: { tel: '13800000009' } }, work);
    expect(work.times).toBe(2);
  });
});

describe('what is kept', () => {
  it('are refusals in words of the field, and neither faults nor "not now"', async () => {
    for (const [code, times] of [
      ['account.captchaWrong', 1],
      ['unavailable', 2],
      ['request.tooMany', 2],
    ] as const) {
      const call = aCall();
      const work = counting(() => refused(code));
      expect([await outcome(repeats.answerOnce(call, work)), await outcome(repeats.answerOnce(call, work))]).toEqual([code, code]);
      expect(work.times, code).toBe(times);
    }
    const call = aCall();
    const broken = counting(() => {
      throw new Error('a fault of ours');
    });
    expect(await outcome(repeats.answerOnce(call, broken))).toBe('a fault of ours');
    const work = counting();
    expect(await outcome(repeats.answerOnce(call, work))).toBe('success');
    expect([broken.times, work.times]).toEqual([1, 1]);
  });

  it('cannot be read without the key, nor put in the place of another answer', async () => {
    const [mine, other] = [aCall(), aCall()];
    const work = counting();
    await repeats.answerOnce(mine, work);
    await repeats.answerOnce(other, work);
    const text = JSON.stringify(await rows());
    for (const secret of ['a-very-secret-token', Buffer.from('a-very-secret-token').toString('hex'), '123456', '13800000001'])
      expect(text).not.toContain(secret);
    await database.db.orm.execute(sql`
      update repeated_request set sealed_answer = (select sealed_answer from repeated_request where op_id = ${mine.opId}) where op_id = ${other.opId}`);
    expect(await outcome(repeats.answerOnce(other, work))).toMatch(/authenticate data/);
    expect(await outcome(repeats.answerOnce(mine, work))).toBe('success');
  });

  it('goes when its day is over', async () => {
    const [old, young] = [aCall(), aCall()];
    await repeats.answerOnce(old, counting());
    clock.advance(LIMITS.answerReplayMs);
    await repeats.answerOnce(young, counting());
    expect(await forgetOldAnswers({ db: database.db, clock })).toBeGreaterThan(0);
    const left = (await rows()).map((row) => row.op_id);
    expect([left.includes(old.opId), left.includes(young.opId)]).toEqual([false, true]);
  });
});

describe('while the first call runs', () => {
  it('a second waits a little, is told so, and gets the answer afterwards', async () => {
    const call = aCall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = repeats.answerOnce(call, async () => {
      await promise;
      return { code: 'success', message: '', payload: 1 };
    });
    const work = counting();
    await expect.poll(async () => (await rows()).some((row) => row.op_id === call.opId)).toBe(true);
    expect(await outcome(repeats.answerOnce(call, work))).toBe('request.inProgress');
    resolve();
    expect(await first).toEqual({ code: 'success', message: '', payload: 1 });
    expect(await repeats.answerOnce(call, work)).toEqual({ code: 'success', message: '', payload: 1 });
    expect(work.times).toBe(0);
  });

  it('and its server dies, the next one does the work once the lease is over, and the dead one says nothing any more', async () => {
    const call = aCall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const dead = repeats.answerOnce(call, async () => {
      await promise;
      return { code: 'success', message: '', payload: 'late' };
    });
    await expect.poll(async () => (await rows()).some((row) => row.op_id === call.opId)).toBe(true);
    clock.advance(LEASE_MS + 1);
    const work = counting(() => ({ code: 'success', message: '', payload: 'again' }));
    expect(await repeats.answerOnce(call, work)).toMatchObject({ payload: 'again' });
    resolve();
    await dead;
    expect(await repeats.answerOnce(call, work)).toMatchObject({ payload: 'again' });
    expect(work.times).toBe(1);
  });
});

it(`lets one caller name ${LIMITS.namedRequestsPerMinute} calls a minute and not one more`, async () => {
  const context = { reader: { userId: 'busy', sid: 's', roles: [] }, deviceId: undefined, address: '192.0.2.77', log };
  const call = aCall({ operation: { name: 'setUserInfo', audience: 'reader' }, context });
  const work = counting();
  for (let n = 0; n < LIMITS.namedRequestsPerMinute; n += 1) await repeats.answerOnce(call, work);
  expect(await outcome(repeats.answerOnce(call, work))).toBe('request.tooMany');
  clock.advance(60_000);
  expect(await outcome(repeats.answerOnce(call, work))).toBe('success');
  expect(work.times).toBe(1);
});
