import { changePasswordBySms, sendResetCode, sendSmsCode, signUp } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionValues } from '../../platform/session/session-values.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { refuse, succeed } from '../../testing/stub-calls.ts';
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
  it('requests a code of its own type, and signs in with the new account', async () => {
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

  it('shows the password rule from the start, and the violation at the field', async () => {
    const { asked } = playServer();
    const { container } = await openPanel({ initialMode: 'signUp' });
    expect(field('密码')).toHaveAccessibleDescription('8 至 128 个字符，不超过 250 字节（一个汉字 3 字节），不能是常见密码');
    expect(await accessibilityViolations(container)).toEqual([]);
    fillSignUp();
    fill('密码', 'short');
    press('注册');
    expect(await screen.findByText('确认密码不一致')).toBeVisible();
    expect(field('密码')).toHaveAccessibleDescription('8 至 128 个字符，不超过 250 字节（一个汉字 3 字节），不能是常见密码');
    expect(field('密码')).toBeInvalid();
    expect(field('密码')).toHaveFocus();
    expect(await accessibilityViolations(container)).toEqual([]);
    fill('密码', 'Lunyu-yuedu-2026');
    await waitFor(() => expect(screen.queryByText('确认密码不一致')).toBeNull());
    expect(asked.filter(({ name }) => name === signUp.path)).toEqual([]);
  });

  it.each([
    ['64 Chinese characters', '书'.repeat(64), true],
    ['83 Chinese characters, 249 bytes', '书'.repeat(83), true],
    ['84 Chinese characters, 252 bytes', '书'.repeat(84), false],
    ['letters with combining accents', 'e\u0301'.repeat(125), true],
    ['100 quotes, which the key can encrypt', '"'.repeat(100), true],
    ['128 quotes, which are too long for the key as JSON', '"'.repeat(128), false],
    ['128 letters', 'ab'.repeat(64), true],
    ['129 letters', `${'ab'.repeat(64)}c`, false],
    ['7 letters', 'abcdefg', false],
  ])('validates the password %s', (_case, text, isTaken) => {
    const typed = { ...emptyDraft, tel: '13900000009', bindingCode: '123456', newPassword: text, confirmPassword: text };
    expect(signInChecks.signUp.safeParse(typed).success).toBe(isTaken);
  });

  it('shows the same error when encryption finds the password too long', async () => {
    vi.mocked(encryptPassword).mockRejectedValue(new PasswordTooLongError());
    playServer();
    await openPanel({ initialMode: 'signUp' });
    fillSignUp();
    press('注册');
    expect(await screen.findByText('密码太长：最多 128 个字符、250 字节（一个汉字 3 字节，最多 83 个汉字）')).toBeVisible();
  });

  it('offers to sign in with the number when it has an account', async () => {
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

  it('opens the terms above the panel and returns the focus', async () => {
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
    expect(within(terms).getByRole('heading', { name: '服务条款' })).toBeVisible();
    expect(within(terms).getByRole('heading', { name: '隐私说明' })).toBeVisible();
    await userEvent.click(within(terms).getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: '服务条款与隐私说明' })).toHaveFocus();
    expect(field('密码')).toHaveValue('Lunyu-yuedu-2026');
  });
});

describe('a password reset', () => {
  it('requires a code sent to the number, and the sign-in form then confirms the change', async () => {
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
    expect(await accessibilityViolations()).toEqual([]);
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
    ['account.passwordWeak', '密码须为 8 至 128 个字符、不超过 250 字节（一个汉字 3 字节），且不能是常见密码', '新密码'],
  ] as const)('shows %s at its field', async (code, message, name) => {
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
