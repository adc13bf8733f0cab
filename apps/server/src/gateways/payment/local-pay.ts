/**
 * Simulates a payment platform for demos and tests, offline: it stores its trades, signs its notifications, and can delay or repeat them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LOCAL_PAY_PATH, newId } from '@shufang/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { ForgedNotification, type PaymentFact, type PaymentGateway, PlatformError } from './payment-gateway.ts';

export interface LocalTrade {
  readonly tradeNo: string;
  readonly subject: string;
  readonly amountFen: number;
  readonly state: 'open' | 'paid' | 'closed' | 'refunded';
  readonly expiresAt: number;
  /** URL to which the page returns the payer; undefined if the page is in a separate window. */
  readonly returnUrl: string | undefined;
}

/** The payer's action on the page. `later`: pays without a notification; `twice`: pays with three notifications. */
export const localPress = z.enum(['pay', 'fail', 'later', 'twice']);
export type LocalPress = z.output<typeof localPress>;

export interface LocalPay extends PaymentGateway {
  /** Finds a trade by its number and the secret `proof` in the URL of its page; undefined if there is none. */
  findTrade(tradeNo: string, proof: string): Promise<LocalTrade | undefined>;
  /** Performs the payer's action and returns the trade. `deliver` posts a notification to our notification URL. */
  press(
    tradeNo: string,
    press: LocalPress,
    deliver: (body: string, headers: Record<string, string>) => Promise<void>,
  ): Promise<LocalTrade | undefined>;
}

interface TradeRow extends Record<string, unknown> {
  trade_no: string;
  subject: string;
  amount_fen: number;
  state: LocalTrade['state'];
  txn: string | null;
  expires_at: number;
  return_url: string | null;
}

const SIGNATURE_HEADER = 'x-local-pay-signature';
const REPEATS = 3;

const notification = z.object({
  id: z.string().min(1),
  tradeNo: z.string(),
  txn: z.string(),
  amountFen: z.number().int(),
  paidAt: z.number().int(),
});

export const createLocalPay = (deps: { db: Database; clock: Clock; secret: Uint8Array; outbox: Outbox; publicUrl: string }): LocalPay => {
  const { db, clock, outbox } = deps;
  const macOf = (purpose: string, text: string): Buffer => createHmac('sha256', deps.secret).update(`${purpose}\n${text}`).digest();
  const proofOf = (tradeNo: string): string => macOf('page', tradeNo).subarray(0, 16).toString('hex');
  const isMac = (purpose: string, text: string, given: string): boolean => {
    const mac = macOf(purpose, text);
    const bytes = Buffer.from(given, 'base64');
    return bytes.length === mac.length && timingSafeEqual(bytes, mac);
  };

  const findRow = async (tradeNo: string): Promise<TradeRow | undefined> =>
    (
      await db.orm.execute<TradeRow>(
        sql`select trade_no, subject, amount_fen, state, txn, expires_at, return_url from local_payment where trade_no = ${tradeNo}`,
      )
    ).rows[0];
  const toTrade = (row: TradeRow): LocalTrade => ({
    tradeNo: row.trade_no,
    subject: row.subject,
    amountFen: row.amount_fen,
    state: row.state,
    expiresAt: row.expires_at,
    returnUrl: row.return_url ?? undefined,
  });
  const factOf = (row: TradeRow): PaymentFact => {
    const raw = { tradeNo: row.trade_no, state: row.state, txn: row.txn };
    if (row.txn !== null) return { tradeNo: row.trade_no, state: 'paid', txn: row.txn, amountFen: row.amount_fen, raw };
    return { tradeNo: row.trade_no, state: row.state === 'open' ? 'unpaid' : 'closed', raw };
  };

  return {
    channel: 'local',
    offers: () => true,
    needsOpenid: () => false,
    async begin({ tradeNo, amountFen, subject, expireAt, environment = 'desktop', notifyUrl, returnUrl }) {
      // On a computer the payment page opens in a separate window. On a phone it replaces our page, as the pages of payment providers do.
      const isHere = environment !== 'desktop';
      await db.orm.execute(sql`
        insert into local_payment (trade_no, subject, amount_fen, notify_url, state, expires_at, return_url)
        values (${tradeNo}, ${subject}, ${amountFen}, ${notifyUrl}, 'open', ${expireAt}, ${isHere ? returnUrl : null})`);
      const url = `${deps.publicUrl}${LOCAL_PAY_PATH}/${tradeNo}/${proofOf(tradeNo)}`;
      await outbox.append({ at: clock.now(), event: 'begin', tradeNo, amountFen, subject, url });
      return { kind: isHere ? 'redirect' : 'page', url };
    },
    async query(tradeNo) {
      const row = await findRow(tradeNo);
      return row === undefined ? { tradeNo, state: 'unpaid', raw: { tradeNo, state: 'unknown' } } : factOf(row);
    },
    async close(tradeNo) {
      await db.orm.execute(sql`update local_payment set state = 'closed' where trade_no = ${tradeNo} and state = 'open'`);
      if ((await findRow(tradeNo))?.txn) throw new PlatformError('close', 'paid');
    },
    async refund({ tradeNo, refundNo, refundFen, reason }) {
      const isGiven = await db.transaction(async (tx) => {
        const { rows } = await tx.execute<TradeRow>(
          sql`select trade_no, amount_fen, txn from local_payment where trade_no = ${tradeNo} and txn is not null for update`,
        );
        const [trade] = rows;
        if (trade === undefined) return false;
        await tx.execute(sql`
          insert into local_refund (refund_no, trade_no, amount_fen)
          select ${refundNo}, ${tradeNo}, ${refundFen}::int
          where (select coalesce(sum(amount_fen), 0) from local_refund where trade_no = ${tradeNo}) + ${refundFen}::int <= ${trade.amount_fen}::int
          on conflict (refund_no) do nothing`);
        await tx.execute(sql`
          update local_payment set state = 'refunded'
          where trade_no = ${tradeNo} and amount_fen = (select sum(amount_fen) from local_refund where trade_no = ${tradeNo})`);
        const known = await tx.execute(sql`select 1 from local_refund where refund_no = ${refundNo} and amount_fen = ${refundFen}`);
        return known.rowCount === 1;
      });
      await outbox.append({ at: clock.now(), event: 'refund', tradeNo, refundNo, amountFen: refundFen, reason });
      const raw = { tradeNo, refundNo, refundFen };
      return isGiven ? { state: 'succeeded', raw } : { state: 'failed', reason: '没有这笔付款，或退款多于付款', raw };
    },
    async readNotification({ headers, body }) {
      const text = body.toString('utf8');
      const given = headers[SIGNATURE_HEADER];
      if (typeof given !== 'string' || !isMac('notify', text, given)) throw new ForgedNotification('not signed by the local page');
      const { id, tradeNo, txn, amountFen, paidAt } = notification.parse(JSON.parse(text));
      return { id, tradeNo, fact: { tradeNo, state: 'paid', txn, amountFen, paidAt, raw: { tradeNo, txn, amountFen, paidAt } } };
    },
    accepted: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 401, type: 'text/plain', body: 'fail' },

    async findTrade(tradeNo, proof) {
      if (proof !== proofOf(tradeNo)) return undefined;
      const row = await findRow(tradeNo);
      return row && toTrade(row);
    },
    async press(tradeNo, press, deliver) {
      const now = clock.now();
      if (press !== 'fail') {
        await db.orm.execute(sql`
          update local_payment set state = 'paid', txn = ${newId(now)}
          where trade_no = ${tradeNo} and state = 'open' and expires_at > ${now}`);
      }
      const row = await findRow(tradeNo);
      await outbox.append({ at: now, event: press, tradeNo, amountFen: row?.amount_fen ?? 0 });
      if (row?.txn && row.state === 'paid' && (press === 'pay' || press === 'twice')) {
        const body = JSON.stringify({ id: newId(now), tradeNo, txn: row.txn, amountFen: row.amount_fen, paidAt: now });
        const headers = { [SIGNATURE_HEADER]: macOf('notify', body).toString('base64') };
        for (let sent = 0; sent < (press === 'twice' ? REPEATS : 1); sent++) await deliver(body, headers);
      }
      return row && toTrade(row);
    },
  };
};
