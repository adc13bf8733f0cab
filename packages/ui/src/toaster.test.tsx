/** Tests of the toasts: role, timeout, pause, dismissal. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Toast, Toaster } from './toaster.tsx';

const saved: Toast = { id: 1, kind: 'success', text: '已保存', timeoutMs: 3_000 };
const failed: Toast = { id: 2, kind: 'error', text: '没有保存', timeoutMs: 5_000 };

const onDismiss = vi.fn<(id: number) => void>();
const show = (...toasts: Toast[]) => render(<Toaster toasts={toasts} onDismiss={onDismiss} dismissLabel="关闭" />);
const passMs = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  onDismiss.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('an error is an alert, other toasts are status messages, in a live region without accessibility violations', async () => {
  const { container } = show(saved, failed);
  expect(screen.getByRole('status')).toHaveTextContent('已保存');
  expect(screen.getByRole('alert')).toHaveTextContent('没有保存');
  expect(container.firstElementChild).toHaveAttribute('aria-live', 'polite');
  vi.useRealTimers();
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

it('each toast is dismissed after its own timeout', () => {
  show(saved, failed);
  passMs(2_999);
  expect(onDismiss).not.toHaveBeenCalled();
  passMs(1);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(1);
  passMs(2_000);
  expect(onDismiss).toHaveBeenLastCalledWith(2);
});

it('a toast under the pointer stays, and its timeout starts again afterwards', () => {
  show(saved);
  passMs(2_000);
  fireEvent.pointerEnter(screen.getByRole('status'));
  passMs(60_000);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.pointerLeave(screen.getByRole('status'));
  passMs(2_999);
  expect(onDismiss).not.toHaveBeenCalled();
  passMs(1);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(1);
});

it('the button of a toast dismisses that toast', () => {
  show(saved, failed);
  fireEvent.click(screen.getAllByRole('button', { name: '关闭' })[1] ?? document.body);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(2);
});

it('a toast that has left the page is not dismissed later', () => {
  const { unmount } = show(saved);
  unmount();
  passMs(10_000);
  expect(onDismiss).not.toHaveBeenCalled();
});
