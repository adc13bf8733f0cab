/** Tests of suspending and resuming the entitlements of an order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { setOrderRights } from './set-order-rights.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

testAccess('setOrderRights', ['finance', 'admin'], 'filtered');

testIdempotency('setOrderRights', async ({ aUser, aPaidOrder }) => ({
  as: await aUser('admin'),
  body: { no: (await aPaidOrder()).no, status: 'suspended', reason: '付款有争议' },
}));

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

describe('the entitlements of an order', () => {
  const right = async (no: string, bookId: string) =>
    orders.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, status, created_at) values ($1, $2, $3, 'order', $1, 0, 'active', 0)`,
      [no, orders.mei, bookId],
    );
  const set = (no: string, status: 'suspended' | 'active', scope?: AccessScope) =>
    resultOf(setOrderRights(orders.deps, orders.operatorCaller(scope), { no, status, reason: '付款有争议' }));

  it('are suspended and resumed with an audit event and a notification, and no others', async () => {
    const [no, next] = [await orders.fulfilled(), await orders.fulfilled()];
    const [bookId, another] = [await orders.book(), await orders.book()];
    await right(no, bookId);
    await right(next, another);
    expect(await set(no, 'suspended')).toEqual({ payload: { changed: 1 }, say: '已暂停阅读权限' });
    expect([await orders.rights(bookId), await orders.rights(another)]).toMatchObject([[{ status: 'suspended' }], [{ status: 'active' }]]);
    expect(await orders.row('entitlement', 'id', no)).toMatchObject({ status: 'suspended' });
    expect(await orders.notifications()).toEqual([{ kind: 'rightsSuspended', subject_id: no, subject_name: no, created_at: orders.now() }]);
    expect(await set(no, 'active')).toEqual({ payload: { changed: 1 }, say: '已恢复阅读权限' });
    expect(await orders.rights(bookId)).toMatchObject([{ status: 'active' }]);
    const auditEvent = {
      operator_id: orders.operator.userId,
      target_kind: 'order',
      target_id: no,
      target_name: no,
      after: { rights: 1 },
      reason: '付款有争议',
    };
    expect(await orders.auditEvents()).toMatchObject([
      { ...auditEvent, action: 'rights.suspend' },
      { ...auditEvent, action: 'rights.resume' },
    ]);
    expect((await orders.notifications()).map(({ kind }) => kind)).toContain('rightsResumed');
    expect(orders.published).toEqual(Array.from({ length: 2 }, () => ({ topic: `orders of ${orders.mei}`, data: { no } })));
  });

  it('cannot be changed if there are none, or the order does not exist', async () => {
    expect(await outcomeOf(set(await orders.fulfilled(), 'suspended'))).toBe('orders.rightsUnchanged');
    expect(await outcomeOf(set('20000000000000000000', 'suspended'))).toBe('orders.notFound');
    expect([await orders.auditEvents(), await orders.notifications(), orders.published]).toEqual([[], [], []]);
  });

  it('of a shared order cannot be changed by one of its publishers', async () => {
    const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
    const no = await orders.fulfilled({ items: [{ bookId: own }, { bookId: other }] });
    expect(await outcomeOf(set(no, 'suspended', { publishers: ['甲社'], institutions: [] }))).toBe('orders.shared');
  });
});
