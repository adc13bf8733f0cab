/** Orders and invoices for valid requests (`request-fixture.ts`). Each order belongs to a new user. */
import type { Order, PaymentStart } from '@shufang/contract';
import type { RequestBase } from './request-base.ts';
import { aBookNamed } from './server-order-fixture.ts';
import { APP_HOST, type TestUser } from './test-server.ts';

interface OrderOfUser {
  readonly as: TestUser;
  readonly no: string;
}

export interface OrderObjects {
  /** Price of `aPaidBook`. */
  readonly priceFen: number;
  readonly aPaidBook: () => Promise<string>;
  readonly anOrder: () => Promise<OrderOfUser>;
  readonly aPaidOrder: () => Promise<OrderOfUser>;
  readonly anInvoice: () => Promise<string>;
}

const PRICE_FEN = 100;

export const orderObjects = ({ shop, aUser, post }: RequestBase): OrderObjects => {
  let made: Promise<string> | undefined;
  const aPaidBook = (): Promise<string> => {
    made ??= shop.book(aBookNamed('卖的书'), { publish: true }).then(async (bookId) => {
      // The price is set before the first order, because that order would store a price of its own.
      await post('/api/admin/book/price', await aUser('admin'), { bookId, priceFen: PRICE_FEN });
      return bookId;
    });
    return made;
  };
  const anOrder = async (): Promise<OrderOfUser> => {
    const as = await aUser();
    const { order } = await post<{ order: Order }>('/api/order/create', as, { bookId: await aPaidBook(), priceFen: PRICE_FEN });
    return { as, no: order.no };
  };
  const aPaidOrder = async (): Promise<OrderOfUser> => {
    const { as, no } = await anOrder();
    const { start } = await post<{ start: PaymentStart }>('/api/order/pay', as, { no, channel: 'local' });
    if (start.kind !== 'page') throw new Error('the simulated payment page is not enabled');
    const headers = { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' };
    await shop.request({ method: 'POST', url: new URL(start.url).pathname, headers, payload: 'press=pay' });
    return { as, no };
  };
  return {
    priceFen: PRICE_FEN,
    aPaidBook,
    anOrder,
    aPaidOrder,
    anInvoice: async () => {
      const { as, no } = await aPaidOrder();
      return (await post<{ id: string }>('/api/invoice/create', as, { orderNos: [no], titleType: 'personal', title: '读者' })).id;
    },
  };
};
