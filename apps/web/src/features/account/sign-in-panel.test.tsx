import { getCaptcha, getRole, type LoginResult, sendSmsCode, signInWithPassword, signInWithSmsCode } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { encryptPassword } from './encrypt-password.ts';
import { SignInPanel } from './sign-in-panel.tsx';

vi.mock(import('./encrypt-password.ts'), async (load) => ({ ...(await load()), encryptPassword: vi.fn() }));

const captcha = succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'captcha-key' });
const signedIn: LoginResult = {
  access_token: 'a',
  expires_in: 1,
  refresh_token: 'r',
  dpAuthToken: 'T',
  loginTHQS: 'q',
  registered: false,
  replaced: null,
};
const field = (name: string) => screen.getByRole('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

afterEach(() => vi.unstubAllGlobals());

describe('sign-in by SMS code', () => {
  it('asks for a code after the captcha, counts down, signs in and tells it', async () => {
    const { asked } = answerCalls(
      captcha,
      succeed(sendSmsCode, { resendAt: Date.now() + 60_000 }),
      succeed(signInWithSmsCode, signedIn),
      succeed(getRole, { role: 'teacher' }),
    );
    const succeeded = vi.fn();
    const stop = onBroadcast('loginSuccess', succeeded);
    renderInApp(<SignInPanel />);
    await screen.findByAltText('图形验证码图片');
    await userEvent.type(field('手机号'), '13800000001');
    await userEvent.type(field('图形验证码'), '7kq2');
    await userEvent.click(button('获取验证码'));
    expect(await screen.findByRole('button', { name: /秒后重新获取/ })).toBeDisabled();
    expect(field('短信验证码')).toHaveFocus();
    await userEvent.keyboard('123456{Enter}');
    await waitFor(() => expect(succeeded).toHaveBeenCalledOnce());
    stop();
    expect(asked.find(({ name }) => name === sendSmsCode.path)?.fields).toEqual({
      tel: '13800000001',
      captchaTxt: '7kq2',
      captchaKey: 'captcha-key',
      type: 'login',
    });
    expect(asked.find(({ name }) => name === signInWithSmsCode.path)?.fields).toEqual({
      tel: '13800000001',
      code: '123456',
      autoRegister: 'true',
    });
    expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' });
    expect(sessionValues.userRoleName.find()).toBe('teacher');
    expect(field('手机号')).toHaveValue('');
  });

  it('says at the field what is missing or wrong, and asks nothing of the server', async () => {
    const { asked } = answerCalls(captcha);
    renderInApp(<SignInPanel />);
    await userEvent.click(button('登录'));
    expect(await screen.findByText('请输入正确的手机号码')).toBeVisible();
    expect(screen.getByText('请输入收到的短信验证码')).toBeVisible();
    await userEvent.type(field('手机号'), '12345678901');
    expect(await screen.findByText('手机号码格式错误')).toBeVisible();
    expect(field('手机号')).toHaveAccessibleDescription('手机号码格式错误');
    await userEvent.click(button('获取验证码'));
    expect(await screen.findByText('请输入图形验证码')).toBeVisible();
    expect(asked.every(({ name }) => name === getCaptcha.path)).toBe(true);
  });

  it('shows another picture and says so after a wrong captcha', async () => {
    const { asked } = answerCalls(captcha, refuse(sendSmsCode, 'account.captchaWrong', '图形验证码错误或已过期，请重新输入'));
    renderInApp(<SignInPanel />);
    await screen.findByAltText('图形验证码图片');
    await userEvent.type(field('手机号'), '13800000001');
    await userEvent.type(field('图形验证码'), 'no');
    await userEvent.click(button('获取验证码'));
    expect(await screen.findByText('图形验证码错误或已过期，请重新输入')).toBeVisible();
    expect(field('图形验证码')).toHaveValue('');
    await waitFor(() => expect(asked.filter(({ name }) => name === getCaptcha.path)).toHaveLength(2));
    expect(button('获取验证码')).toBeEnabled();
  });

  it('still counts down when it is opened again', async () => {
    answerCalls(captcha);
    localStorage.setItem('smsResendAt', JSON.stringify({ value: Date.now() + 30_000, expiresAt: Date.now() + 60_000 }));
    renderInApp(<SignInPanel />);
    expect(button(/^(29|30) 秒后重新获取$/)).toBeDisabled();
  });

  it('has no accessibility fault, with and without messages', async () => {
    answerCalls(captcha);
    const { container } = renderInApp(<SignInPanel />);
    await screen.findByAltText('图形验证码图片');
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.click(button('登录'));
    await screen.findByText('请输入正确的手机号码');
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});

describe('sign-in by password', () => {
  it('keeps the phone number, sends the password encrypted, and changes the captcha after a refusal', async () => {
    vi.mocked(encryptPassword).mockResolvedValue('k1:cipher');
    const { asked } = answerCalls(captcha, refuse(signInWithPassword, 'account.credentialsWrong', '手机号或密码错误'));
    renderInApp(<SignInPanel />);
    await userEvent.type(field('手机号'), '13800000001');
    await userEvent.click(screen.getByRole('link', { name: '使用密码登录' }));
    expect(field('手机号')).toHaveValue('13800000001');
    await screen.findByAltText('图形验证码图片');
    await userEvent.type(screen.getByLabelText('密码'), 'Shufang-2026');
    await userEvent.type(field('图形验证码'), '7kq2{Enter}');
    expect(await screen.findByText('手机号或密码错误')).toBeVisible();
    const sent = asked.find(({ name }) => name === signInWithPassword.path);
    expect(sent?.fields).toEqual({ tel: '13800000001', captchaTxt: '7kq2', captchaKey: 'captcha-key', password: 'k1:cipher' });
    expect(field('图形验证码')).toHaveValue('');
    expect(screen.getByRole('link', { name: '使用短信验证码登录' })).toBeVisible();
  });
});
