import { getSignInOptions, getSlider } from '@shufang/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { SliderCaptcha } from './slider-captcha.tsx';
import { useSliderCaptcha } from './use-slider-captcha.ts';

const PNG = 'data:image/png;base64,AA==';
const options = (slider: { provider: 'local' } | { provider: 'aliyun'; sceneId: string; prefix: string; region: string }) =>
  succeed(getSignInOptions, { slider, wechat: false, termsVersion: 1 });
const local = options({ provider: 'local' });
const puzzle = succeed(getSlider, { key: 'k1', width: 320, height: 40, pieceWidth: 48, img: PNG, piece: PNG });
const REFUSAL = new ApiError('sendSmsCodeAfterSlider', 'refused', '滑动验证未通过，请重新验证', 'account.sliderWrong');

const solved = vi.fn();
const Form = () => {
  const slider = useSliderCaptcha();
  return (
    <>
      <SliderCaptcha slider={slider} onSolved={solved} />
      <button type="button" onClick={() => slider.handleFailure(REFUSAL)}>
        refuse
      </button>
    </>
  );
};
const piece = () => screen.findByRole('slider', { name: '滑动验证' });

beforeEach(() => {
  solved.mockClear();
  HTMLElement.prototype.setPointerCapture = vi.fn();
});
afterEach(() => vi.unstubAllGlobals());

describe('our slider', () => {
  it('is moved by keys within its bounds and given by Enter, once', async () => {
    answerCalls(local, puzzle);
    renderInApp(<Form />);
    const slider = await piece();
    slider.focus();
    await userEvent.keyboard('{Enter}');
    expect(solved).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowLeft}{PageUp}{ArrowRight}{ArrowUp}{ArrowDown}');
    expect(slider).toHaveAttribute('aria-valuenow', '22');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(slider).toHaveAttribute('aria-valuenow', '272');
    await userEvent.keyboard('{Home}{PageUp}{PageUp}{PageDown}{ArrowRight}{Enter}{Enter}{ArrowRight}');
    expect(solved.mock.calls).toEqual([[JSON.stringify({ key: 'k1', x: 22 })]]);
    expect(slider).toHaveAttribute('aria-valuetext', '拼图已完成');
    expect(screen.getByRole('status')).toHaveTextContent('拼图已完成');
  });

  it('follows the pointer that took it, and is given where that lets go', async () => {
    answerCalls(local, puzzle);
    renderInApp(<Form />);
    const slider = await piece();
    // Shown half as wide as it was drawn.
    vi.spyOn(slider.parentElement as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 160, 40));
    fireEvent.pointerDown(slider, { pointerId: 1, button: 0, clientX: 10 });
    fireEvent.pointerMove(slider, { pointerId: 2, clientX: 150 });
    fireEvent.pointerMove(slider, { pointerId: 1, clientX: 60 });
    expect(slider).toHaveAttribute('aria-valuenow', '100');
    fireEvent.pointerUp(slider, { pointerId: 2, clientX: 150 });
    expect(solved).not.toHaveBeenCalled();
    fireEvent.pointerUp(slider, { pointerId: 1, clientX: 71 });
    expect(solved.mock.calls).toEqual([[JSON.stringify({ key: 'k1', x: 122 })]]);
    fireEvent.pointerDown(slider, { pointerId: 1, button: 0, clientX: 71 });
    fireEvent.pointerUp(slider, { pointerId: 1, clientX: 90 });
    expect(solved).toHaveBeenCalledOnce();
  });

  it('goes back when the touch is taken away', async () => {
    answerCalls(local, puzzle);
    renderInApp(<Form />);
    const slider = await piece();
    fireEvent.pointerDown(slider, { pointerId: 1, button: 0, clientX: 10 });
    fireEvent.pointerMove(slider, { pointerId: 1, clientX: 60 });
    fireEvent.pointerCancel(slider, { pointerId: 1 });
    expect(slider).toHaveAttribute('aria-valuenow', '0');
    expect(solved).not.toHaveBeenCalled();
  });

  it('says so when it cannot be loaded, and can be loaded again', async () => {
    answerCalls(local, refuse(getSlider, 'unavailable', '服务暂时不可用，请稍后再试'));
    renderInApp(<Form />);
    expect(await screen.findByRole('alertdialog', { name: '错误' })).toHaveTextContent('滑动验证码加载失败');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    answerCalls(local, puzzle);
    await userEvent.click(screen.getByRole('button', { name: '重新加载' }));
    expect(await piece()).toHaveAttribute('aria-valuenow', '0');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says so when the server does not take the answer, and begins anew', async () => {
    const { asked } = answerCalls(local, puzzle);
    renderInApp(<Form />);
    await piece();
    await userEvent.click(screen.getByRole('button', { name: 'refuse' }));
    expect(await screen.findByRole('alertdialog', { name: '错误' })).toHaveTextContent('业务验证不通过');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(asked.filter(({ name }) => name === getSlider.path)).toHaveLength(2));
  });

  it('has no accessibility fault', async () => {
    answerCalls(local, puzzle);
    const { container } = renderInApp(<Form />);
    await piece();
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});

describe("Aliyun's slider", () => {
  const aliyun = options({ provider: 'aliyun', sceneId: 'scene', prefix: 'pre', region: 'cn' });
  const script = () => document.querySelector<HTMLScriptElement>('script[src*="AliyunCaptcha.js"]');
  afterEach(() => {
    script()?.remove();
    delete window.initAliyunCaptcha;
  });

  it('is replaced by ours, with an alert, when its script cannot be loaded', async () => {
    answerCalls(aliyun, puzzle);
    renderInApp(<Form />);
    await waitFor(() => expect(script()).not.toBeNull());
    fireEvent.error(script() as HTMLScriptElement);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('滑动验证码加载失败');
    expect(await screen.findByRole('slider', { hidden: true })).toBeInTheDocument();
  });

  it('hands on what it was given, and shows another puzzle after a refusal', async () => {
    const { asked } = answerCalls(aliyun, puzzle);
    const refresh = vi.fn();
    const init = vi.fn<NonNullable<Window['initAliyunCaptcha']>>((settings) => settings.getInstance({ refresh }));
    renderInApp(<Form />);
    await waitFor(() => expect(script()).not.toBeNull());
    window.initAliyunCaptcha = init;
    fireEvent.load(script() as HTMLScriptElement);
    await waitFor(() => expect(init).toHaveBeenCalledOnce());
    expect(window.AliyunCaptchaConfig).toEqual({ region: 'cn', prefix: 'pre' });
    const [settings] = init.mock.calls[0] ?? [];
    expect(settings).toMatchObject({ SceneId: 'scene', mode: 'embed', language: 'cn', slideStyle: { width: 320, height: 40 } });
    settings?.success('verification text');
    expect(solved.mock.calls).toEqual([['verification text']]);
    await userEvent.click(screen.getByRole('button', { name: 'refuse' }));
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
    expect(asked.some(({ name }) => name === getSlider.path)).toBe(false);
  });

  it('loads no script where it is not set up', async () => {
    answerCalls(local, puzzle);
    renderInApp(<Form />);
    await piece();
    expect(script()).toBeNull();
  });
});
