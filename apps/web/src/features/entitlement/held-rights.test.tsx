import type { BookEntitlement } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { HeldRights } from './held-rights.tsx';

const NOW = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const aRight = (part: Partial<BookEntitlement>): BookEntitlement => ({
  id: 'r',
  source: 'order',
  startsAt: NOW - 300 * DAY_MS,
  endsAt: NOW + 200 * DAY_MS,
  state: 'active',
  orderNo: '20261121',
  ...part,
});
const show = (part: Partial<BookEntitlement>, isSold = true) =>
  renderInApp(
    <HeldRights
      bookId="b1"
      title="论语"
      isSold={isSold}
      rights={[aRight(part)]}
      sourceNames={bookshelfText.sourceNames}
      now={NOW}
      onRelease={() => undefined}
    />,
  );

describe('a right to a book', () => {
  it('with months left offers no renewal, and links to its order', () => {
    show({});
    expect(screen.getByText('剩 200 天')).not.toHaveAttribute('data-soon');
    expect(screen.queryByRole('link', { name: '续订《论语》' })).toBeNull();
    expect(screen.getByRole('link', { name: '《论语》的订单与发票' })).toHaveAttribute('href', '/user/myOrders?no=20261121');
  });

  it('that ends within two weeks is highlighted, and can be renewed', () => {
    show({ endsAt: NOW + 14 * DAY_MS });
    expect(screen.getByText('剩 14 天')).toHaveAttribute('data-soon', 'true');
    expect(screen.getByRole('link', { name: '续订《论语》' })).toHaveAttribute('href', '/course/info/b1');
  });

  it('that has ended can be bought again', () => {
    show({ state: 'ended', endsAt: NOW - DAY_MS });
    expect(screen.getByText('已到期')).toBeVisible();
    expect(screen.getByRole('link', { name: '续订《论语》' })).toBeVisible();
  });

  it('from a code that has ended can be renewed only where the book is sold', () => {
    const sold = show({ source: 'code', state: 'ended', endsAt: NOW - DAY_MS });
    expect(screen.getByRole('link', { name: '续订《论语》' })).toBeVisible();
    sold.unmount();
    show({ source: 'code', state: 'ended', endsAt: NOW - DAY_MS }, false);
    expect(screen.queryByRole('link', { name: '续订《论语》' })).toBeNull();
  });

  it('that is suspended shows the reason', () => {
    show({ state: 'suspended', reason: '付款被银行退回' });
    expect(screen.getByText('已暂停')).toBeVisible();
    expect(screen.getByText('原因：付款被银行退回')).toBeVisible();
  });
});
