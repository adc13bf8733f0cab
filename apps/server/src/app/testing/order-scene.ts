/** A shop with paid books, payment platforms that stand in for the real ones, and people who buy. */
import type { BookOffer, Order, PaymentChannel, PaymentStart } from '@shufang/contract';
import type { BookParts } from '../../features/media/testing/make-epub.ts';
import { sendDueOrders, tendOrder } from '../../features/orders/tend-order.ts';
import { type PaymentStandIn, type SignedNotification, startPaymentStandIn } from '../../gateways/payment/testing/payment-stand-in.ts';
import { orderParts } from '../order-parts.ts';
import { startJobs } from '../start-jobs.ts';
import { granted } from './file-scene.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './test-server.ts';

export const PRICE_FEN = 3980;

export interface OrderScene {
  readonly shop: TestServer;
  readonly standIn: PaymentStandIn;
  paidBook(title?: string): Promise<string>;
  offer(bookId: string, as?: TestPerson): Promise<BookOffer>;
  order(as: TestPerson, bookId: string, priceFen?: number): Promise<Order>;
  /** Begins a payment; answers our number of it at the platform. An Alipay form is posted as a browser does. */
  begin(as: TestPerson, no: string, channel?: PaymentChannel): Promise<string>;
  find(as: TestPerson, no: string): Promise<Order>;
  /** Brings a notification to our address; answers status and text. */
  notify(channel: PaymentChannel, notification: SignedNotification): Promise<string>;
  /** A whole purchase: ordered, paid, told. */
  buy(as: TestPerson, bookId: string, channel?: PaymentChannel): Promise<{ no: string; tradeNo: string }>;
  rights(as: TestPerson, bookId: string): Promise<{ source_id: string; status: string; ends_at: number | null }[]>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Everything that is due by the clock, done at once. */
  tendDue(): Promise<void>;
  tend(no: string): Promise<void>;
  close(): Promise<void>;
}

const PATHS: Readonly<Record<PaymentChannel, string>> = {
  wechatNative: '/api/pay/notify/wechat',
  alipayPage: '/api/pay/notify/alipay',
  local: '/api/pay/notify/local',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The same file is the same book: each title is a book of its own. */
export const aBookNamed = (title: string): BookParts => ({
  metadata: `<dc:identifier id="id">urn:x:${encodeURIComponent(title)}</dc:identifier><dc:title>${escaped(title)}</dc:title><dc:language>zh-CN</dc:language><dc:creator>孔子弟子</dc:creator>`,
});

export const openOrderScene = async (environment: Readonly<Record<string, string>> = {}): Promise<OrderScene> => {
  let now = (): number => Date.now();
  const standIn = await startPaymentStandIn(() => now());
  const opened = await openTestServer({ ...standIn.environment, ...environment });
  now = () => opened.platform.clock.now();
  await startJobs(opened.platform);
  const parts = orderParts(opened.platform);
  let books = 0;
  const query: OrderScene['query'] = async (text, values = []) => (await opened.platform.db.pool.query(text, values)).rows;
  const scene: OrderScene = {
    shop: opened,
    standIn,
    query,
    paidBook: async (title = '论语选读') => {
      books += 1;
      return opened.book(aBookNamed(`${title} ${books}`), { publish: true, accessModel: 'paid', priceFen: PRICE_FEN, trialChapters: 1 });
    },
    offer: async (bookId, as) => granted(await opened.call<BookOffer>(`/api/order/offer?bookId=${bookId}`, as && { as })),
    order: async (as, bookId, priceFen = PRICE_FEN) =>
      granted(await opened.call<{ order: Order }>('/api/order/create', { as, body: { bookId, priceFen } })).order,
    begin: async (as, no, channel = 'wechatNative') => {
      const { start } = granted(await opened.call<{ start: PaymentStart }>('/api/order/pay', { as, body: { no, channel } }));
      if (start.kind === 'form') standIn.openAlipayPage(start.action, start.fields);
      const [row] = await query(`select trade_no from payment_attempt where order_no = $1 and channel = $2 and state = 'open'`, [
        no,
        channel,
      ]);
      return String(row?.['trade_no']);
    },
    find: async (as, no) => granted(await opened.call<{ order: Order }>(`/api/order/get?no=${no}`, { as })).order,
    notify: async (channel, { headers, body }) => {
      const answer = await opened.request({ method: 'POST', url: PATHS[channel], headers: { host: APP_HOST, ...headers }, payload: body });
      return `${answer.statusCode} ${answer.body}`;
    },
    buy: async (as, bookId, channel = 'wechatNative') => {
      const { no } = await scene.order(as, bookId);
      const tradeNo = await scene.begin(as, no, channel);
      standIn.pay(tradeNo);
      await scene.notify(channel, channel === 'alipayPage' ? standIn.alipayNotification(tradeNo) : standIn.wechatNotification(tradeNo));
      return { no, tradeNo };
    },
    rights: async (as, bookId) =>
      (await query(
        `select source_id, status, ends_at from entitlement where user_id = $1 and book_id = $2 and source = 'order' order by created_at`,
        [as.id, bookId],
      )) as { source_id: string; status: string; ends_at: number | null }[],
    tendDue: async () => {
      await sendDueOrders(parts);
    },
    tend: async (no) => {
      await tendOrder(parts, no);
    },
    close: async () => {
      await opened.close();
      await standIn.stop();
    },
  };
  return scene;
};
