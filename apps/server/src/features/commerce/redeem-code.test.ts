/** Activation codes on a real database: who gets one, when nobody does, and what a storm leaves behind. */
import { randomBytes } from 'node:crypto';
import { type AccessRight, formatActivationCode, LIMITS, makeActivationCode, newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { createMemoryRateLimiter, type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { importFile } from '../media/import/import-file.ts';
import { makeEpub, makeFolder } from '../media/testing/make-epub.ts';
import { openImportParts } from '../media/testing/open-import-parts.ts';
import { checkCode } from './check-code.ts';
import { hashCode } from './code-hash.ts';
import type { CodeDependencies } from './find-typed-code.ts';
import { listHeldRights } from './list-held-rights.ts';
import { type CodeOrder, mintCodes } from './mint-codes.ts';
import { type Redemption, redeemCode } from './redeem-code.ts';
import { releaseCode } from './release-code.ts';
import { listEntitlements } from './store.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const { folder, file, remove } = makeFolder();
let database: TestDatabase;
let db: Database;
let bookId: string;
let clock: AdjustableClock;
let deps: CodeDependencies;

beforeAll(async () => {
  database = await createTestDatabase();
  // Whoever waits for a connection waits as long as it takes: the storm below has more callers than the pool has connections.
  db = await openDatabase({ connectionString: database.url, max: 20, connectionTimeoutMillis: 0 });
  const opened = await openImportParts(database.url, folder);
  bookId = (await importFile(opened.parts, file('book.epub', makeEpub()), { publish: true })).bookId ?? '';
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

let people = 0;
const aReader = async (): Promise<string> => {
  const id = newId();
  people += 1;
  await db.pool.query("insert into user_account (id, tel, nickname, created_at, updated_at) values ($1, $2, '读者', 0, 0)", [
    id,
    `139${String(people).padStart(8, '0')}`,
  ]);
  return id;
};
const mint = async (order: Partial<CodeOrder> = {}): Promise<readonly string[]> => {
  const whole: CodeOrder = {
    bookId,
    count: 1,
    purpose: 'printedBook',
    printing: undefined,
    termDays: undefined,
    validUntil: undefined,
    rebindLimit: 0,
    createdBy: 'test',
    ...order,
  };
  return (await mintCodes(deps, whole)).codes;
};
const aCode = async (order: Partial<CodeOrder> = {}): Promise<string> => (await mint(order))[0] ?? '';
const redeem = (userId: string, code: string, address = '198.51.100.1'): Promise<Redemption> => redeemCode(deps, { userId, address }, code);
const tryIt = (userId: string, code: string, address?: string): Promise<string> => outcomeOf(redeem(userId, code, address));
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
  it('opens its book for who redeems it first, and for nobody else', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode()];
    expect(await redeem(reader, formatActivationCode(code))).toMatchObject({ book: { id: bookId }, repeated: false, boundAt: clock.now() });
    expect(await rightsOf(reader)).toMatchObject([{ source: 'code', status: 'active', startsAt: clock.now(), endsAt: undefined }]);
    expect(await tryIt(other, code)).toBe('commerce.codeUsed');
    expect(await rightsOf(other)).toEqual([]);
    expect(await rowOf(code)).toEqual({ status: 'bound', user: reader, binds: 1 });
  });

  it.each([
    ['printedBook', 'code'],
    ['teacher', 'code'],
    ['sales', 'code'],
    ['sample', 'sample'],
    ['gift', 'gift'],
  ] as const)('made for %s gives a right of source %s, which ends when the code is given on', async (purpose, source) => {
    const [reader, code] = [await aReader(), await aCode({ purpose, rebindLimit: 1 })];
    await redeem(reader, code);
    expect(await rightsOf(reader)).toMatchObject([{ source, status: 'active' }]);
    const [held] = await listHeldRights(db.orm, reader, clock.now());
    expect(held?.right).toMatchObject({ source, code: { last4: code.slice(12, 16) } });
    clock.advance(LIMITS.codeReleaseAfterMs);
    expect(await releaseCode({ db, clock }, reader, held?.right.code?.id ?? '')).toBe(bookId);
    expect(await rightsOf(reader)).toMatchObject([{ source, status: 'revoked' }]);
  });

  it('of a term begins where another’s term ends, whatever each was for', async () => {
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

  it('redeemed again by the same person answers the same book and changes nothing', async () => {
    const [reader, code] = [await aReader(), await aCode({ termDays: 30, validUntil: clock.now() + DAY_MS })];
    const first = await redeem(reader, code);
    const rights = await rightsOf(reader);
    clock.advance(2 * DAY_MS);
    expect(await redeem(reader, code)).toMatchObject({ book: { id: bookId }, boundAt: first.boundAt, repeated: true });
    expect(await rightsOf(reader)).toEqual(rights);
    expect(await rowOf(code)).toEqual({ status: 'bound', user: reader, binds: 1 });
  });

  it('redeemed 500 times at once by 50 people is bound once and gives one right', { timeout: 180_000 }, async () => {
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
      expect(new Set(mine.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'commerce.codeUsed']));
      expect(await rowOf(code)).toEqual({ status: 'bound', user: [...winners][0], binds: 1 });
    }
    const { rows } = await db.pool.query('select source_id from entitlement where user_id = any($1)', [readers]);
    expect(rows.map((row: { source_id: string }) => row.source_id).toSorted()).toEqual(
      codes.map((code) => hashCode(deps.codeKey, code).toString('hex')).toSorted(),
    );
  });

  it('stays free when its right cannot be written', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode()];
    await db.pool.query(`alter table entitlement add constraint not_this_reader check (user_id <> '${reader}')`);
    await expect(redeem(reader, code)).rejects.toThrow('insert into entitlement');
    await db.pool.query('alter table entitlement drop constraint not_this_reader');
    expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
    expect(await tryIt(other, code)).toBe('success');
  });

  it('gives its term from the day it is redeemed, and another term after one that runs', async () => {
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

  it('never shortens a right the person has for good', async () => {
    const reader = await aReader();
    await redeem(reader, await aCode());
    await redeem(reader, await aCode({ termDays: 30 }));
    expect((await rightsOf(reader)).some(({ endsAt }) => endsAt === undefined)).toBe(true);
  });

  it('says why it cannot be used, and costs no try for it', async () => {
    const reader = await aReader();
    const [expired, early, gone, closed] = [await aCode({ validUntil: clock.now() + 1 }), await aCode(), await aCode(), await aCode()];
    clock.advance(1);
    await setCode(gone, "status = 'void'");
    await db.pool.query('update code_batch set valid_from = $1 where id = (select batch_id from activation_code where hmac = $2)', [
      clock.now() + DAY_MS,
      hashCode(deps.codeKey, early),
    ]);
    for (let i = 0; i <= LIMITS.wrongCodesPerUserPerHour; i++) expect(await tryIt(reader, gone)).toBe('commerce.codeVoid');
    expect(await tryIt(reader, expired)).toBe('commerce.codeExpired');
    expect(await tryIt(reader, early)).toBe('commerce.codeNotYetValid');
    await db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
    const whileClosed = await tryIt(reader, closed);
    await db.pool.query("update book set shelf_state = 'published' where id = $1", [bookId]);
    expect(whileClosed).toBe('commerce.codeBookClosed');
    expect(await tryIt(reader, closed)).toBe('success');
    clock.advance(DAY_MS);
    expect(await tryIt(reader, early)).toBe('success');
  });

  it('can be bound until the very millisecond its batch ends', async () => {
    const [reader, code] = [await aReader(), await aCode({ validUntil: clock.now() + 10 })];
    clock.advance(9);
    expect(await tryIt(reader, code)).toBe('success');
  });

  it('that its owner released is bound again as often as its batch allows', async () => {
    const [code, ...readers] = [await aCode({ rebindLimit: 1 }), await aReader(), await aReader(), await aReader()];
    expect(await tryIt(readers[0] ?? '', code)).toBe('success');
    await setCode(code, "status = 'released', bound_user_id = null");
    expect(await tryIt(readers[1] ?? '', code)).toBe('success');
    await setCode(code, "status = 'released', bound_user_id = null");
    expect(await tryIt(readers[2] ?? '', code)).toBe('commerce.codeUsed');
    expect(await rowOf(code)).toEqual({ status: 'released', user: null, binds: 2 });
  });

  it('whose owner is erased stays used', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode()];
    await redeem(reader, code);
    await db.pool.query('delete from user_account where id = $1', [reader]);
    expect(await tryIt(other, code)).toBe('commerce.codeUsed');
  });

  it('of another server opens nothing here', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    deps = { ...deps, codeKey: Buffer.alloc(32, 10) };
    expect(await tryIt(reader, code)).toBe('commerce.codeUnknown');
  });
});

describe('looking a code up', () => {
  it('says of one’s own what ended its right, and what helps', async () => {
    const [reader, code] = [await aReader(), await aCode({ termDays: 30 })];
    await redeem(reader, code);
    const right: AccessRight = { kind: 'trial', reason: '您的阅读权限已到期，可试读前 2 章', openByCode: true };
    const view = { cardOf: async () => ({}) as never, rightOf: async () => right };
    expect(await checkCode(deps, { userId: reader, address: '198.51.100.1' }, view, code)).toMatchObject({
      state: 'mine',
      bindable: false,
      reason: '您用这个激活码开通过本书；您的阅读权限已到期，可试读前 2 章；可以用新的激活码再次开通',
    });
  });

  it('of a book that was ordered out of reading says so and does not spend it', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    const view = { cardOf: async () => ({}) as never, rightOf: async () => ({ kind: 'none', reason: '' }) as const };
    const setNotice = (notice: string | null) => db.pool.query('update book set removal_notice = $2 where id = $1', [bookId, notice]);
    await setNotice('主管部门要求停止使用');
    expect(await checkCode(deps, { userId: reader, address: '198.51.100.1' }, view, code)).toMatchObject({
      state: 'bookRemoved',
      bindable: false,
      reason: '本书已停止阅读：主管部门要求停止使用。激活码没有用掉，恢复阅读后仍可使用',
    });
    expect(await tryIt(reader, code)).toBe('commerce.codeBookRemoved');
    expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
    await setNotice(null);
    expect(await tryIt(reader, code)).toBe('success');
  });

  it('tells how it stands for each person and changes nothing', async () => {
    const [reader, other, code] = [await aReader(), await aReader(), await aCode({ termDays: 30 })];
    const view = { cardOf: async () => ({}) as never, rightOf: async () => ({ kind: 'owned', reason: '' }) as const };
    const look = async (userId: string) => {
      const { state, bindable, reason } = await checkCode(deps, { userId, address: '198.51.100.1' }, view, code);
      return { state, bindable, reason };
    };
    for (let i = 0; i < 2; i++) {
      expect(await look(reader)).toEqual({ state: 'open', bindable: true, reason: '正版激活码，激活后可阅读 30 天' });
      expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
    }
    await redeem(reader, code);
    expect(await look(reader)).toEqual({ state: 'mine', bindable: false, reason: '您已用这个激活码开通本书' });
    expect(await look(other)).toEqual({ state: 'used', bindable: false, reason: '这个激活码已被其他账号使用' });
    await setCode(code, "status = 'void'");
    expect(await look(reader)).toMatchObject({ state: 'void', bindable: false, reason: expect.stringContaining('作废') as string });
  });
});

describe('wrong tries', () => {
  it('are five an hour for a person: at the sixth even a right code is refused', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    for (let i = 1; i < LIMITS.wrongCodesPerUserPerHour; i++)
      expect(await tryIt(reader, wrongCode(), `198.51.100.${i}`)).toBe('commerce.codeUnknown');
    expect(await tryIt(reader, await aCode())).toBe('success');
    expect(await tryIt(reader, wrongCode(), '198.51.100.76')).toBe('commerce.codeUnknown');
    expect(await tryIt(reader, wrongCode(), '198.51.100.77')).toBe('commerce.codeTries');
    expect(await tryIt(reader, code, '198.51.100.78')).toBe('commerce.codeTries');
    clock.advance(HOUR_MS - 1);
    expect(await tryIt(reader, code)).toBe('commerce.codeTries');
    clock.advance(1);
    expect(await tryIt(reader, code)).toBe('success');
  });

  it('are thirty an hour for a network, whoever makes them', async () => {
    const address = '192.0.2.50';
    for (let i = 1; i < LIMITS.wrongCodesPerAddressPerHour; i++)
      expect(await tryIt(await aReader(), wrongCode(), address)).toBe('commerce.codeUnknown');
    expect(await tryIt(await aReader(), await aCode(), address)).toBe('success');
    expect(await tryIt(await aReader(), wrongCode(), address)).toBe('commerce.codeUnknown');
    const [reader, code] = [await aReader(), await aCode()];
    expect(await tryIt(reader, code, address)).toBe('commerce.codeTries');
    expect(await tryIt(reader, code, '192.0.2.51')).toBe('success');
  });

  it('count mistyped codes too, and say how long to wait', async () => {
    const reader = await aReader();
    const code = await aCode();
    const mistyped = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    for (let i = 1; i <= LIMITS.wrongCodesPerUserPerHour; i++) expect(await tryIt(reader, mistyped)).toBe('commerce.codeMistyped');
    clock.advance(30 * 60_000);
    await expect(redeem(reader, code)).rejects.toMatchObject({ code: 'commerce.codeTries', details: { minutes: 30 } });
  });

  it('made all at once are still five', async () => {
    const reader = await aReader();
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => tryIt(reader, wrongCode(), `203.0.113.${i}`)));
    expect(outcomes.filter((outcome) => outcome === 'commerce.codeUnknown')).toHaveLength(LIMITS.wrongCodesPerUserPerHour);
    expect(outcomes.filter((outcome) => outcome === 'commerce.codeTries')).toHaveLength(100 - LIMITS.wrongCodesPerUserPerHour);
  });

  it('gain nothing from a right code that comes after the budget was used up meanwhile', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    const counts = createMemoryRateLimiter(clock);
    let looks = 0;
    const limiter: RateLimiter = {
      ...counts,
      async peek(key, rule) {
        looks += 1;
        // Between the first look and the second somebody uses the person's tries up.
        if (looks === 3) for (let i = 0; i < LIMITS.wrongCodesPerUserPerHour; i++) await counts.take(`code:user:${reader}`, rule);
        return counts.peek(key, rule);
      },
    };
    deps = { ...deps, limiter };
    expect(await tryIt(reader, code)).toBe('commerce.codeTries');
    expect(await rightsOf(reader)).toEqual([]);
  });

  it('cannot be made while they cannot be counted', async () => {
    const [reader, code] = [await aReader(), await aCode()];
    const fail = async (): Promise<never> => {
      throw new RateLimiterUnavailableError();
    };
    deps = { ...deps, limiter: { take: fail, peek: fail, forget: fail } };
    expect(await tryIt(reader, code)).toBe('unavailable');
    expect(await rowOf(code)).toEqual({ status: 'exported', user: null, binds: 0 });
  });
});

describe('a batch', () => {
  it('has one to two hundred thousand codes of a book we have', async () => {
    expect(await outcomeOf(mint({ bookId: newId() }))).toBe('catalog.bookNotFound');
    for (const count of [0, LIMITS.codesPerBatch + 1, 1.5]) await expect(mint({ count })).rejects.toThrow(RangeError);
  });

  it('holds as many different codes as were ordered, more than one statement takes', async () => {
    const codes = await mint({ count: 12_345 });
    expect(new Set(codes).size).toBe(12_345);
    const { rows } = await db.pool.query(
      'select count(*) as kept from activation_code where batch_id = (select batch_id from activation_code where hmac = $1)',
      [hashCode(deps.codeKey, codes[0] ?? '')],
    );
    expect(rows).toEqual([{ kept: 12_345 }]);
  });

  it('is not there when its codes could not be kept', async () => {
    const before = await db.pool.query(
      'select (select count(*) from code_batch) as batches, (select count(*) from activation_code) as codes',
    );
    const keep = async (): Promise<never> => {
      throw new Error('the disk is full');
    };
    const order: CodeOrder = {
      bookId,
      count: 3,
      purpose: 'gift',
      printing: '第1次',
      termDays: 1,
      validUntil: undefined,
      rebindLimit: 3,
      createdBy: 'test',
    };
    await expect(mintCodes({ ...deps, keep }, order)).rejects.toThrow('the disk is full');
    const after = await db.pool.query(
      'select (select count(*) from code_batch) as batches, (select count(*) from activation_code) as codes',
    );
    expect(after.rows).toEqual(before.rows);
  });
});
