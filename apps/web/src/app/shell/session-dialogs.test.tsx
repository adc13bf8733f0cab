import { getCaptcha } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { broadcast, onBroadcast } from '../../platform/events/broadcasts.ts';
import { askToSignInOnce } from '../../platform/session/ask-to-sign-in.ts';
import { storeReplacedDevice } from '../../platform/session/replaced-device.ts';
import { beginSession, findSessionToken } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { SessionDialogs } from './session-dialogs.tsx';

const page = (
  <>
    <SessionDialogs />
    <button type="button">前一个</button>
  </>
);

// Loads the lazy dialog first, so that the time to compile it does not count towards the time limit of a test.
beforeAll(() => import('../../features/account/sign-in-dialog.tsx'));
beforeEach(() => {
  // Simulates a user action, because after the previous test the sign-in dialog opens again only when the user has acted.
  dispatchEvent(new Event('pointerdown'));
  stubCalls(succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'k' }));
});
afterEach(() => vi.unstubAllGlobals());

describe('the session dialogs', () => {
  it('open the sign-in dialog once for several broadcasts and restore the focus', async () => {
    renderInApp(page);
    screen.getByRole('button', { name: '前一个' }).focus();
    act(() => {
      broadcast('signInRequest');
      broadcast('signInRequest');
    });
    expect(await screen.findAllByRole('dialog', { name: '登录' })).toHaveLength(1);
    expect(await accessibilityViolations()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: '前一个' })).toHaveFocus();
  });

  it('do not open sign-in on the sign-in page', async () => {
    renderInApp(page, '/user/login');
    await act(async () => {
      broadcast('signInRequest');
      // Waits for the module that the dialog loads: if the sign-in page wrongly opened the dialog, the dialog would be visible after this
      // import.
      await import('../../features/account/sign-in-dialog.tsx');
    });
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).toBeNull();
    // Cross-check: the same broadcast on another page opens the dialog.
    cleanup();
    renderInApp(page);
    act(() => broadcast('signInRequest'));
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeInTheDocument();
  });

  it('do not open sign-in again after dismissal until the user acts', async () => {
    renderInApp(page);
    act(() => askToSignInOnce());
    await screen.findByRole('dialog', { name: '登录' });
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const asked = vi.fn();
    const stop = onBroadcast('signInRequest', asked);
    act(() => {
      askToSignInOnce();
      askToSignInOnce();
    });
    expect(asked).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '前一个' }));
    act(() => askToSignInOnce());
    stop();
    expect(asked).toHaveBeenCalledOnce();
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeInTheDocument();
  });

  it('show one network alert and request a reload on confirmation', async () => {
    const reload = vi.fn();
    const stop = onBroadcast('reloadRequest', reload);
    renderInApp(page);
    act(() => {
      broadcast('networkFailure');
      broadcast('networkFailure');
    });
    const alert = screen.getByRole('alertdialog', { name: '错误' });
    expect(alert).toHaveAccessibleDescription('网络连接失败，请检查网络');
    expect(await accessibilityViolations()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    stop();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('show once after a sign-in which device was signed out', async () => {
    const toasts: string[] = [];
    const stop = onBroadcast('toast', ({ text }) => toasts.push(text));
    storeReplacedDevice({ replaced: { name: 'Chrome · Windows', lastSeenAt: Date.now() - 3 * 3_600_000 } });
    renderInApp(page).unmount();
    renderInApp(page);
    await waitFor(() => expect(toasts).not.toEqual([]));
    stop();
    expect(toasts).toEqual(['您在另一台同类型设备（Chrome · Windows，3 小时前使用过）上的登录已退出']);
  });

  it('end the session after a sign-in on another device, and request sign-in after the alert', async () => {
    beginSession({
      access_token: 'a',
      expires_in: 1,
      refresh_token: 'r',
      dpAuthToken: 'T',
      loginTHQS: 'q',
      registered: false,
      replaced: null,
    });
    const asked = vi.fn(async () => 'books of everybody');
    const Books = () => <p>{useQuery({ queryKey: ['catalog', 'books'], queryFn: asked }).data}</p>;
    renderInApp(
      <>
        {page}
        <Books />
      </>,
    );
    await screen.findByText('books of everybody');
    act(() => {
      broadcast('userKickedOut');
      broadcast('userKickedOut');
      // Simulates another failed call of the same page after its session has ended.
      broadcast('signInRequest');
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(findSessionToken()).toBeUndefined();
    expect(screen.getByRole('alertdialog', { name: '错误' })).toHaveAccessibleDescription('检测到账号在同类型设备登录，请重新登录');
    // Lists of books are requested again, because they showed which books the user owns.
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeVisible();
  });
});
