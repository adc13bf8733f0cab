import { reportDeadCode } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as NotFoundScreen } from './not-found-screen.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('/404', () => {
  it('shows the URL, and accepts a report of a printed code without a target', async () => {
    const { asked } = stubCalls(succeed(reportDeadCode, {}));
    const { container } = renderInApp(<NotFoundScreen />, `/404?from=${encodeURIComponent('/q/ABC234?utm=1')}`);
    expect(screen.getByText('/q/ABC234?utm=1')).toBeVisible();
    await userEvent.type(screen.getByLabelText('印在哪本书的哪一页（选填）'), '古文读本，第 12 页');
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '报告失效二维码' }));
    expect(await screen.findByText('已收到，谢谢。')).toBeVisible();
    expect(asked.find(({ name }) => name === reportDeadCode.path)?.fields).toEqual({ code: 'ABC234', note: '古文读本，第 12 页' });
  });

  it.each(['/course/unknown', '/q/', '/q/not-a-code!', '/q/ABC234/more'])('offers no report for %s', (from) => {
    renderInApp(<NotFoundScreen />, `/404?from=${encodeURIComponent(from)}`);
    expect(screen.queryByRole('button', { name: '报告失效二维码' })).toBeNull();
    expect(screen.getByLabelText('搜索教材')).toBeVisible();
  });
});
