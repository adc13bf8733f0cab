/** Tests of activation codes over HTTP and from the command line, and that the plain code is stored nowhere. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type checkActivationCode,
  type getBookInfo,
  type OutputOf,
  readActivationCode,
  type redeemActivationCode,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintActivationCodes } from '../../app/cli/codes.ts';
import { UsageError } from '../../app/cli/command.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('checkActivationCode', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);
testIdempotency('checkActivationCode', async ({ aUser, aCode }) => ({ as: await aUser(), body: { code: await aCode() } }));

let shop: TestServer;
let reader: TestUser;
let other: TestUser;
let bookId: string;
const codesShown: string[] = [];

beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13955550001');
  other = await shop.user('13955550002');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
});
afterAll(() => shop?.close());

const mint = async (...options: string[]): Promise<{ codes: string[]; file: string; printed: string[]; batchId: string }> => {
  const printed: string[] = [];
  const args = ['--book', bookId, '--count', '2', ...options];
  const { ok, data } = await mintActivationCodes.prepare(args)(shop.platform, (line) => printed.push(line));
  expect(ok).toBe(true);
  const result = data as { codes?: string[]; file?: string; batchId: string };
  codesShown.push(...(result.codes ?? []));
  return { codes: result.codes ?? [], file: result.file ?? '', printed, batchId: result.batchId };
};
const aCode = async (): Promise<string> => (await mint()).codes[0] ?? '';
const check = (code: string, as?: TestUser) =>
  shop.call<OutputOf<typeof checkActivationCode>>('/api/code/check', { body: { code }, ...(as && { as }) });
const redeem = (code: string, as?: TestUser) =>
  shop.call<OutputOf<typeof redeemActivationCode>>('/api/code/redeem', { body: { code }, ...(as && { as }) });

describe('checking and redeeming a code', () => {
  it('requires a sign-in', async () => {
    const code = await aCode();
    expect([(await check(code)).code, (await redeem(code)).code]).toEqual(['requestLogin', 'requestLogin']);
  });

  it('shows the book first, then grants it with a message', async () => {
    const code = await aCode();
    const checked = await check(code, reader);
    expect(checked).toMatchObject({
      code: 'success',
      message: '',
      payload: { state: 'open', bindable: true, book: { id: bookId, owned: false } },
    });
    expect(checked.payload?.right.kind).toBe('none');
    const bound = await redeem(code, reader);
    expect(bound).toMatchObject({ code: 'success', message: '已开通《论语选读》', payload: { repeated: false, book: { owned: true } } });
    expect(bound.payload?.right).toEqual({ kind: 'owned', reason: '您已用书码开通本书，可长期阅读', source: 'code' });
    const info = await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as: reader });
    expect(info.payload?.right.kind).toBe('owned');
    expect(await redeem(code, reader)).toMatchObject({ code: 'success', payload: { repeated: true, book: { id: bookId } } });
    expect((await check(code, reader)).payload?.state).toBe('mine');
    expect(await redeem(code, other)).toMatchObject({
      code: 'activationCode.codeUsed',
      message: '这个激活码已被其他账号使用',
      payload: null,
    });
  });

  it('accepts a code in any spelling, also from a form', async () => {
    const [code = ''] = (await mint('--term-days', '30')).codes;
    const response = await shop.request({
      method: 'POST',
      url: '/api/code/redeem',
      headers: { host: APP_HOST, ...other.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ code: ` ${code.toLowerCase().replaceAll('-', '－')} ` }).toString(),
    });
    expect(response.json()).toMatchObject({ code: 'success', payload: { right: { kind: 'owned', endsAt: expect.any(Number) as number } } });
  });

  it('refuses invalid input with a code', async () => {
    const user = await shop.user('13955550003');
    expect(await redeem('', user)).toMatchObject({ code: 'request.invalid', message: '请输入激活码' });
    expect((await redeem('x'.repeat(101), user)).code).toBe('request.invalid');
    expect((await redeem('激活码', user)).code).toBe('activationCode.codeMistyped');
    expect((await check('0000-0000-0000-0000-0', user)).code).toBe('activationCode.codeUnknown');
  });

  it('counts wrong codes of both operations together, and then returns the minutes to wait', async () => {
    const guesser = await shop.user('13955550004');
    const codes: string[] = [];
    for (let i = 0; i < 6; i++) codes.push((await (i % 2 === 0 ? check : redeem)('0000-0000-0000-0000-0', guesser)).code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'activationCode.codeUnknown'), 'activationCode.codeTries']);
    expect((await redeem(await aCode(), guesser)).message).toMatch(/^激活码输错次数过多，请在 \d+ 分钟后再试$/);
  });
});

describe('the command that mints codes', () => {
  it('prints the codes once, in groups of four', async () => {
    const { codes, printed } = await mint();
    expect(codes).toHaveLength(2);
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]$/);
      expect(readActivationCode(code)).toBeDefined();
    }
    expect(printed.slice(0, 2)).toEqual(codes);
  });

  it('writes the codes into a file that only its owner can read, and shows them nowhere else', async () => {
    const out = path.join(shop.platform.config.dataDir, 'codes.csv');
    const { file, codes, printed, batchId } = await mint('--out', out, '--printing', '2026年9月第1次', '--purpose', 'sales');
    expect([file, codes]).toEqual([out, []]);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const [head, ...rows] = (await readFile(out, 'utf8')).trim().split('\r\n');
    expect(head).toBe('no,code,batch');
    expect(rows.map((row) => row.split(',')[2])).toEqual([batchId, batchId]);
    const written = rows.map((row) => row.split(',')[1] ?? '');
    codesShown.push(...written);
    expect(printed.join('\n')).not.toContain(written[0]);
    expect((await check(written[1] ?? '', other)).payload?.state).toBe('open');
    const { rows: batches } = await shop.platform.db.pool.query(
      'select purpose, printing, count, created_by, exported_at is not null as exported from code_batch where id = $1',
      [batchId],
    );
    expect(batches).toEqual([{ purpose: 'sales', printing: '2026年9月第1次', count: 2, created_by: 'cli', exported: true }]);
  });

  it('overwrites no file, and creates no batch whose codes cannot be written', async () => {
    const count = async () => (await shop.platform.db.pool.query('select count(*) as n from code_batch')).rows;
    const before = await count();
    const taken = path.join(shop.platform.config.dataDir, 'taken.csv');
    await writeFile(taken, 'an existing file');
    await expect(mint('--out', taken)).rejects.toThrow(UsageError);
    expect(await readFile(taken, 'utf8')).toBe('an existing file');
    await expect(mint('--out', path.join(shop.platform.config.dataDir, 'no-folder', 'codes.csv'))).rejects.toThrow('ENOENT');
    expect(await count()).toEqual(before);
  });

  it.each([
    [['--count', '0'], '--count 须为 1 至 200000 的整数'],
    [['--count', '200001'], '--count 须为 1 至 200000 的整数'],
    [['--count', '1e3'], '--count'],
    [['--purpose', 'free'], '--purpose'],
    [['--term-days', '0'], '--term-days'],
    [['--term-days=-1'], '--term-days'],
    [['--rebind-limit', '4'], '--rebind-limit'],
    [['--valid-until', '2027-02-30'], '--valid-until'],
    [['--valid-until', '明年'], '--valid-until'],
    [['--book', 'x'], '--book'],
  ])('refuses %j before it opens the database', (args, sentence) => {
    const attempt = () => mintActivationCodes.prepare(['--book', bookId, '--count', '1', ...args]);
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(sentence);
  });

  it('makes codes valid until the end of the named day in China', async () => {
    await expect(mint('--valid-until', '2026-01-01')).rejects.toThrow('--valid-until 已经过去');
    const { batchId } = await mint('--valid-until', '2099-12-31');
    const { rows } = await shop.platform.db.pool.query('select valid_until from code_batch where id = $1', [batchId]);
    expect(rows).toEqual([{ valid_until: Date.UTC(2099, 11, 31, 16) }]);
  });
});

describe('the plain code', () => {
  /**
   * Returns the spellings of a code that users may enter: as printed and without separators, with and without the check character, in upper
   * and lower case.
   */
  const spellings = (code: string): string[] => {
    const bare = code.replaceAll('-', '');
    return [code, bare, bare.slice(0, 16)].flatMap((text) => [text, text.toLowerCase()]);
  };

  it('is nowhere in the database or the log, even if the database fails', async () => {
    const { pool } = shop.platform.db;
    const late = await aCode();
    await pool.query('alter table entitlement rename to entitlement_away');
    expect((await redeem(late, other)).code).toBe('internal');
    await pool.query('alter table entitlement_away rename to entitlement');
    await pool.query('alter table activation_code rename to activation_code_away');
    expect((await redeem(late, other)).code).toBe('internal');
    await pool.query('alter table activation_code_away rename to activation_code');
    expect(shop.log()).toContain('request failed');

    const tables = await pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
    );
    let stored = '';
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      stored += rows.map(({ row }) => row).join('\n');
    }
    const bytesAsText = stored.replaceAll(/\\\\?x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'));
    expect(codesShown.length).toBeGreaterThan(10);
    expect(stored).toContain(bookId);
    for (const content of [stored, bytesAsText, shop.log()]) {
      expect(codesShown.filter((code) => spellings(code).some((text) => content.includes(text)))).toEqual([]);
    }
  });
});
