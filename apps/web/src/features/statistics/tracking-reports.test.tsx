/** Tests the section of reports: its states, making a report, its progress, and its files. */
import { createTrackingReport, downloadTrackingReport, listTrackingReports, type TrackingReport } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { TrackingReports } from './tracking-reports.tsx';

const BOOK = '0'.repeat(26);
const CODE = `${'1'.repeat(26)}.${'A'.repeat(86)}`;

const aReport = (report: Partial<TrackingReport> = {}): TrackingReport => ({
  id: '1'.repeat(26),
  period: 'term',
  from: '2026-09-07',
  to: '2026-11-29',
  state: 'done',
  steps: 4,
  createdAt: 1_800_000_000_000,
  code: CODE,
  ...report,
});

beforeEach(() => signInHere());

it('without reports one can be made by one click', async () => {
  const { asked } = stubCalls(
    succeed(listTrackingReports, { items: [] }),
    succeed(createTrackingReport, aReport({ state: 'waiting', steps: 0 })),
  );
  const { container } = renderInApp(<TrackingReports bookId={BOOK} />);
  expect(await screen.findByText('还没有生成过报告')).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '生成报告' }));
  await waitFor(() =>
    expect(asked.find(({ name }) => name === createTrackingReport.path)?.fields).toEqual({ bookId: BOOK, period: 'term' }),
  );
});

it('a report that is being made shows its progress, a failed one what to do', async () => {
  const failed = aReport({ id: '2'.repeat(26), period: 'week', state: 'failed', steps: 0 });
  stubCalls(succeed(listTrackingReports, { items: [aReport({ state: 'running', steps: 2 }), failed] }));
  renderInApp(<TrackingReports bookId={BOOK} />);
  expect(await screen.findByText('生成中 2 / 4 步')).toBeVisible();
  expect(screen.getByText(/没有生成，请再点一次/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^下载/ })).toBeNull();
});

it('a finished report is downloaded in each format, and leads to the page that verifies it', async () => {
  const { asked } = stubCalls(
    succeed(listTrackingReports, { items: [aReport()] }),
    succeed(downloadTrackingReport, { fileName: 'a.docx', base64: '' }),
  );
  renderInApp(<TrackingReports bookId={BOOK} />);
  const name = '本学期（2026-09-07 至 2026-11-29）';
  expect(await screen.findByRole('link', { name: `核验：${name}` })).toHaveAttribute('href', `/report?code=${CODE}`);
  await userEvent.click(screen.getByRole('button', { name: `下载Word：${name}` }));
  await waitFor(() =>
    expect(asked.find(({ name: path }) => path === downloadTrackingReport.path)?.fields).toEqual({
      reportId: '1'.repeat(26),
      format: 'docx',
    }),
  );
});

it('a list that fails can be requested again', async () => {
  stubCalls(refuse(listTrackingReports, 'internal', '服务器出错'));
  renderInApp(<TrackingReports bookId={BOOK} />);
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});
