/** Calls about orders that make sense, by the name of their operation: each made on a fresh order of a fresh person. */
import type { Order, PaymentStart } from '@shufang/contract';
import { aPdf, granted } from './file-scene.ts';
import { aBookNamed } from './order-scene.ts';
import { APP_HOST, type TestPerson, type TestServer } from './test-server.ts';

interface OrderWish {
  readonly as: TestPerson;
  readonly body: object | FormData;
}

const PRICE_FEN = 100;

export const orderWishes = (
  shop: () => TestServer,
  aPerson: (role?: 'admin') => Promise<TestPerson>,
): Readonly<Record<string, () => Promise<OrderWish>>> => {
  const post = async <T>(url: string, as: TestPerson, body: object): Promise<T> => granted(await shop().call<T>(url, { as, body }));
  let made: Promise<string> | undefined;
  const aPaidBook = (): Promise<string> => {
    made ??= shop()
      .book(aBookNamed('卖的书'), { publish: true })
      .then(async (bookId) => {
        // Priced before the first order, which would write the price down.
        await post('/api/admin/book/price', await aPerson('admin'), { bookId, priceFen: PRICE_FEN });
        return bookId;
      });
    return made;
  };
  const anOrder = async (): Promise<{ as: TestPerson; no: string }> => {
    const as = await aPerson();
    const { order } = await post<{ order: Order }>('/api/order/create', as, { bookId: await aPaidBook(), priceFen: PRICE_FEN });
    return { as, no: order.no };
  };
  const aPaidOrder = async (): Promise<{ as: TestPerson; no: string }> => {
    const { as, no } = await anOrder();
    const { start } = await post<{ start: PaymentStart }>('/api/order/pay', as, { no, channel: 'local' });
    if (start.kind !== 'page') throw new Error('the local page is off');
    const headers = { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' };
    await shop().request({ method: 'POST', url: new URL(start.url).pathname, headers, payload: 'press=pay' });
    return { as, no };
  };
  const anInvoice = async (): Promise<string> => {
    const { as, no } = await aPaidOrder();
    return (await post<{ id: string }>('/api/invoice/create', as, { orderNos: [no], titleType: 'personal', title: '读者' })).id;
  };
  return {
    createOrder: async () => ({ as: await aPerson(), body: { bookId: await aPaidBook(), priceFen: PRICE_FEN } }),
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
      return { as: await aPerson('admin'), body: { id: refund.id, decision: 'approve' } };
    },
    refundOrder: async () => {
      const { no } = await aPaidOrder();
      return { as: await aPerson('admin'), body: { no, amountFen: 10, reason: '补偿' } };
    },
    setOrderRights: async () => {
      const { no } = await aPaidOrder();
      return { as: await aPerson('admin'), body: { no, status: 'suspended', reason: '付款有争议' } };
    },
    setBundlePrice: async () => {
      const as = await aPerson('admin');
      const items: { bookId: string }[] = [{ bookId: await aPaidBook() }];
      items.push({ bookId: await shop().book(aBookNamed('同套的书'), { publish: true, accessModel: 'paid', priceFen: PRICE_FEN }) });
      const { id } = await post<{ id: string }>('/api/admin/collection/save', as, { kind: 'series', title: '丛书', visible: true, items });
      return { as, body: { collectionId: id, priceFen: PRICE_FEN } };
    },
    queryOrder: async () => {
      const { no } = await anOrder();
      return { as: await aPerson('admin'), body: { no } };
    },
    holdInvoice: async () => ({ as: await aPerson('admin'), body: { id: await anInvoice(), action: 'take' } }),
    rejectInvoice: async () => ({ as: await aPerson('admin'), body: { id: await anInvoice(), answer: '抬头不全' } }),
    issueInvoice: async () => {
      const body = new FormData();
      body.append('id', await anInvoice());
      body.append('invoiceNo', '26112000000012345678');
      body.append('file', new Blob([Uint8Array.from(aPdf())]), '发票.pdf');
      return { as: await aPerson('admin'), body };
    },
    setBookPrice: async () => ({ as: await aPerson('admin'), body: { bookId: await aPaidBook(), priceFen: PRICE_FEN } }),
  };
};
