import { getSignInOptions, getSlider } from '@shufang/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { SliderCaptcha } from './slider-captcha.tsx';
import { useSliderCaptcha } from './use-slider-captcha.ts';

const PNG = 'data:image/png;base64,AA==';
const options = (slider: { provider: 'local' } | { provider: 'aliyun'; sceneId: string; prefix: string; region: string }) =>
  succeed(getSignInOptions, { slider, providers: [], termsVersion: 1 });
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
  it('is moved by keys within its limits and submitted once by Enter', async () => {
    stubCalls(local, puzzle);
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
    expect(slider).toHaveAttribute('aria-valuetext', '拼图已放好');
    expect(screen.getByRole('status')).toHaveTextContent('拼图已放好');
  });

  it('follows the pointer that pressed it, and submits where it is released', async () => {
    stubCalls(local, puzzle);
    renderInApp(<Form />);
    const slider = await piece();
    // The picture is displayed at half of its width, so a pixel on the screen is two pixels of the picture.
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

  it('returns when the touch is canceled', async () => {
    stubCalls(local, puzzle);
    renderInApp(<Form />);
    const slider = await piece();
    fireEvent.pointerDown(slider, { pointerId: 1, button: 0, clientX: 10 });
    fireEvent.pointerMove(slider, { pointerId: 1, clientX: 60 });
    fireEvent.pointerCancel(slider, { pointerId: 1 });
    expect(slider).toHaveAttribute('aria-valuenow', '0');
    expect(solved).not.toHaveBeenCalled();
  });

  it('shows an error when it failed to load, and can be loaded again', async () => {
    stubCalls(local, refuse(getSlider, 'unavailable', '服务暂时不可用，请稍后再试'));
    renderInApp(<Form />);
    expect(await screen.findByRole('alertdialog', { name: '错误' })).toHaveTextContent('滑动验证码加载失败');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    stubCalls(local, puzzle);
    await userEvent.click(screen.getByRole('button', { name: '重新加载' }));
    expect(await piece()).toHaveAttribute('aria-valuenow', '0');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows an alert when the server rejects the solution, and loads another puzzle', async () => {
    const { asked } = stubCalls(local, puzzle);
    renderInApp(<Form />);
    await piece();
    await userEvent.click(screen.getByRole('button', { name: 'refuse' }));
    expect(await screen.findByRole('alertdialog', { name: '错误' })).toHaveTextContent('业务验证不通过');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(asked.filter(({ name }) => name === getSlider.path)).toHaveLength(2));
  });

  it('shows a second puzzle after the first, and submits both offsets', async () => {
    const two = {
      key: 'k2',
      width: 320,
      height: 40,
      pieceWidth: 48,
      img: 'data:,1',
      piece: 'data:,p1',
      second: { img: 'data:,2', piece: 'data:,p2' },
    };
    stubCalls(local, succeed(getSlider, two));
    const { container } = renderInApp(<Form />);
    const pictures = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    (await piece()).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(solved).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('请再拼一次，这是最后一张');
    expect(pictures()).toEqual(['data:,2', 'data:,p2']);
    expect(await piece()).toHaveAttribute('aria-valuenow', '0');
    await userEvent.keyboard('{End}{Enter}');
    expect(solved.mock.calls).toEqual([[JSON.stringify({ key: 'k2', x: 2, second: 272 })]]);
  });

  it('refers to the image captcha after too many wrong solutions', async () => {
    stubCalls(local, refuse(getSlider, 'account.sliderPaused', '滑动验证错误次数过多，请改用图形验证码'));
    renderInApp(<Form />);
    expect(await screen.findByText('滑动验证错误次数过多，请改用图形验证码')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('has no accessibility violations', async () => {
    stubCalls(local, puzzle);
    const { container } = renderInApp(<Form />);
    await piece();
    expect(await accessibilityViolations(container)).toEqual([]);
  });
});

describe("Aliyun's slider", () => {
  const aliyun = options({ provider: 'aliyun', sceneId: 'scene', prefix: 'pre', region: 'cn' });
  const script = () => document.querySelector<HTMLScriptElement>('script[src*="AliyunCaptcha.js"]');
  afterEach(() => {
    script()?.remove();
    delete window.initAliyunCaptcha;
  });

  it('is replaced by ours, with an alert, when its script failed to load', async () => {
    stubCalls(aliyun, puzzle);
    renderInApp(<Form />);
    await waitFor(() => expect(script()).not.toBeNull());
    fireEvent.error(script() as HTMLScriptElement);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('滑动验证码加载失败');
    expect(await screen.findByRole('slider', { hidden: true })).toBeInTheDocument();
  });

  it('submits its result, and shows another puzzle after a rejection', async () => {
    const { asked } = stubCalls(aliyun, puzzle);
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

  it('loads no script unless it is configured', async () => {
    stubCalls(local, puzzle);
    renderInApp(<Form />);
    await piece();
    expect(script()).toBeNull();
  });
});
