import { getCaptcha } from '@shufang/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { broadcast, onBroadcast } from '../../platform/events/broadcasts.ts';
import { keepReplacedDevice } from '../../platform/session/replaced-device.ts';
import { beginSession, findSessionToken } from '../../platform/session/session.ts';
import { answerCalls, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { SessionDialogs } from './session-dialogs.tsx';

const page = (
  <>
    <SessionDialogs />
    <button type="button">前一个</button>
  </>
);

// The dialog is loaded when it is first needed; compiling it is not what is tested.
beforeAll(() => import('../../features/account/sign-in-dialog.tsx'));
beforeEach(() => {
  answerCalls(succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'k' }));
});
afterEach(() => vi.unstubAllGlobals());

describe('dialogs that any part of the client brings about', () => {
  it('opens sign-in once however often it is asked for, and gives the focus back', async () => {
    renderInApp(page);
    screen.getByRole('button', { name: '前一个' }).focus();
    act(() => {
      broadcast('signInRequest');
      broadcast('signInRequest');
    });
    expect(await screen.findAllByRole('dialog', { name: '登录' })).toHaveLength(1);
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: '前一个' })).toHaveFocus();
  });

  it('stays closed on the sign-in page, which is the same panel', async () => {
    renderInApp(page, '/user/login');
    act(() => broadcast('signInRequest'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says once that the network failed, and asks for a reload when that is confirmed', async () => {
    const reload = vi.fn();
    const stop = onBroadcast('reloadRequest', reload);
    renderInApp(page);
    act(() => {
      broadcast('networkFailure');
      broadcast('networkFailure');
    });
    const alert = screen.getByRole('alertdialog', { name: '错误' });
    expect(alert).toHaveAccessibleDescription('网络连接失败，请检查网络');
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    stop();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('tells after a sign-in which device that signed out, once', async () => {
    const told: string[] = [];
    const stop = onBroadcast('toast', ({ text }) => told.push(text));
    keepReplacedDevice({ replaced: { name: 'Chrome · Windows', lastSeenAt: Date.now() - 3 * 3_600_000 } });
    renderInApp(page).unmount();
    renderInApp(page);
    await waitFor(() => expect(told).not.toEqual([]));
    stop();
    expect(told).toEqual(['您在另一台同类型设备（Chrome · Windows，3 小时前使用过）上的登录已退出']);
  });

  it('ends the session when the person signed in elsewhere, and asks to sign in after the alert', async () => {
    beginSession({
      access_token: 'a',
      expires_in: 1,
      refresh_token: 'r',
      dpAuthToken: 'T',
      loginTHQS: 'q',
      registered: false,
      replaced: null,
    });
    renderInApp(page);
    act(() => {
      broadcast('userKickedOut');
      broadcast('userKickedOut');
    });
    expect(findSessionToken()).toBeUndefined();
    expect(screen.getByRole('alertdialog', { name: '错误' })).toHaveAccessibleDescription('检测到账号在同类型设备登录，请重新登录');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeVisible();
  });
});
