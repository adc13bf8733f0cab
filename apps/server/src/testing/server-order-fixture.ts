/** A test server with paid books, simulated payment platforms and buyers. */
import type { BookOffer, Order, PaymentChannel, PaymentStart } from '@shufang/contract';
import { assembleOrders } from '../app/assemble-orders.ts';
import { startJobs } from '../app/start-jobs.ts';
import { reconcileOrder, sendDueOrders } from '../features/orders/reconcile-order.ts';
import type { BookOptions } from '../features/publication/testing/make-epub.ts';
import { type PaymentStandIn, type SignedNotification, startPaymentStandIn } from '../gateways/payment/testing/payment-stand-in.ts';
import { granted } from './file-fixture.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from './test-server.ts';

export const PRICE_FEN = 3980;

export interface OrderScenario {
  readonly shop: TestServer;
  readonly standIn: PaymentStandIn;
  paidBook(title?: string): Promise<string>;
  offer(bookId: string, as?: TestUser): Promise<BookOffer>;
  order(as: TestUser, bookId: string, priceFen?: number): Promise<Order>;
  /** Starts a payment and returns our trade number for it. An Alipay form is submitted as a browser does. */
  begin(as: TestUser, no: string, channel?: PaymentChannel): Promise<string>;
  find(as: TestUser, no: string): Promise<Order>;
  /** Sends a payment notification to our callback URL and returns the status and text of the response. */
  notify(channel: PaymentChannel, notification: SignedNotification): Promise<string>;
  /** Makes a complete purchase: creates the order, pays it and sends the payment notification. */
  buy(as: TestUser, bookId: string, channel?: PaymentChannel): Promise<{ no: string; tradeNo: string }>;
  rights(as: TestUser, bookId: string): Promise<{ source_id: string; status: string; ends_at: number | null }[]>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs all jobs for orders that are due at the current time of the clock. */
  reconcileDue(): Promise<void>;
  reconcile(no: string): Promise<void>;
  close(): Promise<void>;
}

const PATHS: Readonly<Record<PaymentChannel, string>> = {
  wechatNative: '/api/pay/notify/wechat',
  alipayPage: '/api/pay/notify/alipay',
  local: '/api/pay/notify/local',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a book whose file is unique to its title, because files of equal content are the same book. */
export const aBookNamed = (title: string): BookOptions => ({
  metadata: `<dc:identifier id="id">urn:x:${encodeURIComponent(title)}</dc:identifier><dc:title>${escaped(title)}</dc:title><dc:language>zh-CN</dc:language><dc:creator>孔子弟子</dc:creator>`,
});

export const openOrderScenario = async (environment: Readonly<Record<string, string>> = {}): Promise<OrderScenario> => {
  let now = (): number => Date.now();
  const standIn = await startPaymentStandIn({ now: () => now() });
  const opened = await openTestServer({ ...standIn.environment, ...environment });
  now = () => opened.platform.clock.now();
  await startJobs(opened.platform);
  const { orders } = assembleOrders(opened.platform);
  let books = 0;
  const query: OrderScenario['query'] = async (text, values = []) => (await opened.platform.db.pool.query(text, values)).rows;
  const fixture: OrderScenario = {
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
      const response = await opened.request({
        method: 'POST',
        url: PATHS[channel],
        headers: { host: APP_HOST, ...headers },
        payload: body,
      });
      return `${response.statusCode} ${response.body}`;
    },
    buy: async (as, bookId, channel = 'wechatNative') => {
      const { no } = await fixture.order(as, bookId);
      const tradeNo = await fixture.begin(as, no, channel);
      standIn.pay(tradeNo);
      await fixture.notify(channel, channel === 'alipayPage' ? standIn.alipayNotification(tradeNo) : standIn.wechatNotification(tradeNo));
      return { no, tradeNo };
    },
    rights: async (as, bookId) =>
      (await query(
        `select source_id, status, ends_at from entitlement where user_id = $1 and book_id = $2 and source = 'order' order by created_at`,
        [as.id, bookId],
      )) as { source_id: string; status: string; ends_at: number | null }[],
    reconcileDue: async () => {
      await sendDueOrders(orders);
    },
    reconcile: async (no) => {
      await reconcileOrder(orders, no);
    },
    close: async () => {
      await opened.close();
      await standIn.stop();
    },
  };
  return fixture;
};
