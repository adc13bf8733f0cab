import { Toaster } from '@shufang/ui';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { useToasts } from './use-toasts.ts';

const Toasts = () => {
  const { shown, dismiss } = useToasts();
  return <Toaster toasts={shown} onDismiss={dismiss} dismissLabel="close" />;
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

it.each([
  [
    'the server’s message about a failed call for 5 s',
    () => onApiError(new ApiError('getHome', 'refused', '不行', 'request.invalid')),
    '不行',
    5_000,
  ],
  ['HTTP 500 for 3 s', () => onApiError(new ApiError('getHome', 'busy', '系统有点忙')), '系统有点忙', 3_000],
  ['any other message for 3 s', () => broadcast('toast', { kind: 'success', text: '好了' }), '好了', 3_000],
] as const)('a toast shows %s', (_what, cause, text, ms) => {
  renderInApp(<Toasts />);
  act(() => cause());
  expect(screen.getByText(text)).toBeVisible();
  pass(ms - 1);
  expect(screen.getByText(text)).toBeVisible();
  pass(1);
  expect(screen.queryByText(text)).toBeNull();
});

it('a toast stays while the pointer is over it, and its full time afterwards', () => {
  renderInApp(<Toasts />);
  act(() => broadcast('toast', { kind: 'info', text: '看着' }));
  fireEvent.pointerEnter(screen.getByRole('status'));
  pass(60_000);
  fireEvent.pointerLeave(screen.getByRole('status'));
  pass(2_999);
  expect(screen.getByText('看着')).toBeVisible();
  pass(1);
  expect(screen.queryByText('看着')).toBeNull();
});

it('a text is shown once at a time, and at most four toasts', () => {
  renderInApp(<Toasts />);
  act(() => {
    for (const text of ['一', '二', '三', '四', '五', '三']) broadcast('toast', { kind: 'error', text });
  });
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['二', '四', '五', '三']);
});
