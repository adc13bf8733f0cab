import { getCaptcha, getSignInOptions, signOut } from '@shufang/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDraft } from '../../../features/account/sign-in-draft.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { beginSession, endSession } from '../../../platform/session/session.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { tokenOf } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './login-screen.tsx';

beforeEach(() => {
  stubCalls(
    succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'captcha-key' }),
    succeed(getSignInOptions, { slider: { provider: 'local' }, providers: [], termsVersion: 1 }),
    succeed(signOut, {}),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearDraft();
  endSession();
});

describe('the sign-in page', () => {
  it.each([
    ['', '登录', '使用密码登录'],
    ['?mode=password', '登录', '使用短信验证码登录'],
    ['?mode=signUp', '注册', '使用密码登录'],
    ['?mode=reset', '重置密码', '使用密码登录'],
    ['?mode=nonsense', '登录', '使用密码登录'],
  ])('opens the mode of %j', (search, action, otherWay) => {
    renderInApp(<Component />, `/user/login${search}`);
    expect(screen.getByRole('button', { name: action })).toBeVisible();
    expect(screen.getByRole('link', { name: otherWay })).toBeVisible();
  });

  it('stores the mode and the return path in the URL, and navigates to the return path after the sign-in', async () => {
    const { router } = renderInApp(<Component />, '/user/login?redirect=%2Fbookshelf');
    expect(screen.getByText('教材评审专家请使用密码登录。')).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: '注册新用户' }));
    await waitFor(() => expect(router.state.location.search).toBe('?redirect=%2Fbookshelf&mode=signUp'));
    broadcast('loginSuccess');
    await waitFor(() => expect(router.state.location.pathname).toBe('/bookshelf'));
  });

  it('asks a signed-in user whether to continue with the current account', async () => {
    beginSession({
      access_token: 'a',
      expires_in: 1,
      refresh_token: 'r',
      dpAuthToken: tokenOf({ name: '李白' }),
      loginTHQS: 'q',
      registered: false,
      replaced: null,
    });
    renderInApp(<Component />, '/user/login?redirect=https%3A%2F%2Fevil.example');
    expect(screen.getByRole('button', { name: '以 李白 进入' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '切换账号' }));
    expect(await screen.findByRole('button', { name: '登录' })).toBeVisible();
  });
});
