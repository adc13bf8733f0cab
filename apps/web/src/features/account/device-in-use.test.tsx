import { type DeviceInUse, errorSentence, replaceDevice, signInWithSmsCode } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionValues } from '../../platform/session/session-values.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { refuse, succeed } from '../../testing/stub-calls.ts';
import { clearDraft } from './sign-in-draft.ts';
import { field, fill, openPanel, playServer, press, signedIn } from './testing/play-sign-in.tsx';

// Loads the dialog first, so that the time to compile it does not count towards the time limit of a test.
await import('./device-in-use-dialog.tsx');

afterEach(() => {
  vi.unstubAllGlobals();
  clearDraft();
});

const inUse = (ticket: string, name: string): DeviceInUse => ({
  ticket,
  expiresAt: Date.now() + 120_000,
  device: { name, lastSeenAt: Date.now() - 3 * 3_600_000 },
});
const asks = (operation: { path: string }, ticket: string, name: string): Parameters<typeof playServer>[0] => [
  operation.path,
  () => ({ code: 'account.deviceInUse', message: errorSentence('account.deviceInUse', { device: name }), payload: inUse(ticket, name) }),
];
const signIn = async () => {
  await openPanel();
  fill('手机号', '13800000001');
  fill('短信验证码', '123456');
  press('登录');
  return screen.findByRole('dialog', { name: '账号正在另一台设备上使用' });
};

describe('a sign-in while another device is in use', () => {
  it('shows that device and its last use, and continues with the ticket', async () => {
    const { asked } = playServer(asks(signInWithSmsCode, 'ticket-1', 'Chrome · Windows'), succeed(replaceDevice, signedIn));
    const dialog = await signIn();
    expect(dialog).toHaveTextContent('Chrome · Windows');
    expect(dialog).toHaveTextContent('3 小时前');
    expect(await accessibilityViolations()).toEqual([]);
    expect(sessionValues.dpAuth.find()).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: '继续登录' }));
    await waitFor(() => expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' }));
    expect(asked.filter(({ name }) => name === replaceDevice.path).map(({ fields }) => fields)).toEqual([{ ticket: 'ticket-1' }]);
    expect(screen.queryByRole('dialog', { name: '账号正在另一台设备上使用' })).toBeNull();
  });

  it('changes nothing after 取消, except that the code is used up', async () => {
    const { asked } = playServer(asks(signInWithSmsCode, 'ticket-1', ''));
    expect(await signIn()).toHaveTextContent('未知设备');
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(field('短信验证码')).toHaveValue(''));
    expect(screen.queryByRole('dialog', { name: '账号正在另一台设备上使用' })).toBeNull();
    expect(sessionValues.dpAuth.find()).toBeUndefined();
    expect(asked.filter(({ name }) => name === replaceDevice.path)).toEqual([]);
  });

  it('asks again when a third device has signed in meanwhile', async () => {
    playServer(asks(signInWithSmsCode, 'ticket-1', 'Firefox · Linux'), asks(replaceDevice, 'ticket-2', 'Safari · macOS'));
    await signIn();
    await userEvent.click(screen.getByRole('button', { name: '继续登录' }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: '账号正在另一台设备上使用' })).toHaveTextContent('Safari · macOS'));
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
  });

  it('asks nothing when the credentials are wrong', async () => {
    playServer(refuse(signInWithSmsCode, 'account.smsCodeWrong', '短信验证码错误或已过期'));
    await openPanel();
    fill('手机号', '13800000001');
    fill('短信验证码', '000000');
    press('登录');
    expect(await screen.findByText('短信验证码错误或已过期')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
