import { type BookOffer, createOrder, getBookOffer, listAuthRoles, type Order } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { endSession } from '../../platform/session/session.ts';
import { dropSignInIntent } from '../../platform/session/sign-in-intent.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
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

describe('an order that was made in time', () => {
  it('stands there with its price when the sale is over, and leads to its payment', async () => {
    signInHere();
    answerCalls(
      roles,
      succeed(getBookOffer, { saleState: 'ended', saleTo: 1, refundRule: rule, channels: [], openOrderNo: NO, openOrderFen: 3980 }),
    );
    renderInApp(<BuyBox bookId={BOOK} isMain />);
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute('href', `/pay/${NO}`);
    expect(screen.getByRole('region', { name: '购买' })).toHaveTextContent('您有一个待支付的订单，¥39.80，在到期之前仍可支付');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the way to buy', () => {
  it('says price, term and refund rule, and asks a stranger to sign in', async () => {
    answerCalls(offer({ termDays: 180 }));
    const asked = vi.fn();
    const stop = onBroadcast('signInRequest', asked);
    renderInApp(<BuyBox bookId={BOOK} />);
    const button = await screen.findByRole('button', { name: '登录后购买' });
    expect(screen.getByRole('region', { name: '购买' })).toHaveTextContent(`¥39.80有效 180 天一次付清，书内没有其他收费${rule}`);
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.click(button);
    expect(asked).toHaveBeenCalled();
    stop();
  });

  it('orders at the price that is shown, and goes on to the payment with the way back', async () => {
    signInHere();
    const { asked } = answerCalls(roles, offer(), succeed(createOrder, { order, reused: false }));
    const { router } = renderInApp(<BuyBox bookId={BOOK} backTo="/course/learning/x" />);
    await userEvent.click(await screen.findByRole('button', { name: '购买' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: `/pay/${NO}`, search: '?to=%2Fcourse%2Flearning%2Fx' }));
    expect(asked.find(({ name }) => name === createOrder.path)?.fields).toEqual({ bookId: BOOK, priceFen: 3980 });
  });

  it('goes on by itself to the payment after the sign-in it asked for, at the price that was shown only', async () => {
    answerCalls(offer());
    const stranger = renderInApp(<BuyBox bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: '登录后购买' }));
    stranger.unmount();
    signInHere();
    answerCalls(roles, offer(), succeed(createOrder, { order, reused: false }));
    const { router, unmount } = renderInApp(<BuyBox bookId={BOOK} />);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/pay/${NO}`));
    unmount();

    endSession();
    answerCalls(offer());
    const again = renderInApp(<BuyBox bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: '登录后购买' }));
    again.unmount();
    signInHere();
    const { asked } = answerCalls(roles, offer({ priceFen: 4500 }));
    renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByRole('button', { name: '购买' })).toBeEnabled();
    expect(asked.some(({ name }) => name === createOrder.path)).toBe(false);
  });

  it('asks for the price again when it has changed meanwhile', async () => {
    signInHere();
    const { asked } = answerCalls(roles, offer(), refuse(createOrder, 'orders.priceChanged', '价格已变为 45.00 元，请确认后再下单'));
    renderInApp(<BuyBox bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: '购买' }));
    await waitFor(() => expect(asked.filter(({ name }) => name === getBookOffer.path)).toHaveLength(2));
  });

  it('leads to the order that waits, shows nothing where nothing is sold, and says when it does not know', async () => {
    answerCalls(offer({ openOrderNo: NO }));
    const waiting = renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute('href', `/pay/${NO}`);
    waiting.unmount();
    answerCalls(offer({ priceFen: undefined }));
    const unsold = renderInApp(<BuyBox bookId={BOOK} />);
    await waitFor(() => expect(screen.queryByRole('status', { name: '正在查询价格' })).toBeNull());
    expect(screen.queryByRole('region', { name: '购买' })).toBeNull();
    unsold.unmount();
    answerCalls(refuse(getBookOffer, 'unavailable', '服务暂时不可用，请稍后再试'));
    renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByText('价格与购买方式没有加载出来。')).toBeVisible();
    answerCalls(offer());
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('¥39.80')).toBeVisible();
  });

  it('renews at the lower price, from where the right ends', async () => {
    signInHere();
    const continuesAt = new Date(2026, 11, 31, 9, 30).getTime();
    const { asked } = answerCalls(
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

  it('says from when on it is sold, and that it is not any more, without a button', async () => {
    const at = new Date(2026, 11, 1, 8, 0).getTime();
    answerCalls(offer({ priceFen: undefined, saleFrom: at, saleState: 'soon' }));
    const soon = renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByText('2026年12月1日 08:00 开售')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    soon.unmount();
    answerCalls(offer({ priceFen: undefined, saleTo: at, saleState: 'ended' }));
    renderInApp(<BuyBox bookId={BOOK} />);
    expect(await screen.findByText('已于 2026年12月1日 08:00 停售')).toBeVisible();
  });
});
