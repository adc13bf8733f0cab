/** A load test of payment notifications on a whole server (`openTestServer`): 2,000 in a full run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../../platform/testing/load-scale.ts';
import { createDice } from '../../../testing/malicious-requests.ts';
import { type OrderScenario, openOrderScenario } from '../../../testing/server-order-fixture.ts';
import type { TestUser } from '../../../testing/test-server.ts';

let fixture: OrderScenario;
let userCount = 0;
/** Number of notifications. Three in ten are forged; one in ten is validly signed but reports no payment. */
const NOTIFICATIONS = scaled(2_000);
beforeAll(async () => {
  fixture = await openOrderScenario();
}, 120_000);
afterAll(() => fixture?.close());

const aUser = (): Promise<TestUser> => {
  userCount += 1;
  return fixture.shop.user(String(13_622_230_000 + userCount));
};

describe('payment notifications under load', () => {
  it(`${NOTIFICATIONS} of them, repeated, reordered and forged, grant one entitlement for each paid order and no other`, async () => {
    const dice = createDice(20261121);
    const books: string[] = [];
    while (books.length < 5) books.push(await fixture.paidBook('风暴'));
    const buyers = await Promise.all(Array.from({ length: scaled(20) }, aUser));
    const orders: { no: string; tradeNo: string; channel: 'wechatNative' | 'alipayPage'; isPaid: boolean }[] = [];
    for (const [index, buyer] of buyers.entries())
      for (const [position, bookId] of books.entries()) {
        const { no } = await fixture.order(buyer, bookId);
        const channel = (index + position) % 2 === 0 ? 'wechatNative' : 'alipayPage';
        const tradeNo = await fixture.begin(buyer, no, channel);
        const isPaid = (index + position) % 5 < 3;
        if (isPaid) fixture.standIn.pay(tradeNo);
        orders.push({ no, tradeNo, channel, isPaid });
      }
    const paid = orders.filter(({ isPaid }) => isPaid);
    const unpaid = orders.filter(({ isPaid }) => !isPaid);
    const { standIn } = fixture;
    type Sent = { channel: 'wechatNative' | 'alipayPage'; notification: { headers: Record<string, string>; body: string } };
    const notificationOf = ({ tradeNo, channel }: (typeof orders)[number], change: object = {}): Sent => ({
      channel,
      notification: channel === 'wechatNative' ? standIn.wechatNotification(tradeNo, change) : standIn.alipayNotification(tradeNo, change),
    });
    const genuine = paid.flatMap((order): Sent[] => {
      const once = notificationOf(order, { id: `same-${order.no}` });
      // Copies of the same notification, and other notifications of the same payment.
      return [...Array.from({ length: 12 }, () => once), ...Array.from({ length: 8 }, () => notificationOf(order))];
    });
    const spoil = ({ channel, notification: { headers, body } }: Sent): Sent => {
      switch (dice.roll(4)) {
        case 0:
          return {
            channel,
            notification: {
              headers: { ...headers, 'wechatpay-signature': Buffer.alloc(256, 7).toString('base64') },
              body: body.replace(/sign=[^&]*/, 'sign=AAAA'),
            },
          };
        case 1:
          return {
            channel,
            notification: {
              headers: { ...headers, 'wechatpay-serial': 'another' },
              body: body.replace('TRADE_', 'TRADE%5F').replace('total_amount=', 'total_amount=9'),
            },
          };
        case 2:
          return { channel, notification: { headers, body: body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) } };
        default:
          return { channel, notification: { headers, body: body.slice(0, -1 - dice.roll(20)) } };
      }
    };
    const forged = Array.from({ length: NOTIFICATIONS * 0.3 }, () => spoil(notificationOf(dice.pick(orders))));
    // Validly signed notifications that report no valid payment: the amount differs from the order's, or the trade is not paid.
    const empty = Array.from({ length: NOTIFICATIONS * 0.1 }, () =>
      dice.roll(2) === 0 ? notificationOf(dice.pick(paid), { totalFen: 1 }) : notificationOf(dice.pick(unpaid)),
    );
    const all = [...genuine, ...forged, ...empty];
    for (let index = all.length - 1; index > 0; index--) {
      const other = dice.roll(index + 1);
      [all[index], all[other]] = [all[other] as Sent, all[index] as Sent];
    }
    expect(all).toHaveLength(NOTIFICATIONS);

    let serverErrors = 0;
    const queue = [...all];
    const deliver = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const response = await fixture.notify(next.channel, next.notification);
        if (response.startsWith('5')) serverErrors += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, deliver));
    expect(serverErrors).toBe(0);

    const nos = orders.map(({ no }) => no);
    const fulfilled = await fixture.query(`select no from purchase_order where no = any($1) and status = 'fulfilled'`, [nos]);
    expect(new Set(fulfilled.map(({ no }) => no))).toEqual(new Set(paid.map(({ no }) => no)));
    const grants = await fixture.query(
      `select source_id, count(*)::int as count from entitlement where source = 'order' and source_id = any($1) group by 1`,
      [nos],
    );
    expect(grants).toHaveLength(paid.length);
    expect(grants.every(({ count }) => count === 1)).toBe(true);
    expect(await fixture.query(`select 1 from order_refund where order_no = any($1)`, [nos])).toEqual([]);
    console.info(
      `${NOTIFICATIONS} notifications (${genuine.length} genuine, ${forged.length} forged, ${empty.length} about no money): ${grants.length} grants for ${paid.length} paid orders, none else`,
    );
  }, 180_000);
});
