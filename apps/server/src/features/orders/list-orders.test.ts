/** Tests of the list of the caller’s orders. */
import type { AccessRight, OrderTab } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { listOrders } from './list-orders.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

testAccess('listOrders', 'every user');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
  await orders.query('delete from purchase_order');
});

const owned = { kind: 'owned', reason: '您已购买本书' } as unknown as AccessRight;
const list = (input: { tab?: OrderTab; limit?: number; cursor?: string }, userId = orders.mei) =>
  payloadOf(
    listOrders(
      { ...orders.deps, rightsOf: async (_caller, books) => new Map(books.map(({ id }) => [id, owned] as const)) },
      orders.caller(userId),
      {
        tab: 'all',
        limit: 20,
        cursor: undefined,
        ...input,
      },
    ),
  );
const nosOf = ({ items }: { items: readonly { no: string }[] }) => items.map(({ no }) => no);

it('orders are listed page by page, with the rights of fulfilled orders and the number of unpaid ones', async () => {
  const bookId = await orders.book();
  const items = [{ bookId }];
  const closed = await orders.order({ status: 'closed', items });
  const done = await orders.fulfilled({ items });
  const part = await orders.fulfilled({ status: 'partiallyRefunded', items });
  const open = await orders.order({ items });
  const first = await list({ limit: 2 });
  expect([nosOf(first), first.next, first.toPay]).toEqual([[open, part], part, 1]);
  const rest = await list({ limit: 2, cursor: part });
  expect([nosOf(rest), rest.next]).toEqual([[done, closed], undefined]);
  const rights = [...first.items, ...rest.items].map((order) => order.items[0]?.right !== undefined);
  expect(rights).toEqual([false, true, true, false]);
  expect(nosOf(await list({ tab: 'closed' }))).toEqual([closed]);
  expect((await list({ limit: 4 })).next).toBeUndefined();
});

it('orders of other users are not listed', async () => {
  await orders.order();
  expect(await list({}, await orders.user())).toEqual({ items: [], toPay: 0 });
});
