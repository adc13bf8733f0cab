/** Tests of activation codes on a real database: who can bind one, why it is refused, and the result of many concurrent attempts. */
import { randomBytes } from 'node:crypto';
import { type AccessRight, formatActivationCode, LIMITS, makeActivationCode, newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { createMemoryRateLimiter, type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { listHeldRights } from '../entitlement/list-held-rights.ts';
import { listEntitlements } from '../entitlement/store.ts';
import { importFile } from '../publication/import/import-file.ts';
import { makeEpub, makeTemporaryFolder } from '../publication/testing/make-epub.ts';
import { openImportDependencies } from '../publication/testing/open-import-dependencies.ts';
import { hashCode } from './code-hash.ts';
import { bindCode, releaseCode as releaseRow } from './code-store.ts';
import type { CodeDependencies } from './find-typed-code.ts';
import { ACTIVATION_CODE_LIMITS } from './limits.ts';
import { type CodeOrder, mintCodes } from './mint-codes.ts';
import { type Redemption, redeemCode } from './redeem-code.ts';
import { listBoundCodes, releaseCode } from './release-code.ts';
import { checkCode } from './testing/check-code.ts';

testAccess('redeemActivationCode', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);
testIdempotency('redeemActivationCode', async ({ aUser, aCode }) => ({ as: await aUser(), body: { code: await aCode() } }));

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const { folder, file, remove } = makeTemporaryFolder();
let database: TestDatabase;
let db: Database;
let bookId: string;
let clock: AdjustableClock;
let deps: CodeDependencies;

beforeAll(async () => {
  database = await createTestDatabase();
  // Waiting for a database connection has no timeout, because the load test below has more callers than the pool has connections.
  db = await openDatabase({ connectionString: database.url, max: 20, connectionTimeoutMillis: 0 });
  const opened = await openImportDependencies(database.url, folder);
  bookId = (await importFile(opened.dependencies, file('book.epub', makeEpub()), { publish: true })).bookId ?? '';
  await opened.close();
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
  remove();
});
beforeEach(() => {
  clock = createAdjustableClock({ now: () => Date.UTC(2026, 10, 21) });
  deps = { db, clock, limiter: createMemoryRateLimiter(clock), codeKey: Buffer.alloc(32, 9), networkOf: (address) => address };
});

let userCount = 0;
const aReader = async (): Promise<string> => {
  const id = newId();
  userCount += 1;
  await db.pool.query("insert into user_account (id, tel, nickname, created_at, updated_at) values ($1, $2, '读者', 0, 0)", [
    id,
    `139${String(userCount).padStart(8, '0')}`,
  ]);
  return id;
};
const orderOf = (part: Partial<CodeOrder>): CodeOrder => ({
  bookId,
  count: 1,
  purpose: 'printedBook',
  printing: undefined,
  termDays: undefined,
  validUntil: undefined,
  rebindLimit: 0,
  createdBy: 'test',
  ...part,
});
const mint = async (part: Partial<CodeOrder> = {}): Promise<readonly string[]> => (await mintCodes(deps, orderOf(part))).codes;
const aCode = async (order: Partial<CodeOrder> = {}): Promise<string> => (await mint(order))[0] ?? '';
const redeem = (userId: string, code: string, address = '198.51.100.1'): Promise<Redemption> => redeemCode(deps, { userId, address }, code);
const attempt = (userId: string, code: string, address?: string): Promise<string> => outcomeOf(redeem(userId, code, address));
const rightsOf = (userId: string) => listEntitlements(db.orm, userId, [bookId]);
const setCode = (code: string, change: string): Promise<unknown> =>
  db.pool.query(`update activation_code set ${change} where hmac = $1`, [hashCode(deps.codeKey, code)]);
const rowOf = async (code: string): Promise<unknown> =>
  (
    await db.pool.query('select status, bound_user_id as "user", bind_count as binds from activation_code where hmac = $1', [
      hashCode(deps.codeKey, code),
    ])
  ).rows[0];
const wrongCode = (): string => makeActivationCode(randomBytes(16));

describe('an activation code', () => {
  it('grants its book to the first user who redeems it, and to nobody else', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode()];
    expect(await redeem(reader, formatActivationCode(code))).toMatchObject({ book: { id: bookId }, repeated: false, boundAt: clock.now() });
    expect(await rightsOf(reader)).toMatchObject([{ source: 'code', status: 'active', startsAt: clock.now(), endsAt: undefined }]);
    expect(await attempt(other, code)).toBe('activationCode.codeUsed');
    expect(await rightsOf(other)).toEqual([]);
    expect(await rowOf(code)).toEqual({ status: 'bound', user: reader, binds: 1 });
  });

  it.each([
    ['printedBook', 'code'],
    ['teacher', 'code'],
    ['sales', 'code'],
    ['sample', 'sample'],
    ['gift', 'gift'],
  ] as const)('made for %s grants an entitlement with the source %s, which ends when the code is released', async (purpose, source) => {
    const [reader, code] = [await aReader(), await aCode({ purpose, rebindLimit: 1 })];
    await redeem(reader, code);
    expect(await rightsOf(reader)).toMatchObject([{ source, status: 'active' }]);
    const [held] = await listHeldRights(db.orm, listBoundCodes, reader, clock.now());
    expect(held?.right).toMatchObject({ source, code: { last4: code.slice(12, 16) } });
    clock.advance(ACTIVATION_CODE_LIMITS.codeReleaseAfterMs);
    expect(await releaseCode({ db, clock }, reader, held?.right.code?.id ?? '')).toBe(bookId);
    expect(await rightsOf(reader)).toMatchObject([{ source, status: 'revoked' }]);
  });

  it('with a term extends the term of another code, whatever their purposes', async () => {
    const reader = await aReader();
    await redeem(reader, await aCode({ purpose: 'sample', termDays: 30 }));
    await redeem(reader, await aCode({ termDays: 100 }));
    const ends = (await rightsOf(reader)).map(({ source, endsAt = 0 }) => [source, (endsAt - clock.now()) / DAY_MS]);
    expect(ends).toEqual(
      expect.arrayContaining([
        ['sample', 30],
        ['code', 130],
      ]),
    );
  });

  it('redeemed again by the same user returns the same book and changes nothing', async () => {
    const [reader, code] = [await aReader(), await aCode({ termDays: 30, validUntil: clock.now() + DAY_MS })];
    const first = await redeem(reader, code);
    const rights = await rightsOf(reader);
    clock.advance(2 * DAY_MS);
    expect(await redeem(reader, code)).toMatchObject({ book: { id: bookId }, boundAt: first.boundAt, repeated: true });
    expect(await rightsOf(reader)).toEqual(rights);
    expect(await rowOf(code)).toEqual({ status: 'bound', user: reader, binds: 1 });
  });

  it('redeemed 500 times at once by 50 users is bound once and grants one entitlement', { timeout: 180_000 }, async () => {
    const readers = await Promise.all(Array.from({ length: 50 }, aReader));
    const codes = await mint({ count: 3 });
    const attempts = codes.flatMap((code) =>
      Array.from({ length: 500 }, (_, i) => ({ code, userId: readers[i % readers.length] ?? '', address: `203.0.113.${i % 200}` })),
    );
    const results = await Promise.all(
      attempts.map(async ({ code, userId, address }) => {
        try {
          return { code, userId, ...(await redeem(userId, code, address)), outcome: 'success' };
        } catch (error) {
          return { code, userId, repeated: false, outcome: await outcomeOf(Promise.reject(error)) };
        }
      }),
    );
    for (const code of codes) {
      const mine = results.filter((result) => result.code === code);
      const winners = new Set(mine.filter(({ outcome }) => outcome === 'success').map(({ userId }) => userId));
      expect(mine.filter(({ outcome, repeated }) => outcome === 'success' && !repeated)).toHaveLength(1);
      expect(winners.size).toBe(1);
      expect(mine.filter(({ outcome }) => outcome === 'success')).toHaveLength(10);
      expect(new Set(mine.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'activationCode.codeUsed']));
      expect(await rowOf(code)).toEqual({ status: 'bound', user: [...winners][0], binds: 1 });
    }
    const { rows } = await db.pool.query('select source_id from entitlement where user_id = any($1)', [readers]);
    expect(rows.map((row: { source_id: string }) => row.source_id).toSorted()).toEqual(
      codes.map((code) => hashCode(deps.codeKey, code).toString('hex')).toSorted(),
    );
  });

  it('stays unbound when its entitlement cannot be stored', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode()];
    await db.pool.query(`alter table entitlement add constraint not_this_reader check (user_id <> '${reader}')`);
    await expect(redeem(reader, code)).rejects.toThrow('insert into entitlement');
    await db.pool.query('alter table entitlement drop constraint not_this_reader');
    expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
    expect(await attempt(other, code)).toBe('success');
  });

  it('grants its term from the time it is redeemed, or from the end of a current term', async () => {
    const reader = await aReader();
    const [first, second] = await mint({ count: 2, termDays: 180 });
    clock.advance(7 * DAY_MS);
    const start = clock.now();
    await redeem(reader, first ?? '');
    clock.advance(100 * DAY_MS);
    await redeem(reader, second ?? '');
    expect((await rightsOf(reader)).map(({ endsAt }) => endsAt).toSorted()).toEqual([start + 180 * DAY_MS, start + 360 * DAY_MS]);
    clock.advance(300 * DAY_MS);
    await redeem(reader, await aCode({ termDays: 10 }));
    expect((await rightsOf(reader)).map(({ endsAt }) => endsAt)).toContain(clock.now() + 10 * DAY_MS);
  });

  it('never shortens a permanent entitlement', async () => {
    const reader = await aReader();
    await redeem(reader, await aCode());
    await redeem(reader, await aCode({ termDays: 30 }));
    expect((await rightsOf(reader)).some(({ endsAt }) => endsAt === undefined)).toBe(true);
  });

  it('is refused with the reason, which does not count as a failed attempt', async () => {
    const reader = await aReader();
    const [expired, early, gone, closed] = [await aCode({ validUntil: clock.now() + 1 }), await aCode(), await aCode(), await aCode()];
    clock.advance(1);
    await setCode(gone, "status = 'void'");
    await db.pool.query('update code_batch set valid_from = $1 where id = (select batch_id from activation_code where hmac = $2)', [
      clock.now() + DAY_MS,
      hashCode(deps.codeKey, early),
    ]);
    for (let i = 0; i <= ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; i++)
      expect(await attempt(reader, gone)).toBe('activationCode.codeVoid');
    expect(await attempt(reader, expired)).toBe('activationCode.codeExpired');
    expect(await attempt(reader, early)).toBe('activationCode.codeNotYetValid');
    await db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
    const outcomeOffShelf = await attempt(reader, closed);
    await db.pool.query("update book set shelf_state = 'published' where id = $1", [bookId]);
    expect(outcomeOffShelf).toBe('activationCode.codeBookClosed');
    expect(await attempt(reader, closed)).toBe('success');
    clock.advance(DAY_MS);
    expect(await attempt(reader, early)).toBe('success');
  });

  it('can be bound until the last millisecond before its batch expires', async () => {
    const [reader, code] = [await aReader(), await aCode({ validUntil: clock.now() + 10 })];
    clock.advance(9);
    expect(await attempt(reader, code)).toBe('success');
  });

  it('that was released can be bound again as often as its batch allows', async () => {
    const [code, ...readers] = [await aCode({ rebindLimit: 1 }), await aReader(), await aReader(), await aReader()];
    expect(await attempt(readers[0] ?? '', code)).toBe('success');
    await setCode(code, "status = 'released', bound_user_id = null");
    expect(await attempt(readers[1] ?? '', code)).toBe('success');
    await setCode(code, "status = 'released', bound_user_id = null");
    expect(await attempt(readers[2] ?? '', code)).toBe('activationCode.codeUsed');
    expect(await rowOf(code)).toEqual({ status: 'released', user: null, binds: 2 });
  });

  // The state of a code may change after it was checked, so the SQL statement that binds the code checks the same conditions again.
  it.each([0, 1, 3])('with %i allowed releases is bound at most once more, even without earlier checks', async (rebindLimit) => {
    const code = await aCode({ rebindLimit });
    let times = 0;
    for (; times < rebindLimit + 3; times += 1) {
      const reader = await aReader();
      const bound = await db.transaction((tx) => bindCode(tx, hashCode(deps.codeKey, code), reader, clock.now()));
      if (bound === undefined) break;
      expect(bound).toMatchObject({ boundUserId: reader, bindCount: times + 1, rebindLimit });
      await setCode(code, "status = 'released', bound_user_id = null");
    }
    expect(times).toBe(rebindLimit + 1);
  });

  it.each([0, 1, 3])('of a batch that allows %i releases is released no more often', async (rebindLimit) => {
    const [code, reader] = [await aCode({ rebindLimit }), await aReader()];
    let times = 0;
    for (; times < rebindLimit + 3; times += 1) {
      await setCode(code, `status = 'bound', bound_user_id = '${reader}', bound_at = ${clock.now()}, bind_count = ${times + 1}`);
      if (!(await db.transaction((tx) => releaseRow(tx, hashCode(deps.codeKey, code), reader, clock.now())))) break;
    }
    expect(times).toBe(rebindLimit);
  });

  it('is released only by its owner, and only after the waiting time', async () => {
    const [code, owner, other] = [await aCode({ rebindLimit: 1 }), await aReader(), await aReader()];
    await redeem(owner, code);
    const release = (userId: string, boundBefore: number) =>
      db.transaction((tx) => releaseRow(tx, hashCode(deps.codeKey, code), userId, boundBefore));
    expect(await release(other, clock.now())).toBe(false);
    expect(await release(owner, clock.now() - 1)).toBe(false);
    expect(await rowOf(code)).toEqual({ status: 'bound', user: owner, binds: 1 });
    expect([await release(owner, clock.now()), await release(owner, clock.now())]).toEqual([true, false]);
  });

  it('stays used if its owner’s account is erased', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode()];
    await redeem(reader, code);
    await db.pool.query('delete from user_account where id = $1', [reader]);
    expect(await attempt(other, code)).toBe('activationCode.codeUsed');
  });

  it('of another server is unknown', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    deps = { ...deps, codeKey: Buffer.alloc(32, 10) };
    expect(await attempt(reader, code)).toBe('activationCode.codeUnknown');
  });
});

describe('checking a code', () => {
  it('returns why the caller’s own code opens nothing now, and what the caller can do', async () => {
    const [reader, code] = [await aReader(), await aCode({ termDays: 30 })];
    await redeem(reader, code);
    const right: AccessRight = { kind: 'trial', reason: '您的阅读权限已到期，可试读前 2 章', openByCode: true };
    expect(await checkCode(deps, reader, right, code)).toMatchObject({
      state: 'mine',
      bindable: false,
      reason: '您用这个激活码开通过本书；您的阅读权限已到期，可试读前 2 章；可以用新的激活码再次开通',
    });
  });

  it('returns the removal notice of a removed book, and leaves the code unbound', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    const right: AccessRight = { kind: 'none', reason: '' };
    const setNotice = (notice: string | null) => db.pool.query('update book set removal_notice = $2 where id = $1', [bookId, notice]);
    await setNotice('主管部门要求停止使用');
    expect(await checkCode(deps, reader, right, code)).toMatchObject({
      state: 'bookRemoved',
      bindable: false,
      reason: '本书已停止阅读：主管部门要求停止使用。激活码没有用掉，恢复阅读后仍可使用',
    });
    expect(await attempt(reader, code)).toBe('activationCode.codeBookRemoved');
    expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
    await setNotice(null);
    expect(await attempt(reader, code)).toBe('success');
  });

  it('returns the state for each user and changes nothing', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode({ termDays: 30 })];
    const right = { kind: 'owned', reason: '' } as AccessRight;
    const check = async (userId: string) => {
      const { state, bindable, reason } = await checkCode(deps, userId, right, code);
      return { state, bindable, reason };
    };
    for (let i = 0; i < 2; i++) {
      expect(await check(reader)).toEqual({ state: 'open', bindable: true, reason: '正版激活码，激活后可阅读 30 天' });
      expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
    }
    await redeem(reader, code);
    expect(await check(reader)).toEqual({ state: 'mine', bindable: false, reason: '您已用这个激活码开通本书' });
    expect(await check(other)).toEqual({ state: 'used', bindable: false, reason: '这个激活码已被其他账号使用' });
    await setCode(code, "status = 'void'");
    expect(await check(reader)).toMatchObject({ state: 'void', bindable: false, reason: expect.stringContaining('作废') as string });
  });
});

describe('the rate limit of wrong codes', () => {
  it('allows five per hour and user; then genuine codes are refused too', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    for (let i = 1; i < ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; i++)
      expect(await attempt(reader, wrongCode(), `198.51.100.${i}`)).toBe('activationCode.codeUnknown');
    expect(await attempt(reader, await aCode())).toBe('success');
    expect(await attempt(reader, wrongCode(), '198.51.100.76')).toBe('activationCode.codeUnknown');
    expect(await attempt(reader, wrongCode(), '198.51.100.77')).toBe('activationCode.codeTries');
    expect(await attempt(reader, code, '198.51.100.78')).toBe('activationCode.codeTries');
    clock.advance(HOUR_MS - 1);
    expect(await attempt(reader, code)).toBe('activationCode.codeTries');
    clock.advance(1);
    expect(await attempt(reader, code)).toBe('success');
  });

  it('allows thirty per hour and subnet, for all users together', async () => {
    const address = '192.0.2.50';
    for (let i = 1; i < ACTIVATION_CODE_LIMITS.wrongCodesPerIpPerHour; i++)
      expect(await attempt(await aReader(), wrongCode(), address)).toBe('activationCode.codeUnknown');
    expect(await attempt(await aReader(), await aCode(), address)).toBe('success');
    expect(await attempt(await aReader(), wrongCode(), address)).toBe('activationCode.codeUnknown');
    const [reader, code] = [await aReader(), await aCode()];
    expect(await attempt(reader, code, address)).toBe('activationCode.codeTries');
    expect(await attempt(reader, code, '192.0.2.51')).toBe('success');
  });

  it('counts mistyped codes too, and its error contains the time to wait', async () => {
    const reader = await aReader();
    const code = await aCode();
    const mistyped = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    for (let i = 1; i <= ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; i++)
      expect(await attempt(reader, mistyped)).toBe('activationCode.codeMistyped');
    clock.advance(30 * 60_000);
    await expect(redeem(reader, code)).rejects.toMatchObject({ code: 'activationCode.codeTries', details: { minutes: 30 } });
  });

  it('allows five concurrent attempts as well', async () => {
    const reader = await aReader();
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => attempt(reader, wrongCode(), `203.0.113.${i}`)));
    expect(outcomes.filter((outcome) => outcome === 'activationCode.codeUnknown')).toHaveLength(
      ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour,
    );
    expect(outcomes.filter((outcome) => outcome === 'activationCode.codeTries')).toHaveLength(
      100 - ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour,
    );
  });

  it('refuses a genuine code if the limit is reached during the request', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    const counts = createMemoryRateLimiter(clock);
    let checks = 0;
    const limiter: RateLimiter = {
      ...counts,
      async peek(key, rule) {
        checks += 1;
        // The limit is checked before and after the code is looked up, each time by user and by subnet. The third call begins the second
        // check; concurrent attempts use up the limit just before it.
        if (checks === 3)
          for (let i = 0; i < ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; i++) await counts.take(`code:user:${reader}`, rule);
        return counts.peek(key, rule);
      },
    };
    deps = { ...deps, limiter };
    expect(await attempt(reader, code)).toBe('activationCode.codeTries');
    expect(await rightsOf(reader)).toEqual([]);
  });

  it('refuses every code while the counters are unavailable', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    const fail = async (): Promise<never> => {
      throw new RateLimiterUnavailableError();
    };
    deps = { ...deps, limiter: { take: fail, takeMember: fail, peek: fail, giveBack: fail, forget: fail } };
    expect(await attempt(reader, code)).toBe('unavailable');
    expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
  });
});

describe('a minted batch', () => {
  it('requires a count from one to two hundred thousand and a known book', async () => {
    expect(await outcomeOf(mint({ bookId: newId() }))).toBe('catalog.bookNotFound');
    for (const count of [0, LIMITS.codesPerBatch + 1, 1.5]) await expect(mint({ count })).rejects.toThrow(RangeError);
  });

  it('contains as many different codes as requested, also more than one statement inserts', async () => {
    const codes = await mint({ count: 12_345 });
    expect(new Set(codes).size).toBe(12_345);
    const { rows } = await db.pool.query(
      'select count(*) as count from activation_code where batch_id = (select batch_id from activation_code where hmac = $1)',
      [hashCode(deps.codeKey, codes[0] ?? '')],
    );
    expect(rows).toEqual([{ count: 12_345 }]);
  });

  it('is not created when its codes cannot be stored at their destination', async () => {
    const before = await db.pool.query(
      'select (select count(*) from code_batch) as batches, (select count(*) from activation_code) as codes',
    );
    const keep = async (): Promise<never> => {
      throw new Error('the disk is full');
    };
    const order = orderOf({ count: 3, purpose: 'gift', printing: '第1次', termDays: 1, rebindLimit: 3 });
    await expect(mintCodes({ ...deps, keep }, order)).rejects.toThrow('the disk is full');
    const after = await db.pool.query(
      'select (select count(*) from code_batch) as batches, (select count(*) from activation_code) as codes',
    );
    expect(after.rows).toEqual(before.rows);
  });
});
