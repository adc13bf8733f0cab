import { type BookOffer, createOrder, getBookOffer, listAuthRoles, type Order } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { beginSession, endSession } from '../../platform/session/session.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
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

const signIn = (): void => {
  const content = JSON.stringify({ id: 'u1', name: '孔丘', avatar: '', deviceType: 'web', sid: 's', iat: 1, exp: 2 });
  const token = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ v: 1, kid: 'k', content, mac: 'm' }))));
  const tokens = { access_token: 'a', refresh_token: 'r', dpAuthToken: token, loginTHQS: 'q' };
  beginSession({ ...tokens, expires_in: 1, registered: false, replaced: null });
};
const roles = succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['buy'] });
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
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
    signIn();
    const { asked } = answerCalls(roles, offer(), succeed(createOrder, { order, reused: false }));
    const { router } = renderInApp(<BuyBox bookId={BOOK} backTo="/course/learning/x" />);
    await userEvent.click(await screen.findByRole('button', { name: '购买' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: `/pay/${NO}`, search: '?to=%2Fcourse%2Flearning%2Fx' }));
    expect(asked.find(({ name }) => name === createOrder.path)?.fields).toEqual({ bookId: BOOK, priceFen: 3980 });
  });

  it('asks for the price again when it has changed meanwhile', async () => {
    signIn();
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
});
