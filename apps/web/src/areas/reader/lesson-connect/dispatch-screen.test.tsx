import { webcrypto } from 'node:crypto';
import { bindProvider, finishProviderSignIn, getAuthRole, getCaptcha, startProviderSignIn } from '@shufang/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearDraft } from '../../../features/account/sign-in-draft.ts';
import { beginProvider } from '../../../features/account/sign-in-proof.ts';
import { sessionValues } from '../../../platform/session/session-values.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './dispatch-screen.tsx';

const login = {
  access_token: 'a',
  expires_in: 1,
  refresh_token: 'r',
  dpAuthToken: 'T',
  loginTHQS: 'q',
  registered: false,
  replaced: null,
};
const pages = (state: string) => ({
  embedUrl: `https://wechat.example/connect?state=${state}`,
  popupUrl: `https://wechat.example/connect?state=${state}`,
  expiresAt: Date.now() + 600_000,
});
const common = [
  succeed(startProviderSignIn, pages('state-1')),
  succeed(getAuthRole, { role: 'reader' }),
  succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'captcha-key' }),
];

/** Opens the callback page in the browser that started the authorization flow. */
const openReturnPage = async (...responses: Parameters<typeof stubCalls>) => {
  // The `crypto` of the test environment has no `subtle`, so it is replaced by that of Node.
  vi.stubGlobal('crypto', webcrypto);
  const played = stubCalls(...common, ...responses);
  await beginProvider('wechat', '/bookshelf');
  return { ...played, ...renderInApp(<Component />, '/lesson/connect/dispatch?code=c1&state=state-1') };
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  clearDraft();
});

describe('the callback page of WeChat', () => {
  it('sends the proof that this browser stored, signs in and returns to the previous page', async () => {
    const { asked, router } = await openReturnPage(succeed(finishProviderSignIn, { outcome: 'signedIn', login, returnTo: '/bookshelf' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/bookshelf'));
    expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' });
    const [start, finish] = [startProviderSignIn.path, finishProviderSignIn.path].map(
      (path) => asked.find(({ name }) => name === path)?.fields,
    );
    expect(finish).toMatchObject({ code: 'c1', state: 'state-1' });
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(finish?.['proof']));
    expect(start?.['proofHash']).toBe(Buffer.from(hash).toString('base64url'));
  });

  it('links a phone number for a WeChat user without an account', async () => {
    const { asked, router } = await openReturnPage(
      succeed(finishProviderSignIn, { outcome: 'needsPhone', ticket: 'ticket-1', nickname: '小明', returnTo: '/bookshelf' }),
      succeed(bindProvider, login),
    );
    expect(await screen.findByRole('heading', { name: '绑定手机号' })).toBeVisible();
    expect(screen.getByText(/^小明，您是第一次用微信登录/)).toBeVisible();
    await screen.findByAltText('图形验证码图片');
    expect(await accessibilityViolations()).toEqual([]);
    fireEvent.change(screen.getByLabelText('手机号'), { target: { value: '13900000009' } });
    fireEvent.change(screen.getByLabelText('短信验证码'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: '绑定并登录' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/bookshelf'));
    expect(asked.find(({ name }) => name === bindProvider.path)?.fields).toEqual({
      provider: 'wechat',
      ticket: 'ticket-1',
      tel: '13900000009',
      code: '123456',
      ifSignedInElsewhere: 'ask',
    });
    expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' });
  });

  it('asks for the number again after a reload, without a request to WeChat', async () => {
    const { asked, unmount } = await openReturnPage(
      succeed(finishProviderSignIn, { outcome: 'needsPhone', ticket: 'ticket-1', nickname: '小明', returnTo: '/bookshelf' }),
    );
    expect(await screen.findByRole('heading', { name: '绑定手机号' })).toBeVisible();
    unmount();
    renderInApp(<Component />, '/lesson/connect/dispatch?code=c1&state=state-1');
    expect(await screen.findByText(/^小明，您是第一次用微信登录/)).toBeVisible();
    expect(asked.filter(({ name }) => name === finishProviderSignIn.path)).toHaveLength(1);
  });

  it('shows the error of the server, with a link to start again', async () => {
    await openReturnPage(refuse(finishProviderSignIn, 'account.providerFailed', '微信授权失败或已过期，请重试'));
    expect(await screen.findByText('微信授权失败或已过期，请重试')).toBeVisible();
    expect(screen.getByRole('link', { name: '重新登录' })).toHaveAttribute('href', '/user/login');
    expect(await accessibilityViolations()).toEqual([]);
  });

  it.each([
    ['another browser started the flow', '/lesson/connect/dispatch?code=c1&state=foreign', /不是在这个浏览器里发起的/],
    ['the user declined in WeChat', '/lesson/connect/dispatch?state=state-1', /没有在微信里同意授权/],
  ])('sends no request when %s', async (_case, address, text) => {
    const { asked } = stubCalls(...common);
    renderInApp(<Component />, address);
    expect(await screen.findByText(text)).toBeVisible();
    expect(asked).toEqual([]);
  });
});

it.each([
  ['state-1', '微信登录'],
  ['i.state-1', '机构登录'],
])('the callback page with the state %s has the title %s', async (state, title) => {
  stubCalls(...common);
  renderInApp(<Component />, `/lesson/connect/dispatch?state=${state}`);
  await screen.findByRole('alert');
  expect(document.title).toContain(title);
});
