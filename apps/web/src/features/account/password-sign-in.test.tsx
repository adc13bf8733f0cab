import { getCaptcha, getSlider, signInWithPassword, signInWithPasswordAfterSlider } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { refuse, succeed } from '../../testing/stub-calls.ts';
import { encryptPassword } from './encrypt-password.ts';
import { clearDraft } from './sign-in-draft.ts';
import { field, fill, follow, openPanel, playServer, press, signedIn, solveSlider } from './testing/play-sign-in.tsx';

vi.mock(import('./encrypt-password.ts'), async (load) => ({ ...(await load()), encryptPassword: vi.fn() }));

beforeEach(() => void vi.mocked(encryptPassword).mockResolvedValue('k1:cipher'));
afterEach(() => {
  vi.unstubAllGlobals();
  clearDraft();
});

describe('sign-in by password', () => {
  it('keeps the phone number, sends the password encrypted, and loads another captcha after an error', async () => {
    const { asked } = playServer(refuse(signInWithPassword, 'account.credentialsWrong', '手机号或密码错误'));
    await openPanel();
    fill('手机号', '13800000001');
    follow('使用密码登录');
    expect(field('手机号')).toHaveValue('13800000001');
    fill('密码', 'Shufang-2026');
    fill('图形验证码', '7kq2');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('手机号或密码错误')).toBeVisible();
    const sent = asked.find(({ name }) => name === signInWithPassword.path);
    expect(sent?.fields).toEqual({
      tel: '13800000001',
      captchaTxt: '7kq2',
      captchaKey: 'captcha-key',
      password: 'k1:cipher',
      ifSignedInElsewhere: 'ask',
    });
    expect(field('图形验证码')).toHaveValue('');
    await waitFor(() => expect(field('密码')).toHaveFocus());
    expect(asked.filter(({ name }) => name === getCaptcha.path)).toHaveLength(2);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows all missing fields at once, including the slider', async () => {
    playServer();
    const { container } = await openPanel({ initialMode: 'passwordLogin' });
    press('登录');
    for (const text of ['请输入正确的手机号码', '请输入图形验证码']) expect(await screen.findByText(text)).toBeVisible();
    expect(field('密码')).toHaveAccessibleDescription('请输入密码');
    expect(field('手机号')).toHaveFocus();
    expect(await accessibilityViolations(container)).toEqual([]);
    follow('使用滑动验证');
    press('登录');
    expect(await screen.findByText('请先完成滑动验证')).toBeVisible();
    await screen.findByRole('slider', { name: '滑动验证' });
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('signs in after the slider is solved', async () => {
    const { asked } = playServer(succeed(signInWithPasswordAfterSlider, signedIn));
    await openPanel({ initialMode: 'passwordLogin' });
    follow('使用滑动验证');
    fill('手机号', '13800000001');
    fill('密码', 'Shufang-2026');
    await solveSlider();
    press('登录');
    await waitFor(() => expect(sessionValues.dpAuth.find()).toEqual({ token: 'T' }));
    expect(asked.find(({ name }) => name === signInWithPasswordAfterSlider.path)?.fields).toEqual({
      tel: '13800000001',
      password: 'k1:cipher',
      captcha: JSON.stringify({ key: 'slider-key', x: 280 }),
      ifSignedInElsewhere: 'ask',
    });
    expect(field('密码')).toHaveValue('');
  });

  it.each([
    // The number says at how many fields the message is shown after the alert: at none for a wrong slider solution.
    ['account.credentialsWrong', '手机号或密码错误', 1],
    ['account.sliderWrong', '滑动验证未通过，请重新验证', 0],
  ] as const)(
    'shows the alert 业务验证不通过 when the call after the slider fails with %s, and loads another slider',
    async (code, message, shownInPlace) => {
      const toasts: string[] = [];
      const stop = onBroadcast('toast', ({ text }) => toasts.push(text));
      const { asked } = playServer(refuse(signInWithPasswordAfterSlider, code, message));
      await openPanel({ initialMode: 'passwordLogin' });
      follow('使用滑动验证');
      fill('手机号', '13800000001');
      fill('密码', 'wrong-password');
      await solveSlider();
      press('登录');
      expect(await screen.findByRole('alertdialog', { name: '错误' })).toHaveAccessibleDescription('业务验证不通过');
      expect(screen.queryAllByText(message)).toHaveLength(0);
      stop();
      expect(toasts).toEqual([]);
      await waitFor(() => expect(asked.filter(({ name }) => name === getSlider.path)).toHaveLength(2));
      press('确定');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(screen.queryAllByText(message)).toHaveLength(shownInPlace);
      expect(field('密码')).toHaveValue('wrong-password');
    },
  );
});
