/** Payment notifications by the thousand, on a whole server (`openTestServer`): security.md §5. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDice } from './testing/hostile-requests.ts';
import { type OrderScene, openOrderScene } from './testing/order-scene.ts';
import type { TestPerson } from './testing/test-server.ts';

let scene: OrderScene;
let people = 0;
beforeAll(async () => {
  scene = await openOrderScene();
}, 120_000);
afterAll(() => scene?.close());

const aPerson = (): Promise<TestPerson> => {
  people += 1;
  return scene.shop.person(String(13_622_230_000 + people));
};

describe('a storm of notifications', () => {
  it('repeated, reordered and forged, 2,000 of them: one grant for each paid order and none else', async () => {
    const dice = createDice(20261121);
    const books: string[] = [];
    while (books.length < 5) books.push(await scene.paidBook('风暴'));
    const buyers = await Promise.all(Array.from({ length: 20 }, aPerson));
    const orders: { no: string; tradeNo: string; channel: 'wechatNative' | 'alipayPage'; isPaid: boolean }[] = [];
    for (const [index, buyer] of buyers.entries())
      for (const [place, bookId] of books.entries()) {
        const { no } = await scene.order(buyer, bookId);
        const channel = (index + place) % 2 === 0 ? 'wechatNative' : 'alipayPage';
        const tradeNo = await scene.begin(buyer, no, channel);
        const isPaid = (index + place) % 5 < 3;
        if (isPaid) scene.standIn.pay(tradeNo);
        orders.push({ no, tradeNo, channel, isPaid });
      }
    const paid = orders.filter(({ isPaid }) => isPaid);
    const unpaid = orders.filter(({ isPaid }) => !isPaid);
    const { standIn } = scene;
    type Sent = { channel: 'wechatNative' | 'alipayPage'; notification: { headers: Record<string, string>; body: string } };
    const told = ({ tradeNo, channel }: (typeof orders)[number], change: object = {}): Sent => ({
      channel,
      notification: channel === 'wechatNative' ? standIn.wechatNotification(tradeNo, change) : standIn.alipayNotification(tradeNo, change),
    });
    const genuine = paid.flatMap((order): Sent[] => {
      const once = told(order, { id: `same-${order.no}` });
      // The same again and again, and others about the same payment.
      return [...Array.from({ length: 12 }, () => once), ...Array.from({ length: 8 }, () => told(order))];
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
    const forged = Array.from({ length: 600 }, () => spoil(told(dice.pick(orders))));
    // Signed, but about money that did not come: another amount, or a trade that still waits.
    const empty = Array.from({ length: 200 }, () =>
      dice.roll(2) === 0 ? told(dice.pick(paid), { totalFen: 1 }) : told(dice.pick(unpaid)),
    );
    const storm = [...genuine, ...forged, ...empty];
    for (let index = storm.length - 1; index > 0; index--) {
      const other = dice.roll(index + 1);
      [storm[index], storm[other]] = [storm[other] as Sent, storm[index] as Sent];
    }
    expect(storm).toHaveLength(2_000);

    let faults = 0;
    const queue = [...storm];
    const deliver = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const answer = await scene.notify(next.channel, next.notification);
        if (answer.startsWith('5')) faults += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, deliver));
    expect(faults).toBe(0);

    const nos = orders.map(({ no }) => no);
    const fulfilled = await scene.query(`select no from purchase_order where no = any($1) and status = 'fulfilled'`, [nos]);
    expect(new Set(fulfilled.map(({ no }) => no))).toEqual(new Set(paid.map(({ no }) => no)));
    const grants = await scene.query(
      `select source_id, count(*)::int as count from entitlement where source = 'order' and source_id = any($1) group by 1`,
      [nos],
    );
    expect(grants).toHaveLength(paid.length);
    expect(grants.every(({ count }) => count === 1)).toBe(true);
    expect(await scene.query(`select 1 from order_refund where order_no = any($1)`, [nos])).toEqual([]);
    console.info(
      `2,000 notifications (${genuine.length} genuine, ${forged.length} forged, ${empty.length} about no money): ${grants.length} grants for ${paid.length} paid orders, none else`,
    );
  }, 180_000);
});
