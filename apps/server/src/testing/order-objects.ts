/** Valid requests for the operations on orders, by operation name. Each uses a new order of a new user. */
import type { Order, PaymentStart } from '@shufang/contract';
import { aPdf, granted } from './file-fixture.ts';
import { aBookNamed } from './server-order-fixture.ts';
import { APP_HOST, type TestPerson, type TestServer } from './test-server.ts';

interface OrderRequest {
  readonly as: TestPerson;
  readonly body: object | FormData;
}

const PRICE_FEN = 100;

export const orderRequests = (
  shop: () => TestServer,
  aUser: (role?: 'admin') => Promise<TestPerson>,
): Readonly<Record<string, () => Promise<OrderRequest>>> => {
  const post = async <T>(url: string, as: TestPerson, body: object): Promise<T> => granted(await shop().call<T>(url, { as, body }));
  let made: Promise<string> | undefined;
  const aPaidBook = (): Promise<string> => {
    made ??= shop()
      .book(aBookNamed('卖的书'), { publish: true })
      .then(async (bookId) => {
        // The price is set before the first order, because that order would store a price of its own.
        await post('/api/admin/book/price', await aUser('admin'), { bookId, priceFen: PRICE_FEN });
        return bookId;
      });
    return made;
  };
  const anOrder = async (): Promise<{ as: TestPerson; no: string }> => {
    const as = await aUser();
    const { order } = await post<{ order: Order }>('/api/order/create', as, { bookId: await aPaidBook(), priceFen: PRICE_FEN });
    return { as, no: order.no };
  };
  const aPaidOrder = async (): Promise<{ as: TestPerson; no: string }> => {
    const { as, no } = await anOrder();
    const { start } = await post<{ start: PaymentStart }>('/api/order/pay', as, { no, channel: 'local' });
    if (start.kind !== 'page') throw new Error('the simulated payment page is not enabled');
    const headers = { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' };
    await shop().request({ method: 'POST', url: new URL(start.url).pathname, headers, payload: 'press=pay' });
    return { as, no };
  };
  const anInvoice = async (): Promise<string> => {
    const { as, no } = await aPaidOrder();
    return (await post<{ id: string }>('/api/invoice/create', as, { orderNos: [no], titleType: 'personal', title: '读者' })).id;
  };
  return {
    createOrder: async () => ({ as: await aUser(), body: { bookId: await aPaidBook(), priceFen: PRICE_FEN } }),
    payOrder: async () => {
      const { as, no } = await anOrder();
      return { as, body: { no, channel: 'local' } };
    },
    cancelOrder: async () => {
      const { as, no } = await anOrder();
      return { as, body: { no } };
    },
    requestRefund: async () => {
      const { as, no } = await aPaidOrder();
      return { as, body: { no, reason: '买错了' } };
    },
    createInvoice: async () => {
      const { as, no } = await aPaidOrder();
      return { as, body: { orderNos: [no], titleType: 'personal', title: '读者' } };
    },
    decideRefund: async () => {
      const { as, no } = await aPaidOrder();
      const { refund } = await post<{ refund: { id: string } }>('/api/order/refund', as, { no });
      return { as: await aUser('admin'), body: { id: refund.id, decision: 'approve' } };
    },
    refundOrder: async () => {
      const { no } = await aPaidOrder();
      return { as: await aUser('admin'), body: { no, amountFen: 10, reason: '补偿' } };
    },
    setOrderRights: async () => {
      const { no } = await aPaidOrder();
      return { as: await aUser('admin'), body: { no, status: 'suspended', reason: '付款有争议' } };
    },
    setBundlePrice: async () => {
      const as = await aUser('admin');
      const items: { bookId: string }[] = [{ bookId: await aPaidBook() }];
      items.push({ bookId: await shop().book(aBookNamed('同套的书'), { publish: true, accessModel: 'paid', priceFen: PRICE_FEN }) });
      const { id } = await post<{ id: string }>('/api/admin/collection/save', as, { kind: 'series', title: '丛书', visible: true, items });
      return { as, body: { collectionId: id, priceFen: PRICE_FEN } };
    },
    queryOrder: async () => {
      const { no } = await anOrder();
      return { as: await aUser('admin'), body: { no } };
    },
    assignInvoice: async () => ({ as: await aUser('admin'), body: { id: await anInvoice(), action: 'take' } }),
    rejectInvoice: async () => ({ as: await aUser('admin'), body: { id: await anInvoice(), reply: '抬头不全' } }),
    issueInvoice: async () => {
      const body = new FormData();
      body.append('id', await anInvoice());
      body.append('invoiceNo', '26112000000012345678');
      body.append('file', new Blob([Uint8Array.from(aPdf())]), '发票.pdf');
      return { as: await aUser('admin'), body };
    },
    setBookPrice: async () => ({ as: await aUser('admin'), body: { bookId: await aPaidBook(), priceFen: PRICE_FEN } }),
  };
};
