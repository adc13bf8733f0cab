import { type BookOffer, createOrder, getBookOffer, listAuthRoles, type Order } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { endSession } from '../../platform/session/session.ts';
import { dropSignInIntent } from '../../platform/session/sign-in-intent.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { BuyBox } from './buy-box.tsx';

const BOOK = '1'.repeat(26);
const NO = '20261121201500123456';
const rule = '付款后 7 天内可以退款。';
const offer = (part: Partial<BookOffer> = {}) =>
  succeed(getBookOffer, { priceFen: 3980, refundRule: rule, channels: ['wechatNative'], ...part });
const order: Order = {
  no: NO,
  status: 'created',
  items: [{ bookId: BOOK, title: '论语选读', authors: '', priceFen: 3980, payFen: 3980 }],
  totalFen: 3980,
  discountFen: 0,
  payFen: 3980,
  refundedFen: 0,
  createdAt: 1,
  expireAt: 2,
};

const roles = succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['buy'] });
afterEach(() => {
  endSession();
  dropSignInIntent();
  vi.unstubAllGlobals();
});

describe('an unpaid order created during the sale', () => {
  it('is shown with its price after the sale has ended, and links to its payment', async () => {
    signInHere();
    stubCalls(
      roles,
      succeed(getBookOffer, { saleState: 'ended', saleTo: 1, refundRule: rule, channels: [], openOrderNo: NO, openOrderFen: 3980 }),
    );
    renderInApp(<BuyBox bookId={BOOK} isMain />);
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute('href', `/pay/${NO}`);
    expect(screen.getByRole('region', { name: '购买' })).toHaveTextContent('您有一个待支付的订单，¥39.80，在到期之前仍可支付');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the offer of a book', () => {
  it('shows price, term and refund rule, and asks an anonymous user to sign in', async () => {
    stubCalls(offer({ termDays: 180 }));
    const asked = vi.fn();
    const stop = onBroadcast('signInRequest', asked);
    renderInApp(<BuyBox bookId={BOOK} />);
    const button = await screen.findByRole('button', { name: '登录后购买' });
    expect(screen.getByRole('region', { name: '购买' })).toHaveTextContent(`¥39.80有效 180 天一次付清，书内没有其他收费退款规则${rule}`);
    expect(await accessibilityViolations()).toEqual([]);
    await userEvent.click(button);
    expect(asked).toHaveBeenCalled();
    stop();
  });

  it('orders at the displayed price, and continues to the payment with a return path', async () => {
    signInHere();
    const { asked } = stubCalls(roles, offer(), succeed(createOrder, { order, reused: false }));
    const { router } = renderInApp(<BuyBox bookId={BOOK} backTo="/course/learning/x" />);
    await userEvent.click(await screen.findByRole('button', { name: '购买' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: `/pay/${NO}`, search: '?to=%2Fcourse%2Flearning%2Fx' }));
    expect(asked.find(({ name }) => name === createOrder.path)?.fields).toEqual({ bookId: BOOK, priceFen: 3980 });
  });

  it('continues to the payment after the requested sign-in, only at the displayed price', async () => {
    stubCalls(offer());
    const anonymousUser = renderInApp(<BuyBox bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: '登录后购买' }));
    anonymousUser.unmount();
    signInHere();
    stubCalls(roles, offer(), succeed(createOrder, { order, reused: false }));
    const { router, unmount } = renderInApp(<BuyBox bookId={BOOK} />);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/pay/${NO}`));
    unmount();

    endSession();
    stubCalls(offer());
    const again = renderInApp(<BuyBox bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: '登录后购买' }));
    again.unmount();
    signInHere();
    const { asked } = stubCalls(roles, offer({ priceFen: 4500 }));
    renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByRole('button', { name: '购买' })).toBeEnabled();
    expect(asked.some(({ name }) => name === createOrder.path)).toBe(false);
  });

  it('is fetched again when the price has changed', async () => {
    signInHere();
    const { asked } = stubCalls(roles, offer(), refuse(createOrder, 'orders.priceChanged', '价格已变为 45.00 元，请确认后再下单'));
    renderInApp(<BuyBox bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: '购买' }));
    await waitFor(() => expect(asked.filter(({ name }) => name === getBookOffer.path)).toHaveLength(2));
  });

  it('links to an unpaid order, renders nothing where the book is not sold, and shows an error', async () => {
    stubCalls(offer({ openOrderNo: NO }));
    const waiting = renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute('href', `/pay/${NO}`);
    waiting.unmount();
    stubCalls(offer({ priceFen: undefined }));
    const unsold = renderInApp(<BuyBox bookId={BOOK} />);
    await waitFor(() => expect(screen.queryByRole('status', { name: '正在查询价格' })).toBeNull());
    expect(screen.queryByRole('region', { name: '购买' })).toBeNull();
    unsold.unmount();
    stubCalls(refuse(getBookOffer, 'unavailable', '服务暂时不可用，请稍后再试'));
    renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByText('价格与购买方式没有加载出来。')).toBeVisible();
    stubCalls(offer());
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('¥39.80')).toBeVisible();
  });

  it('offers a renewal at the lower price, from the end of the current right', async () => {
    signInHere();
    const continuesAt = new Date(2026, 11, 31, 9, 30).getTime();
    const { asked } = stubCalls(
      roles,
      offer({ priceFen: 1990, termDays: 180, renewal: { fullFen: 3980, continuesAt } }),
      succeed(createOrder, { order, reused: false }),
    );
    renderInApp(<BuyBox bookId={BOOK} />);
    const box = await screen.findByRole('region', { name: '购买' });
    expect(box).toHaveTextContent('¥19.90原价 ¥39.80有效 180 天续订价，从 2026年12月31日 09:30 接着计算');
    await userEvent.click(screen.getByRole('button', { name: '续订' }));
    await waitFor(() => expect(asked.find(({ name }) => name === createOrder.path)?.fields).toEqual({ bookId: BOOK, priceFen: 1990 }));
  });

  it('shows when the sale begins or that it has ended, without a button', async () => {
    const at = new Date(2026, 11, 1, 8, 0).getTime();
    stubCalls(offer({ priceFen: undefined, saleFrom: at, saleState: 'soon' }));
    const soon = renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByText('2026年12月1日 08:00 开售')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    soon.unmount();
    stubCalls(offer({ priceFen: undefined, saleTo: at, saleState: 'ended' }));
    renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByText('已于 2026年12月1日 08:00 停售')).toBeVisible();
  });
});
