import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { useConnection } from '../../platform/api/connection.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

let failure: Error | undefined;
const Screen = () => {
  if (failure) throw failure;
  return <p>正文</p>;
};

afterEach(() => vi.restoreAllMocks());

describe('a screen that fails', () => {
  it('leaves the shell intact and recovers with the retry button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    failure = new ApiError('getHome', 'busy', '系统有点忙，请稍后再试', undefined, { requestId: 'a-trace' });
    renderInApp(
      <>
        <MainNavigation />
        <ScreenBoundary>
          <Screen />
        </ScreenBoundary>
      </>,
    );
    expect(screen.getByRole('heading', { name: '页面没有加载出来' })).toBeVisible();
    expect(screen.getByText('问题编号 a-trace')).toBeVisible();
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeVisible();
    failure = undefined;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(screen.getByText('正文')).toBeVisible();
  });
});

describe('a screen without a network', () => {
  it('shows a skeleton while the network alert is open, and its own error after confirmation', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    failure = new ApiError('getHome', 'network', '网络连接失败，请检查网络');
    useConnection.setState({ isAlerted: true });
    renderInApp(
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>,
    );
    expect(screen.getByRole('status', { name: '正在加载' })).toBeInTheDocument();
    expect(screen.queryByText('页面没有加载出来')).toBeNull();
    act(() => useConnection.setState({ isAlerted: false }));
    expect(screen.getByRole('heading', { name: '页面没有加载出来' })).toBeVisible();
    expect(screen.getByRole('button', { name: '重试' })).toBeVisible();
  });
});
