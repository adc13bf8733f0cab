/** Tests of the page of one order: its facts, the query to the payment provider, a refund by finance, and suspended entitlements. */
import {
  getAdminOrder,
  type Operation,
  type Order,
  type OutputOf,
  queryOrder,
  type Refund,
  refundOrder,
  setOrderRights,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminOrder } from './admin-order.tsx';

type Detail = OutputOf<typeof getAdminOrder>;

const NO = '20261121201500123456';
const A = 'a'.repeat(26);
const B = 'b'.repeat(26);
const book = (bookId: string, title: string, payFen: number) => ({ bookId, title, authors: '佚名', priceFen: payFen, payFen });
const order = (part: Partial<Order> = {}): Order => ({
  no: NO,
  status: 'fulfilled',
  items: [book(A, '论语', 2_000), book(B, '孟子', 1_000)],
  totalFen: 3_000,
  discountFen: 0,
  payFen: 3_000,
  refundedFen: 0,
  createdAt: 1,
  expireAt: 2,
  channel: 'wechatNative',
  paidAt: 3,
  ...part,
});
const refund: Refund = {
  id: 'c'.repeat(26),
  orderNo: NO,
  cause: 'operator',
  amountFen: 2_000,
  bookIds: [A],
  reason: '重复购买',
  status: 'approved',
  reply: '',
  requestedAt: 4,
};
const detail = (part: Partial<Detail> = {}): Detail => ({
  order: order(),
  buyer: { userId: 'u1', nickname: '梅香', tel: '138****0001' },
  isPart: false,
  events: [],
  payments: [],
  grants: [],
  refunds: [],
  ...part,
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

const open = async (shown: Detail, ...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(getAdminOrder, shown), ...responses);
  const view = renderInApp(<AdminOrder no={NO} />, `/admin/orders/${NO}`);
  await screen.findByText(NO);
  return { ...view, user: userEvent.setup(), sentTo: (operation: Operation) => asked.filter(({ name }) => name === operation.path) };
};
const dialog = () => within(screen.getByRole('dialog'));

describe('the page of an order', () => {
  it('shows the buyer, the amount and the events, without accessibility violations', async () => {
    const { container } = await open(
      detail({
        order: order({ status: 'closed', closeReason: 'timeout' }),
        events: [{ at: 5, kind: 'closed', detail: '' }],
        payments: [{ at: 3, type: 'notify', channel: 'wechatNative', verified: false, message: { trade: '1' } }],
      }),
    );
    expect(screen.getByText('梅香 138****0001')).toBeVisible();
    expect(screen.getByText('¥30.00')).toBeVisible();
    expect(screen.getByText('超过付款期限')).toBeVisible();
    expect(screen.getByText('签名不符')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('says that the order does not exist, without a button to try again', async () => {
    stubCalls(refuse(getAdminOrder, 'orders.notFound', '没有找到这个订单'));
    renderInApp(<AdminOrder no={NO} />);
    expect(await screen.findByRole('heading', { name: '没有这个订单' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('asks the payment provider about an unpaid order, and shows its new state', async () => {
    const { paidAt: _, channel: __, ...unpaid } = order({ status: 'created' });
    const { user, sentTo } = await open(detail({ order: unpaid }), succeed(queryOrder, detail()));
    const loaded = sentTo(getAdminOrder).length;
    await user.click(screen.getByRole('button', { name: '向支付平台再查一次' }));
    await waitFor(() => expect(sentTo(getAdminOrder).length).toBeGreaterThan(loaded));
    expect(sentTo(queryOrder).map(({ fields }) => fields)).toEqual([{ no: NO }]);
  });

  it('of a publisher with a part of the order neither asks the provider nor suspends entitlements', async () => {
    await open(detail({ order: order({ status: 'paid' }), isPart: true, grants: [{ bookId: A, status: 'active', startsAt: 3 }] }));
    expect(screen.getByText(/这个订单里还有其他出版社的图书/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '向支付平台再查一次' })).toBeNull();
    expect(screen.queryByRole('button', { name: '暂停阅读权限' })).toBeNull();
  });
});

describe('a refund by finance', () => {
  const openForm = async (shown: Detail, ...responses: Parameters<typeof stubCalls>) => {
    const opened = await open(shown, ...responses);
    await opened.user.click(screen.getByRole('button', { name: '发起退款' }));
    return {
      ...opened,
      amount: dialog().getByRole('textbox', { name: '退款金额（元）' }),
      reason: dialog().getByRole('textbox', { name: '原因' }),
    };
  };
  const confirm = (user: ReturnType<typeof userEvent.setup>) => user.click(dialog().getByRole('button', { name: '退款' }));

  it('takes the amount from the chosen books, and sends the books with it', async () => {
    const { user, amount, reason, sentTo } = await openForm(detail(), succeed(refundOrder, { refund }));
    await user.click(dialog().getByRole('checkbox', { name: '《论语》 ¥20.00' }));
    expect(amount).toHaveValue('20.00');
    expect(dialog().queryByText('款项全部退回后，订单开通的图书全部收回。')).toBeNull();
    await user.type(reason, ' 重复购买 ');
    await confirm(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(refundOrder).map(({ fields }) => fields)).toEqual([{ no: NO, bookIds: [A], amountFen: 2_000, reason: '重复购买' }]);
  });

  it('says that all entitlements end when everything is refunded', async () => {
    const { user, amount } = await openForm(detail());
    await user.click(dialog().getByRole('checkbox', { name: '《论语》 ¥20.00' }));
    await user.click(dialog().getByRole('checkbox', { name: '《孟子》 ¥10.00' }));
    expect(amount).toHaveValue('30.00');
    expect(dialog().getByText('款项全部退回后，订单开通的图书全部收回。')).toBeVisible();
  });

  it.each(['0', '30.01', '三十'])(
    'is not sent with the amount %s: the field says which amounts are possible and is focused',
    async (entered) => {
      const { user, amount, reason, sentTo } = await openForm(detail());
      await user.type(amount, entered);
      await user.type(reason, '协商退款');
      await confirm(user);
      expect(amount).toHaveFocus();
      expect(amount).toHaveAccessibleDescription(expect.stringContaining('请填写 0.01 至 30.00 的金额'));
      expect(sentTo(refundOrder)).toEqual([]);
    },
  );

  it('is limited to what was not refunded before, and to books that were not refunded', async () => {
    const items = [{ ...book(A, '论语', 2_000), refundedAt: 9 }, book(B, '孟子', 1_000)];
    await openForm(detail({ order: order({ status: 'partiallyRefunded', refundedFen: 2_000, items }) }));
    expect(dialog().queryByRole('checkbox', { name: '《论语》 ¥20.00' })).toBeNull();
    expect(dialog().getByText(/还可以退 ¥10.00/)).toBeVisible();
  });

  it('of a publisher with a part of the order needs a book', async () => {
    const { user, amount, reason, sentTo } = await openForm(detail({ isPart: true }));
    await user.type(amount, '5');
    await user.type(reason, '协商退款');
    await confirm(user);
    expect(amount).toHaveAccessibleDescription(expect.stringContaining('请选择图书：只能退所负责的图书的款项。'));
    expect(sentTo(refundOrder)).toEqual([]);
  });

  it('keeps its reason when the server refuses, and after the dialog was closed', async () => {
    const { user, amount, reason, sentTo } = await openForm(detail(), refuse(refundOrder, 'orders.refundRefused', '现在不能退款'));
    await user.type(amount, '5');
    await user.type(reason, '协商退款');
    await confirm(user);
    await waitFor(() => expect(sentTo(refundOrder)).toHaveLength(1));
    expect(amount).toHaveValue('5');
    expect(reason).toHaveValue('协商退款');
    await user.click(dialog().getByRole('button', { name: '取消' }));
    await user.click(screen.getByRole('button', { name: '发起退款' }));
    await waitFor(() => expect(dialog().getByRole('textbox', { name: '原因' })).toHaveValue('协商退款'));
  });

  it('is not offered for an order that was refunded completely', async () => {
    await open(detail({ order: order({ status: 'refunded', refundedFen: 3_000 }) }));
    expect(screen.queryByRole('button', { name: '发起退款' })).toBeNull();
  });
});

describe('the entitlements of an order', () => {
  it('are suspended with a reason that the reader sees', async () => {
    const { user, sentTo } = await open(
      detail({ grants: [{ bookId: A, status: 'active', startsAt: 3 }] }),
      succeed(setOrderRights, { changed: 1 }),
    );
    expect(screen.queryByRole('button', { name: '恢复阅读权限' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '暂停阅读权限' }));
    await user.click(dialog().getByRole('button', { name: '暂停阅读权限' }));
    expect(sentTo(setOrderRights)).toEqual([]);
    await user.type(dialog().getByRole('textbox', { name: '原因' }), '拒付');
    await user.click(dialog().getByRole('button', { name: '暂停阅读权限' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(setOrderRights).map(({ fields }) => fields)).toEqual([{ no: NO, status: 'suspended', reason: '拒付' }]);
  });

  it('are resumed; a refusal leaves the dialog with the reason', async () => {
    const { user, sentTo } = await open(
      detail({ grants: [{ bookId: A, status: 'suspended', startsAt: 3, reason: '拒付' }] }),
      refuse(setOrderRights, 'orders.rightsUnchanged', '没有可以恢复的权限'),
    );
    await user.click(screen.getByRole('button', { name: '恢复阅读权限' }));
    await user.type(dialog().getByRole('textbox', { name: '原因' }), '已付清');
    await user.click(dialog().getByRole('button', { name: '恢复阅读权限' }));
    await waitFor(() => expect(sentTo(setOrderRights)).toHaveLength(1));
    expect(sentTo(setOrderRights)[0]?.fields).toEqual({ no: NO, status: 'active', reason: '已付清' });
    expect(dialog().getByRole('textbox', { name: '原因' })).toHaveValue('已付清');
  });
});
