import {
  getCaptcha,
  getSignInOptions,
  sendSmsCode,
  sendSmsCodeAfterSlider,
  signInProviders,
  signInWithSmsCode,
  startProviderSignIn,
} from '@shufang/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { refuse, succeed } from '../../testing/stub-calls.ts';
import { clearDraft } from './sign-in-draft.ts';
import { button, field, fill, follow, openPanel, playServer, press, signedIn, solveSlider } from './testing/play-sign-in.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clearDraft();
});

describe('sign-in by SMS code', () => {
  it('sends a code after the captcha, counts down, signs in and broadcasts it', async () => {
    const { asked } = playServer(succeed(signInWithSmsCode, signedIn));
    const succeeded = vi.fn();
    const stop = onBroadcast('loginSuccess', succeeded);
    await openPanel();
    fill('手机号', '13800000001');
    fill('图形验证码', '7kq2');
    press('获取验证码');
    expect(await screen.findByRole('button', { hidden: true, name: /秒后重新获取/ })).toBeDisabled();
    expect(screen.getByText('验证码已发送至 138****0001，5 分钟内有效')).toBeVisible();
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
      ifSignedInElsewhere: 'ask',
    });
    expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' });
    expect(field('手机号')).toHaveValue('');
    expect(field('短信验证码')).toHaveValue('');
  });

  it('accepts a number in the formats in which it is pasted', async () => {
    const { asked } = playServer();
    await openPanel();
    fill('手机号', '+86 138-0000 ０００１');
    fill('图形验证码', '7kq2');
    press('获取验证码');
    await waitFor(() => expect(asked.find(({ name }) => name === sendSmsCode.path)?.fields).toMatchObject({ tel: '13800000001' }));
  });

  it('shows an error at each invalid field, focuses the first one, and sends no request', async () => {
    const { asked } = playServer();
    await openPanel();
    press('登录');
    expect(await screen.findByText('请输入正确的手机号码')).toBeVisible();
    expect(screen.getByText('请输入收到的短信验证码')).toBeVisible();
    expect(field('手机号')).toHaveFocus();
    fill('手机号', '12345678901');
    expect(await screen.findByText('手机号码格式错误')).toBeVisible();
    expect(field('手机号')).toHaveAccessibleDescription('手机号码格式错误');
    press('获取验证码');
    expect(await screen.findByText('请输入图形验证码')).toBeVisible();
    expect(field('手机号')).toHaveFocus();
    fill('手机号', '13800000001');
    press('登录');
    await waitFor(() => expect(field('短信验证码')).toHaveFocus());
    expect(asked.filter(({ name }) => name === sendSmsCode.path || name === signInWithSmsCode.path)).toEqual([]);
  });

  it('keeps an accepted captcha visible as such, and asks for another one only for another code', async () => {
    const { asked } = playServer();
    await openPanel();
    fill('手机号', '13800000001');
    fill('图形验证码', '7kq2');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('button', { hidden: true, name: /秒后重新获取/ });
    expect(screen.getByText('已验证')).toBeVisible();
    expect(screen.queryByLabelText('图形验证码')).toBeNull();
    fill('手机号', '13800000002');
    await waitFor(() => expect(button('获取验证码')).toBeEnabled());
    press('获取验证码');
    expect(await screen.findByText('重新获取验证码前，请再验证一次')).toBeVisible();
    await waitFor(() => expect(field('图形验证码')).toHaveFocus());
    expect(asked.filter(({ name }) => name === sendSmsCode.path)).toHaveLength(1);
  });

  it('asks to wait when a code is requested again during the countdown', async () => {
    const { asked } = playServer();
    localStorage.setItem('smsResendAt', JSON.stringify({ value: { '13800000001': Date.now() + 50_000 }, expiresAt: Date.now() + 60_000 }));
    await openPanel();
    fill('手机号', '13800000001');
    fill('图形验证码', 'more');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^请在 \d+ 秒后重试$/)).toBeVisible();
    expect(asked.filter(({ name }) => name === sendSmsCode.path)).toHaveLength(0);
  });

  it('loads another image and shows an error after a wrong captcha', async () => {
    const { asked } = playServer(refuse(sendSmsCode, 'account.captchaWrong', '图形验证码错误或已过期，请重新输入'));
    await openPanel();
    fill('手机号', '13800000001');
    fill('图形验证码', 'no');
    press('获取验证码');
    expect(await screen.findByText('图形验证码错误或已过期，请重新输入')).toBeVisible();
    expect(field('图形验证码')).toHaveValue('');
    await waitFor(() => expect(asked.filter(({ name }) => name === getCaptcha.path)).toHaveLength(2));
    expect(button('获取验证码')).toBeEnabled();
  });

  it('waits as long as the server requires when another device has requested a code before', async () => {
    playServer(refuse(sendSmsCode, 'account.smsTooSoon', '请在 37 秒后重试'));
    await openPanel();
    fill('手机号', '13800000001');
    fill('图形验证码', '7kq2');
    press('获取验证码');
    expect(await screen.findByText('请在 37 秒后重试')).toBeVisible();
    expect(screen.getByRole('button', { hidden: true, name: /^[1-3]?\d 秒后重新获取$/ })).toBeDisabled();
  });

  it('continues the countdown when it is opened again, for the same number only', async () => {
    playServer();
    const waits = { '13800000001': Date.now() + 50_000 };
    localStorage.setItem('smsResendAt', JSON.stringify({ value: waits, expiresAt: Date.now() + 60_000 }));
    await openPanel();
    expect(button('获取验证码')).toBeEnabled();
    fill('手机号', '13800000001');
    expect(await screen.findByRole('button', { hidden: true, name: /^\d\d? 秒后重新获取$/ })).toBeDisabled();
    fill('手机号', '13800000002');
    await waitFor(() => expect(button('获取验证码')).toBeEnabled());
  });

  it('offers a new user without auto-register a button that creates the account', async () => {
    const { asked } = playServer(refuse(signInWithSmsCode, 'account.notRegistered', '该手机号尚未注册，请先注册或勾选自动注册'));
    await openPanel();
    const box = screen.getByRole('checkbox', { name: '首次登录时自动注册' });
    expect(box).toBeChecked();
    await userEvent.click(box);
    fill('手机号', '13800000001');
    fill('短信验证码', '123456');
    press('登录');
    expect(await screen.findByText('该手机号尚未注册，请先注册或勾选自动注册')).toBeVisible();
    press('注册并登录');
    await waitFor(() => expect(asked.filter(({ name }) => name === signInWithSmsCode.path)).toHaveLength(2));
    const sent = asked.filter(({ name }) => name === signInWithSmsCode.path).map(({ fields }) => [fields['code'], fields['autoRegister']]);
    expect(sent).toEqual([
      ['123456', 'false'],
      ['123456', 'true'],
    ]);
    expect(box).toBeChecked();
  });

  it('sends the code after the slider; if the request is refused, it shows the alert of a business check and loads another slider', async () => {
    const { asked } = playServer(refuse(sendSmsCodeAfterSlider, 'account.smsBudget', '短信发送次数过多，请稍后再试'));
    await openPanel();
    follow('使用滑动验证');
    fill('手机号', '13800000001');
    press('获取验证码');
    expect(await screen.findByText('请先完成滑动验证')).toBeVisible();
    await solveSlider();
    press('获取验证码');
    expect(await screen.findByRole('alertdialog', { name: '错误' })).toHaveAccessibleDescription('业务验证不通过');
    expect(screen.queryByText('短信发送次数过多，请稍后再试')).toBeNull();
    press('确定');
    expect(screen.getByText('短信发送次数过多，请稍后再试')).toBeVisible();
    expect(asked.find(({ name }) => name === sendSmsCodeAfterSlider.path)?.fields).toEqual({
      tel: '13800000001',
      type: 'login',
      captcha: JSON.stringify({ key: 'slider-key', x: 280 }),
    });
    press('获取验证码');
    expect(await screen.findByText('请先完成滑动验证')).toBeVisible();
    follow('使用图形验证码');
    expect(field('图形验证码')).toBeVisible();
  });

  it('has no accessibility violations, with and without messages', async () => {
    playServer();
    const { container } = await openPanel();
    expect(await accessibilityViolations(container)).toEqual([]);
    press('登录');
    await screen.findByText('请输入正确的手机号码');
    expect(await accessibilityViolations(container)).toEqual([]);
  });
});

describe('the input of the sign-in panel', () => {
  it('stays in every mode, and when the panel is opened again', async () => {
    playServer();
    await openPanel();
    fill('手机号', '13800000001');
    fill('短信验证码', '123456');
    await userEvent.click(screen.getByRole('checkbox'));
    follow('使用密码登录');
    expect(field('手机号')).toHaveValue('13800000001');
    await waitFor(() => expect(field('密码')).toHaveFocus());
    fill('密码', 'half-typed');
    follow('注册新用户');
    expect(field('手机号')).toHaveValue('13800000001');
    expect(field('短信验证码')).toHaveValue('');
    fill('密码', 'a-new-one');
    follow('使用短信验证码登录');
    expect(field('短信验证码')).toHaveValue('123456');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    follow('使用密码登录');
    cleanup();
    await openPanel();
    expect(field('手机号')).toHaveValue('13800000001');
    expect(field('密码')).toHaveValue('half-typed');
    follow('注册新用户');
    expect(field('密码')).toHaveValue('a-new-one');
  });

  it('does not survive a reload, except the number', async () => {
    playServer();
    await openPanel({ initialMode: 'passwordLogin' });
    fill('手机号', '13800000001');
    fill('密码', 'Shufang-2026');
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(sessionStorage.getItem('signInPhone')).toBe('13800000001');
    expect(stored).not.toContain('Shufang-2026');
  });

  it('is cleared after a success; the number is then shown masked, is accepted in that form, and can be forgotten', async () => {
    const { asked } = playServer(succeed(signInWithSmsCode, signedIn));
    await openPanel();
    fill('手机号', '13800000001');
    fill('短信验证码', '123456');
    press('登录');
    await waitFor(() => expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' }));
    cleanup();
    const { container } = await openPanel();
    expect(field('手机号')).toHaveValue('138****0001');
    expect(await accessibilityViolations(container)).toEqual([]);
    fill('短信验证码', '654321');
    press('登录');
    await waitFor(() => expect(asked.filter(({ name }) => name === signInWithSmsCode.path)).toHaveLength(2));
    expect(asked.findLast(({ name }) => name === signInWithSmsCode.path)?.fields).toMatchObject({ tel: '13800000001' });
    cleanup();
    await openPanel();
    follow('注册新用户');
    expect(field('手机号')).toHaveValue('');
    follow('使用短信验证码登录');
    press('换一个手机号');
    expect(field('手机号')).toHaveValue('');
    await waitFor(() => expect(field('手机号')).toHaveFocus());
    expect(localStorage.getItem('lastPhone')).toBeNull();
  });
});

describe('WeChat in the panel', () => {
  const options = succeed(getSignInOptions, { slider: { provider: 'local' }, providers: ['wechat'], termsVersion: 1 });
  const inside = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50';

  it('is listed among the other modes outside WeChat, with a QR code', async () => {
    playServer(options);
    await openPanel();
    expect(await screen.findByRole('link', { name: '微信登录' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '微信登录' })).toBeNull();
  });

  it('shows the QR code in a frame, and only a button if the page of the provider must be in this window', async () => {
    const pages = { embedUrl: 'https://wechat.example/frame?state=s', popupUrl: 'https://wechat.example/page?state=s', expiresAt: 0 };
    playServer(options, succeed(startProviderSignIn, pages));
    await openPanel();
    follow((await screen.findByRole('link', { name: '微信登录' })).textContent);
    expect(screen.getByText('用微信扫一扫，在手机上确认后登录。')).toBeVisible();
    expect(await screen.findByTitle('微信扫码登录')).toHaveAttribute('src', pages.embedUrl);
    cleanup();
    vi.spyOn(signInProviders, 'wechat', 'get').mockReturnValue({ name: '微信', statePrefix: '', way: 'redirect' });
    await openPanel();
    follow((await screen.findByRole('link', { name: '微信登录' })).textContent);
    expect(screen.getByText('将打开微信的授权页，确认后登录。')).toBeVisible();
    expect(screen.getByRole('button', { name: '微信登录' })).toBeEnabled();
    expect(screen.queryByTitle('微信扫码登录')).toBeNull();
  });

  it('is a button above the other modes inside WeChat, and starts when it is clicked', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(inside);
    const { asked } = playServer(options, refuse(startProviderSignIn, 'unavailable', '服务暂时不可用，请稍后再试'));
    await openPanel({ returnTo: '/bookshelf' });
    const here = await screen.findByRole('button', { name: '微信登录' });
    expect(screen.queryByRole('link', { name: '微信登录' })).toBeNull();
    expect(asked.some(({ name }) => name === startProviderSignIn.path)).toBe(false);
    expect(await accessibilityViolations()).toEqual([]);
    press('微信登录');
    expect(await screen.findByRole('alert')).toHaveTextContent('没能打开微信登录，请换一种方式或稍后再试。');
    expect(here).toBeEnabled();
    const begun = asked.find(({ name }) => name === startProviderSignIn.path)?.fields;
    expect(begun).toEqual({ provider: 'wechat', proofHash: expect.stringMatching(/^[\w-]{43}$/), returnTo: '/bookshelf' });
  });

  it('is missing inside WeChat when no public account is configured', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(inside);
    playServer();
    await openPanel();
    expect(screen.queryByRole('button', { name: '微信登录' })).toBeNull();
  });
});
