import { changePasswordBySms, sendResetCode, sendSmsCode, signUp } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionValues } from '../../platform/session/session-values.ts';
import { refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults } from '../../testing/render-in-app.tsx';
import { encryptPassword, PasswordTooLongError } from './encrypt-password.ts';
import { signInChecks } from './sign-in-checks.ts';
import { clearDraft, emptyDraft } from './sign-in-draft.ts';
import { field, fill, follow, openPanel, playServer, press, signedIn } from './testing/play-sign-in.tsx';

vi.mock(import('./encrypt-password.ts'), async (load) => ({ ...(await load()), encryptPassword: vi.fn() }));

beforeEach(() => void vi.mocked(encryptPassword).mockResolvedValue('k1:cipher'));
afterEach(() => {
  vi.unstubAllGlobals();
  clearDraft();
});

const fillSignUp = (): void => {
  fill('手机号', '13900000009');
  fill('短信验证码', '123456');
  fill('密码', 'Lunyu-yuedu-2026');
  fill('确认密码', 'Lunyu-yuedu-2026');
};

describe('sign-up', () => {
  it('asks for a code of its own kind, and signs in with the new account', async () => {
    const { asked } = playServer(succeed(signUp, { ...signedIn, registered: true }));
    await openPanel();
    follow('注册新用户');
    fill('手机号', '13900000009');
    fill('图形验证码', '7kq2');
    press('获取验证码');
    await screen.findByRole('button', { hidden: true, name: /秒后重新获取/ });
    expect(asked.find(({ name }) => name === sendSmsCode.path)?.fields).toMatchObject({ tel: '13900000009', type: 'binding' });
    fillSignUp();
    press('注册');
    await waitFor(() => expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' }));
    expect(asked.find(({ name }) => name === signUp.path)?.fields).toEqual({
      tel: '13900000009',
      smsCode: '123456',
      password: 'k1:cipher',
    });
  });

  it('shows the rule for passwords before it fails, and says at the field how it was failed', async () => {
    const { asked } = playServer();
    const { container } = await openPanel({ initialMode: 'signUp' });
    expect(field('密码')).toHaveAccessibleDescription('8 至 128 个字符，不能是常见密码');
    expect(await accessibilityFaults(container)).toEqual([]);
    fillSignUp();
    fill('密码', 'short');
    press('注册');
    expect(await screen.findByText('确认密码不一致')).toBeVisible();
    expect(field('密码')).toHaveAccessibleDescription('8 至 128 个字符，不能是常见密码');
    expect(field('密码')).toBeInvalid();
    expect(field('密码')).toHaveFocus();
    expect(await accessibilityFaults(container)).toEqual([]);
    fill('密码', 'Lunyu-yuedu-2026');
    await waitFor(() => expect(screen.queryByText('确认密码不一致')).toBeNull());
    expect(asked.filter(({ name }) => name === signUp.path)).toEqual([]);
  });

  it.each([
    ['64 Chinese characters', '书'.repeat(64), true],
    ['90 Chinese characters, which the key cannot hold', '书'.repeat(90), false],
    ['128 letters', 'ab'.repeat(64), true],
    ['129 letters', `${'ab'.repeat(64)}c`, false],
    ['7 letters', 'abcdefg', false],
  ])('takes %s or not', (_case, text, isTaken) => {
    const typed = { ...emptyDraft, tel: '13900000009', bindingCode: '123456', newPassword: text, confirmPassword: text };
    expect(signInChecks.signUp.safeParse(typed).success).toBe(isTaken);
  });

  it('says in the same words when only the key finds the password too long', async () => {
    vi.mocked(encryptPassword).mockRejectedValue(new PasswordTooLongError());
    playServer();
    await openPanel({ initialMode: 'signUp' });
    fillSignUp();
    press('注册');
    expect(await screen.findByText('密码太长：最多 128 个字符，其中汉字约 80 个')).toBeVisible();
  });

  it('offers the sign-in with that number when the number is taken', async () => {
    playServer(refuse(signUp, 'account.phoneTaken', '该手机号已被注册'));
    await openPanel({ initialMode: 'signUp' });
    fillSignUp();
    press('注册');
    expect(await screen.findByText('该手机号已被注册')).toBeVisible();
    press('用这个手机号登录');
    expect(field('手机号')).toHaveValue('13900000009');
    expect(screen.getByRole('button', { name: '登录' })).toBeVisible();
    expect(screen.queryByText('该手机号已被注册')).toBeNull();
  });

  it('shows the terms over the panel and gives the focus back', async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false;
    };
    playServer();
    await openPanel({ initialMode: 'signUp' });
    fillSignUp();
    follow('服务条款与隐私说明');
    const terms = screen.getByRole('dialog', { name: '服务条款与隐私说明' });
    expect(within(terms).getAllByRole('listitem').length).toBeGreaterThan(3);
    await userEvent.click(within(terms).getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: '服务条款与隐私说明' })).toHaveFocus();
    expect(field('密码')).toHaveValue('Lunyu-yuedu-2026');
  });
});

describe('a forgotten password', () => {
  it('is replaced by who holds the number, and the way back says so', async () => {
    const { asked } = playServer(succeed(changePasswordBySms, {}));
    await openPanel({ initialMode: 'passwordLogin' });
    fill('手机号', '13900000009');
    follow('忘记密码');
    press('获取验证码');
    await screen.findByRole('button', { hidden: true, name: /秒后重新获取/ });
    expect(asked.find(({ name }) => name === sendResetCode.path)?.fields).toEqual({ tel: '13900000009', type: 'resetPassword' });
    fill('短信验证码', '123456');
    fill('新密码', 'Lunyu-yuedu-2026');
    fill('确认新密码', 'Lunyu-yuedu-2026');
    expect(await accessibilityFaults()).toEqual([]);
    press('重置密码');
    expect(await screen.findByText('密码已重置，请用新密码登录。')).toBeVisible();
    expect(asked.find(({ name }) => name === changePasswordBySms.path)?.fields).toEqual({
      tel: '13900000009',
      code: '123456',
      password: 'k1:cipher',
    });
    expect(field('手机号')).toHaveValue('13900000009');
    expect(field('密码')).toHaveValue('');
    await waitFor(() => expect(field('密码')).toHaveFocus());
    follow('忘记密码');
    expect(field('新密码')).toHaveValue('');
  });

  it.each([
    ['account.smsCodeWrong', '短信验证码错误或已过期', '短信验证码'],
    ['account.passwordWeak', '密码须为 8 至 128 个字符，且不能是常见密码', '新密码'],
  ] as const)('tells %s at its field', async (code, message, name) => {
    playServer(refuse(changePasswordBySms, code, message));
    await openPanel({ initialMode: 'resetPassword' });
    fill('手机号', '13900000009');
    fill('短信验证码', '123456');
    fill('新密码', 'Lunyu-yuedu-2026');
    fill('确认新密码', 'Lunyu-yuedu-2026');
    press('重置密码');
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(message));
    await waitFor(() => expect(field(name)).toHaveFocus());
  });
});
