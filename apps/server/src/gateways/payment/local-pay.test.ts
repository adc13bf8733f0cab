/** Tests of the simulated payment provider of demos: trades, payer actions, notifications and refunds, on a fresh database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createLocalPay, type LocalPay, type LocalPress, localPress } from './local-pay.ts';
import { ForgedNotification, PlatformError } from './payment-gateway.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 15);
let now = NOW;
let database: TestDatabase;
let folder: string;
let pay: LocalPay;
const open = (secret: number): LocalPay =>
  createLocalPay({
    db: database.db,
    clock: { now: () => now },
    secret: Buffer.alloc(32, secret),
    outbox: createOutbox(folder, 'pay'),
    publicUrl: 'https://books.example.com',
  });
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-local-pay-'));
  pay = open(1);
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  now = NOW;
  await rm(path.join(folder, 'pay.jsonl'), { force: true });
});

const outbox = async (): Promise<unknown[]> =>
  (await readFile(path.join(folder, 'pay.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
const rowOf = async (tradeNo: string) =>
  (await database.db.pool.query('select * from local_payment where trade_no = $1', [tradeNo])).rows[0];
let trades = 0;
/** Begins a trade of 39.80 yuan that expires in half an hour. Returns it with the URL of its page. */
const begin = async (by = pay, more: Partial<Parameters<LocalPay['begin']>[0]> = {}) => {
  trades += 1;
  const tradeNo = `trade${trades}`;
  const start = await by.begin({
    tradeNo,
    amountFen: 3980,
    subject: '《论语》',
    expireAt: NOW + 1_800_000,
    notifyUrl: 'https://books.example.com/notify',
    returnUrl: '',
    ...more,
  });
  if (start.kind !== 'page' && start.kind !== 'redirect') throw new Error('no page');
  return { tradeNo, url: start.url, proof: start.url.split('/').at(-1) ?? '' };
};
interface Published {
  body: string;
  headers: Record<string, string>;
}
const press = async (tradeNo: string, what: LocalPress) => {
  const published: Published[] = [];
  const trade = await pay.press(tradeNo, what, async (body, headers) => void published.push({ body, headers }));
  return { trade, published };
};
const read = ({ body, headers }: { body: string; headers: Record<string, string | string[]> }, by = pay) =>
  by.readNotification({ headers, body: Buffer.from(body) });
const forgedBy = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'believed',
    (error: unknown) => (error instanceof ForgedNotification ? error.message : 'another error'),
  );

describe('a local trade', () => {
  it('begins with a page at a secret URL, and a line in the outbox', async () => {
    const { tradeNo, url, proof } = await begin();
    expect(url).toBe(`https://books.example.com/api/pay/local/${tradeNo}/${proof}`);
    expect(proof).toMatch(/^[0-9a-f]{32}$/);
    expect(await rowOf(tradeNo)).toEqual({
      trade_no: tradeNo,
      subject: '《论语》',
      amount_fen: 3980,
      notify_url: 'https://books.example.com/notify',
      return_url: null,
      state: 'open',
      txn: null,
      expires_at: NOW + 1_800_000,
    });
    expect(await outbox()).toEqual([{ at: NOW, event: 'begin', tradeNo, amountFen: 3980, subject: '《论语》', url }]);
    expect((await begin()).proof).not.toBe(proof);
    expect((await begin(open(2))).proof).not.toBe(proof);
  });

  it('begun on a phone stores the return URL of its page', async () => {
    const returnUrl = 'https://books.example.com/pay/1';
    const { tradeNo, proof } = await begin(pay, { environment: 'phone', returnUrl });
    expect(await rowOf(tradeNo)).toMatchObject({ return_url: returnUrl });
    expect(await pay.findTrade(tradeNo, proof)).toMatchObject({ returnUrl });
  });

  it('is found by its secret only', async () => {
    const { tradeNo, proof } = await begin();
    const other = await begin();
    expect(await pay.findTrade(tradeNo, proof)).toEqual({
      tradeNo,
      subject: '《论语》',
      amountFen: 3980,
      state: 'open',
      expiresAt: NOW + 1_800_000,
    });
    expect([await pay.findTrade(tradeNo, other.proof), await pay.findTrade(tradeNo, '')]).toEqual([undefined, undefined]);
    await database.db.pool.query('delete from local_payment where trade_no = $1', [tradeNo]);
    expect(await pay.findTrade(tradeNo, proof)).toBeUndefined();
  });

  it('is unpaid while open, closed after closing, and unpaid when it does not exist', async () => {
    const { tradeNo } = await begin();
    expect(await pay.query(tradeNo)).toEqual({ tradeNo, state: 'unpaid', raw: { tradeNo, state: 'open', txn: null } });
    expect(await pay.query('none')).toEqual({ tradeNo: 'none', state: 'unpaid', raw: { tradeNo: 'none', state: 'unknown' } });
    await pay.close(tradeNo);
    expect(await pay.query(tradeNo)).toEqual({ tradeNo, state: 'closed', raw: { tradeNo, state: 'closed', txn: null } });
  });

  it('is closed without effect on other trades, and cannot be closed after it was paid', async () => {
    const [open1, other, paid] = [await begin(), await begin(), await begin()];
    await press(paid.tradeNo, 'later');
    await pay.close(open1.tradeNo);
    await pay.close('none');
    const error: unknown = await pay.close(paid.tradeNo).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlatformError);
    expect((error as PlatformError).message).toBe('close failed: paid');
    expect([(await rowOf(open1.tradeNo)).state, (await rowOf(other.tradeNo)).state, (await rowOf(paid.tradeNo)).state]).toEqual([
      'closed',
      'open',
      'paid',
    ]);
  });
});

describe('a payer action', () => {
  it('is one of four', () => {
    expect(localPress.options).toEqual(['pay', 'fail', 'later', 'twice']);
  });

  it('`pay` pays and sends one valid notification', async () => {
    const { tradeNo } = await begin();
    const bystander = await begin();
    now += 5_000;
    const { trade, published } = await press(tradeNo, 'pay');
    expect(trade).toMatchObject({ tradeNo, state: 'paid' });
    const { txn } = await rowOf(tradeNo);
    expect(await rowOf(bystander.tradeNo)).toMatchObject({ state: 'open', txn: null });
    expect(published).toHaveLength(1);
    const notification = await read(published[0] as Published);
    const raw = { tradeNo, txn, amountFen: 3980, paidAt: now };
    expect(notification).toEqual({
      id: expect.any(String),
      tradeNo,
      fact: { tradeNo, state: 'paid', txn, amountFen: 3980, paidAt: now, raw },
    });
    expect(notification.id).not.toBe('');
    expect(await pay.query(tradeNo)).toEqual({ tradeNo, state: 'paid', txn, amountFen: 3980, raw: { tradeNo, state: 'paid', txn } });
    expect((await outbox()).at(-1)).toEqual({ at: now, event: 'pay', tradeNo, amountFen: 3980 });
  });

  it('`twice` pays and sends the same notification three times', async () => {
    const { tradeNo } = await begin();
    const { published } = await press(tradeNo, 'twice');
    expect(published).toHaveLength(3);
    expect(new Set(published.map(({ body }) => body)).size).toBe(1);
    expect((await outbox()).at(-1)).toMatchObject({ event: 'twice' });
  });

  it('`later` pays and sends no notification', async () => {
    const { tradeNo } = await begin();
    expect(await press(tradeNo, 'later')).toMatchObject({ trade: { state: 'paid' }, published: [] });
    // Another action of the payer on a paid trade sends a notification of the same payment.
    const { txn } = await rowOf(tradeNo);
    now += 1;
    const { published } = await press(tradeNo, 'pay');
    expect((await read(published[0] as Published)).fact).toMatchObject({ txn });
  });

  it('`fail` does not pay', async () => {
    const { tradeNo } = await begin();
    expect(await press(tradeNo, 'fail')).toMatchObject({ trade: { state: 'open' }, published: [] });
    expect(await rowOf(tradeNo)).toMatchObject({ state: 'open', txn: null });
    expect((await outbox()).at(-1)).toEqual({ at: NOW, event: 'fail', tradeNo, amountFen: 3980 });
  });

  it('pays before the expiry of the trade, and not at it', async () => {
    const [last, over] = [await begin(), await begin()];
    now = NOW + 1_799_999;
    expect((await press(last.tradeNo, 'pay')).trade?.state).toBe('paid');
    now += 1;
    expect(await press(over.tradeNo, 'pay')).toMatchObject({ trade: { state: 'open' }, published: [] });
  });

  it('does not pay a trade that is closed or does not exist', async () => {
    const { tradeNo } = await begin();
    await pay.close(tradeNo);
    expect(await press(tradeNo, 'pay')).toMatchObject({ trade: { state: 'closed' }, published: [] });
    expect(await press('none', 'pay')).toEqual({ trade: undefined, published: [] });
    expect((await outbox()).at(-1)).toEqual({ at: NOW, event: 'pay', tradeNo: 'none', amountFen: 0 });
  });

  it('sends no notification for a refunded payment', async () => {
    const { tradeNo } = await begin();
    await press(tradeNo, 'pay');
    await pay.refund({ tradeNo, refundNo: `all of ${tradeNo}`, refundFen: 3980, totalFen: 3980, reason: '', notifyUrl: '' });
    expect(await press(tradeNo, 'pay')).toMatchObject({ trade: { state: 'refunded' }, published: [] });
  });
});

describe('a local notification', () => {
  it('is accepted only with our own signature over exactly these bytes', async () => {
    const { tradeNo } = await begin();
    const { published } = await press(tradeNo, 'pay');
    const { body, headers } = published[0] as Published;
    const signature = headers['x-local-pay-signature'] ?? '';
    expect(Object.keys(headers)).toEqual(['x-local-pay-signature']);
    const notSigned = 'not signed by the local page';
    expect(await forgedBy(read({ body: `${body} `, headers }))).toBe(notSigned);
    for (const given of ['', 'AAAA', signature.slice(4), Buffer.alloc(32).toString('base64')])
      expect(await forgedBy(read({ body, headers: { 'x-local-pay-signature': given } })), given).toBe(notSigned);
    expect(await forgedBy(read({ body, headers: {} }))).toBe(notSigned);
    expect(await forgedBy(read({ body, headers: { 'x-local-pay-signature': [signature] } }))).toBe(notSigned);
    expect(await forgedBy(read({ body, headers }, open(2)))).toBe(notSigned);
    expect(await forgedBy(read({ body, headers }))).toBe('believed');
  });

  it('gets a plain text response', () => {
    expect([pay.channel, pay.accepted, pay.refused]).toEqual([
      'local',
      { status: 200, type: 'text/plain', body: 'success' },
      { status: 401, type: 'text/plain', body: 'fail' },
    ]);
  });
});

describe('a local refund', () => {
  const giveBack = (tradeNo: string, refundNo: string, refundFen: number) =>
    pay.refund({ tradeNo, refundNo: `${tradeNo} ${refundNo}`, refundFen, totalFen: 3980, reason: '买错了', notifyUrl: '' });

  it('is made once for each number, in parts, and never exceeds the payment', async () => {
    const { tradeNo } = await begin();
    const other = await begin();
    await press(tradeNo, 'pay');
    await press(other.tradeNo, 'pay');
    expect(await giveBack(other.tradeNo, 'a', 3000)).toMatchObject({ state: 'succeeded' });
    const raw = (refundNo: string, refundFen: number) => ({ tradeNo, refundNo: `${tradeNo} ${refundNo}`, refundFen });
    expect(await giveBack(tradeNo, 'a', 1000)).toEqual({ state: 'succeeded', raw: raw('a', 1000) });
    expect(await outbox().then((lines) => lines.at(-1))).toEqual({
      at: NOW,
      event: 'refund',
      tradeNo,
      refundNo: `${tradeNo} a`,
      amountFen: 1000,
      reason: '买错了',
    });
    expect(await giveBack(tradeNo, 'a', 1000)).toMatchObject({ state: 'succeeded' });
    const failed = { state: 'failed', reason: '没有这笔付款，或退款多于付款' };
    expect(await giveBack(tradeNo, 'a', 999)).toEqual({ ...failed, raw: raw('a', 999) });
    expect(await giveBack(tradeNo, 'b', 2981)).toMatchObject(failed);
    expect((await rowOf(tradeNo)).state).toBe('paid');
    expect(await giveBack(tradeNo, 'b', 2980)).toMatchObject({ state: 'succeeded' });
    expect([(await rowOf(tradeNo)).state, (await rowOf(other.tradeNo)).state]).toEqual(['refunded', 'paid']);
    const given = await database.db.pool.query('select refund_no, amount_fen from local_refund where trade_no = $1 order by 1', [tradeNo]);
    expect(given.rows).toEqual([
      { refund_no: `${tradeNo} a`, amount_fen: 1000 },
      { refund_no: `${tradeNo} b`, amount_fen: 2980 },
    ]);
    // A refunded trade still counts as paid, because the payment was made.
    expect(await pay.query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 3980 });
  });

  it('is refused for a trade that is not paid or does not exist', async () => {
    const { tradeNo } = await begin();
    expect(await giveBack(tradeNo, 'a', 1)).toMatchObject({ state: 'failed' });
    expect(await giveBack('none', 'a', 1)).toMatchObject({ state: 'failed' });
    expect((await rowOf(tradeNo)).state).toBe('open');
  });

  it('never exceeds the payment when parts are refunded concurrently', async () => {
    const { tradeNo } = await begin();
    await press(tradeNo, 'pay');
    const states = await Promise.all(['a', 'b', 'c', 'd'].map(async (no) => (await giveBack(tradeNo, no, 1990)).state));
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(2);
  });
});
