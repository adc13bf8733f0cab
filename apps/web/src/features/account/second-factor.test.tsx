import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  signInWithPassword,
  signInWithSecondFactor,
  startSecondFactor,
} from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../platform/api/client.ts';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';
import { playServer, signedIn } from './testing/play-sign-in.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const WAITING = { ticket: 'ticket-of-five-minutes', expiresAt: 1 };
const field = (name: string): HTMLElement => screen.getByLabelText(name, { selector: 'input' });
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name, hidden: true }));

describe('the second step of a sign-in', () => {
  it('is shown for every call that fails with a ticket', async () => {
    const heard = vi.fn();
    const stop = onBroadcast('secondFactorRequest', heard);
    const response = { code: 'account.secondFactorRequired', message: '请完成两步验证', payload: WAITING };
    vi.stubGlobal('fetch', async () => Response.json(response));
    const input = { tel: '13800000001', password: 'x', captchaTxt: 'a', captchaKey: 'b' };
    await expect(call(signInWithPassword, input)).rejects.toThrow('请完成两步验证');
    stop();
    expect(heard).toHaveBeenCalledExactlyOnceWith(WAITING);
  });

  it('accepts a code of the app, shows a wrong one at the field, and signs in', async () => {
    const { asked } = playServer(refuse(signInWithSecondFactor, 'account.secondFactorWrong', '验证码或恢复码有误，或已用过'));
    const close = vi.fn();
    const { container } = renderInApp(<SecondFactorDialog waiting={WAITING} onClose={close} />);
    await press('登录');
    expect(await screen.findByText('请输入验证器应用显示的验证码')).toBeVisible();
    await userEvent.type(field('验证码'), '123456{Enter}');
    expect(await screen.findByText('验证码或恢复码有误，或已用过')).toBeVisible();
    expect(field('验证码')).toHaveFocus();
    expect(field('验证码')).toHaveValue('123456');
    expect(await accessibilityViolations(container)).toEqual([]);
    expect(asked.find(({ name }) => name === signInWithSecondFactor.path)?.fields).toMatchObject({
      ticket: WAITING.ticket,
      code: '123456',
    });
    playServer(succeed(signInWithSecondFactor, signedIn));
    await userEvent.clear(field('验证码'));
    await userEvent.type(field('验证码'), '654321{Enter}');
    await waitFor(() => expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' }));
    expect(close).toHaveBeenCalledOnce();
  });

  it('accepts a recovery code instead', async () => {
    const { asked } = playServer(succeed(signInWithSecondFactor, signedIn));
    renderInApp(<SecondFactorDialog waiting={WAITING} onClose={() => undefined} />);
    await press('改用恢复码');
    await waitFor(() => expect(field('恢复码')).toHaveFocus());
    await userEvent.type(field('恢复码'), 'ABCD-EFGH-JKLM-NPQR{Enter}');
    await waitFor(() =>
      expect(asked.find(({ name }) => name === signInWithSecondFactor.path)?.fields).toMatchObject({ code: 'ABCD-EFGH-JKLM-NPQR' }),
    );
  });
});

describe('the setting of the second factor', () => {
  const off: SecondFactorState = { enabled: false, required: true, passed: false, recoveryCodesLeft: 0 };

  it('tells an operator which roles are withheld, shows the QR code and the key, and then the recovery codes', async () => {
    const codes = Array.from({ length: 10 }, (_, n) => `CODE-${n}`);
    stubCalls(
      succeed(getSecondFactor, off),
      succeed(startSecondFactor, { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' }),
      succeed(confirmSecondFactor, { recoveryCodes: codes }),
    );
    const roles = vi.fn();
    const stop = onBroadcast('roleChanged', roles);
    const { container } = renderInApp(<SecondFactorRow />);
    expect(await screen.findByText('您的角色须开启两步验证，开启之前不能进入工作台')).toBeVisible();
    await press('开启');
    expect(await screen.findByRole('img', { name: '添加到验证器应用的二维码', hidden: true })).toBeInTheDocument();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.type(field('验证码'), '123456{Enter}');
    for (const code of codes) expect(await screen.findByText(code)).toBeVisible();
    expect(roles).toHaveBeenCalledOnce();
    stop();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('asks for a code before it changes anything, and shows a wrong one at the field', async () => {
    const on: SecondFactorState = { ...off, enabled: true, passed: true, recoveryCodesLeft: 9 };
    const { asked } = stubCalls(
      succeed(getSecondFactor, on),
      refuse(disableSecondFactor, 'account.secondFactorWrong', '验证码或恢复码有误，或已用过'),
      succeed(renewRecoveryCodes, { recoveryCodes: ['CODE-NEW'] }),
    );
    renderInApp(<SecondFactorRow />);
    await userEvent.click(await screen.findByRole('button', { name: '管理' }));
    await press('关闭两步验证');
    expect(field('验证码')).toHaveAccessibleDescription('请输入验证器应用显示的验证码');
    expect(field('验证码')).toHaveFocus();
    expect(asked.map(({ name }) => name)).toEqual([getSecondFactor.path]);
    await userEvent.type(field('验证码'), ' 123456');
    await press('关闭两步验证');
    await waitFor(() => expect(field('验证码')).toHaveAccessibleDescription('验证码或恢复码有误，或已用过'));
    await press('重新生成恢复码');
    expect(await screen.findByText('CODE-NEW')).toBeVisible();
    expect(asked.filter(({ name }) => name !== getSecondFactor.path).map(({ name, fields }) => [name, fields])).toEqual([
      [disableSecondFactor.path, { code: '123456' }],
      [renewRecoveryCodes.path, { code: '123456' }],
    ]);
  });
});
